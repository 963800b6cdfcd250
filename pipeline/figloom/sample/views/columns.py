"""Columns as codes: texts by name, times by year, quarter, month or day, and what may be fixed.

Everything is kept by the table's identity, so that a second view of a table costs little.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations
from math import prod
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from figloom.tables import Column, Table

Step = Literal["", "Y", "Q", "M", "D"]
Ints = NDArray[np.int64]
Mask = NDArray[np.bool_]

_STEPS: tuple[Step, ...] = ("Y", "Q", "M", "D")
_SAID = {"Y": "Year", "Q": "Quarter", "M": "Month", "D": "Day"}
_MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")
_PERIODS = 20_000
_RESTRICTING = 40
_FIXED = 3
_COMBINATIONS = 2000


@dataclass(frozen=True, slots=True)
class Key:
    """A column to group by; times with the step they are cut into."""

    column: Column
    step: Step = ""

    @property
    def said(self) -> str:
        """Its title on an axis."""
        return _SAID[self.step] if self.step else self.column.name


@dataclass(frozen=True, slots=True, eq=False)
class Factor:
    """A grouping of a table's rows."""

    codes: Ints
    """Of each row, shape (rows,); -1 where missing."""
    size: int
    """Codes are below this."""
    names: tuple[str, ...] = ()
    """Of texts, in the order they first stand in the table."""
    first: int = 0
    """Of times: the period with code 0, counted from 1970."""
    step: Step = ""

    def name(self, code: int) -> str:
        """As shown: a text itself, "2016", "Q3 2016", "Mar 2016", "5 Mar 2016"."""
        if not self.step:
            return self.names[code]
        start = self._start(code).astype(object)
        month = _MONTHS[start.month - 1]
        return {
            "Y": f"{start.year}",
            "Q": f"Q{(start.month + 2) // 3} {start.year}",
            "M": f"{month} {start.year}",
            "D": f"{start.day} {month} {start.year}",
        }[self.step]

    def second(self, code: int) -> float:
        """Where a time's period starts, in seconds since 1970."""
        return float(self._start(code).astype("datetime64[s]").astype(np.int64))

    def _start(self, code: int) -> Any:
        period = self.first + code
        months = self.step == "Q"
        unit: Any = "M" if months else self.step
        return np.datetime64(period * 3 if months else period, unit).astype("datetime64[D]")


@lru_cache(maxsize=2048)
def factor(table: Table, key: Key) -> Factor:
    """The grouping by a text or time column."""
    values = table.values(key.column)
    if not key.step:
        places: dict[str, int] = {}
        codes = [places.setdefault(name, len(places)) if name else -1 for name in values.tolist()]
        return Factor(np.array(codes, dtype=np.int64), len(places), tuple(places))
    periods = _periods(values, key.step)
    known = ~np.isnat(values)
    if not known.any():
        return Factor(np.full(len(values), -1, dtype=np.int64), 0, step=key.step)
    first, last = int(periods[known].min()), int(periods[known].max())
    return Factor(np.where(known, periods - first, -1), last - first + 1, (), first, key.step)


@lru_cache(maxsize=2048)
def grain(table: Table, column: Column) -> Step:
    """The coarsest step that keeps all times of a column apart; "" when even days do not."""
    values = table.values(column)
    values = values[~np.isnat(values)]
    apart = len(np.unique(values))
    for step in _STEPS:
        if apart > 1 and len(np.unique(_periods(values, step))) == apart:
            return step
    return ""


def texts(table: Table) -> tuple[Key, ...]:
    """Its text columns."""
    return tuple(Key(column) for column in table.of("category", "person", "place"))


