"""Values by group: sums, means, counts or the rows themselves, as arrays of groups by series."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from figloom.sample.views.columns import Factor, Ints, Key, factor, grain, held
from figloom.tables import Column, Table

Floats = NDArray[np.float64]
How = Literal["sum", "mean", "count", "alone"]

MOST = 50_000
"""Groups times series of one array."""
_EDGE = 0.1
"""Part of a period that may lie before the first row, or after the last, of a whole period."""
_REPEATED = 5
"""Rows that a standard deviation takes."""


@dataclass(frozen=True, slots=True, eq=False)
class Cells:
    """One measure by group and series, each of shape (groups, series)."""

    values: Floats
    """NaN where no row is."""
    spread: Floats
    """Standard deviation of the rows (n - 1), NaN where fewer than five are; of means only."""
    counts: Ints
    """How many rows each value is of."""

    @property
    def repeated(self) -> bool:
        """Whether some value comes from several rows."""
        return bool(self.counts.max(initial=0) > 1)


@lru_cache(maxsize=512)
def cells(
    table: Table,
    along: Key,
    across: Key | None,
    measure: Column | None,
    how: How,
    fixed: tuple[Key, ...],
    codes: tuple[int, ...],
) -> Cells:
    """The measure (None for counts of rows) over the rows where `fixed` has `codes`."""
    rows = factor(table, along)
    columns = factor(table, across) if across else None
    wide = columns.size if columns else 1
    place = rows.codes * wide + (columns.codes if columns else 0)
    keep = held(table, fixed, codes) & (rows.codes >= 0)
    if columns:
        keep &= columns.codes >= 0
    numbers = np.ones(len(table)) if measure is None else table.values(measure)
    keep &= np.isfinite(numbers)
    place, numbers = place[keep], numbers[keep]
    size = rows.size * wide
    counts = np.bincount(place, minlength=size)
    sums = np.bincount(place, numbers, minlength=size)
    with np.errstate(invalid="ignore", divide="ignore"):
        values = np.where(counts > 0, sums / counts if how == "mean" else sums, np.nan)
        spread = np.full(size, np.nan)
        if how == "mean":
            squares = np.bincount(place, (numbers - values[place]) ** 2, minlength=size)
            spread = np.where(counts >= _REPEATED, np.sqrt(squares / (counts - 1)), np.nan)
    if how == "alone":
        values[counts > 1] = np.nan
    if along.step and how != "alone":
        values.reshape(rows.size, wide)[_cut(table, along, rows, keep)] = np.nan
    return Cells(
        values.reshape(rows.size, wide),
        spread.reshape(rows.size, wide),
        counts.reshape(rows.size, wide),
    )


def _cut(table: Table, along: Key, rows: Factor, keep: NDArray[np.bool_]) -> list[int]:
    """The first and last period, where rows do not reach their ends: sums there are too small."""
    finest = grain(table, along.column) or "D"
    if not keep.any() or finest == along.step:
        return []
    fine, codes = factor(table, Key(along.column, finest)), rows.codes[keep]
    first, last = int(codes.min()), int(codes.max())
    slack = _EDGE * (rows.second(last + 1) - rows.second(last))
    late = fine.second(int(fine.codes[keep].min())) > rows.second(first) + slack
    early = fine.second(int(fine.codes[keep].max()) + 1) < rows.second(last + 1) - slack
    return [code for code, cut in ((first, late), (last, early)) if cut]
