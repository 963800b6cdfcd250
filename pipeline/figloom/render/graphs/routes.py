"""Edges and their tags between nodes that have their places: lines or arcs around other nodes.

Used for the engines that place nodes only; all edges and all candidates are tried at once.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from figloom.render.graphs.cells import Cell, Tag
from figloom.render.graphs.looks import Look
from figloom.render.graphs.spacing import Array, Ends, loop_offset, sideways
from figloom.types import Dot

_STEPS = 41
_T = np.linspace(0, 1, _STEPS)
_BASIS = np.stack([(1 - _T) ** 2, 2 * _T * (1 - _T), _T**2], axis=1)
_CUBIC = np.stack([(1 - _T) ** 3, 3 * _T * (1 - _T) ** 2, 3 * _T**2 * (1 - _T), _T**3], axis=1)
_BESIDE = 1.0
_BENDS = (0.0, 0.13, -0.13, 0.26, -0.26, 0.4, -0.4)
"""How far an edge may bow out to go around a node, in shares of its length."""
_BOW = 0.13
"""Bow of every edge of a look whose splines are curved."""
_ALONG = (0.5, 0.42, 0.58, 0.34, 0.66, 0.26, 0.74, 0.2, 0.8)
"""Where on the visible part of its edge a tag may sit, best first."""
_CLEAR = 6.0
"""Room kept between an edge or a tag and a node, in pixels."""
_SPARE = 3.0
"""Room kept around the texts and pictures of a node without a frame."""
_TOUCH = 1.5
"""Between the tip of an arrow and the node it points at."""


class Path(NamedTuple):
    """A chain of cubic Bézier curves and the tip of the arrow beyond its end."""

    points: tuple[Dot, ...]
    tip: Dot


class Part(NamedTuple):
    """A part of a node that an edge must stop at: offset of its centre, half sizes, roundness."""

    x: float
    y: float
    width: float
    height: float
    round: bool


class Nodes(NamedTuple):
    """Centres and half sizes, shape (nodes, 2), which are ellipses, and the parts of each."""

    centres: Array
    halves: Array
    rounds: NDArray[np.bool_]
    bodies: Sequence[tuple[Part, Part]]


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
    spots = _places(curves[index, choice], lines[index, choice], spans, nodes, tags)
    crossed = _crossed(lines, np.array(spots), tags)
    again = (2.0 * hits + crossed).argmin(axis=1)
    if (again != choice).any():
        choice = again
        spans = _spans(lines[index, choice], nodes, edges)
        spots = _places(curves[index, choice], lines[index, choice], spans, nodes, tags)
    paths = _paths(curves[index, choice], *spans, look)
    for at in np.flatnonzero(edges.loops).tolist():
        paths[at], spots[at] = _loop(nodes, edges, at, tags[at], look)
    return paths, spots


def _controls(nodes: Nodes, edges: Ends, tags: Array, look: Look, gap: float) -> Array:
    """Control points of quadratic curves, of shape (edges, candidates, 3, 2)."""
    first, last = nodes.centres[edges.heads], nodes.centres[edges.tails]
    chord = last - first
    normal = np.stack([-chord[:, 1], chord[:, 0]], axis=1)
    bends = np.broadcast_to(np.array(_BENDS), (len(tags), len(_BENDS))).copy()
    if look.splines == "curved":
        alone = edges.turns == 0
        bends[alone] += np.where(np.arange(len(tags)) % 2, _BOW, -_BOW)[alone, None]
    # A curve's middle is half as far off the line as its control point.
    off = 2 * sideways(chord, tags, edges.turns, gap / 2)
    middle = ((first + last) / 2 + off)[:, None] + bends[..., None] * normal[:, None]
    shape = middle.shape
    return np.stack(
        [np.broadcast_to(first[:, None], shape), middle, np.broadcast_to(last[:, None], shape)],
        axis=2,
    )


def _hits(lines: Array, nodes: Nodes, edges: Ends) -> NDArray[np.intp]:
    """How many points of each candidate lie in or close to a node that is not its end."""
    room = nodes.halves + _CLEAR
    measure = _measure(lines[..., None, :], nodes.centres, room, nodes.rounds)
    inside: NDArray[np.bool_] = np.less(measure, 1.0)
    index = np.arange(len(lines))
    inside[index, :, :, edges.heads] = False
    inside[index, :, :, edges.tails] = False
    hits: NDArray[np.intp] = inside.sum(axis=(2, 3))
    return hits


def _crossed(lines: Array, spots: Array, tags: Array) -> NDArray[np.intp]:
    """How many points of each candidate lie in or close to the tag of another edge."""
    inside: NDArray[np.bool_] = (np.abs(lines[..., None, :] - spots) < tags + _CLEAR / 2).all(axis=-1)
    index = np.arange(len(lines))
    inside[index, :, :, index] = False
    crossed: NDArray[np.intp] = inside.sum(axis=(2, 3))
    return crossed


def _spans(lines: Array, nodes: Nodes, edges: Ends) -> tuple[Array, Array]:
    """Shares of each curve at which it leaves its head's node and reaches its tail's."""
    start = _leaving(lines, edges.heads, nodes)
    end = 1 - _leaving(lines[:, ::-1], edges.tails, nodes)
    return start, np.maximum(end, start + 0.02)


def _measure(points: Array, where: Array, half: Array, rounds: NDArray[np.bool_]) -> Array:
    """Below 1 inside a node, above 1 outside."""
    away = np.abs(points - where) / half
    return np.where(rounds, np.hypot(away[..., 0], away[..., 1]), away.max(axis=-1))


def body(cell: Cell, look: Look) -> tuple[Part, Part]:
    """The parts of a node: its frame, or without one its picture or disc and its texts."""
    if look.frame not in ("none", "disc") or not cell.slot:
        whole = Part(0.0, 0.0, cell.width / 2, cell.height / 2, cell.round)
        return whole, whole
    radius, name, about = cell.slot / 2, cell.name, cell.about
    wide = max(name.width, about.width if about else 0.0) / 2 + _SPARE
    top = cell.name_at[1] - name.height / 2
    low = cell.about_at[1] + about.height / 2 if about else cell.name_at[1] + name.height / 2
    slot = Part(*cell.slot_at, radius + _SPARE / 2, radius + _SPARE / 2, look.frame == "disc")
    return slot, Part(cell.name_at[0], (top + low) / 2, wide, (low - top) / 2, False)


def _leaving(lines: Array, which: NDArray[np.intp], nodes: Nodes) -> Array:
    """Share of each curve at which it leaves the node that it starts in."""
    parts = np.array(nodes.bodies, np.float64)[which]
    centre = nodes.centres[which][:, None] + parts[:, :, :2]
    half, rounds = parts[:, None, :, 2:4] + _TOUCH, parts[:, None, :, 4] > 0
    measure = _measure(lines[:, :, None], centre[:, None], half, rounds).min(axis=2)
    inside = measure < 1.0
    after = np.maximum(1, _STEPS - inside[:, ::-1].argmax(axis=1))
    after = np.where(inside.any(axis=1), np.minimum(after, _STEPS - 1), 1)
    index = np.arange(len(lines))
    low, high = measure[index, after - 1], measure[index, after]
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


def _places(
    curve: Array, line: Array, spans: tuple[Array, Array], nodes: Nodes, sizes: Array
) -> list[Dot]:
    """Centre of each tag on its edge, away from nodes, other edges and other tags if it can."""
    count = len(sizes)
    start, end = spans
    spots = np.stack([_at(curve, start + (end - start) * share) for share in _ALONG], axis=1)
    room = sizes[:, None, None] + nodes.halves + _CLEAR
    bad = 4.0 * (np.abs(spots[:, :, None] - nodes.centres) < room).all(axis=3).any(axis=2)
    points = line.reshape(-1, 2)
    crossing = (np.abs(spots[:, :, None] - points) < sizes[:, None, None] + 3.0).all(axis=3)
    owner = np.repeat(np.arange(count), _STEPS)
    crossing &= owner[None, None] != np.arange(count)[:, None, None]
    bad += 2.0 * crossing.any(axis=2) + np.arange(len(_ALONG)) * 0.01
    # Tags with the fewest good places choose first.
    order = np.argsort((bad < 1).sum(axis=1), kind="stable").tolist()
    costs, places, extents = bad.tolist(), spots.tolist(), sizes.tolist()
    taken: list[tuple[float, float, float, float]] = []
    chosen: list[Dot] = [(0.0, 0.0)] * count
    for index in order:
        w, h = extents[index]
        best, cost = 0, float("inf")
        for turn, (x, y) in enumerate(places[index]):
            price = costs[index][turn] + 4.0 * sum(
                abs(x - a) < w + c + 2 and abs(y - b) < h + d + 2 for a, b, c, d in taken
            )
            if price < cost:
                best, cost = turn, price
        x, y = places[index][best]
        chosen[index] = (x, y)
        taken.append((x, y, w, h))
    return chosen


def _loop(nodes: Nodes, edges: Ends, edge: int, tag: Array, look: Look) -> tuple[Path, Dot]:
    """An edge from the top of a node back to it, with the tag on its crown."""
    at = int(edges.heads[edge])
    x, y = nodes.centres[at].tolist()
    half, high = nodes.halves[at].tolist()
    turn = edges.turns[edge : edge + 1]
    offset = loop_offset(nodes.halves[at : at + 1], tag[None], turn)[0].tolist()
    side, top = min(half * 0.6, 26.0), y - high - _TOUCH
    # The crown of this cubic lies three quarters of the way up to its control points.
    crown = y + offset[1]
    up = top + (crown - top) * 4 / 3
    neck = (x + side, top - look.arrow_size)
    path = Path(((x - side, top), (x - side * 1.6, up), (x + side * 1.6, up), neck),
                (x + side, top))  # fmt: skip
    return path, (x, crown)


def nudged(paths: Sequence[Path], places: Sequence[Dot], tags: Sequence[Tag]) -> list[Dot]:
    """Tags beside their edges, moved until they are `_BESIDE` pixels from their own edge."""
    moved = []
    for path, (x, y), tag in zip(paths, places, tags, strict=True):
        control = np.array(path.points)
        curves = np.stack([control[at : at + 4] for at in range(0, len(control) - 1, 3)])
        line = np.einsum("sj,cjd->csd", _CUBIC, curves).reshape(-1, 2)
        half = np.array([tag.width / 2, tag.height / 2])
        away = line - (x, y)
        gap = np.sign(away) * np.maximum(np.abs(away) - half, 0.0)
        distance = np.hypot(gap[:, 0], gap[:, 1])
        nearest = int(distance.argmin())
        spare = float(distance[nearest])
        if spare > _BESIDE:
            dx, dy = (gap[nearest] * (1 - _BESIDE / spare)).tolist()
            x, y = x + dx, y + dy
        moved.append((x, y))
    return moved
