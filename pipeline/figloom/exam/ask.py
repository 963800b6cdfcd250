"""The engine: every dialog is asked to its end, many at a time, and every reply is kept at once.

Dialogs are drawn one by one as there is room, so that no more pictures are in memory than are
being asked about. What is kept already is not asked again.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from itertools import islice
from random import Random

from figloom import terminal
from figloom.errors import SetupError
from figloom.exam import pictures
from figloom.exam.answerer import Answerer
from figloom.exam.call import Call, Dialog, Reply
from figloom.exam.journal import Journal
from figloom.exam.pace import Pace
from figloom.exam.settings import Settings, key_of

PATIENT = 16
"""Faults in a row after which a run stops."""
_PATIENT_AT_FIRST = 3
"""The same before any reply has come."""
HOPEFUL = 2
"""Repeats at the start while nobody answers, or what replies is no model server."""
_AHEAD = 8
"""Dialogs read at a time, before they are asked."""
_LOOK = 0.25
"""Seconds between looks whether the journal is to be synced."""


@dataclass(slots=True)
class Outcome:
    """What became of a dialog: names of its replies in order, and why it ended early if it did."""

    keys: list[str] = field(default_factory=list)
    fault: str = ""
    lost: str = ""
    """Name of the reply that did not come."""


class Exam:
    """Asks dialogs; `outcomes` holds what became of each, by sample id."""

    def __init__(
        self,
        answerer: Answerer,
        journal: Journal,
        settings: Settings,
        done: Callable[[int], None] = lambda count: None,
        begin: Callable[[], None] = lambda: None,
    ) -> None:
        """`begin` is called before the first request, if there is any."""
        self.outcomes: dict[str, Outcome] = {}
        self.pace = Pace(answerer.ceiling, answerer.timeout)
        self._answerer, self._journal, self._settings = answerer, journal, settings
        self._done, self._begin, self._faults = done, begin, 0
        self._told = False
        self.sent = 0
        """Calls that were not in the journal."""

    def run(self, dialogs: Iterable[Dialog]) -> None:
        """Ask all; SetupError, with everything kept, when the server is of no use any more."""
        try:
            asyncio.get_running_loop()
        except RuntimeError:
            asyncio.run(self._all(dialogs))
        else:
            # In a notebook, or where a browser is at work, this thread has a loop of its own.
            with ThreadPoolExecutor(1) as aside:
                aside.submit(asyncio.run, self._all(dialogs)).result()

    async def _all(self, dialogs: Iterable[Dialog]) -> None:
        """The same within a loop."""
        under_way = set[asyncio.Task[None]]()
        keeper = asyncio.create_task(self._sync())
        try:
            async for dialog in _drawn(iter(dialogs)):
                await self.pace.enter()
                for task in [task for task in under_way if task.done()]:
                    under_way.remove(task)
                    task.result()
                under_way.add(asyncio.create_task(self._follow(dialog)))
            await _finished(under_way)
        finally:
            for task in (keeper, *under_way):
                task.cancel()
            await asyncio.gather(keeper, *under_way, return_exceptions=True)
            await self._answerer.close()

    async def _follow(self, dialog: Dialog) -> None:
        outcome, replies = Outcome(), tuple[Reply, ...]()
        try:
            while call := dialog.next(replies):
                key = key_of(call, self._answerer.model, self._settings)
                if key in self._journal:
                    reply = self._journal.reply(key)
                else:
                    answered = await self._ask(dialog.id, len(replies), key, call)
                    if isinstance(answered, str):
                        outcome.fault, outcome.lost = answered, key
                        break
                    reply = answered
                outcome.keys.append(key)
                replies = (*replies, reply)
        finally:
            self.pace.leave()
        self.outcomes[dialog.id] = outcome
        self._done(len(self.outcomes))

    async def _ask(self, sample: str, place: int, key: str, call: Call) -> Reply | str:
        """The reply, or why there is none after all tries."""
        answerer, chance, attempt, hopeless = self._answerer, Random(key), 0, 0
        if not self.sent:
            self._begin()
        self.sent += 1
        while True:
            begun = await self.pace.clear()
            try:
                reply = await answerer.send(call)
                break
            except Exception as error:
                wait = answerer.again(error, attempt, chance)
                if answerer.is_hopeless(error) and not self.pace.is_proved:
                    hopeless += 1
                    wait = wait if hopeless <= HOPEFUL else None
                if wait is not None and not attempt:
                    self._say_repeating(error)
                if wait is None:
                    return self._gave_up(sample, place, key, error, attempt + 1)
                asked = answerer.asked_to_wait(error)
                busy = getattr(error, "status_code", 0) == 429
                self.pace.went_wrong(begun, busy, asked)
            await asyncio.sleep(wait)
            attempt += 1
        self._faults = 0
        self.pace.went_well(begun)
        reply = replace(reply, tries=attempt + 1)
        more = {}
        if small := pictures.resized(call, self._settings.max_pixels):
            more["resized"] = small
        self._journal.keep(key, sample, place, reply, more)
        return reply

    def _say_repeating(self, error: Exception) -> None:
        """Say once that the first request is sent again: with pauses, that may take minutes."""
        if self.pace.is_proved or self._told:
            return
        self._told, answerer = True, self._answerer
        tries = HOPEFUL + 1 if answerer.is_hopeless(error) else answerer.tries
        terminal.note(
            f"The model server {answerer.host} is not answering yet: "
            f"the first request is sent up to {terminal.counted(tries, 'time')}."
        )

    def _gave_up(self, sample: str, place: int, key: str, error: Exception, tries: int) -> str:
        why = self._answerer.sentence(error, tries)
        if not self.pace.is_proved and self._answerer.is_hopeless(error):
            raise SetupError(why) from None
        if self._answerer.is_final(error):
            raise SetupError(f"{why} Stopped; {self._kept()}") from None
        self._journal.fault(key, sample, place, why, tries)
        self._faults += 1
        patience = PATIENT if self.pace.is_proved else _PATIENT_AT_FIRST
        if self._faults >= patience:
            raise SetupError(
                f"{why} Stopped after {self._faults} samples in a row without a reply; "
                f"{self._kept()}"
            ) from None
        return why

    def _kept(self) -> str:
        place = self._journal.path.parent
        return f"what came before is kept in {place}: run the same command again to go on."

    async def _sync(self) -> None:
        while True:
            await asyncio.sleep(_LOOK)
            if self._journal.is_due:
                await asyncio.to_thread(self._journal.sync)


async def _drawn(source: Iterator[Dialog]) -> AsyncIterator[Dialog]:
    """Dialogs as they are wanted, the next few read in a thread meanwhile: always in the same one,
    since a control may draw in a browser, which knows no other thread."""
    loop = asyncio.get_running_loop()
    with ThreadPoolExecutor(1) as reader:
        ahead = loop.run_in_executor(reader, _few, source)
        while few := await ahead:
            ahead = loop.run_in_executor(reader, _few, source)
            for dialog in few:
                yield dialog


def _few(source: Iterator[Dialog]) -> list[Dialog]:
    return list(islice(source, _AHEAD))


async def _finished(tasks: set[asyncio.Task[None]]) -> None:
    """Wait for all, or for the first that fails."""
    if tasks:
        done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_EXCEPTION)
        for task in done:
            task.result()
