"""Tables as sources hold them: columns with roles and units, read lazily, split for good.

A source of tables is a `Tables`; samplers take views of its tables (groups, pivots, the largest
few, time steps), so one table gives many charts.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from figloom.errors import SourceError
from figloom.people import renamed
from figloom.types import Provenance

Role = Literal["category", "number", "time", "person", "place"]
Trading = Literal["open", "high", "low", "close", "volume"]
Limit = Literal["lower", "upper"]
Link = Literal["source", "target"]
Part = Literal["", Trading, Limit, Link]
Values = NDArray[Any]
"""Of one column. Texts: objects of type str, "" where missing. Numbers: float64, NaN where
missing. Times: datetime64[s], NaT where missing."""


@dataclass(frozen=True, slots=True)
class Column:
    """What a column of a table means."""

    name: str
    """As shown on axes and in questions: "Fuel economy", never "mpg_hwy"."""
    role: Role
    unit: str = ""
    """As shown after a number: "USD", "%", "km/h"; empty for plain counts and for texts."""
    additive: bool = False
    """Whether sums over rows mean something: true of sales, false of temperatures and prices."""
    part: Part = ""
    """Which part of a trading period a number is, or which limit of the number before it, or
    which end of a link a text is, where the table holds some."""
    parent: str = ""
    """Name of the column that groups this one's values: a state's region, an animal's class."""
    counted: str = ""
    """Of a text column: what one row is ("car", "passenger"), where rows may be counted."""


@dataclass(frozen=True, eq=False)
class Table:
    """One table; `rows` reads its columns by name when they are first wanted."""

    id: str
    """Unique within its source, stable across versions."""
    title: str
    """A noun phrase that says what the rows are about: "Car models of 1970 to 1982"."""
    columns: tuple[Column, ...]
    provenance: Provenance
    split: Literal["train", "eval"]
    rows: Callable[[], Mapping[str, Values]] = field(repr=False)
    prepared: bool = False
    """Whether every row is one thing of its own, so that values are shown as they are and never
    added up or averaged: a table of countries, of months, of quarters by product."""
    invented: bool = False
    """Whether its people are made up already, so that their names stay."""
    proper: frozenset[str] = frozenset()
    """First words of column names that keep their capital inside a sentence: a German noun, a
    country."""

    @cached_property
    def _data(self) -> Mapping[str, Values]:
        read = self.rows()
        lengths = {len(read[column.name]) for column in self.columns}
        if len(lengths) != 1 or not min(lengths):
            raise SourceError(f"Table {self.id!r} has columns of unequal length, or no rows.")
        return {
            c.name: renamed(read[c.name], self.id)
            if c.role == "person" and not self.invented
            else read[c.name]
            for c in self.columns
        }

    def __len__(self) -> int:
        return len(next(iter(self._data.values())))

    def values(self, column: Column) -> Values:
        """The column's values, shape (rows,); people's names come replaced."""
        return self._data[column.name]

    def of(self, *roles: Role) -> tuple[Column, ...]:
        """Its columns of any of these roles, in their order."""
        return tuple(column for column in self.columns if column.role in roles)

    def part(self, name: Part) -> Column | None:
        """The column that holds this part of a trading period, limit or link, if any."""
        return next((column for column in self.columns if column.part == name), None)


class Tables:
    """The read-only handle that samplers get: every table of a source.

    `fingerprint` tells two states of the source apart; give versions and hashes, not the time.
    `notes` are sentences for the person who builds: what was left out, and why.
    """

    def __init__(
        self,
        name: str,
        licence: str,
        tables: Sequence[Table],
        fingerprint: str,
        credits: str = "",
        notes: Sequence[str] = (),
    ) -> None:
        if not tables:
            raise SourceError(f"Source {name!r} has no table.")
        self.name, self.licence, self.credits = name, licence, credits
        self.tables, self.fingerprint, self.notes = tuple(tables), fingerprint, tuple(notes)
        twice = {t.id for t in tables if sum(other.id == t.id for other in tables) > 1}
        if twice:
            raise SourceError(f"Source {name!r} has two tables called {min(twice)!r}.")

    def of(self, split: str) -> tuple[Table, ...]:
        """Tables of a split, in the source's order."""
        return tuple(table for table in self.tables if table.split == split)

    def picture(self, reference: str) -> Path:
        """Tables hold no pictures: always a SourceError."""
        raise SourceError(f"Source {self.name!r} has no pictures, but {reference!r} asks for one.")


def numbers(values: Sequence[float | None]) -> Values:
    """A column of numbers; None becomes NaN."""
    return np.array([np.nan if value is None else value for value in values], dtype=np.float64)


def texts(values: Sequence[str | None]) -> Values:
    """A column of texts, stripped; None becomes ""."""
    return np.array(["" if value is None else str(value).strip() for value in values], dtype=object)
