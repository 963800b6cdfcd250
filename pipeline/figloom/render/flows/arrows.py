"""Routes of arrows: Graphviz's curves spread at their ends, cut at the figures, with room for the
heads."""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence

from figloom.render.flows.clip import Curve, Place, cut, straight
from figloom.render.flows.engine import Attempt
from figloom.render.flows.looks import Look
from figloom.render.graphs.outlines import Path, headed
from figloom.types import Declined, Dot, Flow

_FLAT = 0.6
"""Corners nearer than this to a straight line, in pixels, are none."""
_ROUND = 0.5523
"""Control points of a quarter of a circle (Riškus 2006)."""


def routed(
    flow: Flow, places: Sequence[Place], curves: Sequence[tuple[Dot, ...]], look: Look,
    attempt: Attempt,
) -> list[Path] | Declined:  # fmt: skip
    """A path for each arrow, from outline to outline."""
    spot = {node.id: place for node, place in zip(flow.nodes, places, strict=True)}
    paths = []
    for edge, points in zip(flow.edges, curves, strict=True):
        if look.splines == "ortho":
            points = _squared(points)
        kept = cut(points, spot[edge.source], spot[edge.target])
        if kept is None:
            return Declined("arrow misses its step", edge.id)
        if look.splines == "ortho":
            kept = rounded(kept, look.bend)
        paths.append(headed(kept, look.arrow_size))
    return paths


def _squared(points: Sequence[Dot]) -> tuple[Dot, ...]:
    """A right-angled chain without the corners that lie on a straight line."""
    corners = [points[0]]
    for at in range(3, len(points), 3):
        dot = points[at]
        if math.dist(dot, corners[-1]) < 0.05:
            continue
        if len(corners) > 1 and _off(corners[-2], dot, corners[-1]) < _FLAT:
            corners[-1] = dot
        else:
            corners.append(dot)
    return _chain([straight(a, b) for a, b in itertools.pairwise(corners)])


def _off(start: Dot, end: Dot, dot: Dot) -> float:
    """Distance of a point from a line."""
    wide, high = end[0] - start[0], end[1] - start[1]
    size = max(math.hypot(wide, high), 1e-9)
    return abs(wide * (dot[1] - start[1]) - high * (dot[0] - start[0])) / size


def rounded(points: Sequence[Dot], bend: float) -> tuple[Dot, ...]:
    """A chain of straight pieces with its corners rounded off."""
    if bend <= 0:
        return tuple(points)
    corners = [*points[::3]]
    curves: list[Curve] = []
    start = corners[0]
    for before, dot, after in zip(corners, corners[1:], corners[2:], strict=False):
        radius = min(bend, math.dist(before, dot) / 2, math.dist(dot, after) / 2)
        first, last = _towards(dot, before, radius), _towards(dot, after, radius)
        curves.append(straight(start, first))
        curves.append((first, _towards(first, dot, radius * _ROUND),
                       _towards(last, dot, radius * _ROUND), last))  # fmt: skip
        start = last
    curves.append(straight(start, corners[-1]))
    return _chain(curves)


def _towards(start: Dot, end: Dot, length: float) -> Dot:
    share = length / max(math.dist(start, end), 1e-9)
    return start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share


def _chain(curves: Sequence[Curve]) -> tuple[Dot, ...]:
    return (curves[0][0], *(dot for curve in curves for dot in curve[1:]))
