"""No chart is much wider than high, or much higher than wide: it is folded or stretched."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from figloom.render.flows.cells import cells
from figloom.render.flows.engine import Attempt
from figloom.render.flows.layout import Layout, lay_out
from figloom.render.flows.looks import looks, sized
from figloom.types import Declined, Facts, Flow, FlowEdge, FlowNode, Picture, Provenance

Draw = Callable[..., Picture | Declined]
Make = Callable[..., Facts]


def tree(leaves: int) -> Facts:
    """A step that leads to many, and each of these to one more."""
    nodes = [FlowNode("n0", "All who were asked", "process", "rectangle")]
    edges = []
    for leaf in range(leaves):
        for name, source in ((f"a{leaf}", "n0"), (f"b{leaf}", f"a{leaf}")):
            nodes.append(FlowNode(name, f"Group {name} of people", "process", "rectangle"))
            edges.append(FlowEdge(f"e{len(edges)}", source, name, ""))
    flow = Flow("", tuple(nodes), tuple(edges), (), "n0", "", Provenance("test", "CC0-1.0"))
    return Facts(flow, flow)


@pytest.mark.parametrize("direction", ["TB", "BT", "LR", "RL"])
@pytest.mark.parametrize("style", ["pastel", "report", "plain"])
def test_a_chain_is_folded(direction: str, style: str, handmade: Make, drawn: Draw) -> None:
    facts = handmade(0, "chain", 16, colours=False)
    made = drawn(facts, 0, styles=(style,), directions=(direction,))
    assert isinstance(made, Picture), made
    assert 1 / 4 <= made.width / made.height <= 3
    assert isinstance(facts.shown, Flow)
    boxes = {mark.id: mark.box for mark in made.marks if mark.role == "node"}
    first, last = (boxes[f"node:{facts.shown.nodes[at].id}"] for at in (0, -1))
    if direction in ("TB", "BT"):
        assert last[0] > first[2]
    else:
        assert last[1] > first[3]


@pytest.mark.parametrize("structure", ["chain", "loops", "switch", "mixed", "architecture"])
def test_no_chart_is_long(structure: str, handmade: Make, drawn: Draw) -> None:
    for seed in range(12):
        made = drawn(handmade(seed, structure), seed)
        if isinstance(made, Picture):
            assert 1 / 6 < made.width / made.height < 4.3, (seed, made.width, made.height)


def test_what_is_all_in_one_is_not_folded(handmade: Make) -> None:
    chart, look = handmade(0, "chain", 16, colours=False).shown, sized(looks()["pastel"])
    assert isinstance(chart, Flow)
    # An arrow from the end to the beginning leaves nowhere to cut.
    ends = chart.nodes[-1].id, chart.nodes[0].id
    looped = replace(chart, edges=(*chart.edges, FlowEdge("back", *ends, "")))
    for flow, folds in ((chart, True), (looped, False)):
        measured = cells(flow, look)
        assert not isinstance(measured, Declined)
        made = lay_out(flow, *measured, look, Attempt("TB", 1.0, "spline", parts=2))
        assert isinstance(made, Layout) == folds


def test_a_wide_tree_is_stretched(drawn: Draw) -> None:
    made = drawn(tree(6), 0, styles=("pastel",), directions=("TB",))
    assert isinstance(made, Picture), made
    assert made.width <= 3 * made.height
    again = drawn(tree(3), 0, styles=("pastel",), directions=("TB",))
    assert isinstance(again, Picture)
    assert again.height < 0.8 * made.height


@pytest.mark.parametrize("seed", range(8))
def test_steps_in_branches_stand_apart(seed: int, handmade: Make, drawn: Draw) -> None:
    made = drawn(handmade(seed, "switch"), seed, styles=("pastel",), directions=("TB",))
    assert isinstance(made, Picture), made
    boxes = [mark.box for mark in made.marks if mark.role == "node"]
    for at, one in enumerate(boxes):
        for other in boxes[:at]:
            if one[1] < other[3] and other[1] < one[3]:
                assert max(one[0] - other[2], other[0] - one[2]) > 18, seed


def test_long_lanes_are_drawn_tighter(handmade: Make, drawn: Draw) -> None:
    look, seen = sized(looks()["pastel"]), 0
    for seed in range(24):
        facts = handmade(seed, "lanes", 9)
        chart = facts.shown
        assert isinstance(chart, Flow)
        measured = cells(chart, look)
        assert not isinstance(measured, Declined)
        plain = lay_out(chart, *measured, look, Attempt("LR", 1.0, "spline"))
        made = drawn(facts, seed, styles=("pastel",), directions=("LR",))
        if isinstance(plain, Layout) and isinstance(made, Picture) and plain.length() > 1:
            seen += 1
            assert made.width < plain.width
    assert seen > 2
