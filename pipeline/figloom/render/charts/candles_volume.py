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
from figloom.render.plots.looks import Dress, Look
from figloom.render.plots.pieces import Stroke, paint, painted
from figloom.render.plots.plan import Plan
from figloom.render.plots.scales import Measure, measure, titled
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


def _fence(dress: Dress, panel: Box) -> Stroke:
    """The line between prices and volumes."""
    y = panel[3] - (_PART + _GAP / 2) * (panel[3] - panel[1])
    return Stroke(((panel[0], y), (panel[2], y)), dress.palette.line, 1.0, "fence")


def _matplotlib(ohlc: Ohlc, sheet: Sheet) -> None:
    dress, scales = sheet.dress, (dates(ohlc, sheet.labelled),
                                  _prices(ohlc, sheet.look, sheet.labelled))  # fmt: skip
    axes, second = sheet.axes(ohlc.title, *scales, keys=keys(dress),
                              right=_volumes(ohlc, sheet.look))  # fmt: skip
    assert sheet.frame is not None
    panel, found = sheet.frame.panel, hues(dress)
    for at, candle in enumerate(ohlc.candles):
        colour = mixed(found.of(candle), dress.palette.panel, _TINT)
        (bar,) = second.bar([at], [candle.volume or 0.0], BODY, color=colour, linewidth=0)
        sheet.mark(bar, "bar", candle.id, part="volume")
    draw(sheet, axes, ohlc.candles, BODY * (panel[2] - panel[0]) / len(ohlc.candles))
    told = words(ohlc, dress, scales, panel) if sheet.labelled else []
    paint(sheet, [_fence(dress, panel), *told])


def _echarts(ohlc: Ohlc, plan: Plan) -> dict[str, Any]:
    from pyecharts.charts import Bar

    dress, scales = plan.dress, (dates(ohlc, plan.labelled),
                                 _prices(ohlc, plan.look, plan.labelled))  # fmt: skip
    volumes = _volumes(ohlc, plan.look)
    option = plan.axes(ohlc.title, *scales, [], keys=keys(dress), right=volumes)
    for axis, scale in zip(option["yAxis"], (scales[1], volumes), strict=True):
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
    told = words(ohlc, dress, scales, panel) if plan.labelled else []
    pieces = painted(plan, [_fence(dress, panel), *told])
    return {**option, "series": [*named(dress), bars, series(plan, ohlc.candles, wide), pieces]}


CANDLES_VOLUME = Chart(
    name="candles_volume",
    family="stock",
    said="a candlestick chart with volumes",
    need=Need("ohlc", (8, 24), volume=True),
    matplotlib=_matplotlib,
    echarts=_echarts,
    aliases={},
    kin=("box", "stock"),
)
