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
    t = np.linspace(0, 1, pieces + 1)[1:]
    return np.stack([(1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t**2 * (1 - t), t**3], axis=1)


_WEIGHTS = _weights(_PIECES)


def flatten(chains: Sequence[Sequence[Dot]]) -> list[list[Dot]]:
    """Polylines of chains of cubic Bézier curves, each chain its first point and then threes."""
    curves = [chain[at : at + 4] for chain in chains for at in range(0, len(chain) - 1, 3)]
    if not curves:
        return []
    control = np.array(curves, np.float64)
    start, chord = control[:, 0], control[:, 3] - control[:, 0]
    arms = control[:, 1:3] - start[:, None]
    cross = np.abs(arms[:, :, 0] * chord[:, None, 1] - arms[:, :, 1] * chord[:, None, 0])
    bent = (cross.max(axis=1) > _STRAIGHT * np.hypot(chord[:, 0], chord[:, 1])).tolist()
    dense = np.einsum("ij,cjk->cik", _WEIGHTS, control).round(1).tolist()
    lines, index = [], 0
    for chain in chains:
        line: list[Dot] = [(round(chain[0][0], 1), round(chain[0][1], 1))]
        for _ in range(0, len(chain) - 1, 3):
            pieces = dense[index] if bent[index] else dense[index][-1:]
            line.extend((x, y) for x, y in pieces)
            index += 1
        lines.append(line)
    return lines


class Trail(NamedTuple):
    """Points at most `spacing` pixels apart on many polylines, and whose they are."""

    points: Points
    owner: NDArray[np.intp]


def trail(lines: Sequence[Sequence[Dot]], spacing: float = 5.0) -> Trail:
    """Dense points along polylines, ends included."""
    if not lines:
        return Trail(np.zeros((0, 2)), np.zeros(0, np.intp))
    corners = np.array([point for line in lines for point in line], np.float64)
    owner = np.repeat(np.arange(len(lines)), [len(line) for line in lines])
    same = owner[1:] == owner[:-1]
    start, step = corners[:-1][same], np.diff(corners, axis=0)[same]
    count = np.maximum(1, np.ceil(np.hypot(step[:, 0], step[:, 1]) / spacing)).astype(np.intp)
    first = np.repeat(np.cumsum(count) - count, count)
    share = (np.arange(count.sum()) - first) / np.repeat(count, count)
    inner = np.repeat(start, count, axis=0) + np.repeat(step, count, axis=0) * share[:, None]
    ends = np.append(~same, True)
    return Trail(
        np.concatenate([inner, corners[ends]]),
        np.concatenate([np.repeat(owner[:-1][same], count), owner[ends]]),
    )
