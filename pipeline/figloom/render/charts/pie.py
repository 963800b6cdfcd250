"""Shares of a whole as angles: a pie, a ring, and a fan whose half circle is the whole."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import accumulate, pairwise
from typing import Any

from figloom.charts import Chart, Need
from figloom.render.plots.callouts import (
    Block,
    Call,
    around,
    block,
    inscribed,
    inside,
    note,
    radii,
)
from figloom.render.plots.frame import LEADING, Unfit
from figloom.render.plots.frame import plan as framed
from figloom.render.plots.grids import places, rows, values
from figloom.render.plots.keys import Key
from figloom.render.plots.looks import Dress
from figloom.render.plots.numerals import exact
from figloom.render.plots.pieces import Fill, Piece, paint, painted
from figloom.render.plots.plan import Plan
from figloom.render.plots.sheet import Sheet
from figloom.types import Axis, Box, Cell, Dot, Grid, Wedge

_SEAM = 1.5
"""Width of the line between wedges, where the look draws no outlines."""


@dataclass(frozen=True, slots=True)
class _Form:
    hole: float
    """Inner radius as a part of the outer."""
    first: float
    """Where the first wedge begins, degrees clockwise from 3 o'clock."""
    turn: float
    """Degrees of the whole."""

    @property
    def half(self) -> bool:
        return self.turn < 360


_PIE, _RING, _FAN = _Form(0.0, 270.0, 360.0), _Form(0.55, 270.0, 360.0), _Form(0.38, 180.0, 180.0)


@dataclass(frozen=True, slots=True)
class _Laid:
    wedges: tuple[Wedge, ...]
    words: tuple[Piece, ...]
    axis: Axis


def keys(grid: Grid, dress: Dress) -> tuple[Key, ...]:
    """Wedges are named by a legend in some looks, and else each beside itself."""
    look = dress.look
    if look.legend != "right" and look.ticks != "none":
        return ()
    return tuple(
        Key(category.name, dress.colour(at), facts=(cell.id,))
        for at, (category, cell) in enumerate(zip(grid.categories, rows(grid)[0], strict=True))
    )


def _laid(grid: Grid, dress: Dress, labelled: bool, form: _Form) -> _Laid:
    (row,), told = rows(grid), keys(grid, dress)
    panel = framed(dress, grid.title, [key.text for key in told]).panel
    names = [""] * len(row) if told else [category.name for category in grid.categories]
    calls = [
        Call(cell.id, (a0 + a1) / 2, name, _written(cell, grid, dress) if labelled else "")
        for cell, name, (a0, a1) in zip(row, names, pairwise(_turns(row, form)), strict=True)
    ]
    blocks = [block(dress, call) for call in calls]
    for reach in radii(dress, panel, blocks if labelled or not told else (), form.half):
        try:
            return _with_radius(dress, panel, row, form, blocks, reach, bool(told))
        except Unfit:
            continue
    raise AssertionError("unreachable")


def _with_radius(
    dress: Dress, panel: Box, row: Sequence[Cell], form: _Form, blocks: Sequence[Block],
    reach: float, keyed: bool,
) -> _Laid:  # fmt: skip
    """Values stand in their wedges where there is a legend and they fit, else beside them."""
    words: list[Piece] = []
    centre = (panel[0] + panel[2]) / 2, (panel[1] + panel[3]) / 2
    if form.half:
        panel, words, centre = _half(dress, panel, reach)
    wedges = tuple(
        Wedge(*centre, round(form.hole * reach, 2), round(reach, 2), a0, a1)
        for a0, a1 in pairwise(_turns(row, form))
    )
    outside = []
    for number, (one, wedge) in enumerate(zip(blocks, wedges, strict=True)):
        value, size = one.call.value, dress.look.value_size
        spot = inside(dress, wedge, [value], size) if keyed and value else None
        if spot is not None:
            on = dress.colour(number)
            words += inscribed(dress, spot, [(value, "value")], size, on, one.call.fact)
        elif one.texts:
            outside.append(one)
    words += around(dress, centre, reach, outside, panel)
    axis = Axis("", "angle", "linear", 0.0, 100.0, (form.first, form.first + form.turn), (), "%")
    return _Laid(wedges, tuple(words), axis)


