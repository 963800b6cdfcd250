"""No item twice: repeats are replaced, the same way in every run, until the source is empty."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from figloom import workers
from figloom.build import build
from figloom.emit import parquet
from figloom.errors import SourceError
from figloom.run import fill
from figloom.shards import Job, orders

Digests = Callable[[Path], dict[str, str]]


def _first_draws(job: Job) -> Counter[str]:
    items = [fill(job.recipe(), job.read(), order)[0] for order in orders(job)]
    return Counter(item.records[0].spec for item in items)


def test_repeats_are_certain_and_none_is_left(
    tiny: Callable[..., Job], plain_sheet: None, tmp_path: Path
) -> None:
    assert max(_first_draws(tiny()).values()) > 1
    build(tiny(), tmp_path / "out")
    specs = [spec for _, _, spec in parquet.specs(tmp_path / "out")]
    assert len(specs) == len(set(specs)) == 24


def test_workers_and_hash_seeds_replace_alike(
    tiny: Callable[..., Job], drive: Callable[..., Any], digests: Digests, tmp_path: Path
) -> None:
    assert drive(tiny(), tmp_path / "two", 2, "77").end() == ""
    assert digests(tmp_path / "two") == digests(build(tiny(), tmp_path / "one"))


class _Killed(Exception):
    pass


@pytest.mark.parametrize("made_before", [0, 1])
@pytest.mark.parametrize("forgotten", [False, True])
def test_a_kill_between_the_passes(
    tiny: Callable[..., Job],
    digests: Digests,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    plain_sheet: None,
    made_before: int,
    forgotten: bool,
) -> None:
    whole = digests(build(tiny(), tmp_path / "whole"))
    passes, shards = [], []
    make = workers.make

    def run(*arguments: Any, **options: Any) -> None:
        passes.append(arguments)
        shards.clear()
        real(*arguments, **options)

    def dying(*arguments: Any) -> None:
        if len(passes) == 2 and len(shards) == made_before:
            raise _Killed
        shards.append(arguments)
        make(*arguments)

    real = workers.run
    out = tmp_path / "out"
    with monkeypatch.context() as patch:
        patch.setattr(workers, "run", run)
        patch.setattr(workers, "make", dying)
        with pytest.raises(_Killed):
            build(tiny(), out)
    assert json.loads((out / ".partial" / "skips.json").read_text("utf-8"))["skips"]
    if forgotten:
        # Without the first pass's shards, those of the second are made from nothing.
        for note in (out / ".partial").glob("shard-*.json"):
            note.unlink()
    assert digests(build(tiny(), out)) == whole


def test_a_shard_is_never_taken_for_its_next_version(
    tiny: Callable[..., Job],
    digests: Digests,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    plain_sheet: None,
) -> None:
    """A kill after the note and before the shard would leave both, and not of one version."""
    whole = digests(build(tiny(), tmp_path / "whole"))
    out = tmp_path / "out"
    replace, renamed = Path.replace, set()

    def dying(self: Path, target: Path) -> Path:
        if target.suffix == ".parquet":
            if target in renamed:
                raise _Killed
            renamed.add(target)
        return replace(self, target)

    with monkeypatch.context() as patch:
        patch.setattr(Path, "replace", dying)
        with pytest.raises(_Killed):
            build(tiny(), out)
    assert digests(build(tiny(), out)) == whole


def test_too_many_is_one_sentence_with_the_number_left(
    tiny: Callable[..., Job], plain_sheet: None, tmp_path: Path
) -> None:
    with pytest.raises(SourceError) as caught:
        build(tiny(count=36), tmp_path / "out")
    assert str(caught.value) == (
        "'triples' has too little for --count 36 in split 'train': block 'pairs' wants 36 "
        "different items, and 30 can be had. Give a larger source."
    )


def test_exclude_shares_nothing(
    tiny: Callable[..., Job], plain_sheet: None, tmp_path: Path
) -> None:
    first = build(tiny(count=12), tmp_path / "first")
    second = build(tiny(count=12, seed=6, exclude=(str(first),)), tmp_path / "second")
    ours, theirs = ({spec for *_, spec in parquet.specs(folder)} for folder in (first, second))
    assert len(ours) == len(theirs) == 12
    assert not ours & theirs
    assert json.loads((second / "manifest.json").read_text("utf-8"))["excluded"] == 12


def test_exclude_that_exhausts_the_source_says_how_many_are_left(
    tiny: Callable[..., Job], plain_sheet: None, tmp_path: Path
) -> None:
    first = build(tiny(count=24), tmp_path / "first")
    with pytest.raises(SourceError, match="wants 24 different items, and 6 can be had") as caught:
        build(tiny(count=24, seed=6, exclude=(str(first),)), tmp_path / "second")
    assert "Exclude less, or give a larger source." in str(caught.value)
    assert not (tmp_path / "second").exists()
