"""Graphviz's `dot` for flowcharts: ranks, places and curves; lanes stand side by side.

Lanes are clusters that reach from the first rank to the last, each held there by a pin at both
ends, since `dot` would else stack them as it likes.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from figloom.render.flows.looks import Look
from figloom.render.graphs.cells import Tag
from figloom.render.graphs.native import Digraph
from figloom.types import Dot, Flow

_INCH = 72.0
_SPARE = 14
"""The text of an arrow gets so much more room across the ranks: the next arrow keeps off it."""
_PIN = (6.0, 6.0, False)
_NODES = 'fixedsize=true,label="",shape=box,width=1,height=1'
_EDGES = 'dir=none,label="",headclip=false,tailclip=false,weight=1,minlen=1'
_HELD = b"20"
_STRAIGHT = 4
"""Weight of arrows that stay in their lane: its steps stand below each other."""
_ALONE, _TOLD = 4, 2
"""Likewise of the only arrow between two steps, and of arrows with texts: of a step in a branch
that has some room, Graphviz would else make a rank of texts, where steps stand close."""
_ACROSS = {"TB": False, "BT": False, "LR": True, "RL": True}


class Attempt(NamedTuple):
    """What may change from one try to the next: direction, wider gaps, and how arrows run."""

    direction: str
    spread: float
    splines: str
    """`spline`, `polyline` or `square`."""
    stretch: float = 1.0
    """Still wider gaps between the ranks alone."""
    parts: int = 1
    """Beside each other, of a long chart."""
    roomy: bool = True
    """Whether each text of an arrow has a room of its own; else it stands in the gap below the step
    that it comes from."""

    @property
    def sideways(self) -> bool:
        """Whether the chart runs to the left or right."""
        return _ACROSS[self.direction]


class Places(NamedTuple):
    """Centres of the steps, curves of the arrows, and centres of the rooms for texts of those
    arrows that have one, in the flow's order; pixels, y downwards."""

    nodes: list[Dot]
    curves: list[tuple[Dot, ...]]
    rooms: list[Dot]


def rank_room(look: Look, attempt: Attempt) -> float:
    """Room between two ranks, in pixels."""
    return look.rank_gap * attempt.spread * attempt.stretch


def run(
    flow: Flow, sizes: Sequence[Dot], tags: Sequence[Tag | None], look: Look, attempt: Attempt
) -> Places:
    """Lay out once, the same for the same input in any process."""
    place = {node.id: at for at, node in enumerate(flow.nodes)}
    weights = _weights(flow)
    count, edges = len(flow.nodes), len(flow.edges)
    with Digraph(_settings(flow, look, attempt), _NODES, _EDGES) as drawn:
        drawn.nodes([(width, height, False) for width, height in sizes])
        for edge, tag, weight in zip(flow.edges, tags, weights, strict=True):
            made = drawn.edge(place[edge.source], place[edge.target])
            drawn.put(made, b"weight", b"%d" % weight)
            if tag is not None and attempt.roomy:
                drawn.room(made, tag.width + (0 if attempt.sideways else _SPARE),
                           tag.height + (_SPARE if attempt.sideways else 0))  # fmt: skip
        if flow.lanes:
            _lanes(drawn, flow, place)
        drawn.lay_out("dot")
        return Places(drawn.centres()[:count], drawn.curves()[:edges], drawn.labels())


def _weights(flow: Flow) -> list[int]:
    """How much an arrow counts, straight and short."""
    lane = {node.id: node.lane for node in flow.nodes}
    leaving = Counter(edge.source for edge in flow.edges)
    coming = Counter(edge.target for edge in flow.edges)
    found = []
    for edge in flow.edges:
        weight = 1
        if leaving[edge.source] == coming[edge.target] == 1:
            weight = _ALONE
        elif edge.text:
            weight = _TOLD
        if flow.lanes and lane[edge.source] == lane[edge.target]:
            weight *= _STRAIGHT
        found.append(weight)
    return found


def _lanes(drawn: Digraph, flow: Flow, place: dict[str, int]) -> None:
    count, lanes = len(flow.nodes), flow.lanes
    first, last = count, count + 1
    drawn.nodes([_PIN] * (2 + 2 * len(lanes)))
    for at, lane in enumerate(lanes):
        head, foot = count + 2 + 2 * at, count + 3 + 2 * at
        drawn.cluster((head, foot, *(place[n.id] for n in flow.nodes if n.lane == lane.id)))
        drawn.put(drawn.edge(first, head), b"weight", _HELD)
        drawn.put(drawn.edge(foot, last), b"weight", _HELD)
    entered, left = {e.target for e in flow.edges}, {e.source for e in flow.edges}
    for node in flow.nodes:
        if node.id == flow.entry or node.id not in entered:
            drawn.put(drawn.edge(first, place[node.id]), b"weight", b"0")
        if node.id not in left:
            drawn.put(drawn.edge(place[node.id], last), b"weight", b"0")


def _settings(flow: Flow, look: Look, attempt: Attempt) -> str:
    gap, rank_gap = look.gap * attempt.spread, rank_room(look, attempt)
    lanes = "newrank=true;margin=18;" if flow.lanes else ""
    # Right-angled arrows follow the bends of Graphviz's.
    splines = "polyline" if attempt.splines == "square" else attempt.splines
    return (
        f"rankdir={attempt.direction};splines={splines};nodesep={gap / _INCH:.4f};"
        f"ranksep={rank_gap / _INCH:.4f};{lanes}"
    )
