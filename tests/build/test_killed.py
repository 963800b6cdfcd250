"""A kill at any moment costs at most the shards in hand, and changes no byte."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import psutil
import pytest

from figloom.build import build
from figloom.shards import Job, shard_count

Digests = Callable[[Path], dict[str, str]]


def _gone(processes: list[psutil.Process]) -> bool:
    """Whether they all end by themselves within a few seconds."""
    deadline = time.monotonic() + 15
    while time.monotonic() < deadline:
        if not any(
            p.is_running() and p.status() != psutil.STATUS_ZOMBIE for p in _alive(processes)
        ):
            return True
        time.sleep(0.05)
    return False


def _alive(processes: list[psutil.Process]) -> list[psutil.Process]:
    found = []
    for process in processes:
        try:
            process.status()
            found.append(process)
        except psutil.NoSuchProcess:
            continue
    return found


def _kill_and_resume(
    job: Job, out: Path, drive: Callable[..., Any], shards: int, delay: float
) -> tuple[dict[str, tuple[int, int]], int]:
    """Kill the build `delay` seconds after so many shards are finished, and finish it here; the
    shards finished before, and how many the second run had to make."""
    running = drive(job, out, 2)
    assert running.wait_for(lambda: len(running.finished()) >= shards), running.end()
    time.sleep(delay)
    family = running.family()
    running.process.kill()
    running.process.wait()
    assert _gone(family), "workers outlive a killed build"
    kept = running.finished()
    build(job, out)
    for name, (inode, modified) in kept.items():
        stat = (out / name).stat()
        assert (stat.st_ino, stat.st_mtime_ns) == (inode, modified), f"{name} was made again"
    return kept, shard_count(job) - len(kept)


@pytest.mark.parametrize("moment", range(2))
def test_the_build_is_killed(
    job: Callable[..., Job],
    reference: dict[str, str],
    drive: Callable[..., Any],
    digests: Digests,
    tmp_path: Path,
    moment: int,
) -> None:
    random = Random(f"moment {moment}")
    shards = moment * 2
    kept, _ = _kill_and_resume(
        job("quickstart"), tmp_path / "out", drive, shards, random.uniform(0, 0.4)
    )
    assert len(kept) >= shards
    assert digests(tmp_path / "out") == reference


@pytest.mark.slow
@pytest.mark.parametrize("moment", range(12))
def test_the_build_is_killed_at_many_moments(
    job: Callable[..., Job],
    reference: dict[str, str],
    drive: Callable[..., Any],
    digests: Digests,
    tmp_path: Path,
    moment: int,
) -> None:
    running = drive(job("quickstart"), tmp_path / "out", 2)
    for _ in range(3):
        time.sleep(Random(f"{moment}").uniform(0.2, 6))
        running.process.kill()
        running.process.wait()
        running = drive(job("quickstart"), tmp_path / "out", 2)
    assert running.end() == ""
    assert digests(tmp_path / "out") == reference


def test_a_worker_is_killed(
    job: Callable[..., Job],
    reference: dict[str, str],
    drive: Callable[..., Any],
    digests: Digests,
    tmp_path: Path,
) -> None:
    running = drive(job("quickstart"), tmp_path / "out", 2)
    assert running.wait_for(lambda: len(running.finished()) >= 1), running.end()
    family = running.family()
    running.workers()[0].kill()
    said = running.end()
    assert running.process.returncode == 1
    assert said.startswith("figloom: A worker process died")
    assert said.count("\n") == 1
    assert _gone(family)
    kept = running.finished()
    build(job("quickstart"), tmp_path / "out", processes=1)
    assert digests(tmp_path / "out") == reference
    for name, (inode, modified) in kept.items():
        stat = (tmp_path / "out" / name).stat()
        assert (stat.st_ino, stat.st_mtime_ns) == (inode, modified)
