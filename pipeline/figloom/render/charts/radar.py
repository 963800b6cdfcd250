"""Radars: one polygon, several, or several filled ones, over spokes with one common scale."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

from figloom.charts import Chart, Need
from figloom.render.colours import mixed
from figloom.render.plots.frame import plan as framed
from figloom.render.plots.grids import keys, rows, title_of, values
from figloom.render.plots.keys import dash, symbol
from figloom.render.plots.looks import Dress
from figloom.render.plots.plan import Plan
from figloom.render.plots.scales import Measure, measure
from figloom.render.plots.sheet import DASHES, SYMBOLS, Sheet
from figloom.render.plots.spokes import (
    NAME_GAP,
    Dial,
    Word,
    beside_vertices,
    caption,
    dial,
    name_words,
    tick_words,
    web,
)
from figloom.types import Axis, Box, Dot, Grid, Tick

_SHEER = 0.2
"""Opacity of filled polygons, as part of the look's own."""
_APART = 0.08
"""Polygons that nearly coincide hide each other."""
_TICKS = 4
_HALO = 2.0
"""Width of the rim that keeps the lines off the texts of the ticks, in pixels."""


def _scale(grid: Grid, dress: Dress) -> Measure:
    return measure(
        values(grid.cells), title_of(grid, 1), grid.series[0].unit, dress.look.numbers,
        zero=True, count=_TICKS,
    )  # fmt: skip


def _ground(grid: Grid, dress: Dress, filled: bool) -> str:
    """The darkest (or lightest) ground that a value may stand on."""
    ground = dress.palette.panel
    for number in range(len(grid.series) if filled else 0):
        ground = mixed(dress.colour(number), ground, _SHEER * dress.look.opacity)
    return ground


def _matplotlib(grid: Grid, sheet: Sheet, *, filled: bool) -> None:
    dress, told = sheet.dress, keys(grid, sheet.dress)
    axes = sheet.blank(grid.title, keys=told)
    panel = framed(dress, grid.title, [key.text for key in told]).panel
    made = dial(grid, dress, _scale(grid, dress), panel)
    axes.set_xlim(panel[0], panel[2])
    axes.set_ylim(panel[3], panel[1])
    _web(sheet, axes, made)
    _words(grid, sheet, made, panel)
    for number, row in enumerate(rows(grid)):
        dots = [made.dot(spoke, value) for spoke, value in enumerate(values(row))]
        if filled:
            colour = dress.colour(number)
            (area,) = axes.fill(*_xy(dots), color=colour, alpha=_SHEER * sheet.look.opacity,
                                linewidth=0, zorder=3)  # fmt: skip
            sheet.mark(area, "area", grid.series[number].id)
    for number, row in enumerate(rows(grid)):
        dots = [made.dot(spoke, value) for spoke, value in enumerate(values(row))]
        _polygon(sheet, axes, dots, number, [cell.id for cell in row])
    for name, angle in zip(grid.categories, made.angles, strict=True):
        sheet.scale(_spoke(made, name.name, angle))
    if sheet.labelled:
        wishes, found = beside_vertices(grid, dress, made, panel, _ground(grid, dress, filled))
        for wish in wishes:
            stand = found[wish.fact]
            sheet.value(axes, *wish.at, 0.0, wish.fact, at="on", shift=stand.shift,
                        colour=stand.colour, text=stand.text)  # fmt: skip


def _xy(dots: Sequence[Dot]) -> tuple[list[float], list[float]]:
    return [x for x, _ in dots], [y for _, y in dots]


def _web(sheet: Sheet, axes: Any, made: Dial) -> None:
    spokes, palette, colour = range(len(made.angles)), sheet.dress.palette, web(sheet.dress)
    rim = [made.at(spoke, made.radius) for spoke in spokes]
    axes.fill(*_xy(rim), color=palette.panel, linewidth=0, zorder=0.5)
    for value in made.scale.ticks[1:]:
        ring = [made.dot(spoke, value) for spoke in (*spokes, 0)]
        axes.plot(*_xy(ring), color=colour, linewidth=1.0, zorder=1)
    for spoke in spokes:
        ends = [made.centre, made.at(spoke, made.radius)]
        (line,) = axes.plot(*_xy(ends), color=colour, linewidth=1.0, zorder=1)
        sheet.mark(line, "spoke")


