"""Charts by the second path: clean builds in both renderers, and seeded faults, all found."""

from __future__ import annotations

import copy
import runpy
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pyarrow.parquet as pq
import pytest

from figloom import recipe
from figloom.audit.charts_axes import ruler
from figloom.audit.charts_facts import named, scope, told
from figloom.audit.charts_numbers import meanings, number
from figloom.audit.labels import Faulty
from figloom.audit.shard import parsed
from figloom.audit.walk import audit
from figloom.charts import charts
from figloom.shards import Job

_RECIPE = """
about = "Charts of every way of reading, for the audit."
source = "tables"
count = 28
attempts = 4
render = { name = "chart", labels = 0.4 }

[[block]]
each = { chart = [
    "bar_stacked", "bar_horizontal", "bar_3d_grouped", "line_error", "line_line", "area_percent",
    "pie", "radar_multi", "sunburst", "scatter", "funnel", "waterfall", "heat_map",
    "node_link_undirected",
] }
sample = "table"
ask = [
    "recognise", "value", "compare", "overall", "read_number", "difference", "ratio", "untold",
    "locate",
]
"""
_MUTATIONS = {
    name: mutation
    for file in ("mutated_charts.py", "mutated_pictures.py")
    for name, mutation in runpy.run_path(str(Path(__file__).with_name(file)))["MUTATIONS"].items()
}
Rows = list[dict[str, Any]]


@pytest.fixture(scope="session")
def folder(tmp_path_factory: pytest.TempPathFactory, untried: Callable[[Job, Path], Path]) -> Path:
    """A dataset of charts, two of each type, one a renderer."""
    place = tmp_path_factory.mktemp("charts")
    path = place / "audited.toml"
    path.write_text(_RECIPE, "utf-8")
    text = recipe.load(str(path), None).text
    job = Job(name="audited", text=text, source=None, seed=5, split="train", count=28)
    return untried(job, place / "built")


@pytest.fixture(scope="session")
def charted(folder: Path) -> Rows:
    """Its records."""
    paths = sorted((folder / "data").glob("*.parquet"))
    return [parsed(row) for path in paths for row in pq.read_table(path).to_pylist()]


def test_build_of_charts_is_clean(folder: Path, charted: Rows) -> None:
    assert {row["style"].split("/")[0] for row in charted} == {"matplotlib", "echarts"}
    findings = audit([folder])
    assert findings.clean, findings.lines()
    assert findings.seen["questions"] > 200


def _found(place: Path) -> dict[str, int]:
    """Findings about records, without those about the borrowed manifest."""
    counts = audit([place]).counts
    return {k: n for k, n in counts.items() if not k.startswith(("manifest ", "checksum "))}


@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("name", _MUTATIONS)
def test_mutation_of_a_chart_is_caught(
    name: str, seed: int, charted: Rows, written: Callable[[Rows], Path]
) -> None:
    mutate, kinds = _MUTATIONS[name]
    draw = Random(f"{name}/{seed}")
    for row in draw.sample(charted, len(charted)):
        changed = copy.deepcopy(row)
        if mutate(changed, draw):
            break
    else:
        raise AssertionError("no record has a place for it")
    before, found = _found(written([row])), _found(written([changed]))
    more = {kind for kind, count in found.items() if count > before.get(kind, 0)}
    assert more & kinds, f"{row['key']}: found {more or 'nothing'}"


def test_there_are_enough_mutations() -> None:
    assert len(_MUTATIONS) >= 40


def test_every_type_has_words_of_its_own() -> None:
    assert len({chart.said for chart in charts().values()}) == len(charts())


@pytest.mark.parametrize(
    ("text", "value", "unit"),
    [("1,234.50 kg", 1234.5, "kg"), ("\u221212%", -12.0, "%"), ("0.5", 0.5, ""),
     ("7 per 1000 people", 7.0, "per 1000 people")],
)  # fmt: skip
def test_numbers_of_questions(text: str, value: float, unit: str) -> None:
    assert (number(text).value, number(text).unit) == (value, unit)


@pytest.mark.parametrize("text", ["", "about 5", "1,23", "12,3456", "five"])
def test_what_is_no_number(text: str) -> None:
    with pytest.raises(ValueError, match=r"number|thousands"):
        number(text)


