"""The filter: which labels and values a chart may show, and rows chosen so that no two tie.

Choices are random permutations walked until enough rows fit, so that what is chosen tells nothing
of the values.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations
from math import fsum
from random import Random

import numpy as np
from numpy.typing import NDArray

from figloom.charts import Need
from figloom.rounding import decimals, needed, rounded, rounded_array, scale, shares
from figloom.sample.views.columns import Factor, Mask
from figloom.sample.views.orders import natural
from figloom.types import Declined

_SUMMARY = re.compile(
    r"(grand |sub-?)?(total|sum|all|overall|average|mean)( .*)?|.*\b(total|combined)",
    re.IGNORECASE,
)
_REST = re.compile(
    r"(others?|unknown|misc(ellaneous)?|n/?a|none|not (known|stated|specified|available)|"
    r"unspecified|various|rest)( .*)?",
    re.IGNORECASE,
)
_DIGITS = (3, 4)
_REPLACED = 40
_SHARE_PLACES = 2

Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Shown:
    """Values as a chart shows them."""

    rows: list[list[float]]
    """By category and series."""
    units: list[str]
    """Of each series."""
    lows: list[list[float]]
    highs: list[list[float]]
    """Ends of error bars; empty where there are none."""


@dataclass(frozen=True, slots=True)
class Raw:
    """Values as the table gives them."""

    values: Floats
    """Shape (categories, series)."""
    units: tuple[str, ...]
    """Of each series."""
    ends: tuple[Floats, ...] = ()
    """Low and high ends of error bars, where the need has any, of the same shape."""


@lru_cache(maxsize=2048)
def fit_labels(labels: Factor, longest: int) -> Mask:
    """Which codes of a grouping may stand on a chart, shape (codes,).

    Not those that are too long, that repeat another after casefold, or that are totals and rests.
    """
    if labels.step:
        return np.ones(labels.size, dtype=np.bool_)
    told = [name.strip().casefold() for name in labels.names]
    often = Counter(told)
    fit = [
        bool(plain)
        and len(name) <= longest
        and name.isprintable()
        and often[plain] == 1
        and not _SUMMARY.fullmatch(plain)
        and not _REST.fullmatch(plain)
        for name, plain in zip(labels.names, told, strict=True)
    ]
    return np.array(fit, dtype=np.bool_)


@lru_cache(maxsize=2048)
def parts_of(labels: Factor) -> Mask:
    """Which codes of a grouping are things of their own, shown or not, shape (codes,): all but
    totals and means of others."""
    if labels.step:
        return np.ones(labels.size, dtype=np.bool_)
    return np.array([not _SUMMARY.fullmatch(name.strip()) for name in labels.names], np.bool_)


def allowed(values: Floats, need: Need) -> Floats:
    """The values, NaN where the chart type cannot show one whatever stands beside it."""
    negative = need.positive or need.whole or need.decades
    zero = need.whole or need.decades or need.least
    if not negative and not zero:
        return values
    with np.errstate(invalid="ignore"):
        bad = (values <= 0 if zero else values < 0) if negative else values == 0
    return np.where(bad, np.nan, values)


def shown(raw: Raw, need: Need, digits: int) -> Shown:
    """Values scaled and rounded, those of one unit alike; shares of their category (or of all,
    where there is one series) where the type wants them."""
    if need.shares:
        return _shares(raw)
    units: list[str] = []
    parts: list[list[Floats]] = []
    for group in _alike(raw.units, need):
        part = raw.values[:, group]
        divisor, unit = scale(float(np.abs(part).max()), raw.units[group.start])
        part = part / divisor
        places = decimals(part.ravel().tolist(), digits)
        units += [unit] * part.shape[1]
        told = [part, *(end[:, group] / divisor for end in raw.ends)]
        parts.append([rounded_array(one, places) for one in told])
    rows, *bars = (np.hstack(alike).tolist() for alike in zip(*parts, strict=True))
    return Shown(rows, units, *(bars or ([], [])))


def offenders(told: Shown, need: Need, random: Random) -> tuple[str, set[int]]:
    """Categories that must go, with the reason; an empty reason when all may stay."""
    if need.shares and (partial := _partial(told)):
        return "percents that do not add up to 100", partial
    if tied := _tied(told):
        return "ties", tied
    if low := {n for n, row in enumerate(told.lows) if min(row) < 0 < min(told.rows[n])}:
        return "error bars across zero", low
    if (need.whole or need.least or need.decades) and (
        none := {n for n, row in enumerate(told.rows) if 0 in row}
    ):
        return "values too uneven", none
    if near := _near(told, need):
        return "series too alike", near
    return _uneven(told, need, random)


def settled(
    order: Sequence[int],
    count: int,
    need: Need,
    raw: Callable[[Sequence[int]], Raw],
    random: Random,
) -> tuple[list[int], Shown] | Declined:
    """The first `count` of the order that can stand beside each other, and what they show.

    Whatever does not fit is replaced by the next of the order; where that runs out, fewer stay.
    """
    reason = ""
    for digits in _DIGITS:
        chosen, rest = list(order[:count]), list(order[count:])
        for _ in range(_REPLACED):
            told = shown(raw(chosen), need, digits)
            reason, bad = offenders(told, need, random)
            if not reason:
                return chosen, told
            chosen = [code for place, code in enumerate(chosen) if place not in bad]
            chosen += [rest.pop(0) for _ in range(min(count - len(chosen), len(rest)))]
            if len(chosen) < need.count[0]:
                break
        if reason != "ties":
            break
    return Declined(reason)


def spans(sizes: tuple[int, int], most: int) -> list[tuple[int, float]]:
    """Sizes of a range, all equally often, but at most `most`, each with its chance."""
    drawn = Counter(max(0, min(size, most)) for size in range(sizes[0], sizes[1] + 1))
    return [(size, count / drawn.total()) for size, count in drawn.items()]


def placed(
    codes: Sequence[int], names: Sequence[str], sizes: Sequence[float], need: Need, random: Random
) -> list[int]:
    """An order for the categories, as places in `codes`: shuffled, by name, as in the table or by
    value, the last two forwards and backwards equally often.

    Months and weekdays stand in their order; names that begin with numbers stand in theirs,
    forwards and backwards equally often.
    """
    places = list(range(len(codes)))
    if not need.descending and (known := natural(names)):
        either = names[0][0].isdigit() and need.along != "ordered"
        step = random.choice((1, -1)) if either else 1
        return sorted(places, key=lambda place: known[place])[::step]
    way = 3 if need.descending else random.choice((0, 0, 1, 2, 3))
    if way == 0:
        random.shuffle(places)
        return places
    if way == 1:
        return sorted(places, key=lambda place: names[place].casefold())
    key = codes if way == 2 else sizes
    backwards = need.descending or random.randrange(2) == 1
    return sorted(places, key=lambda place: key[place], reverse=backwards)


def _tied(told: Shown) -> set[int]:
    width = len(told.units)
    bad = {place for place, row in enumerate(told.rows) if len(set(row)) < width}
    for column in zip(*told.rows, strict=True):
        if len(set(column)) == len(column):
            continue
        seen: set[float] = set()
        for place, value in enumerate(column):
            if value in seen:
                bad.add(place)
            seen.add(value)
    return bad


def _near(told: Shown, need: Need) -> set[int]:
    """Categories where two series come near each other, if those are more than half of all."""
    if not need.apart:
        return set()
    least = need.apart * max(abs(value) for row in told.rows for value in row)
    for one, other in combinations(range(len(told.units)), 2):
        near = {n for n, row in enumerate(told.rows) if abs(row[one] - row[other]) < least}
        if len(near) > len(told.rows) / 2:
            return near
    return set()


def _uneven(told: Shown, need: Need, random: Random) -> tuple[str, set[int]]:
    sizes = [abs(value) for row in told.rows for value in row]
    width = len(told.units)
    if need.decades and max(sizes) < 10**need.decades * min(sizes):
        return "values too even", set(range(len(told.rows)))
    if not need.least:
        return "", set()
    if need.units > 1:
        by_series = list(zip(*told.rows, strict=True))
        if all(min(map(abs, one)) >= need.least * max(map(abs, one)) for one in by_series):
            return "", set()
        return "values too uneven", {random.randrange(len(told.rows))}
    largest = max(sizes)
    if need.whole:
        largest = max(sum(row) for row in told.rows) if width > 1 else sum(sizes)
    if min(sizes) >= need.least * largest:
        return "", set()
    low = {n // width for n, size in enumerate(sizes) if size < need.least * largest}
    tall = [sum(row) for row in told.rows] if need.whole else [max(map(abs, r)) for r in told.rows]
    return "values too uneven", low if random.randrange(2) else {tall.index(max(tall))}


def _partial(told: Shown) -> set[int]:
    """Categories whose percents, all told, are not a whole but for rounding."""
    places = needed(value for row in told.rows for value in row)

    def whole(values: list[float]) -> bool:
        return bool(abs(fsum(values) - 100) <= len(values) * 0.5 / 10**places + 1e-9)

    if len(told.units) > 1:
        return {n for n, row in enumerate(told.rows) if not whole(row)}
    return set() if whole([row[0] for row in told.rows]) else set(range(len(told.rows)))


def _alike(units: Sequence[str], need: Need) -> list[slice]:
    """Series that share an axis, hence their scale and decimals."""
    last = len(units) - 1
    return [slice(0, last), slice(last, last + 1)] if need.units > 1 else [slice(0, last + 1)]


def _shares(raw: Raw) -> Shown:
    if set(raw.units) == {"%"}:
        # Percents of a whole of their own stay as they are; `offenders` sees whether all are there.
        values = raw.values.ravel().tolist()
        flat = rounded(values, min(_SHARE_PLACES, needed(values)))
        width = len(raw.units)
        rows = [flat[n : n + width] for n in range(0, len(flat), width)]
    elif len(raw.units) > 1:
        rows = [shares(row) for row in raw.values.tolist()]
    else:
        rows = [[share] for share in shares(raw.values[:, 0].tolist())]
    return Shown(rows, ["%"] * len(raw.units), [], [])
