"""How many shards a build has, and how many processes make them."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from figloom import capacity, shards, workers
from figloom.build import build
from figloom.shards import Job

Digests = Callable[[Path], dict[str, str]]


@pytest.mark.parametrize(
    ("items", "count"),
    [
        (1, 1),
        (20, 1),
        (21, 2),
        (40, 2),
        (200, 10),
        (320, 16),
        (3200, 16),
        (3201, 17),
        (10**6, 5000),
    ],
)
def test_small_builds_have_several_shards_and_large_ones_few(
    job: Callable[..., Job], monkeypatch: pytest.MonkeyPatch, items: int, count: int
) -> None:
    monkeypatch.setattr(shards, "orders", lambda _: range(items))
    wanted = job("quickstart", shard=shards.ITEMS)
    assert shards.shard_count(wanted) == count
    slices = [shards.slice_of(wanted, index) for index in range(count)]
    assert [item for part in slices for item in part] == list(range(items))


def _helped(
    job: Job,
    out: Path,
    monkeypatch: pytest.MonkeyPatch,
    seconds: float,
    processes: int,
    block: float = 0.0,
) -> list[int]:
    """How many processes a build wants beside its own whose items take so long each, and what its
    blocks can give so long for each block."""
    wanted: list[int] = []
    now, make, find = [0.0], workers.make, capacity.find

    def slow(job: Job, out: Path, index: int, skips: Any, tick: Callable[[int], None]) -> None:
        def slower(items: int) -> None:
            now[0] += items * seconds
            tick(items)

        make(job, out, index, skips, slower)

    def searched(job: Job, out: Path, at: int) -> None:
        now[0] += block
        find(job, out, at)

    monkeypatch.setattr(capacity, "find", searched)
    clock = SimpleNamespace(monotonic=lambda: now[0], sleep=time.sleep)
    monkeypatch.setattr(workers, "time", clock)
    monkeypatch.setattr(workers, "make", slow)
    monkeypatch.setattr(workers._Team, "grow", lambda _, count: wanted.append(count))
    build(job, out, processes=processes)
    return wanted


@pytest.mark.parametrize(
    ("seconds", "processes", "wanted"),
    [(0.01, 8, [0, 0]), (0.15, 8, [0, 0]), (0.5, 8, [1, 0]), (2.0, 4, [3, 0]), (2.0, 1, [0, 0])],
)
def test_processes_are_started_by_the_work_that_is_left(
    job: Callable[..., Job],
    plain_sheet: None,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    seconds: float,
    processes: int,
    wanted: list[int],
) -> None:
    """Of 40 items, 20 are left after the first 20."""
    made = job("quickstart", count=50, shard=200)
    found = _helped(made, tmp_path / "out", monkeypatch, seconds, processes)
    assert (found[:2], any(found[2:])) == (wanted, False)


def test_what_blocks_can_give_is_worth_processes_too(
    job: Callable[..., Job], plain_sheet: None, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    made = job("quickstart", count=20)
    count = len(capacity.blocks(made))
    assert count > 3
    found = _helped(made, tmp_path / "out", monkeypatch, 0.01, 8, block=1.01 * workers.WORTH)
    assert found[-count:] == [min(7, left) for left in range(count - 1, -1, -1)]


def test_a_task_is_taken_once(job: Callable[..., Job], tmp_path: Path) -> None:
    team = workers._Team(
        job("quickstart"), tmp_path, [("shard", 3), ("shard", 5), ("block", 3)], {}
    )
    assert [team.take() for _ in range(4)] == [("shard", 3), ("shard", 5), ("block", 3), None]
    assert team.busy(0)
    for _ in range(3):
        team.finished()
    assert not team.busy(0)
