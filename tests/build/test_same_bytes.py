"""The same job gives the same bytes, however it is made."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from figloom.build import build
from figloom.emit import parquet
from figloom.run import fill, key_of
from figloom.shards import Job, orders, shard_count

Digests = Callable[[Path], dict[str, str]]


def test_two_workers_under_another_hash_seed(
    job: Callable[..., Job],
    reference: dict[str, str],
    drive: Callable[..., Any],
    digests: Digests,
    tmp_path: Path,
) -> None:
    assert drive(job("quickstart"), tmp_path / "out", 2, "4321").end() == ""
    assert digests(tmp_path / "out") == reference
    assert len([name for name in reference if name.startswith("data/")]) == shard_count(
        job("quickstart")
    )


def test_blocks_that_are_not_tried_first_give_the_same_shards(
    job: Callable[..., Job],
    reference: dict[str, str],
    untried: Callable[[Job, Path], Path],
    digests: Digests,
    tmp_path: Path,
) -> None:
    """Other tests ask about builds that are made so."""
    made = digests(untried(job("quickstart"), tmp_path / "out"))
    assert made.keys() == reference.keys()
    for name in made:
        assert made[name] == reference[name] or not name.startswith("data/"), name


def test_one_worker_under_another_hash_seed(
    tiny: Callable[..., Job], drive: Callable[..., Any], digests: Digests, tmp_path: Path
) -> None:
    assert drive(tiny(), tmp_path / "one", 1, "99").end() == ""
    assert digests(tmp_path / "one") == digests(build(tiny(), tmp_path / "two"))


def test_an_item_made_alone_is_the_item_of_the_run(
    job: Callable[..., Job], plain_sheet: None, tmp_path: Path
) -> None:
    wanted = job("quickstart", count=24, shard=5)
    build(wanted, tmp_path / "out")
    built: dict[str, list[Any]] = {}
    for record in parquet.read_folder(tmp_path / "out"):
        built.setdefault(record.key, []).append(record)
    for order in reversed(orders(wanted)):
        item, _ = fill(wanted.recipe(), wanted.read(), order)
        assert list(item.records) == built[key_of(wanted.recipe(), order)]


def test_the_size_of_a_shard_changes_no_record(
    job: Callable[..., Job], plain_sheet: None, tmp_path: Path
) -> None:
    small, large = job("quickstart", count=18, shard=4), job("quickstart", count=18, shard=100)
    build(small, tmp_path / "small")
    build(large, tmp_path / "large")
    assert list(parquet.read_folder(tmp_path / "small")) == list(
        parquet.read_folder(tmp_path / "large")
    )


def test_a_finished_build_is_left_as_it_is(
    tiny: Callable[..., Job], digests: Digests, plain_sheet: None, tmp_path: Path
) -> None:
    out = build(tiny(), tmp_path / "out")
    before = {path: (path.stat().st_ino, path.stat().st_mtime_ns) for path in out.rglob("*")}
    build(tiny(), out)
    after = {path: (path.stat().st_ino, path.stat().st_mtime_ns) for path in out.rglob("*")}
    assert after == before
    assert not (out / ".partial").exists()


def test_leftovers_of_a_kill_at_the_very_end_are_swept(
    tiny: Callable[..., Job], digests: Digests, plain_sheet: None, tmp_path: Path
) -> None:
    out = build(tiny(), tmp_path / "out")
    before = digests(out)
    (out / ".partial").mkdir()
    (out / ".partial" / "shard-00000.json").write_text("{}", "utf-8")
    build(tiny(), out)
    assert digests(out) == before
    assert not (out / ".partial").exists()


@pytest.mark.parametrize("seed", [7, -1, 2**80])
def test_other_seeds_give_other_bytes(
    tiny: Callable[..., Job], digests: Digests, plain_sheet: None, tmp_path: Path, seed: int
) -> None:
    first = digests(build(tiny(count=20), tmp_path / "first"))
    other = digests(build(tiny(count=20, seed=seed), tmp_path / "other"))
    assert not set(first.values()) & {
        digest for name, digest in other.items() if name.startswith("data/")
    }
