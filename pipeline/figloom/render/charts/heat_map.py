"""A heat map: a table of cells whose colour is their value, with a colour bar to read it from."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from figloom.charts import Chart, Need
from figloom.render.colours import ink_on
from figloom.render.plots.frame import LEADING, PAD, TICK, Frame, Unfit, text_width
from figloom.render.plots.frame import plan as framed
from figloom.render.plots.grids import places, rows, title_of, values
from figloom.render.plots.looks import Dress
from figloom.render.plots.numerals import exact
from figloom.render.plots.pieces import Fill, Piece, Stroke, Word, paint, painted
from figloom.render.plots.plan import Plan
from figloom.render.plots.ramps import colour
from figloom.render.plots.scales import Measure, Names, measure, names
from figloom.render.plots.sheet import Sheet
from figloom.types import Axis, Cell, Dot, Grid, Tick

_BAR, _OFF = 18.0, 22.0
"""Width of the colour bar, and its distance from the panel."""
_STRIPES = 48
_SEAM = 1.5


@dataclass(frozen=True, slots=True)
class _Scales:
    below: Names
    beside: Names
    value: Measure
    depth: Dot
    """Pixels for the colour bar at the right, and for its title above."""


def _scales(grid: Grid, dress: Dress) -> _Scales:
    look = dress.look
    value = measure(values(grid.cells), title_of(grid, 1), grid.series[0].unit, look.numbers,
                    zero=False, count=look.tick_count)  # fmt: skip
    wide = max(text_width(text, look, look.tick_size) for text in value.texts)
    above = LEADING * look.axis_size + look.tick_size
    beside = Names(tuple(series.name for series in grid.series))
    return _Scales(
        names(grid.categories, title_of(grid, 0)), beside, value,
        (_OFF + _BAR + 2 * TICK + wide, above if value.title else 0.0),
    )  # fmt: skip


def _fill(dress: Dress, scale: Measure, cell: Cell) -> str:
    share = ((cell.value or 0.0) - scale.low) / (scale.high - scale.low)
    return colour(dress.palette, share)


def _bar(dress: Dress, frame: Frame, scale: Measure) -> tuple[list[Piece], Axis]:
    """The colour bar beside the panel, low values at its foot."""
    look, palette = dress.look, dress.palette
    _, top, right, foot = frame.panel
    x0, x1, tall = right + _OFF, right + _OFF + _BAR, foot - top
    edges = [round(foot - tall * number / _STRIPES) for number in range(_STRIPES + 1)]
    pieces: list[Piece] = [
        Fill((x0, edges[n + 1], x1, edges[n]), colour(palette, (n + 0.5) / _STRIPES), "scale",
             part="colour")
        for n in range(_STRIPES)
    ]  # fmt: skip
    ticks = []
    for value, text in zip(scale.ticks, scale.texts, strict=True):
        y = round(foot - tall * (value - scale.low) / (scale.high - scale.low), 2)
        ticks.append(Tick(value, y, text))
        pieces.append(Stroke(((x1, y), (x1 + TICK, y)), palette.line, part="colour"))
        pieces.append(Word(text, x1 + 2 * TICK, y, look.tick_size, palette.muted, "tick",
                           part="colour", align="left"))  # fmt: skip
    if scale.title:
        y = top - LEADING * look.axis_size / 2 - look.tick_size
        pieces.append(Word(scale.title, look.width - PAD, y, look.axis_size, palette.muted,
                           "axis_title", part="colour", align="right"))  # fmt: skip
    axis = Axis("", "colour", "linear", scale.low, scale.high, (float(foot), float(top)),
                tuple(ticks), scale.unit, title=scale.title)  # fmt: skip
    return pieces, axis


def _fits(grid: Grid, dress: Dress, scales: _Scales) -> None:
    """Unfit where a value is wider than its cell."""
    x0, y0, x1, y1 = framed(
        dress, grid.title, (), scales.below, scales.beside, depth=scales.depth
    ).panel
    size = dress.look.value_size
    wide = max(
        text_width(exact(value, places(grid), dress.look.numbers), dress.look, size)
        for value in values(grid.cells)
    )
    if wide > (x1 - x0) / len(grid.categories) - 6 or (y1 - y0) / len(grid.series) < 1.4 * size:
        raise Unfit("no room for the values")


def _matplotlib(grid: Grid, sheet: Sheet) -> None:
    from matplotlib.patches import Rectangle

    dress, scales = sheet.dress, _scales(grid, sheet.dress)
    if sheet.labelled:
        _fits(grid, dress, scales)
    axes = sheet.axes(grid.title, scales.below, scales.beside, depth=scales.depth, lined=False)
    for down, row in enumerate(rows(grid)):
        for across, cell in enumerate(row):
            fill = _fill(dress, scales.value, cell)
            patch = Rectangle((across - 0.5, down - 0.5), 1, 1, facecolor=fill,
                              edgecolor=dress.palette.ground, linewidth=_SEAM)  # fmt: skip
            sheet.mark(axes.add_patch(patch), "cell", cell.id)
            sheet.value(axes, across, down, cell.value or 0.0, cell.id, at="on",
                        colour=ink_on(fill))  # fmt: skip
    assert sheet.frame is not None
    pieces, axis = _bar(dress, sheet.frame, scales.value)
    paint(sheet, pieces)
    sheet.scale(axis)


def _echarts(grid: Grid, plan: Plan) -> dict[str, Any]:
    from pyecharts.charts import HeatMap

    dress, scales = plan.dress, _scales(grid, plan.dress)
    if plan.labelled:
        _fits(grid, dress, scales)
    items = []
    for down, row in enumerate(rows(grid)):
        for across, cell in enumerate(row):
            fill = _fill(dress, scales.value, cell)
            items.append({
                **plan.item([across, down, cell.value], cell.id),
                "itemStyle": {"color": fill, "borderColor": dress.palette.ground,
                              "borderWidth": _SEAM},
                "label": plan.label(cell.value or 0.0, "inside", color=ink_on(fill)),
            })  # fmt: skip
    chart = HeatMap().add_xaxis([]).add_yaxis(grid.title, [], [])
    series = {**plan.series(chart), "data": items, "progressive": 0}
    option = plan.axes(grid.title, scales.below, scales.beside, [series], depth=scales.depth,
                       lined=False)  # fmt: skip
    assert plan.frame is not None
    pieces, axis = _bar(dress, plan.frame, scales.value)
    option["series"].append(painted(plan, pieces))
    plan.scale(axis)
    return option


HEAT_MAP = Chart(
    name="heat_map", family="heat_map", said="a heat map",
    need=Need("grid", (4, 10), (3, 7), along="names", loose=True, label=20),
    matplotlib=_matplotlib, echarts=_echarts, aliases={}, kin=("treemap",),
)  # fmt: skip
