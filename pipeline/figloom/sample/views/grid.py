"""Grids: a measure by one column, two columns pivoted, several measures, counts, two axes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import permutations
from math import comb
from random import Random

import numpy as np

from figloom.charts import Need
from figloom.sample.views.cells import MOST, Cells, How, cells
from figloom.sample.views.columns import Ints, Key, Mask, factor, fixes, fixings, texts, times
from figloom.sample.views.fitting import (
    Floats,
    Raw,
    Shown,
    allowed,
    fit_labels,
    offenders,
    placed,
    settled,
    shown,
    spans,
)
from figloom.sample.views.titles import LONGEST, by, listed, lowered, measured, plural, restricted
from figloom.tables import Column, Table
from figloom.types import Category, Cell, Declined, Grid, Series

_ACROSS = 300
_TOP = 0.25
_WINDOWS = 12
_ALIKE = 30.0
_TOLD = 3
_SURE = 1.1
"""How much further apart the ends of a log axis are than asked, so that rounding cannot matter."""


@dataclass(frozen=True, slots=True)
class View:
    """Which columns a grid is made of."""

    along: Key
    measures: tuple[Column | None, ...]
    """One, or several that are series; None counts rows."""
    across: Key | None = None
    """The column whose values are the series."""
    fixed: tuple[Key, ...] = ()
    noun: str = ""

    @property
    def several(self) -> bool:
        """Whether there is no sense in fewer than two of its series."""
        return self.across is not None or len(self.measures) > 1

    @property
    def kinds(self) -> tuple[object, ...]:
        """What it is a view of, coarse to fine: each is drawn equally often."""
        return (self.along.column, self.across is None, len(self.measures), self.along, self.across)


@lru_cache(maxsize=4096)
def views(table: Table, need: Need) -> tuple[View, ...]:
    """All views that the columns allow; whether values fit is seen when one is taken."""
    found: list[View] = []
    along = () if need.along == "time" else texts(table)
    along += () if need.along == "names" else times(table)
    for key in along:
        found += _one(table, need, key)
    return tuple(found)


def taken(
    table: Table, view: View, need: Need, sizes: tuple[int, int], random: Random
) -> Grid | Declined:
    """A random part of the view, of about `sizes` categories and series."""
    codes = random.choice(fixings(table, view.fixed, view.along, need.count[0]))
    parts = [_cells(table, view, need, measure, codes) for measure in view.measures]
    values = allowed(np.hstack([part.values for part in parts]), need)
    lows, highs = _ends(table, view, need, parts, codes)
    if need.errors:
        values = np.where(np.isfinite(lows + highs), values, np.nan)
    names, units = _series(table, view, need, parts)
    usable = fit_labels(factor(table, view.along), need.label)
    if usable.sum() < need.count[0]:
        return Declined("labels too long")
    series = _columns(table, view, need, values, usable, sizes[1], random)
    if len(series) < max(need.series[0], 2 if view.several else 1):
        return Declined("too few series")
    raw = _Raw(
        values[:, series], tuple(units[n] for n in series), lows[:, series], highs[:, series]
    )
    fine = np.flatnonzero(usable & np.isfinite(raw.values).all(axis=1))
    chosen = _rows(raw, view, need, fine, sizes[0], random)
    if isinstance(chosen, Declined):
        return chosen
    title, axes = _titles(table, view, need, parts, [names[n] for n in series], codes)
    if view.along.step == "" and need.whole and len(chosen[0]) < len(fine):
        title += f" ({len(chosen[0])} of {len(np.flatnonzero(np.isfinite(values).any(axis=1)))})"
    if len(title) > LONGEST:
        return Declined("title too long")
    return _grid(table, view, need, chosen, title, axes, [names[n] for n in series], random)


def same(table: Table, view: View, need: Need) -> float:
    """Chance that two draws of the view are the same, judged by the first that may be fixed."""
    fixed = fixings(table, view.fixed, view.along, need.count[0])
    parts = [_cells(table, view, need, measure, fixed[0]) for measure in view.measures]
    full = np.isfinite(allowed(np.hstack([part.values for part in parts]), need))
    full &= fit_labels(factor(table, view.along), need.label)[:, None]
    columns = int((full.sum(axis=0) >= need.count[0]).sum()) - (need.units > 1)
    rows = np.flatnonzero(full.any(axis=1))
    runs = [len(run) for run in _runs(rows, need.count[0])] if view.along.step else [len(rows)]
    chance = 0.0
    for size, often in spans(need.count, max(runs, default=0)):
        if view.along.step:
            chance += often**2 / max(1, sum(max(0, run - size + 1) for run in runs))
        else:
            # Two draws agree when both take the top, or else by chance.
            top = _TOP**2 if size < len(rows) else 0.0
            chance += often**2 * (top + (1 - top) / comb(len(rows), size))
    wide = (need.series[0] - (need.units > 1), need.series[1] - (need.units > 1))
    across = sum(often**2 / comb(columns, size) for size, often in spans(wide, columns))
    return chance * across / len(fixed)


@dataclass(frozen=True, slots=True)
class _Raw:
    values: Floats
    units: tuple[str, ...]
    lows: Floats
    highs: Floats

    def __call__(self, rows: Sequence[int]) -> Raw:
        places = list(rows)
        return Raw(self.values[places], self.units, self.lows[places], self.highs[places])


def _one(table: Table, need: Need, along: Key) -> Iterator[View]:
    """Views along one column."""
    nouns = [key.column.counted for key in texts(table) if key.column.counted]
    noun = (along.column.counted or nouns[0]) if nouns else ""
    measures = _measures(table, need)
    if noun and not table.prepared and not need.errors:
        measures.append(None)
    if need.units > 1:
        yield from _dual(table, need, along, measures, noun)
        return
    if need.series[0] == 1:
        for fixed in _fixed(table, need, (along,)):
            yield from (View(along, (one,), None, fixed, noun) for one in measures)
    if need.series[1] > 1:
        for across in _across(table, need, along):
            for fixed in _fixed(table, need, (along, across)):
                yield from (View(along, (one,), across, fixed, noun) for one in measures)
        for group in _groups(measures, need):
            for fixed in _fixed(table, need, (along,)):
                yield View(along, group, None, fixed)


def _measures(table: Table, need: Need) -> list[Column | None]:
    if need.errors and table.prepared:
        mean = _limited(table)
        return [mean] if mean else []
    # Degrees are a place on the earth, not an amount.
    return [
        column
        for column in table.of("number")
        if column.part in ("", "close", "volume")
        and column.unit != "°"
        and (column.additive or not need.whole)
    ]


def _limited(table: Table) -> Column | None:
    """The number whose limits the table holds: the one before them."""
    numbers, low, high = table.of("number"), table.part("lower"), table.part("upper")
    if not low or not high:
        return None
    before = numbers[: min(numbers.index(low), numbers.index(high))]
    return before[-1] if before and not before[-1].part else None


def _fixed(table: Table, need: Need, keys: tuple[Key, ...]) -> Iterator[tuple[Key, ...]]:
    for fixed in fixes(table, keys):
        if fixings(table, fixed, keys[0], need.count[0]):
            yield fixed


def _across(table: Table, need: Need, along: Key) -> Iterator[Key]:
    others = [key for key in texts(table) if key != along]
    if not along.step:
        others += [key for key in times(table) if key.step == "Y"]
    rows = factor(table, along)
    for key in others:
        columns = factor(table, key)
        if not need.series[0] <= columns.size <= _ACROSS or rows.size * columns.size > MOST:
            continue
        yield key


def _groups(measures: Sequence[Column | None], need: Need) -> list[tuple[Column, ...]]:
    """Measures of one unit that can be series side by side."""
    by_unit: dict[tuple[str, bool], list[Column]] = {}
    for column in measures:
        if column is not None and not column.part and len(column.name) <= need.label:
            by_unit.setdefault((column.unit, column.additive), []).append(column)
    least = max(2, need.series[0])
    return [
        tuple(group)
        for (unit, additive), group in by_unit.items()
        if len(group) >= least and (unit or additive)
    ]


def _dual(
    table: Table, need: Need, along: Key, measures: Sequence[Column | None], noun: str
) -> Iterator[View]:
    """Two measures of different unit, or more of which the last has another unit."""
    for fixed in _fixed(table, need, (along,)):
        if need.series[0] <= 2:
            for one, other in permutations(measures, 2):
                if (one.unit if one else noun) != (other.unit if other else noun):
                    yield View(along, (one, other), None, fixed, noun)
        if need.series[1] > 2:
            for group in _groups(measures, need):
                for other in measures:
                    if other is not None and other.unit != group[0].unit and len(group) > 1:
                        yield View(along, (*group, other), None, fixed)


def _how(table: Table, need: Need, measure: Column | None) -> How:
    if measure is None:
        return "count"
    if table.prepared:
        return "alone"
    return "sum" if measure.additive and not need.errors else "mean"


def _cells(
    table: Table, view: View, need: Need, measure: Column | None, codes: tuple[int, ...]
) -> Cells:
    how = _how(table, need, measure)
    return cells(table, view.along, view.across, measure, how, view.fixed, codes)


def _ends(
    table: Table, view: View, need: Need, parts: Sequence[Cells], codes: tuple[int, ...]
) -> tuple[Floats, Floats]:
    """Ends of error bars: the table's own, or one standard deviation off the mean."""
    low, high = table.part("lower"), table.part("upper")
    if need.errors and table.prepared and low and high:
        return tuple(  # type: ignore[return-value]
            _cells(table, view, need, end, codes).values for end in (low, high)
        )
    values = np.hstack([part.values for part in parts])
    spread = np.hstack([part.spread for part in parts])
    return values - spread, values + spread


