"""A source too small for --count: the number that is named works, and nothing is left behind."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from figloom import recipe
from figloom.build import build
from figloom.emit import parquet
from figloom.errors import Short
from figloom.render.plots import browser
from figloom.shards import Job

TREES = (
    *("Oak", "Elm", "Ash", "Fir", "Yew", "Bay", "Fig", "Box", "Lime", "Pine", "Plum", "Pear"),
    *("Rowan", "Alder", "Aspen", "Beech", "Birch", "Cedar", "Hazel", "Holly"),
)


@pytest.fixture(autouse=True)
def ours(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The cache of this machine, where ECharts is."""
    monkeypatch.delenv("FIGLOOM_CACHE")
    yield
    browser.close()


def _trees(place: Path, rows: int) -> str:
    random = Random(f"trees {rows}")
    lines = [
        f"{tree},{random.randint(30, 400) / 10},{random.randint(5, 300)}\n" for tree in TREES[:rows]
    ]
    (place / "trees.csv").write_text("Tree,Height (m),Age\n" + "".join(lines), "utf-8")
    return "csv=trees.csv"


@pytest.mark.parametrize(
    ("rows", "count"),
    [
        (5, 12),
        pytest.param(8, 60, marks=pytest.mark.slow),
        pytest.param(20, 300, marks=pytest.mark.slow),
    ],
)
def test_the_count_that_is_named_works(
    figloom: Callable[..., Any], elsewhere: Path, rows: int, count: int
) -> None:
    told = ("build", "charts", "--source", _trees(elsewhere, rows), "--out", "deep/out")
    code, out, err = figloom(*told, "--count", count)
    assert (code, out) == (2, "")
    assert sorted(path.name for path in elsewhere.iterdir()) == ["trees.csv"]
    assert re.search(r": block '\w+' wants \d+ different items?, as its share of the ", err)
    named = re.search(r"Give a larger source\. Or ask for --count (\d+) \(pictures of ", err)
    assert named, err
    assert 1 <= int(named[1]) < count
    code, _, err = figloom(*told, "--count", named[1])
    assert code == 0, err
    assert len(list(parquet.read_folder(elsewhere / "deep/out"))) == int(named[1])


def _job(elsewhere: Path, count: int) -> Job:
    loaded = recipe.load("charts", _trees(elsewhere, 5))
    return Job("charts", loaded.text, "csv=trees.csv", 0, "train", count)


def test_what_was_there_stays(elsewhere: Path) -> None:
    job = _job(elsewhere, 12)
    (elsewhere / "out").mkdir()
    with pytest.raises(Short):
        build(job, elsewhere / "out")
    assert list((elsewhere / "out").iterdir()) == []
    # As a build leaves it that was killed between its shards.
    (elsewhere / "out" / ".partial").mkdir()
    (elsewhere / "out" / ".partial" / "shard-00007.json").write_text("{}", "utf-8")
    with pytest.raises(Short):
        build(job, elsewhere / "out")
    assert (elsewhere / "out" / ".partial" / "shard-00007.json").exists()
