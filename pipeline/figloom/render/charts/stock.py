"""Candlesticks: open, high, low and close of each period."""

from __future__ import annotations

from typing import Any

from figloom.charts import Chart, Need
from figloom.render.plots.candles import (
    BODY,
    dates,
    draw,
    keys,
    named,
    prices,
    series,
    words,
)
from figloom.render.plots.pieces import paint, painted
from figloom.render.plots.plan import Plan
from figloom.render.plots.sheet import Sheet
from figloom.types import Ohlc


def _matplotlib(ohlc: Ohlc, sheet: Sheet) -> None:
    scales = dates(ohlc, sheet.labelled), prices(ohlc, sheet.look, sheet.labelled)
    axes = sheet.axes(ohlc.title, *scales, keys=keys(sheet.dress))
    assert sheet.frame is not None
    panel = sheet.frame.panel
    draw(sheet, axes, ohlc.candles, BODY * (panel[2] - panel[0]) / len(ohlc.candles))
    if sheet.labelled:
        paint(sheet, words(ohlc, sheet.dress, scales, panel))


def _echarts(ohlc: Ohlc, plan: Plan) -> dict[str, Any]:
    scales = dates(ohlc, plan.labelled), prices(ohlc, plan.look, plan.labelled)
    option = plan.axes(ohlc.title, *scales, [], keys=keys(plan.dress))
    assert plan.frame is not None
    panel = plan.frame.panel
    wide = BODY * (panel[2] - panel[0]) / len(ohlc.candles)
    drawn = [*named(plan.dress), series(plan, ohlc.candles, wide)]
    if plan.labelled:
        drawn.append(painted(plan, words(ohlc, plan.dress, scales, panel)))
    return {**option, "series": drawn}


STOCK = Chart(
    name="stock",
    family="stock",
    said="a candlestick chart",
    need=Need("ohlc", (8, 24), loose=True),
    matplotlib=_matplotlib,
    echarts=_echarts,
    aliases={"stock": None},
    kin=("box", "candles_volume"),
)
