"""Charts, by both renderers: the same bytes however they are made, and nothing lost by a kill."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from figloom.build import build
from figloom.emit import parquet
from figloom.render.plots import browser
from figloom.shards import Job

Digests = Callable[[Path], dict[str, str]]

RECIPE = """
about = "A few types, both renderers."
source = "tables"
count = 16
attempts = 4
render = { name = "chart", labels = 0.5 }

[[block]]
each = { chart = ["bar", "line_multi", "pie", "scatter"] }
sample = "table"
ask = ["recognise", "value", "compare", "overall", "read_number"]
"""


def _job(**changes: Any) -> Job:
    settings = {"source": None, "seed": 3, "split": "train", "count": 16, "shard": 3}
    return Job(name="mine", text=RECIPE, **{**settings, **changes})


@pytest.fixture(scope="module")
def reference(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build(_job(), tmp_path_factory.mktemp("charts") / "one")


def test_both_renderers_draw(reference: Path) -> None:
    styles = {r.picture.style.split("/")[0] for r in parquet.read_folder(reference) if r.picture}
    assert styles == {"matplotlib", "echarts"}


def test_two_workers_under_another_hash_seed(
    reference: Path, drive: Callable[..., Any], digests: Digests, tmp_path: Path
) -> None:
    assert drive(_job(), tmp_path / "two", 2, "4321").end() == ""
    assert digests(tmp_path / "two") == digests(reference)


def test_a_killed_build_is_finished(
    reference: Path, drive: Callable[..., Any], digests: Digests, tmp_path: Path
) -> None:
    out = tmp_path / "killed"
    running = drive(_job(), out, 2)
    assert running.wait_for(lambda: len(running.finished()) >= 1), running.end()
    running.kill()
    build(_job(), out)
    assert digests(out) == digests(reference)


def test_what_stands_abreast_changes_no_byte(
    reference: Path, monkeypatch: pytest.MonkeyPatch, digests: Digests, tmp_path: Path
) -> None:
    monkeypatch.setattr("figloom.shards.ABREAST", 1)
    assert digests(build(_job(), tmp_path / "alone")) == digests(reference)


def test_a_dead_browser_costs_nothing(
    reference: Path, monkeypatch: pytest.MonkeyPatch, digests: Digests, tmp_path: Path
) -> None:
    before, drawn = browser.counts.crashes, browser.draw
    done: list[int] = []

    def dying(requests: Any) -> Any:
        if not done:
            # As if it had died between two batches.
            browser._page(browser.ECHARTS).context.browser.close()
        done.append(len(requests))
        return drawn(requests)

    monkeypatch.setattr(browser, "draw", dying)
    again = build(_job(), tmp_path / "again")
    assert browser.counts.crashes == before + 1
    told = [
        json.loads((place / "manifest.json").read_text("utf-8")) for place in (reference, again)
    ]
    assert [manifest.pop("browser_restarts", 0) for manifest in told] == [0, 1]
    assert told[0] == told[1]
    files = [digests(place) for place in (reference, again)]
    assert {name for name in files[0] if files[0][name] != files[1].get(name)} == {"manifest.json"}


def test_seeds_overlap_no_more_than_chance(reference: Path, tmp_path: Path) -> None:
    other = build(_job(seed=4), tmp_path / "other")
    specs = [{spec for _, _, spec in parquet.specs(place)} for place in (reference, other)]
    assert len(specs[0] & specs[1]) <= 1
    fresh = build(_job(seed=4, exclude=(str(reference),)), tmp_path / "fresh")
    assert specs[0].isdisjoint(spec for _, _, spec in parquet.specs(fresh))
