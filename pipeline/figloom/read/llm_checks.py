"""What makes a theme or a table that a model invented unfit, in words that the model is told."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from datetime import date
from itertools import pairwise

from figloom.knowledge import normalise
from figloom.read.llm_shapes import SHAPES, Filled, Shape, Theme

LARGEST = 1e12
_MARKUP = set("*_#`|<>{}[]\\~$^")
_SIGNS = ("%", "°", "‰", "€", "£", "¥")
"""Units without a letter."""


def check_theme(shape: Shape, theme: Theme, taken: Sequence[str]) -> None:
    """ValueError, in words for the model, when a theme does not fit."""
    _plain("title", [theme.title])
    _plain("subject", [theme.subject])
    _count("texts", theme.texts, (len(shape.texts),) * 2)
    _count("numbers", theme.numbers, shape.measures)
    _count("groups", theme.groups, shape.groups)
    _count("labels", theme.labels, shape.labels)
    _plain("column names", [*theme.texts, *(name for name, _, _ in shape.measured(theme))])
    _plain("groups and labels", [*theme.groups, *theme.labels])
    for unit in {measure.unit for measure in theme.numbers} - {""}:
        _plain("units", [unit])
    if shape.one_unit and len({measure.unit for measure in theme.numbers}) > 1:
        raise ValueError("all numbers must have the same unit")
    if normalise(theme.title) in {normalise(title) for title in taken}:
        raise ValueError("the title is taken already")


def check_rows(shape: Shape, theme: Theme, filled: Filled) -> None:
    """ValueError, in words for the model, when rows fit neither the theme nor the shape."""
    rows = filled.rows
    _count("rows", rows, shape.rows)
    for row in rows:
        _count("texts of a row", row.texts, (len(shape.texts),) * 2)
        _count("numbers of a row", row.numbers, (len(shape.measured(theme)),) * 2)
        if max(map(abs, row.numbers)) > LARGEST:
            raise ValueError("a number is too large")
    for place, holds in enumerate(shape.texts):
        _held(holds, theme, [row.texts[place] for row in rows], once=_once(shape, place))
    for values in zip(*(row.numbers for row in rows), strict=True):
        if len(set(values)) == 1:
            raise ValueError("a column has the same number in every row")
    shape.check(rows)


def _once(shape: Shape, place: int) -> bool:
    """Whether each text of a column stands in one row only: it does if labels name the rows."""
    return shape.texts[place] == "label" and shape is not SHAPES["links"]


def _held(holds: str, theme: Theme, texts: Sequence[str], once: bool) -> None:
    if holds == "time":
        _even(texts)
        return
    known = theme.groups if holds == "group" else theme.labels
    strange = next((text for text in texts if text not in known), None)
    if strange is not None:
        raise ValueError(f"{strange!r} is none of the theme's {holds}s")
    times = Counter(texts)
    if once and max(times.values()) > 1:
        raise ValueError(f"{max(times, key=lambda text: times[text])!r} stands in two rows")
    if set(known) - set(texts):
        raise ValueError(f"no row has the {holds} {min(set(known) - set(texts))!r}")


def _even(texts: Sequence[str]) -> None:
    """Times rise by the same number of months or days; a day's gap may hold a weekend."""
    times = [date.fromisoformat(text) for text in texts]
    days = {(b - a).days for a, b in pairwise(times)}
    months = {(b.year - a.year) * 12 + b.month - a.month for a, b in pairwise(times)}
    whole = len({time.day for time in times}) == 1 and len(months) == 1
    if min(days) < 1 or not (whole or len(days) == 1 or max(days) <= 4):
        raise ValueError("the times do not rise by equal steps")


def _plain(what: str, texts: Sequence[str]) -> None:
    """Texts of some words each, no two alike, nothing in them but words."""
    for text in texts:
        words = text in _SIGNS or any(map(str.isalnum, text))
        clean = text == text.strip() and text.isprintable() and not _MARKUP & set(text)
        if not (words and clean) or "://" in text:
            raise ValueError(f"{what} must be plain words, not {text!r}")
    if len({normalise(text) for text in texts}) < len(texts):
        raise ValueError(f"{what} must all be different")


def _count(what: str, items: Sequence[object], limits: tuple[int, int]) -> None:
    least, most = limits
    if not least <= len(items) <= most:
        many = f"{least}" if least == most else f"{least} to {most}"
        raise ValueError(f"{what}: {len(items)} given, {many} wanted")
