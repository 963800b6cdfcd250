"""Arrows led around steps that are not theirs: between lanes, Graphviz leads some through them."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator, Sequence

import numpy as np

from figloom.render.flows.clip import Curve, Place
from figloom.render.graphs.curves import cubics, weights
from figloom.types import Box, Dot

_CLEAR = (18.0, 10.0)
"""Between an arrow and the corner of a step that it goes around, both ways, in pixels, best
first."""
_HAIR = 4.0
"""Least room between such an arrow and any other step, in pixels."""
_BEND = 0.3
"""Length of a bend at a corner, by the nearer place that the arrow comes from or goes to."""

_PLACES = weights(24)


def detoured(
    chains: Sequence[tuple[Dot, ...]], ends: Sequence[tuple[int, int]], places: Sequence[Place]
) -> list[tuple[Dot, ...]]:
    """Chains of cubic Bézier curves, those led anew that ran through the box of a step; `ends` are
    the steps that each belongs to. A chain that finds no way around stays as it was."""
    control, counts = cubics(chains)
    centres = np.array([(place.x, place.y) for place in places])[:, None, None]
    halves = np.array([(place.a, place.b) for place in places])[:, None, None]
    owner = np.repeat(np.arange(len(chains)), counts)
    # Steps, curves and places along each.
    hit = (np.abs(np.matmul(_PLACES, control) - centres) < halves).all(axis=3).any(axis=2)
    own = np.array(ends)[owner].T
    hit[own, np.arange(len(owner))] = False
    boxes = [(p.x - p.a, p.y - p.b, p.x + p.a, p.y + p.b) for p in places]
    firsts, found = (np.cumsum(counts) - counts).tolist(), [*chains]
    for chain in sorted({int(owner[at]) for at in np.flatnonzero(hit.any(axis=0))}):
        others = [box for at, box in enumerate(boxes) if at not in ends[chain]]
        line: list[Dot] = [chains[chain][0]]
        for at in range(firsts[chain], firsts[chain] + int(counts[chain])):
            curve = chains[chain][3 * (at - firsts[chain]) :][:4]
            in_way = [boxes[step] for step in np.flatnonzero(hit[:, at]).tolist()]
            line += _around(curve, in_way, others) if in_way else curve[1:]
        found[chain] = tuple(line)
    return found


def _around(curve: Sequence[Dot], in_way: Sequence[Box], others: Sequence[Box]) -> list[Dot]:
    """Bézier curves without their first point: the shortest free way by one or two corners."""
    start, first, last, end = curve
    lows, highs = [box[:2] for box in in_way], [box[2:] for box in in_way]
    (x0, y0), (x1, y1) = map(min, zip(*lows)), map(max, zip(*highs))
    free: list[tuple[Dot, ...]] = []
    for clear in _CLEAR:
        turns = _turns(x0 - clear, y0 - clear, x1 + clear, y1 + clear)
        free = free or [line for corners in turns if _free(line := (start, *corners, end), others)]
    if not free:
        return [first, last, end]
    line = min(free, key=lambda dots: sum(map(math.dist, dots, dots[1:])))
    found: list[Dot] = []
    handle = _along(start, first, math.dist(start, line[1]) / 3, line[1])
    for before, dot, after in zip(line, line[1:], line[2:], strict=False):
        reach = _BEND * min(math.dist(before, dot), math.dist(dot, after))
        size = math.dist(before, after)
        u, v = (after[0] - before[0]) / size * reach, (after[1] - before[1]) / size * reach
        found += [handle, (dot[0] - u, dot[1] - v), dot]
        handle = (dot[0] + u, dot[1] + v)
    return [*found, handle, _along(end, last, math.dist(line[-2], end) / 3, line[-2]), end]


def _free(line: Sequence[Dot], others: Sequence[Box]) -> bool:
    return not any(_meets(a, b, box) for a, b in itertools.pairwise(line) for box in others)


def _turns(x0: float, y0: float, x1: float, y1: float) -> Iterator[tuple[Dot, ...]]:
    ring = ((x0, y0), (x1, y0), (x1, y1), (x0, y1))
    for corner, after in zip(ring, (*ring[1:], ring[0]), strict=True):
        yield from ((corner,), (corner, after), (after, corner))


def _along(start: Dot, towards: Dot, most: float, instead: Dot) -> Dot:
    """A place at most so far from the start, where the curve headed; straight on if nowhere."""
    goal = towards if math.dist(start, towards) > 1 else instead
    share = most / max(math.dist(start, goal), 1e-9)
    return start[0] + (goal[0] - start[0]) * share, start[1] + (goal[1] - start[1]) * share


def _meets(start: Dot, end: Dot, box: Box) -> bool:
    """Whether a straight line runs through a box or within a hair of it (Liang and Barsky 1984)."""
    low, high = 0.0, 1.0
    for axis in (0, 1):
        length = end[axis] - start[axis]
        before = box[axis] - _HAIR - start[axis]
        after = box[axis + 2] + _HAIR - start[axis]
        if abs(length) < 1e-9:
            if before >= 0 or after <= 0:
                return False
            continue
        near, far = sorted((before / length, after / length))
        low, high = max(low, near), min(high, far)
    return low < high
