"""Grids: a measure by one column, two columns pivoted, several measures, counts, two axes."""

from __future__ import annotations

from collections.abc import Sequence
from math import comb
from random import Random

import numpy as np

from figloom.charts import Need
from figloom.sample.views.cells import Cells, cells
from figloom.sample.views.columns import Mask, factor, fixings
from figloom.sample.views.fitting import (
    Floats,
    Shown,
    allowed,
    fit_labels,
    parts_of,
    placed,
    spans,
)
from figloom.sample.views.grid_rows import TOP, Candidates, runs_of, some_rows, some_series
from figloom.sample.views.grid_titles import titles
from figloom.sample.views.grid_views import View, how
from figloom.sample.views.orders import natural
from figloom.sample.views.titles import LONGEST, lowered, measured, part, plural
from figloom.tables import Column, Table
from figloom.types import Category, Cell, Declined, Grid, Series

_UNSEEN = 3
"""Names that a grid does not show and yet tells, where the view has so many."""


def taken(
    table: Table, view: View, need: Need, sizes: tuple[int, int], random: Random
) -> Grid | Declined:
    """A random part of the view, of about `sizes` categories and series."""
    codes = random.choice(fixings(table, view.fixed, view.along, need.count[0]))
    parts = [_cells(table, view, need, measure, codes) for measure in view.measures]
    every = np.hstack([one.values for one in parts])
    values = allowed(every, need)
    ends = _ends(table, view, need, parts, codes) if need.errors else ()
    if ends:
        values = np.where(np.isfinite(ends[0] + ends[1]), values, np.nan)
    names, units = _series(table, view, need, parts)
    usable = fit_labels(factor(table, view.along), need.label)
    if usable.sum() < need.count[0]:
        return Declined("labels too long")
    series = some_series(table, view, need, values, usable, sizes[1], random)
    if len(series) < max(need.series[0], 2 if view.several else 1):
        return Declined("too few series")
    if view.across and (known := natural([names[n] for n in series])):
        # Years and months stand in their order in a legend, too.
        series = [n for _, n in sorted(zip(known, series, strict=True))]
    raw = Candidates(
        values[:, series], tuple(units[n] for n in series), tuple(end[:, series] for end in ends)
    )
    fine = np.flatnonzero(usable & np.isfinite(raw.values).all(axis=1))
    given = need.shares and set(raw.units) == {"%"} and len(series) == 1
    # Only all parts of a whole add up to the 100 % that they are shares of.
    wanted = max(sizes[0], len(fine)) if given and len(fine) <= need.count[1] else sizes[0]
    chosen = some_rows(table, raw, view, need, fine, wanted, random)
    if isinstance(chosen, Declined):
        return chosen
    told = [names[n] for n in series]
    cuts = _cuts(table, view, need, every, chosen[0], series)
    title, axes = titles(table, view, need, parts, told, codes, cuts)
    if need.errors:
        title += _bars(table, view, parts, series, chosen[0])
    if len(title) > LONGEST:
        return Declined("title too long")
    unseen = _unseen(table, view, usable, chosen[0], random)
    return _grid(table, view, need, chosen, title, axes, told, unseen, random)


def _cuts(
    table: Table,
    view: View,
    need: Need,
    values: Floats,
    rows: Sequence[int],
    series: Sequence[int],
) -> tuple[str, str]:
    """How many of all categories and of all series are shown, where not every one is."""
    there = np.isfinite(values)
    along = there[:, series].any(axis=1) & parts_of(factor(table, view.along))
    # A single value, and a window of time, show by themselves what they are.
    whole = need.count[1] == 1 or view.along.step
    first = "" if whole else part(len(rows), int(along.sum()))
    if not view.across:
        return first, ""
    across = there.any(axis=0) & parts_of(factor(table, view.across))
    return first, part(len(series), int(across.sum()))


