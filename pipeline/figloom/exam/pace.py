"""How many calls are under way at a time: found out while asking, and never above a ceiling.

Doubles while that lets through more; where it does not, halves while that lets through as much;
then grows by an eighth, and falls on refusals (429), faults and time-outs. By Little's law calls
under way over seconds a reply is the rate, so whether more came through is told by the replies
alone.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from typing import Literal

_FIRST = 2
"""Where doubling begins: at the ceiling over this, if the first reply came soon."""
_WINDOW = 8
"""Replies, at least, that a limit is judged by."""
_GAIN, _LOSS = 1.25, 0.8
"""Times as many replies that a doubling must, and a halving may bring."""
_SLOWER = 2.0
"""Times slower than before at the same limit, or than ever: the server has enough to do."""


class Pace:
    """The limit of calls under way; 1 until a first reply has come."""

    def __init__(
        self, ceiling: int, timeout: float, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self.ceiling, self.limit = ceiling, 1
        self._timeout, self._clock = timeout, clock
        self._since = self._resumes = 0.0
        """Times from which calls are judged, and may be sent."""
        self._seconds: list[float] = []
        self._before: tuple[int, float] | None = None
        """Limit and mean seconds a reply of the last window."""
        self._best = float("inf")
        self._phase: Literal["double", "halve", "steady"] = "double"
        self._settling = False
        self._under_way, self._room = 0, asyncio.Event()

    @property
    def is_proved(self) -> bool:
        """Whether a reply has come."""
        return self._since > 0.0

    async def enter(self) -> None:
        """Wait until one more may be under way."""
        while self._under_way >= self.limit:
            self._room.clear()
            await self._room.wait()
        self._under_way += 1

    def leave(self) -> None:
        """One is over."""
        self._under_way -= 1
        self._room.set()

    async def clear(self) -> float:
        """Wait while the server wants no requests; the time at which this one begins."""
        while (wait := self._resumes - self._clock()) > 0:
            await asyncio.sleep(wait)
        return self._clock()

    def went_well(self, begun: float) -> None:
        """A reply has come to what began at that time."""
        seconds = self._clock() - begun
        if not self.is_proved:
            # Should the server take one at a time, the last of these must not run out of time.
            bearable = int(min(self.ceiling, self._timeout / (2 * max(1e-3, seconds))))
            self._to(min(max(2, self.ceiling // _FIRST), bearable))
        elif begun >= self._since and self._settling:
            self._settling, self._since = False, self._clock()
        elif begun >= self._since:
            self._seconds.append(seconds)
            if len(self._seconds) >= max(_WINDOW, self.limit):
                self._judge()

    def went_wrong(self, begun: float, busy: bool, wait: float) -> None:
        """A refusal or fault has come; for so many seconds the server wants no requests."""
        self._resumes = max(self._resumes, self._clock() + wait)
        if self.is_proved and begun >= self._since:
            self._phase, self._before = "steady", None
            self._to(int(self.limit * (0.5 if busy else 0.75)))

    def _judge(self) -> None:
        mean = max(1e-6, sum(self._seconds) / len(self._seconds))
        before, self._before = self._before, (self.limit, mean)
        self._best = min(self._best, mean)
        times = self.limit / mean * before[1] / before[0] if before else 1.0
        if self._phase == "double" and before and before[0] < self.limit and times < _GAIN:
            self._phase, self._before = "halve", None
            self._to(before[0])
        elif self._phase == "halve" and before and times < _LOSS:
            self._phase, self._before = "steady", None
            self._to(before[0])
        elif self._phase == "halve" and self.limit > 1:
            self._to(self.limit // 2)
        elif before and before[0] == self.limit and mean > _SLOWER * before[1]:
            self._phase = "steady"
            self._to(self.limit * 3 // 4)
        elif self._phase == "double" and 2 * mean < self._timeout:
            self._to(2 * self.limit)
        else:
            self._phase = "steady"
            more = max(1, self.limit // 8) if mean <= _SLOWER * self._best else 0
            self._to(self.limit + more)

    def _to(self, limit: int) -> None:
        """Only what begins from now on is judged by the new limit; while there is a choice of
        fewer, only once the server has that many."""
        self.limit = min(self.ceiling, max(1, limit))
        self._since = max(self._clock(), 1e-9)
        self._settling = self._phase != "double"
        self._seconds.clear()
        self._room.set()
