"""Where lanes begin and end: between the steps of neighbours, beside no arrow."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from figloom.render.flows.engine import Attempt
from figloom.render.graphs.curves import Points, Trail, dense, flatten
from figloom.render.graphs.outlines import Path
from figloom.types import Box, Declined, Flow

INNER = 16.0
"""Least room between a lane's border and its steps."""
_PIECE = 240.0
"""Borders of lanes are looked at in pieces of this length, in pixels."""
_ASIDE, _RUN = 11.0, 50.0
"""How near to a border arrows may run for how long, in pixels, before it is moved."""


def banded(
    flow: Flow, boxes: Sequence[Box], paths: Sequence[Path], attempt: Attempt
) -> list[tuple[float, float]] | Declined:
    """Where lanes begin and end across the chart, in any order; borders run halfway between the
    steps of neighbours, or where fewer arrows run along them."""
    if not flow.lanes:
        return []
    low, high = (1, 3) if attempt.sideways else (0, 2)
    spans = []
    for lane in flow.lanes:
        mine = [b for node, b in zip(flow.nodes, boxes, strict=True) if node.lane == lane.id]
        if not mine:
            return Declined("empty lane", lane.name)
        spans.append((min(b[low] for b in mine), max(b[high] for b in mine)))
    path = dense(flatten([path.points for path in paths], [path.tip for path in paths]))
    if attempt.sideways:
        path = path._replace(points=path.points[:, ::-1])
    bands: list[tuple[float, float]] = []
    order = sorted(range(len(spans)), key=lambda at: spans[at])
    rank = {at: place for place, at in enumerate(order)}
    for at, (start, end) in enumerate(spans):
        before = spans[order[rank[at] - 1]][1] if rank[at] else start - 3 * INNER
        after = spans[order[rank[at] + 1]][0] if rank[at] + 1 < len(order) else end + 3 * INNER
        if min(start - before, after - end) < 2 * INNER:
            return Declined("lane does not hold its steps", flow.lanes[at].name)
        bands.append((_between(before, start, path), _between(end, after, path)))
    return bands


def _between(low: float, high: float, path: Trail) -> float:
    """The whole place nearest to the middle beside which arrows run least, if any do for long."""
    middle = float(round((low + high) / 2))
    if not len(path.points) or _beside(np.array([middle]), path)[0] < _RUN:
        return middle
    places = np.arange(np.ceil(low + INNER), np.floor(high - INNER) + 1)
    places = places[np.argsort(np.abs(places - middle), kind="stable")]
    return float(places[_beside(places, path).argmin()]) if len(places) else middle


def _beside(places: Points, path: Trail) -> Points:
    """How far arrows run along a border at each place."""
    across, along = path.points.T
    step = np.abs(np.diff(along, prepend=along[:1]))
    step[path.starts()] = 0.0
    lengths: Points = (np.abs(across - places[:, None]) < _ASIDE) @ step
    return lengths


def borders(
    bands: Sequence[tuple[float, float]], boxes: Sequence[Box], attempt: Attempt
) -> list[Path]:
    """The lines between lanes, along the whole chart."""
    low, high = (0, 2) if attempt.sideways else (1, 3)
    start, end = min(box[low] for box in boxes), max(box[high] for box in boxes)
    count = 1 + int((end - start) / _PIECE)
    found = []
    for across in sorted({side for band in bands for side in band}):
        spots = [start + (end - start) * at / (3 * count) for at in range(3 * count + 1)]
        dots = tuple((v, across) if attempt.sideways else (across, v) for v in spots)
        found.append(Path(dots, dots[-1]))
    return found