def _bars(
    table: Table, view: View, parts: Sequence[Cells], series: Sequence[int], rows: Sequence[int]
) -> str:
    """What the error bars are, as a title's end."""
    low, high = table.part("lower"), table.part("upper")
    if table.prepared and low and high:
        return f", bars: {lowered(low.name, table)} to {lowered(high.name, table)}"
    counts = np.hstack([one.counts for one in parts])[np.ix_(list(rows), list(series))]
    least, most = int(counts.min()), int(counts.max())
    many = f"{least}" if least == most else f"{least} to {most}"
    return f", ± standard deviation of {many} {plural(view.noun or 'row')}"


def _unseen(
    table: Table, view: View, usable: Mask, shown: Sequence[int], random: Random
) -> tuple[str, ...]:
    """A few names of the view that are not shown."""
    others = usable.copy()
    others[list(shown)] = False
    codes = np.flatnonzero(others)
    along = factor(table, view.along)
    chosen = random.sample(range(len(codes)), min(_UNSEEN, len(codes)))
    return tuple(along.name(code) for code in codes[chosen].tolist())


def same(table: Table, view: View, need: Need) -> float:
    """Chance that two draws of the view are the same, judged by the first that may be fixed."""
    fixed = fixings(table, view.fixed, view.along, need.count[0])
    parts = [_cells(table, view, need, measure, fixed[0]) for measure in view.measures]
    full = np.isfinite(allowed(np.hstack([one.values for one in parts]), need))
    full &= fit_labels(factor(table, view.along), need.label)[:, None]
    columns = max(0, int((full.sum(axis=0) >= need.count[0]).sum()) - (need.units > 1))
    rows = np.flatnonzero(full.any(axis=1))
    runs = [len(run) for run in runs_of(rows, need.count[0])] if view.along.step else [len(rows)]
    chance = 0.0
    for size, often in spans(need.count, max(runs, default=0)):
        if view.along.step:
            chance += often**2 / max(1, sum(max(0, run - size + 1) for run in runs))
        else:
            # Two draws agree when both take the top, or else by chance.
            top = TOP**2 if size < len(rows) else 0.0
            chance += often**2 * (top + (1 - top) / comb(len(rows), size))
    wide = (need.series[0] - (need.units > 1), need.series[1] - (need.units > 1))
    across = sum(often**2 / comb(columns, size) for size, often in spans(wide, columns))
    return chance * across / len(fixed)


def _cells(
    table: Table, view: View, need: Need, measure: Column | None, codes: tuple[int, ...]
) -> Cells:
    made_by = how(table, need, measure)
    return cells(table, view.along, view.across, measure, made_by, view.fixed, codes)


def _ends(
    table: Table, view: View, need: Need, parts: Sequence[Cells], codes: tuple[int, ...]
) -> tuple[Floats, ...]:
    """Ends of error bars: the table's own, or one standard deviation off the mean."""
    low, high = table.part("lower"), table.part("upper")
    if table.prepared and low and high:
        return tuple(_cells(table, view, need, end, codes).values for end in (low, high))
    values = np.hstack([one.values for one in parts])
    spread = np.hstack([one.spread for one in parts])
    return values - spread, values + spread


def _series(
    table: Table, view: View, need: Need, parts: Sequence[Cells]
) -> tuple[Sequence[str], list[str]]:
    """Names and units of all series that the view has."""
    if view.across:
        across = factor(table, view.across)
        measure = view.measures[0]
        unit = measure.unit if measure else ""
        times = [across.name(code) for code in range(across.size)] if across.step else ()
        return times or across.names, [unit] * across.size
    several = len(view.measures) > 1 and need.units == 1
    names = [
        one.name
        if several and one
        else measured(one, how(table, need, one), cell.repeated, view.noun, table)
        for one, cell in zip(view.measures, parts, strict=True)
    ]
    return names, [one.unit if one else "" for one in view.measures]


def _grid(
    table: Table,
    view: View,
    need: Need,
    chosen: tuple[list[int], Shown],
    title: str,
    axes: tuple[str, ...],
    series: Sequence[str],
    unseen: tuple[str, ...],
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
        absent=unseen,
    )
