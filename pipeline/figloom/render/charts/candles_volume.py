"""Candlesticks with the volume traded below them.

Both share the axis of time; prices keep to the upper part of the panel and are read at its left,
volumes to the lower part and at its right.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from figloom.charts import Chart, Need
from figloom.render.colours import mixed
from figloom.render.plots.candles import (
    BODY,
    dates,
    draw,
    hues,
    keys,
    named,
    prices,
    series,
    words,
)
from figloom.render.plots.frame import Frame, aside, text_width
from figloom.render.plots.frame import plan as framed
from figloom.render.plots.looks import Dress, Look
from figloom.render.plots.pieces import Stroke, Word, paint, painted
from figloom.render.plots.plan import Plan
from figloom.render.plots.scales import Measure, Names, measure, titled
from figloom.render.plots.sheet import Sheet
from figloom.types import Box, Ohlc

_PART, _GAP = 0.24, 0.06
"""Of the panel's height: that of the volumes, and between them and the prices."""
_TICKS = 3
_TINT = 0.6


def _prices(ohlc: Ohlc, look: Look, labelled: bool) -> Measure:
    """The axis of the prices, with as much below its ticks as the volumes take."""
    told = prices(ohlc, look, labelled)
    below = (told.high - told.low) * (_PART + _GAP) / (1 - _PART - _GAP)
    return replace(told, low=told.low - below)


def _volumes(ohlc: Ohlc, look: Look) -> Measure:
    """The axis of the volumes, with as much above its ticks as the prices take."""
    values = [candle.volume or 0.0 for candle in ohlc.candles]
    told = measure(values, titled("Volume", ohlc.volume_unit), ohlc.volume_unit, look.numbers,
                   zero=True, count=_TICKS)  # fmt: skip
    return replace(told, high=told.high / _PART, dimension="volume")


def _scales(ohlc: Ohlc, dress: Dress, labelled: bool) -> tuple[Names, Measure, Measure]:
    """The axes of dates, prices and volumes; each title stands beside its own part."""
    look = dress.look
    below, left, right = dates(ohlc, labelled), _prices(ohlc, look, labelled), _volumes(ohlc, look)
    texts = [key.text for key in keys(dress)]
    _, y0, _, y1 = framed(dress, ohlc.title, texts, below, left, right).panel
    half = [text_width(axis.title, look, look.axis_size) / 2 / (y1 - y0) for axis in (left, right)]
    return (below, replace(left, middle=min(0.5 + (_PART + _GAP) / 2, 1 - half[0])),
            replace(right, middle=max(_PART / 2, half[1])))  # fmt: skip


def _titles(axes: tuple[Names, Measure, Measure], dress: Dress, frame: Frame) -> list[Word]:
    """Titles of the value axes for ECharts, which knows only their ends and their middle."""
    (x0, y0, x1, y1), size = frame.panel, dress.look.axis_size
    places = x0 - aside(frame.beside, size), x1 + aside(frame.right, size)
    return [
        Word(axis.title, round(x, 2), round(y1 - axis.middle * (y1 - y0), 2), size,
             dress.palette.muted, "axis_title", part=part, upright=True)
        for axis, x, part in zip(axes[1:], places, ("y", "y2"), strict=True)
    ]  # fmt: skip


def _fence(dress: Dress, panel: Box) -> Stroke:
    """The line between prices and volumes."""
    y = panel[3] - (_PART + _GAP / 2) * (panel[3] - panel[1])
    return Stroke(((panel[0], y), (panel[2], y)), dress.palette.line, 1.0, "fence")


def _matplotlib(ohlc: Ohlc, sheet: Sheet) -> None:
    dress = sheet.dress
    below, left, right = _scales(ohlc, dress, sheet.labelled)
    axes, second = sheet.axes(ohlc.title, below, left, keys=keys(dress), right=right)
    assert sheet.frame is not None
    panel, found = sheet.frame.panel, hues(dress)
    for at, candle in enumerate(ohlc.candles):
        colour = mixed(found.of(candle), dress.palette.panel, _TINT)
        (bar,) = second.bar([at], [candle.volume or 0.0], BODY, color=colour, linewidth=0)
        sheet.mark(bar, "bar", candle.id, part="volume")
    draw(sheet, axes, ohlc.candles, BODY * (panel[2] - panel[0]) / len(ohlc.candles))
    told = words(ohlc, dress, (below, left), panel) if sheet.labelled else []
    paint(sheet, [_fence(dress, panel), *told])


def _echarts(ohlc: Ohlc, plan: Plan) -> dict[str, Any]:
    from pyecharts.charts import Bar

    dress = plan.dress
    below, left, right = scales = _scales(ohlc, dress, plan.labelled)
    option = plan.axes(ohlc.title, below, left, [], keys=keys(dress), right=right)
    for axis, scale in zip(option["yAxis"], (left, right), strict=True):
        axis["told"], axis["name"] = axis["name"], ""
        for part in ("axisLabel", "axisTick", "splitLine"):
            axis[part]["customValues"] = list(scale.ticks)
    assert plan.frame is not None
    panel, found = plan.frame.panel, hues(dress)
    wide = BODY * (panel[2] - panel[0]) / len(ohlc.candles)
    items = []
    for candle in ohlc.candles:
        style = {"color": mixed(found.of(candle), dress.palette.panel, _TINT)}
        items.append({**plan.item(candle.volume, candle.id, part="volume"), "itemStyle": style})
    bars = plan.series(Bar().add_xaxis([]).add_yaxis("", []))
    bars |= {"data": items, "barWidth": wide, "yAxisIndex": 1}
    told = words(ohlc, dress, (below, left), panel) if plan.labelled else []
    pieces = painted(plan, [_fence(dress, panel), *_titles(scales, dress, plan.frame), *told])
    return {**option, "series": [*named(dress), bars, series(plan, ohlc.candles, wide), pieces]}


CANDLES_VOLUME = Chart(
    name="candles_volume",
    family="stock",
    said="a candlestick chart with volumes",
    need=Need("ohlc", (8, 24), loose=True, volume=True),
    matplotlib=_matplotlib,
    echarts=_echarts,
    aliases={},
    kin=("box", "stock"),
)
