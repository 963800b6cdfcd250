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
    path: Trail | None = None,
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
    for mark in marks:
        x0, y0, x1, y1 = mark.box
        if x0 < 0 or y0 < 0 or x1 > width or y1 > height:
            return Declined("outside the picture", mark.id)
        if mark.role == "picture" and max(x1 - x0, y1 - y0) < _PICTURE:
            return Declined("picture too small", mark.id)
    if (fault := _boxes(marks) or _edges(marks, ends, path)) is not None:
        return fault
    # Last, so that this reason says that all else is well.
    if max(width, height) > LONGEST * min(width, height):
        return Declined(TOO_LONG, f"{width} x {height}")
    return None


def fades(pixels: NDArray[np.uint8], ground: str) -> bool:
    """Whether a picture cannot be told from what it stands on.

    `pixels` have shape (height, width, 4), colours multiplied by alpha; `ground` is `#rrggbb`.
    """
    under = np.array([int(ground[at : at + 2], 16) for at in (1, 3, 5)], np.float64)
    seen = pixels[::2, ::2].astype(np.float64)
    over = np.minimum(seen[..., :3] + (1 - seen[..., 3:] / 255) * under, 255)
    light = _LINEAR[over.round().astype(np.uint8)] @ _WEIGHTS + 0.05
    own = _LINEAR[under.astype(np.uint8)] @ _WEIGHTS + 0.05
    out = (light > own * _STANDS_OUT) | (light * _STANDS_OUT < own)
    out |= (np.abs(over - under) >= _OTHER_HUE).any(axis=-1)
    return bool(out.mean() < _ENOUGH)


def _of(marks: Sequence[Mark], *roles: str) -> list[Mark]:
    return [mark for mark in marks if mark.role in roles]


def _array(marks: Sequence[Mark]) -> _Boxes:
    return np.array([mark.box for mark in marks], np.float64).reshape(-1, 4)


def _overlap(first: _Boxes, second: _Boxes) -> NDArray[np.bool_]:
    """Which boxes of the first overlap which of the second, by more than a rounding."""
    (x0, y0, x1, y1), (u0, v0, u1, v1) = first.T[:, :, None], second.T
    spare = 0.15
    return np.asarray((x0 < u1 - spare) & (u0 < x1 - spare) & (y0 < v1 - spare) & (v0 < y1 - spare))


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


def _edges(
    marks: Sequence[Mark], ends: Mapping[str, tuple[str, str]], path: Trail | None
) -> Declined | None:
    """Edges against nodes and labels that are not their own."""
    edges = _of(marks, "edge")
    if not edges:
        return None
    if path is None:
        path = dense(_corners(edges))
    nodes = _of(marks, "node")
    place = {node.id: index for index, node in enumerate(nodes)}
    ending = np.zeros((len(edges), len(nodes)), bool)
    for index, edge in enumerate(edges):
        ending[index, [place[end] for end in ends[edge.id]]] = True
    if (_within(path, nodes) & ~ending[path.owner]).any():
        return Declined("edge through a node")
    tips = np.array(
        [edge.outline.points[-1] for edge in edges if isinstance(edge.outline, Polyline)]
    )
    covers = _array(_of(marks, "plate", "edge_label"))
    gap = np.maximum(np.maximum(covers[:, :2] - tips[:, None], tips[:, None] - covers[:, 2:]), 0.0)
    if (np.hypot(gap[..., 0], gap[..., 1]) < _HEAD).any() or any(
        edge.visible < _VISIBLE for edge in edges
    ):
        return Declined("edge hidden")
    plated = {mark.parent for mark in _of(marks, "plate")}
    return _labels(_of(marks, "edge_label"), edges, path, plated)


def _corners(edges: Sequence[Mark]) -> Trail:
    lines = [mark.outline.points for mark in edges if isinstance(mark.outline, Polyline)]
    owner = np.repeat(np.arange(len(lines)), [len(line) for line in lines])
    return Trail(np.array([dot for line in lines for dot in line], np.float64), owner)


def _within(path: Trail, nodes: Sequence[Mark]) -> NDArray[np.bool_]:
    """Which points lie inside which nodes, of shape (points, nodes)."""
    boxes = _array(nodes)
    half = np.maximum((boxes[:, 2:] - boxes[:, :2]) / 2 - _SLACK, 1.0)
    middle = (boxes[:, 2:] + boxes[:, :2]) / 2
    x = np.abs(path.points[:, :1] - middle[:, 0])
    y = np.abs(path.points[:, 1:] - middle[:, 1])
    inside = (x < half[:, 0]) & (y < half[:, 1])
    round_ones = [isinstance(mark.outline, Ellipse) for mark in nodes]
    if any(round_ones):
        inside &= ~np.array(round_ones) | ((x / half[:, 0]) ** 2 + (y / half[:, 1]) ** 2 < 1.0)
    return np.asarray(inside)


def _labels(
    labels: Sequence[Mark], edges: Sequence[Mark], path: Trail, plated: set[str]
) -> Declined | None:
    """Each label's distance to its own edge and to the others; only a plate may lie on its edge."""
    if not labels:
        return None
    place = {mark.id: index for index, mark in enumerate(edges)}
    boxes = _array(labels)
    half, middle = (boxes[:, 2:] - boxes[:, :2]) / 2, (boxes[:, 2:] + boxes[:, :2]) / 2
    x = np.abs(path.points[:, 0] - middle[:, :1]) - half[:, :1]
    y = np.abs(path.points[:, 1] - middle[:, 1:]) - half[:, 1:]
    np.maximum(x, 0.0, out=x)
    np.maximum(y, 0.0, out=y)
    away = x * x + y * y
    own = np.array([place[mark.parent] for mark in labels])[:, None] == path.owner[None]
    mine = np.sqrt(np.where(own, away, np.inf).min(axis=1))
    away[own] = np.inf
    other = np.sqrt(away.min(axis=1))
    bare = np.array([mark.parent not in plated for mark in labels])
    for reason, fault in (
        ("edge through a label", (other <= 1.0) | (mine <= 1.0) & bare),
        ("label touches its edge", (mine < _OWN) & bare),
        ("label nearer to another edge", other < mine + _LEAD),
        ("label off its edge", mine > np.maximum(_NEAR, _REACH * 2 * half[:, 1])),
    ):
        if fault.any():
            return Declined(reason, labels[int(fault.argmax())].id)
    return None
