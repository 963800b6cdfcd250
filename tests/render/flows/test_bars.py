"""No arrow comes to a bar at a flat angle."""

from __future__ import annotations

import itertools
from collections.abc import Callable

import pytest

from figloom.render.flows.bars import upright
from figloom.render.flows.engine import Attempt
from figloom.render.flows.looks import looks
from figloom.render.graphs.outlines import headed
from figloom.types import Declined, Dot, Facts, Flow, FlowEdge, FlowNode, Picture, Provenance

Draw = Callable[..., Picture | Declined]
FLAT: tuple[Dot, ...] = ((0.0, 0.0), (100.0, 20.0), (200.0, 40.0), (300.0, 60.0))


@pytest.mark.parametrize("splines", ["spline", "polyline"])
@pytest.mark.parametrize("figure", ["bar", "rectangle"])
def test_flat_arrows_are_turned_towards_bars(splines: str, figure: str) -> None:
    nodes = (
        FlowNode("a", "Pack", "process", "rectangle"),
        FlowNode("b", "", "join", figure),  # type: ignore[arg-type]
    )
    edges = (FlowEdge("e1", "a", "b", ""),)
    flow = Flow("", nodes, edges, (), "a", "", Provenance("test", "CC0-1.0"))
    look = looks()["pastel"]
    before = headed(FLAT, look.arrow_size)
    (path,) = upright(flow, [before], look, Attempt("TB", 1.0, splines))
    if figure == "rectangle":
        assert path == before
        return
    (x0, y0), (x1, y1) = path.points[-1], path.tip
    assert (path.points[0], path.tip) == (FLAT[0], FLAT[-1])
    assert y1 - y0 > abs(x1 - x0)


def test_heads_at_joins_are_steep(drawn: Draw) -> None:
    """Far branches of a fork come back to its join from the sides."""
    names = [f"A rather long step, number {at} of these" for at in range(5)]
    nodes = [FlowNode("f", "", "fork", "bar"), FlowNode("j", "", "join", "bar")]
    nodes += [FlowNode(f"s{at}", name, "process", "rectangle") for at, name in enumerate(names)]
    nodes += [FlowNode("a", "Start", "start", "stadium"), FlowNode("z", "End", "end", "stadium")]
    pairs = [("a", "f"), ("j", "z")]
    pairs += itertools.chain(*((("f", f"s{at}"), (f"s{at}", "j")) for at in range(5)))
    edges = tuple(FlowEdge(f"e{at}", *pair, "") for at, pair in enumerate(pairs))
    flow = Flow("", tuple(nodes), edges, (), "a", "", Provenance("test", "CC0-1.0"))
    facts = Facts(flow, flow)
    for style in ("pastel", "plain", "lecture"):
        made = drawn(facts, 0, styles=(style,), directions=("TB",))
        assert isinstance(made, Picture), made
        lines = {mark.id: mark.outline for mark in made.marks if mark.role == "edge"}
        for edge in edges:
            if edge.target == "j":
                (x0, y0), (x1, y1) = lines[f"edge:{edge.id}"].points[-2:]  # type: ignore[union-attr]
                assert y1 - y0 > 0.4 * abs(x1 - x0), (style, edge.source)
