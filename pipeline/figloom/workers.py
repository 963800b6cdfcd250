"""Shards made in this process, and in others beside it where there is work enough for them."""

from __future__ import annotations

import gc
import json
import multiprocessing
import os
import signal
import threading
import time
import traceback
from collections import deque
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from multiprocessing import resource_tracker
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any, Literal

from figloom import capacity, stopping
from figloom.errors import FigloomError, SetupError, SourceError
from figloom.run import ABREAST
from figloom.shards import Job, Start, left_out, make, orders, slice_of, take_over

Task = tuple[Literal["shard", "block"], int]
"""A shard to make, or a block whose capacity is to be found."""

Progress = Callable[[int, int], None]
"""Called with items done, those of earlier runs included, and items in all."""

WORTH = 6.0
"""Seconds of work left to this process for which one more is started. It takes some three until it
draws (imports, the source, a browser); work is told by the clock, since a chart takes as long as
twenty maps."""

PROBED = ABREAST
"""Items made here after which the time left is told, again and again: they come in batches."""

_BEAT = 0.2
_SPAWN = multiprocessing.get_context("spawn")


def cores() -> int:
    """Cores that this process may use, which in a container are fewer than the machine has."""
    allowed = getattr(os, "sched_getaffinity", None)
    return len(allowed(0)) if allowed else os.cpu_count() or 1


def run(
    job: Job,
    out: Path,
    indices: list[int],
    skips: Mapping[str, Start],
    processes: int,
    progress: Progress,
) -> None:
    """Make the shards, and find what the blocks can give, in at most so many processes, of which
    this is one.

    The others take their tasks from the same queue as soon as they have begun, so that starting
    them delays nothing.
    """
    tasks: list[Task] = [("shard", index) for index in indices]
    tasks += [("block", at) for at in capacity.missing(job, out)]
    total = len(orders(job))
    before = total - sum(len(slice_of(job, index)) for index in indices)
    mine, begun = 0, time.monotonic()

    def told() -> int:
        done = before + mine + team.ticks
        progress(done, total)
        return total - done

    def tick(items: int) -> None:
        nonlocal mine
        probed = mine // PROBED
        mine += items
        left = told()
        stopping.check()
        team.check()
        if mine // PROBED > probed:
            worth(left * (time.monotonic() - begun) / mine)

    def worth(seconds: float) -> None:
        team.grow(min(processes - 1, int(seconds / WORTH)))

    with still(), _team(job, out, tasks, skips) as team:
        told()
        found, spent = 0, 0.0
        while (task := team.take()) is not None:
            start = time.monotonic()
            _do(task, job, out, skips, tick)
            team.finished()
            told()
            if task[0] == "block":
                found, spent = found + 1, spent + time.monotonic() - start
                worth(team.waiting() * spent / found)
        while team.busy(_BEAT):
            told()
            team.check()


@contextmanager
def still() -> Iterator[None]:
    """What is in memory by now, a source's facts above all, is not looked through for garbage: that
    would take a sixth of a build's time."""
    gc.freeze()
    try:
        yield
    finally:
        gc.unfreeze()


