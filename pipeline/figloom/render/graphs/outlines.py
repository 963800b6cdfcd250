"""Where edges meet nodes: the outlines of nodes, paths cut at them, and tags moved to edges."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from figloom.render.graphs.cells import Cell
from figloom.render.graphs.looks import Look
from figloom.render.graphs.spacing import Array
from figloom.types import Dot

_STEPS = 41
_T = np.linspace(0, 1, _STEPS)
_CUBIC = np.stack([(1 - _T) ** 3, 3 * _T * (1 - _T) ** 2, 3 * _T**2 * (1 - _T), _T**3], axis=1)
_SPARE = 3.0
"""Room kept around the texts and pictures of a node without a frame."""
TOUCH = 1.5
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


Body = tuple[Part, Part]


def measure(points: Array, where: Array, half: Array, rounds: NDArray[np.bool_]) -> Array:
    """Below 1 inside a node, above 1 outside."""
    away = np.abs(points - where) / half
    return np.where(rounds, np.hypot(away[..., 0], away[..., 1]), away.max(axis=-1))


def body(cell: Cell, look: Look) -> Body:
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


def headed(points: Sequence[Dot], arrow: float) -> Path:
    """A chain of Bézier curves that ends at its node, with room made for the arrow head."""
    tip, last = points[-1], len(points) - 4
    # Whole curves within reach of the tip go; one is always left to be cut.
    while last > 0 and math.dist(points[last], tip) <= arrow:
        last -= 3
    (x0, y0), (x1, y1), (x2, y2), (x3, y3) = points[last : last + 4]
    low, high, far, near = 0.0, 1.0, math.dist(points[last], tip), math.dist((x3, y3), tip)
    # Curves are nearly straight at their ends: halved a few times, then a share of the rest.
    for _ in range(5):
        t = (low + high) / 2
        u = 1 - t
        a, b, c, d = u * u * u, 3 * t * u * u, 3 * t * t * u, t * t * t
        x, y = a * x0 + b * x1 + c * x2 + d * x3, a * y0 + b * y1 + c * y2 + d * y3
        away = math.dist((x, y), tip)
        if away < arrow:
            high, near = t, away
        else:
            low, far = t, away
    share = (far - arrow) / (far - near) if far > arrow > near else 0.0
    t = max(low + (high - low) * share, 0.02)
    u = 1 - t
    # De Casteljau: the left part of the curve.
    ax, ay = x0 * u + x1 * t, y0 * u + y1 * t
    mx, my = x1 * u + x2 * t, y1 * u + y2 * t
    bx, by = ax * u + mx * t, ay * u + my * t
    cx, cy = mx * u + (x2 * u + x3 * t) * t, my * u + (y2 * u + y3 * t) * t
    end = (bx * u + cx * t, by * u + cy * t)
    return Path((*points[: last + 1], (ax, ay), (bx, by), end), tip)


def trimmed(
    points: Sequence[Dot], head: tuple[Dot, Body], tail: tuple[Dot, Body], arrow: float
) -> Path:
    """A chain between two centres, cut at the bodies of its nodes, with room for the arrow head."""
    control = np.array(points)
    curves = np.stack([control[at : at + 4] for at in range(0, len(control) - 1, 3)])
    count = len(curves)
    line = np.einsum("sj,cjd->csd", _CUBIC, curves)[:, :-1].reshape(-1, 2)
    line = np.append(line, control[-1:], axis=0)
    start = _outside(line, head)
    end = len(line) - 1 - _outside(line[::-1], tail)
    gone = np.cumsum(np.hypot(*np.diff(line, axis=0).T))
    reached = float(np.interp(end, np.arange(1, len(line)), gone))
    neck = float(np.interp(reached - arrow, gone, np.arange(1, len(line))))
    if neck <= start + 1:
        start, end, neck = 0.0, len(line) - 1.0, len(line) - 1.0
    steps = _STEPS - 1
    pieces = []
    for index in range(count):
        low = max(0.0, min(1.0, start / steps - index))
        high = max(0.0, min(1.0, neck / steps - index))
        if high > low:
            pieces.append(_piece(curves[index], low, high))
    kept = [pieces[0][0], *(point for piece in pieces for point in piece[1:])]
    spot = min(int(end), len(line) - 2)
    tip = line[spot] + (line[spot + 1] - line[spot]) * (end - spot)
    return Path(tuple((x, y) for x, y in np.array(kept).tolist()), tuple(tip.tolist()))


def _outside(line: Array, node: tuple[Dot, Body]) -> float:
    """Index, with a fraction, of the last point of a line that lies in the node it starts in."""
    parts = np.array(node[1], np.float64)
    depth = measure(
        line[:, None], np.array(node[0]) + parts[:, :2], parts[:, 2:4] + TOUCH, parts[:, 4] > 0
    ).min(axis=1)
    inside = np.flatnonzero(depth < 1.0)
    if not len(inside) or inside[-1] + 1 >= len(line):
        return 0.0
    last = int(inside[-1])
    low, high = float(depth[last]), float(depth[last + 1])
    return last + (1 - low) / max(high - low, 1e-9)


def _piece(curve: Array, low: float, high: float) -> Array:
    """The part of a cubic Bézier curve between two parameters, by its blossom."""
    rows = []
    for a, b, c in ((low, low, low), (low, low, high), (low, high, high), (high, high, high)):
        u, v, w = 1 - a, 1 - b, 1 - c
        rows.append([u * v * w, a * v * w + u * b * w + u * v * c,
                     a * b * w + a * v * c + u * b * c, a * b * c])  # fmt: skip
    return np.asarray(np.array(rows) @ curve)
