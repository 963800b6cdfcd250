"""Where the texts of edges go: on their edge or beside it, clear of nodes, edges and each other."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from figloom.render.graphs.curves import Trail
from figloom.render.graphs.outlines import Path
from figloom.render.graphs.spacing import Array
from figloom.types import Dot

_CLEAR = 6.0
"""Room kept between a tag and a node, in pixels."""
_BESIDE = 3.0
"""Between an edge and the room of the tag beside it, in pixels."""
_AWAY = 8.0
"""Between that room and any other edge, in pixels."""
_SHARES = (0.5, 0.4, 0.6, 0.3, 0.7, 0.2, 0.8)
"""Where along its edge a tag may stand, best first."""
_STEPS = 16
_T = np.linspace(0, 1, _STEPS + 1)[1:]
_CUBIC = np.stack([(1 - _T) ** 3, 3 * _T * (1 - _T) ** 2, 3 * _T**2 * (1 - _T), _T**3], axis=1)


def settle(
    spots: Array, lines: Trail, nodes: tuple[Array, Array], sizes: Array, away: float
) -> list[Dot]:
    """Choose one of each tag's places; shapes: spots (edges, places, 2), sizes (edges, 2).

    Costs: 4 on a node or another tag, 2 within `away` of another edge, a hundredth for each place
    further down the list. Tags with the fewest good places choose first.
    """
    count, choices = spots.shape[:2]
    centres, halves = nodes
    room = sizes[:, None, None] + halves + _CLEAR
    bad = 4.0 * np.any(np.all(np.abs(spots[:, :, None] - centres) < room, axis=3), axis=2)
    reach = sizes[:, None, None] + away
    crossing = np.all(np.abs(spots[:, :, None] - lines.points) < reach, axis=3)
    crossing &= lines.owner[None, None] != np.arange(count)[:, None, None]
    bad += 2.0 * np.any(crossing, axis=2) + np.arange(choices) * 0.01
    order = np.argsort((bad < 1).sum(axis=1), kind="stable").tolist()
    costs, places, extents = bad.tolist(), spots.tolist(), sizes.tolist()
    taken: list[tuple[float, float, float, float]] = []
    chosen: list[Dot] = [(0.0, 0.0)] * count
    for index in order:
        w, h = extents[index]
        best, cost = 0, float("inf")
        for turn, (x, y) in enumerate(places[index]):
            price = costs[index][turn]
            if price >= cost:
                continue
            price += 4.0 * sum(
                abs(x - a) < w + c + 2 and abs(y - b) < h + d + 2 for a, b, c, d in taken
            )
            if price < cost:
                best, cost = turn, price
            if cost < 1:
                break
        x, y = places[index][best]
        chosen[index] = (x, y)
        taken.append((x, y, w, h))
    return chosen


def beside(
    paths: Sequence[Path], given: Sequence[Dot], nodes: tuple[Array, Array], sizes: Array
) -> list[Dot]:
    """Tags next to their edges: where the engine put them, drawn close, or further along."""
    if not paths:
        return []
    lines = _sampled(paths)
    first = _close(np.array(given), lines, sizes)
    spots = np.concatenate([first[:, None], _alongside(lines, sizes)], axis=1)
    return settle(spots, lines, nodes, sizes, _AWAY)


def _sampled(paths: Sequence[Path]) -> Trail:
    """Points along all paths, their first points left out."""
    chains = [
        path.points[at : at + 4] for path in paths for at in range(0, len(path.points) - 1, 3)
    ]
    points = np.einsum("sj,cjd->csd", _CUBIC, np.array(chains)).reshape(-1, 2)
    counts = [(len(path.points) - 1) // 3 * _STEPS for path in paths]
    return Trail(points, np.repeat(np.arange(len(paths)), counts))


def _close(given: Array, lines: Trail, sizes: Array) -> Array:
    """Each tag moved straight towards its own edge until `_BESIDE` from it."""
    offset = lines.points - given[lines.owner]
    gap = np.sign(offset) * np.maximum(np.abs(offset) - sizes[lines.owner], 0.0)
    distance = np.hypot(gap[:, 0], gap[:, 1])
    starts = np.searchsorted(lines.owner, np.arange(len(given)))
    nearest = np.array(
        [start + int(part.argmin()) for start, part in
         zip(starts.tolist(), np.split(distance, starts[1:]), strict=True)]
    )  # fmt: skip
    spare = np.maximum(distance[nearest] - _BESIDE, 0) / np.maximum(distance[nearest], 1e-9)
    return np.asarray(given + gap[nearest] * spare[:, None])


def _alongside(lines: Trail, sizes: Array) -> Array:
    """Places on both sides of each edge at several shares of its length."""
    count = len(sizes)
    step = np.hypot(*np.diff(lines.points, axis=0, prepend=lines.points[:1]).T)
    step[1:][lines.owner[1:] != lines.owner[:-1]] = 0.0
    along = np.cumsum(step)
    starts = np.searchsorted(lines.owner, np.arange(count))
    ends = np.append(starts[1:], len(along)) - 1
    low, high = along[starts], along[ends]
    goal = low[:, None] + (high - low)[:, None] * np.array(_SHARES)
    index = np.clip(np.searchsorted(along, goal), starts[:, None] + 1, ends[:, None])
    before, after = lines.points[index - 1], lines.points[index]
    chord = after - before
    length = np.maximum(np.hypot(chord[..., 0], chord[..., 1]), 1e-9)
    normal = np.stack([-chord[..., 1], chord[..., 0]], axis=-1) / length[..., None]
    reach = (np.abs(normal) * sizes[:, None]).sum(axis=-1) + _BESIDE
    aside = normal * reach[..., None]
    middle = (before + after) / 2
    both = np.stack([middle + aside, middle - aside], axis=2)
    return both.reshape(count, -1, 2)
