"""Shards made in this process or in a pool of spawned ones, with progress from all of them."""

from __future__ import annotations

import multiprocessing
import os
import threading
import time
from collections.abc import Callable, Mapping
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path
from typing import Any

from figloom.errors import SetupError
from figloom.shards import Job, make, orders, slice_of

_BEAT = 0.2
_ticks: Any = None


def run(
    job: Job,
    out: Path,
    indices: list[int],
    skips: Mapping[str, int],
    processes: int,
    progress: Callable[[int, int], None],
    total: int,
) -> None:
    """Make the shards; `progress` hears of items done, those of earlier runs included."""
    everything = orders(job)
    done = total - sum(len(slice_of(everything, index)) for index in indices)
    progress(done, total)
    if min(processes, len(indices)) <= 1:
        for index in indices:
            for_shard = _Counter(done, total, progress)
            make(job, out, index, skips, for_shard.tick)
            done = for_shard.done
        return
    _pool(job, out, indices, skips, min(processes, len(indices)), progress, done, total)


class _Counter:
    def __init__(self, done: int, total: int, progress: Callable[[int, int], None]) -> None:
        self.done, self.total, self.progress = done, total, progress

    def tick(self) -> None:
        self.done += 1
        self.progress(self.done, self.total)


def _pool(
    job: Job,
    out: Path,
    indices: list[int],
    skips: Mapping[str, int],
    processes: int,
    progress: Callable[[int, int], None],
    done: int,
    total: int,
) -> None:
    spawn = multiprocessing.get_context("spawn")
    ticks = spawn.Value("q", 0)
    with ProcessPoolExecutor(processes, spawn, _begin, (ticks,)) as pool:
        waiting: set[Future[None]] = {
            pool.submit(_remote, job, out, index, dict(skips)) for index in indices
        }
        try:
            while waiting:
                ended, waiting = wait(waiting, timeout=_BEAT, return_when=FIRST_COMPLETED)
                for future in ended:
                    future.result()
                progress(done + ticks.value, total)
        except BrokenProcessPool:
            raise SetupError(
                "A worker process died (out of memory, or killed). Finished shards are kept: run the "
                "same command again, with fewer --workers if memory is short."
            ) from None
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            for process in list(pool._processes.values()):
                process.terminate()
            raise


def _begin(ticks: Any) -> None:
    global _ticks
    _ticks = ticks
    parent = multiprocessing.parent_process()
    if parent is not None:
        threading.Thread(target=_follow, args=(parent,), daemon=True).start()


def _follow(parent: Any) -> None:
    """End with the parent, so that a killed build leaves no workers behind."""
    while parent.is_alive():
        time.sleep(_BEAT)
    os._exit(1)


def _remote(job: Job, out: Path, index: int, skips: dict[str, int]) -> None:
    def tick() -> None:
        with _ticks.get_lock():
            _ticks.value += 1

    make(job, out, index, skips, tick)
