"""Arrows keep off the borders of steps that are not theirs, and of lanes."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from figloom.render.flows.legibility import bordering, cornered, judge
from figloom.render.graphs.legibility import trail
from figloom.types import (
    Category,
    Declined,
    Facts,
    Flow,
    Ink,
    Mark,
    Picture,
    Polyline,
    Provenance,
    Rectangle,
)

ENDS = {"edge:e": ("node:a", "node:b")}


def arrow(x: float, y0: float, y1: float) -> Mark:
    return Mark("edge:e", "edge", (x, y0, x, y1), Polyline(((x, y0), (x, y1))), ("e",))


Make = Callable[..., Facts]
Drawn = Callable[..., Picture | Declined]


@pytest.mark.parametrize(("role", "least"), [("node", 13), ("lane", 45)])
def test_an_arrow_along_a_border_is_declined(role: str, least: int) -> None:
    box = Mark("node:c" if role == "node" else "lane:l", role, (100.0, 50.0, 220.0, 350.0),
               Rectangle(), ("c",))  # fmt: skip
    for x in (97.0, 99.0, 103.0, 217.0, 222.0):
        long = [box, arrow(x, 80.0, 80.0 + 2 * least)]
        found = bordering(long, ENDS, trail(long[1:]))
        assert found is not None
        assert found.reason == "arrow along a border"
        short = [box, arrow(x, 80.0, 80.0 + least / 2)]
        assert bordering(short, ENDS, trail(short[1:])) is None
    for x in (160.0, 231.0) if role == "lane" else (95.0, 107.0, 160.0, 226.0):
        away = [box, arrow(x, 80.0, 300.0)]
        assert bordering(away, ENDS, trail(away[1:])) is None


def test_an_arrow_may_run_along_its_own_step_and_across_a_lanes_border() -> None:
    own = Mark("node:a", "node", (100.0, 50.0, 220.0, 350.0), Rectangle(), ("a",))
    lane = replace(own, id="lane:l", role="lane")
    along = [own, arrow(98.0, 80.0, 300.0)]
    assert bordering(along, ENDS, trail(along[1:])) is None
    crossing = [
        lane,
        replace(arrow(0.0, 0.0, 0.0), outline=Polyline(((20.0, 90.0), (300.0, 200.0)))),
    ]
    assert bordering(crossing, ENDS, trail(crossing[1:])) is None


@pytest.mark.parametrize("away", [-9.0, -7.0, -4.0, 4.0, 6.0, 8.0, 9.0])
def test_an_arrow_beside_a_lanes_border_is_declined(away: float) -> None:
    """It reads as a second border."""
    lane = Mark("lane:l", "lane", (100.0, 50.0, 220.0, 350.0), Rectangle(), ("l",))
    long = [lane, arrow(100.0 + away, 80.0, 180.0)]
    found = bordering(long, ENDS, trail(long[1:]))
    assert found is not None
    assert found.reason == "arrow along a border"
    short = [lane, arrow(100.0 + away, 80.0, 135.0)]
    assert bordering(short, ENDS, trail(short[1:])) is None
    step = [replace(lane, id="node:c", role="node"), arrow(100.0 + away, 80.0, 180.0)]
    assert bordering(step, ENDS, trail(step[1:])) is None


def test_a_flat_crossing_of_a_lanes_border_is_not_along_it() -> None:
    lane = Mark("lane:l", "lane", (100.0, 50.0, 220.0, 350.0), Rectangle(), ("l",))
    line = replace(arrow(0.0, 0.0, 0.0), outline=Polyline(((85.0, 80.0), (115.0, 240.0))))
    assert bordering([lane, line], ENDS, trail([line])) is None


@pytest.mark.parametrize("seed", [12, 53, 68, 38, 147])
def test_borders_of_lanes_are_drawn_beside_no_arrow(
    seed: int, handmade: Make, drawn: Drawn
) -> None:
    """Those of the first three were too near to the outermost arrow, of the others to one between
    lanes."""
    made = drawn(handmade(seed, "lanes"), seed)
    assert isinstance(made, Picture), made


@pytest.mark.parametrize(("right", "fault"), [(216.0, False), (219.0, True), (240.0, True)])
def test_a_text_is_judged_by_its_plate_where_it_has_one(right: float, fault: bool) -> None:
    """A plate across a lane's border, though its text is not."""
    lanes = (Category("l", "Sales"), Category("m", "Stock"))
    flow = Flow("", (), (), lanes, "", "", Provenance("test", "CC0-1.0"))
    boxes = {"l": (100.0, 50.0, 220.0, 350.0), "m": (220.0, 50.0, 340.0, 350.0)}
    marks = [Mark(f"lane:{n}", "lane", box, Rectangle(), (n,)) for n, box in boxes.items()]
    marks += [
        Mark("edge:e:plate", "plate", (140.0, 95.0, right, 115.0), Rectangle(), parent="edge:e"),
        Mark("edge:e:label", "edge_label", (150.0, 98.0, 206.0, 112.0), Rectangle(), ("e",), "Yes",
             parent="edge:e", ink=Ink("#000000", size=14.0)),
    ]  # fmt: skip
    found = judge(marks, flow, 400, 400, em=14.0, contrast=9.0, min_text=1.0)
    assert (found is not None) is fault
    if found is not None:
        assert found.reason == "text on a lane's border"


@pytest.mark.parametrize(("into", "fault"), [(0.0, False), (2.0, False), (4.0, True)])
def test_an_arrow_that_ends_at_a_rounded_corner_is_declined(into: float, fault: bool) -> None:
    boxes = {"a": (0.0, 0.0, 90.0, 40.0), "b": (100.0, 50.0, 220.0, 82.0)}
    steps = [Mark(f"node:{n}", "node", box, Rectangle(), (n,)) for n, box in boxes.items()]
    line = Polyline(((45.0, 40.0), (100.0 + into, 50.0 + into)))
    found = cornered([*steps, replace(arrow(0.0, 0.0, 0.0), outline=line)], ENDS)
    assert (found is not None) is fault
