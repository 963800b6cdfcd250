"""A waterfall: changes that add up, each from where the last one ended, and their total."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import accumulate, pairwise
from typing import Any

from figloom.charts import Chart, Need
from figloom.render.colours import distance, ink_on, lab
from figloom.render.plots.bars import Layout, value_axis, written, zero_line
from figloom.render.plots.flats import (
    Flat,
    Ornament,
    Told,
    across,
    along,
    corners,
    graphic,
    paint,
    series,
)
from figloom.render.plots.frame import Unfit, text_width
from figloom.render.plots.frame import plan as framed
from figloom.render.plots.grids import places, rows, title_of, values
from figloom.render.plots.keys import Key
from figloom.render.plots.looks import Dress, Look
from figloom.render.plots.numerals import exact
from figloom.render.plots.plan import Plan
from figloom.render.plots.scales import Names, names
from figloom.render.plots.sheet import Sheet
from figloom.types import Grid

_TOTAL = "Sum shown"
"""Not all rows of a table need be shown, so it may be no total."""


def _colours(dress: Dress) -> tuple[str, str, str]:
    """Of increase, decrease and total: the coolest, the warmest, and the farthest from both."""
    marks = [dress.colour(number) for number in range(8)]
    up = min(marks, key=lambda mark: sum(lab(mark)[1:]))
    down = max(marks, key=lambda mark: 2 * lab(mark)[1] + lab(mark)[2])
    rest = max(marks, key=lambda mark: min(distance(mark, up), distance(mark, down)))
    return up, down, rest


def _keys(grid: Grid, dress: Dress) -> tuple[Key, ...]:
    """What the colours mean, where changes go both ways."""
    if min(values(grid.cells)) >= 0:
        return ()
    texts = ("Increase", "Decrease", _TOTAL)
    return tuple(Key(text, colour) for text, colour in zip(texts, _colours(dress), strict=True))


def _levels(grid: Grid) -> list[float]:
    """Where each change begins, and after them the total."""
    (row,) = rows(grid)
    return [0.0, *accumulate(values(row))]


def _laid(grid: Grid, dress: Dress, labelled: bool) -> Layout:
    look = dress.look
    category = Names((*names(grid.categories, "").texts, _TOTAL), title_of(grid, 0))
    texts = [key.text for key in _keys(grid, dress)]
    levels = _levels(grid)

    def laid(headroom: float) -> Layout:
        value = value_axis(grid, look, levels, headroom)
        panel = framed(dress, grid.title, texts, category, value).panel
        return Layout(category, value, False, panel, max(0.6, look.bar_width), (0.0,))

    plain = laid(0.0)
    if not labelled:
        return plain
    longest = max(_wide(written(cell, grid, look), look) for cell in grid.cells)
    longest = max(longest, _wide(_told(grid, _levels(grid)[-1], look), look))
    if longest > min(plain.slot - 6, plain.slot * (2 - plain.bar) - 8):
        raise Unfit("no room for the values")
    return laid((look.value_size + 8) / (plain.panel[3] - plain.panel[1]))


def _steps(grid: Grid, dress: Dress, labelled: bool, layout: Layout) -> Iterator[Flat]:
    look, palette = dress.look, dress.palette
    half = layout.slot * layout.bar / 2
    edge, width = (palette.ink, look.outline) if look.outline else ("", 0.0)
    up, down, rest = _colours(dress)
    (row,) = rows(grid)
    levels = _levels(grid)
    spans = [*pairwise(levels), (0.0, levels[-1])]
    for at, (first, last) in enumerate(spans):
        x = across(layout.category, at, layout.panel)
        top, foot = sorted(along(layout.value, level, layout.panel) for level in (first, last))
        total = at == len(row)
        colour = rest if total else up if last >= first else down
        text = _told(grid, levels[-1], look) if total else written(row[at], grid, look)
        told = _placed(text, x, top, foot, colour, dress, layout) if labelled else None
        yield Flat(
            corners((x - half, top, x + half, foot)), colour, "total" if total else "bar",
            () if total else (row[at].id,), "", edge, width, told,
        )  # fmt: skip


def _placed(
    text: str, x: float, top: float, foot: float, colour: str, dress: Dress, layout: Layout
) -> Told:
    """A value above its bar, or below or on it where it would lie on the line at zero."""
    size = dress.look.value_size
    zero = along(layout.value, 0.0, layout.panel)
    away = 4.0 + 0.5 * size
    for y, ink in ((top - away, dress.palette.ink), (foot + away, dress.palette.ink),
                   ((top + foot) / 2, ink_on(colour))):  # fmt: skip
        if abs(y - zero) > 0.5 * size + 2:
            return Told(text, (x, y), ink)
    raise Unfit("no room for the values")


def _told(grid: Grid, value: float, look: Look) -> str:
    return exact(value, places(grid), look.numbers)


def _wide(text: str, look: Look) -> float:
    return text_width(text, look, look.value_size)


def _connectors(grid: Grid, dress: Dress, layout: Layout) -> list[Ornament]:
    """From the end of each change to the beginning of the next."""
    half = layout.slot * layout.bar / 2
    lines = []
    for at, level in enumerate(_levels(grid)[1:]):
        y = along(layout.value, level, layout.panel)
        left, right = (across(layout.category, at + step, layout.panel) for step in (0, 1))
        lines.append(Ornament(((left + half, y), (right - half, y)), stroke=dress.palette.muted,
                              dash=(3.0, 2.0), above=True))  # fmt: skip
    return [*lines, *zero_line(layout, dress)]


def _matplotlib(grid: Grid, sheet: Sheet) -> None:
    layout = _laid(grid, sheet.dress, sheet.labelled)
    sheet.axes(grid.title, layout.below, layout.beside, keys=_keys(grid, sheet.dress))
    steps = list(_steps(grid, sheet.dress, sheet.labelled, layout))
    paint(sheet, steps, _connectors(grid, sheet.dress, layout))


def _echarts(grid: Grid, plan: Plan) -> dict[str, Any]:
    layout, told = _laid(grid, plan.dress, plan.labelled), _keys(grid, plan.dress)
    steps = list(_steps(grid, plan.dress, plan.labelled, layout))
    option = plan.axes(grid.title, layout.below, layout.beside, series(plan, steps, told),
                       keys=told)  # fmt: skip
    return option | {"graphic": graphic(_connectors(grid, plan.dress, layout))}


WATERFALL = Chart(
    name="waterfall", family="bar", said="a waterfall chart",
    need=Need("grid", (4, 9), along="names", whole=True, least=0.02), matplotlib=_matplotlib,
    echarts=_echarts, aliases={}, kin=("bar", "bar_stacked"),
)  # fmt: skip