def _series(
    table: Table, view: View, need: Need, parts: Sequence[Cells]
) -> tuple[list[str], list[str]]:
    """Names and units of all series that the view has."""
    if view.across:
        across = factor(table, view.across)
        measure = view.measures[0]
        unit = measure.unit if measure else ""
        return [across.name(code) for code in range(across.size)], [unit] * across.size
    several = len(view.measures) > 1 and need.units == 1
    names = [
        one.name
        if several and one
        else measured(one, _how(table, need, one), part.repeated, view.noun)
        for one, part in zip(view.measures, parts, strict=True)
    ]
    return names, [one.unit if one else "" for one in view.measures]


def _columns(
    table: Table,
    view: View,
    need: Need,
    values: Floats,
    usable: Mask,
    wanted: int,
    random: Random,
) -> list[int]:
    """Random series that have enough categories in common, about as many as wanted."""
    full = np.isfinite(values) & usable[:, None]
    columns = list(range(values.shape[1]))
    last: list[int] = []
    if view.across:
        fit = fit_labels(factor(table, view.across), need.label)
        columns = [n for n in columns if fit[n]]
    elif need.units > 1:
        last = [columns.pop()]
        wanted -= 1
    common = full[:, last[0]] if last else np.ones(len(full), dtype=np.bool_)
    chosen: list[int] = []
    for column in random.sample(columns, len(columns)):
        both = common & full[:, column]
        if _enough(both, view, need) and (not chosen or _similar(values, chosen, column, view)):
            chosen.append(column)
            common = both
        if len(chosen) == wanted:
            break
    return [*chosen, *last]


