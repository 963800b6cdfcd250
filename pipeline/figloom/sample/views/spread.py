"""Spreads: samples of a number by group, with their five numbers, or with a histogram's bins."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from math import ceil, comb, floor, log10
from random import Random

import numpy as np

from figloom.charts import Need
from figloom.rounding import decimals, rounded, rounded_array, scale
from figloom.sample.views.columns import Key, factor, fixes, fixings, held, texts, times
from figloom.sample.views.fitting import Floats, fit_labels, parts_of, placed, spans
from figloom.sample.views.titles import LONGEST, by, lowered, part, restricted
from figloom.tables import Column, Table
from figloom.types import Declined, Group, Spread

_MOST = 300
_BINS = (6, 14)
_WIDTHS = (1.0, 2.0, 2.5, 5.0)
_LEAST = 30
"""Samples of a histogram."""
_FENCE = 1.5
_DIGITS = 3
_THIN = 0.03
"""Least height of a box, as a part of all samples' range."""


@dataclass(frozen=True, slots=True)
class View:
    """Which number is spread, and by what."""

    measure: Column
    along: Key | None
    """None for one group of all rows."""
    fixed: tuple[Key, ...] = ()

    @property
    def kinds(self) -> tuple[object, ...]:
        """What it is a view of, coarse to fine."""
        return (self.measure, self.along)


@lru_cache(maxsize=4096)
def views(table: Table, need: Need) -> tuple[View, ...]:
    """All views that the columns allow."""
    found: list[View] = []
    numbers = [column for column in table.of("number") if column.part in ("", "close", "volume")]
    for along in (None,) if need.bins else texts(table):
        for fixed in _fixes(table, along):
            if _fixings(table, along, fixed, need):
                found += [View(measure, along, fixed) for measure in numbers]
    return tuple(found)


def taken(
    table: Table, view: View, need: Need, sizes: tuple[int, int], random: Random
) -> Spread | Declined:
    """Samples of some groups of the view, at most 300 each, kept by a random choice.

    `five` are the ends of the whiskers and the quartiles; quartiles are linear between the two
    nearest samples (inclusive, as numpy and Matplotlib have it), and whiskers end at the furthest
    sample within 1.5 interquartile ranges of the box; `outliers` are the samples beyond. They are
    exact for the samples as rounded: quartiles have two decimals more at most. Bins hold their
    lower edge but not their upper one.
    """
    codes = random.choice(_fixings(table, view.along, view.fixed, need))
    least = max(need.samples, _LEAST if need.bins else 1)
    groups, every = _groups(table, view, codes, need.label, least)
    if len(groups) < need.count[0]:
        return Declined("too few groups with samples enough")
    if need.positive and any(found.min() < 0 for found in groups.values()):
        return Declined("values below zero")
    names = random.sample(list(groups), min(sizes[0], len(groups)))
    kept = {
        name: found[random.sample(range(len(found)), min(_MOST, len(found)))]
        for name, found in ((name, groups[name]) for name in names)
    }
    what = view.measure.name
    title = f"Distribution of {lowered(what, table)}"
    if view.along:
        title = by(what, table, (view.along, part(len(names), every)))
    title += restricted(table, view.fixed, codes)
    if len(title) > LONGEST:
        return Declined("title too long")
    return _spread(table, view, need, kept, list(groups), title, random)


def same(table: Table, view: View, need: Need) -> float:
    """Chance that two draws of the view are the same: none where rows are left out by chance,
    which is judged by the largest group."""
    fixed = _fixings(table, view.along, view.fixed, need)
    rows = held(table, view.fixed, fixed[0]) & np.isfinite(table.values(view.measure))
    if view.along is None:
        return 1 / len(fixed) if rows.sum() <= _MOST else 0.0
    codes = factor(table, view.along).codes[rows]
    fit = fit_labels(factor(table, view.along), need.label)
    many = np.bincount(codes[codes >= 0], minlength=len(fit))
    if many.max() > _MOST:
        return 0.0
    groups = int(((many >= max(1, need.samples)) & fit).sum())
    return sum(o**2 / comb(groups, s) for s, o in spans(need.count, groups)) / len(fixed)


@lru_cache(maxsize=256)
def _groups(
    table: Table, view: View, codes: tuple[int, ...], longest: int, least: int
) -> tuple[Mapping[str, Floats], int]:
    """Values by group, of those with so many that may stand on a chart; how many groups are
    there in all."""
    values = table.values(view.measure)
    rows = np.flatnonzero(held(table, view.fixed, codes) & np.isfinite(values))
    if view.along is None:
        return ({view.measure.name: values[rows]} if len(rows) >= least else {}), 1
    labels = factor(table, view.along)
    fit = fit_labels(labels, longest)
    rows = rows[np.argsort(labels.codes[rows], kind="stable")]
    there, starts = np.unique(labels.codes[rows], return_index=True)
    # None before the first, and none at all where there are no rows.
    parts = np.split(values[rows], starts)[1:]
    groups = {
        labels.name(code): part
        for code, part in zip(there.tolist(), parts, strict=True)
        if code >= 0 and fit[code] and len(part) >= least
    }
    return groups, int(parts_of(labels)[there[there >= 0]].sum())


