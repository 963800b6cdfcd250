"""Edges and their tags between nodes that have their places: lines or arcs around other nodes.

Used for the engines that place nodes only; all edges and all candidates are tried at once.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from figloom.render.graphs.cells import Cell, Tag
from figloom.render.graphs.looks import Look
from figloom.types import Dot

Array = NDArray[np.float64]

_STEPS = 41
_T = np.linspace(0, 1, _STEPS)
_BASIS = np.stack([(1 - _T) ** 2, 2 * _T * (1 - _T), _T**2], axis=1)
_CUBIC = np.stack([(1 - _T) ** 3, 3 * _T * (1 - _T) ** 2, 3 * _T**2 * (1 - _T), _T**3], axis=1)
_BESIDE = 1.0
_BENDS = (0.0, 0.13, -0.13, 0.26, -0.26, 0.4, -0.4)
"""How far an edge may bow out to go around a node, in shares of its length."""
_APART = 0.3
"""Bow between two edges of the same pair of nodes."""
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


def connect(
    centres: Sequence[Dot],
    cells: Sequence[Cell],
    pairs: Sequence[tuple[int, int]],
    tags: Sequence[Tag],
    look: Look,
) -> tuple[list[Path], list[Dot]]:
    """Paths of the edges (head, tail: indices of cells) and the centres of their tags."""
    if not pairs:
        return [], []
    where = np.array(centres, np.float64)
    half = np.array([(cell.width / 2, cell.height / 2) for cell in cells], np.float64)
    rounds = np.array([cell.round for cell in cells], bool)
    bodies = [body(cell, look) for cell in cells]
    heads = np.array([pair[0] for pair in pairs])
    tails = np.array([pair[1] for pair in pairs])
    curves = _controls(where[heads], where[tails], pairs, look)
    lines = np.einsum("sj,ekjd->eksd", _BASIS, curves)
    choice = _clearest(lines, where, half + _CLEAR, rounds, heads, tails)
    index = np.arange(len(pairs))
    curve, line = curves[index, choice], lines[index, choice]
    start = _leaving(line, where[heads], [bodies[head] for head in heads])
    end = 1 - _leaving(line[:, ::-1], where[tails], [bodies[tail] for tail in tails])
    end = np.maximum(end, start + 0.02)
    paths = _paths(curve, start, end, look)
    return paths, _places(curve, line, start, end, where, half, tags)


def _controls(
    first: Array, last: Array, pairs: Sequence[tuple[int, int]], look: Look
) -> Array:
    """Control points of quadratic curves, of shape (edges, candidates, 3, 2)."""
    groups: dict[tuple[int, int], list[int]] = defaultdict(list)
    for index, (a, b) in enumerate(pairs):
        groups[min(a, b), max(a, b)].append(index)
    bows = np.zeros(len(pairs))
    for (a, b), members in groups.items():
        for turn, index in enumerate(members):
            side = 1 if pairs[index] == (a, b) else -1
            bows[index] = side * _APART * (turn - (len(members) - 1) / 2)
            if len(members) == 1 and look.splines == "curved":
                bows[index] = 0.12 if index % 2 else -0.12
    chord = last - first
    normal = np.stack([-chord[:, 1], chord[:, 0]], axis=1)
    bend = bows[:, None] + np.array(_BENDS)[None]
    middle = (first + last)[:, None] / 2 + bend[..., None] * normal[:, None]
    shape = (*bend.shape, 2)
    return np.stack(
        [np.broadcast_to(first[:, None], shape), middle, np.broadcast_to(last[:, None], shape)],
        axis=2,
    )


def _clearest(
    lines: Array,
    where: Array,
    room: Array,
    rounds: NDArray[np.bool_],
    heads: NDArray[np.intp],
    tails: NDArray[np.intp],
) -> NDArray[np.intp]:
    """The first candidate of each edge that touches no other node, or the one touching least."""
    measure = _measure(lines[..., None, :], where, room, rounds)
    inside = measure < 1.0
    edges = np.arange(len(heads))
    inside[edges, :, :, heads] = False
    inside[edges, :, :, tails] = False
    hits: NDArray[np.intp] = inside.sum(axis=(2, 3))
    return np.asarray(hits.argmin(axis=1))


def _measure(points: Array, where: Array, half: Array, rounds: NDArray[np.bool_]) -> Array:
    """Below 1 inside a node, above 1 outside."""
    away = np.abs(points - where) / half
    return np.where(rounds, np.hypot(away[..., 0], away[..., 1]), away.max(axis=-1))


class Part(NamedTuple):
    """A part of a node that an edge must stop at: offset of its centre, half sizes, roundness."""

    x: float
    y: float
    width: float
    height: float
    round: bool


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


def _leaving(line: Array, where: Array, bodies: Sequence[tuple[Part, Part]]) -> Array:
    """Share of each curve at which it leaves the node that it starts in."""
    parts = np.array(bodies, np.float64)
    centre = where[:, None] + parts[:, :, :2]
    measure = _measure(
        line[:, :, None], centre[:, None], parts[:, None, :, 2:4] + _TOUCH, parts[:, None, :, 4] > 0
    ).min(axis=2)
    inside = measure < 1.0
    after = np.maximum(1, _STEPS - inside[:, ::-1].argmax(axis=1))
    after = np.where(inside.any(axis=1), np.minimum(after, _STEPS - 1), 1)
    index = np.arange(len(line))
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
    curve: Array,
    line: Array,
    start: Array,
    end: Array,
    where: Array,
    half: Array,
    tags: Sequence[Tag],
) -> list[Dot]:
    """Centre of each tag on its edge, away from nodes, other edges and other tags if it can."""
    count = len(tags)
    sizes = np.array([(tag.width / 2, tag.height / 2) for tag in tags])
    spots = np.stack([_at(curve, start + (end - start) * share) for share in _ALONG], axis=1)
    near = np.abs(spots[:, :, None] - where) < sizes[:, None, None] + half + _CLEAR
    bad = 4.0 * near.all(axis=3).any(axis=2)
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