def _enough(common: Mask, view: View, need: Need) -> bool:
    if not view.along.step:
        return int(common.sum()) >= need.count[0]
    return bool(_runs(np.flatnonzero(common), need.count[0]))


def _similar(values: Floats, chosen: Sequence[int], column: int, view: View) -> bool:
    if view.across:
        return True
    sizes = [float(np.nanmedian(np.abs(values[:, n]))) for n in (*chosen, column)]
    return max(sizes) <= _ALIKE * min(sizes)


def _runs(codes: Ints, least: int) -> list[Ints]:
    """Stretches of at least so many codes at equal steps, the commonest step of all."""
    if len(codes) < 2:
        return [codes] if len(codes) >= least else []
    gaps = np.diff(codes)
    step = int(np.bincount(gaps).argmax())
    ends = np.concatenate(([0], np.flatnonzero(gaps != step) + 1, [len(codes)]))
    long = np.flatnonzero(np.diff(ends) >= least)
    return [codes[ends[n] : ends[n + 1]] for n in long.tolist()]


def _rows(
    raw: _Raw, view: View, need: Need, fine: Ints, wanted: int, random: Random
) -> tuple[list[int], Shown] | Declined:
    """Categories and what they show: a window of time, the top, or a random choice."""
    if len(fine) < need.count[0]:
        return Declined("too few categories")
    if view.along.step:
        return _window(raw, need, fine, wanted, random)
    order = random.sample(fine.tolist(), len(fine))
    if random.uniform(0, 1) < _TOP and len(fine) > wanted:
        order.sort(key=lambda code: -float(raw.values[code].sum()))
    if need.decades:
        order = _spanning(raw, need, order, random)
        if not order:
            return Declined("values too even")
    return settled(order, wanted, need, raw, random)


def _spanning(raw: _Raw, need: Need, order: list[int], random: Random) -> list[int]:
    """The order, begun by two categories that are far enough apart for a log axis, if any are."""
    low, high = raw.values.min(axis=1), raw.values.max(axis=1)
    reach = _SURE * 10**need.decades
    top = high[order].max()
    first = next((code for code in order if reach * low[code] < top), None)
    if first is None:
        return []
    second = random.choice([code for code in order if high[code] > reach * low[first]])
    return [*dict.fromkeys((first, second)), *(n for n in order if n not in (first, second))]


