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
    """Heads and tails of the edges, and each edge's turn among those of the same two nodes.

    `turns` are -0.5 and 0.5 for a pair of edges, -1, 0 and 1 for three, seen from the node with
    the lower index; `loops` marks the edges that return to their own node.
    """

    heads: NDArray[np.intp]
    tails: NDArray[np.intp]
    turns: Array
    loops: NDArray[np.bool_]


def ends(pairs: Sequence[tuple[int, int]]) -> Ends:
    """Group the edges that join the same two nodes."""
    groups: dict[tuple[int, int], list[int]] = defaultdict(list)
    for index, (head, tail) in enumerate(pairs):
        groups[min(head, tail), max(head, tail)].append(index)
    turns = np.zeros(len(pairs))
    for members in groups.values():
        for turn, index in enumerate(members):
            side = 1 if pairs[index][0] <= pairs[index][1] else -1
            turns[index] = side * (turn - (len(members) - 1) / 2)
    heads = np.array([head for head, _ in pairs], np.intp)
    tails = np.array([tail for _, tail in pairs], np.intp)
    return Ends(heads, tails, turns, heads == tails)


def sideways(chord: Array, tags: Array, turns: Array, gap: float) -> Array:
    """How far the middle of each edge moves off the straight line, so that the tags of edges
    between the same two nodes stand clear of each other; shape (edges, 2)."""
    length = np.maximum(np.hypot(chord[:, 0], chord[:, 1]), 1e-6)
    normal = np.stack([-chord[:, 1], chord[:, 0]], axis=1) / length[:, None]
    apart = ((2 * tags + gap) / np.maximum(np.abs(normal), 0.05)).min(axis=1)
    return np.asarray(normal * (apart * turns)[:, None])


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
    lift = loop_offset(halves[edges.heads], tags, edges.turns)
    plain = not (edges.turns.any() or edges.loops.any())
    off = [[0.0, 0.0]] * len(joins)
    for turn in range(_ROUNDS):
        pulled = turn < _PULLED and _pull(xs, ys, joins, length)
        if not plain:
            places = np.stack([xs, ys], axis=1)
            chord = places[edges.tails] - places[edges.heads]
            aside = sideways(chord, tags, edges.turns, gap / 2)
            off = np.where(edges.loops[:, None], lift, aside).tolist()
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
