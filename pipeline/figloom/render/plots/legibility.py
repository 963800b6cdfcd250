"""What a person could not read is declined, with a reason that can be counted."""

from __future__ import annotations

import math
from itertools import pairwise

import numpy as np

from figloom.render.colours import ratio
from figloom.render.plots.looks import Dress
from figloom.render.plots.visibility import outline
from figloom.types import Box, Declined, Mark, Polygon, Polyline, Wedge

_MEGAPIXEL = 1_000_000
_CONTRAST = 3.0
"""Least contrast of a value on the mark it stands on."""
_SLACK = 1.5
"""Pixels by which boxes of text may overlap: letters do not fill their boxes."""
_BLOCKS = frozenset({
    "bar", "wedge", "cell", "tile", "stage", "box", "candle", "bubble", "band", "header",
})  # fmt: skip


def judge(
    marks: tuple[Mark, ...], width: int, height: int, dress: Dress, min_text: float
) -> Declined | None:
    """The first fault found, or None: text too small, clipped, on other text, or crossed."""
    texts = [mark for mark in marks if mark.text]
    scale = min(1.0, math.sqrt(_MEGAPIXEL / (width * height)))
    for mark in texts:
        assert mark.ink is not None
        if mark.ink.size * scale < min_text:
            return Declined("text too small", mark.text)
        if (
            mark.box[0] < -1
            or mark.box[1] < -1
            or mark.box[2] > width + 1
            or mark.box[3] > height + 1
        ):
            return Declined("text outside the picture", mark.text)
    if pair := _overlap(texts):
        return Declined("text on text", " / ".join(mark.text for mark in pair))
    values = [mark for mark in texts if mark.role == "value"]
    lines = [mark for mark in marks if mark.role == "line"]
    blocks = [mark for mark in marks if mark.role in _BLOCKS]
    for mark in values:
        fault = _crossed(mark, lines, blocks, dress)
        if fault is not None:
            return fault
    return None


def _overlap(texts: list[Mark]) -> tuple[Mark, Mark] | None:
    """Two texts that lie on each other; neighbours turned alike share corners of their boxes."""
    if len(texts) < 2:
        return None
    x0, y0, x1, y1 = np.array([mark.box for mark in texts]).T
    free = np.array([_free(mark) for mark in texts])
    y0, y1 = y0 + free, y1 - free
    across = np.minimum.outer(x1, x1) - np.maximum.outer(x0, x0) > _SLACK
    along = np.minimum.outer(y1, y1) - np.maximum.outer(y0, y0) > _SLACK
    for first, second in np.argwhere(np.triu(across & along, 1)).tolist():
        pair = texts[first], texts[second]
        angles = [mark.ink.angle % 90 if mark.ink else 0.0 for mark in pair]
        if _beyond(*pair) or _beyond(*pair[::-1]):
            continue
        if angles[0] < 1 or abs(angles[0] - angles[1]) > 1:
            return pair
    return None


def _free(mark: Mark) -> float:
    """Pixels above and below the digits of a tick: they do not fill their line."""
    upright = mark.ink is not None and mark.ink.angle % 90 < 1
    bare = mark.role == "tick" and not any(letter.isalpha() for letter in mark.text)
    return 0.16 * mark.ink.size if mark.ink and upright and bare else 0.0


def _beyond(turned: Mark, other: Mark) -> bool:
    """Whether the whole box of another text lies above or below a slanted one."""
    if turned.ink is None or turned.ink.angle % 90 < 1:
        return False
    angle = math.radians(turned.ink.angle)
    x, y = (turned.box[0] + turned.box[2]) / 2, (turned.box[1] + turned.box[3]) / 2
    away = [
        (cy - y) * math.cos(angle) - (cx - x) * math.sin(angle)
        for cx in other.box[::2]
        for cy in other.box[1::2]
    ]
    half = 0.6 * turned.ink.size - _SLACK
    return min(away) > half or max(away) < -half


def _crossed(value: Mark, lines: list[Mark], blocks: list[Mark], dress: Dress) -> Declined | None:
    assert value.ink is not None
    inner = (value.box[0] + 2, value.box[1] + 3, value.box[2] - 2, value.box[3] - 3)
    for line in lines:
        if isinstance(line.outline, Polyline) and _cuts(line.outline, inner):
            return Declined("a line through a value", value.text)
    under = dress.palette.panel
    for block in sorted(blocks, key=lambda mark: mark.z):
        if block.role == "band":
            if isinstance(block.outline, Polygon) and _holds(block.outline, inner) and block.ink:
                under = block.ink.fill
            continue
        share = _on(block, inner)
        if share > 0.98:
            under = block.ink.fill if block.ink and block.ink.fill else under
        elif share > 0.1 and not set(block.facts) & set(value.facts):
            return Declined("a value on the edge of a mark", value.text)
    if ratio(value.ink.fill, under) < _CONTRAST:
        return Declined("a value too faint on its mark", value.text)
    return None


def _holds(area: Polygon, box: Box) -> bool:
    """Whether the middle of a box lies inside a polygon, by the even-odd rule."""
    x, y = (box[0] + box[2]) / 2, (box[1] + box[3]) / 2
    ends = pairwise((*area.points, area.points[0]))
    over = [a[0] + (y - a[1]) / (b[1] - a[1]) * (b[0] - a[0]) > x
            for a, b in ends if (a[1] > y) != (b[1] > y)]  # fmt: skip
    return sum(over) % 2 == 1


def _on(block: Mark, inner: Box) -> float:
    """Part of a text's box that lies on a mark, by its outline."""
    if not isinstance(block.outline, Polygon | Wedge) or not _shared(inner, block.box):
        return _shared(inner, block.box)
    x0, y0, x1, y1 = inner
    edge = Polygon(tuple(outline(block)))
    dots = [(x0 + (x1 - x0) * across / 8, y0 + (y1 - y0) * along / 4)
            for across in range(9) for along in range(5)]  # fmt: skip
    return sum(_holds(edge, (x, y, x, y)) for x, y in dots) / len(dots)


def _shared(inner: Box, box: Box) -> float:
    """Part of a text's box that lies inside another box."""
    wide = min(inner[2], box[2]) - max(inner[0], box[0])
    tall = min(inner[3], box[3]) - max(inner[1], box[1])
    area = (inner[2] - inner[0]) * (inner[3] - inner[1])
    return max(0.0, wide) * max(0.0, tall) / area if area > 0 else 0.0


def _cuts(line: Polyline, box: Box) -> bool:
    """Whether any piece of a line passes through a box (Liang and Barsky 1984)."""
    dots = np.asarray(line.points)
    start, step = dots[:-1], dots[1:] - dots[:-1]
    enter, leave = np.zeros(len(step)), np.ones(len(step))
    for axis, (low, high) in enumerate(((box[0], box[2]), (box[1], box[3]))):
        with np.errstate(divide="ignore", invalid="ignore"):
            first = (low - start[:, axis]) / step[:, axis]
            second = (high - start[:, axis]) / step[:, axis]
        inside = (start[:, axis] >= low) & (start[:, axis] <= high)
        flat = step[:, axis] == 0
        first = np.where(flat, np.where(inside, 0.0, 2.0), first)
        second = np.where(flat, np.where(inside, 1.0, -1.0), second)
        enter = np.maximum(enter, np.minimum(first, second) if axis >= 0 else first)
        leave = np.minimum(leave, np.maximum(first, second))
        leave = np.where(flat & ~inside, -1.0, leave)
    return bool((enter <= leave).any())
