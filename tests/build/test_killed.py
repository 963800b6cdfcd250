"""A kill at any moment costs at most the shards in hand, and changes no byte."""

from __future__ import annotations

import signal
import time
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Error

from figloom import shards, stopping
from figloom.build import build
from figloom.render.plots import browser
from figloom.shards import Job, shard_count

Digests = Callable[[Path], dict[str, str]]


def _kill_and_resume(
    job: Job, out: Path, drive: Callable[..., Any], least: int, delay: float
) -> tuple[dict[str, tuple[int, int]], int]:
    """Kill the build `delay` seconds after so many shards are finished, and finish it here; the
    shards finished before, and how many the second run had to make."""
    running = drive(job, out, 2)
    assert running.wait_for(lambda: len(running.finished()) >= least), running.end()
    time.sleep(delay)
    running.kill()
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
    least = moment * 2
    kept, _ = _kill_and_resume(
        job("quickstart"), tmp_path / "out", drive, least, random.uniform(0, 0.4)
    )
    assert len(kept) >= least
    assert digests(tmp_path / "out") == reference


@pytest.mark.slow
@pytest.mark.parametrize("moments", [(-1, 0), (-1, 6), (0, 1), (1, 3), (2, 5), (5, 6)])
def test_the_build_is_killed_twice(
    job: Callable[..., Job],
    reference: dict[str, str],
    drive: Callable[..., Any],
    digests: Digests,
    tmp_path: Path,
    moments: tuple[int, int],
) -> None:
    """Twelve moments, told by what is done and not by the clock, which a busy machine stretches:
    so many shards finished, or, for -1, not even the folder begun."""
    out, kept = tmp_path / "out", dict[str, tuple[int, int]]()
    for least in moments:
        running = drive(job("quickstart"), out, 2)
        if not running.wait_for(lambda wanted=least: _finished(out) >= wanted):
            assert running.end() == ""
        time.sleep(Random(f"{moments} {least}").uniform(0, 0.3))
        running.kill()
        kept |= running.finished()
    build(job("quickstart"), out)
    assert digests(out) == reference
    for name, (inode, modified) in kept.items():
        stat = (out / name).stat()
        assert (stat.st_ino, stat.st_mtime_ns) == (inode, modified), f"{name} was made again"


def _finished(out: Path) -> int:
    """Shards that have their note; -1 before the folder is begun."""
    if (out / "manifest.json").exists():
        return len(list((out / "data").iterdir()))
    return len(list(out.glob(".partial/shard-*.json"))) if (out / ".partial").exists() else -1


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
    assert running.gone(family)
    kept = running.finished()
    build(job("quickstart"), tmp_path / "out", processes=1)
    assert digests(tmp_path / "out") == reference
    for name, (inode, modified) in kept.items():
        stat = (tmp_path / "out" / name).stat()
        assert (stat.st_ino, stat.st_mtime_ns) == (inode, modified)


def test_a_shard_takes_its_place_when_its_note_is_ready(
    job: Callable[..., Job], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Else a kill between the two costs a whole shard."""
    content, seen = shards.content, list[bool]()

    def looking(records: Any) -> str:
        seen.append(shards.shard_path(tmp_path, job("quickstart"), 0).exists())
        return content(records)

    monkeypatch.setattr(shards, "content", looking)
    (tmp_path / ".partial").mkdir()
    shards.make(job("quickstart"), tmp_path, 0, {}, lambda _: None)
    assert seen == [False]


def test_a_signal_waits_until_shard_and_note_are_there(
    job: Callable[..., Job], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    place = shards._place

    def struck(draft: Path, path: Path) -> None:
        place(draft, path)
        signal.raise_signal(signal.SIGTERM)

    monkeypatch.setattr(shards, "_place", struck)
    monkeypatch.setattr(stopping, "_heard", None)
    (tmp_path / ".partial").mkdir()
    with pytest.raises(stopping.Stopped), stopping.heard():
        shards.make(job("quickstart"), tmp_path, 0, {}, lambda _: None)
    # What is told to stop hears no second one until it has.
    assert signal.getsignal(signal.SIGTERM) == signal.SIG_IGN
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    signal.signal(signal.SIGINT, signal.default_int_handler)
    assert shards.note_of(tmp_path, 0)["records"] > 0
    assert stopping.code() == 128 + signal.SIGTERM


def test_a_browser_that_ends_with_the_build_is_not_started_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A terminal's Ctrl-C reaches both, and the browser's loop loses what is raised within it."""

    class Page:
        def evaluate(self, *_: str) -> str:
            signal.raise_signal(signal.SIGTERM)
            raise Error("Connection closed")

    monkeypatch.setattr(browser, "_page", lambda _: Page())
    monkeypatch.setattr(stopping, "_heard", None)
    before = browser.counts.crashes
    with pytest.raises(stopping.Stopped), stopping.heard():
        browser.draw([])
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    signal.signal(signal.SIGINT, signal.default_int_handler)
    assert browser.counts.crashes == before
