"""Bézier curves as straight pieces, and straight pieces as dense points, for many at a time."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from figloom.types import Dot

Points = NDArray[np.float64]

_PIECES = 8
_STRAIGHT = 0.3
"""Control points nearer than this to the chord, in pixels, make a straight piece."""


def _weights(pieces: int) -> Points:
    t = np.linspace(0, 1, pieces + 1)
    return np.stack([(1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t**2 * (1 - t), t**3], axis=1)


_WEIGHTS = _weights(_PIECES)


class Trail(NamedTuple):
    """Points on many lines, in order, and the index of the line each belongs to."""

    points: Points
    owner: NDArray[np.intp]


def flatten(chains: Sequence[Sequence[Dot]], tips: Sequence[Dot]) -> Trail:
    """Corners of polylines, rounded to tenths: chains of cubic Bézier curves, then their tips.

    A chain is its first point and then three points for each curve.
    """
    counts = [(len(chain) - 1) // 3 for chain in chains]
    control = np.array(
        [chain[at : at + 4] for chain in chains for at in range(0, len(chain) - 1, 3)]
    )
    owner = np.repeat(np.arange(len(chains)), counts)
    chord = control[:, 3] - control[:, 0]
    arms = control[:, 1:3] - control[:, :1]
    cross = np.abs(arms[:, :, 0] * chord[:, 1:] - arms[:, :, 1] * chord[:, :1]).max(axis=1)
    last = np.cumsum(counts) - 1
    # Columns: the start (kept for a chain's first curve), the pieces, the tip (for its last).
    dots = np.empty((len(control), _PIECES + 2, 2))
    np.einsum("ij,cjk->cik", _WEIGHTS, control, out=dots[:, :-1])
    dots[last, -1] = tips
    kept = np.zeros(dots.shape[:2], bool)
    kept[:, 1:-2] = (cross > _STRAIGHT * np.hypot(chord[:, 0], chord[:, 1]))[:, None]
    kept[:, -2] = True
    kept[last - np.array(counts) + 1, 0] = True
    kept[last, -1] = True
    return Trail(dots[kept].round(1), np.repeat(owner, kept.sum(axis=1)))


def dense(corners: Trail, spacing: float = 6.0) -> Trail:
    """Points along polylines, at most `spacing` pixels apart, all corners included."""
    points, owner = corners
    if not len(points):
        return corners
    step = np.empty_like(points)
    step[:-1] = points[1:] - points[:-1]
    step[:-1][owner[1:] != owner[:-1]] = 0.0
    step[-1] = 0.0
    count = np.ceil(np.hypot(step[:, 0], step[:, 1]) / spacing).astype(np.intp)
    np.maximum(count, 1, out=count)
    index = np.repeat(np.arange(len(points)), count)
    first = np.cumsum(count) - count
    share = (np.arange(len(index)) - first[index]) / count[index]
    return Trail(points[index] + step[index] * share[:, None], owner[index])
