"""Bars of one series, or of several side by side, upright or lying."""

from __future__ import annotations

from functools import partial
from typing import Any

from figloom.charts import Chart, Need
from figloom.render.plots.bars import GAP, beside_each_other, zero_line
from figloom.render.plots.flats import graphic, paint
from figloom.render.plots.grids import keys, rows, values
from figloom.render.plots.plan import Plan
from figloom.render.plots.sheet import Sheet
from figloom.types import Grid


def with_matplotlib(grid: Grid, sheet: Sheet, *, lying: bool) -> None:
    """Draw them on a sheet."""
    told = keys(grid, sheet.dress)
    layout = beside_each_other(grid, sheet.dress, sheet.labelled, told, lying=lying)
    axes = sheet.axes(grid.title, layout.below, layout.beside, keys=told)
    for number, row in enumerate(rows(grid)):
        places = [at + layout.offsets[number] for at in range(len(row))]
        draw = axes.barh if lying else axes.bar
        bars = draw(
            places, values(row), layout.bar, color=sheet.dress.colour(number),
            edgecolor=sheet.dress.palette.ink, linewidth=sheet.look.outline,
        )  # fmt: skip
        for place, bar, cell in zip(places, bars, row, strict=True):
            sheet.mark(bar, "bar", cell.id)
            far = cell.value or 0.0
            if lying:
                sheet.value(axes, far, place, far, cell.id, at="left" if far < 0 else "right")
            else:
                sheet.value(axes, place, far, far, cell.id, at="below" if far < 0 else "above",
                            turned=layout.turned)  # fmt: skip
    paint(sheet, [], zero_line(layout, sheet.dress))


def with_echarts(grid: Grid, plan: Plan, *, lying: bool) -> dict[str, Any]:
    """Their ECharts option."""
    from pyecharts.charts import Bar

    told = keys(grid, plan.dress)
    layout = beside_each_other(grid, plan.dress, plan.labelled, told, lying=lying)
    drawn = []
    for number, row in enumerate(rows(grid)):
        chart = Bar().add_yaxis(grid.series[number].name, [plan.item(c.value, c.id) for c in row])
        series = plan.series(chart) | plan.bar(number)
        series |= {"barWidth": f"{100 * layout.bar:.4f}%", "barGap": f"{100 * GAP:.0f}%"}
        for item, cell in zip(series["data"], row, strict=True):
            up = (cell.value or 0.0) >= 0
            side = ("left", "right")[up] if lying else ("bottom", "top")[up]
            item["label"] = plan.label(cell.value or 0.0, side)
            if layout.turned:
                item["label"] |= {"rotate": 90, "verticalAlign": "middle",
                                  "align": "left" if up else "right"}  # fmt: skip
        drawn.append(series)
    option = plan.axes(grid.title, layout.below, layout.beside, drawn, keys=told)
    return option | {"graphic": graphic(zero_line(layout, plan.dress))}


def _chart(name: str, said: str, lying: bool, *aliases: tuple[str, bool]) -> Chart:
    return Chart(
        name=name,
        family="bar",
        said=said,
        need=Need("grid", (4, 14), least=0.02),
        matplotlib=partial(with_matplotlib, lying=lying),
        echarts=partial(with_echarts, lying=lying),
        aliases=dict(aliases),
        kin=("histogram", "waterfall", "funnel"),
    )


BAR = _chart("bar", "a vertical bar chart", False,
             ("vertical_single", False), ("vertical_single_wi_anno", True))  # fmt: skip
BAR_HORIZONTAL = _chart(
    "bar_horizontal", "a horizontal bar chart", True,
    ("horizontal_single", False), ("horizontal_single_wi_anno", True),
)  # fmt: skip
