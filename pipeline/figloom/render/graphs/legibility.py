"""The gate: a map goes out only when every text can be read and every edge can be followed.

It looks at marks alone, so any drawing of a graph can be judged.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from figloom.render.graphs.curves import Trail, dense
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
_OWN = 2.0
"""A label without a plate keeps so far from its own edge, which else looks like an underline."""
_STANDS_OUT = 1.2
_OTHER_HUE = 32
_ENOUGH = 0.02
"""So much of a picture's box must differ from what it stands on: by that contrast, or by so many
of 255 levels in red, green or blue."""
_HEAD = 7.0
"""Room that the tip of every arrow must have, in pixels."""
_VISIBLE = 0.25
"""Least share of an edge that nothing may cover."""
_SLACK = 2.0
"""An edge may cut a corner of a node by this many pixels."""

LONGEST = 4.0
"""A picture may be this many times longer than its shorter side."""
TOO_LONG = "picture too long"

_WEIGHTS = np.array([0.2126, 0.7152, 0.0722])
_LINEAR = np.arange(256) / 255
_LINEAR = np.where(_LINEAR <= 0.04045, _LINEAR / 12.92, ((_LINEAR + 0.055) / 1.055) ** 2.4)
"""Of each channel's 256 levels (WCAG 2.1, relative luminance)."""
_TEXTS = ("label", "description", "edge_label", "title", "caption", "lane_label", "tag")
_OVERLAPS = ("nodes overlap", "label over a node", "labels overlap")
_ROUNDING = 0.15
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
    path: Trail | None = None,
    longest: float = LONGEST,
) -> Declined | None:
    """Why a picture is not legible, or None.

    `ends` gives the two node marks of each edge mark; `em` is the smallest text's em in pixels
    and `contrast` the lowest of any text. `min_text` is an em in pixels once the picture is scaled
    down to a megapixel: capitals are about 0.7 em high. `path` saves sampling the edges again.
    """
    scale = min(1.0, (_MEGAPIXEL / (width * height)) ** 0.5)
    if em * scale < min_text:
        return Declined("text too small", f"{em * scale:.1f} px at one megapixel")
    if contrast < CONTRAST:
        return Declined("low contrast", f"{contrast:.2f}")
    boxes = np.array([mark.box for mark in marks], np.float64).reshape(-1, 4)
    outside = ((boxes[:, :2] < 0) | (boxes[:, 2:] > (width, height))).any(axis=1)
    for index in np.flatnonzero(outside).tolist():
        return Declined("outside the picture", marks[index].id)
    for mark in marks:
        x0, y0, x1, y1 = mark.box
        if mark.role == "picture" and max(x1 - x0, y1 - y0) < _PICTURE:
            return Declined("picture too small", mark.id)
    parts = _Parts(marks, boxes)
    if (fault := _boxes(parts) or _edges(parts, ends, path)) is not None:
        return fault
    # Last, so that this reason says that all else is well.
    if max(width, height) > longest * min(width, height):
        return Declined(TOO_LONG, f"{width} x {height}")
    return None


