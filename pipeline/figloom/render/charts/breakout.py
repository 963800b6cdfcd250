"""A ring whose smallest shares are gathered in one wedge, which a bar or a second pie shows again.

Every share, on either side, is in percent of the whole; so each fact has one mark of its own.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from itertools import accumulate, pairwise
from typing import Any

from figloom.charts import Chart, Need
from figloom.render.colours import distance, mixed
from figloom.render.plots.callouts import Block, Call, around, block
from figloom.render.plots.frame import LEADING, Unfit
from figloom.render.plots.frame import plan as framed
from figloom.render.plots.grids import places, rows, values
from figloom.render.plots.keys import Key
from figloom.render.plots.looks import Dress
from figloom.render.plots.numerals import exact
from figloom.render.plots.pieces import Fill, Piece, Stroke, Word, centred, paint, painted
from figloom.render.plots.plan import Plan
from figloom.render.plots.sheet import Sheet
from figloom.types import Axis, Box, Cell, Dot, Grid, Wedge

_GATHERED = {5: 2, 6: 3, 7: 3, 8: 4}
"""How many of so many categories go into the second part."""
_HOLE = 0.5
_PULLED = 12.0
"""How far the gathered wedge is pulled out, in pixels."""
_SEAM = 1.5
_LEFT = 0.6
"""Part of the panel's width that the ring and its names have."""
_BAR = 64.0
"""Width of the bar, in pixels."""
_REST = "Others"


@dataclass(frozen=True, slots=True)
class _Part:
    """One share: its cell, name, number of its colour, and value as written."""

    cell: Cell
    name: str
    number: int
    text: str


def _parts(grid: Grid, dress: Dress, labelled: bool) -> tuple[list[_Part], list[_Part]]:
    """Those of the ring and those gathered, each in the order of the categories."""
    (row,) = rows(grid)
    smallest = sorted(row, key=lambda cell: cell.value or 0.0)[: _GATHERED[len(row)]]
    pairs = list(zip(grid.categories, row, strict=True))
    main = [pair for pair in pairs if pair[1] not in smallest]
    rest = [pair for pair in pairs if pair[1] in smallest]
    found = [
        _Part(cell, category.name, number,
              f"{exact(cell.value or 0.0, places(grid), dress.look.numbers)}%" if labelled else "")
        for number, (category, cell) in enumerate([*main, *rest])
    ]  # fmt: skip
    return found[: len(main)], found[len(main) :]


def _pieces(
    grid: Grid, dress: Dress, labelled: bool, barred: bool
) -> tuple[list[Piece], list[Axis]]:
    main, rest = _parts(grid, dress, labelled)
    told_by = [key.text for key in _keys(grid, dress)]
    x0, y0, x1, y1 = framed(dress, grid.title, told_by).panel
    middle = x0 + _LEFT * (x1 - x0)
    whole = math.fsum(values([part.cell for part in (*main, *rest)]))
    total = math.fsum(values([part.cell for part in rest]))
    half = 180.0 * total / whole
    calls = _calls(dress, main, half, whole)
    wide = max((one.wide for one in calls), default=0.0)
    reach = min((middle - x0 - 2 * wide) / 2 - 26, (y1 - y0) / 2 - 2.4 * dress.look.legend_size)
    if reach < 0.19 * dress.look.height:
        raise Unfit("too little room for the circle")
    centre = (x0 + wide + 20 + reach, (y0 + y1) / 2)
    ring = _ring(dress, main, rest, centre, reach, half, whole)
    words = around(dress, centre, reach, calls, (x0, y0, middle + _PULLED, y1))
    axis = Axis("", "angle", "linear", 0.0, whole, (half, half + 360.0), (), "%")
    zone: Box = (min(middle, centre[0] + reach + wide + _PULLED) + 24, y0, x1, y1)
    told = f"{_REST}: {_told(total, grid, dress)}" if labelled else _REST
    add = _bar if barred else _second
    side, more, ends = add(dress, rest, zone, centre[1], reach, total, told)
    corners = [_on(centre, reach, turn, _PULLED) for turn in (-half, half)]
    lines = [Stroke((a, b), dress.palette.line, 1.0, "connector")
             for a, b in zip(corners, ends, strict=True)]  # fmt: skip
    pieces = [*lines, *ring, *side, *words]
    return centred(pieces, dress.look, x0, x1), [axis, more]


