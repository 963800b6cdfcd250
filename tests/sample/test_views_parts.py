"""What a view leaves out is told; percents stay as they are; error bars say what they are."""

from __future__ import annotations

import runpy
from dataclasses import replace
from pathlib import Path
from random import Random
from types import SimpleNamespace

import pytest

from figloom.charts import Need, called
from figloom.sample.table import carries, sampled
from figloom.sample.views import grid, grid_views, points, spread, tree
from figloom.sample.views.columns import Key
from figloom.sample.views.orders import natural
from figloom.tables import Column, Table
from figloom.types import Declined, Grid

hand = SimpleNamespace(**runpy.run_path(str(Path(__file__).with_name("handmade.py"))))

LONG = "Customers of the public sector and their frameworks"
PIE = Need("grid", (3, 8), along="names", positive=True, whole=True, shares=True, least=0.02)


def _shops(names: list[str], values: list[float], unit: str = "", additive: bool = True) -> Table:
    columns = (Column("Shop", "category"), Column("Sales", "number", unit, additive=additive))
    return hand.made("shops", columns, {"Shop": names, "Sales": values}, prepared=True)


@pytest.mark.parametrize("need", [PIE, Need("grid", (4, 8)), called("waterfall")[0].need])
@pytest.mark.parametrize("last", [LONG, "Other"])
def test_a_row_that_cannot_stand_is_counted_in_the_title(need: Need, last: str) -> None:
    table = _shops(["Ash", "Elm", "Oak", "Fir", last], [12.0, 34, 21, 9, 41])
    (view,) = grid_views.views(table, need)
    made = grid.taken(table, view, need, (8, 1), Random("rows"))
    assert isinstance(made, Grid)
    assert len(made.categories) == 4
    assert made.title.endswith("ales by shop (4 of 5)")


def test_a_total_is_no_part_and_a_whole_needs_no_note() -> None:
    table = _shops(["Ash", "Elm", "Oak", "Fir", "Total"], [12.0, 34, 21, 9, 76])
    made = grid.taken(table, grid_views.views(table, PIE)[0], PIE, (8, 1), Random("rows"))
    assert isinstance(made, Grid)
    assert made.title == "Share of sales by shop"


def test_series_that_are_left_out_are_told() -> None:
    table = hand.sales()
    view = grid_views.View(Key(table.columns[1]), (table.columns[4],), Key(table.columns[2]))
    need = Need("grid", (3, 3), (2, 3), whole=True, shares=True)
    made = grid.taken(table, view, need, (3, 3), Random("series"))
    assert isinstance(made, Grid)
    assert made.title == "Share of revenue by region and product (3 of 4)"


@pytest.mark.parametrize(
    ("of", "need", "key"),
    [
        (spread, Need("spread", (3, 6), samples=8), "shop"),
        (points, Need("points", (6, 8), named=True), "shop"),
        (tree, Need("tree", (5, 8), (2, 4), whole=True), "shop"),
    ],
)
def test_other_shapes_tell_it_too(of: object, need: Need, key: str) -> None:
    table, told = hand.sales(), set()
    for number in range(40):
        made = sampled(hand.source(table), hand.draw(number), need, "")
        if not isinstance(made, Declined) and f"by {key} (" in made.title + f" by {key} (":
            told.add(" of 12)" in made.title)
    assert True in told


@pytest.mark.parametrize(
    ("values", "fits"),
    [
        ([45.25, 25.1, 14.65, 15.0], True),
        ([33.4, 33.3, 20.0, 13.2], True),
        ([45.3, 65.1, 74.6, 89.7], False),
        ([45.0, 25.1, 14.6, 9.0], False),
    ],
)
def test_percents_are_shares_as_they_are_or_none(values: list[float], fits: bool) -> None:
    table = _shops(["Ash", "Elm", "Oak", "Fir"], values, "%")
    assert carries(table, PIE) == fits
    (view,) = grid_views.views(table, PIE)
    for number in range(10):
        made = grid.taken(table, view, PIE, (3, 1), Random(f"{number}"))
        if not fits:
            assert isinstance(made, Declined)
            continue
        assert isinstance(made, Grid)
        assert sorted(cell.value or 0.0 for cell in made.cells) == sorted(values)
        assert made.title == "Sales by shop"
        assert made.axes == ("Shop", "Sales")


