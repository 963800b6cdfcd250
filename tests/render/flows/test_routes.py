"""Arrows find their way between steps, and reach them apart from each other."""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable

import pytest

from figloom.render.flows.cells import cells
from figloom.render.flows.clip import Place
from figloom.render.flows.detours import detoured
from figloom.render.flows.engine import Attempt, Places
from figloom.render.flows.layout import lay_out
from figloom.render.flows.looks import looks, sized
from figloom.render.graphs.curves import dense, flatten
from figloom.types import Declined, Facts, Flow, Picture, Polyline

Draw = Callable[..., Picture | Declined]
Make = Callable[..., Facts]
STEPS = [Place("rectangle", 100.0, y, 40.0, 17.0, 0.0) for y in (50.0, 200.0, 350.0)]


@pytest.mark.parametrize("seed", [29, 85, 101, 141, 165])
def test_arrows_between_lanes_are_led_around_steps(seed: int, handmade: Make, drawn: Draw) -> None:
    """Graphviz leads an arrow of each straight through a step, however wide the gaps."""
    made = drawn(handmade(seed), seed, styles=("pastel",), directions=("TB",))
    assert isinstance(made, Picture), made


@pytest.mark.parametrize("seed", [11, 43, 59])
def test_arrows_that_come_in_flat_are_told_apart(seed: int, handmade: Make, drawn: Draw) -> None:
    made = drawn(handmade(seed), seed, styles=("pastel",), directions=("TB",))
    assert isinstance(made, Picture), made


@pytest.mark.parametrize("way", ["straight", "two pieces"])
def test_only_what_runs_through_a_step_is_led_around_it(way: str) -> None:
    first, last = (100.0, 50.0), (100.0, 350.0)
    through = (first, first, last, last)
    if way == "two pieces":
        middle = (100.0, 150.0)
        through = (first, first, middle, middle, middle, last, last)
    beside = (first, (300.0, 150.0), (300.0, 250.0), last)
    found = detoured([through, beside], [(0, 2), (0, 2)], STEPS)
    assert found[1] == beside
    assert (found[0][0], found[0][-1]) == (first, last)
    dots = dense(flatten([found[0]], [last]), 1.0).points
    assert not any(60 <= x <= 140 and 183 <= y <= 217 for x, y in dots.tolist())
    assert min(abs(x - 100) + abs(y - 200) for x, y in dots.tolist()) < 90


def test_where_there_is_no_way_around_an_arrow_stays_as_it_was() -> None:
    walls = [Place("rectangle", x, 200.0, 2000.0, 17.0, 0.0) for x in (-1950.0, 2150.0)]
    through = ((100.0, 50.0), (100.0, 50.0), (100.0, 350.0), (100.0, 350.0))
    assert detoured([through], [(0, 2)], [*STEPS, *walls]) == [through]


def test_right_angled_and_straight_arrows_share_a_layout(handmade: Make) -> None:
    chart, look = handmade(3).shown, sized(looks()["report"])
    assert isinstance(chart, Flow)
    measured = cells(chart, look)
    assert not isinstance(measured, Declined)
    known: dict[Attempt, Places] = {}
    for splines in ("square", "polyline"):
        attempt = Attempt("TB", 1.0, splines)
        made = lay_out(chart, *measured, look, attempt, known=known)
        assert made == lay_out(chart, *measured, look, attempt)
    assert len(known) == 1


@pytest.mark.parametrize("seed", [52, 79])
def test_texts_do_not_hug_their_arrows(seed: int, handmade: Make, drawn: Draw) -> None:
    made = drawn(handmade(seed, "loops", 8), seed)
    assert isinstance(made, Picture), made
    lines = {mark.id: mark.outline for mark in made.marks if mark.role == "edge"}
    for text in made.marks:
        if text.role == "edge_label":
            line = lines[text.parent]
            assert isinstance(line, Polyline)
            dots = dense(flatten([line_of(line.points)], [line.points[-1]]), 1.0).points
            x0, y0, x1, y1 = text.box
            away = min(
                math.dist((x, y), (min(max(x, x0), x1), min(max(y, y0), y1)))
                for x, y in dots.tolist()
            )
            assert away > 3.5, text


def line_of(points: tuple[tuple[float, float], ...]) -> tuple[tuple[float, float], ...]:
    """Straight pieces as curves."""
    return (points[0], *(dot for a, b in itertools.pairwise(points) for dot in (a, b, b)))
