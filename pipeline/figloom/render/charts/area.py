"""Areas under lines: overlaid, stacked, and stacked to a hundred percent."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from itertools import accumulate
from typing import Any

from figloom.charts import Chart, Need
from figloom.render.colours import ink_on, mixed
from figloom.render.plots.beside import Stand, Things, Wish, stands
from figloom.render.plots.frame import text_width
from figloom.render.plots.grids import keys, places, rows, title_of, values
from figloom.render.plots.keys import Key
from figloom.render.plots.lines import Ground, Told, beside_lines, label, strand, stroke, write
from figloom.render.plots.looks import Dress
from figloom.render.plots.numerals import exact
from figloom.render.plots.plan import Plan
from figloom.render.plots.scales import Measure, Names, measure, names
from figloom.render.plots.sheet import Sheet
from figloom.types import Cell, Grid

_HEADROOM = 0.08
_THINNEST, _SHEER = 0.12, 0.4
"""Opacity of areas that lie over each other: least, and as part of the look's own."""
_SEAM = 1.4
"""Width of the line between two stacked areas, in pixels."""

Floors = list[list[float]]


def _scales(grid: Grid, dress: Dress, labelled: bool, kind: str) -> tuple[Names, Measure]:
    tops = values(grid.cells)
    if kind == "stacked":
        tops = tuple(sum(column) for column in zip(*map(values, rows(grid)), strict=True))
    value = measure(
        (0.0, 100.0) if kind == "percent" else tops, title_of(grid, 1), grid.series[0].unit,
        dress.look.numbers, zero=True, count=dress.look.tick_count,
        headroom=_HEADROOM if labelled and kind == "overlaid" else 0.0,
    )  # fmt: skip
    return names(grid.categories, title_of(grid, 0)), value


def _floors(grid: Grid) -> Floors:
    """Sums up to each series, shape (series + 1, categories)."""
    columns = zip(*map(values, rows(grid)), strict=True)
    sums = [list(accumulate(column, initial=0.0)) for column in columns]
    return [list(level) for level in zip(*sums, strict=True)]


def _keys(grid: Grid, dress: Dress, kind: str) -> tuple[Key, ...]:
    """The legend; one beside a stack has its order from the top down."""
    told = keys(grid, dress)
    return told[::-1] if kind != "overlaid" and dress.look.legend == "right" else told


def _sheer(dress: Dress) -> float:
    return max(_THINNEST, _SHEER * dress.look.opacity)


def _found(
    grid: Grid, dress: Dress, below: Names, beside: Measure, told: Sequence[Key], kind: str
) -> dict[str, Stand]:
    ground = Ground(dress, grid.title, below, beside, keys=told)
    if kind == "overlaid":
        return _over(grid, ground, beside)
    levels = _floors(grid)
    lines = [[ground.dot(at, v, beside) for at, v in enumerate(level)] for level in levels]
    wishes = []
    for number, row in enumerate(rows(grid)):
        for at, cell in enumerate(row):
            text = exact(cell.value or 0.0, places(grid), dress.look.numbers)
            inwards = (text_width(text, dress.look, dress.look.value_size) / 2 + 4) / ground.slot
            place, value = _middle(levels[number], levels[number + 1], at, inwards)
            colour = ink_on(dress.colour(number))
            wishes.append(Wish(cell.id, text, ground.dot(place, value, beside), colour, "on"))
    found = stands(dress, wishes, Things(ground.bounds, lines))
    told_at = {wish.fact: wish.at for wish in wishes}
    for number, row in enumerate(rows(grid)):
        for cell, (x, y) in zip(row, lines[number + 1], strict=True):
            (left, top), stand = told_at[cell.id], found[cell.id]
            shift = round(left - x + stand.shift[0], 2), round(top - y + stand.shift[1], 2)
            found[cell.id] = replace(stand, shift=shift)
    return found


def _over(grid: Grid, ground: Ground, beside: Measure) -> dict[str, Stand]:
    """The values of overlaid areas beside their lines, dark enough for all areas together."""
    dress, told = ground.dress, []
    fill, edges = dress.palette.panel, []
    for number, row in enumerate(rows(grid)):
        told.append(Told(row, beside, number))
        fill = mixed(dress.colour(number), fill, _sheer(dress))
        ends = ground.dots(row, beside)[:: len(row) - 1]
        edges += [((x, y), (x, ground.panel[3])) for x, y in ends]
    return beside_lines(ground, told, fences=edges, fill=fill)


