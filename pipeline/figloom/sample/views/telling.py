"""Whether a chart's values tell anything: some lie near each other and yet clearly apart, and
neither the later time nor the earlier letter always has the larger one.

A slice where all values are alike, or where every order is the same, would be drawn only for its
questions to find nothing to ask.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import comb

import numpy as np
from numpy.typing import NDArray

from figloom.charts import Need
from figloom.types import Grid, Links, Ohlc, Points, Spread, Tree

CLEAR, FAR = 0.18, 0.4
"""Parts of what a value axis spans that two values differ by, to be apart and yet near: so that
they are so on an axis with few ticks, which goes on beyond its values."""
_ROOM, _CLOSE = 0.14, 3
"""Of what an axis spans, the gap between two values that a round number stands clear in; and how
many values lie between two such gaps at most, for one to be told from the other."""
_SPREAD = 0.25
"""Part of all pairs that are apart at least."""
_FLAT = 0.35
"""An axis that need not begin at zero does not where values span at most this part of them, as
`render.plots.scales.measure` has it."""
_LEADING = (1.35, 7.9)
"""What a number of that kind begins with."""
_FIVES = 0.7
"""Decades that two values of a log axis are apart at most to be near; at least a third of that."""

DULL = (
    "no values near each other and yet apart",
    "only one order of values",
    "most values too much alike",
    "no room for a number between values",
)
"""Why there would be little to ask of values, the worst first."""

Bools = NDArray[np.bool_]
Shape = Grid | Spread | Points | Ohlc | Tree | Links


@dataclass(frozen=True, slots=True)
class _Mark:
    """A value with its category and series, and what these are in order by."""

    measure: str
    value: float
    rows: tuple[str, str]
    keys: tuple[float | str, float | str]
    time: bool = False


def dull(shape: Shape, need: Need) -> str:
    """Why there would be little to ask of the shape; empty where there is enough."""
    marks = _marks(shape)
    if len(marks) == 1:
        return "" if _middling(marks[0].value) else DULL[0]
    if not marks:
        return ""
    near = both = False
    pairs = apart = 0
    measures: list[tuple[list[_Mark], float]] = []
    for measure in dict.fromkeys(mark.measure for mark in marks):
        some = [mark for mark in marks if mark.measure == measure]
        spanned = _spanned(shape, need, [mark.value for mark in some])
        low, high = ends(spanned, need.loose or measure == "y2")
        found = _pairs(some, low, high, need)
        near, both, apart = near or found[0], both or found[1], apart + found[2]
        pairs += comb(len(some), 2)
        measures.append((some, high - low))
    fine = (near, both, apart >= _SPREAD * pairs)
    if not all(fine):
        return DULL[fine.index(False)]
    room = bool(need.decades) or any(_roomy(some, span) for some, span in measures)
    return "" if room else DULL[-1]


def _middling(value: float) -> bool:
    """Whether numbers that are some more, and some less, are written with as many digits."""
    digits = f"{abs(value):.9e}".partition("e")[0]
    return _LEADING[0] <= float(digits) <= _LEADING[1] and len(digits.rstrip("0.")) > 2


def _spanned(shape: Shape, need: Need, values: Sequence[float]) -> list[float]:
    """What the values share an axis with: parts of a box or candle, outliers, error bars, sums."""
    if isinstance(shape, Spread | Ohlc):
        beyond = shape.groups if isinstance(shape, Spread) else ()
        outliers = [value for group in beyond for value in group.outliers]
        return [*(mark.value for mark in _marks(shape)), *outliers]
    if not isinstance(shape, Grid):
        return list(values)
    bars = [end for cell in shape.cells for end in (cell.low, cell.high) if end is not None]
    if not (need.whole and len(shape.series) > 1):
        return [*values, *bars]
    sums = dict.fromkeys((cell.category for cell in shape.cells), 0.0)
    for cell in shape.cells:
        sums[cell.category] += cell.value or 0.0
    return list(sums.values())


def ends(values: Sequence[float], loose: bool) -> tuple[float, float]:
    """What the value axis at least spans, if it may leave zero out or may not."""
    low, high = min(values), max(values)
    if loose and high - low <= _FLAT * max(abs(low), abs(high)):
        return low, high
    return min(0.0, low), max(0.0, high)


def _pairs(marks: Sequence[_Mark], low: float, high: float, need: Need) -> tuple[bool, bool, int]:
    """Whether two values are near and yet apart, whether those that are apart are so in either
    order, and how many are apart."""
    values = np.array([mark.value for mark in marks])
    least, most = CLEAR * (high - low), FAR * (high - low)
    if need.decades:
        values, least, most = np.log10(values), _FIVES / 3, _FIVES
    # Rows of these tables are the larger of the two.
    gaps = values[:, None] - values
    other, apart = (_unlike([mark.rows[at] for mark in marks]) for at in (0, 1))
    clear = (gaps >= least) & (gaps > 0)
    near, related = clear & (gaps <= most), clear & (other != apart)
    moved = _moved(marks, 0)
    later = np.where(other, moved, _moved(marks, 1)) > 0
    timed = other & np.array([mark.time for mark in marks])

    def in_turn(some: Bools) -> bool:
        """Whether of times equally far apart now the later and now the earlier one is larger."""
        up, down = (set(np.abs(moved[some & timed & way]).tolist()) for way in (later, ~later))
        return bool(up & down)

    named = related & ~timed
    return (
        bool((near & ~timed).any()) or in_turn(near),
        in_turn(related) or bool((named & later).any() and (named & ~later).any()),
        int(clear.sum()),
    )


def _roomy(marks: Sequence[_Mark], span: float) -> bool:
    """Whether the values of a series, of a category or of all leave two gaps near each other."""
    for at in (0, 1, None):
        groups: dict[str, list[float]] = {}
        for mark in marks:
            groups.setdefault("" if at is None else mark.rows[at], []).append(mark.value)
        if any(_gaps_near(values, _ROOM * span) for values in groups.values()):
            return True
    return False


def _gaps_near(values: Sequence[float], least: float) -> bool:
    """Whether two gaps of that width have few values between them."""
    gaps = enumerate(pairwise(sorted(values)))
    wide = [place for place, (one, other) in gaps if other - one >= least]
    return any(later - earlier <= _CLOSE for earlier, later in pairwise(wide))


def _unlike(names: Sequence[str]) -> Bools:
    places: dict[str, int] = {}
    codes = np.array([places.setdefault(name, len(places)) for name in names])
    return np.asarray(codes[:, None] != codes)


def _moved(marks: Sequence[_Mark], at: int) -> NDArray[np.int64]:
    """By how many places each mark comes after each other one."""
    keys = sorted({mark.keys[at] for mark in marks}, key=_key)
    places = {key: place for place, key in enumerate(keys)}
    ranks = np.array([places[mark.keys[at]] for mark in marks])
    return np.asarray(ranks[:, None] - ranks)


def _key(key: float | str) -> tuple[bool, float, str]:
    return (True, 0.0, key) if isinstance(key, str) else (False, float(key), "")


def _marks(shape: Shape) -> list[_Mark]:
    """Those of a grid, of boxes, of candles or of a tree; others are never dull."""
    if isinstance(shape, Grid):
        return _of_grid(shape)
    if isinstance(shape, Spread) and not shape.bins:
        return [
            _Mark(str(part), value, (group.id, str(part)), (group.name.casefold(), str(part)))
            for group in shape.groups
            for part, value in enumerate(group.five or ())
        ]
    if isinstance(shape, Ohlc):
        return [
            _Mark(part, getattr(candle, part), (candle.id, part), (candle.time, part), True)
            for candle in shape.candles
            for part in ("open", "high", "low", "close")
        ]
    if isinstance(shape, Tree):
        return [
            _Mark("", node.value, (node.id, node.parent), (node.name.casefold(), node.parent))
            for node in shape.nodes
            if node.parent and node.value is not None
        ]
    return []


def _of_grid(grid: Grid) -> list[_Mark]:
    categories = {category.id: category for category in grid.categories}
    series = {one.id: one for one in grid.series}
    return [
        _Mark(
            series[cell.series].axis,
            cell.value,
            (cell.category, cell.series),
            (
                place.name.casefold() if place.value is None else place.value,
                series[cell.series].name.casefold(),
            ),
            place.value is not None,
        )
        for cell in grid.cells
        if cell.value is not None
        for place in (categories[cell.category],)
    ]
