"""The gate: a map goes out only when every text can be read and every edge can be followed.

It looks at marks alone, so any drawing of a graph can be judged.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from figloom.render.graphs.curves import Trail, trail
from figloom.types import Declined, Ellipse, Mark, Polyline

CONTRAST = 4.5
"""Least contrast of text and ground (WCAG 2.1, level AA)."""
_MEGAPIXEL = 1_000_000
_PICTURE = 24.0
"""Least longer side of a picture in pixels."""
_LEAD = 4.0
"""An edge must be this much nearer to its label than any other edge, in pixels."""
_REACH = 1.5
"""An edge's label may be this many of its own heights, but at least _NEAR, away from it."""
_NEAR = 14.0
_SLACK = 2.0
"""An edge may cut a corner of a node by this many pixels."""

_TEXTS = ("label", "description", "edge_label")
_Boxes = NDArray[np.float64]


def judge(
    marks: Sequence[Mark],
    ends: Mapping[str, tuple[str, str]],
    width: int,
    height: int,
    *,
    em: float,
    contrast: float,
    min_text: float,
) -> Declined | None:
    """Why a picture is not legible, or None.

    `ends` gives the two node marks of each edge mark; `em` is the smallest text's em in pixels
    and `contrast` the lowest of any text. `min_text` is an em in pixels once the picture is scaled
    down to a megapixel: capitals are about 0.7 em high.
    """
    scale = min(1.0, (_MEGAPIXEL / (width * height)) ** 0.5)
    if em * scale < min_text:
        return Declined("text too small", f"{em * scale:.1f} px at one megapixel")
    if contrast < CONTRAST:
        return Declined("low contrast", f"{contrast:.2f}")
    for mark in marks:
        x0, y0, x1, y1 = mark.box
        if x0 < 0 or y0 < 0 or x1 > width or y1 > height:
            return Declined("outside the picture", mark.id)
        if mark.role == "picture" and max(x1 - x0, y1 - y0) < _PICTURE:
            return Declined("picture too small", mark.id)
    return _boxes(marks) or _edges(marks, ends)


def _of(marks: Sequence[Mark], *roles: str) -> list[Mark]:
    return [mark for mark in marks if mark.role in roles]


def _array(marks: Sequence[Mark]) -> _Boxes:
    return np.array([mark.box for mark in marks], np.float64).reshape(-1, 4)


def _overlap(first: _Boxes, second: _Boxes) -> NDArray[np.bool_]:
    """Which boxes of the first overlap which of the second, by more than a rounding."""
    a, b = first[:, None], second[None]
    return np.asarray(
        (np.minimum(a[..., 2:], b[..., 2:]) - np.maximum(a[..., :2], b[..., :2]) > 0.15).all(axis=2)
    )


def _boxes(marks: Sequence[Mark]) -> Declined | None:
    """Overlaps of nodes, texts and plates."""
    nodes, things = _of(marks, "node"), _of(marks, *_TEXTS, "plate")
    places, spots = _array(nodes), _array(things)
    if np.triu(_overlap(places, places), 1).any():
        return Declined("nodes overlap")
    family = {mark.id: index for index, mark in enumerate(nodes)}
    over = _overlap(spots, places)
    for index, mark in enumerate(things):
        if mark.parent in family:
            over[index, family[mark.parent]] = False
    if over.any():
        return Declined("label over a node", things[int(over.any(axis=1).argmax())].id)
    own = np.array([mark.parent for mark in things], object)
    plate = np.array([mark.role == "plate" for mark in things], bool)
    kin = (own[:, None] == own[None]) & (plate[:, None] | plate[None])
    clash = np.triu(_overlap(spots, spots) & ~kin, 1)
    if clash.any():
        return Declined("labels overlap", things[int(clash.any(axis=1).argmax())].id)
    return None


def _edges(marks: Sequence[Mark], ends: Mapping[str, tuple[str, str]]) -> Declined | None:
    """Edges against nodes and labels that are not their own."""
    edges = [mark for mark in marks if isinstance(mark.outline, Polyline)]
    if not edges:
        return None
    path = trail([mark.outline.points for mark in edges if isinstance(mark.outline, Polyline)])
    nodes = _of(marks, "node")
    ending = np.array(
        [[node.id in ends[edge.id] for node in nodes] for edge in edges], bool
    ).reshape(len(edges), len(nodes))
    if (_within(path, nodes) & ~ending[path.owner]).any():
        return Declined("edge through a node")
    return _labels(_of(marks, "edge_label"), edges, path)


def _within(path: Trail, nodes: Sequence[Mark]) -> NDArray[np.bool_]:
    """Which points lie inside which nodes, of shape (points, nodes)."""
    boxes = _array(nodes)
    half = np.maximum((boxes[:, 2:] - boxes[:, :2]) / 2 - _SLACK, 1.0)
    away = np.abs(path.points[:, None] - (boxes[:, 2:] + boxes[:, :2]) / 2) / half
    round_ones = np.array([isinstance(mark.outline, Ellipse) for mark in nodes], bool)
    measure = np.where(round_ones, np.hypot(away[..., 0], away[..., 1]), away.max(axis=2))
    return np.asarray(measure < 1.0)


def _labels(labels: Sequence[Mark], edges: Sequence[Mark], path: Trail) -> Declined | None:
    if not labels:
        return None
    place = {mark.id: index for index, mark in enumerate(edges)}
    boxes = _array(labels)[:, None]
    gap = np.maximum(np.maximum(boxes[..., :2] - path.points, path.points - boxes[..., 2:]), 0.0)
    distance = np.hypot(gap[..., 0], gap[..., 1])
    owner = np.array([place[mark.parent] for mark in labels])
    own = owner[:, None] == path.owner[None]
    mine = np.where(own, distance, np.inf).min(axis=1)
    other = np.where(own, np.inf, distance).min(axis=1)
    height = boxes[:, 0, 3] - boxes[:, 0, 1]
    for reason, fault in (
        ("edge through a label", other <= 1.0),
        ("label nearer to another edge", other < mine + _LEAD),
        ("label off its edge", mine > np.maximum(_NEAR, _REACH * height)),
    ):
        if fault.any():
            return Declined(reason, labels[int(fault.argmax())].id)
    return None