def fades(pixels: NDArray[np.uint8], ground: str) -> bool:
    """Whether a picture cannot be told from what it stands on.

    `pixels` have shape (height, width, 4), colours multiplied by alpha; `ground` is `#rrggbb`.
    """
    under = np.array([int(ground[at : at + 2], 16) for at in (1, 3, 5)], np.int32)
    seen = pixels[::2, ::2].astype(np.int32)
    over = np.minimum(seen[..., :3] + (255 - seen[..., 3:]) * under // 255, 255)
    apart = np.abs(over - under) >= _OTHER_HUE
    out = apart[..., 0] | apart[..., 1] | apart[..., 2]
    # Most pictures stand out by their colours alone.
    if np.count_nonzero(out) >= _ENOUGH * out.size:
        return False
    light = _LINEAR[over] @ _WEIGHTS + 0.05
    own = _LINEAR[under] @ _WEIGHTS + 0.05
    out |= (light > own * _STANDS_OUT) | (light * _STANDS_OUT < own)
    return bool(np.count_nonzero(out) < _ENOUGH * out.size)


class _Parts:
    """Marks by role, with their boxes as one array, which `at` picks from."""

    def __init__(self, marks: Sequence[Mark], boxes: _Boxes) -> None:
        self.marks, self.boxes = marks, boxes
        self._roles: dict[str, list[int]] = {}
        for index, mark in enumerate(marks):
            self._roles.setdefault(mark.role, []).append(index)

    def at(self, *roles: str) -> list[int]:
        """Indices of the marks of some roles, in order."""
        return sorted(index for role in roles for index in self._roles.get(role, ()))

    def of(self, role: str) -> tuple[list[Mark], _Boxes]:
        """Marks of one role and their boxes."""
        index = self.at(role)
        return [self.marks[at] for at in index], self.boxes[index]


def _boxes(parts: _Parts) -> Declined | None:
    """Overlaps of nodes, texts and plates, by more than a rounding."""
    index = parts.at("node", "plate", *_TEXTS)
    x0, y0, x1, y1 = parts.boxes[index].T
    x1, y1 = x1 - _ROUNDING, y1 - _ROUNDING
    over = (x0[:, None] < x1) & (y0[:, None] < y1)
    over &= over.T
    faults = []
    for first, second in np.argwhere(over).tolist():
        if first < second:
            pair = parts.marks[index[first]], parts.marks[index[second]]
            if (fault := _overlap(*pair)) is not None:
                faults.append(fault)
    return min(faults, key=lambda fault: _OVERLAPS.index(fault.reason), default=None)


def _overlap(first: Mark, second: Mark) -> Declined | None:
    """Why two marks must not overlap, unless they may: a text in its node, on its plate."""
    if first.role == "node" and second.role == "node":
        return Declined("nodes overlap")
    for node, thing in ((first, second), (second, first)):
        if node.role == "node":
            return None if thing.parent == node.id else Declined("label over a node", thing.id)
    if first.parent == second.parent and "plate" in (first.role, second.role):
        return None
    return Declined("labels overlap", first.id)


def _edges(
    parts: _Parts, ends: Mapping[str, tuple[str, str]], path: Trail | None
) -> Declined | None:
    """Edges against nodes and labels that are not their own."""
    edges, _ = parts.of("edge")
    if not edges:
        return None
    if path is None:
        path = trail(edges)
    nodes, places = parts.of("node")
    for node, dot in np.argwhere(_within(path, nodes, places)).tolist():
        if nodes[node].id not in ends[edges[path.owner[dot]].id]:
            return Declined("edge through a node")
    tips = np.array(
        [edge.outline.points[-1] for edge in edges if isinstance(edge.outline, Polyline)]
    )
    covers = parts.boxes[parts.at("plate", "edge_label")]
    gap = np.maximum(np.maximum(covers[:, :2] - tips[:, None], tips[:, None] - covers[:, 2:]), 0.0)
    if ((gap * gap).sum(axis=2) < _HEAD * _HEAD).any() or any(
        edge.visible < _VISIBLE for edge in edges
    ):
        return Declined("edge hidden")
    return _labels(parts, edges, path)


def trail(edges: Sequence[Mark]) -> Trail:
    """Dense points along the lines of edges."""
    lines = [mark.outline.points for mark in edges if isinstance(mark.outline, Polyline)]
    owner = np.repeat(np.arange(len(lines)), [len(line) for line in lines])
    return dense(Trail(np.array([dot for line in lines for dot in line], np.float64), owner))


def _within(path: Trail, nodes: Sequence[Mark], boxes: _Boxes) -> NDArray[np.bool_]:
    """Which points lie inside which nodes, of shape (nodes, points)."""
    half = np.maximum((boxes[:, 2:] - boxes[:, :2]) / 2 - _SLACK, 1.0)[:, :, None]
    middle = (boxes[:, 2:] + boxes[:, :2])[:, :, None] / 2
    x, y = np.ascontiguousarray(path.points.T)
    x, y = np.abs(x - middle[:, 0]), np.abs(y - middle[:, 1])
    inside = x < half[:, 0]
    inside &= y < half[:, 1]
    round_ones = [isinstance(mark.outline, Ellipse) for mark in nodes]
    if any(round_ones):
        arc = (x / half[:, 0]) ** 2 + (y / half[:, 1]) ** 2 < 1.0
        inside &= ~np.array(round_ones)[:, None] | arc
    return np.asarray(inside)


def _labels(parts: _Parts, edges: Sequence[Mark], path: Trail) -> Declined | None:
    """Each label's distance to its own edge and to the others; only a plate may lie on its edge."""
    labels, boxes = parts.of("edge_label")
    if not labels:
        return None
    place = {mark.id: index for index, mark in enumerate(edges)}
    x0, y0, x1, y1 = boxes.T[:, :, None]
    px, py = np.ascontiguousarray(path.points.T)
    x, y = np.maximum(x0 - px, px - x1), np.maximum(y0 - py, py - y1)
    np.maximum(x, 0.0, out=x)
    np.maximum(y, 0.0, out=y)
    x *= x
    y *= y
    x += y
    # Distances of labels and edges, of shape (labels, edges).
    away = np.sqrt(np.minimum.reduceat(x, path.starts(), axis=1))
    own = np.arange(len(labels)), [place[mark.parent] for mark in labels]
    mine = away[own]
    away[own] = np.inf
    other = away.min(axis=1)
    plated = {mark.parent for mark in parts.of("plate")[0]}
    bare = np.array([mark.parent not in plated for mark in labels])
    for reason, fault in (
        ("edge through a label", (other <= 1.0) | (mine <= 1.0) & bare),
        ("label touches its edge", (mine < _OWN) & bare),
        ("label nearer to another edge", other < mine + _LEAD),
        ("label off its edge", mine > np.maximum(_NEAR, _REACH * (boxes[:, 3] - boxes[:, 1]))),
    ):
        if fault.any():
            return Declined(reason, labels[int(fault.argmax())].id)
    return None
