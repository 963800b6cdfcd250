"""A gauge: one value on a dial, by an arc along it and, in some looks, a needle."""

from __future__ import annotations

import math
from random import Random
from typing import Any

from figloom.charts import Chart, Need
from figloom.render.colours import mixed
from figloom.render.plots.frame import LEADING, Unfit, text_width
from figloom.render.plots.frame import plan as framed
from figloom.render.plots.grids import places, rows, title_of
from figloom.render.plots.looks import Dress
from figloom.render.plots.numerals import exact
from figloom.render.plots.pieces import Fill, Piece, Stroke, Word, paint, painted
from figloom.render.plots.plan import Plan
from figloom.render.plots.scales import Measure, measure, titled
from figloom.render.plots.sheet import Sheet
from figloom.types import Axis, Dot, Grid, Polygon, Tick, Wedge

_FIRST, _TURN = 150.0, 240.0
"""Where the dial begins, degrees clockwise from 3 o'clock, and how far it goes."""
_BELOW = math.sin(math.radians(_FIRST))
"""How far the dial's ends lie below its centre, as a part of the radius."""
_THICK = 0.17
"""Of the arc, as a part of the radius."""
_PLACES = (0.6, 0.82), (0.3, 0.41)
"""Where on the dial the value may stand: neither its ends nor its middle are near, or no other
number would be as likely."""
_WIDE = (2.2, 6.2)
"""What a number begins with that may stand low: half of it, and half more, are as long."""
_DIALS = 12
"""Dials that are tried for it."""
_AWAY = 17.0
"""Pixels between the arc and the texts of its ticks."""
_MINOR = 5
"""Parts that short ticks divide the space between two long ones into."""


def _scale(grid: Grid, dress: Dress) -> Measure:
    """From zero to 100 for percents, else to somewhere above the value, by the facts alone."""
    (row,), unit = rows(grid), grid.series[0].unit
    value = row[0].value or 0.0
    if unit == "%" and value <= 100:
        return _dial(grid, dress, 100.0)
    random = Random(f"dial/{grid.title}/{value}")
    wide = _WIDE[0] <= float(f"{value:e}".partition("e")[0]) <= _WIDE[1]
    for _ in range(_DIALS):
        low, high = random.choice(_PLACES if wide else _PLACES[:1])
        scale = _dial(grid, dress, value / random.uniform(low, high))
        # Its end is a round number, somewhat farther away.
        if low <= value / scale.high <= high:
            break
    return scale


def _dial(grid: Grid, dress: Dress, top: float) -> Measure:
    title, unit = title_of(grid, 1), grid.series[0].unit
    return measure((0.0, top), title, unit, dress.look.numbers, zero=True, count=6)


def _laid(grid: Grid, dress: Dress, decimals: int, labelled: bool) -> tuple[list[Piece], Axis]:
    look, scale = dress.look, _scale(grid, dress)
    (row,), ((x0, y0, x1, y1)) = rows(grid), framed(dress, grid.title, ()).panel
    cell = row[0]
    size = look.axis_size
    wide = max(text_width(text, look, look.tick_size) for text in scale.texts)
    head, foot = _AWAY + look.tick_size, 4 + (2 * LEADING + 0.5) * size
    reach = min((x1 - x0) / 2 - wide - _AWAY, (y1 - y0 - head - foot) / (1 + _BELOW))
    if reach < 0.18 * look.width:
        raise Unfit("too little room for the circle")
    centre = (x0 + x1) / 2, y0 + head + reach
    share = ((cell.value or 0.0) - scale.low) / (scale.high - scale.low)
    inner, at = reach * (1 - _THICK), _FIRST + _TURN * share
    track = mixed(dress.palette.muted, dress.palette.ground, 0.22)
    pieces: list[Piece] = [
        Fill(_arc(centre, inner, reach, _FIRST, _FIRST + _TURN), track, "track"),
        Fill(_arc(centre, inner, reach, _FIRST, at), dress.colour(0), "wedge", (cell.id,)),
        *_ticks(dress, centre, reach, scale),
    ]
    if look.ticks != "none":
        pieces += _needle(dress, centre, inner, at, cell.id)
    y = centre[1] + reach * _BELOW + 4
    name = titled(scale.title, scale.unit)
    for line, part, colour in (
        (grid.categories[0].name, "name", dress.palette.ink), (name, "angle", dress.palette.muted)
    ):  # fmt: skip
        if text_width(line, look, size) > x1 - x0:
            raise Unfit("a name too long")
        y += LEADING * size
        role = "label" if part == "name" else "axis_title"
        facts = (cell.id,) if part == "name" else ()
        pieces.append(
            Word(line, centre[0], y, size, colour, role, facts, part, bold=part == "name")
        )
    if labelled:
        told = exact(cell.value or 0.0, decimals, look.numbers)
        told += "%" if scale.unit == "%" else ""
        level = centre[1] + (0.36 * reach if look.ticks != "none" else 0.0)
        pieces.append(Word(told, centre[0], level, 1.9 * look.value_size, dress.palette.ink,
                           "value", (cell.id,), bold=True))  # fmt: skip
    ticks = tuple(
        Tick(value, _FIRST + _TURN * (value - scale.low) / (scale.high - scale.low), text)
        for value, text in zip(scale.ticks, scale.texts, strict=True)
    )
    return pieces, Axis("", "angle", "linear", scale.low, scale.high, (_FIRST, _FIRST + _TURN),
                        ticks, scale.unit, title=scale.title)  # fmt: skip