def _middle(
    low: Sequence[float], high: Sequence[float], at: int, inwards: float
) -> tuple[float, float]:
    """Place and value midway between the edges of a band; further in at its two ends."""
    levels = [(a + b) / 2 for a, b in zip(low, high, strict=True)]
    last = len(levels) - 1
    if 0 < at < last:
        return at, levels[at]
    inwards = min(inwards, 0.9)
    near = levels[1 if at == 0 else last - 1]
    place = inwards if at == 0 else last - inwards
    return place, levels[at] + inwards * (near - levels[at])


def _matplotlib(grid: Grid, sheet: Sheet, *, kind: str) -> None:
    dress = sheet.dress
    below, beside = _scales(grid, dress, sheet.labelled, kind)
    told = _keys(grid, dress, kind)
    found = _found(grid, dress, below, beside, told, kind) if sheet.labelled else {}
    axes = sheet.axes(grid.title, below, beside, keys=told)
    if kind != "overlaid":
        _stack(grid, sheet, axes, found)
        return
    for number, row in enumerate(rows(grid)):
        area = axes.fill_between(
            range(len(row)), values(row), color=dress.colour(number), alpha=_sheer(dress),
            linewidth=0, zorder=2,
        )  # fmt: skip
        sheet.mark(area, "area", grid.series[number].id)
    for number, row in enumerate(rows(grid)):
        stroke(sheet, axes, row, number)
    for row in rows(grid):
        write(sheet, axes, row, found)


def _stack(grid: Grid, sheet: Sheet, axes: Any, found: dict[str, Stand]) -> None:
    levels, dress = _floors(grid), sheet.dress
    for number, row in enumerate(rows(grid)):
        low, high = levels[number], levels[number + 1]
        area = axes.fill_between(
            range(len(row)), low, high, color=dress.colour(number), linewidth=0, zorder=2
        )
        sheet.mark(area, "band", grid.series[number].id)
        (seam,) = axes.plot(
            range(len(row)), high, color=dress.palette.panel, linewidth=_SEAM, clip_on=False,
            zorder=3,
        )  # fmt: skip
        sheet.mark(seam, "point", *(cell.id for cell in row))
    for row, high in zip(rows(grid), levels[1:], strict=True):
        write(sheet, axes, row, found, high)


def _echarts(grid: Grid, plan: Plan, *, kind: str) -> dict[str, Any]:
    dress = plan.dress
    below, beside = _scales(grid, dress, plan.labelled, kind)
    told = _keys(grid, dress, kind)
    found = _found(grid, dress, below, beside, told, kind) if plan.labelled else {}
    drawn = []
    for number, (series, row) in enumerate(zip(grid.series, rows(grid), strict=True)):
        line = strand(plan, series.name, row, number)
        label(plan, line["data"], row, found)
        drawn.append(_under(plan, line, series.id, row, number, kind))
        if kind != "overlaid":
            seam = {"color": dress.palette.panel, "width": _SEAM}
            line |= {"stack": "lines", "lineStyle": seam, "symbolSize": 0.01}
        drawn.append(line)
    return plan.axes(grid.title, below, beside, drawn, keys=told)


def _under(
    plan: Plan, line: dict[str, Any], series: str, row: Sequence[Cell], number: int, kind: str
) -> dict[str, Any]:
    """The area under a line, as a series of its own, so that it hides no other's line."""
    over = kind == "overlaid"
    area = {
        **line, "data": list(values(row)), "showSymbol": False, "z": 2,
        "lineStyle": {"opacity": 0},
        "areaStyle": {"color": plan.dress.colour(number),
                      "opacity": _sheer(plan.dress) if over else 1.0},
        "figloom": {"facts": [series], "role": "area" if over else "band", "part": ""},
    }  # fmt: skip
    return area if over else {**area, "stack": "areas"}


def _chart(name: str, said: str, kind: str, need: Need, alias: str, kin: tuple[str, ...]) -> Chart:
    return Chart(
        name=name, family="area", said=said, need=need,
        matplotlib=partial(_matplotlib, kind=kind), echarts=partial(_echarts, kind=kind),
        aliases={alias: None}, kin=kin,
    )  # fmt: skip


AREA = _chart(
    "area", "an area chart", "overlaid", Need("grid", (5, 12), (1, 3), along="time", positive=True),
    "area", ("line", "line_multi"),
)  # fmt: skip
AREA_STACKED = _chart(
    "area_stacked", "a stacked area chart", "stacked",
    Need("grid", (5, 9), (2, 4), along="time", whole=True, least=0.06),
    "area_stack", ("area",),
)  # fmt: skip
AREA_PERCENT = _chart(
    "area_percent", "a percent stacked area chart", "percent",
    Need("grid", (5, 9), (2, 4), along="time", whole=True, shares=True, least=0.06),
    "area_percent", ("area", "area_stacked"),
)  # fmt: skip
