"""What charts are asked: every needed question or a reason, neither side of a schedule favoured."""

from __future__ import annotations

import tomllib
from collections import Counter
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from figloom import recipe as recipes
from figloom import registry
from figloom.ask.charts.balance import Case, evenly
from figloom.ask.charts.made import beside
from figloom.ask.charts.phrases import places
from figloom.ask.charts.readings import readings
from figloom.ask.charts.ruler import Ruler, ruler
from figloom.ask.charts.whole.scopes import kinds
from figloom.charts import charts
from figloom.seeds import Draw
from figloom.types import Category, Cell, Declined, Facts, Grid, Provenance, Series

NEEDED = ("recognise", "value", "compare", "overall", "read_number")
OPTIONAL = ("difference", "ratio", "untold", "locate")


def facts_of(chart: str, slots: int = 3) -> list[Facts]:
    """Some facts of a type, as its sampler draws them."""
    text = f'''source = "faker"
render = "chart"
[[block]]
name = "b"
sample = {{ name = "table", chart = "{chart}" }}
ask = ["recognise"]
'''
    call = recipes.parse("r", text, tomllib.loads(text))
    source = call.source.plugin.call(**call.source.options)
    sample = call.blocks[0].sample
    drawn = [
        sample.plugin.call(source, Draw(5, "r", "train", "b", slot, slot), **sample.options)
        for slot in range(slots)
    ]
    return [Facts(one, one) for one in drawn if not isinstance(one, Declined)]


@pytest.mark.parametrize("chart", charts())
def test_every_needed_question_is_asked_or_declined_with_a_reason(chart: str) -> None:
    asks = registry.plugins("ask")
    known = {n for n, p in asks.items() if p.call.__module__.startswith("figloom.ask.charts")}
    assert known == {*NEEDED, *OPTIONAL}
    for facts in facts_of(chart):
        for slot in range(4):
            draw = Draw(1, "r", "train", "b", slot, slot)
            for name in NEEDED:
                made = asks[name].call(facts, None, draw)
                assert made, f"{name} of {chart} is dropped without a word"
                if isinstance(made, Declined):
                    assert len(made.reason) > 10
            for name in OPTIONAL:
                assert isinstance(asks[name].call(facts, None, draw), tuple | Declined)


def test_a_gauge_is_asked_its_value_and_never_compared() -> None:
    asks = registry.plugins("ask")
    facts = facts_of("gauge")
    draw = Draw(1, "r", "train", "b", 0, 0)
    assert any(len(asks["value"].call(one, None, draw)) == 2 for one in facts
               if not isinstance(asks["value"].call(one, None, draw), Declined))  # fmt: skip
    assert all(isinstance(asks["compare"].call(one, None, draw), Declined) for one in facts)


@pytest.mark.parametrize("later", [True, False])
def test_times_are_asked_of_only_where_either_could_win(later: bool) -> None:
    rising = [Case("up", True, (0, 1)), Case("far", True, (0, 2))]
    assert evenly(rising, later, Random(1)) is None
    both = [*rising, Case("down", False, (0, 1))]
    assert evenly(both, later, Random(1)) == ("up" if later else "down")


def test_names_are_asked_of_in_the_order_wanted_or_not_at_all() -> None:
    one_way = [Case("A over B", False, (0, 0))]
    assert evenly(one_way, False, Random(1)) == "A over B"
    assert evenly(one_way, True, Random(1)) is None


@pytest.mark.parametrize("truth", [27.0, 81.0])
def test_a_made_number_is_nearer_to_the_middle_or_farther_as_wanted(truth: float) -> None:
    scale, like = Ruler(0, 108, 3.6), [27.0, 81.0]
    for seed in range(20):
        inner, outer = (beside(truth, scale, like, 9, near, Random(seed)) for near in (True, False))
        assert inner is not None
        assert outer is not None
        assert abs(inner - 54) < abs(truth - 54) < abs(outer - 54)
        assert len(f"{inner:g}") == len(f"{outer:g}") == 2


@given(st.lists(st.integers(-(10**7), 10**7), min_size=1, max_size=8), st.integers(0, 8))
@settings(deadline=None)
def test_all_values_are_told_exactly_with_fewest_decimals(whole: list[int], power: int) -> None:
    values = [one / 10**power for one in whole]
    slack = 1e-9 * max(1e-3, *map(abs, values))
    exact = [n for n in range(6) if all(abs(round(v, n) - v) <= slack for v in values)]
    assert places(values) == min([*exact, 6])


def test_no_number_is_made_where_the_truth_alone_is_in_the_middle() -> None:
    flat = [78.0, 79.0, 80.0]
    assert beside(79.0, Ruler(0, 158, 3.2), flat, 10, True, Random(1)) is None


def lines(*values: float, chart: str = "line") -> Facts:
    times = tuple(Category(f"c{n}", str(2000 + n), float(n)) for n in range(len(values)))
    cells = tuple(Cell(f"v{n}", f"c{n}", "s", value) for n, value in enumerate(values))
    grid = Grid("Sales", times, (Series("s", "Sales"),), cells, Provenance("test", "CC0-1.0"),
                axes=("Year", "Sales"), chart=chart)  # fmt: skip
    return Facts(grid, grid)


def test_a_line_far_from_zero_is_read_on_a_short_axis_and_bars_never() -> None:
    for chart, short in (("line", True), ("bar", False)):
        found = readings(lines(1000, 1010, 1005, 990, chart=chart), None)
        scale = ruler(None, found[0], found)
        assert (scale.low > 900) == short
        # Or every number on the axis would be right.
        assert (scale.tolerance(1000) < 5) == short


def test_kinds_of_statement_on_the_whole_are_found_and_all_come() -> None:
    assert list(kinds()) == ["count", "highest", "lowest", "mean", "range", "trend"]
    facts = lines(10, 30, 20, 50, 40, 60, 25, 45)
    overall = registry.plugins("ask")["overall"].call
    asked = Counter(
        overall(facts, None, Draw(1, "r", "train", "b", slot, slot))[0].wording.partition("/")[0]
        for slot in range(60)
    )
    # A trend takes series that rise and series that fall.
    assert set(asked) <= {f"overall_{name}" for name in kinds()} - {"overall_trend"}
    assert len(asked) >= 4