class _Team:
    """The processes beside this one, and the tasks that nobody has begun yet.

    A thread for each hands it the next task when it asks. They talk through pipes alone: those,
    unlike semaphores, need no clearing up after a process that was killed.
    """

    def __init__(self, job: Job, out: Path, tasks: list[Task], skips: Mapping[str, Start]) -> None:
        self._told = (job, out, dict(skips), dict(left_out(job)))
        self._queue, self._unfinished = deque(tasks), len(tasks)
        self._changed = threading.Condition()
        self._others: list[Any] = []
        self._fault: Exception | None = None
        self.ticks = 0
        """Items that the others have made."""

    def take(self) -> Task | None:
        """The next task, if any is left."""
        with self._changed:
            return self._queue.popleft() if self._queue else None

    def finished(self) -> None:
        """One more task is done."""
        with self._changed:
            self._unfinished -= 1
            self._changed.notify_all()

    def busy(self, seconds: float) -> bool:
        """Whether something is in the making still, after so long a wait or the next end of one."""
        with self._changed:
            if self._unfinished and self._fault is None:
                self._changed.wait(seconds)
            return self._unfinished > 0

    def check(self) -> None:
        """Raise what went wrong in another process."""
        if self._fault is not None:
            raise self._fault

    def waiting(self) -> int:
        """Tasks that nobody has begun."""
        return len(self._queue)

    def grow(self, count: int) -> None:
        """Start processes up to so many, but no more than there are tasks for."""
        while len(self._others) < min(count, len(self._others) + len(self._queue)):
            ours, theirs = _SPAWN.Pipe()
            other = _SPAWN.Process(target=_work, args=(theirs, *self._told), daemon=True)
            with stopping.held(), _deaf_children():
                other.start()
                self._others.append(other)
            theirs.close()
            threading.Thread(target=self._serve, args=(ours,), daemon=True).start()

    def end(self) -> None:
        """End the others, those above all that have not begun yet."""
        for other in self._others:
            other.terminate()
        for other in self._others:
            other.join()

    def _serve(self, line: Connection) -> None:
        try:
            with line:
                self._heard(line)
                while (task := self.take()) is not None:
                    line.send(task)
                    self._heard(line)
                    self.finished()
        except (EOFError, OSError):
            self._fault = SetupError(
                "A worker process died (killed, or out of memory). Finished shards are kept: "
                "run the same command again, with fewer --workers if memory is short."
            )
        except Exception as error:
            self._fault = error

    def _heard(self, line: Connection) -> None:
        """Count items until the process wants its next task."""
        while isinstance(told := line.recv(), int):
            with self._changed:
                self.ticks += told
        if isinstance(told, Exception):
            raise told


@contextmanager
def _team(job: Job, out: Path, tasks: list[Task], skips: Mapping[str, Start]) -> Iterator[_Team]:
    team = _Team(job, out, tasks, skips)
    try:
        yield team
    finally:
        team.end()


@contextmanager
def _deaf_children() -> Iterator[None]:
    """Processes started here never hear Ctrl-C, which a terminal sends to all of them: the parent
    ends them, and one sentence is said instead of a traceback from each."""
    # Started with the first of them, it would undo what is blocked here.
    resource_tracker.ensure_running()
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _unchanged(job: Job, out: Path) -> None:
    """SourceError where this process reads other facts than the one that began the build."""
    begun = json.loads((out / ".partial" / "job.json").read_text("utf-8"))
    source = job.read()
    if source.fingerprint != begun["data"]:
        raise SourceError(
            f"Source {source.name!r} is not what it was when this build began: run the same "
            "command again."
        )


def _work(
    line: Connection, job: Job, out: Path, skips: dict[str, Start], left: Mapping[str, str]
) -> None:
    """What another process does: it says None when it wants a task, and the number of
    items after each batch."""
    stopping.end_quietly()
    threading.Thread(target=_follow, daemon=True).start()
    try:
        take_over(job, left)
        _unchanged(job, out)
        line.send(None)
        with still():
            while True:
                _do(line.recv(), job, out, skips, line.send)
                line.send(None)
    except (EOFError, ConnectionError):
        # Nothing is left to do, or nobody to do it for.
        return
    except FigloomError as error:
        line.send(error)
    except Exception:
        line.send(RuntimeError(traceback.format_exc()))


def _do(
    task: Task, job: Job, out: Path, skips: Mapping[str, Start], tick: Callable[[int], None]
) -> None:
    kind, at = task
    if kind == "shard":
        make(job, out, at, skips, tick)
    else:
        capacity.find(job, out, at)


def _follow() -> None:
    """End with the parent, so that a killed build leaves no workers behind."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