def test_numbers_of_pictures() -> None:
    assert {*meanings("1.234")} == {1.234, 1234.0}
    assert {*meanings("1\u00a0234,5")} == {1234.5, 12345.0}
    assert 2500.0 in {*meanings("2.5K")}
    assert -3.0 in {*meanings("\u22123")}
    assert not [*meanings("June")]


def _axis(**changed: Any) -> dict[str, Any]:
    ticks = [{"value": v, "pixel": 400.0 - 3 * v, "text": str(v)} for v in (0, 50, 100)]
    return {"dimension": "y", "scale": "linear", "low": 0.0, "high": 100.0, "name": "",
            "pixels": [400.0, 100.0], "ticks": ticks} | changed  # fmt: skip


def test_ruler_of_a_linear_axis() -> None:
    scale = ruler(_axis())
    assert scale.value(250.0) == pytest.approx(50.0)
    assert scale.steps(1, 7.0) == pytest.approx(10.0)
    assert scale.apart(50.0, 80.0)
    assert not scale.apart(50.0, 79.0)
    assert scale.near(50.0, 85.0)
    assert not scale.near(50.0, 86.0)
    assert scale.tolerance(10.0) == pytest.approx(20.0)
    # Of a value that such an axis could not show, 5 % are of the axis.
    assert scale.tolerance(1000.0) == pytest.approx(20.0)


def test_ruler_of_a_logarithmic_axis() -> None:
    scale = ruler(_axis(scale="log", low=1.0, high=1000.0, ticks=[]))
    assert scale.value(300.0) == pytest.approx(10.0)
    assert scale.worth(100, 10.0) == pytest.approx(90.0)
    assert scale.near(10.0, 50.0)
    assert not scale.near(10.0, 51.0)


def test_axis_without_length_is_refused() -> None:
    with pytest.raises(ValueError, match="no length"):
        ruler(_axis(pixels=[4.0, 4.0]))


def _grid() -> dict[str, Any]:
    cells = [("c0", "s0", 1.0), ("c1", "s0", 2.0), ("c0", "s1", 3.0), ("c1", "s1", None)]
    return {
        "shape": "grid", "title": "T", "axes": ["City", "Sales"],
        "categories": [{"id": "c0", "name": "A", "value": None},
                       {"id": "c1", "name": "B", "value": None}],
        "series": [{"id": f"s{n}", "name": name, "unit": "kg", "axis": "y"}
                   for n, name in enumerate(("North", "South"))],
        "cells": [{"id": c + s, "category": c, "series": s, "value": v} for c, s, v in cells],
    }  # fmt: skip


def test_names_lead_to_facts() -> None:
    known = told(_grid())
    assert [one.fact for one in named(known, "Sales", "“South” at “A”")] == ["c0s1"]
    assert named(known, "Sales", "“South” in “A”") == []
    assert named(known, "Sales", "“South” at “B”") == []
    assert named(known, "Costs", "“South” at “A”") == []


def test_scopes() -> None:
    known = told(_grid())
    assert {one.fact for one in scope(known, "Sales", " of “North”")} == {"c0s0", "c1s0"}
    assert {one.fact for one in scope(known, "Sales", " at “A”")} == {"c0s0", "c0s1"}
    assert len(scope(known, "Sales", "")) == 3
    with pytest.raises(Faulty):
        scope(known, "Sales", " of “West”")


def test_two_facts_of_one_name_are_refused() -> None:
    shown = _grid()
    shown["categories"][1]["name"] = "A"
    with pytest.raises(Faulty, match="two values"):
        told(shown)


def test_a_whisker_is_no_extreme() -> None:
    group = {"id": "g", "name": "A", "five": [1.0, 2.0, 3.0, 4.0, 5.0], "outliers": [9.0],
             "samples": []}  # fmt: skip
    shown = {"shape": "spread", "title": "T", "axes": ["Kind", "Size"], "unit": "", "bins": [],
             "groups": [group]}  # fmt: skip
    values = {one.what: one.value for one in told(shown)}
    assert values["Upper whisker end of Size"] == 5.0
    assert not any("maximum" in what.lower() for what in values)