def test_stacks_of_percents_are_each_a_whole() -> None:
    need = Need("grid", (2, 4), (2, 3), whole=True, shares=True)
    pairs = [(a, b) for a in ("Ash", "Elm", "Oak") for b in ("Tea", "Milk", "Rye")]
    table = hand.made(
        "split",
        (
            Column("Town", "category"),
            Column("Kind", "category"),
            Column("Part", "number", "%", additive=True),
        ),
        {
            "Town": [a for a, _ in pairs],
            "Kind": [b for _, b in pairs],
            "Part": [20.5, 30.5, 49.0, 15.5, 45.5, 39.0, 60.0, 21.0, 25.0],
        },
        prepared=True,
    )
    view = grid_views.View(Key(table.columns[0]), (table.columns[2],), Key(table.columns[1]))
    made = grid.taken(table, view, need, (3, 3), Random("towns"))
    assert isinstance(made, Grid)
    assert {category.name for category in made.categories} == {"Ash", "Elm"}
    assert {cell.value for cell in made.cells} == {20.5, 30.5, 49.0, 15.5, 45.5, 39.0}


def test_lines_of_means_join_what_has_an_order_and_say_what_their_bars_are() -> None:
    need, seen = called("line_error")[0].need, set()
    table = hand.sales()
    for number in range(80):
        made = sampled(hand.source(table), hand.draw(number), need, "")
        if isinstance(made, Declined):
            continue
        seen.add(made.axes[0])
        assert ", ± standard deviation of " in made.title
        assert made.title.endswith((" rows", " sales"))
    assert seen
    assert seen <= {"Year", "Quarter", "Month", "Day"}


def test_how_many_rows_a_bar_is_of() -> None:
    table = hand.made(
        "grades",
        (Column("Grade", "category"), Column("Points", "number")),
        {
            "Grade": ["Low"] * 5 + ["High"] * 9 + ["Medium"] * 7 + ["Very high"] * 6,
            "Points": [float(n * n % 23 + n + 40) for n in range(27)],
        },
    )
    need = Need("grid", (4, 7), along="ordered", errors=True)
    made = grid.taken(table, grid_views.views(table, need)[0], need, (7, 1), Random("bars"))
    assert isinstance(made, Grid)
    assert made.title == "Mean points by grade, ± standard deviation of 5 to 9 rows"
    assert [category.name for category in made.categories] == ["Low", "Medium", "High", "Very high"]


def test_a_line_along_names_leaves_none_out_between() -> None:
    decades = [f"{1900 + 10 * n}s" for n in range(9)]
    rows = [
        (name, float((n * 7) % 5 + 40 + k % 6)) for n, name in enumerate(decades) for k in range(12)
    ]
    table = hand.made(
        "decades",
        (Column("Decade", "category"), Column("Rate", "number")),
        {
            "Decade": [name for name, _ in rows],
            "Rate": [v + n / 99 for n, (_, v) in enumerate(rows)],
        },
    )
    need = Need("grid", (4, 7), along="ordered", errors=True)
    for number in range(20):
        view = grid_views.views(table, need)[0]
        made = grid.taken(table, view, need, (5, 1), Random(f"{number}"))
        assert isinstance(made, Grid)
        first = decades.index(made.categories[0].name)
        assert [c.name for c in made.categories] == decades[first : first + 5]


@pytest.mark.parametrize(
    ("names", "ordered"),
    [
        (("Q2", "Q1"), True),
        (("small", "Large"), True),
        (("March", "Jan"), True),
        (("10-20", "0-10"), True),
        (("North", "South"), False),
        ((), False),
    ],
)
def test_orders_that_people_know(names: tuple[str, ...], ordered: bool) -> None:
    assert bool(natural(names)) == ordered


def test_proper_words_keep_their_capital() -> None:
    table = replace(
        _shops(["Ash", "Elm", "Oak", "Fir"], [1.0, 3, 2, 5]), proper=frozenset({"Shop"})
    )
    need = Need("grid", (4, 4))
    made = grid.taken(table, grid_views.views(table, need)[0], need, (4, 1), Random("names"))
    assert isinstance(made, Grid)
    assert made.title == "Sales by Shop"
