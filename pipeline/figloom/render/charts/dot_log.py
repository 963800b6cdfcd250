"""Dots on a logarithmic axis: bars would need a zero, which it has not."""

from __future__ import annotations

import math
from typing import Any

from figloom.charts import Chart, Need
from figloom.render.plots.bars import widest
from figloom.render.plots.flats import Ornament, along, graphic, paint
from figloom.render.plots.frame import plan as framed
from figloom.render.plots.grids import rows, title_of, values
from figloom.render.plots.looks import Dress, Look
from figloom.render.plots.numerals import ticks
from figloom.render.plots.plan import Plan
from figloom.render.plots.scales import Measure, Names, names, titled
from figloom.render.plots.sheet import Sheet
from figloom.types import Box, Grid

_DECADES = 4
"""Axes of at most so many decades are ticked at 1, 2 and 5, longer ones at 1 alone."""
_LEAST = 9.0
"""Diameter of a dot, at least, in pixels."""


def _axis(grid: Grid, dress: Dress, spare: float) -> Measure:
    """From the last tick below the values to the first that leaves `spare`, a part of the axis,
    beyond them."""
    told, look = values(grid.cells), dress.look
    first, last = math.floor(math.log10(min(told))), math.ceil(math.log10(max(told)))
    parts = (1, 2, 5) if last - first <= _DECADES else (1,)
    places = [part * 10.0**power for power in range(first - 1, last + 2) for part in parts]
    low = max(place for place in places if place <= min(told) * 0.97)
    reach = math.log10(max(told) / low) / (1 - spare)
    high = min(place for place in places if math.log10(place / low) >= reach)
    kept = tuple(place for place in places if low <= place <= high)
    texts = tuple(_text(place, look) for place in kept)
    unit = grid.series[0].unit
    return Measure(low, high, kept, texts, titled(title_of(grid, 1), unit), unit, log=True)


def _text(place: float, look: Look) -> str:
    """Each by itself, since they differ in size, but all thousands alike: 1K before 2K."""
    whole = 10.0 ** (3 * math.floor(math.log10(place) / 3 + 1e-9))
    if look.numbers != "short" or whole < 1e3:
        return ticks((place,), look.numbers)[0]
    return ticks((place, 2 * whole), look.numbers)[0]


def _laid(grid: Grid, dress: Dress, labelled: bool) -> tuple[Names, Measure, Box]:
    category = names(grid.categories, title_of(grid, 0))
    plain = _axis(grid, dress, 0.02)
    x0, _, x1, _ = framed(dress, grid.title, (), plain, category).panel
    if labelled:
        plain = _axis(grid, dress, (widest(grid, dress.look) + _size(dress) + 8) / (x1 - x0))
    return category, plain, framed(dress, grid.title, (), plain, category).panel


def _size(dress: Dress) -> float:
    return max(_LEAST, 1.4 * dress.look.marker_size)


def _guides(category: Names, dress: Dress, panel: Box) -> list[Ornament]:
    """A thin line through each row, for the eye; looks with a full grid have it already."""
    heights = [along(category, at, panel) for at in range(len(category.texts))]
    ends = [((panel[0], y), (panel[2], y)) for y in heights]
    return [Ornament(line, stroke=dress.palette.grid, dash=(1.0, 3.0)) for line in ends]


def _matplotlib(grid: Grid, sheet: Sheet) -> None:
    category, value, panel = _laid(grid, sheet.dress, sheet.labelled)
    axes = sheet.axes(grid.title, value, category)
    paint(sheet, [], _guides(category, sheet.dress, panel))
    (row,) = rows(grid)
    size = _size(sheet.dress)
    cloud = axes.scatter(
        values(row), range(len(row)), s=size**2, color=sheet.dress.colour(0), linewidths=0,
        zorder=3, clip_on=False,
    )  # fmt: skip
    sheet.mark(cloud, "point", *(cell.id for cell in row))
    for at, cell in enumerate(row):
        told = cell.value or 0.0
        sheet.value(axes, told, at, told, cell.id, at="right", gap=size / 2 + 4)


def _echarts(grid: Grid, plan: Plan) -> dict[str, Any]:
    from pyecharts.charts import Scatter

    category, value, panel = _laid(grid, plan.dress, plan.labelled)
    (row,) = rows(grid)
    items = [plan.item([cell.value, at], cell.id) for at, cell in enumerate(row)]
    chart = Scatter().add_xaxis([]).add_yaxis(grid.series[0].name, [])
    series = plan.series(chart) | {
        "data": items, "symbol": "circle", "symbolSize": _size(plan.dress), "clip": False,
        "itemStyle": {"color": plan.dress.colour(0), "opacity": 1},
    }  # fmt: skip
    for item, cell in zip(items, row, strict=True):
        item["label"] = plan.label(cell.value or 0.0, "right")
    option = plan.axes(grid.title, value, category, [series])
    return option | {"graphic": graphic(_guides(category, plan.dress, panel))}


DOT_LOG = Chart(
    name="dot_log", family="scatter", said="a dot plot with a logarithmic axis",
    need=Need("grid", (4, 12), positive=True, decades=1.5), matplotlib=_matplotlib,
    echarts=_echarts, aliases={}, kin=("scatter",),
)  # fmt: skip
