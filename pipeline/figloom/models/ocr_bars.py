"""Answers to questions about charts with bars or points, from axis, legend and colours.

A horizontal chart is read as an upright one after its rows and columns have changed places.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from figloom.models.asking import Asked
from figloom.models.ocr_words import Pixels, Word, folded, like, seen

_SAME = 0.75
_NUMBER = re.compile(r"[-−–]?\d[\d.,' ]*%?[KMB]?")
_LEAST_TICKS = 3
_POINT = 16
"""Height in pixels up to which a mark is a point and no bar."""
_THIN = 0.12
"""Part of a category's room that a line covers, at most."""
_FOOT = 8
"""Pixels between a bar's foot and the axis, at most."""
_ROW = 6
"""Pixels by which labels of one row differ, at most."""
_NEAR = 24
"""Steps of a channel that still are one colour."""
_TOLERANCE = 0.06
"""Part of the axis within which a value read off is the one stated."""


@dataclass(frozen=True, slots=True)
class Scale:
    """A value axis along the rows."""

    slope: float
    start: float
    """Value = start + slope * row."""
    low: float
    high: float
    """Rows of the outermost ticks."""
    ticks: tuple[Word, ...]

    def value(self, row: float) -> float:
        """At a row."""
        return self.start + self.slope * row

    @property
    def span(self) -> float:
        """Between the outermost ticks."""
        return abs(self.slope) * (self.high - self.low)


@dataclass(frozen=True, slots=True)
class View:
    """A chart as read, its value axis upright."""

    pixels: Pixels
    words: tuple[Word, ...]
    scale: Scale


@lru_cache(maxsize=64)
def views(image: bytes) -> tuple[View, ...]:
    """The chart by each of its axes that has ticks enough, the one with most of them first."""
    pixels, words = seen(image)
    turned = tuple(Word(word.text, word.y0, word.x0, word.y1, word.x1) for word in words)
    across = np.ascontiguousarray(pixels.transpose(1, 0, 2))
    found = [
        View(drawn, told, scale)
        for drawn, told, sideways in ((pixels, words, False), (across, turned, True))
        if (scale := _scale(told, sideways)) is not None
    ]
    return tuple(sorted(found, key=lambda one: -len(one.scale.ticks)))


def _valued(image: bytes, names: Sequence[str]) -> View | None:
    """The chart by the axis whose ticks are not what the question calls by name: years, mostly."""
    called = {folded(name) for name in names}
    for chart in views(image):
        if not called & {folded(tick.text) for tick in chart.scale.ticks}:
            return chart
    return None


def _scale(words: Sequence[Word], sideways: bool) -> Scale | None:
    """The longest column of numbers that rise evenly with the rows."""
    numbers = [(word, value) for word in words if (value := _value(word.text)) is not None]
    best: list[tuple[Word, float]] = []
    for word, _ in numbers:
        edge = _edge(word, sideways)
        column = [pair for pair in numbers if abs(_edge(pair[0], sideways) - edge) < _ROW]
        column.sort(key=lambda pair: pair[0].y)
        if len(column) > len(best) and _even(column):
            best = column
    if len(best) < _LEAST_TICKS:
        return None
    rows = np.array([word.y for word, _ in best])
    values = np.array([value for _, value in best])
    slope, start = np.polyfit(rows, values, 1)
    ticks = tuple(word for word, _ in best)
    return Scale(float(slope), float(start), float(rows.min()), float(rows.max()), ticks)


def _edge(word: Word, sideways: bool) -> float:
    """What the ticks of an axis have in common: their right ends, or middles beside the plot."""
    return word.x if sideways else word.x1


def _even(column: Sequence[tuple[Word, float]]) -> bool:
    if len(column) < _LEAST_TICKS:
        return False
    rows = np.array([word.y for word, _ in column])
    values = np.array([value for _, value in column])
    if np.ptp(values) == 0 or np.ptp(rows) == 0:
        return False
    slope, start = np.polyfit(rows, values, 1)
    return bool(np.abs(start + slope * rows - values).max() < 0.03 * np.ptp(values))


def _value(text: str) -> float | None:
    """A tick's number; thousands are told from decimals by the three digits after the mark."""
    told = text.strip()
    if not _NUMBER.fullmatch(told):
        return None
    factor = {"K": 1e3, "M": 1e6, "B": 1e9}.get(told[-1:], 1.0)
    bare = re.sub(r"[%KMB' ]", "", told).replace("−", "-").replace("–", "-")
    if re.fullmatch(r"-?[1-9]\d{0,2}(?:[.,]\d{3})+", bare):
        bare = re.sub(r"[.,]", "", bare)
    try:
        return float(bare.replace(",", ".")) * factor
    except ValueError:
        return None


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


