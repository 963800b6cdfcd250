"""Chart questions: no prior tells the answer, and every pair holds by a second look."""

from __future__ import annotations

from dataclasses import replace

import pytest
from charts_made import Made, Pair, make_all, pairs, parts
from charts_solvers import CELL, faults, figures, offer, rules
from charts_twice import wrongs

from figloom.charts import charts

QUICK = 6
FULL = 64
TYPES = ("bar", "line", "bar_grouped", "area_percent", "line_line", "pie", "histogram", "sunburst",
         "scatter", "heat_map")  # fmt: skip


@pytest.fixture(scope="module")
def made() -> list[Made]:
    return make_all(parts("eval", QUICK, 7, ("faker",), TYPES), processes=1)


@pytest.fixture(scope="module")
def quick(made: list[Made]) -> list[Pair]:
    return list(pairs(made))


def test_every_pair_holds_by_a_second_look(quick):
    assert {pair.questions[0].task for pair in quick} == {"recognise", "value", "compare", "global"}
    assert not wrongs(quick)


def test_a_second_look_sees_what_is_wrong(quick):
    """Truth and falsehood exchanged, a statement repeated: each is found in every pair."""
    for pair in quick:
        first, second = pair.questions
        turned = (replace(first, answer=second.answer), replace(second, answer=first.answer))
        assert wrongs([replace(pair, questions=turned)])
        assert wrongs([replace(pair, questions=(first, first))])


def test_order_and_direction_are_balanced_by_the_schedule(quick):
    offer(quick)
    found = {(f.solver, f.about): f for f in rules(quick)}
    for solver, most in (("first of the pair", 0.12), ("first named", 0.15)):
        assert abs(found[solver, "all"].reached - 0.5) <= most, found[solver, "all"].line()


@pytest.mark.slow
def test_no_prior_and_no_pair_that_does_not_hold():
    """20,000 pairs hold, and no rule or classifier gains on them; also prints the table."""
    learnt = list(pairs(make_all(parts("train", FULL // 2, 1))))
    held = list(pairs(make_all(parts("eval", FULL, 2))))
    assert len(held) >= 20_000
    assert not wrongs(held)
    found = figures(learnt, held)
    for figure in found:
        print(figure.line())  # noqa: T201
    assert not faults(found)
    assert all(
        abs(f.reached - 0.5) <= CELL for f in found if f.about == "told of" and f.asked > 6000
    )
    assert {pair.chart for pair in held} >= set(charts()) - {"gauge"}
