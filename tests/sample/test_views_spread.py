"""Spreads: whiskers, quartiles and outliers as Matplotlib has them; bins with round edges."""

from __future__ import annotations

import runpy
from functools import cache
from pathlib import Path
from random import Random
from types import SimpleNamespace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from figloom.charts import Need
from figloom.sample.views.columns import Key
from figloom.sample.views.spread import View, _quantile, bins, five_numbers, taken
from figloom.tables import Column
from figloom.types import Declined

hand = SimpleNamespace(**runpy.run_path(str(Path(__file__).with_name("handmade.py"))))

NEEDS = {
    "box": Need("spread", (3, 6), samples=8),
    "tall": Need("spread", (2, 4), samples=30, positive=True),
    "histogram": Need("spread", (1, 1), bins=True, samples=40),
}


@cache
def tables():
    return hand.source(hand.sales(), hand.countries())


@pytest.mark.parametrize("name", sorted(NEEDS))
def test_needs_are_met(name: str) -> None:
    hand.met(tables(), NEEDS[name], name)


def test_a_part_of_the_table_without_a_number_has_no_groups() -> None:
    regions = ["North", "South"] * 30
    table = hand.made(
        "gaps",
        (Column("Shop", "category"), Column("Region", "place"), Column("Height", "number", "cm")),
        {"Shop": [f"Shop {n % 3}" for n in range(60)], "Region": regions,
         "Height": [None if region == "South" else n + 0.5 for n, region in enumerate(regions)]},
    )  # fmt: skip
    shop, region, height = table.columns
    view, found = View(height, Key(shop), (Key(region),)), set[str]()
    for number in range(20):
        made = taken(table, view, NEEDS["box"], (3, 1), Random(number))
        found.add(made.reason if isinstance(made, Declined) else "made")
    assert found == {"made", "too few groups with samples enough"}


@given(st.lists(st.integers(-900, 900), min_size=1, max_size=60))
@settings(deadline=None)
def test_five_numbers_are_those_of_matplotlib(found: list[int]) -> None:
    from matplotlib.cbook import boxplot_stats

    samples = [value / 10 for value in found]
    (stats,) = boxplot_stats(samples)
    five, outside = five_numbers(samples, 1)
    theirs = [stats[key] for key in ("whislo", "q1", "med", "q3", "whishi")]
    near = any(
        abs(abs(v - edge) - 1.5 * stats["iqr"]) < 1e-9
        for v in samples
        for edge in (stats["q1"], stats["q3"])
    )
    if not near:
        assert np.allclose(five, theirs, rtol=0, atol=1e-9)
        assert sorted(outside) == sorted(stats["fliers"])
    assert list(five) == sorted(five)
    assert all(value == round(value, 3) for value in five)


@given(st.lists(st.floats(-1e9, 1e9), min_size=1, max_size=60))
def test_quartiles_are_those_of_numpy_to_the_last_bit(found: list[float]) -> None:
    samples = np.sort(np.array(found))
    for part in (0.25, 0.5, 0.75):
        assert _quantile(samples, part) == np.quantile(samples, part)


@given(st.lists(st.floats(-1e6, 1e6), min_size=2, max_size=50))
def test_bins_hold_every_sample_once(found: list[float]) -> None:
    samples = [round(value, 2) for value in found]
    edges = bins(samples)
    if max(samples) > min(samples):
        assert 6 <= len(edges) - 1 <= 14
        assert edges[0] <= min(samples) <= max(samples) < edges[-1]
        width = edges[1] - edges[0]
        lead = round(width / 10 ** np.floor(np.log10(width) + 1e-9), 6)
        assert lead in (1.0, 2.0, 2.5, 5.0)
