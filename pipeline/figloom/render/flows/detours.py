"""Arrows led around steps that are not theirs: between lanes, Graphviz leads some through them."""

from __future__ import annotations

import itertools
import math
from collections import defaultdict
from collections.abc import Iterator, Sequence

import numpy as np

from figloom.render.flows.clip import Place
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
    owner = np.repeat(np.arange(len(chains)), counts)
    boxes = [(p.x - p.a, p.y - p.b, p.x + p.a, p.y + p.b) for p in places]
    lows, highs = np.array(boxes)[:, None, :2], np.array(boxes)[:, None, 2:]
    # A curve stays within the box of its four points: few need a closer look.
    near = ((control.min(axis=1) < highs) & (control.max(axis=1) > lows)).all(axis=2)
    near[np.array(ends)[owner].T, np.arange(len(owner))] = False
    steps, curves = np.nonzero(near)
    dots = np.matmul(_PLACES, control[curves])
    hit = ((dots > lows[steps]) & (dots < highs[steps])).all(axis=2).any(axis=1)
    in_way: dict[int, list[int]] = defaultdict(list)
    for step, curve in zip(steps[hit].tolist(), curves[hit].tolist(), strict=True):
        in_way[curve].append(step)
    found, firsts = [*chains], np.cumsum(counts) - counts
    for chain in sorted({int(owner[curve]) for curve in in_way}):
        points, first = chains[chain], int(firsts[chain])
        others = [box for at, box in enumerate(boxes) if at not in ends[chain]]
        line: list[Dot] = [points[0]]
        for at in range(len(points) // 3):
            curve, hits = points[3 * at : 3 * at + 4], in_way.get(first + at)
            line += _around(curve, [boxes[step] for step in hits], others) if hits else curve[1:]
        found[chain] = tuple(line)
    return found


def _around(curve: Sequence[Dot], in_way: Sequence[Box], others: Sequence[Box]) -> list[Dot]:
    """Bézier curves without their first point: the shortest free way by one or two corners."""
    start, first, last, end = curve
    x0, y0 = (min(box[axis] for box in in_way) for axis in (0, 1))
    x1, y1 = (max(box[axis] for box in in_way) for axis in (2, 3))
    turns = (
        sorted(_turns(start, end, (x0 - room, y0 - room, x1 + room, y1 + room)), key=_length)
        for room in _CLEAR
    )
    line = next((line for line in itertools.chain(*turns) if _free(line, others)), None)
    if line is None:
        return [first, last, end]
    found: list[Dot] = []
    handle = _along(start, first, math.dist(start, line[1]) / 3, line[1])
    for before, dot, after in zip(line, line[1:], line[2:], strict=False):
        reach = _BEND * min(math.dist(before, dot), math.dist(dot, after))
        size = max(math.dist(before, after), 1e-9)
        u, v = (after[0] - before[0]) / size * reach, (after[1] - before[1]) / size * reach
        found += [handle, (dot[0] - u, dot[1] - v), dot]
        handle = (dot[0] + u, dot[1] + v)
    return [*found, handle, _along(end, last, math.dist(line[-2], end) / 3, line[-2]), end]


def _turns(start: Dot, end: Dot, box: Box) -> Iterator[tuple[Dot, ...]]:
    """Ways by one corner of a box, or by two neighbours."""
    x0, y0, x1, y1 = box
    ring = ((x0, y0), (x1, y0), (x1, y1), (x0, y1))
    for corner, after in zip(ring, (*ring[1:], ring[0]), strict=True):
        yield start, corner, end
        yield start, corner, after, end
        yield start, after, corner, end


def _length(line: Sequence[Dot]) -> float:
    return sum(map(math.dist, line, line[1:]))


def _free(line: Sequence[Dot], boxes: Sequence[Box]) -> bool:
    return not any(_meets(a, b, box) for a, b in itertools.pairwise(line) for box in boxes)


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
        if max(0.0, length) <= before or min(0.0, length) >= after:
            return False
        if not length:
            continue
        near, far = sorted((before / length, after / length))
        low, high = max(low, near), min(high, far)
    return low < high