def _half(dress: Dress, panel: Box, reach: float) -> tuple[Box, list[Piece], Dot]:
    """The panel, words and centre of a half circle: midway up, with a note below."""
    x0, y0, x1, y1 = panel
    above = (LEADING * dress.look.legend_size + y1 - y0 - reach) / 2
    _, word = note(dress, panel, "Half circle = 100%")
    foot = y0 + above + reach
    gap = LEADING * dress.look.tick_size
    word = replace(word, y=round(min(word.y, foot + gap), 2))
    foot = min(foot, y1 - gap - 6)
    return (x0, y0, x1, foot + 2), [word], ((x0 + x1) / 2, foot)


def _turns(row: Sequence[Cell], form: _Form) -> list[float]:
    """Where each wedge begins, and the last one ends."""
    sums = list(accumulate(values(row), initial=0.0))
    return [form.first + form.turn * part / sums[-1] for part in sums]


def _written(cell: Cell, grid: Grid, dress: Dress) -> str:
    return exact(cell.value or 0.0, places(grid), dress.look.numbers) + "%"


def _edge(dress: Dress) -> tuple[str, float]:
    palette, outline = dress.palette, dress.look.outline
    return (palette.ink, outline) if outline else (palette.ground, _SEAM)


def _matplotlib(grid: Grid, sheet: Sheet, *, form: _Form) -> None:
    dress = sheet.dress
    laid = _laid(grid, dress, sheet.labelled, form)
    sheet.blank(grid.title, keys=keys(grid, dress))
    edge, width = _edge(dress)
    fills = [
        Fill(wedge, dress.colour(at), "wedge", (cell.id,), edge=edge, width=width)
        for at, (wedge, cell) in enumerate(zip(laid.wedges, rows(grid)[0], strict=True))
    ]
    paint(sheet, [*fills, *laid.words])
    sheet.scale(laid.axis)


def _echarts(grid: Grid, plan: Plan, *, form: _Form) -> dict[str, Any]:
    from pyecharts.charts import Pie

    dress = plan.dress
    laid, told = _laid(grid, dress, plan.labelled, form), keys(grid, dress)
    edge, width = _edge(dress)
    pairs = list(zip(grid.categories, rows(grid)[0], strict=True))
    series = plan.series(Pie().add(grid.title, [(c.name, cell.value) for c, cell in pairs]))
    first = laid.wedges[0]
    series |= {
        "center": [first.cx, first.cy], "radius": [first.r0, first.r1], "clockwise": True,
        "startAngle": -form.first % 360, "minAngle": 0,
        "label": {"show": False}, "labelLine": {"show": False},
        "data": [
            {**plan.item(cell.value, cell.id), "name": category.name,
             "itemStyle": {"color": dress.colour(at), "borderColor": edge, "borderWidth": width}}
            for at, (category, cell) in enumerate(pairs)
        ],
    }  # fmt: skip
    if form.half:
        series["endAngle"] = series["startAngle"] - form.turn
    plan.scale(laid.axis)
    return plan.blank(grid.title, [series, painted(plan, laid.words)], keys=told)


def _chart(name: str, said: str, form: _Form, aliases: dict[str, bool | None], *kin: str) -> Chart:
    return Chart(
        name=name, family="pie", said=said,
        need=Need("grid", (3, 8), along="names", positive=True, whole=True, shares=True,
                  least=0.04, label=22),
        matplotlib=partial(_matplotlib, form=form), echarts=partial(_echarts, form=form),
        aliases=aliases, kin=(*kin, "sunburst"),
    )  # fmt: skip


PIE = _chart("pie", "a pie chart", _PIE, {"pie": None}, "ring", "fan")
RING = _chart("ring", "a ring chart", _RING, {"ring": False, "ring_wi_anno": True}, "pie", "fan")
FAN = _chart("fan", "a half-circle fan chart", _FAN, {"sector": None}, "pie", "ring", "gauge")
