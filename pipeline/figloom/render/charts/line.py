"""Lines of one series or several over steps of time."""

from __future__ import annotations

from typing import Any

from figloom.charts import Chart, Need
from figloom.render.plots.grids import keys, rows, title_of, values
from figloom.render.plots.lines import Ground, Told, beside_lines, label, strand, stroke, write
from figloom.render.plots.looks import Look
from figloom.render.plots.plan import Plan
from figloom.render.plots.scales import Measure, Names, measure, names
from figloom.render.plots.sheet import Sheet
from figloom.types import Grid

_HEADROOM = 0.08


def _scales(grid: Grid, look: Look, labelled: bool) -> tuple[Names, Measure]:
    value = measure(
        values(grid.cells), title_of(grid, 1), grid.series[0].unit, look.numbers,
        zero=False, count=look.tick_count, headroom=_HEADROOM if labelled else 0.0,
    )  # fmt: skip
    return names(grid.categories, title_of(grid, 0)), value


def _matplotlib(grid: Grid, sheet: Sheet) -> None:
    below, beside = _scales(grid, sheet.look, sheet.labelled)
    told = keys(grid, sheet.dress, "line")
    found = {}
    if sheet.labelled:
        ground = Ground(sheet.dress, grid.title, below, beside, keys=told)
        found = beside_lines(ground, [Told(row, beside, at) for at, row in enumerate(rows(grid))])
    axes = sheet.axes(grid.title, below, beside, keys=told)
    for number, row in enumerate(rows(grid)):
        stroke(sheet, axes, row, number)
    for row in rows(grid):
        write(sheet, axes, row, found)


def _echarts(grid: Grid, plan: Plan) -> dict[str, Any]:
    below, beside = _scales(grid, plan.look, plan.labelled)
    told = keys(grid, plan.dress, "line")
    found = {}
    if plan.labelled:
        ground = Ground(plan.dress, grid.title, below, beside, keys=told)
        found = beside_lines(ground, [Told(row, beside, at) for at, row in enumerate(rows(grid))])
    drawn = []
    for number, row in enumerate(rows(grid)):
        series = strand(plan, grid.series[number].name, row, number)
        label(plan, series["data"], row, found)
        drawn.append(series)
    return plan.axes(grid.title, below, beside, drawn, keys=told)


def _chart(
    name: str, said: str, need: Need, *aliases: tuple[str, bool], kin: tuple[str, ...]
) -> Chart:
    return Chart(
        name=name, family="line", said=said, need=need, matplotlib=_matplotlib, echarts=_echarts,
        aliases=dict(aliases), kin=kin,
    )  # fmt: skip


LINE = _chart(
    "line", "a line chart", Need("grid", (5, 14), along="time", loose=True),
    ("line_single", False), ("line_single_wi_anno", True), kin=("line_multi", "line_error"),
)  # fmt: skip
LINE_MULTI = _chart(
    "line_multi", "a line chart with several lines",
    Need("grid", (4, 8), (2, 5), along="time", loose=True),
    ("line_multi", False), ("line_multi_wi_anno", True), kin=("line", "line_error"),
)  # fmt: skip