def _arc(centre: Dot, inner: float, outer: float, first: float, last: float) -> Wedge:
    return Wedge(*centre, round(inner, 2), round(outer, 2), first, last)


def _ticks(dress: Dress, centre: Dot, reach: float, scale: Measure) -> list[Piece]:
    """Ticks outside the arc, every long one with its text; short ones between."""
    look, palette = dress.look, dress.palette
    last = (len(scale.ticks) - 1) * _MINOR
    pieces: list[Piece] = []
    for number in range(last + 1):
        turn, long = math.radians(_FIRST + _TURN * number / last), number % _MINOR == 0
        ends = tuple(_dot(centre, far, turn) for far in (reach + 3, reach + (11 if long else 8)))
        pieces.append(Stroke(ends, palette.line, 1.4 if long else 1.0))
        if long:
            text = scale.texts[number // _MINOR]
            wide = text_width(text, look, look.tick_size)
            x, y = _dot(centre, reach + _AWAY, turn)
            pieces.append(Word(
                text, round(x + math.cos(turn) * wide / 2, 2),
                round(y + math.sin(turn) * look.tick_size / 2, 2), look.tick_size, palette.muted,
                "tick", part="angle",
            ))  # fmt: skip
    return pieces


def _needle(dress: Dress, centre: Dot, reach: float, angle: float, fact: str) -> list[Piece]:
    turn, thick = math.radians(angle), max(4.0, 0.022 * reach)
    side = math.radians(angle + 90)
    ends = (_dot(centre, thick, side), _dot(centre, reach - 6, turn), _dot(centre, -thick, side))
    hub = Wedge(*centre, 0.0, round(2 * thick, 2), 0.0, 360.0)
    ink = dress.palette.ink
    return [Fill(Polygon(ends), ink, "needle", (fact,)), Fill(hub, ink, "hub")]


def _dot(centre: Dot, far: float, turn: float) -> Dot:
    x, y = centre[0] + far * math.cos(turn), centre[1] + far * math.sin(turn)
    return round(x, 2), round(y, 2)


def _matplotlib(grid: Grid, sheet: Sheet) -> None:
    pieces, axis = _laid(grid, sheet.dress, places(grid), sheet.labelled)
    sheet.blank(grid.title)
    paint(sheet, pieces)
    sheet.scale(axis)


def _echarts(grid: Grid, plan: Plan) -> dict[str, Any]:
    pieces, axis = _laid(grid, plan.dress, places(grid), plan.labelled)
    plan.scale(axis)
    return plan.blank(grid.title, [painted(plan, pieces)])


GAUGE = Chart(
    name="gauge", family="gauge", said="a gauge",
    need=Need("grid", (1, 1), along="names", positive=True, least=0.01),
    matplotlib=_matplotlib, echarts=_echarts, aliases={}, kin=("fan",),
)  # fmt: skip
