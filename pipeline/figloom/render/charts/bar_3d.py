"""Bars drawn as boxes in space: side by side, or stacked as values or as shares."""

from __future__ import annotations

from functools import partial
from typing import Any, Literal

from figloom.charts import Chart, Need
from figloom.render.charts.bar_stacked import in_order
from figloom.render.plots.bars import (
    Layout,
    beside_each_other,
    on_top,
)
from figloom.render.plots.flats import Flat, graphic, paint, series
from figloom.render.plots.frame import plan as framed
from figloom.render.plots.grids import keys, title_of
from figloom.render.plots.keys import Key
from figloom.render.plots.looks import Dress
from figloom.render.plots.oblique import DEEPEST, RISE, solids, stacked, stage, standing
from figloom.render.plots.plan import Plan
from figloom.render.plots.scales import names
from figloom.render.plots.sheet import Sheet
from figloom.types import Dot, Grid

Kind = Literal["grouped", "stacked", "percent"]

_GROUP, _STACK = 0.76, 0.56
"""Part of a category's place that fronts and the gaps between them fill."""
_SIDE = 0.35
"""Width of a side, in widths of a front."""


def _laid(
    grid: Grid, dress: Dress, labelled: bool, told: tuple[Key, ...], kind: Kind
) -> tuple[Layout, Dot]:
    """Layout, and how far the boxes lean back; each has just room for its side."""
    category = names(grid.categories, title_of(grid, 0))
    panel = framed(dress, grid.title, [key.text for key in told], category).panel
    slot = (panel[2] - panel[0] - DEEPEST) / len(grid.categories)
    bars = len(grid.series) if kind == "grouped" else 1
    width = (_GROUP if kind == "grouped" else _STACK) * slot
    side = min(DEEPEST, _SIDE * width / (bars + (bars - 1) * _SIDE))
    gap = side / ((width - (bars - 1) * side) / bars)
    depth = (side, RISE * side)
    if kind == "grouped":
        layout = beside_each_other(
            grid, dress, labelled, told, depth=depth, width=width / slot, gap=gap
        )
    else:
        layout = on_top(grid, dress, labelled, told, percent=kind == "percent", depth=depth,
                        width=width / slot)  # fmt: skip
    return layout, depth


def _faces(
    grid: Grid, dress: Dress, labelled: bool, layout: Layout, depth: Dot, kind: Kind
) -> list[Flat]:
    if kind == "grouped":
        return list(solids(standing(grid, dress, labelled, layout, depth), depth))
    return list(solids(stacked(grid, dress, labelled, layout), depth))


def _keys(grid: Grid, dress: Dress, kind: Kind) -> tuple[Key, ...]:
    return keys(grid, dress) if kind == "grouped" else in_order(grid, dress, False)


def _matplotlib(grid: Grid, sheet: Sheet, *, kind: Kind) -> None:
    told = _keys(grid, sheet.dress, kind)
    layout, depth = _laid(grid, sheet.dress, sheet.labelled, told, kind)
    sheet.axes(grid.title, layout.below, layout.beside, keys=told, depth=depth, lined=False)
    faces = _faces(grid, sheet.dress, sheet.labelled, layout, depth, kind)
    paint(sheet, faces, stage(layout, sheet.dress, depth))


def _echarts(grid: Grid, plan: Plan, *, kind: Kind) -> dict[str, Any]:
    told = _keys(grid, plan.dress, kind)
    layout, depth = _laid(grid, plan.dress, plan.labelled, told, kind)
    faces = _faces(grid, plan.dress, plan.labelled, layout, depth, kind)
    drawn = series(plan, faces, told)
    option = plan.axes(grid.title, layout.below, layout.beside, drawn, keys=told, depth=depth,
                       lined=False)  # fmt: skip
    return option | {"graphic": graphic(stage(layout, plan.dress, depth))}


def _chart(kind: Kind, said: str, alias: str, need: Need, *kin: str) -> Chart:
    return Chart(
        name=f"bar_3d_{kind}",
        family="bar",
        said=said,
        need=need,
        matplotlib=partial(_matplotlib, kind=kind),
        echarts=partial(_echarts, kind=kind),
        aliases={alias: None},
        kin=("bar", *kin),
    )


BAR_3D_GROUPED = _chart(
    "grouped", "a 3-D grouped bar chart", "threeD_bar_multi",
    Need("grid", (3, 6), (2, 4), positive=True, least=0.03), "bar_grouped",
)  # fmt: skip
BAR_3D_STACKED = _chart(
    "stacked", "a 3-D stacked bar chart", "threeD_stacked",
    Need("grid", (3, 7), (2, 4), whole=True, least=0.06), "bar_stacked", "bar_3d_percent",
)  # fmt: skip
BAR_3D_PERCENT = _chart(
    "percent", "a 3-D bar chart stacked to 100 percent", "threeD_percent_stacked",
    Need("grid", (3, 7), (2, 4), whole=True, shares=True, least=0.06),
    "bar_stacked", "bar_percent", "bar_3d_stacked",
)  # fmt: skip
