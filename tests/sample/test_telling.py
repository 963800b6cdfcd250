"""Slices that questions can use: values near and yet apart, and both orders of them."""

from __future__ import annotations

import runpy
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import pytest

from figloom.charts import Need
from figloom.sample.table import sampled
from figloom.sample.views.telling import DULL, dull
from figloom.tables import Column, Table
from figloom.types import Category, Cell, Declined, Grid, Ohlc, Series, Tree

hand = SimpleNamespace(**runpy.run_path(str(Path(__file__).with_name("handmade.py"))))

BAR = Need("grid", (3, 8))
FAR, ORDER, ALIKE, ROOM = DULL


def _grid(values: list[float], timed: bool = False) -> Grid:
    """One series of A, B, C ... or of 1, 2, 3 ..."""
    names = [chr(65 + n) for n in range(len(values))]
    return Grid(
        title="Goals by team",
        categories=tuple(
            Category(name, name, n if timed else None) for n, name in enumerate(names)
        ),
        series=(Series("s", "Goals"),),
        cells=tuple(
            Cell(f"v{name}", name, "s", value) for name, value in zip(names, values, strict=True)
        ),
        provenance=hand.ORIGIN,
        axes=("Team", "Goals"),
    )


@pytest.mark.parametrize(
    ("values", "timed", "told"),
    [
        ([50, 75, 55, 90], False, ""),
        # On an axis from zero none of these can be told from another.
        ([90, 91, 92, 90.5], False, FAR),
        ([1, 100], False, FAR),
        # Whatever number is taken between them, four are above it.
        ([70, 45, 72, 46, 71, 47, 73], False, ROOM),
        # The earlier letter is always the smaller, or all that can be told apart are so.
        ([30, 50, 70, 90], False, ORDER),
        ([30, 50, 70, 69], False, ORDER),
        ([30, 50, 70, 20], False, ""),
        ([30, 50, 70, 90], True, FAR),
        # What goes up does so in one step and comes down in four.
        ([30, 50, 42, 35, 20], True, ""),
        ([30, 50, 30, 60], True, ""),
    ],
)
def test_what_there_is_to_ask_of_a_series(values: list[float], timed: bool, told: str) -> None:
    assert dull(_grid(values, timed), BAR) == told


def test_an_axis_without_zero_tells_small_differences() -> None:
    grid = _grid([90, 91, 92, 90.5])
    assert dull(grid, BAR)
    assert not dull(grid, replace(BAR, loose=True))


def test_error_bars_and_sums_are_on_the_axis_too() -> None:
    grid = _grid([50, 75, 55, 90])
    bars = [replace(cell, low=(cell.value or 0) - 40, high=400) for cell in grid.cells]
    assert not dull(grid, BAR)
    assert dull(replace(grid, cells=tuple(bars)), BAR) == FAR
    more = [Cell(f"w{cell.id}", cell.category, "t", (cell.value or 0) + 1) for cell in grid.cells]
    stack = replace(grid, series=(*grid.series, Series("t", "Points")), cells=(*grid.cells, *more))
    assert not dull(stack, BAR)
    assert dull(stack, replace(BAR, whole=True))


@pytest.mark.parametrize("value", [23.0, 626.0, 1.45, 7900.0])
def test_a_single_value_has_others_as_long(value: float) -> None:
    assert dull(_grid([value]), BAR) == ""


@pytest.mark.parametrize("value", [1.0, 20.0, 93.0, 104.0, 3000.0])
def test_a_single_value_that_no_other_is_like_is_dull(value: float) -> None:
    assert dull(_grid([value]), BAR)


def _cup(goals: list[float]) -> Table:
    return hand.made(
        "cup", (Column("Team", "category"), Column("Goals", "number", "", additive=True)),
        {"Team": [f"Team {chr(65 + n)}" for n in range(len(goals))], "Goals": goals},
        prepared=True,
    )  # fmt: skip


def test_slices_that_tell_something_are_preferred() -> None:
    """Of eight teams four are alike: three of those alone would be nothing to ask of."""
    table = hand.source(_cup([90.0, 60, 91, 35, 92, 75, 93, 50]))
    need = Need("grid", (3, 3), along="names")
    made = [sampled(table, hand.draw(number), need, "") for number in range(60)]
    assert not any(isinstance(one, Declined) or dull(one, need) for one in made)


def test_a_table_of_nothing_else_is_drawn_as_it_is() -> None:
    """Whether anything can be asked of it, the questions say."""
    table = hand.source(_cup([90.0 + n for n in range(8)]))
    need = Need("grid", (3, 5), along="names")
    made = [sampled(table, hand.draw(number), need, "") for number in range(5)]
    assert not any(isinstance(one, Declined) for one in made)
    assert all(dull(one, need) for one in made if isinstance(one, Grid | Ohlc | Tree))
