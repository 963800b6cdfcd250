"""Titles of grids and of their axes: "Mean fuel economy by origin, 1982"."""

from __future__ import annotations

from collections.abc import Sequence

from figloom.charts import Need
from figloom.rounding import SCALES
from figloom.sample.views.cells import Cells
from figloom.sample.views.grid_views import View, how
from figloom.sample.views.titles import by, listed, lowered, measured, plural, restricted
from figloom.tables import Table

_TOLD = 3


def titles(
    table: Table,
    view: View,
    need: Need,
    parts: Sequence[Cells],
    names: Sequence[str],
    codes: tuple[int, ...],
    cuts: tuple[str, str],
) -> tuple[str, tuple[str, ...]]:
    """The title, and those of the category axis and the value axes.

    `names` are those of the chosen series; `codes` those that columns are held at;
    `cuts` tell what is left out of the categories and of the series.
    """
    what, *more = (
        measured(one, how(table, need, one), part.repeated, view.noun, table)
        for one, part in zip(view.measures, parts, strict=True)
    )
    keys = [(view.along, cuts[0]), *([(view.across, cuts[1])] if view.across else ())]
    end = restricted(table, view.fixed, codes)
    if need.units > 1:
        first = what if len(names) == 2 else _axis(view, names[:-1])
        title = _of_paper(table, view, by(listed(names, table), table, *keys) + end)
        return title, (view.along.said, first, more[-1])
    if more:
        mean = what.startswith("Mean ") and not str(names[0]).startswith("Mean ")
        told = listed(names, table) if len(names) <= _TOLD else table.title
        what = f"Mean {lowered(told, table)}" if mean and len(names) <= _TOLD else told
        axis = ("Mean " + lowered(_axis(view, names), table)) if mean else _axis(view, names)
    else:
        axis = what
    measure = view.measures[0]
    if need.shares and not (measure and measure.unit == "%"):
        what = plural(view.noun) if measure is None else lowered(what, table)
        what, axis = f"Share of {what}", "Share"
    return _of_paper(table, view, by(what, table, *keys) + end), (view.along.said, axis)


def _of_paper(table: Table, view: View, title: str) -> str:
    """The title, with the name of the table where no column says what is traded."""
    traded = any(one.part for one in view.measures if one)
    return f"{table.title}: {lowered(title, table)}" if traded else title


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
    if unit in SCALES:
        return "Number"
    return (
        unit[0].upper() + unit[1:] if len(unit) > 3 and unit.replace(" ", "").isalpha() else "Value"
    )
