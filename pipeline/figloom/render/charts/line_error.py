"""Lines of means with error bars from `low` to `high`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from figloom.charts import Chart, Need
from figloom.render.plots.beside import Stand
from figloom.render.plots.grids import keys, rows, title_of
from figloom.render.plots.lines import Ground, Row, Told, beside_lines, label, strand, stroke, write
from figloom.render.plots.looks import Look
from figloom.render.plots.plan import Plan
from figloom.render.plots.scales import Measure, Names, measure, names
from figloom.render.plots.sheet import Sheet
from figloom.types import Dot, Grid

_HEADROOM = 0.04
_APART = 0.17
"""Between the bars of two series, in parts of a category's place."""
_CAP = 11.0
"""Width of the ends of error bars, in pixels."""
_WIDTH = 1.6


def _scales(grid: Grid, look: Look, labelled: bool) -> tuple[Names, Measure]:
    ends = [value for cell in grid.cells for value in (cell.value, cell.low, cell.high)]
    value = measure(
        [end for end in ends if end is not None], title_of(grid, 1), grid.series[0].unit,
        look.numbers, zero=False, count=look.tick_count, headroom=_HEADROOM if labelled else 0.0,
    )  # fmt: skip
    return names(grid.categories, title_of(grid, 0)), value


def _shifts(grid: Grid) -> list[float]:
    """How far each series stands beside its category, so that no bar hides another."""
    count = len(grid.series)
    return [_APART * (number - (count - 1) / 2) for number in range(count)]


def _bars(row: Row, shift: float) -> Iterator[tuple[str, float, float, float]]:
    """Fact, place, low and high of each error bar."""
    for at, cell in enumerate(row):
        if cell.low is None or cell.high is None:
            raise ValueError(f"the cell {cell.id} has no error bar, which Need.errors promises")
        yield cell.id, at + shift, cell.low, cell.high


def _found(grid: Grid, ground: Ground, beside: Measure) -> dict[str, Stand]:
    told, fences = [], []
    for number, (row, shift) in enumerate(zip(rows(grid), _shifts(grid), strict=True)):
        told.append(Told(row, beside, number, shift))
        for _, place, low, high in _bars(row, shift):
            fences += _outline(ground.dot(place, low, beside), ground.dot(place, high, beside))
    return beside_lines(ground, told, fences=fences)


def _outline(low: Dot, high: Dot) -> list[tuple[Dot, Dot]]:
    """An error bar with its caps, as lines."""
    half = _CAP / 2
    caps = [((x - half, y), (x + half, y)) for x, y in (low, high)]
    return [(low, high), *caps]


def _matplotlib(grid: Grid, sheet: Sheet) -> None:
    below, beside = _scales(grid, sheet.look, sheet.labelled)
    told = keys(grid, sheet.dress, "line")
    ground = Ground(sheet.dress, grid.title, below, beside, keys=told)
    found = _found(grid, ground, beside) if sheet.labelled else {}
    axes = sheet.axes(grid.title, below, beside, keys=told)
    for number, (row, shift) in enumerate(zip(rows(grid), _shifts(grid), strict=True)):
        colour, bars = sheet.dress.colour(number), list(_bars(row, shift))
        for fact, place, low, high in bars:
            (stem,) = axes.plot((place, place), (low, high), color=colour, linewidth=_WIDTH)
            sheet.mark(stem, "whisker", fact)
        for part, end in (("low", 2), ("high", 3)):
            (caps,) = axes.plot(
                [bar[1] for bar in bars], [bar[end] for bar in bars], color=colour,
                linestyle="none", marker="_", markersize=_CAP, markeredgewidth=_WIDTH,
            )  # fmt: skip
            sheet.mark(caps, "error", *(bar[0] for bar in bars), part=part)
        stroke(sheet, axes, row, number, shift=shift)
    for row, shift in zip(rows(grid), _shifts(grid), strict=True):
        write(sheet, axes, row, found, shift=shift)


def _echarts(grid: Grid, plan: Plan) -> dict[str, Any]:
    below, beside = _scales(grid, plan.look, plan.labelled)
    told = keys(grid, plan.dress, "line")
    ground = Ground(plan.dress, grid.title, below, beside, keys=told)
    found = _found(grid, ground, beside) if plan.labelled else {}
    drawn: list[dict[str, Any]] = []
    for number, (row, shift) in enumerate(zip(rows(grid), _shifts(grid), strict=True)):
        drawn += _error_bars(plan, row, shift, plan.dress.colour(number))
        line = strand(plan, grid.series[number].name, row, number)
        for at, item in enumerate(line["data"]):
            item["value"] = [at + shift, item["value"]]
        label(plan, line["data"], row, found)
        drawn.append(line)
    option = plan.axes(grid.title, below, beside, drawn, keys=told)
    # A category axis has no places between its categories; this one, which is not seen, has.
    option["xAxis"].append({"type": "value", "show": False, "min": -0.5,
                            "max": len(below.texts) - 0.5})  # fmt: skip
    for series in drawn:
        series["xAxisIndex"] = 1
    return option


def _error_bars(plan: Plan, row: Row, shift: float, colour: str) -> list[dict[str, Any]]:
    bars = list(_bars(row, shift))
    plain = {"animation": False, "silent": True, "z": 3}
    stems = [
        {"coords": [[place, low], [place, high]],
         "figloom": {"facts": [fact], "role": "whisker", "part": ""}}
        for fact, place, low, high in bars
    ]  # fmt: skip
    style = {"color": colour, "width": _WIDTH, "opacity": 1.0}
    caps = [
        plan.item([bar[1], bar[end]], bar[0], role="error", part=part)
        for part, end in (("low", 2), ("high", 3))
        for bar in bars
    ]
    return [
        {**plain, "type": "lines", "coordinateSystem": "cartesian2d", "data": stems,
         "symbol": "none", "lineStyle": style},
        {**plain, "type": "scatter", "data": caps, "symbol": "rect",
         "symbolSize": [_CAP, _WIDTH], "itemStyle": {"color": colour, "opacity": 1.0}},
    ]  # fmt: skip


LINE_ERROR = Chart(
    name="line_error",
    family="line",
    said="a line chart with error bars",
    need=Need("grid", (4, 7), (1, 3), along="ordered", loose=True, errors=True),
    matplotlib=_matplotlib,
    echarts=_echarts,
    aliases={"line_err": None},
    kin=("line", "line_multi", "box"),
)
