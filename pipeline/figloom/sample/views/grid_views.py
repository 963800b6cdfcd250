"""Which grids a table can give: single measures, pivots, several measures, counts, two axes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import permutations

from figloom.charts import Need
from figloom.sample.views.cells import MOST, How
from figloom.sample.views.columns import Key, factor, fixes, fixings, texts, times
from figloom.sample.views.orders import natural
from figloom.tables import Column, Table

_ACROSS = 300


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
    if need.along == "ordered":
        along = tuple(key for key in along if natural(factor(table, key).names))
    along += () if need.along == "names" else times(table)
    for key in along:
        found += _one(table, need, key)
    return tuple(found)


def how(table: Table, need: Need, measure: Column | None) -> How:
    """How rows become a value of the measure; None counts rows."""
    if measure is None:
        return "count"
    if table.prepared:
        return "alone"
    return "sum" if measure.additive and not need.errors else "mean"


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
