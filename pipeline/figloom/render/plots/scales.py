"""Axes before they are drawn: names in a row, or a measure with its ends and ticks."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from figloom.render.plots import numerals
from figloom.types import Category

_STEPS = (1.0, 2.0, 2.5, 5.0, 10.0)
_NEAR_ZERO = 0.35
"""A scale that may leave zero out does so where the values span less than this part of them."""


@dataclass(frozen=True, slots=True)
class Names:
    """A category axis: its texts in order and its title."""

    texts: tuple[str, ...]
    title: str = ""
    time: bool = False
    """Whether they are steps of time: every so many may then go without a text."""
    middle: float = 0.5
    """Where the title has its middle, as part of the axis from its lower end."""


@dataclass(frozen=True, slots=True)
class Measure:
    """A value axis from `low` to `high` with its ticks and their texts."""

    low: float
    high: float
    ticks: tuple[float, ...]
    texts: tuple[str, ...]
    title: str = ""
    unit: str = ""
    log: bool = False
    dimension: str = ""
    """What is measured along it where that is no place: `size` for widths."""
    colour: str = ""
    """Of its title, where that says whose axis it is."""
    middle: float = 0.5
    """Where the title has its middle, as part of the axis from its lower end."""


Scale = Names | Measure


def names(categories: Sequence[Category], title: str) -> Names:
    """The category axis of a grid."""
    time = bool(categories) and all(category.value is not None for category in categories)
    return Names(tuple(category.name for category in categories), title, time)


def measure(
    values: Sequence[float],
    title: str,
    unit: str,
    style: numerals.Style,
    *,
    zero: bool,
    count: int = 6,
    headroom: float = 0.0,
) -> Measure:
    """A linear axis that holds all values, its ends on ticks.

    `zero` takes zero in, as bars and areas need it. `headroom` is the part of the axis to be free
    beyond the outermost values, for labels beside them.
    """
    low, high = min(values), max(values)
    if zero or high - low > _NEAR_ZERO * max(abs(low), abs(high)):
        low, high = min(0.0, low), max(0.0, high)
    span = (high - low) or abs(high) or 1.0
    low, high = (
        low - (headroom * span if low < 0 else 0),
        high + (headroom * span if high > 0 else 0),
    )
    step = nice(span / count)
    first, last = math.floor(low / step + 1e-9), math.ceil(high / step - 1e-9)
    last += first == last
    places = tuple(round(number * step, 12) for number in range(first, last + 1))
    texts = numerals.ticks(places, style)
    return Measure(places[0], places[-1], places, texts, titled(title, unit), unit)


def logarithmic(values: Sequence[float], title: str, unit: str, style: numerals.Style) -> Measure:
    """A decimal log axis from the power of ten below the least value to that above the largest."""
    first = math.floor(math.log10(min(values)) + 1e-9)
    last = max(first + 1, math.ceil(math.log10(max(values)) - 1e-9))
    places = tuple(10.0**power for power in range(first, last + 1))
    texts = tuple(numerals.ticks((place,), style)[0] for place in places)
    return Measure(places[0], places[-1], places, texts, titled(title, unit), unit, log=True)


def nice(step: float) -> float:
    """The next round step: 1, 2, 2.5 or 5 times a power of ten."""
    size = 10.0 ** math.floor(math.log10(step))
    return next(factor * size for factor in _STEPS if factor * size >= step * (1 - 1e-9))


def titled(title: str, unit: str) -> str:
    """An axis title with its unit in brackets, unless it says the unit already."""
    return f"{title} ({unit})" if unit and unit.casefold() not in title.casefold() else title