@lru_cache(maxsize=2048)
def times(table: Table) -> tuple[Key, ...]:
    """Its time columns, at every step that its rows can be shown by.

    A prepared table has one step only, at which each time stands for itself.
    """
    found: list[Key] = []
    for column in table.of("time"):
        finest = grain(table, column)
        if table.prepared:
            steps: tuple[Step, ...] = (finest,) if finest else ()
        else:
            steps = _STEPS[: _STEPS.index(finest or "D") + 1]
        found += [Key(column, step) for step in steps]
    return tuple(key for key in found if 1 < factor(table, key).size <= _PERIODS)


@lru_cache(maxsize=8192)
def fixes(table: Table, keys: tuple[Key, ...]) -> tuple[tuple[Key, ...], ...]:
    """Sets of further columns to hold at one value each when rows are grouped by the keys.

    Of a prepared table: the smallest sets that leave one row a group. Of others: none, or one
    column that then restricts what is added up.
    """
    taken = {key.column for key in keys}
    others = [key for key in texts(table) if key.column not in taken]
    if table.prepared:
        others += [key for key in times(table) if key.column not in taken]
        for size in range(_FIXED + 1):
            sets = combinations(others, size)
            found = tuple(fixed for fixed in sets if _alone(table, keys + fixed))
            if found:
                return found
        return ()
    if not any(key.step for key in keys):
        others += [key for key in times(table) if key.step == "Y"]
    few = [key for key in others if 2 <= factor(table, key).size <= _RESTRICTING]
    return ((), *((key,) for key in few))


@lru_cache(maxsize=8192)
def fixings(
    table: Table, fixed: tuple[Key, ...], along: Key, least: int
) -> tuple[tuple[int, ...], ...]:
    """Codes to hold the fixed columns at so that `least` groups or more have rows."""
    ends = factor(table, along)
    if not fixed:
        return ((),) if len(np.unique(ends.codes[ends.codes >= 0])) >= least else ()
    parts = [factor(table, key) for key in fixed]
    outer = _joined(parts)
    keep = (outer >= 0) & (ends.codes >= 0)
    pairs = np.unique(outer[keep] * ends.size + ends.codes[keep])
    codes, counts = np.unique(pairs // ends.size, return_counts=True)
    found = []
    for code in codes[counts >= least][:_COMBINATIONS].tolist():
        split: list[int] = []
        for part in reversed(parts):
            code, last = divmod(code, part.size)
            split.append(last)
        found.append(tuple(reversed(split)))
    return tuple(found)


@lru_cache(maxsize=256)
def held(table: Table, fixed: tuple[Key, ...], codes: tuple[int, ...]) -> Mask:
    """Rows at which the fixed columns have these codes, shape (rows,)."""
    mask = np.ones(len(table), dtype=np.bool_)
    for key, code in zip(fixed, codes, strict=True):
        mask &= factor(table, key).codes == code
    return mask


@lru_cache(maxsize=8192)
def follows(table: Table, inner: Key, outer: Key) -> bool:
    """Whether each value of the inner column stands with one value of the outer column only."""
    parts = [factor(table, inner), factor(table, outer)]
    pairs = _joined(parts)
    return len(np.unique(pairs[pairs >= 0])) == parts[0].size


def _alone(table: Table, keys: tuple[Key, ...]) -> bool:
    codes = _joined([factor(table, key) for key in keys])
    codes = codes[codes >= 0]
    return len(np.unique(codes)) == len(codes) > 0


def _joined(parts: list[Factor]) -> Ints:
    if prod(part.size for part in parts) >= 2**62:
        return np.full(len(parts[0].codes), -1, dtype=np.int64)
    joined = np.zeros(len(parts[0].codes), dtype=np.int64)
    missing = np.zeros(len(joined), dtype=np.bool_)
    for part in parts:
        joined = joined * part.size + part.codes
        missing |= part.codes < 0
    joined[missing] = -1
    return joined


def _periods(values: NDArray[Any], step: Step) -> Ints:
    if step == "Q":
        return values.astype("datetime64[M]").astype(np.int64) // 3
    return values.astype(f"datetime64[{step}]").astype(np.int64)