def _keys(grid: Grid, dress: Dress) -> tuple[Key, ...]:
    main, rest = _parts(grid, dress, False)
    return tuple(
        Key(part.name, dress.colour(part.number), facts=(part.cell.id,)) for part in (*main, *rest)
    )


def _told(value: float, grid: Grid, dress: Dress) -> str:
    return f"{exact(value, places(grid), dress.look.numbers)}%"


def _calls(dress: Dress, main: Sequence[_Part], half: float, whole: float) -> list[Block]:
    turns = _turns(main, half, 360.0 / whole)
    return [
        block(dress, Call(part.cell.id, (a0 + a1) / 2, "", part.text))
        for part, (a0, a1) in zip(main, pairwise(turns), strict=True)
        if part.text
    ]


def _turns(parts: Sequence[_Part], first: float, each: float) -> list[float]:
    """Where each wedge begins, and the last one ends, in degrees."""
    sums = accumulate(values([part.cell for part in parts]), initial=0.0)
    return [first + each * share for share in sums]


def _on(centre: Dot, reach: float, turn: float, pulled: float = 0.0) -> Dot:
    angle = math.radians(turn)
    return (round(centre[0] + pulled + reach * math.cos(angle), 2),
            round(centre[1] + reach * math.sin(angle), 2))  # fmt: skip


def _edge(dress: Dress) -> tuple[str, float]:
    palette, outline = dress.palette, dress.look.outline
    return (palette.ink, outline) if outline else (palette.ground, _SEAM)


def _ring(
    dress: Dress, main: Sequence[_Part], rest: Sequence[_Part], centre: Dot, reach: float,
    half: float, whole: float,
) -> list[Piece]:  # fmt: skip
    """The ring, open to the right, where the gathered wedge stands."""
    edge, width = _edge(dress)
    x, y = centre
    pieces: list[Piece] = []
    for part, (a0, a1) in zip(main, pairwise(_turns(main, half, 360.0 / whole)), strict=True):
        wedge = Wedge(x, y, round(_HOLE * reach, 2), reach, a0, a1)
        colour = dress.colour(part.number)
        pieces.append(Fill(wedge, colour, "wedge", (part.cell.id,), edge=edge, width=width))
    pulled = Wedge(x + _PULLED, y, round(_HOLE * reach, 2), reach, -half, half)
    facts = tuple(part.cell.id for part in rest)
    pieces.append(
        Fill(pulled, _neutral(dress, len(main) + len(rest)), "whole", facts, "total", edge, width)
    )
    return pieces


def _neutral(dress: Dress, used: int) -> str:
    """The grey that is least like any colour of a share."""
    palette = dress.palette
    greys = [mixed(palette.muted, palette.ground, part) for part in (0.3, 0.4, 0.5, 0.6)]
    taken = [dress.colour(number) for number in range(used)]
    return max(greys, key=lambda grey: min(distance(grey, colour) for colour in taken))


def _bar(
    dress: Dress, rest: Sequence[_Part], zone: Box, y: float, reach: float, total: float, told: str
) -> tuple[list[Piece], Axis, list[Dot]]:
    """The gathered shares as a stacked bar, from the bottom up, its values at its right."""
    look, palette = dress.look, dress.palette
    edge, width = _edge(dress)
    left = round(zone[0] + min(0.2 * (zone[2] - zone[0]), _BAR))
    right = left + _BAR
    tall = round(1.5 * reach)
    top, bottom = round(y - tall / 2), round(y - tall / 2) + tall
    pieces: list[Piece] = [_heading(dress, told, (left + right) / 2, top - 14)]
    levels = [bottom - tall * s / total for s in accumulate(
        values([part.cell for part in rest]), initial=0.0)]  # fmt: skip
    for part, (low, high) in zip(rest, pairwise(levels), strict=True):
        box = (left, high, right, low)
        colour = dress.colour(part.number)
        pieces.append(Fill(box, colour, "bar", (part.cell.id,), edge=edge, width=width))
        if part.text:
            if low - high < LEADING * look.value_size:
                raise Unfit("no room for the values")
            word = Word(part.text, right + 8, (low + high) / 2, look.value_size, palette.ink,
                        "value", (part.cell.id,), align="left")  # fmt: skip
            pieces.append(word)
    axis = Axis("", "y", "linear", 0.0, total, (bottom, top), (), "%", name=_REST)
    return pieces, axis, [(left, top), (left, bottom)]


