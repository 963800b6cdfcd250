"""Wide tables, with a column for every year or month, as long ones: names, times, values."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass

import numpy as np
import pyarrow.compute as pc
from numpy.typing import NDArray

from figloom.knowledge import normalise
from figloom.read import cells, dates
from figloom.read.frames import ROWS, Frame
from figloom.read.headers import header
from figloom.read.raws import Raw

_LEAST = 3
"""Columns of times that make a table a wide one."""
_YEAR = re.compile(
    r"(?:(?:FY|YR|CY|X|Y)[ _]?)?((?:1[5-9]|20|21)\d\d)(?:\.0)?(?: ?\[YR\1\])?", re.IGNORECASE
)
_FISCAL = re.compile(r"FY ?['’]?(\d\d)", re.IGNORECASE)
_INDICATORS = ("indicator name", "series name", "indicator", "series", "variable", "measure")
_STEPS = {12: "Year", 3: "Quarter", 1: "Month"}
_MONTHS = {
    name.casefold(): number
    for number, month in enumerate(dates.MONTHS)
    for name in (month, month[:3])
}


@dataclass(frozen=True, slots=True)
class Run:
    """Columns whose names are times at equal steps."""

    places: tuple[int, ...]
    texts: tuple[str, ...]
    """The times as cells: "2001", "2001-03-01", "March"."""
    said: str
    """What the column of times is called: "Year"."""


def run(names: Sequence[str], left: Collection[str] = ()) -> Run | None:
    """The columns that are times, three at least and at equal steps; None where there are none.

    `left` are normalised names of columns that stay as they are.
    """
    bare = [" ".join(name.split()) for name in names]
    free = [place for place, name in enumerate(bare) if normalise(name) not in left]
    found = _years(bare, free) or _dates(bare, free) or _months(bare, free)
    others = {normalise(name) for n, name in enumerate(bare) if not found or n not in found.places}
    return found if found and normalise(found.said) not in others else None


def values_of(frame: Frame, otherwise: str) -> str:
    """What the numbers of a wide table are: the one indicator that a column names, if any."""
    for name, column in zip(frame.header, frame.columns, strict=True):
        if name.strip().lower() in _INDICATORS:
            told = [text for text in pc.unique(column).to_pylist() if text.strip()]
            if len(told) == 1:
                return str(told[0])
    return otherwise


def melted(
    columns: Sequence[Raw], point: str, values: str, left: Collection[str]
) -> tuple[list[Raw], list[str]]:
    """The columns of a wide table turned into one of times and one of `values`, with notes; any
    other table as it is.

    Other numbers go, as they would stand once for every time, unless their columns are `left`.
    """
    found = run([raw.header for raw in columns], left)
    wide = [columns[place] for place in found.places] if found else []
    filled = [raw for raw in wide if raw.texts]
    if not found or len(filled) < _LEAST or not all(_numeric(raw, point) for raw in filled):
        return list(columns), []
    rows, many = len(wide[0].codes), len(wide)
    span = f"columns {wide[0].header!r} to {wide[-1].header!r}"
    if rows * many > ROWS:
        return list(columns), [f"{span} left as they are: too many rows"]
    texts, codes = _joined(wide)
    keep = codes >= 0
    others = [raw for place, raw in enumerate(columns) if place not in found.places]
    gone = {
        raw.header for raw in others if normalise(raw.header) not in left and _numeric(raw, point)
    }
    kept = [raw for raw in others if raw.header not in gone]
    taken = {normalise(raw.head.name) for raw in kept} | {normalise(found.said)}
    name = "Value" if normalise(header(values).name) in taken else values
    long = [Raw(raw.header, raw.head, raw.texts, np.repeat(raw.codes, many)[keep]) for raw in kept]
    turns = np.tile(np.arange(many), rows)[keep]
    long.append(Raw(found.said, header(found.said), found.texts, turns))
    long.append(Raw(name, header(name), texts, codes[keep]))
    told = f"{span} taken as {found.said!r} and {header(name).name!r}"
    notes = [f"{told}; set melt = false to leave them"]
    if gone:
        listed = ", ".join(map(repr, sorted(gone)))
        notes.append(f"left out {listed}: not by {found.said.lower()}")
    return long, notes


def _years(names: Sequence[str], free: Sequence[int]) -> Run | None:
    told: dict[int, int] = {}
    for place in free:
        if match := _YEAR.fullmatch(names[place]):
            told[place] = int(match[1])
        elif match := _FISCAL.fullmatch(names[place]):
            told[place] = 2000 + int(match[1])
    if not _regular(list(told.values())):
        return None
    return Run(tuple(told), tuple(f"{year}" for year in told.values()), "Year")


def _dates(names: Sequence[str], free: Sequence[int]) -> Run | None:
    places = [place for place in free if dates.dates([names[place]], named=False)]
    if len(places) < _LEAST:
        return None
    found = dates.dates([names[place] for place in places], named=False)
    if not found or found.refused or np.isnat(found.values).any():
        return None
    days = found.values.astype("datetime64[D]")
    texts = tuple(str(day) for day in days)
    months = days.astype("datetime64[M]")
    if len(set((days - months.astype("datetime64[D]")).tolist())) == 1:
        steps = months.astype(np.int64).tolist()
        said = _STEPS.get(abs(steps[1] - steps[0]), "Month")
        return Run(tuple(places), texts, said) if _regular(steps) else None
    regular = _regular(days.astype(np.int64).tolist())
    return Run(tuple(places), texts, "Date") if regular else None


def _months(names: Sequence[str], free: Sequence[int]) -> Run | None:
    told = {p: _MONTHS[key] for p in free if (key := names[p].casefold().strip(".")) in _MONTHS}
    if not _regular(list(told.values())):
        return None
    return Run(tuple(told), tuple(dates.MONTHS[month] for month in told.values()), "Month")


def _regular(steps: Sequence[int]) -> bool:
    gaps = set(np.diff(steps).tolist())
    return len(steps) >= _LEAST and len(gaps) == 1 and 0 not in gaps


def _numeric(raw: Raw, point: str) -> bool:
    read = cells.numbers(raw.texts, point)
    good = ~np.isnan(read.values)
    return bool(raw.texts) and not read.refused and raw.counts[good].sum() > 0.95 * raw.filled


def _joined(wide: Sequence[Raw]) -> tuple[tuple[str, ...], NDArray[np.int64]]:
    """Distinct texts of all columns, and their places, a row after the other."""
    place: dict[str, int] = {}
    codes = []
    for raw in wide:
        turned = [place.setdefault(text, len(place)) for text in raw.texts]
        codes.append(np.array([*turned, -1], np.int64)[raw.codes])
    return tuple(place), np.column_stack(codes).ravel()
