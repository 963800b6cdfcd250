"""Where the texts of edges go: on their edge or beside it, clear of nodes, edges and each other."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence
from functools import partial

import numpy as np
from numpy.typing import NDArray

from figloom.render.graphs.curves import Trail, cubics
from figloom.render.graphs.outlines import Path
from figloom.render.graphs.spacing import Array
from figloom.types import Dot

_CLEAR = 16.0
"""Room kept between a tag and a node, in pixels: an arrow head must fit in."""
_BESIDE = (3.0, 0.0)
"""Between an edge and the room of the tag beside it, in pixels, best first."""
_LEAD = 6.0
"""A tag beside its edge is nearer to it than to any other by so many pixels."""
_AWAY = 14.0
"""Better between what is painted of a tag and any other edge, in pixels."""
_OWN = 2.0
"""Between what is painted of a tag and its own edge, in pixels."""
_REACH = 60.0
"""What is further away from a tag does not matter to it, in pixels."""
_GOOD = 0.3
"""Cost below which a place is taken at once."""
_SHARES = (0.5, 0.4, 0.6, 0.3, 0.7, 0.2, 0.8)
"""Where along its edge a tag may stand, best first."""
_SPACING = 12.0
"""Between the points at which edges are looked at, in pixels: less than a label is high."""


def settle(
    first: Array,
    others: Callable[[NDArray[np.intp]], Array],
    nodes: tuple[Array, Array],
    sizes: Array,
    faults: Callable[[Array, NDArray[np.intp]], Array],
) -> list[Dot]:
    """Choose one of each tag's places: its first one, or for the edges given `others`.

    Shapes: first and sizes (edges, 2), others (edges given, places, 2); `faults` are the costs of
    places that lie badly between the edges, for places of shape (edges given, places, 2).

    Costs: 4 on a node or another tag, those faults, and a hundredth for each place further down
    the list. Tags with the fewest good places choose first.
    """
    count = len(first)
    every = np.arange(count)
    price = (faults(first[:, None], every) + _covering(first[:, None], nodes, sizes))[:, 0]
    wide = sizes[:, None] + sizes + 2
    clash = np.all(np.abs(first[:, None] - first) < wide, axis=2)
    clash[every, every] = False
    # Most tags are well off in their first place; only the others are worth a closer look.
    doubt = (price > 0) | clash.any(axis=1)
    doubtful = np.flatnonzero(doubt)
    chosen = [(x, y) for x, y in first.tolist()]
    if not len(doubtful):
        return chosen
    rest = others(doubtful)
    spots = np.concatenate([first[doubtful, None], rest], axis=1)
    dear = faults(rest, doubtful) + _covering(rest, nodes, sizes[doubtful])
    bad = np.concatenate([price[doubtful, None], dear], axis=1)
    bad += np.arange(bad.shape[1]) * 0.01
    extents = sizes.tolist()
    taken = [(*chosen[at], *extents[at]) for at in np.flatnonzero(~doubt).tolist()]
    order = np.argsort((bad < _GOOD).sum(axis=1), kind="stable").tolist()
    for row in order:
        index = int(doubtful[row])
        w, h = extents[index]
        x, y = _best(spots[row].tolist(), bad[row].tolist(), (w, h), taken)
        chosen[index] = (x, y)
        taken.append((x, y, w, h))
    return chosen


def _best(
    spots: list[list[float]],
    costs: list[float],
    size: tuple[float, float],
    taken: list[tuple[float, float, float, float]],
) -> Dot:
    """The cheapest place, tags already placed included."""
    w, h = size
    best, least = (spots[0][0], spots[0][1]), float("inf")
    for (x, y), cost in zip(spots, costs, strict=True):
        if cost >= least:
            continue
        for a, b, c, d in taken:
            if abs(x - a) < w + c + 2 and abs(y - b) < h + d + 2:
                cost += 4.0
        if cost < least:
            best, least = (x, y), cost
        if least < _GOOD:
            break
    return best


def _covering(spots: Array, nodes: tuple[Array, Array], sizes: Array) -> Array:
    """4 where a tag would stand on a node or close to it; shape (edges, places)."""
    centres, halves = nodes
    over = np.abs(spots[..., :1] - centres[:, 0]) < sizes[:, None, :1] + halves[:, 0] + _CLEAR
    over &= np.abs(spots[..., 1:] - centres[:, 1]) < sizes[:, None, 1:] + halves[:, 1] + _CLEAR
    return np.asarray(4.0 * over.any(axis=2))


def crossing(
    lines: Trail, sizes: Array, away: float, spots: Array, edges: NDArray[np.intp]
) -> Array:
    """2 where a tag on its edge would be within `away` of another edge; shape (edges, places)."""
    half = sizes[edges, None]
    gap = np.abs(spots[..., :1] - lines.points[:, 0]) - half[..., :1]
    np.maximum(gap, np.abs(spots[..., 1:] - lines.points[:, 1]) - half[..., 1:], out=gap)
    near = (gap < away) & (lines.owner != edges[:, None, None])
    return np.asarray(2.0 * near.any(axis=2))


def beside(
    paths: Sequence[Path],
    given: Sequence[Dot],
    nodes: tuple[Array, Array],
    sizes: Array,
    inks: Array,
) -> list[Dot]:
    """Tags next to their edges: where the engine put them, drawn close, or further along.

    Only the first edges may have tags, but all are kept clear of.

    `inks` are the boxes of what is painted, from the centres of the tags, shape (edges, 4).
    """
    if not len(given):
        return []
    lines = _sampled(paths)
    count = int(np.searchsorted(lines.owner, len(given)))
    tagged = Trail(lines.points[:count], lines.owner[:count])
    first = _close(np.array(given), tagged, sizes)
    others = partial(_alongside, tagged, sizes)
    return settle(first, others, nodes, sizes, partial(_misleading, lines, inks))


def _misleading(lines: Trail, inks: Array, spots: Array, edges: NDArray[np.intp]) -> Array:
    """2 where what is painted would not be clear of its own edge or nearer to it, by a margin,
    than to any other, a half where another edge is close; shape (edges, places)."""
    if spots.shape[1] == 1:
        return _unclear(lines, inks[edges], spots, edges)
    # The places of one edge stand close together, and most lines pass far from all of them.
    prices = [
        _unclear(_around(lines, ink, places), ink[None], places[None], edges[at : at + 1])
        for at, (ink, places) in enumerate(zip(inks[edges], spots, strict=True))
    ]
    return np.concatenate(prices)


def _around(lines: Trail, ink: Array, places: Array) -> Trail:
    """The points that matter to what is painted at some places."""
    (left, top), (right, bottom) = places.min(axis=0), places.max(axis=0)
    x, y = lines.points.T
    near = (x > left + ink[0] - _REACH) & (x < right + ink[2] + _REACH)
    near &= (y > top + ink[1] - _REACH) & (y < bottom + ink[3] + _REACH)
    return Trail(lines.points[near], lines.owner[near])


def _unclear(lines: Trail, inks: Array, spots: Array, edges: NDArray[np.intp]) -> Array:
    (x0, y0, x1, y1), (px, py) = inks.T[:, :, None, None], lines.points.T
    x, y = px - spots[..., :1], py - spots[..., 1:]
    x, y = np.maximum(x0 - x, x - x1), np.maximum(y0 - y, y - y1)
    np.maximum(x, 0.0, out=x)
    np.maximum(y, 0.0, out=y)
    x *= x
    y *= y
    x += y
    own = lines.owner == edges[:, None, None]
    mine = np.sqrt(np.where(own, x, np.inf).min(axis=2, initial=np.inf))
    other = np.sqrt(np.where(own, np.inf, x).min(axis=2, initial=np.inf))
    bad = (other < mine + _LEAD) | (mine < _OWN) | (mine > _REACH)
    return np.asarray(2.0 * bad + 0.4 * (other < _AWAY))


def _sampled(paths: Sequence[Path]) -> Trail:
    """Points along all paths, at most _SPACING apart, their first points left out."""
    control, curves = cubics([path.points for path in paths])
    arms = np.diff(control, axis=1)
    steps = np.hypot(arms[..., 0], arms[..., 1]).sum(axis=1) / _SPACING
    counts = np.maximum(np.ceil(steps).astype(np.intp), 2)
    index = np.repeat(np.arange(len(counts)), counts)
    first = np.cumsum(counts) - counts
    t = (np.arange(1, len(index) + 1) - first[index]) / counts[index]
    u = 1 - t
    weights = np.stack([u * u * u, 3 * t * u * u, 3 * t * t * u, t * t * t], axis=1)
    points = np.matmul(weights[:, None], control[index])[:, 0]
    return Trail(points, np.repeat(np.arange(len(paths)), curves)[index])


def _close(given: Array, lines: Trail, sizes: Array) -> Array:
    """Each tag moved straight towards its own edge until close to it."""
    offset = lines.points - given[lines.owner]
    gap = np.sign(offset) * np.maximum(np.abs(offset) - sizes[lines.owner], 0.0)
    distance = np.hypot(gap[:, 0], gap[:, 1])
    starts = [*np.searchsorted(lines.owner, np.arange(len(given))).tolist(), len(distance)]
    nearest = [a + int(distance[a:b].argmin()) for a, b in itertools.pairwise(starts)]
    away = distance[nearest]
    spare = np.maximum(away - _BESIDE[0], 0) / np.maximum(away, 1e-9)
    return np.asarray(given + gap[nearest] * spare[:, None])


def _alongside(lines: Trail, sizes: Array, edges: NDArray[np.intp]) -> Array:
    """Places on both sides of the edges given, at several shares of their length."""
    count = len(sizes)
    step = np.hypot(*np.diff(lines.points, axis=0, prepend=lines.points[:1]).T)
    step[1:][lines.owner[1:] != lines.owner[:-1]] = 0.0
    along = np.cumsum(step)
    starts = np.searchsorted(lines.owner, np.arange(count))
    ends = np.append(starts[1:], len(along)) - 1
    starts, ends, sizes = starts[edges], ends[edges], sizes[edges]
    low, high = along[starts], along[ends]
    goal = low[:, None] + (high - low)[:, None] * np.array(_SHARES)
    index = np.clip(np.searchsorted(along, goal), starts[:, None] + 1, ends[:, None])
    before, after = lines.points[index - 1], lines.points[index]
    chord = after - before
    length = np.maximum(np.hypot(chord[..., 0], chord[..., 1]), 1e-9)
    normal = np.stack([-chord[..., 1], chord[..., 0]], axis=-1) / length[..., None]
    reach = (np.abs(normal) * sizes[:, None]).sum(axis=-1)
    middle = (before + after) / 2
    both = []
    for gap in _BESIDE:
        aside = normal * (reach + gap)[..., None]
        both += [middle + aside, middle - aside]
    places = np.stack(both, axis=2).reshape(len(edges), len(_SHARES), len(_BESIDE), 2, 2)
    return places.swapaxes(1, 2).reshape(len(edges), -1, 2)
