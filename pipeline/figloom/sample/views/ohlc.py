"""Trading periods: open, high, low and close of one paper, by day, week or month."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from random import Random
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from figloom.charts import Need
from figloom.rounding import decimals, needed, rounded, scale
from figloom.sample.views.columns import Key, factor, fixings, grain, held, texts
from figloom.sample.views.fitting import spans
from figloom.sample.views.titles import LONGEST, restricted
from figloom.tables import Column, Part, Table
from figloom.types import Candle, Declined, Ohlc

_PARTS: tuple[Part, ...] = ("open", "high", "low", "close")
_EVERY = {"D": "by day", "W": "by week", "M": "by month"}
_WINDOWS = 12
_EXACT = 4
"""Decimals that prices keep; more are the noise of how a program stored them."""
_CENTS = 2

Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class View:
    """How long a period is; papers in one table are held one at a time."""

    time: Column
    every: Literal["D", "W", "M"]
    fixed: tuple[Key, ...] = ()

    @property
    def kinds(self) -> tuple[object, ...]:
        """What it is a view of, coarse to fine."""
        return (self.every,)


@lru_cache(maxsize=4096)
def views(table: Table, need: Need) -> tuple[View, ...]:
    """Days as they are, and weeks and months that are made of them."""
    found = []
    for time in table.of("time"):
        if not grain(table, time):
            continue
        papers = tuple(key for key in texts(table) if factor(table, key).size > 1)
        for fixed in [(), *((paper,) for paper in papers)]:
            if _alone(table, time, fixed):
                found += [View(time, every, fixed) for every in ("D", "W", "M")]
                break
    return tuple(view for view in found if _fixings(table, view, need))


def taken(
    table: Table, view: View, need: Need, sizes: tuple[int, int], random: Random
) -> Ohlc | Declined:
    """A window of periods in their order; days without trade are left out, as exchanges do.

    Weeks (from Monday) and months have the first open, the highest high, the lowest low, the last
    close and the sum of volumes. Open and close of a period differ, and so do the two highest
    highs and the two lowest lows.
    """
    found = _fixings(table, view, need)
    codes = random.choice(found)
    starts, values = _periods(table, view, codes, need.volume)
    if len(starts) < need.count[0]:
        return Declined("too few periods")
    title = f"{table.title}{restricted(table, view.fixed, codes)}, {_EVERY[view.every]}"
    if len(title) > LONGEST:
        return Declined("title too long")
    many = min(sizes[0], len(starts))
    reason = ""
    for _ in range(_WINDOWS):
        first = random.randint(0, len(starts) - many)
        window = slice(first, first + many)
        for digits in (3, 4, 5):
            made = _ohlc(table, need, title, starts[window], values[window], digits)
            if isinstance(made, Ohlc):
                return made
            reason = made.reason
    return Declined(reason)


def same(table: Table, view: View, need: Need) -> float:
    """Chance that two draws of the view are the same."""
    found = _fixings(table, view, need)
    many = len(_periods(table, view, found[0], need.volume)[0])
    return sum(o**2 / (many - s + 1) for s, o in spans(need.count, many)) / len(found)


def _alone(table: Table, time: Column, fixed: tuple[Key, ...]) -> bool:
    seconds = table.values(time).astype(np.int64)
    papers = [factor(table, key).codes for key in fixed]
    return len(np.unique(np.column_stack([seconds, *papers]), axis=0)) == len(table)


def _fixings(table: Table, view: View, need: Need) -> tuple[tuple[int, ...], ...]:
    return fixings(table, view.fixed, Key(view.time, grain(table, view.time)), need.count[0])


@lru_cache(maxsize=256)
def _periods(
    table: Table, view: View, codes: tuple[int, ...], volume: bool
) -> tuple[NDArray[np.datetime64], Floats]:
    """Starts of the periods, and open, high, low, close and volume by period."""
    names: tuple[Part, ...] = (*_PARTS, "volume") if volume else _PARTS
    columns = [column for name in names if (column := table.part(name))]
    times = table.values(view.time)
    values = np.column_stack([table.values(column) for column in columns])
    keep = held(table, view.fixed, codes) & np.isfinite(values).all(axis=1) & ~np.isnat(times)
    order = np.argsort(times[keep], kind="stable")
    times, values = times[keep][order], values[keep][order]
    days = times.astype("datetime64[D]")
    if view.every == "D":
        return days, values
    # Weeks of numpy begin on Thursdays, as 1970 did.
    shifted = days - np.timedelta64(4, "D") if view.every == "W" else days
    periods = shifted.astype(f"datetime64[{view.every}]")
    starts, firsts = np.unique(periods, return_index=True)
    # What the data cut off at either end is no whole period.
    firsts, ends = firsts[1:-1], firsts[2:]
    if not len(firsts):
        return days[:0], values[:0]
    parts = [
        values[firsts, 0],
        np.maximum.reduceat(values[:, 1], np.append(firsts, ends[-1]))[:-1],
        np.minimum.reduceat(values[:, 2], np.append(firsts, ends[-1]))[:-1],
        values[ends - 1, 3],
    ]
    if volume:
        parts.append(np.add.reduceat(values[:, 4], np.append(firsts, ends[-1]))[:-1])
    begun = starts[1:-1].astype("datetime64[D]").astype(np.int64)
    begun += 4 if view.every == "W" else 0
    return begun.astype("datetime64[D]"), np.column_stack(parts)


def _ohlc(
    table: Table,
    need: Need,
    title: str,
    starts: NDArray[np.datetime64],
    values: Floats,
    digits: int,
) -> Ohlc | Declined:
    price = table.part("close")
    assert price
    divisor, unit = scale(float(values[:, :4].max()), price.unit)
    prices = (values[:, :4] / divisor).ravel().tolist()
    places = decimals(prices, digits)
    if divisor == 1:
        own = needed(prices)
        places = own if own <= _EXACT else max(_CENTS, places)
    rows = [rounded(row, places) for row in (values[:, :4] / divisor).tolist()]
    if any(not row[2] <= min(row[0], row[3]) <= max(row[0], row[3]) <= row[1] for row in rows):
        return Declined("prices out of order")
    highs, lows = sorted(row[1] for row in rows), sorted(row[2] for row in rows)
    if any(row[0] == row[3] for row in rows) or highs[-1] == highs[-2] or lows[0] == lows[1]:
        return Declined("ties")
    if lows[0] <= 0 or lows[0] < need.least * highs[-1]:
        return Declined("values too uneven")
    volumes: list[float | None] = [None] * len(rows)
    volume_unit = ""
    if need.volume:
        column = table.part("volume")
        assert column
        divisor, volume_unit = scale(float(values[:, 4].max()), column.unit)
        found = (values[:, 4] / divisor).tolist()
        told = rounded(found, decimals(found, digits))
        if sorted(told)[-1:] == sorted(told)[-2:-1] or min(told) <= 0:
            return Declined("ties" if min(told) > 0 else "values too uneven")
        volumes = [*told]
    return Ohlc(
        title,
        tuple(
            Candle(f"d{n}", str(start), row[0], row[1], row[2], row[3], volume)
            for n, (start, row, volume) in enumerate(zip(starts, rows, volumes, strict=True))
        ),
        unit,
        table.provenance,
        volume_unit,
    )
