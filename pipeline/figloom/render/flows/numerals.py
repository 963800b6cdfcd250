"""Reference numerals: outside their steps, at the end of a short line, where there is room."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import NamedTuple

import numpy as np

from figloom.render.flows.figures import inside, rim
from figloom.render.flows.layout import LEADER, Layout
from figloom.render.graphs.cells import Block
from figloom.render.graphs.marks import trails
from figloom.render.graphs.scene import Wire
from figloom.types import Box, Declined, Dot, Figure, Mark

_CORNERS = ((1.0, -0.62), (-1.0, -0.62), (1.0, 0.62), (-1.0, 0.62))
"""Where on its outline a step's line may begin, in half sizes, best first."""
_DISCS = (
    (-1.0, -1.0), (1.0, -1.0), (-1.0, 1.0), (1.0, 1.0),
    (-1.0, -0.4), (1.0, -0.4), (-1.0, 0.4), (1.0, 0.4),
)  # fmt: skip
"""Likewise for numbers on discs."""
_RISES = (-0.6, 0.0, 0.6)
"""How far the line's end is above or below its beginning, in lengths."""
_AWAY = 6.0
"""Room wanted around a numeral, in pixels."""
APART = 1.5
"""Between a numeral and another text on its line, in ems: nearer, they read as one."""
_OWN = 3.0
"""Between a numeral and its own step, in pixels."""
_LATER, _HIT = 0.1, 10.0


class Numeral(NamedTuple):
    """The line from a step and the centre of the numeral at its end."""

    line: tuple[Dot, Dot]
    at: Dot


class Surroundings:
    """What numerals must keep clear of: steps, arrows and their texts, and each other."""

    def __init__(self, layout: Layout, wires: list[Wire], texts: list[Box]) -> None:
        self._dots = trails(wires)[1].points if wires else np.zeros((0, 2))
        self._boxes: list[Box] = [*layout.boxes]
        self._texts = [*texts]
        self._lanes = [band.box for band in layout.bands]

    def corner(self, figure: Figure, box: Box, corner: float, half: float, text: Box | None) -> Dot:
        """The first corner of a step's outline, from the upper left on, that nothing else is at;
        further out where the disc would cover the step's text."""
        near = self._near(box, 3 * half)
        for way in _DISCS:
            x, y = _beyond(rim(figure, box, corner, way), way, half, text)
            disc = (x - half - 2, y - half - 2, x + half + 2, y + half + 2)
            if not near.touch(disc):
                self._boxes.append(disc)
                return x, y
        way = _DISCS[0]
        return _beyond(rim(figure, box, corner, way), way, half, text)

    def led(self, figure: Figure, box: Box, block: Block, corner: float) -> Numeral:
        """The place at which a step's numeral disturbs least; it is taken from then on."""
        best, least = None, float("inf")
        apart = APART * block.size
        near = self._near(box, LEADER + block.width + block.height + 2 * _AWAY + apart)
        for order, (across, down) in enumerate(_CORNERS):
            start = rim(figure, box, corner, (across, down))
            for turn, rise in enumerate(_RISES if down < 0 else _RISES[::-1]):
                cost = _LATER * (3 * order + turn)
                if cost >= least:
                    break
                end = (start[0] + across * LEADER, start[1] + rise * LEADER)
                spot = (end[0] + across * (block.width / 2 + 3), end[1])
                around = (spot[0] - block.width / 2, spot[1] - block.height / 2,
                          spot[0] + block.width / 2, spot[1] + block.height / 2)  # fmt: skip
                cost += self._cost(around, near, (start, end), apart)
                cost += _HIT * _over(around, figure, box, corner)
                if cost < least:
                    best, least = (Numeral((start, end), spot), around), cost
            if least < 1.0:
                break
        assert best is not None
        self._texts.append(best[1])
        return best[0]

    def _near(self, own: Box, reach: float) -> _Near:
        """What is within reach of a step, which itself is not in the way."""
        around = _grown(own, reach)
        x, y = self._dots[:, 0], self._dots[:, 1]
        inside = (x > around[0]) & (x < around[2]) & (y > around[1]) & (y < around[3])
        boxes = [box for box in self._boxes if box is not own and _meets(around, box)]
        texts = [box for box in self._texts if _meets(around, box)]
        return _Near(self._dots[inside].tolist(), boxes, texts)

    def _cost(self, around: Box, near: _Near, line: tuple[Dot, Dot], apart: float) -> float:
        wide = _grown(around, _AWAY)
        cost = _HIT * sum(_meets(wide, box) for box in near.boxes)
        x0, y0, x1, y1 = wide
        beside = (x0 + _AWAY - apart, y0, x1 - _AWAY + apart, y1)
        cost += _HIT * sum(_meets(beside, text) for text in near.texts)
        if any(not _within(around, lane) and _meets(around, lane) for lane in self._lanes):
            cost += _HIT
        (u0, v0), (u1, v1) = line
        x0, y0, x1, y1 = around
        whole = (min(x0, u0, u1), min(y0, v0, v1), max(x1, u0, u1), max(y1, v0, v1))
        return cost + _HIT * near.crossed(_grown(whole, _AWAY / 2))


