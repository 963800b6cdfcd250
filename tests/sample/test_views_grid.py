"""Grids: every need met, values and titles true of the rows, nothing to guess from."""

from __future__ import annotations

import re
import runpy
from collections import Counter
from dataclasses import replace
from functools import cache
from pathlib import Path
from random import Random
from types import SimpleNamespace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from figloom.charts import Need
from figloom.sample.table import sampled
from figloom.sample.views import grid, grid_views
from figloom.sample.views.columns import Key, factor, fixes, times
from figloom.tables import Column, Table
from figloom.types import Declined, Grid

hand = SimpleNamespace(**runpy.run_path(str(Path(__file__).with_name("handmade.py"))))

NEEDS = {
    "bar": Need("grid", (4, 12), least=0.02),
    "bars": Need("grid", (3, 8), (2, 4), least=0.02),
    "some": Need("grid", (3, 8), (1, 4)),
    "lines": Need("grid", (5, 14), (2, 4), along="time"),
    "pie": Need("grid", (3, 8), whole=True, positive=True, least=0.02, along="names"),
    "stack": Need("grid", (3, 8), (2, 4), whole=True, positive=True, least=0.01),
    "percent": Need("grid", (3, 8), (2, 4), whole=True, shares=True, positive=True, least=0.02),
    "slices": Need("grid", (3, 8), whole=True, shares=True, along="names"),
    "log": Need("grid", (4, 10), decades=1.5, along="names"),
    "dual": Need("grid", (4, 10), (2, 2), units=2, drawn=("bar", "line")),
    "errors": Need("grid", (3, 8), (1, 3), along="ordered", errors=True),
    "webs": Need("grid", (4, 6), (2, 3), along="names", positive=True, least=0.12, apart=0.08),
    "falling": Need("grid", (4, 8), descending=True, along="names"),
}


@cache
def tables():
    return hand.source(hand.sales(), hand.countries())


@pytest.mark.parametrize("name", sorted(NEEDS))
def test_needs_are_met(name: str) -> None:
    hand.met(tables(), NEEDS[name], name, draws=150)


def test_sums_and_means_are_those_of_the_rows() -> None:
    table = hand.sales()
    shop, region = (Key(column) for column in table.columns[:2])
    revenue, price = table.columns[4], table.columns[6]
    regions = factor(table, region)
    for measure, of in ((revenue, np.sum), (price, np.mean)):
        view = grid_views.View(shop, (measure,), None, (region,))
        made = grid.taken(table, view, Need("grid", (3, 4)), (4, 1), Random("rows"))
        assert isinstance(made, Grid)
        held = made.title.rpartition(", ")[2]
        rows = regions.codes == regions.names.index(held)
        names = {category.id: category.name for category in made.categories}
        for cell in made.cells:
            mine = rows & (table.values(shop.column) == names[cell.category])
            truth = of(table.values(measure)[mine])
            truth /= 1000 if made.series[0].unit.startswith("thousand") else 1
            assert cell.value == pytest.approx(truth, abs=0.51 * 10 ** -_places(cell.value))
    assert made.title.startswith("Mean unit price by shop, Region ")
    assert made.axes == ("Shop", "Mean unit price")


def _places(value: float | None) -> int:
    return len(repr(value).partition(".")[2]) if value != round(value or 0) else 0


def test_prepared_values_stand_as_they_are_and_the_title_says_which() -> None:
    table = hand.countries()
    found = 0
    for number in range(200):
        made = sampled(hand.source(table), hand.draw(number), NEEDS["bar"], "a bar chart")
        if isinstance(made, Declined) or made.axes[0] == "Year":
            continue
        year = re.search(r", (\d{4})$", made.title)
        assert year, made.title
        assert "Mean" not in made.title
        found += 1
    assert found > 50
    assert fixes(table, (Key(table.columns[0]),)) == ((Key(table.columns[2], "Y"),),)


