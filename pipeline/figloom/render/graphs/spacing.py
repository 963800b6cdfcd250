"""Room between nodes and tags: boxes that overlap push each other apart until none does.

A tag is a box in the middle of its edge; what pushes it moves both ends of the edge. Position-based
dynamics (Müller et al. 2007, "Position based dynamics") with boxes as the only constraints.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from figloom.types import Dot

Array = NDArray[np.float64]

LOOP = 34.0
"""Height of an edge that returns to its own node, in pixels."""
_ROUNDS = 40
_PULLED = 10
"""Rounds in which edges that are too long pull their ends together."""
_PULL = 0.2
_ENOUGH = 6.0
"""Overlap, of boxes with the gap between them, that may stay, in pixels."""
_EASE = 1.2
"""Share of an overlap that one round resolves; above 1, since neighbours push back."""


class Ends(NamedTuple):
    """Heads and tails of the edges, how each edge bows, and which return to their own node.

    `turns` are an edge's place among those of the same two nodes: -0.5 and 0.5 for a pair, -1, 0
    and 1 for three, seen from head to tail. `bows` are shares of the edge's length.
    """

    heads: NDArray[np.intp]
    tails: NDArray[np.intp]
    turns: Array
    bows: Array
    loops: NDArray[np.bool_]


def ends(pairs: Sequence[tuple[int, int]], bow: float) -> Ends:
    """Group the edges that join the same two nodes; an edge alone bows by `bow`, to either side."""
    groups: dict[tuple[int, int], list[int]] = defaultdict(list)
    for index, (head, tail) in enumerate(pairs):
        groups[min(head, tail), max(head, tail)].append(index)
    turns, bows = np.zeros(len(pairs)), np.zeros(len(pairs))
    for members in groups.values():
        for turn, index in enumerate(members):
            side = 1 if pairs[index][0] <= pairs[index][1] else -1
            turns[index] = side * (turn - (len(members) - 1) / 2)
        if len(members) == 1:
            bows[members[0]] = bow if members[0] % 2 else -bow
    heads = np.array([head for head, _ in pairs], np.intp)
    tails = np.array([tail for _, tail in pairs], np.intp)
    return Ends(heads, tails, turns, bows, heads == tails)


def aside(dx: float, dy: float, half: Sequence[float], turn: float, bow: float, gap: float) -> Dot:
    """How far the middle of an edge, from (0, 0) to (dx, dy), stands off the straight line.

    Edges between the same two nodes part far enough for their tags, of half sizes `half`.
    """
    length = max((dx * dx + dy * dy) ** 0.5, 1e-6)
    x, y = -dy / length, dx / length
    apart = 0.0
    if turn:
        across = (2 * half[0] + gap) / max(abs(x), 0.05)
        apart = turn * min(across, (2 * half[1] + gap) / max(abs(y), 0.05))
    apart += bow * length / 2
    return x * apart, y * apart


def loop_offset(half: Array, tags: Array, turns: Array) -> Array:
    """Where the tags of loops stand: above their node, further up for each further loop."""
    lift = half[:, 1] + LOOP * (1 + np.abs(turns)) + tags[:, 1]
    return np.stack([np.zeros_like(lift), -lift], axis=1)


def separate(
    centres: Array, halves: Array, edges: Ends, tags: Array, gap: float, length: float
) -> Array:
    """New centres of the nodes, so that nodes and tags keep `gap` pixels between their boxes and
    edges longer than `length` shrink where there is room.

    Shapes: centres and halves (nodes, 2), tags (edges, 2); halves and tags are half sizes. Plain
    Python: for a few dozen boxes it is several times faster than arrays.
    """
    xs, ys = centres[:, 0].tolist(), centres[:, 1].tolist()
    room = (np.concatenate([halves, tags]) + gap / 2).tolist()
    joins = list(zip(edges.heads.tolist(), edges.tails.tolist(), strict=True))
    lift = loop_offset(halves[edges.heads], tags, edges.turns).tolist()
    bent = (edges.turns != 0) | (edges.bows != 0)
    bends = np.flatnonzero(bent & ~edges.loops).tolist()
    off = [shift if loop else [0.0, 0.0] for shift, loop in zip(lift, edges.loops, strict=True)]
    turns, bows, sizes = edges.turns.tolist(), edges.bows.tolist(), tags.tolist()
    for turn in range(_ROUNDS):
        pulled = turn < _PULLED and _pull(xs, ys, joins, length)
        for at in bends:
            head, tail = joins[at]
            dx, dy = xs[tail] - xs[head], ys[tail] - ys[head]
            off[at] = list(aside(dx, dy, sizes[at], turns[at], bows[at], gap / 2))
        if not _push(xs, ys, joins, room, off) and not pulled:
            break
    return np.stack([xs, ys], axis=1)


def _pull(xs: list[float], ys: list[float], joins: list[tuple[int, int]], length: float) -> bool:
    """Shorten edges that are too long, a little; whether there was one."""
    pulled = False
    for head, tail in joins:
        dx, dy = xs[tail] - xs[head], ys[tail] - ys[head]
        reach = (dx * dx + dy * dy) ** 0.5
        if reach > length * 1.02:
            share = (1 - length / reach) * _PULL
            xs[head] += dx * share
            ys[head] += dy * share
            xs[tail] -= dx * share
            ys[tail] -= dy * share
            pulled = True
    return pulled


def _push(
    xs: list[float],
    ys: list[float],
    joins: list[tuple[int, int]],
    room: list[list[float]],
    off: list[list[float]],
) -> bool:
    """Part every two boxes that overlap, each along its shorter way; whether there were any."""
    count = len(xs)
    kin = [{*join} for join in joins]
    boxes = [(xs[at], ys[at], *room[at]) for at in range(count)]
    for at, (head, tail) in enumerate(joins):
        x, y = (xs[head] + xs[tail]) / 2 + off[at][0], (ys[head] + ys[tail]) / 2 + off[at][1]
        boxes.append((x, y, *room[count + at]))
    moved = False
    for first, (x, y, wide, high) in enumerate(boxes):
        for second in range(first + 1, len(boxes)):
            u, v, w, h = boxes[second]
            over_y = high + h - abs(y - v)
            if over_y <= _ENOUGH:
                continue
            over_x = wide + w - abs(x - u)
            if over_x <= _ENOUGH:
                continue
            if first >= count and kin[first - count] == kin[second - count]:
                continue
            moved = True
            # A tag drags its own end along, so that half of the push is lost.
            ease = _EASE if first < count <= second and first in kin[second - count] else _EASE / 2
            # Boxes on the very same spot part by their order, all that tells them apart.
            if over_x < over_y:
                step, line = (over_x if x >= u else -over_x) * ease, xs
            else:
                step, line = (over_y if y >= v else -over_y) * ease, ys
            for box, way in ((first, step), (second, -step)):
                if box < count:
                    line[box] += way
                else:
                    head, tail = joins[box - count]
                    line[head] += way
                    line[tail] += way
    return moved
