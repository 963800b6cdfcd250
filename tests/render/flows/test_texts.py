"""Texts of arrows stand in the gap that their arrow crosses first, beside it."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from figloom.render.flows.cells import cells
from figloom.render.flows.engine import Attempt
from figloom.render.flows.layout import lay_out
from figloom.render.flows.looks import looks, sized
from figloom.types import Declined, Facts, Flow

Make = Callable[..., Facts]


@pytest.mark.parametrize("seed", [0, 1, 2, 4])
@pytest.mark.parametrize(("look", "splines"), [("pastel", "spline"), ("report", "square")])
@pytest.mark.parametrize(("direction", "way"), [("TB", 1), ("BT", -1)])
def test_branches_of_a_decision_are_told_just_after_it(
    handmade: Make, look: str, splines: str, direction: str, way: int, seed: int
) -> None:
    chart = handmade(seed, "switch", 9, colours=False).shown
    assert isinstance(chart, Flow)
    told = sized(looks()[look])
    measured = cells(chart, told)
    assert not isinstance(measured, Declined)
    made = lay_out(chart, *measured, told, Attempt(direction, 1.0, splines, roomy=False))
    assert not isinstance(made, Declined)
    box = {node.id: box for node, box in zip(chart.nodes, made.boxes, strict=True)}
    seen = 0
    for edge, spot, tag in zip(chart.edges, made.tags, measured[1], strict=True):
        if spot is None or tag is None:
            continue
        seen += 1
        x0, y0, x1, y1 = box[edge.source]
        off = (spot[1] - y1 if way > 0 else y0 - spot[1]) - tag.height / 2
        # Right-angled arrows may also be told where they leave at a side.
        assert 8 < off < 40 or (splines == "square" and not x0 < spot[0] < x1)
    assert seen >= 3


def test_gaps_grow_where_there_is_a_text_alone(handmade: Make) -> None:
    chart, look = handmade(3, "switch", 12, colours=False).shown, sized(looks()["pastel"])
    assert isinstance(chart, Flow)
    measured = cells(chart, look)
    assert not isinstance(measured, Declined)
    made = lay_out(chart, *measured, look, Attempt("TB", 1.0, "spline", roomy=False))
    assert not isinstance(made, Declined)
    box = {node.id: box for node, box in zip(chart.nodes, made.boxes, strict=True)}
    told, lone = (
        min(
            box[edge.target][1] - box[edge.source][3]
            for edge in chart.edges
            if bool(edge.text) is some
        )
        for some in (True, False)
    )
    assert lone < look.rank_gap + 2 < told
