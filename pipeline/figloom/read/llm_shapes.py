"""What a model may be asked to invent: the shapes of tables that real ones seldom have."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field, FiniteFloat

from figloom.tables import Column, Part

LONGEST = 24
"""Characters of a label, a column's name or a unit; titles may have `TITLE`."""
TITLE = 60
_LIMITS: dict[Part, str] = {"lower": "Lower limit", "upper": "Upper limit"}


# Where a server keeps to the schema, it keeps to these lengths too.
Words = Annotated[str, Field(max_length=LONGEST)]


class Measure(BaseModel):
    """A column of numbers."""

    model_config = ConfigDict(extra="forbid")
    name: Words
    unit: Annotated[str, Field(max_length=LONGEST // 2)]
    additive: bool


class Theme(BaseModel):
    """What a table is about, before it has rows."""

    model_config = ConfigDict(extra="forbid")
    title: Annotated[str, Field(max_length=TITLE)]
    subject: Words
    texts: list[Words]
    numbers: list[Measure]
    groups: list[Words]
    labels: list[Words]


class Row(BaseModel):
    """One row: texts and times as texts, then numbers."""

    model_config = ConfigDict(extra="forbid")
    texts: list[Words]
    numbers: list[FiniteFloat]


class Filled(BaseModel):
    """The rows of a table."""

    model_config = ConfigDict(extra="forbid")
    rows: list[Row]


@dataclass(frozen=True, slots=True)
class Shape:
    """One shape of table; ranges are [least, most], both included."""

    about: str
    texts: tuple[str, ...]
    """What its columns before the numbers hold: `group`, `label` or `time`."""
    rows: tuple[int, int]
    measures: tuple[int, int] = (1, 1)
    groups: tuple[int, int] = (0, 0)
    labels: tuple[int, int] = (0, 0)
    parts: tuple[Part, ...] = ()
    """Parts that each row has of its one measure."""
    additive: bool | None = None
    """What holds of the measures; None where the theme says so."""
    unit: str | None = None
    """The measures' unit; None where the theme says it."""
    one_unit: bool = True
    check: Callable[[Sequence[Row]], None] = lambda rows: None
    """ValueError for rows that break the shape's own rule."""

    def measured(self, theme: Theme) -> list[tuple[str, Measure, Part]]:
        """Name, measure and part of each number of a row."""
        if not self.parts:
            return [(measure.name, measure, "") for measure in theme.numbers]
        (measure,) = theme.numbers
        return [
            (_LIMITS.get(part, part.capitalize()) or measure.name, measure, part)
            for part in self.parts
        ]


def columns(shape: Shape, theme: Theme) -> tuple[Column, ...]:
    """The columns of a table of that shape and theme."""
    found = [
        Column(name, "time" if holds == "time" else "category")
        for name, holds in zip(theme.texts, shape.texts, strict=True)
    ]
    if shape is SHAPES["links"]:
        found = [replace(found[0], part="source"), replace(found[1], part="target")]
    elif len(found) == 2:
        found[1] = replace(found[1], parent=found[0].name)
    elif shape is SHAPES["samples"]:
        found = [replace(found[0], counted=theme.subject)]
    for name, measure, part in shape.measured(theme):
        unit = measure.unit if shape.unit is None else shape.unit
        additive = measure.additive and "%" not in unit
        whole = additive if shape.additive is None else shape.additive
        found.append(Column(name, "number", unit, whole, part))
    return tuple(found)


def _shares(rows: Sequence[Row]) -> None:
    _positive(rows)
    total = math.fsum(row.numbers[0] for row in rows)
    if abs(total - 100) > 0.05:
        raise ValueError(f"the shares add up to {total:g}, not to 100")


def _positive(rows: Sequence[Row]) -> None:
    if min(row.numbers[0] for row in rows) <= 0:
        raise ValueError("all numbers must be above 0")


def _smallest(rows: Sequence[Row]) -> int:
    """Rows of the smallest group."""
    return min(Counter(row.texts[0] for row in rows).values())


def _families(rows: Sequence[Row]) -> None:
    _positive(rows)
    if _smallest(rows) < 2:
        raise ValueError("every group needs two labels or more")


def _pairs(rows: Sequence[Row]) -> None:
    _positive(rows)
    if len({tuple(row.texts) for row in rows}) < len(rows):
        raise ValueError("two rows have the same group and label")


def _candles(rows: Sequence[Row]) -> None:
    for first, high, low, last in (row.numbers for row in rows):
        if not 0 < low <= min(first, last) <= max(first, last) <= high:
            raise ValueError("open and close must lie between low and high, and all above 0")


def _intervals(rows: Sequence[Row]) -> None:
    if any(not low < mean < high for mean, low, high in (row.numbers for row in rows)):
        raise ValueError("the mean must lie between the lower and the upper limit")


def _samples(rows: Sequence[Row]) -> None:
    if _smallest(rows) < 5:
        raise ValueError("every group needs five rows or more")


SHAPES = {
    "shares": Shape(
        "the parts of one whole, as percentages (unit %) that add up to exactly 100.",
        ("label",), (4, 8), labels=(4, 8), additive=True, unit="%", check=_shares,
    ),
    "series": Shape(
        "several measures of one unit along equal steps of time (years, quarters, months or days).",
        ("time",), (6, 16), measures=(2, 4),
    ),
    "hierarchy": Shape(
        "amounts of the labels, each of which belongs to one group, two labels or more a group.",
        ("group", "label"), (6, 20), groups=(2, 5), labels=(6, 20), additive=True, check=_families,
    ),
    "links": Shape(
        "amounts that go from a group (where they come from) to a label (where they end).",
        ("group", "label"), (6, 16), groups=(2, 5), labels=(2, 5), additive=True, check=_pairs,
    ),
    "candles": Shape(
        "the open, high, low and close of one price in each trading period.",
        ("time",), (12, 30), parts=("open", "high", "low", "close"), additive=False, check=_candles,
    ),
    "intervals": Shape(
        "the mean of one measure at equal steps of time, with lower and upper confidence limits.",
        ("time",), (4, 10), parts=("", "lower", "upper"), additive=False, check=_intervals,
    ),
    "points": Shape(
        "things with two or three measures each, related to one another but not perfectly.",
        ("label",), (12, 30), measures=(2, 3), labels=(12, 30), additive=False, one_unit=False,
    ),
    "samples": Shape(
        "single measurements in each of several groups, five or more a group.",
        ("group",), (20, 80), groups=(3, 6), additive=False, check=_samples,
    ),
}  # fmt: skip
"""By name, as a recipe picks them."""
