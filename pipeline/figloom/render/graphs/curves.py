"""Bézier curves as straight pieces, and straight pieces as dense points, for many at a time."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from figloom.types import Dot

Points = NDArray[np.float64]

_PIECES = 8
_STRAIGHT = 0.3
"""Control points nearer than this to the chord, in pixels, make a straight piece."""


def weights(pieces: int) -> Points:
    """Of a curve's four points, at places along it from end to end; shape (pieces + 1, 4)."""
    t = np.linspace(0, 1, pieces + 1)
    return np.stack([(1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t**2 * (1 - t), t**3], axis=1)


_WEIGHTS = weights(_PIECES)


class Trail(NamedTuple):
    """Points on many lines, in order, and the index of the line each belongs to.

    Every line has at least one point.
    """

    points: Points
    owner: NDArray[np.intp]

    def starts(self) -> NDArray[np.intp]:
        """Index of each line's first point."""
        return np.searchsorted(self.owner, np.arange(self.owner[-1] + 1 if len(self.owner) else 0))


def dots(chains: Iterable[Sequence[Dot]]) -> Points:
    """All points of many chains as one array, shape (points, 2)."""
    flat = itertools.chain.from_iterable
    return np.fromiter(flat(flat(chains)), np.float64).reshape(-1, 2)


def cubics(chains: Sequence[Sequence[Dot]]) -> tuple[Points, NDArray[np.intp]]:
    """Control points of all cubic curves, shape (curves, 4, 2), and how many each chain has."""
    lengths = np.array([len(chain) for chain in chains], np.intp)
    counts = (lengths - 1) // 3
    # A chain's curves start at every third of its points; chains lie one after the other.
    first = 3 * np.arange(counts.sum()) + np.repeat(np.arange(len(chains)), counts)
    return dots(chains)[first[:, None] + np.arange(4)], counts


def flatten(chains: Sequence[Sequence[Dot]], tips: Sequence[Dot]) -> Trail:
    """Corners of polylines, rounded to tenths: chains of cubic Bézier curves, then their tips.

    A chain is its first point and then three points for each curve.
    """
    control, counts = cubics(chains)
    owner = np.repeat(np.arange(len(chains)), counts)
    chord = control[:, 3] - control[:, 0]
    arms = control[:, 1:3] - control[:, :1]
    cross = np.abs(arms[:, :, 0] * chord[:, 1:] - arms[:, :, 1] * chord[:, :1]).max(axis=1)
    last = np.cumsum(counts) - 1
    # Columns: the start (kept for a chain's first curve), the pieces, the tip (for its last).
    line = np.empty((len(control), _PIECES + 2, 2))
    np.matmul(_WEIGHTS, control, out=line[:, :-1])
    line[last, -1] = tips
    kept = np.zeros(line.shape[:2], bool)
    kept[:, 1:-2] = (cross > _STRAIGHT * np.hypot(chord[:, 0], chord[:, 1]))[:, None]
    kept[:, -2] = True
    kept[last - counts + 1, 0] = True
    kept[last, -1] = True
    return Trail(line[kept].round(1), np.repeat(owner, kept.sum(axis=1)))


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