def _words(grid: Grid, sheet: Sheet, made: Dial, panel: Box) -> None:
    from matplotlib.patheffects import withStroke

    look, colour = sheet.look, sheet.dress.palette.muted
    for word in name_words(grid, sheet.dress, made):
        sheet.mark(sheet.canvas.write(word.text, *word.at, look.tick_size, colour), "tick")
    halo = withStroke(linewidth=2 * _HALO, foreground=sheet.dress.palette.panel)
    for word in tick_words(made):
        artist = sheet.canvas.write(word.text, *word.at, look.tick_size, colour)
        artist.set_path_effects([halo])
        sheet.mark(artist, "tick")
    below = caption(sheet.dress, made, panel)
    if below is not None:
        artist = sheet.canvas.write(below.text, *below.at, look.axis_size, colour)
        sheet.mark(artist, "axis_title", part="radius")


def _polygon(
    sheet: Sheet, axes: Any, dots: Sequence[Dot], number: int, facts: Sequence[str]
) -> None:
    look, colour = sheet.look, sheet.dress.colour(number)
    (line,) = axes.plot(
        *_xy([*dots, dots[0]]), color=colour, linewidth=look.line_width,
        linestyle=DASHES[dash(sheet.dress, number)], solid_joinstyle="round", zorder=4,
    )  # fmt: skip
    sheet.mark(line, "line")
    (vertices,) = axes.plot(
        *_xy(dots), color=colour, linestyle="none", markersize=look.marker_size,
        marker=SYMBOLS.get(symbol(sheet.dress, number), ""), zorder=5,
    )  # fmt: skip
    sheet.mark(vertices, "point", *facts)


def _spoke(made: Dial, name: str, angle: float) -> Axis:
    scale = made.scale

    def away(value: float) -> float:
        return made.radius * (value - scale.low) / (scale.high - scale.low)

    ticks = tuple(
        Tick(value, away(value), text) for value, text in zip(scale.ticks, scale.texts, strict=True)
    )
    return Axis("", "radius", "linear", scale.low, scale.high, (0.0, made.radius), ticks,
                scale.unit, "", scale.title, name)  # fmt: skip


def _echarts(grid: Grid, plan: Plan, *, filled: bool) -> dict[str, Any]:
    dress, told = plan.dress, keys(grid, plan.dress)
    panel = plan.panel(grid.title, told)
    made = dial(grid, dress, _scale(grid, dress), panel)
    drawn = [_series(grid, plan, under) for under in ((True, False) if filled else (False,))]
    option = plan.blank(grid.title, drawn, keys=told)
    option["radar"] = _component(grid, plan, made)
    words = [_tick(plan, word) for word in tick_words(made)]
    if plan.labelled:
        wishes, found = beside_vertices(grid, dress, made, panel, _ground(grid, dress, filled))
        for wish in wishes:
            stand = found[wish.fact]
            at = wish.at[0] + stand.shift[0], wish.at[1] + stand.shift[1]
            item = plan.item([0], wish.fact, role="value")
            word = Word(stand.text, at)
            words.append(item | _text(plan, word, plan.look.value_size, stand.colour))
    below = caption(dress, made, panel)
    if below is not None:
        item = {"value": [0], "figloom": {"facts": [], "words": "axis_title", "part": "radius"}}
        size, colour = plan.look.axis_size, dress.palette.muted
        words.append(item | _text(plan, below, size, colour))
    option["series"].append({
        "type": "custom", "coordinateSystem": "none", "data": words, "animation": False,
        "silent": True, "clip": False, "z": 9,
    })  # fmt: skip
    return option