def _second(
    dress: Dress, rest: Sequence[_Part], zone: Box, y: float, reach: float, total: float, told: str
) -> tuple[list[Piece], Axis, list[Dot]]:
    """The gathered shares as a smaller pie, its values around it."""
    edge, width = _edge(dress)
    turns = _turns(rest, -90.0, 360.0 / total)
    calls = [
        block(dress, Call(part.cell.id, (a0 + a1) / 2, "", part.text))
        for part, (a0, a1) in zip(rest, pairwise(turns), strict=True)
        if part.text
    ]
    sides = [
        max((c.wide for c in calls if (math.cos(math.radians(c.call.angle)) >= 0) == right),
            default=0.0) for right in (False, True)
    ]  # fmt: skip
    small = round(min(0.62 * reach, (zone[2] - zone[0] - sum(sides) - 44) / 2), 1)
    if small < 0.11 * dress.look.height:
        raise Unfit("too little room for the circle")
    centre = (zone[0] + sides[0] + 22 + small, y)
    pieces: list[Piece] = []
    for part, (a0, a1) in zip(rest, pairwise(turns), strict=True):
        wedge, colour = Wedge(*centre, 0.0, small, a0, a1), dress.colour(part.number)
        pieces.append(Fill(wedge, colour, "wedge", (part.cell.id,), edge=edge, width=width))
    pieces += around(dress, centre, small, calls, zone)
    low = y + small + 2.6 * LEADING * dress.look.legend_size
    pieces.append(_heading(dress, told, centre[0], low))
    axis = Axis("", "angle", "linear", 0.0, total, (-90.0, 270.0), (), "%", name=_REST)
    return pieces, axis, [_on(centre, small, turn) for turn in (-112.0, 112.0)]


def _heading(dress: Dress, told: str, x: float, y: float) -> Word:
    return Word(told, x, y, dress.look.legend_size, dress.palette.ink, "label", bold=True)


def _matplotlib(grid: Grid, sheet: Sheet, *, barred: bool) -> None:
    pieces, axes = _pieces(grid, sheet.dress, sheet.labelled, barred)
    sheet.blank(grid.title, keys=_keys(grid, sheet.dress))
    paint(sheet, pieces)
    for axis in axes:
        sheet.scale(axis)


def _echarts(grid: Grid, plan: Plan, *, barred: bool) -> dict[str, Any]:
    pieces, axes = _pieces(grid, plan.dress, plan.labelled, barred)
    for axis in axes:
        plan.scale(axis)
    keys = _keys(grid, plan.dress)
    # A legend's entries must be names of series.
    names = [
        {"type": "custom", "coordinateSystem": "none", "name": key.text, "data": []} for key in keys
    ]
    return plan.blank(grid.title, [painted(plan, pieces), *names], keys=keys)


def _chart(name: str, said: str, barred: bool, alias: str) -> Chart:
    return Chart(
        name=name,
        family="combination",
        said=said,
        need=Need("grid", (5, 8), along="names", whole=True, shares=True, least=0.03, label=18),
        matplotlib=partial(_matplotlib, barred=barred),
        echarts=partial(_echarts, barred=barred),
        aliases={alias: True},
        kin=("pie", "ring"),
    )


BAR_OF_PIE = _chart("bar_of_pie", "a combination of a ring chart and a stacked bar", True,
                    "pie_bar")  # fmt: skip
PIE_OF_PIE = _chart("pie_of_pie", "a combination of a ring chart and a second pie chart", False,
                    "pie_pie")  # fmt: skip
