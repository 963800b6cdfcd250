"""Points: named ones apart and unequal, groups of three at least, rows or names as they are."""

from __future__ import annotations

import runpy
from functools import cache
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest

from figloom.charts import Need
from figloom.sample.table import sampled
from figloom.types import Points

hand = SimpleNamespace(**runpy.run_path(str(Path(__file__).with_name("handmade.py"))))

NEEDS = {
    "scatter": Need("points", (15, 60)),
    "groups": Need("points", (20, 60), (2, 4)),
    "either": Need("points", (20, 60), (1, 4)),
    "named": Need("points", (6, 12), named=True),
    "bubble": Need("points", (6, 10), named=True, third=True, least=0.02),
}


@cache
def tables():
    return hand.source(hand.sales(), hand.countries())


@pytest.mark.parametrize("name", sorted(NEEDS))
def test_needs_are_met(name: str) -> None:
    hand.met(tables(), NEEDS[name], name)


def test_points_are_rows_of_the_year_in_the_title() -> None:
    table = hand.countries()
    income, life = (table.columns[n] for n in (4, 5))
    for number in range(60):
        made = sampled(hand.source(table), hand.draw(number), NEEDS["named"], "")
        assert isinstance(made, Points)
        if made.names != ("Income", "Life expectancy") or "thousand" in made.units[0]:
            continue
        year = np.datetime64(f"{made.title[-4:]}-01-01")
        for point in made.points:
            (row,) = np.flatnonzero(
                (table.values(table.columns[0]) == point.name)
                & (table.values(table.columns[2]) == year)
            )
            assert point.x == pytest.approx(table.values(income)[row], rel=0.01)
            assert point.y == pytest.approx(table.values(life)[row], rel=0.01)


def test_both_ungrouped_and_grouped_points_come() -> None:
    many = set()
    for number in range(60):
        made = sampled(tables(), hand.draw(number), NEEDS["either"], "")
        if isinstance(made, Points):
            many.add(len({point.group for point in made.points}))
    assert {1, 2} <= many