def _window(
    raw: _Raw, need: Need, fine: Ints, wanted: int, random: Random
) -> tuple[list[int], Shown] | Declined:
    runs = [run.tolist() for run in _runs(fine, need.count[0])]
    if not runs:
        return Declined("too few periods without a gap")
    span = raw.values[fine]
    if need.decades and span.max() < 10**need.decades * span.min():
        return Declined("values too even")
    longest = max(map(len, runs))
    wanted = min(wanted, longest)
    starts = [run[n : n + wanted] for run in runs for n in range(len(run) - wanted + 1)]
    reason = ""
    for window in random.sample(starts, min(_WINDOWS, len(starts))):
        for digits in (3, 4):
            told = shown(raw(window), need, digits)
            reason, _ = offenders(told, need, random)
            if not reason:
                return window, told
            if reason != "ties":
                break
    return Declined(reason)


def _titles(
    table: Table,
    view: View,
    need: Need,
    parts: Sequence[Cells],
    names: Sequence[str],
    codes: tuple[int, ...],
) -> tuple[str, tuple[str, ...]]:
    what, *more = (
        measured(one, _how(table, need, one), part.repeated, view.noun)
        for one, part in zip(view.measures, parts, strict=True)
    )
    keys = (view.along, view.across) if view.across else (view.along,)
    end = restricted(table, view.fixed, codes)
    if need.units > 1:
        first = what if len(names) == 2 else _axis(view, names[:-1])
        title = _of_paper(table, view, by(listed(names), *keys) + end)
        return title, (view.along.said, first, more[-1])
    if more:
        mean = what.startswith("Mean ") and not str(names[0]).startswith("Mean ")
        told = listed(names) if len(names) <= _TOLD else table.title
        what = f"Mean {lowered(told)}" if mean and len(names) <= _TOLD else told
        axis = ("Mean " + lowered(_axis(view, names))) if mean else _axis(view, names)
    else:
        axis = what
    if need.shares:
        what = plural(view.noun) if view.measures == (None,) else lowered(what)
        what, axis = f"Share of {what}", "Share"
    return _of_paper(table, view, by(what, *keys) + end), (view.along.said, axis)


def _of_paper(table: Table, view: View, title: str) -> str:
    """The title, with the name of the table where no column says what is traded."""
    traded = any(one.part for one in view.measures if one)
    return f"{table.title}: {lowered(title)}" if traded else title


def _axis(view: View, names: Sequence[str]) -> str:
    """A title for the axis of several measures: the words they share, else their unit."""
    words = [name.split() for name in names]
    head = [w for n, w in enumerate(words[0]) if all(o[n : n + 1] == [w] for o in words)]
    tail = words[0][-1]
    if head and head == words[0][: len(head)]:
        return " ".join(head)
    if len(words[0]) > 1 and all(other[-1] == tail for other in words):
        return tail[0].upper() + tail[1:]
    unit = view.measures[0].unit if view.measures[0] else ""
    return (
        unit[0].upper() + unit[1:] if len(unit) > 3 and unit.replace(" ", "").isalpha() else "Value"
    )


def _grid(
    table: Table,
    view: View,
    need: Need,
    chosen: tuple[list[int], Shown],
    title: str,
    axes: tuple[str, ...],
    series: Sequence[str],
    random: Random,
) -> Grid | Declined:
    codes, told = chosen
    along = factor(table, view.along)
    names = [along.name(code) for code in codes]
    if len(series) > 1 and {n.casefold() for n in names} & {n.casefold() for n in series}:
        return Declined("a label is both category and series")
    sizes = [row[0] if need.units > 1 else sum(row) for row in told.rows]
    order = list(range(len(codes)))
    if not view.along.step:
        order = placed(codes, names, sizes, need, random)
    lines = range(len(series))
    return Grid(
        title=title,
        categories=tuple(
            Category(f"c{n}", names[p], along.second(codes[p]) if along.step else None)
            for n, p in enumerate(order)
        ),
        series=tuple(
            Series(
                f"s{n}",
                series[n],
                told.units[n],
                "y2" if need.units > 1 and n == len(series) - 1 else "y",
                need.drawn[min(n, len(need.drawn) - 1)] if need.drawn else "",
            )
            for n in lines
        ),
        cells=tuple(
            Cell(
                f"v{n}.{s}",
                f"c{n}",
                f"s{s}",
                told.rows[p][s],
                told.lows[p][s] if told.lows else None,
                told.highs[p][s] if told.highs else None,
            )
            for n, p in enumerate(order)
            for s in lines
        ),
        provenance=table.provenance,
        axes=axes,
    )
