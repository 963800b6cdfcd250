"""Shards made in this process or in a pool of spawned ones, with progress from all of them."""

from __future__ import annotations

import gc
import json
import multiprocessing
import os
import signal
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import FIRST_COMPLETED, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from figloom.errors import SetupError, SourceError
from figloom.shards import Job, Start, due, left_out, make, orders, slice_of, take_over

Progress = Callable[[int, int], None]
"""Called with items done, those of earlier runs included, and items in all."""

POOL = 150
"""Items to make from which on starting processes costs less than it saves."""

_BEAT = 0.2
_ticks: Any = None


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
    """Make the shards in at most so many processes; a few items are soonest made in this one."""
    total = len(orders(job))
    before = total - sum(len(slice_of(job, index)) for index in indices)
    progress(before, total)
    processes = min(processes, len(indices))
    if processes > 1 and sum(due(job, out, index, skips) for index in indices) > POOL:
        _pool(job, out, indices, skips, processes, lambda done: progress(before + done, total))
        return
    done = before

    def tick() -> None:
        nonlocal done
        done += 1
        progress(done, total)

    with still():
        for index in indices:
            make(job, out, index, skips, tick)


@contextmanager
def still() -> Iterator[None]:
    """What is in memory by now, a source's facts above all, is not looked through for garbage: that
    would take a sixth of a build's time."""
    gc.freeze()
    try:
        yield
    finally:
        gc.unfreeze()


def _pool(
    job: Job,
    out: Path,
    indices: list[int],
    skips: Mapping[str, Start],
    processes: int,
    report: Callable[[int], None],
) -> None:
    spawn = multiprocessing.get_context("spawn")
    ticks = spawn.Value("q", 0)
    with ProcessPoolExecutor(processes, spawn, _begin, (ticks, job, dict(left_out(job)))) as pool:
        with _deaf_children():
            waiting = {pool.submit(_remote, job, out, index, dict(skips)) for index in indices}
        children = list(pool._processes.values())
        try:
            while waiting:
                ended, waiting = wait(waiting, timeout=_BEAT, return_when=FIRST_COMPLETED)
                for future in ended:
                    future.result()
                report(ticks.value)
        except BaseException as error:
            pool.shutdown(wait=False, cancel_futures=True)
            for child in children:
                child.terminate()
            if isinstance(error, BrokenProcessPool):
                raise SetupError(
                    "A worker process died (killed, or out of memory). Finished shards are kept: "
                    "run the same command again, with fewer --workers if memory is short."
                ) from None
            raise


@contextmanager
def _deaf_children() -> Iterator[None]:
    """Processes started here never hear Ctrl-C, which a terminal sends to all of them: the parent
    ends them, and one sentence is said instead of a traceback from each."""
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


def _begin(ticks: Any, job: Job, left: Mapping[str, str]) -> None:
    global _ticks
    _ticks = ticks
    take_over(job, left)
    parent = multiprocessing.parent_process()
    if parent is not None:
        threading.Thread(target=_follow, args=(parent,), daemon=True).start()


def _follow(parent: Any) -> None:
    """End with the parent, so that a killed build leaves no workers behind."""
    while parent.is_alive():
        time.sleep(_BEAT)
    os._exit(1)


def _remote(job: Job, out: Path, index: int, skips: dict[str, Start]) -> None:
    _unchanged(job, out)

    def tick() -> None:
        with _ticks.get_lock():
            _ticks.value += 1

    with still():
        make(job, out, index, skips, tick)
