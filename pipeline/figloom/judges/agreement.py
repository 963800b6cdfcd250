"""How far points agree with those of people: Pearson's and Spearman's correlation.

Both are computed from their definitions; Spearman's is Pearson's of the ranks, ties sharing the
mean of theirs.
"""

from __future__ import annotations

import csv
import io
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from figloom.errors import DatasetError
from figloom.terminal import counted

_ROUNDS = 1000
_SHARE = 95.0
LEAST = 3
"""Items of which agreement can be told."""
_OTHER_MARKS = {";": "semicolons", "\t": "tabs", "|": "bars"}

Values = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Agreement:
    """Correlations with a 95 % bootstrap interval over items; None where points do not vary."""

    n: int
    pearson: float | None
    pearson_interval: tuple[float, float] | None
    spearman: float | None
    spearman_interval: tuple[float, float] | None


def agreement(ours: Sequence[float], theirs: Sequence[float]) -> Agreement:
    """Of two lists of points, one place an item; DatasetError for fewer than three items."""
    if len(ours) != len(theirs) or len(ours) < LEAST:
        raise DatasetError(
            f"Points of {counted(len(ours), 'item')} are too few to say how far they agree: give "
            f"{LEAST} or more."
        )
    one, other = np.array(ours, float), np.array(theirs, float)
    ranks = _ranks(one), _ranks(other)
    return Agreement(
        n=len(ours),
        pearson=pearson(one, other),
        pearson_interval=_interval(one, other),
        spearman=pearson(*ranks),
        spearman_interval=_interval(one, other, ranked=True),
    )


def pearson(one: Values, other: Values) -> float | None:
    """Covariance over the product of the standard deviations; None where either is zero."""
    a, b = one - one.mean(), other - other.mean()
    scale = math.sqrt(float(a @ a) * float(b @ b))
    return float(a @ b) / scale if scale > 0 else None


def _ranks(values: Values) -> Values:
    """From 1 for the smallest; equal values share the mean of their ranks."""
    _, place, counts = np.unique(values, return_inverse=True, return_counts=True)
    last = np.cumsum(counts)
    ranks: Values = (last - (counts - 1) / 2)[place]
    return ranks


def _interval(one: Values, other: Values, ranked: bool = False) -> tuple[float, float] | None:
    drawn = np.random.default_rng(len(one)).integers(0, len(one), (_ROUNDS, len(one)))
    pairs = ((one[places], other[places]) for places in drawn)
    if ranked:
        pairs = ((_ranks(a), _ranks(b)) for a, b in pairs)
    found = [value for a, b in pairs if (value := pearson(a, b)) is not None]
    if len(found) < _ROUNDS / 2:
        return None
    edge = (100 - _SHARE) / 2
    low, high = np.percentile(found, [edge, 100 - edge])
    return float(low), float(high)


def labels(path: Path) -> Mapping[str, float]:
    """Points of people by sample id, from a CSV with the columns `id` and `points`; several rows
    of one id are averaged. DatasetError, with the line, for what will not do."""
    try:
        text = path.read_text("utf-8-sig")
    except FileNotFoundError:
        raise DatasetError(f"There is no {path}: give a CSV with an id and points.") from None
    except (OSError, UnicodeDecodeError) as error:
        raise DatasetError(f"{path} cannot be read: {error}.") from None
    rows = csv.DictReader(io.StringIO(text, newline=""), skipinitialspace=True)
    found: dict[str, list[float]] = {}
    try:
        _refuse_columns(path, list(rows.fieldnames or ()))
        for row in rows:
            name, points = _label(f"{path}, line {rows.line_num}", row)
            found.setdefault(name, []).append(points)
    except csv.Error as error:
        raise DatasetError(f"{path}, line {rows.line_num}, is no CSV: {error}.") from None
    return {name: sum(points) / len(points) for name, points in found.items()}


def _refuse_columns(path: Path, columns: Sequence[str]) -> None:
    if {"id", "points"} <= {*columns}:
        return
    if not columns:
        raise DatasetError(f"{path} is empty: it needs the columns id and points.")
    for mark, called in _OTHER_MARKS.items():
        if {"id", "points"} <= {part.strip(' "') for part in ",".join(columns).split(mark)}:
            raise DatasetError(f"{path} has {called} between its columns: save it with commas.")
    raise DatasetError(
        f"{path} has the {'column' if len(columns) == 1 else 'columns'} {', '.join(columns)}: it "
        "needs id and points, with a comma between."
    )


def _label(where: str, row: Mapping[str, str | None]) -> tuple[str, float]:
    name, said = row["id"], row["points"]
    if not name:
        raise DatasetError(f"{where}, has no id: give one, or delete that line.")
    if not said or not said.strip():
        raise DatasetError(f"{where}, has no points: give some, or delete that line.")
    try:
        points = float(said)
    except ValueError:
        points = math.nan
    if not math.isfinite(points):
        raise DatasetError(f"{where}: {said!r} is no number of points.")
    return name, points
