"""A funnel: centred bars from the widest to the narrowest, with a scale of widths below."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any

from figloom.charts import Chart, Need
from figloom.render.colours import ink_on, mixed
from figloom.render.plots.bars import value_axis, widest, written
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
from figloom.render.plots.frame import plan as framed
from figloom.render.plots.grids import rows, title_of, values
from figloom.render.plots.looks import Dress
from figloom.render.plots.plan import Plan
from figloom.render.plots.scales import Measure, Names, names
from figloom.render.plots.sheet import Sheet
from figloom.types import Box, Cell, Grid

_TALL = 0.62
"""Part of a stage's place that its bar fills; what joins it to the next fills the rest."""


@dataclass(frozen=True, slots=True)
class _Layout:
    names: Names
    widths: Measure
    panel: Box


def _laid(grid: Grid, dress: Dress) -> _Layout:
    category = names(grid.categories, title_of(grid, 0))
    widths = value_axis(grid, dress.look, values(grid.cells))
    widths = replace(widths, title=f"Width: {widths.title}", dimension="size")
    return _Layout(category, widths, framed(dress, grid.title, (), widths, category).panel)


def _bars(grid: Grid, layout: _Layout) -> list[tuple[Cell, Box]]:
    x0, y0, x1, y1 = layout.panel
    middle, tall = (x0 + x1) / 2, _TALL * (y1 - y0) / len(grid.categories)
    found = []
    (row,) = rows(grid)
    for at, cell in enumerate(row):
        half = (across(layout.widths, cell.value or 0.0, layout.panel) - x0) / 2
        y = along(layout.names, at, layout.panel)
        found.append((cell, (middle - half, y - tall / 2, middle + half, y + tall / 2)))
    return found


def _stages(grid: Grid, dress: Dress, labelled: bool, layout: _Layout) -> Iterator[Flat]:
    look, palette = dress.look, dress.palette
    colour = dress.colour(0)
    edge, width = (palette.ink, look.outline) if look.outline else ("", 0.0)
    bars = _bars(grid, layout)
    for (_, upper), (_, lower) in pairwise(bars):
        joint = ((upper[0], upper[3]), (upper[2], upper[3]), (lower[2], lower[1]),
                 (lower[0], lower[1]))  # fmt: skip
        yield Flat(joint, mixed(colour, palette.panel, 0.28), "joint")
    longest = widest(grid, look)
    for cell, box in bars:
        told = None
        if labelled:
            x, y, ink = (box[0] + box[2]) / 2, (box[1] + box[3]) / 2, ink_on(colour)
            if box[2] - box[0] < longest + 10:
                x, ink = box[2] + 6 + longest / 2, palette.ink
            told = Told(written(cell, grid, look), (x, y), ink)
        yield Flat(corners(box), colour, "stage", (cell.id,), "", edge, width, told)


def _ground(dress: Dress, layout: _Layout) -> list[Ornament]:
    """The panel, and the line that the scale of widths stands on."""
    x0, y0, x1, y1 = layout.panel
    ground = Ornament(corners((x0, y0, x1, y1)), fill=dress.palette.panel)
    return [ground, Ornament(((x0, y1), (x1, y1)), stroke=dress.palette.line, above=True)]


def _matplotlib(grid: Grid, sheet: Sheet) -> None:
    layout = _laid(grid, sheet.dress)
    sheet.axes(grid.title, layout.widths, layout.names, lined=False)
    stages = list(_stages(grid, sheet.dress, sheet.labelled, layout))
    paint(sheet, stages, _ground(sheet.dress, layout))


def _echarts(grid: Grid, plan: Plan) -> dict[str, Any]:
    layout = _laid(grid, plan.dress)
    stages = list(_stages(grid, plan.dress, plan.labelled, layout))
    option = plan.axes(grid.title, layout.widths, layout.names, series(plan, stages), lined=False)
    return option | {"graphic": graphic(_ground(plan.dress, layout))}


FUNNEL = Chart(
    name="funnel", family="bar", said="a funnel chart",
    need=Need("grid", (4, 8), along="names", whole=True, least=0.03, descending=True),
    matplotlib=_matplotlib, echarts=_echarts, aliases={}, kin=("bar", "bar_horizontal"),
)  # fmt: skip
