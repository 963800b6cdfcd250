"""Two measures of different unit over the same categories: bars and a line, or two lines."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import Any, Literal

from figloom.charts import Chart, Need
from figloom.render.colours import distance, ratio
from figloom.render.plots.beside import Stand, Wish, inked
from figloom.render.plots.grids import rows, title_of, values
from figloom.render.plots.keys import Key, dash, symbol
from figloom.render.plots.lines import Ground, Row, Told, beside_lines, label, strand, stroke, write
from figloom.render.plots.looks import Dress
from figloom.render.plots.numerals import decimals, exact, ticks
from figloom.render.plots.plan import Plan
from figloom.render.plots.scales import Measure, Names, measure, names
from figloom.render.plots.sheet import Sheet
from figloom.types import Box, Grid

_HEADROOM = {True: 0.3, False: 0.05}
"""Above bars, where values are written and a line runs through; above lines."""
_UNLIKE = 40.0
"""Least distance of the colours of a line and of the bars that it runs over."""
_COUNTS = (0, 1, -1, 2, -2)


def _second(dress: Dress, bars: bool) -> int:
    """Number of the second colour: the one least like the first, or, where it runs over bars,
    the one that stands out best from them and from the panel."""
    first, *others = dress.palette.marks
    away = [distance(first, mark) for mark in others]
    if bars:
        panel = dress.palette.panel
        seen = [min(ratio(mark, first), ratio(mark, panel)) for mark in others]
        return 1 + max(range(len(others)), key=lambda at: (away[at] >= _UNLIKE, seen[at]))
    return 1 + max(range(len(others)), key=away.__getitem__)


def _scales(grid: Grid, dress: Dress, labelled: bool, bars: bool) -> tuple[Names, Measure, Measure]:
    """The categories and both value axes, which have equally many ticks: one grid for both."""
    look, told = dress.look, rows(grid)

    def one(number: int, count: int) -> Measure:
        barred = bars and number == 0
        made = measure(
            values(told[number]), title_of(grid, number + 1), grid.series[number].unit,
            look.numbers, zero=barred, count=max(3, look.tick_count + count),
            headroom=_HEADROOM[barred] if labelled else 0.0,
        )  # fmt: skip
        colour = dress.colour(_second(dress, bars) if number else 0)
        return replace(made, colour=inked(colour, dress, dress.palette.ground))

    pairs = [(one(0, first), one(1, second)) for first in _COUNTS for second in _COUNTS]
    left, right = min(pairs, key=lambda pair: abs(len(pair[0].ticks) - len(pair[1].ticks)))
    most = max(len(left.ticks), len(right.ticks))
    below = names(grid.categories, title_of(grid, 0))
    return below, _padded(left, most, dress), _padded(right, most, dress)


def _padded(scale: Measure, count: int, dress: Dress) -> Measure:
    """The axis with further ticks at its upper end."""
    step = scale.ticks[1] - scale.ticks[0]
    more = [scale.high + step * n for n in range(1, count - len(scale.ticks) + 1)]
    places = (*scale.ticks, *(round(place, 12) for place in more))
    return replace(scale, high=places[-1], ticks=places, texts=ticks(places, dress.look.numbers))


def _keys(grid: Grid, dress: Dress, bars: bool) -> tuple[Key, ...]:
    kinds: tuple[Literal["patch", "line"], ...] = ("patch" if bars else "line", "line")
    return tuple(
        Key(series.name, dress.colour(at), kind, dash(dress, at), symbol(dress, at), (series.id,))
        for series, kind, at in zip(grid.series, kinds, (0, _second(dress, bars)), strict=True)
    )


def _found(
    grid: Grid,
    dress: Dress,
    scales: tuple[Names, Measure, Measure],
    told: Sequence[Key],
    bars: bool,
) -> dict[str, Stand]:
    below, left, right = scales
    first, second = rows(grid)
    ground = Ground(dress, grid.title, below, left, keys=told, right=right)
    lines = [Told(second, right, _second(dress, bars))]
    if not bars:
        return beside_lines(ground, [Told(first, left, 0), *lines], fill="")
    tops, boxes, wishes = ground.dots(first, left), [], []
    half, foot = dress.look.bar_width * ground.slot / 2, ground.dot(0, 0.0, left)[1]
    places, ink = decimals(values(first)), inked(dress.colour(0), dress)
    for cell, (x, y) in zip(first, tops, strict=True):
        box: Box = (x - half, min(y, foot), x + half, max(y, foot))
        boxes.append((box, dress.colour(0)))
        text = exact(cell.value or 0.0, places, dress.look.numbers)
        wishes.append(Wish(cell.id, text, (x, y), ink))
    return beside_lines(ground, lines, bars=boxes, more=wishes)


def _matplotlib(grid: Grid, sheet: Sheet, *, bars: bool) -> None:
    below, left, right = scales = _scales(grid, sheet.dress, sheet.labelled, bars)
    told = _keys(grid, sheet.dress, bars)
    found = _found(grid, sheet.dress, scales, told, bars) if sheet.labelled else {}
    axes = sheet.axes(grid.title, below, left, keys=told, right=right)
    first, second = rows(grid)
    if bars:
        _bars(sheet, axes[0], first)
    else:
        stroke(sheet, axes[0], first, 0)
    stroke(sheet, axes[1], second, _second(sheet.dress, bars), order=6)
    write(sheet, axes[0], first, found)
    write(sheet, axes[1], second, found)


def _bars(sheet: Sheet, axes: Any, row: Row) -> None:
    drawn = axes.bar(
        range(len(row)), values(row), sheet.look.bar_width, color=sheet.dress.colour(0),
        edgecolor=sheet.dress.palette.ink, linewidth=sheet.look.outline,
    )  # fmt: skip
    for bar, cell in zip(drawn, row, strict=True):
        sheet.mark(bar, "bar", cell.id)


def _echarts(grid: Grid, plan: Plan, *, bars: bool) -> dict[str, Any]:
    from pyecharts.charts import Bar

    below, left, right = scales = _scales(grid, plan.dress, plan.labelled, bars)
    told = _keys(grid, plan.dress, bars)
    found = _found(grid, plan.dress, scales, told, bars) if plan.labelled else {}
    first, second = rows(grid)
    if bars:
        items = [plan.item(cell.value, cell.id) for cell in first]
        one = plan.series(Bar().add_yaxis(grid.series[0].name, items)) | plan.bar(0)
        for item, cell in zip(one["data"], first, strict=True):
            item["label"] = _over_bar(plan, cell.value or 0.0, found.get(cell.id))
    else:
        one = strand(plan, grid.series[0].name, first, 0)
        label(plan, one["data"], first, found)
    other = strand(plan, grid.series[1].name, second, _second(plan.dress, bars)) | {
        "yAxisIndex": 1,
        "z": 6,
    }
    label(plan, other["data"], second, found)
    return plan.axes(grid.title, below, left, [one, other], keys=told, right=right)


def _over_bar(plan: Plan, value: float, stand: Stand | None) -> dict[str, Any]:
    """A label whose place is told from the middle of the bar's end."""
    if stand is None:
        return {"show": False}
    style = plan.label(value, "inside", formatter=stand.text, color=stand.colour)
    return style | {
        "position": ["50%", "0%"], "offset": list(stand.shift), "distance": 0,
        "align": "center", "verticalAlign": "middle",
    }  # fmt: skip


def _chart(name: str, said: str, bars: bool, need: Need, kin: tuple[str, ...]) -> Chart:
    return Chart(
        name=name, family="combination", said=said, need=need,
        matplotlib=partial(_matplotlib, bars=bars), echarts=partial(_echarts, bars=bars),
        aliases={}, kin=kin,
    )  # fmt: skip


BAR_LINE = _chart(
    "bar_line", "a combination of a bar chart and a line chart", True,
    Need("grid", (4, 9), (2, 2), along="time", positive=True, least=0.05, units=2,
         drawn=("bar", "line")),
    ("bar", "line"),
)  # fmt: skip
LINE_LINE = _chart(
    "line_line", "a line chart with two value axes", False,
    Need("grid", (4, 10), (2, 2), along="time", loose=True, units=2, drawn=("line",)),
    ("line", "line_multi"),
)  # fmt: skip
