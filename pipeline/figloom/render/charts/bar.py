"""Bars of one series, upright or lying."""

from __future__ import annotations

from functools import partial
from typing import Any

from figloom.charts import Chart, Need
from figloom.render.plots.grids import rows, title_of, values
from figloom.render.plots.plan import Plan
from figloom.render.plots.scales import measure, names
from figloom.render.plots.sheet import Sheet
from figloom.types import Grid

_HEADROOM = 0.08


def _scales(grid: Grid, look: Any, labelled: bool) -> tuple[Any, Any]:
    """The category axis and the value axis, whichever way they will lie."""
    value = measure(
        values(grid.cells), title_of(grid, 1), grid.series[0].unit, look.numbers,
        zero=True, count=look.tick_count, headroom=_HEADROOM if labelled else 0.0,
    )  # fmt: skip
    return names(grid.categories, title_of(grid, 0)), value


def _matplotlib(grid: Grid, sheet: Sheet, *, lying: bool) -> None:
    category, value = _scales(grid, sheet.look, sheet.labelled)
    below, beside = (value, category) if lying else (category, value)
    axes = sheet.axes(grid.title, below, beside)
    (row,) = rows(grid)
    draw = axes.barh if lying else axes.bar
    bars = draw(
        range(len(row)), values(row), sheet.look.bar_width, color=sheet.dress.colour(0),
        edgecolor=sheet.dress.palette.ink, linewidth=sheet.look.outline,
    )  # fmt: skip
    for at, (bar, cell) in enumerate(zip(bars, row, strict=True)):
        sheet.mark(bar, "bar", cell.id)
        far = cell.value or 0.0
        if lying:
            sheet.value(axes, far, at, far, cell.id, at="left" if far < 0 else "right")
        else:
            sheet.value(axes, at, far, far, cell.id, at="below" if far < 0 else "above")


def _echarts(grid: Grid, plan: Plan, *, lying: bool) -> dict[str, Any]:
    from pyecharts.charts import Bar

    category, value = _scales(grid, plan.look, plan.labelled)
    below, beside = (value, category) if lying else (category, value)
    (row,) = rows(grid)
    chart = Bar().add_yaxis(grid.series[0].name, [plan.item(c.value, c.id) for c in row])
    series = plan.series(chart)
    far = ["left", "right"] if lying else ["bottom", "top"]
    for item, cell in zip(series["data"], row, strict=True):
        item["label"] = plan.label(cell.value or 0.0, far[(cell.value or 0.0) >= 0])
    series |= plan.bar(0)
    return plan.axes(grid.title, below, beside, [series])


def _chart(name: str, said: str, lying: bool, *aliases: tuple[str, bool]) -> Chart:
    return Chart(
        name=name,
        family="bar",
        said=said,
        need=Need("grid", (4, 14), least=0.02),
        matplotlib=partial(_matplotlib, lying=lying),
        echarts=partial(_echarts, lying=lying),
        aliases=dict(aliases),
        kin=("histogram", "waterfall", "funnel"),
    )


BAR = _chart("bar", "a vertical bar chart", False,
             ("vertical_single", False), ("vertical_single_wi_anno", True))  # fmt: skip
BAR_HORIZONTAL = _chart(
    "bar_horizontal", "a horizontal bar chart", True,
    ("horizontal_single", False), ("horizontal_single_wi_anno", True),
)  # fmt: skip