def test_periods_that_the_rows_do_not_fill_are_left_out() -> None:
    days = [str(np.datetime64("2019-06-15") + day) for day in range(900)]
    table = hand.made(
        "days", (Column("Date", "time"), Column("Rain", "number", "mm", additive=True)),
        {"Date": days, "Rain": [2.0 + day / 9000 + (day // 40) % 2 for day in range(900)]},
    )  # fmt: skip
    view = grid_views.View(Key(table.columns[0], "M"), (table.columns[1],))
    made = grid.taken(table, view, Need("grid", (20, 40)), (40, 1), Random("months"))
    assert isinstance(made, Grid)
    names = [category.name for category in made.categories]
    assert names[0] == "Jul 2019"
    assert names[-1] == "Nov 2021"
    assert made.categories[0].value == np.datetime64("2019-07-01T00:00:00").astype(int)


def test_gaps_end_a_window_of_time() -> None:
    years = [2000, 2001, 2002, 2003, 2005, 2006, 2007, 2008]
    table = hand.made(
        "gap", (Column("Year", "time"), Column("Yield", "number", "t")),
        {"Year": [f"{year}-01-01" for year in years],
         "Yield": [4.0, 6.5, 3.0, 7.5, 4.5, 8.0, 5.0, 7.0]},
        prepared=True,
    )  # fmt: skip
    for number in range(40):
        made = sampled(
            hand.source(table), hand.draw(number), Need("grid", (3, 6), along="time"), ""
        )
        assert not isinstance(made, Declined)
        shown = [int(category.name) for category in made.categories]
        assert shown == list(range(shown[0], shown[0] + len(shown)))


def test_a_series_that_only_rises_is_not_taken() -> None:
    """ChartBench's later time was the larger in 78 of 100 pairs (defect 7.8)."""
    years = [f"{year}-01-01" for year in range(2000, 2012)]
    table = hand.made(
        "rise", (Column("Year", "time"), Column("Yield", "number", "t")),
        {"Year": years, "Yield": [1.5 * n + 1 for n in range(12)]}, prepared=True,
    )  # fmt: skip
    view = grid_views.View(Key(table.columns[0], "Y"), (table.columns[1],))
    made = grid.taken(table, view, Need("grid", (4, 9), along="time"), (6, 1), Random("rise"))
    assert made == Declined("only rises, or only falls")


def test_totals_and_repeats_are_no_categories() -> None:
    names = ["Total", "Other", "ALL", "usa", "USA", "A very long name that no axis could carry"]
    fine = ["Peru", "Chile", "Cuba", "Fiji", "Togo"]
    table = hand.made(
        "mixed", (Column("Country", "place"), Column("Visits", "number", "", additive=True)),
        {"Country": names + fine, "Visits": [float(3 * n + 7) for n in range(11)]}, prepared=True,
    )  # fmt: skip
    for number in range(30):
        made = sampled(hand.source(table), hand.draw(number), Need("grid", (4, 8)), "")
        assert not isinstance(made, Declined)
        assert {category.name for category in made.categories} <= set(fine)


def test_equal_values_are_declined_with_a_reason() -> None:
    table = hand.made(
        "ties", (Column("Team", "category"), Column("Goals", "number", "", additive=True)),
        {"Team": [f"Team {n}" for n in range(6)], "Goals": [2.0, 2, 2, 3, 3, 3]}, prepared=True,
    )  # fmt: skip
    view = grid_views.views(table, Need("grid", (3, 6)))[0]
    made = grid.taken(table, view, Need("grid", (3, 6)), (6, 1), Random("x"))
    assert made == Declined("ties")


def _rivals(gap: float) -> Table:
    """Two series that differ by the gap, and are 50 to 100."""
    teams = [f"Team {n}" for n in range(6)]
    return hand.made(
        f"rivals{gap}", (Column("Team", "category"), Column("Half", "category"),
                  Column("Goals", "number", "", additive=True)),
        {"Team": teams * 2, "Half": ["First"] * 6 + ["Second"] * 6,
         "Goals": [50.0 + 7 * n for n in range(6)] + [50.0 + 7 * n + gap for n in range(6)]},
        prepared=True,
    )  # fmt: skip


def test_series_that_lie_on_each_other_are_declined_where_they_must_be_apart() -> None:
    need = Need("grid", (4, 6), (2, 2), along="names", positive=True)
    seen = {
        (gap, apart): {
            getattr(grid.taken(table, view, replace(need, apart=apart), (6, 2), Random(f"{gap}")),
                    "reason", "")
            for table in (_rivals(gap),)
            for view in grid_views.views(table, need) if view.along.said == "Team"
        }
        for gap in (3.0, 15.0) for apart in (0.0, 0.08)
    }  # fmt: skip
    assert seen == {
        (3.0, 0.0): {""}, (3.0, 0.08): {"series too alike"}, (15.0, 0.0): {""}, (15.0, 0.08): {""}
    }  # fmt: skip


def _places_of_largest(order: str, count: int) -> Counter[int]:
    found: Counter[int] = Counter()
    random = Random(f"sizes/{order}")
    for number in range(count):
        values = [random.uniform(10, 99) for _ in range(12)]
        rising = sorted(values) if order == "sorted" else values
        table = hand.made(
            f"t{number}", (Column("Name", "category"), Column("Size", "number", "cm")),
            {"Name": [f"{chr(65 + n)}{n}" for n in range(12)], "Size": rising}, prepared=True,
        )  # fmt: skip
        made = sampled(hand.source(table), hand.draw(number), Need("grid", (6, 6)), "")
        assert not isinstance(made, Declined)
        sizes = [cell.value or 0.0 for cell in made.cells]
        found[sizes.index(max(sizes))] += 1
    return found


def test_the_largest_value_stands_anywhere() -> None:
    found = _places_of_largest("mixed", 600)
    # Ordered by value, a fifth of all, puts it first or last, equally often.
    inner = [found[place] for place in range(1, 5)]
    assert max(inner) - min(inner) < 4 * (2 * 80) ** 0.5
    assert abs(found[0] - found[5]) < 4 * (found[0] + found[5]) ** 0.5


def test_a_table_in_order_of_its_values_says_nothing() -> None:
    found = _places_of_largest("sorted", 300)
    later = sum(found[place] for place in (3, 4, 5))
    # Names run with values here, so the fifth in order of names must not count.
    assert later < 300 * (0.5 + 0.1) + 4 * 75**0.5
    assert found[0] > 25


def test_series_and_categories_are_chosen_without_their_values() -> None:
    table, kept = hand.countries(), Counter()
    population = dict(
        zip(table.values(table.columns[0]).tolist(), table.values(table.columns[3]), strict=False)
    )
    order = sorted(population, key=lambda name: population[name])
    large = set(order[len(order) // 2 :])
    need = replace(NEEDS["lines"], series=(2, 2))
    for number in range(300):
        made = sampled(hand.source(table), hand.draw(number), need, "")
        if not isinstance(made, Declined) and made.series[0].name in population:
            kept.update(series.name in large for series in made.series)
    assert abs(kept[True] - kept[False]) < 4 * kept.total() ** 0.5


def test_steps_of_prepared_times_are_their_own() -> None:
    (year,) = times(hand.countries())
    assert year.step == "Y"
    assert [key.step for key in times(hand.sales())] == ["Y", "Q", "M", "D"]


NAMES = st.text(st.characters(exclude_categories=("Cs",)), max_size=30)


@given(
    rows=st.lists(
        st.tuples(
            NAMES,
            st.sampled_from(("x", "y", "Total", "")),
            st.one_of(st.floats(-1e12, 1e12), st.just(0.0), st.just(float("nan"))),
        ),
        min_size=1, max_size=60,
    ),
    name=st.sampled_from(sorted(NEEDS)),
    prepared=st.booleans(),
    additive=st.booleans(),
)  # fmt: skip
@settings(max_examples=150, deadline=None)
def test_whatever_the_rows_what_comes_is_fit(
    rows: list[tuple[str, str, float]], name: str, prepared: bool, additive: bool
) -> None:
    need = NEEDS[name]
    table = hand.made(
        "any",
        (
            Column("Name", "category", counted="row"),
            Column("Kind", "category"),
            Column("Amount", "number", "USD", additive=additive),
            Column("Weight", "number", "kg"),
        ),
        {
            "Name": [row[0] for row in rows],
            "Kind": [row[1] for row in rows],
            "Amount": [row[2] for row in rows],
            "Weight": [abs(row[2]) % 97 + n for n, row in enumerate(rows)],
        },
        prepared,
    )
    for number, view in enumerate(grid_views.views(table, need)[:12]):
        made = grid.taken(table, view, need, (need.count[1], need.series[1]), Random(f"{number}"))
        if not isinstance(made, Declined):
            hand.check(made, need)