class _Near(NamedTuple):
    """Points of arrows, boxes, and texts outside them, in the neighbourhood of a step."""

    dots: list[list[float]]
    boxes: list[Box]
    texts: list[Box]

    def crossed(self, area: Box) -> bool:
        """Whether an arrow runs through an area."""
        x0, y0, x1, y1 = area
        return any(x0 < x < x1 and y0 < y < y1 for x, y in self.dots)

    def touch(self, area: Box) -> bool:
        """Whether anything is in an area."""
        return self.crossed(area) or any(_meets(area, box) for box in (*self.boxes, *self.texts))


def misread(marks: Sequence[Mark], led: Collection[str]) -> Declined | None:
    """A numeral beside another text reads as one with it; `led` are the steps whose numerals stand
    outside of them."""
    numerals = [mark for mark in marks if mark.role == "tag" and mark.facts[0] in led]
    others = [*numerals, *(mark for mark in marks if mark.role == "edge_label")]
    for tag in numerals:
        x0, y0, x1, y1 = tag.box
        # A place is chosen for a line, of whose height figures fill about half.
        apart = APART * (y1 - y0)
        wide = (x0 - apart, y0, x1 + apart, y1)
        if any(_meets(wide, other.box) for other in others if other is not tag):
            return Declined("number beside a text", tag.id)
    return None


def _grown(box: Box, room: float) -> Box:
    return box[0] - room, box[1] - room, box[2] + room, box[3] + room


def _over(around: Box, figure: Figure, own: Box, corner: float) -> bool:
    """Whether a numeral would stand on its own step, or hardly beside it."""
    (x, y), a, b = _centre(own), (own[2] - own[0]) / 2, (own[3] - own[1]) / 2
    return any(
        inside(figure, u - x, v - y, a + _OWN, b + _OWN, corner)
        for u in (around[0], (around[0] + around[2]) / 2, around[2])
        for v in (around[1], around[3])
    )


def _centre(box: Box) -> Dot:
    return (box[0] + box[2]) / 2, (box[1] + box[3]) / 2


def _beyond(spot: Dot, way: Dot, half: float, text: Box | None) -> Dot:
    x, y = spot
    for _ in range(2 * round(half)):
        # A disc is rounded to whole pixels in the end.
        room = half + 1.5
        if text is None or not _meets((x - room, y - room, x + room, y + room), text):
            break
        x, y = x + way[0] * 0.7, y + way[1] * 0.7
    return x, y


def _within(inner: Box, outer: Box) -> bool:
    return (
        outer[0] + 2 < inner[0]
        and outer[1] + 2 < inner[1]
        and inner[2] < outer[2] - 2
        and inner[3] < outer[3] - 2
    )


def _meets(one: Box, other: Box) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]
