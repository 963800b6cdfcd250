"""A chart's value axis, read off its ticks; a horizontal chart is read as an upright one.

For that its rows and columns change places.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations

import numpy as np

from figloom.models.ocr_short import numbers
from figloom.models.ocr_words import Pixels, Word, seen

_NUMBER = re.compile(r"[-−–]?\d[\d.,' ]*%?[KMB]?")
_LEAST_TICKS = 3
_ROW = 6
"""Pixels by which the edges of an axis's ticks differ, at most."""
_OFF = 3.0
"""Pixels by which a tick may stand off its place."""


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

    @property
    def beyond(self) -> float:
        """Pixels by which the axis may go on beyond its outermost ticks: between two ticks."""
        rows = sorted(tick.y for tick in self.ticks)
        return float(min(np.diff(rows)))


@dataclass(frozen=True, slots=True)
class View:
    """A chart as read, its value axis upright."""

    pixels: Pixels
    words: tuple[Word, ...]
    scale: Scale
    turned: bool
    """Whether rows and columns have changed places."""


@lru_cache(maxsize=64)
def views(image: bytes) -> tuple[View, ...]:
    """The chart by each of its axes that has ticks enough, the one with most of them first."""
    pixels, found = seen(image)
    words = (*found, *numbers(pixels, found))
    across = np.ascontiguousarray(pixels.transpose(1, 0, 2))
    turned = tuple(Word(word.text, word.y0, word.x0, word.y1, word.x1) for word in words)
    both = [
        View(drawn, told, scale, sideways)
        for drawn, told, sideways in ((pixels, words, False), (across, turned, True))
        if (scale := _scale(told, sideways)) is not None
    ]
    return tuple(sorted(both, key=lambda one: -len(one.scale.ticks)))


def _scale(words: Sequence[Word], sideways: bool) -> Scale | None:
    """The longest column of numbers that rise evenly with the rows."""
    known = [(word, value) for word in words if (value := _value(word.text)) is not None]
    best: list[tuple[Word, float]] = []
    for word, _ in known:
        edge = _edge(word, sideways)
        column = [pair for pair in known if abs(_edge(pair[0], sideways) - edge) < _ROW]
        even = _even(column)
        if len(even) > len(best):
            best = even
    if len(best) < _LEAST_TICKS:
        return None
    rows = np.array([word.y for word, _ in best])
    slope, start = np.polyfit(rows, [value for _, value in best], 1)
    ticks = tuple(word for word, _ in best)
    return Scale(float(slope), float(start), float(rows.min()), float(rows.max()), ticks)


def _edge(word: Word, sideways: bool) -> float:
    """What the ticks of an axis have in common: their right ends, or middles beside the plot."""
    return word.x if sideways else word.x1


def _even(column: Sequence[tuple[Word, float]]) -> list[tuple[Word, float]]:
    """Most of a column that lie on one line; a number misread is left out."""
    best: list[tuple[Word, float]] = []
    for (one, low), (other, high) in combinations(column, 2):
        if low == high or abs(one.y - other.y) < 2 * _OFF:
            continue
        slope = (other.y - one.y) / (high - low)
        fit = [
            (word, value)
            for word, value in column
            if abs(one.y + slope * (value - low) - word.y) <= _OFF
        ]
        if len(fit) > len(best):
            best = fit
    return best if 2 * len(best) > len(column) else []


def _value(text: str) -> float | None:
    """A tick's number; thousands are told from decimals by the three digits after the mark."""
    told = text.strip()
    if told in ("O", "o"):
        return 0.0
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