def _read(chart: View, names: Sequence[str]) -> float | None:
    """The value of the mark that names of a series and a category single out, in any order."""
    if not names:
        return None
    places = [_named(chart, name) for name in names]
    along = [word for word in places if word and not _in_legend(chart, word)]
    if not along:
        return None
    category = along[-1]
    keys = [word for word in places if word and word is not category]
    ink = _swatch(chart, keys[0]) if keys else None
    if keys and ink is None:
        return None
    return _at(chart, category, ink)


def _named(chart: View, name: str) -> Word | None:
    """The word of the picture that is most like a name; of equals, the one nearest to the axis.

    Letters may be misread, but a year or an hour that differs in a figure is another one.
    """
    figures = re.sub(r"\D", "", name)
    alike = [word for word in chart.words if re.sub(r"\D", "", word.text) == figures]
    best = max(alike, key=lambda word: (round(like(name, word.text), 3), word.y), default=None)
    return best if best is not None and like(name, best.text) >= _SAME else None


def _in_legend(chart: View, word: Word) -> bool:
    """Whether a patch of colour stands right before a word."""
    return _swatch(chart, word) is not None


def _swatch(chart: View, word: Word) -> NDArray[np.float64] | None:
    """The colour that a legend shows before, or over, a word."""
    high = word.y1 - word.y0
    wide = word.x1 - word.x0
    if wide >= high:
        part = chart.pixels[int(word.y0) : int(word.y1) + 1,
                            max(0, int(word.x0 - 3 * high)) : max(0, int(word.x0) - 2)]  # fmt: skip
    else:
        part = chart.pixels[max(0, int(word.y0 - 3 * wide)) : max(0, int(word.y0) - 2),
                            int(word.x0) : int(word.x1) + 1]  # fmt: skip
    return _commonest(part.reshape(-1, 3), 12)


def _commonest(pixels: NDArray[np.uint8], least: int) -> NDArray[np.float64] | None:
    """The commonest colour that is no grey, black or white."""
    if not len(pixels):
        return None
    wide = pixels.astype(np.int16)
    vivid = pixels[np.ptp(wide, axis=1) > 30]
    if len(vivid) < least:
        return None
    values, counts = np.unique(vivid // 8, axis=0, return_counts=True)
    if counts.max() < least:
        return None
    chosen = values[counts.argmax()]
    same = vivid[(vivid // 8 == chosen).all(axis=1)]
    mean: NDArray[np.float64] = same.astype(np.float64).mean(axis=0)
    return mean


def _at(chart: View, category: Word, ink: NDArray[np.float64] | None) -> float | None:
    """The value of the mark of a colour at a category."""
    scale = chart.scale
    beyond = (scale.high - scale.low) / (len(scale.ticks) - 1)
    upright = scale.slope < 0
    top, bottom = max(0, int(scale.low - beyond)), int(scale.high + beyond) + 1
    half = _half(chart, category)
    left, right = int(category.x - half), int(category.x + half) + 1
    part = chart.pixels[top:bottom, max(0, left) : right].astype(np.int16)
    if not part.size:
        return None
    if ink is None:
        ink = _commonest(part.reshape(-1, 3).astype(np.uint8), 30)
        if ink is None:
            return None
    mask = np.abs(part - ink).max(axis=2) <= _NEAR
    columns = mask.sum(axis=0)
    if columns.max(initial=0) < 3:
        return None
    # Of a bar, the columns in its middle; of a line, those at the category itself.
    wide = columns >= 0.6 * columns.max()
    rows = np.flatnonzero(mask[:, wide].mean(axis=1) > 0.5)
    middle = mask[:, max(0, mask.shape[1] // 2 - 2) : mask.shape[1] // 2 + 3]
    near = np.flatnonzero(middle.any(axis=1))
    if len(near) and np.ptp(near) <= _POINT and mask.mean() < _THIN:
        return scale.value(top + float(near.mean()))
    if not len(rows):
        return None
    first, last = top + float(rows[0]), top + float(rows[-1]) + 1
    tip, foot = (first, last) if upright else (last, first)
    grounds = (scale.high if upright else scale.low, -scale.start / scale.slope)
    if min(abs(foot - ground) for ground in grounds) < _FOOT:
        return scale.value(tip)
    return scale.value(tip) - scale.value(foot)


def _half(chart: View, category: Word) -> float:
    """Half the room that a category has: up to its neighbours on the same row."""
    row = [word.x for word in chart.words if word is not category and _beside(word, category)]
    gaps = [abs(x - category.x) for x in row]
    return max(4.0, 0.48 * min(gaps, default=60.0))


def _beside(word: Word, category: Word) -> bool:
    """Whether two words stand on one row of labels, by their middles or either edge."""
    apart = min(abs(word.y - category.y), abs(word.y0 - category.y0), abs(word.y1 - category.y1))
    return apart < _ROW and abs(word.x - category.x) > _ROW
