"""The plug-in that draws any chart type with Matplotlib or ECharts."""

from __future__ import annotations

import base64
import json
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from figloom.charts import RENDERERS, Chart, Renderer, called
from figloom.errors import RecipeError, unknown
from figloom.later import Later
from figloom.registry import plugin
from figloom.render.plots import browser, display
from figloom.render.plots.frame import Unfit
from figloom.render.plots.legibility import judge
from figloom.render.plots.looks import Dress, looks
from figloom.render.plots.numerals import decimals
from figloom.render.plots.plan import Plan
from figloom.render.plots.sheet import Sheet
from figloom.render.plots.visibility import seen
from figloom.render.png import encode
from figloom.seeds import Draw
from figloom.source import Source
from figloom.types import (
    Axis,
    Declined,
    Facts,
    Grid,
    Mark,
    Ohlc,
    Picture,
    Points,
    Shape,
    Spread,
    Tree,
)

_RARE = 10
"""One eval picture in so many is drawn in a look that training never sees."""
_SHARES = 100


@plugin()
def chart(
    facts: Facts,
    draw: Draw,
    source: Source,
    *,
    renderers: tuple[Renderer, ...] = RENDERERS,
    labels: bool | float | None = None,
    styles: tuple[str, ...] = (),
    min_text: float = 9.0,
) -> Picture | Declined | Later:
    """Draw the facts as the chart type that they name, with the marks of everything drawn.

    `labels` says whether values are written beside the marks, or in which part of the pictures; by
    default as the type's alias has it, and else in a quarter of them. `min_text` is the least em
    in pixels at one megapixel.
    """
    shape = facts.shown
    kind, told = called(getattr(shape, "chart", ""))
    known = [name for name in kind.renderers() if name in renderers]
    if not known:
        raise RecipeError(
            f"render 'chart': {kind.name} is drawn by {', '.join(kind.renderers())} only."
        )
    renderer = known[draw.level("renderer", len(known))]
    labelled = kind.labelled and _labelled(labels if labels is not None else told, draw)
    dress = _dress(styles, draw)
    made = Picture(b"", dress.look.width, dress.look.height, (), drawn=tuple(_facts(shape)),
                   style=f"{renderer}/{dress.look.name}")  # fmt: skip
    places = decimals(tuple(_values(shape)))
    try:
        if renderer == "matplotlib":
            return _with_matplotlib(kind, shape, Sheet(dress, labelled, places), made, min_text)
        return _with_echarts(kind, shape, Plan(dress, labelled, places), made, min_text)
    except Unfit as unfit:
        return Declined(str(unfit))


def _with_matplotlib(
    kind: Chart, shape: Shape, sheet: Sheet, made: Picture, min_text: float
) -> Picture | Declined:
    assert kind.matplotlib is not None
    kind.matplotlib(shape, sheet)
    drawn, marks, axes = sheet.finish()
    return _judged(made, encode(drawn), marks, axes, sheet.dress, min_text)


def _with_echarts(kind: Chart, shape: Shape, plan: Plan, made: Picture, min_text: float) -> Later:
    assert kind.echarts is not None
    option = kind.echarts(shape, plan)

    def finish(reply: dict[str, Any]) -> Picture | Declined:
        marks = display.marks(reply["rows"], plan.keys)
        png = base64.b64decode(reply["png"])
        axes = (*display.axes(reply["axes"]), *plan.scales)
        return _judged(made, png, marks, axes, plan.dress, min_text)

    return Later((json.dumps(option), made.width, made.height), browser.draw, finish)


def _judged(
    made: Picture, png: bytes, marks: tuple[Mark, ...], axes: tuple[Axis, ...], dress: Dress,
    min_text: float,
) -> Picture | Declined:  # fmt: skip
    marks = seen(marks, made.width, made.height)
    fault = judge(marks, made.width, made.height, dress, min_text)
    return fault or replace(made, png=png, marks=marks, axes=axes)


def _labelled(wanted: bool | float | None, draw: Draw) -> bool:
    if isinstance(wanted, bool):
        return wanted
    share = 0.25 if wanted is None else wanted
    return draw.level("labels", _SHARES) < share * _SHARES


def _dress(styles: tuple[str, ...], draw: Draw) -> Dress:
    """The look of this slot, balanced over those allowed for the split, and one of its palettes."""
    known = looks()
    for name in styles:
        if name not in known:
            raise RecipeError(unknown("chart style", name, known))
    allowed = [look for name, look in known.items() if not styles or name in styles]
    common = [look for look in allowed if not look.eval_only]
    rare = [look for look in allowed if look.eval_only and draw.split != "train"]
    if not common and not rare:
        raise RecipeError(
            f"The chart styles {', '.join(styles)} are for eval only; add one that train may see."
        )
    pool = rare if rare and (draw.level("rare style", _RARE) == 0 or not common) else common
    look = pool[draw.level("style", len(pool))]
    palettes = look.palettes
    return Dress(look, palettes[draw.random("render").randrange(len(palettes))])


def _values(shape: Shape) -> Iterator[float]:
    """Every number that may be written beside a mark."""
    if isinstance(shape, Grid):
        yield from (cell.value for cell in shape.cells if cell.value is not None)
    elif isinstance(shape, Spread):
        yield from (number for group in shape.groups for number in group.five or group.samples)
    elif isinstance(shape, Points):
        yield from (point.y for point in shape.points)
    elif isinstance(shape, Ohlc):
        yield from (candle.close for candle in shape.candles)
    elif isinstance(shape, Tree):
        yield from (node.value for node in shape.nodes if node.value is not None)


def _facts(shape: Shape) -> Iterator[str]:
    """Ids of what a chart of this shape shows."""
    for name in ("cells", "groups", "points", "candles", "nodes", "links"):
        yield from (fact.id for fact in getattr(shape, name, ()))
