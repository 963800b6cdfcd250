"""Where edges meet nodes: the outlines of nodes, paths cut at them, and tags moved to edges."""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from figloom.render.graphs.cells import Cell
from figloom.render.graphs.looks import Look
from figloom.render.graphs.spacing import Array
from figloom.types import Dot

_LEAST = 1 / 64
"""Least step along a curve on which places are looked for, as a share of it."""
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
    _, first, second, end = left(points[last : last + 4], t)
    return Path((*points[: last + 1], first, second, end), tip)


def left(curve: Sequence[Dot], t: float) -> tuple[Dot, Dot, Dot, Dot]:
    """The part of a Bézier curve before a parameter, by de Casteljau."""
    (x0, y0), (x1, y1), (x2, y2), (x3, y3) = curve
    u = 1 - t
    ax, ay = x0 * u + x1 * t, y0 * u + y1 * t
    mx, my = x1 * u + x2 * t, y1 * u + y2 * t
    bx, by = ax * u + mx * t, ay * u + my * t
    cx, cy = mx * u + (x2 * u + x3 * t) * t, my * u + (y2 * u + y3 * t) * t
    return (x0, y0), (ax, ay), (bx, by), (bx * u + cx * t, by * u + cy * t)


def trimmed(
    points: Sequence[Dot], head: tuple[Dot, Body], tail: tuple[Dot, Body], arrow: float
) -> Path:
    """A chain between two centres, cut at the bodies of its nodes, with room for the arrow head."""
    start, end = len(points) // 3 - _reaches(points[::-1], head), _reaches(points, tail)
    if start >= end:
        return headed(points, arrow)
    last = 3 * min(int(end), len(points) // 3 - 1)
    kept = [*points[: last + 1], *left(points[last : last + 4], end - last / 3)[1:]]
    # The other end likewise, with the chain turned round.
    first, whole = 3 * int(start), last / 3 == int(start)
    share = (start - first / 3) / (end - last / 3 if whole else 1.0)
    piece = left(kept[first : first + 4][::-1], 1 - share)[::-1]
    return headed((*piece, *kept[first + 4 :]), arrow)


def _reaches(points: Sequence[Dot], node: tuple[Dot, Body]) -> float:
    """Where a chain that ends in a node meets it first: a number of curves, with a fraction.

    From each place on, it goes as far along as it cannot have met an outline, or a least step.
    """
    (x, y), (one, other) = node
    before = 0.0
    for at in range(len(points) // 3):
        curve = points[3 * at : 3 * at + 4]
        (x0, y0), (x1, y1), (x2, y2), (x3, y3) = curve
        speed = 3 * max(math.dist(*ends) for ends in itertools.pairwise(curve)) + 1e-9
        last = t = 0.0
        while True:
            u = 1 - t
            a, b, c, d = u * u * u, 3 * t * u * u, 3 * t * t * u, t * t * t
            u, v = a * x0 + b * x1 + c * x2 + d * x3 - x, a * y0 + b * y1 + c * y2 + d * y3 - y
            away = min(_away(u, v, one), _away(u, v, other))
            if away <= 0:
                return at + last + (t - last) * before / (before - away + 1e-9)
            if t == 1:
                break
            before, last, t = away, t, min(t + max(away / speed, _LEAST), 1.0)
    return len(points) // 3


def _away(x: float, y: float, part: Part) -> float:
    """At least so many pixels from the outline of a part of a node, drawn with a hair's room; below
    0 within it."""
    u, v, width, height, round_one = part
    if round_one:
        return math.dist((x, y), (u, v)) - width - TOUCH
    return max(abs(x - u) - width, abs(y - v) - height) - TOUCH
