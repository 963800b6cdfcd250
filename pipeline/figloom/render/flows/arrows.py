"""Routes of arrows: Graphviz's curves spread at their ends, cut at the figures, with room for the
heads."""

from __future__ import annotations

import itertools
import math
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence

from figloom.render.flows.clip import Curve, Place, cut, straight
from figloom.render.flows.detours import detoured
from figloom.render.flows.engine import Attempt, rank_room
from figloom.render.flows.looks import Look
from figloom.render.flows.square import squared
from figloom.render.graphs.outlines import Path, headed
from figloom.types import Declined, Dot, Flow

_FAN = 20.0
"""Between arrows that meet a step at the same side, in pixels."""
_SIDED = ("rectangle", "rounded", "double", "stadium", "document", "cylinder")
"""Figures with sides as upright as a box's."""
_EASE = 80.0
"""Within this distance of its end an arrow that is moved apart turns aside, in pixels."""
_ROUND = 0.5523
"""Control points of a quarter of a circle (Riškus 2006)."""


def routed(
    flow: Flow, places: Sequence[Place], curves: Sequence[tuple[Dot, ...]], look: Look,
    attempt: Attempt,
) -> list[Path] | Declined:  # fmt: skip
    """A path for each arrow, from outline to outline."""
    spot = {node.id: place for node, place in zip(flow.nodes, places, strict=True)}
    chains: Sequence[tuple[Dot, ...]]
    if attempt.splines == "square":
        gap = rank_room(look, attempt)
        corners = squared(flow, places, curves, attempt, gap, look.arrow_size)
        if corners is None:
            return Declined("no right-angled way")
        chains = [angled(line) for line in corners]
    else:
        if flow.lanes:
            at = {node.id: index for index, node in enumerate(flow.nodes)}
            ends = [(at[edge.source], at[edge.target]) for edge in flow.edges]
            curves = detoured(curves, ends, places)
        chains = _fanned(flow, spot, curves, attempt)
    paths = []
    for edge, points in zip(flow.edges, chains, strict=True):
        kept = cut(points, spot[edge.source], spot[edge.target])
        if kept is None:
            return Declined("arrow misses its step", edge.id)
        if attempt.splines == "square":
            kept = rounded(kept, look.bend)
        paths.append(headed(kept, look.arrow_size))
    return paths


def _fanned(
    flow: Flow, spot: Mapping[str, Place], curves: Sequence[tuple[Dot, ...]], attempt: Attempt
) -> list[tuple[Dot, ...]]:
    """Curves that meet a step at one side moved apart, in the order in which they come.

    Graphviz aims them all at the middle, where their heads would hide each other.
    """
    along = 0 if attempt.sideways else 1
    met: list[tuple[str, Dot, int, int, bool]] = []
    for at, (edge, points) in enumerate(zip(flow.edges, curves, strict=True)):
        for name, head, line in ((edge.target, True, points), (edge.source, False, points[::-1])):
            place = spot[name]
            near = _middle(line[-4:])
            away = near[0] - place.x, near[1] - place.y
            flat = place.a * abs(away[1]) < place.b * abs(away[0])
            met.append((name, away, int(not flat) if place.figure in _SIDED else along, at, head))
    # Where several come in at a box's flank, a shift along its top would move no head.
    flanks = Counter((name, away[side] > 0) for name, away, side, _, _ in met if side != along)
    sides: dict[tuple[str, int, bool], list[tuple[float, int, bool]]] = defaultdict(list)
    for name, away, side, at, head in met:
        if side != along and flanks[name, away[side] > 0] < 2:
            side = along
        slope = away[1 - side] / max(abs(away[side]), 1)
        sides[name, side, away[side] > 0].append((slope, at, head))
    chains = [*curves]
    for (name, side, _), ends in sides.items():
        bar = spot[name].figure == "bar"
        if len(ends) < 2 or not (bar or any(head for _, _, head in ends)):
            continue
        half = spot[name].a if side else spot[name].b
        step = 1.7 * half / len(ends) if bar else min(_FAN, 1.1 * half / len(ends))
        for order, (_, at, head) in enumerate(sorted(ends)):
            shift = (order - (len(ends) - 1) / 2) * step
            chains[at] = _shifted(chains[at], shift, 1 - side, head)
    return chains


def _middle(curve: Sequence[Dot]) -> Dot:
    (x0, y0), (x1, y1), (x2, y2), (x3, y3) = curve
    return (x0 + 3 * x1 + 3 * x2 + x3) / 8, (y0 + 3 * y1 + 3 * y2 + y3) / 8


def _shifted(points: Sequence[Dot], shift: float, axis: int, head: bool) -> tuple[Dot, ...]:
    """A chain with its end, or its beginning, moved across the chart, less and less with the
    distance from it; the last piece stays straight if it was."""
    line = points[::-1] if head else points
    reach, gone, before = max(_EASE, math.dist(line[0], line[3])), 0.0, line[0]
    found = []
    for dot in line:
        gone, before = gone + math.dist(before, dot), dot
        moved = [*dot]
        moved[axis] += shift * max(0.0, 1 - gone / reach)
        found.append((moved[0], moved[1]))
    return tuple(found[::-1] if head else found)


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


def angled(corners: Sequence[Dot]) -> tuple[Dot, ...]:
    """Straight pieces from corner to corner, as a chain of Bézier curves."""
    return _chain([straight(a, b) for a, b in itertools.pairwise(corners)])


def _towards(start: Dot, end: Dot, length: float) -> Dot:
    share = length / max(math.dist(start, end), 1e-9)
    return start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share


def _chain(curves: Sequence[Curve]) -> tuple[Dot, ...]:
    return (curves[0][0], *(dot for curve in curves for dot in curve[1:]))
