"""Node-link diagrams on an ellipse, with arrows or without.

Nodes stand around the ellipse and their names outside it, so that no link meets a foreign node or
a name: a chord touches an ellipse at its two ends alone.
"""

from __future__ import annotations

import math
from functools import partial
from itertools import pairwise
from typing import Any

from figloom.charts import Chart, Need
from figloom.render.colours import mixed
from figloom.render.plots.frame import PAD, Unfit, text_width
from figloom.render.plots.looks import Dress
from figloom.render.plots.pieces import Fill, Piece, Stroke, Word, paint, painted
from figloom.render.plots.plan import Plan
from figloom.render.plots.sheet import Sheet
from figloom.types import Box, Dot, Links, Polygon, Wedge

_LARGEST, _LEAST = 17.0, 8.0
"""Radius of a node, in pixels."""
_GAP = 6.0
"""Between a node and its name, and from an arrow's tip to its node."""
_LINE = 1.7
_HEAD = (13.0, 5.0)
"""Length and half width of an arrow's head."""
_TIP = 1.5
_STEEP = 0.35
"""Cosine from which on a name stands beside its node, not above or below it."""
_SHEER = 0.72
_EDGE = 1.2


class _Ring:
    """Where nodes stand, and how large they are."""

    def __init__(self, links: Links, dress: Dress, panel: Box) -> None:
        self.look, em = dress.look, dress.look.legend_size
        count = len(links.nodes)
        turns = [2 * math.pi * (at + 0.5 * (count % 2 == 0)) / count - math.pi / 2
                 for at in range(count)]  # fmt: skip
        wide = max(
            (text_width(node.name, self.look, em) for node, turn in
             zip(links.nodes, turns, strict=True) if abs(math.cos(turn)) >= _STEEP), default=0.0,
        )  # fmt: skip
        x0, y0, x1, y1 = panel
        across = (x1 - x0) / 2 - wide - _LARGEST - _GAP - 2
        along = (y1 - y0) / 2 - 1.3 * em - _LARGEST - _GAP
        if across < 0.18 * self.look.width or along < 0.18 * self.look.height:
            raise Unfit("too little room for the nodes")
        self.turns, self.radii = turns, (min(across, 1.5 * along), along)
        middle = (x0 + x1) / 2, (y0 + y1) / 2
        self.dots = [
            (round(middle[0] + self.radii[0] * math.cos(turn), 2),
             round(middle[1] + self.radii[1] * math.sin(turn), 2))
            for turn in turns
        ]  # fmt: skip
        self.radius = min(_LARGEST, 0.55 * self._clear())
        if self.radius < _LEAST:
            raise Unfit("too little room for the nodes")

    def _clear(self) -> float:
        """Least way from a node to the chord of its two neighbours, or to the next node."""
        ring = [self.dots[-1], *self.dots, self.dots[0]]
        chords = [
            abs((c[0] - a[0]) * (a[1] - b[1]) - (a[0] - b[0]) * (c[1] - a[1])) / math.dist(a, c)
            for a, b, c in zip(ring, ring[1:], ring[2:], strict=False)
        ]
        return min(*chords, *(math.dist(a, b) / 2.5 for a, b in pairwise(ring)))

    def name(self, number: int, text: str, dress: Dress, fact: str) -> Word:
        """A node's name outside the ring."""
        (x, y), turn, em = self.dots[number], self.turns[number], self.look.legend_size
        away = self.radius + _GAP
        align = "center"
        if abs(math.cos(turn)) >= _STEEP:
            align = "left" if math.cos(turn) > 0 else "right"
            x += math.copysign(away, math.cos(turn))
        else:
            y += math.copysign(away + 0.55 * em, math.sin(turn))
            half = text_width(text, self.look, em) / 2
            x = min(max(x, PAD + half), self.look.width - PAD - half)
        return Word(text, round(x, 2), round(y, 2), em, dress.palette.ink, "name", (fact,),
                    align=align)  # fmt: skip


def _pieces(links: Links, dress: Dress, panel: Box, directed: bool) -> list[Piece]:
    ring, made = _Ring(links, dress, panel), list[Piece]()
    place = {node.id: dot for node, dot in zip(links.nodes, ring.dots, strict=True)}
    colour = mixed(dress.palette.muted, dress.palette.panel, _SHEER)
    for link in links.links:
        ends = place[link.source], place[link.target]
        made += _link(*ends, ring.radius, colour, link.id, directed)
    for number, node in enumerate(links.nodes):
        disc = Wedge(*ring.dots[number], 0.0, round(ring.radius, 2), 0.0, 360.0)
        made.append(Fill(disc, dress.colour(0), "node", (node.id,), "", dress.palette.ink, _EDGE))
        made.append(ring.name(number, node.name, dress, node.id))
    return made


def _link(
    source: Dot, target: Dot, radius: float, colour: str, fact: str, directed: bool
) -> list[Piece]:
    """A line between the borders of two nodes; an arrow's head ends at that of the target."""
    length = math.dist(source, target)
    ux, uy = (target[0] - source[0]) / length, (target[1] - source[1]) / length

    def at(way: float, side: float = 0.0) -> Dot:
        return (round(source[0] + ux * way - uy * side, 2),
                round(source[1] + uy * way + ux * side, 2))  # fmt: skip

    begin, tip = radius + _EDGE / 2, length - radius - _EDGE / 2
    if not directed:
        return [Stroke((at(begin), at(tip)), colour, _LINE, "link", (fact,))]
    tip -= _TIP
    back, half = tip - _HEAD[0], _HEAD[1]
    head = Polygon((at(tip), at(back, half), at(back + 0.25 * _HEAD[0]), at(back, -half)))
    return [Stroke((at(begin), at(back + 0.25 * _HEAD[0])), colour, _LINE, "link", (fact,)),
            Fill(head, colour, "link", (fact,), "head")]  # fmt: skip


def _matplotlib(links: Links, sheet: Sheet, *, directed: bool) -> None:
    sheet.blank(links.title)
    assert sheet.frame is not None
    paint(sheet, _pieces(links, sheet.dress, sheet.frame.panel, directed))


def _echarts(links: Links, plan: Plan, *, directed: bool) -> dict[str, Any]:
    option = plan.blank(links.title, [])
    assert plan.frame is not None
    pieces = _pieces(links, plan.dress, plan.frame.panel, directed)
    return {**option, "series": [painted(plan, pieces)]}


def _chart(name: str, said: str, directed: bool, *aliases: str) -> Chart:
    return Chart(
        name=name, family="node_link", said=said,
        need=Need("links", (6, 12), (6, 20), directed=directed, label=22),
        matplotlib=partial(_matplotlib, directed=directed),
        echarts=partial(_echarts, directed=directed), aliases=dict.fromkeys(aliases),
        kin=("flow_of_values",), labelled=False,
    )  # fmt: skip


NODE_LINK_DIRECTED = _chart(
    "node_link_directed", "a directed node-link diagram", True, "node_link_dir"
)
NODE_LINK_UNDIRECTED = _chart(
    "node_link_undirected", "an undirected node-link diagram", False,
    "node_link_undir", "node_link_indir",
)  # fmt: skip