def five_numbers(
    samples: Sequence[float], places: int
) -> tuple[tuple[float, float, float, float, float], tuple[float, ...]]:
    """Whisker, quartile, median, quartile, whisker of samples at that many decimals; outliers."""
    found = np.sort(np.array(samples))
    low, middle, high = rounded((_quantile(found, part) for part in (0.25, 0.5, 0.75)), places + 2)
    reach = _FENCE * (high - low)
    least, most = rounded((low - reach, high + reach), places + 4)
    within = (found >= least) & (found <= most)
    inside, outside = found[within], found[~within]
    ends = (min(float(inside[0]), low), max(float(inside[-1]), high))
    return (ends[0], low, middle, high, ends[1]), tuple(outside.tolist())


def _quantile(found: Floats, part: float) -> float:
    """Of sorted numbers, to the last bit as `numpy.quantile` has it, which takes far longer."""
    place = (len(found) - 1) * part
    before = int(place)
    one, other = float(found[before]), float(found[min(before + 1, len(found) - 1)])
    way, gap = place - before, other - one
    return one + gap * way if way < 0.5 else other - gap * (1 - way)


def bins(samples: list[float]) -> tuple[float, ...]:
    """Edges of 6 to 14 equal bins of a round width that hold all samples; () when none do."""
    low, high = min(samples), max(samples)
    if high <= low:
        return ()
    for power in range(floor(log10((high - low) / _BINS[1])), ceil(log10(high - low)) + 1):
        for step in _WIDTHS:
            width = step * 10.0**power
            first, last = floor(low / width + 1e-9), floor(high / width + 1e-9) + 1
            if _BINS[0] <= last - first <= _BINS[1]:
                places = max(0, 2 - power)
                return tuple(rounded((n * width for n in range(first, last + 1)), places))
    return ()


def _fixes(table: Table, along: Key | None) -> tuple[tuple[Key, ...], ...]:
    """One more column held, or none; times are held in prepared tables, where rows repeat."""
    if table.prepared:
        dates = times(table)
        return (tuple(dates),) if len(dates) <= 1 else ()
    return fixes(table, (along,) if along else ())


def _fixings(
    table: Table, along: Key | None, fixed: tuple[Key, ...], need: Need
) -> tuple[tuple[int, ...], ...]:
    if along is None:
        return fixings(table, fixed, fixed[0], 1) if fixed else ((),)
    return fixings(table, fixed, along, need.count[0])


def _spread(
    table: Table,
    view: View,
    need: Need,
    kept: dict[str, Floats],
    names: list[str],
    title: str,
    random: Random,
) -> Spread | Declined:
    every = np.concatenate(list(kept.values()))
    divisor, unit = scale(float(np.abs(every).max()), view.measure.unit)
    places = decimals((every / divisor).tolist(), _DIGITS)
    samples = {
        name: rounded_array(found / divisor, places).tolist() for name, found in kept.items()
    }
    if need.least and any(
        min(map(abs, s)) < need.least * max(map(abs, s)) for s in samples.values()
    ):
        return Declined("values too uneven")
    edges: tuple[float, ...] = ()
    if need.bins:
        one = next(iter(samples.values()))
        edges = bins(one)
        counts = np.histogram(one, edges)[0].tolist() if edges else [0, 0]
        if any(some == more == 0 for some, more in pairwise(counts)):
            return Declined("values too uneven")
        if counts.count(max(counts)) > 1:
            return Declined("ties")
    told = {name: five_numbers(found, places) for name, found in samples.items()}
    middles = [five[2] for five, _ in told.values()]
    if len(set(middles)) < len(middles):
        return Declined("ties")
    thin = min(five[3] - five[1] for five, _ in told.values())
    if (
        thin < _THIN * (max(map(max, samples.values())) - min(map(min, samples.values())))
        or not thin
    ):
        return Declined("values too uneven")
    chosen = list(kept)
    order = placed([names.index(name) for name in chosen], chosen, middles, need, random)
    groups = [
        Group(f"g{n}", chosen[p], tuple(samples[chosen[p]]), *told[chosen[p]])
        for n, p in enumerate(order)
    ]
    axes = (view.along.said if view.along else "", view.measure.name)
    return Spread(title, tuple(groups), unit, table.provenance, edges, axes)
