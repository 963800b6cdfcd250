"""Edges and their tags between nodes that have their places: lines or arcs around other nodes.

Used for the engines that place nodes only; all edges and all candidates are tried at once.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from figloom.render.graphs.curves import Trail
from figloom.render.graphs.looks import Look
from figloom.render.graphs.outlines import TOUCH, Body, Path, measure
from figloom.render.graphs.spacing import Array, Ends, aside, loop_offset
from figloom.render.graphs.tags import crossing, settle
from figloom.types import Dot

_STEPS = 41
_T = np.linspace(0, 1, _STEPS)
_BASIS = np.stack([(1 - _T) ** 2, 2 * _T * (1 - _T), _T**2], axis=1)
_BENDS = (0.0, 0.13, -0.13, 0.26, -0.26, 0.4, -0.4)
"""How far an edge may bow out to go around a node, in shares of its length."""
BOW = 0.13
"""Bow of every edge of a look whose splines are curved, as a share of its length."""
_ALONG = (0.42, 0.58, 0.34, 0.66, 0.26, 0.74, 0.2, 0.8)
"""Where else than in the middle of its edge a tag may sit, best first."""
_AWAY = 3.0
"""Between a tag and any other edge, in pixels."""
_CLEAR = 6.0
"""Room kept between an edge or a tag and a node, in pixels."""


class Nodes(NamedTuple):
    """Centres and half sizes, shape (nodes, 2), which are ellipses, and the parts of each."""

    centres: Array
    halves: Array
    rounds: NDArray[np.bool_]
    bodies: Sequence[Body]


def connect(
    nodes: Nodes, edges: Ends, tags: Array, look: Look, gap: float
) -> tuple[list[Path], list[Dot]]:
    """Paths of the edges and the centres of their tags; `tags` are half sizes, (edges, 2)."""
    if not len(tags):
        return [], []
    curves = _controls(nodes, edges, tags, look, gap)
    lines = np.einsum("sj,ekjd->eksd", _BASIS, curves)
    hits = _hits(lines, nodes, edges)
    index = np.arange(len(tags))
    choice = hits.argmin(axis=1)
    spans = _spans(lines[index, choice], nodes, edges)
    spots = _settled(curves[index, choice], lines[index, choice], spans, nodes, tags)
    crossed = _crossed(lines, np.array(spots), tags)
    again = (2.0 * hits + crossed).argmin(axis=1)
    if (again != choice).any():
        choice = again
        spans = _spans(lines[index, choice], nodes, edges)
        spots = _settled(curves[index, choice], lines[index, choice], spans, nodes, tags)
    paths = _paths(curves[index, choice], *spans, look)
    for at in np.flatnonzero(edges.loops).tolist():
        paths[at], spots[at] = _loop(nodes, edges, at, tags[at], look)
    return paths, spots


def _controls(nodes: Nodes, edges: Ends, tags: Array, look: Look, gap: float) -> Array:
    """Control points of quadratic curves, of shape (edges, candidates, 3, 2)."""
    first, last = nodes.centres[edges.heads], nodes.centres[edges.tails]
    chord = last - first
    normal = np.stack([-chord[:, 1], chord[:, 0]], axis=1)
    bends = np.array(_BENDS)[None, :, None] * normal[:, None]
    # A curve's middle is half as far off the line as its control point.
    off = 2 * np.array(
        [
            aside(dx, dy, half, turn, bow, gap / 2)
            for (dx, dy), half, turn, bow in zip(
                chord.tolist(),
                tags.tolist(),
                edges.turns.tolist(),
                edges.bows.tolist(),
                strict=True,
            )
        ]
    )
    middle = ((first + last) / 2 + off)[:, None] + bends
    shape = middle.shape
    return np.stack(
        [np.broadcast_to(first[:, None], shape), middle, np.broadcast_to(last[:, None], shape)],
        axis=2,
    )


def _hits(lines: Array, nodes: Nodes, edges: Ends) -> NDArray[np.intp]:
    """How many points of each candidate lie in or close to a node that is not its end."""
    inside = _near(lines, nodes.centres, nodes.halves + _CLEAR)
    index = np.arange(len(lines))
    inside[index, :, :, edges.heads] = False
    inside[index, :, :, edges.tails] = False
    hits: NDArray[np.intp] = inside.sum(axis=(2, 3))
    return hits


def _crossed(lines: Array, spots: Array, tags: Array) -> NDArray[np.intp]:
    """How many points of each candidate lie in or close to the tag of another edge."""
    inside = _near(lines, spots, tags + _CLEAR / 2)
    index = np.arange(len(lines))
    inside[index, :, :, index] = False
    crossed: NDArray[np.intp] = inside.sum(axis=(2, 3))
    return crossed


def _near(lines: Array, middles: Array, halves: Array) -> NDArray[np.bool_]:
    """Which points lie in which boxes; every second point will do."""
    x, y = lines[:, :, ::2, :1], lines[:, :, ::2, 1:]
    inside = np.abs(x - middles[:, 0]) < halves[:, 0]
    inside &= np.abs(y - middles[:, 1]) < halves[:, 1]
    return np.asarray(inside)


def _spans(lines: Array, nodes: Nodes, edges: Ends) -> tuple[Array, Array]:
    """Shares of each curve at which it leaves its head's node and reaches its tail's."""
    start = _leaving(lines, edges.heads, nodes)
    end = 1 - _leaving(lines[:, ::-1], edges.tails, nodes)
    return start, np.maximum(end, start + 0.02)


def _leaving(lines: Array, which: NDArray[np.intp], nodes: Nodes) -> Array:
    """Share of each curve at which it leaves the node that it starts in."""
    parts = np.array(nodes.bodies, np.float64)[which]
    centre = nodes.centres[which][:, None] + parts[:, :, :2]
    half, rounds = parts[:, None, :, 2:4] + TOUCH, parts[:, None, :, 4] > 0
    depth = measure(lines[:, :, None], centre[:, None], half, rounds).min(axis=2)
    inside = depth < 1.0
    after = np.maximum(1, _STEPS - inside[:, ::-1].argmax(axis=1))
    after = np.where(inside.any(axis=1), np.minimum(after, _STEPS - 1), 1)
    index = np.arange(len(lines))
    low, high = depth[index, after - 1], depth[index, after]
    share = np.clip((1 - low) / np.maximum(high - low, 1e-9), 0, 1)
    return np.asarray((after - 1 + share) / (_STEPS - 1))


def _at(curve: Array, t: Array) -> Array:
    weights = np.stack([(1 - t) ** 2, 2 * t * (1 - t), t**2], axis=-1)
    return np.asarray(np.einsum("ej,ejd->ed", weights, curve))


def _paths(curve: Array, start: Array, end: Array, look: Look) -> list[Path]:
    """Cut each curve at its nodes, leave room for the arrow head, and raise it to a cubic."""
    tip = _at(curve, end)
    slope = 2 * np.einsum(
        "ej,ejd->ed",
        np.stack([end - 1, 1 - 2 * end, end], axis=1),
        curve,
    )
    speed = np.maximum(np.hypot(slope[:, 0], slope[:, 1]), 1e-6)
    neck = np.maximum(end - look.arrow_size / speed, start + 0.01)
    first, last = _at(curve, start), _at(curve, neck)
    # Blossom of the quadratic at (start, neck): the control point of the piece between them.
    ramp = np.stack(
        [(1 - start) * (1 - neck), start * (1 - neck) + neck * (1 - start), start * neck], axis=1
    )
    middle = np.einsum("ej,ejd->ed", ramp, curve)
    near, far = first + (middle - first) * 2 / 3, last + (middle - last) * 2 / 3
    return [
        Path((tuple(a), tuple(b), tuple(c), tuple(d)), tuple(e))
        for a, b, c, d, e in zip(
            first.tolist(), near.tolist(), far.tolist(), last.tolist(), tip.tolist(), strict=True
        )
    ]


def _settled(
    curve: Array, line: Array, spans: tuple[Array, Array], nodes: Nodes, tags: Array
) -> list[Dot]:
    """Centres of the tags on the curves chosen: in the middle, or elsewhere along the edge."""
    start, end = spans
    lines = Trail(line.reshape(-1, 2), np.repeat(np.arange(len(tags)), _STEPS))

    def others(edges: NDArray[np.intp]) -> Array:
        low, wide = start[edges], (end - start)[edges]
        return np.stack([_at(curve[edges], low + wide * share) for share in _ALONG], axis=1)

    middle = _at(curve, (start + end) / 2)
    faults = partial(crossing, lines, tags, _AWAY)
    return settle(middle, others, (nodes.centres, nodes.halves), tags, faults)


def _loop(nodes: Nodes, edges: Ends, edge: int, tag: Array, look: Look) -> tuple[Path, Dot]:
    """An edge from the top of a node back to it, with the tag on its crown."""
    at = int(edges.heads[edge])
    x, y = nodes.centres[at].tolist()
    half, high = nodes.halves[at].tolist()
    turn = edges.turns[edge : edge + 1]
    offset = loop_offset(nodes.halves[at : at + 1], tag[None], turn)[0].tolist()
    side, top = min(half * 0.6, 26.0), y - high - TOUCH
    # The crown of this cubic lies three quarters of the way up to its control points.
    crown = y + offset[1]
    up = top + (crown - top) * 4 / 3
    neck = (x + side, top - look.arrow_size)
    path = Path(((x - side, top), (x - side * 1.6, up), (x + side * 1.6, up), neck),
                (x + side, top))  # fmt: skip
    return path, (x, crown)
