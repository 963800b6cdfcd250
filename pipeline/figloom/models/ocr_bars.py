"""Answers to questions about charts with bars or points, from axis, legend and colours."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from figloom.models.asking import Asked
from figloom.models.ocr_axes import View, views
from figloom.models.ocr_words import Word, folded, like, same, stacked

Colour = NDArray[np.int16]

_POINT = 16
"""Height in pixels up to which a mark is a point and no bar."""
_THIN = 0.12
"""Part of a category's room that a line covers, at most."""
_FOOT = 4
"""Pixels between a bar's foot and the axis, at most."""
_ROW = 6
"""Pixels by which labels of one row differ, at most."""
_NEAR = 24
"""Steps of a channel that still are one colour."""
_LEAST = 12
"""Pixels of a patch in a legend, and of a bar, at least."""
_TOLERANCE = 0.06
"""Part of the axis within which a value read off is the one stated."""


def answer(question: Asked, image: bytes) -> str | None:
    """A reply; None where this reader knows no way."""
    places = [question.quoted(place) for place in ("where", "first", "second")]
    chart = _valued(image, [name for names in places for name in names])
    if chart is None:
        return None
    values = [_read(chart, names) for names in places]
    where, first, second = values
    match question.subtask:
        case "value" if where is not None and question.number("value") is not None:
            stated = question.number("value")
            near = abs(where - float(stated or 0)) <= _TOLERANCE * chart.scale.span
            return "Yes" if near else "No"
        case "compare" if first is not None and second is not None:
            higher = re.search(r"high|more|great|larg|above|top", question.words["word"])
            return "Yes" if (first > second) == bool(higher) else "No"
        case "read_number" if where is not None:
            return f"{where:.6g}"
        case "difference" if first is not None and second is not None:
            return f"{abs(first - second):.6g}"
        case "ratio" if first and second:
            return f"{max(first, second) / min(first, second):.4g}"
        case "untold":
            return "cannot be told" if where is None else f"{where:.6g}"
    return None


def _valued(image: bytes, names: Sequence[str]) -> View | None:
    """The chart by the axis whose ticks are not what the question calls by name: years, mostly."""
    called = {folded(name) for name in names}
    for chart in views(image):
        if not called & {folded(tick.text) for tick in chart.scale.ticks}:
            return chart
    return None


def _read(chart: View, names: Sequence[str]) -> float | None:
    """The value of the mark that names of a series and a category single out, in any order."""
    if not names:
        return None
    places = [_named(chart, name) for name in names]
    if None in places:
        return None
    told = [word for word in places if word is not None]
    inks = [_patch(chart, word) for word in told]
    along = [word for word, ink in zip(told, inks, strict=True) if ink is None]
    keys = [ink for ink in inks if ink is not None]
    if len(along) != 1 or len(keys) != len(names) - 1:
        return None
    return _at(chart, along[0], keys[0] if keys else None)


def _named(chart: View, name: str) -> Word | None:
    """The text of the picture that is most like a name; of equals, the one nearest to the axis.

    Letters may be misread, but a year or an hour that differs in a figure is another one.
    """
    figures = re.sub(r"\D", "", name)
    known = (*chart.words, *stacked(chart.words))
    alike = [word for word in known if re.sub(r"\D", "", word.text) == figures]
    best = max(alike, key=lambda word: (round(like(name, word.text), 3), word.y), default=None)
    return best if best is not None and same(name, best.text) else None


def _patch(chart: View, word: Word) -> Colour | None:
    """The colour of the patch that a legend has before a word; None where it has none."""
    import cv2

    across = chart.turned
    first, last = (word.x0, word.x1) if across else (word.y0, word.y1)
    start, high = (word.y0 if across else word.x0), last - first
    # In the middle of the line, since a patch of the next one may reach up to it.
    span = slice(int(first + 0.2 * high), int(last - 0.2 * high) + 1)
    before = slice(max(0, int(start - 3 * high)), max(0, int(start) + 1))
    part = chart.pixels[before, span] if across else chart.pixels[span, before]
    if part.size == 0:
        return None
    ground = _commonest(chart.pixels[int(word.y0) : int(word.y1) + 1, int(word.x0) : int(word.x1)])
    apart = np.abs(part.astype(np.int16) - ground).max(axis=2) > _NEAR
    _, labels, stats, _ = cv2.connectedComponentsWithStats(apart.astype(np.uint8), connectivity=4)
    for number in sorted(range(1, len(stats)), key=lambda at: -stats[at][4]):
        _, _, wide, deep, area = stats[number]
        if min(wide, deep) >= 4 and area >= max(2 * _LEAST, 0.6 * wide * deep):
            ink = _commonest(part[labels == number])
            same = np.abs(part[labels == number].astype(np.int16) - ink).max(axis=1) <= _NEAR
            if same.mean() > 0.6:
                return ink
    return None


