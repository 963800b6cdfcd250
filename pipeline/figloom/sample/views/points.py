"""Points: rows of a table by two numbers, or three, with names or groups where wanted."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import permutations
from math import comb
from random import Random

import numpy as np

from figloom.charts import Need
from figloom.rounding import decimals, rounded, scale
from figloom.sample.views.cells import Cells, How, cells
from figloom.sample.views.columns import Ints, Key, Mask, factor, fixes, fixings, held, texts, times
from figloom.sample.views.fitting import Floats, fit_labels, parts_of, spans
from figloom.sample.views.titles import LONGEST, by, lowered, measured, part, restricted
from figloom.tables import Column, Table
from figloom.types import DataPoint, Declined, Points

_NEAR = 0.025
_GROUPS = 12
_LEAST = 3
"""Points of a group."""
_ROUNDS = 12
_MEASURES = 12


@dataclass(frozen=True, slots=True)
class View:
    """Which numbers are x, y and size, and what names or groups the points."""

    measures: tuple[Column, ...]
    name: Key | None = None
    group: Key | None = None
    grouped: bool = False
    """Whether a point is all rows of a name, not one row."""
    fixed: tuple[Key, ...] = ()

    @property
    def kinds(self) -> tuple[object, ...]:
        """What it is a view of, coarse to fine."""
        return (self.name, self.group, self.measures[0])


@lru_cache(maxsize=4096)
def views(table: Table, need: Need) -> tuple[View, ...]:
    """All views that the columns allow."""
    numbers = [column for column in table.of("number") if not column.part]
    numbers = Random(f"measures/{table.id}").sample(numbers, min(_MEASURES, len(numbers)))
    # Degrees are a place on the earth: fit for an axis, but no amount to be a size.
    sets = [
        measures
        for measures in permutations(numbers, 3 if need.third else 2)
        if not need.third or measures[2].unit != "°"
    ]
    names: list[Key | None] = [*texts(table)] if need.named else [None]
    groups: list[Key | None] = [None] if need.series[0] <= 1 else []
    if need.series[1] > 1:
        groups += [k for k in texts(table) if 2 <= factor(table, k).size <= _GROUPS]
    return tuple(
        View(measures, name, group, name is not None and _repeats_in(table, name), fixed)
        for name in names
        for group in groups
        if name is None or group is None or not (name == group or _repeats_in(table, name))
        for fixed in _fixes(table, name)
        if _fixings(table, name, fixed, need)
        for measures in sets
    )


def taken(
    table: Table, view: View, need: Need, sizes: tuple[int, int], random: Random
) -> Points | Declined:
    """Random rows of the view; where points are named, no two are near or equal in a measure."""
    codes = random.choice(_fixings(table, view.name, view.fixed, need))
    values, usable, told = _usable(table, view, need, codes)
    chosen_groups: list[int] = []
    if view.group:
        found = _groups(table, view, need, usable)
        wanted = min(max(2, sizes[1]), len(found))
        if wanted < max(2, need.series[0]):
            return Declined("too few groups")
        chosen_groups = random.sample(found, wanted)
        usable &= np.isin(factor(table, view.group).codes, chosen_groups)
    rows = np.flatnonzero(usable)
    if len(rows) < need.count[0]:
        return Declined("too few rows")
    made = _chosen(values, rows, need, view, sizes[0], random)
    if isinstance(made, Declined):
        return made
    places, columns, units = made
    names = _told(table, view.name, places, view.grouped)
    groups = _told(table, view.group, places, False)
    if view.group and min(map(groups.count, set(groups))) < _LEAST:
        return Declined("too few points of a group")
    if view.group and len(set(groups)) < len(chosen_groups):
        return Declined("too few groups")
    points = tuple(
        DataPoint(f"p{n}", row[0], row[1], row[2] if need.third else None, groups[n], names[n])
        for n, row in enumerate(zip(*columns, strict=True))
    )
    cut = part(len(points), _names(table, view, values, codes))
    title = _title(table, view, told, cut)
    title += restricted(table, view.fixed, codes)
    if len(title) > LONGEST:
        return Declined("title too long")
    return Points(title, points, tuple(told), tuple(units), table.provenance)


def same(table: Table, view: View, need: Need) -> float:
    """Chance that two draws of the view are the same."""
    fixed = _fixings(table, view.name, view.fixed, need)
    _, usable, _ = _usable(table, view, need, fixed[0])
    chance = 1.0
    if view.group:
        groups = len(_groups(table, view, need, usable))
        chance = sum(o**2 / comb(groups, s) for s, o in spans(need.series, groups))
    rows = int(usable.sum())
    return chance * sum(o**2 / comb(rows, s) for s, o in spans(need.count, rows)) / len(fixed)


def _repeats_in(table: Table, name: Key) -> bool:
    """Whether rows share names, so that points are made of several."""
    found = factor(table, name)
    return not table.prepared and found.size < int((found.codes >= 0).sum())


def _fixes(table: Table, name: Key | None) -> tuple[tuple[Key, ...], ...]:
    if name:
        return fixes(table, (name,))
    dates = times(table) if table.prepared else ()
    few = [key for key in dates if factor(table, key).size > 1]
    # Points of one table and several times would show the same things again and again.
    return (tuple(few),) if len(few) <= 1 and texts(table) else ((),)


def _fixings(
    table: Table, name: Key | None, fixed: tuple[Key, ...], need: Need
) -> tuple[tuple[int, ...], ...]:
    if not fixed:
        return ((),)
    return fixings(table, fixed, name or texts(table)[0], need.count[0] if name else 1)


def _usable(
    table: Table, view: View, need: Need, codes: tuple[int, ...]
) -> tuple[Floats, Mask, list[str]]:
    """Values, shape (rows or names, measures), which of them may be points, and axis titles."""
    told = [measure.name for measure in view.measures]
    if view.name and view.grouped:
        parts = [_cells(table, view, view.name, measure, codes) for measure in view.measures]
        values = np.hstack([part.values for part in parts])
        told = [
            measured(measure, _how(measure), cell.repeated, "", table)
            for measure, cell in zip(view.measures, parts, strict=True)
        ]
        usable = fit_labels(factor(table, view.name), need.label).copy()
    else:
        values = np.column_stack([table.values(measure) for measure in view.measures])
        usable = held(table, view.fixed, codes).copy()
        for key in (view.name, view.group):
            if key:
                labels = factor(table, key)
                usable &= np.append(fit_labels(labels, need.label), False)[labels.codes]
    usable &= np.isfinite(values).all(axis=1)
    if need.positive:
        usable &= (np.nan_to_num(values) >= 0).all(axis=1)
    if need.third:
        usable &= np.nan_to_num(values[:, 2]) > 0
    return values, usable, told


def _cells(table: Table, view: View, name: Key, measure: Column, codes: tuple[int, ...]) -> Cells:
    return cells(table, name, None, measure, _how(measure), view.fixed, codes)


def _how(measure: Column) -> How:
    return "sum" if measure.additive else "mean"


def _groups(table: Table, view: View, need: Need, usable: Mask) -> list[int]:
    assert view.group
    labels = factor(table, view.group)
    many = np.bincount(labels.codes[usable], minlength=labels.size)
    return np.flatnonzero(many >= max(_LEAST, need.samples)).tolist()


def _chosen(
    values: Floats, rows: Ints, need: Need, view: View, wanted: int, random: Random
) -> tuple[list[int], list[list[float]], list[str]] | Declined:
    """Rows, their values by measure as shown, and the units."""
    order = random.sample(rows.tolist(), len(rows))
    chosen, rest = order[:wanted], order[wanted:]
    reason = ""
    for turn in range(_ROUNDS):
        digits = 3 if turn < _ROUNDS // 2 else 4
        columns, units = _shown(values[chosen], view, digits)
        reason, bad = _offenders(columns, need)
        if not bad:
            return chosen, columns, units
        chosen = [row for place, row in enumerate(chosen) if place not in bad]
        more = wanted - len(chosen)
        chosen, rest = chosen + rest[:more], rest[more:]
        if len(chosen) < need.count[0]:
            break
    return Declined(reason)


def _shown(values: Floats, view: View, digits: int) -> tuple[list[list[float]], list[str]]:
    columns, units = [], []
    for place, measure in enumerate(view.measures):
        divisor, unit = scale(float(np.abs(values[:, place]).max()), measure.unit)
        found = (values[:, place] / divisor).tolist()
        columns.append(rounded(found, decimals(found, digits)))
        units.append(unit)
    return columns, units


def _offenders(columns: list[list[float]], need: Need) -> tuple[str, set[int]]:
    if twice := _repeats(list(zip(*columns[:2], strict=True))):
        return "points on top of each other", twice
    if any(len(set(column)) < 2 for column in columns[:2]):
        return "values too even", set(range(len(columns[0])))
    if need.third and need.least:
        largest = max(columns[2])
        if small := {n for n, size in enumerate(columns[2]) if size < need.least * largest}:
            return "values too uneven", small
    if not need.named:
        return "", set()
    for column in columns:
        if tied := _repeats(column):
            return "ties", tied
    return "points too near", _near(columns)


def _repeats(values: Sequence[object]) -> set[int]:
    first: dict[object, int] = {}
    return {n for n, value in enumerate(values) if first.setdefault(value, n) != n}


def _near(columns: list[list[float]]) -> set[int]:
    """Points that lie within 2.5 % of both ranges of an earlier one that stays."""
    scaled = [np.array(column) / (max(column) - min(column)) for column in columns[:2]]
    apart = np.maximum(*(np.abs(one[:, None] - one) for one in scaled))
    bad: set[int] = set()
    for place in range(len(apart)):
        if any(other not in bad for other in np.flatnonzero(apart[place, :place] < _NEAR).tolist()):
            bad.add(place)
    return bad


def _told(table: Table, key: Key | None, places: list[int], grouped: bool) -> list[str]:
    if not key:
        return [""] * len(places)
    labels = factor(table, key)
    return [labels.name(code) for code in (places if grouped else labels.codes[places].tolist())]


def _title(table: Table, view: View, measures: list[str], cut: str) -> str:
    x, y, *size = measures
    told = f"{y} against {lowered(x, table)}"
    if size:
        told = f"{y}, {lowered(x, table)} and {lowered(size[0], table)}"
    key = view.name or view.group
    return by(told, table, (key, cut)) if key else told


def _names(table: Table, view: View, values: Floats, codes: tuple[int, ...]) -> int:
    """How many points there are, shown or not."""
    if not view.name:
        return 0
    labels, there = factor(table, view.name), np.isfinite(values).all(axis=1)
    if view.grouped:
        return int((there & parts_of(labels)).sum())
    there &= held(table, view.fixed, codes)
    return int((there & np.append(parts_of(labels), False)[labels.codes]).sum())
