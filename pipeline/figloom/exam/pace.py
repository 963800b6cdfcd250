"""How many calls are under way at a time: found out while asking, and never above a ceiling.

Doubles while that lets through more, then grows by an eighth; falls on refusals (429), faults and
time-outs, and where more calls at a time only make each one slower. By Little's law calls under
way over seconds a reply is the rate, so what is compared needs no idle server to know it.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable

_FIRST = 4
"""The ceiling over this is where doubling begins."""
_WINDOW = 8
"""Replies, at least, that a limit is judged by."""
_GAIN = 0.25
"""Share of what more calls should bring that they must bring."""
_SLOWER = 2.0
"""Times slower at the same limit: the server is busy with others."""
_HOLD = 8
"""Windows without growth after growth was of no use."""


class Pace:
    """The limit of calls under way; 1 until a first reply has come."""

    def __init__(self, ceiling: int, clock: Callable[[], float] = time.monotonic) -> None:
        self.ceiling, self.limit, self.lowest = ceiling, 1, ceiling
        self._clock, self._since, self._resumes = clock, 0.0, 0.0
        self._seconds: list[float] = []
        self._before: tuple[int, float] | None = None
        self._doubling, self._hold = True, 0
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
        now = self._clock()
        if not self.is_proved:
            self._to(max(1, self.ceiling // _FIRST))
        elif begun >= self._since:
            self._seconds.append(now - begun)
            if len(self._seconds) >= max(_WINDOW, self.limit):
                self._judge()

    def went_wrong(self, begun: float, busy: bool, wait: float) -> None:
        """A refusal or fault has come; for so many seconds the server wants no requests."""
        self._resumes = max(self._resumes, self._clock() + wait)
        if self.is_proved and begun >= self._since:
            self._doubling, self._before = False, None
            self._to(max(1, int(self.limit * (0.5 if busy else 0.75))))

    def _judge(self) -> None:
        mean = max(1e-6, sum(self._seconds) / len(self._seconds))
        before, self._before = self._before, (self.limit, mean)
        self._hold = max(0, self._hold - 1)
        if before and before[0] < self.limit:
            grown, brought = self.limit / before[0], (self.limit / mean) / (before[0] / before[1])
            if brought < 1 + _GAIN * (grown - 1):
                self._doubling, self._hold, self._before = False, _HOLD, before
                self._to(before[0])
                return
        if before and before[0] == self.limit and mean > _SLOWER * before[1]:
            self._doubling = False
            self._to(max(1, self.limit * 3 // 4))
        elif self._hold:
            self._seconds.clear()
        else:
            more = self.limit if self._doubling else max(1, self.limit // 8)
            self._to(min(self.ceiling, self.limit + more))

    def _to(self, limit: int) -> None:
        """Only what begins from now on is judged by the new limit."""
        self.limit, self._since = limit, max(self._clock(), 1e-9)
        self.lowest = min(self.lowest, limit)
        self._seconds.clear()
        self._room.set()