def _commonest(pixels: NDArray[np.uint8]) -> Colour:
    values, counts = np.unique(pixels.reshape(-1, 3), axis=0, return_counts=True)
    found: Colour = values[counts.argmax()].astype(np.int16)
    return found


def _at(chart: View, category: Word, ink: Colour | None) -> float | None:
    """The value of the mark of a colour at a category."""
    import cv2

    scale = chart.scale
    top = max(0, int(scale.low - scale.beyond))
    bottom = int(scale.high + scale.beyond) + 1
    if category.y < scale.low:
        top = max(top, int(category.y1) + 1)
    elif category.y > scale.high:
        bottom = min(bottom, int(category.y0))
    half = _half(chart, category)
    left, right = max(0, int(category.x - half)), int(category.x + half) + 1
    part = chart.pixels[top:bottom, left:right]
    if not part.size:
        return None
    if ink is None:
        ink = _own(part)
        if ink is None:
            return None
    mask: Any = (np.abs(part.astype(np.int16) - ink).max(axis=2) <= _NEAR).astype(np.uint8)
    middle = mask[:, max(0, mask.shape[1] // 2 - 2) : mask.shape[1] // 2 + 3]
    near = np.flatnonzero(middle.any(axis=1))
    if len(near) and np.ptp(near) <= _POINT and mask.mean() < _THIN and not _solid(mask):
        return scale.value(top + float(near.mean()))
    # Values written on a bar, and thin lines over it, do not part it.
    mask = cv2.morphologyEx(mask, cv2.MORPH_CLOSE, np.ones((5, 5), np.uint8))
    _, _, stats, _ = cv2.connectedComponentsWithStats(mask, connectivity=4)
    if len(stats) < 2:
        return None
    _, first, _, deep, area = max(stats[1:], key=lambda one: one[4])
    if area < _LEAST:
        return None
    return _length(chart, top + float(first), top + float(first + deep))


def _solid(mask: NDArray[np.uint8]) -> bool:
    """Whether what is drawn is wider than a line at a point."""
    rows = np.flatnonzero(mask.any(axis=1))
    return bool(len(rows) and mask[rows].mean() > 0.4 and np.ptp(rows) > 2)


def _own(part: NDArray[np.uint8]) -> Colour | None:
    """The commonest colour that is none of those between two categories."""
    flat = part.reshape(-1, 3).astype(np.int16)
    sides = np.concatenate((part[:, :2], part[:, -2:]), axis=1).reshape(-1, 3)
    values, counts = np.unique(sides, axis=0, return_counts=True)
    for ground in values[counts > 0.02 * len(sides)].astype(np.int16):
        flat = flat[np.abs(flat - ground).max(axis=1) > _NEAR]
    return _commonest(flat.astype(np.uint8)) if len(flat) >= _LEAST else None


def _length(chart: View, first: float, last: float) -> float:
    """What a bar between two rows stands for: its tip, or, in a stack, what lies between."""
    scale = chart.scale
    zero = -scale.start / scale.slope
    edge = scale.high if scale.slope < 0 else scale.low
    tip, foot = (first, last) if scale.slope < 0 else (last, first)
    if min(abs(tip - ground) for ground in (zero,)) < min(abs(foot - zero), _FOOT):
        tip, foot = foot, tip
    if min(abs(foot - ground) for ground in (edge, zero)) < _FOOT:
        return scale.value(tip)
    return scale.value(tip) - scale.value(foot)


def _half(chart: View, category: Word) -> float:
    """Half the room that a category has: up to its neighbours on the same row."""
    row = [word.x for word in chart.words if word is not category and _beside(word, category)]
    gaps = [abs(x - category.x) for x in row]
    return max(4.0, 0.5 * min(gaps, default=60.0))


def _beside(word: Word, category: Word) -> bool:
    """Whether two words stand on one row of labels, by their middles or either edge."""
    apart = min(abs(word.y - category.y), abs(word.y0 - category.y0), abs(word.y1 - category.y1))
    return apart < _ROW and abs(word.x - category.x) > _ROW