def _tick(plan: Plan, word: Word) -> dict[str, Any]:
    palette = plan.dress.palette
    item = {"value": [0], "figloom": {"facts": [], "words": "tick", "part": ""}}
    drawn = _text(plan, word, plan.look.tick_size, palette.muted)
    drawn["draw"]["style"] |= {"stroke": palette.panel, "lineWidth": 2 * _HALO}
    return item | drawn


def _text(plan: Plan, word: Word, size: float, colour: str) -> dict[str, Any]:
    style = plan.text(size, colour)
    style["fill"] = style.pop("color")
    return {"draw": {"type": "text", "x": word.at[0], "y": word.at[1], "style": {
        "text": word.text, **style, "align": "center", "verticalAlign": "middle"}}}  # fmt: skip


def _series(grid: Grid, plan: Plan, under: bool) -> dict[str, Any]:
    """The polygons, or the areas `under` them: a series of its own, which hides no line."""
    data = []
    for number, (series, row) in enumerate(zip(grid.series, rows(grid), strict=True)):
        # ECharts walks its spokes anticlockwise.
        turned = [row[0], *row[:0:-1]]
        item = plan.item([cell.value for cell in turned], *(cell.id for cell in turned))
        item["figloom"]["whole"] = [series.id]
        look = plan.line(number, symbol(plan.dress, number), dash(plan.dress, number))
        if under:
            colour, opacity = plan.dress.colour(number), _SHEER * plan.look.opacity
            look |= {"symbol": "none", "lineStyle": {"opacity": 0},
                     "areaStyle": {"color": colour, "opacity": opacity}}  # fmt: skip
        data.append(item | {"name": series.name, **look})
    return {"type": "radar", "data": data, "animation": False, "silent": True,
            "z": 3 if under else 4}  # fmt: skip


def _component(grid: Grid, plan: Plan, made: Dial) -> dict[str, Any]:
    palette, scale = plan.dress.palette, made.scale
    names = [category.name for category in grid.categories]
    texts = [list(pair) for pair in zip(scale.ticks, scale.texts, strict=True)]
    indicators = [
        {"name": name, "min": scale.low, "max": scale.high, "texts": texts,
         "axisLabel": {"show": False}}
        for name in [names[0], *names[:0:-1]]
    ]  # fmt: skip
    line = {"lineStyle": {"color": web(plan.dress), "width": 1}}
    return {
        "center": list(made.centre), "radius": made.radius, "indicator": indicators,
        "splitNumber": len(scale.ticks) - 1, "axisNameGap": NAME_GAP, "nameGap": NAME_GAP,
        "axisName": plan.text(plan.look.tick_size, palette.muted), "axisLine": line,
        "splitLine": line, "splitArea": {"areaStyle": {"color": [palette.panel]}},
        "axisTick": {"show": False}, "unit": scale.unit, "told": scale.title,
    }  # fmt: skip


def _chart(
    name: str, said: str, filled: bool, most: int, series: tuple[int, int],
    aliases: dict[str, bool | None],
    kin: tuple[str, ...],
) -> Chart:  # fmt: skip
    return Chart(
        name=name, family="radar", said=said,
        need=Need("grid", (5, most), series, along="names", positive=True, least=0.12, label=20,
                  apart=_APART),
        matplotlib=partial(_matplotlib, filled=filled), echarts=partial(_echarts, filled=filled),
        aliases=aliases, kin=kin,
    )  # fmt: skip


RADAR = _chart("radar", "a radar chart", False, 9, (1, 1),
               {"radar_single": False, "radar_single_wi_anno": True}, ())  # fmt: skip
RADAR_MULTI = _chart("radar_multi", "a radar chart with several polygons", False, 6, (2, 3), {},
                     ("radar",))  # fmt: skip
RADAR_FILLED = _chart("radar_filled", "a filled radar chart", True, 6, (2, 3),
                      {"radar_multi_fill": None}, ("radar", "radar_multi"))  # fmt: skip
