"""Bars of several series on top of each other, upright or lying, as values or as shares.

A share is a part of its own category's sum: each stack reaches from 0 to 100 %.
"""

from __future__ import annotations

from functools import partial
from typing import Any

from figloom.charts import Chart, Need
from figloom.render.colours import ink_on
from figloom.render.plots.bars import axis_lines, on_top, seam
from figloom.render.plots.flats import graphic
from figloom.render.plots.grids import keys, rows, values
from figloom.render.plots.keys import Key
from figloom.render.plots.looks import Dress
from figloom.render.plots.plan import Plan
from figloom.render.plots.sheet import Sheet
from figloom.types import Grid


def in_order(grid: Grid, dress: Dress, lying: bool) -> tuple[Key, ...]:
    """The legend; a column of entries goes from the top down, as the parts of upright stacks do."""
    told = keys(grid, dress)
    return told[::-1] if dress.look.legend == "right" and not lying else told


def _matplotlib(grid: Grid, sheet: Sheet, *, lying: bool, percent: bool) -> None:
    told = in_order(grid, sheet.dress, lying)
    layout = on_top(grid, sheet.dress, sheet.labelled, told, lying=lying, percent=percent)
    axes = sheet.axes(grid.title, layout.below, layout.beside, keys=told)
    edge, width = seam(sheet.dress)
    reached = [0.0] * len(grid.categories)
    for number, row in enumerate(rows(grid)):
        colour, sizes = sheet.dress.colour(number), values(row)
        base = {"left" if lying else "bottom": list(reached)}
        draw = axes.barh if lying else axes.bar
        bars = draw(range(len(row)), sizes, layout.bar, color=colour, edgecolor=edge,
                    linewidth=width, **base)  # fmt: skip
        for at, (bar, cell, size) in enumerate(zip(bars, row, sizes, strict=True)):
            sheet.mark(bar, "bar", cell.id)
            middle = reached[at] + size / 2
            x, y = (middle, at) if lying else (at, middle)
            sheet.value(axes, x, y, size, cell.id, at="on", colour=ink_on(colour))
            reached[at] += size


def _echarts(grid: Grid, plan: Plan, *, lying: bool, percent: bool) -> dict[str, Any]:
    from pyecharts.charts import Bar

    told = in_order(grid, plan.dress, lying)
    layout = on_top(grid, plan.dress, plan.labelled, told, lying=lying, percent=percent)
    edge, width = seam(plan.dress)
    drawn = []
    for number, row in enumerate(rows(grid)):
        items = [plan.item(cell.value, cell.id) for cell in row]
        chart = Bar().add_yaxis(grid.series[number].name, items, stack="all")
        series = plan.series(chart) | {"barWidth": f"{100 * layout.bar:.4f}%"}
        colour = plan.dress.colour(number)
        series["itemStyle"] = {"color": colour, "borderColor": edge, "borderWidth": width}
        for item, cell in zip(series["data"], row, strict=True):
            item["label"] = plan.label(cell.value or 0.0, "inside", color=ink_on(colour))
        drawn.append(series)
    option = plan.axes(grid.title, layout.below, layout.beside, drawn, keys=told)
    return option | {"graphic": graphic(axis_lines(plan.dress, layout.panel, lying))}


def _chart(name: str, said: str, alias: str, lying: bool, percent: bool, *kin: str) -> Chart:
    return Chart(
        name=name,
        family="bar",
        said=said,
        need=Need(
            "grid", (3, 8), (2, 4 if lying else 5), whole=True, shares=percent,
            least=0.07 if lying and not percent else 0.06,
        ),
        matplotlib=partial(_matplotlib, lying=lying, percent=percent),
        echarts=partial(_echarts, lying=lying, percent=percent),
        aliases={alias: None},
        kin=kin,
    )  # fmt: skip


BAR_STACKED = _chart(
    "bar_stacked", "a vertical stacked bar chart", "vertical_stacked", False, False,
    "bar", "bar_percent", "bar_3d_stacked", "bar_3d_percent",
)  # fmt: skip
BAR_STACKED_HORIZONTAL = _chart(
    "bar_stacked_horizontal", "a horizontal stacked bar chart", "horizontal_stacked", True, False,
    "bar_horizontal", "bar_percent_horizontal",
)  # fmt: skip
BAR_PERCENT = _chart(
    "bar_percent", "a vertical bar chart stacked to 100 percent", "vertical_percent_stacked",
    False, True, "bar", "bar_stacked", "bar_3d_stacked", "bar_3d_percent",
)  # fmt: skip
BAR_PERCENT_HORIZONTAL = _chart(
    "bar_percent_horizontal", "a horizontal bar chart stacked to 100 percent",
    "horizontal_percent_stacked", True, True, "bar_horizontal", "bar_stacked_horizontal",
)  # fmt: skip
