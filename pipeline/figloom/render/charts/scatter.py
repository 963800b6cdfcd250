"""Scatter charts of named points, with a smooth trend line or without."""

from __future__ import annotations

from functools import partial
from typing import Any

import numpy as np

from figloom.charts import Chart, Need
from figloom.render.plots.dots import (
    Cloud,
    clouds,
    keys,
    places,
    scale,
    strewn,
    strewn_series,
    wishes,
    words,
)
from figloom.render.plots.flats import across, along
from figloom.render.plots.looks import Dress
from figloom.render.plots.pieces import Stroke, Word, paint, painted
from figloom.render.plots.plan import Plan
from figloom.render.plots.scales import Measure
from figloom.render.plots.sheet import Sheet
from figloom.types import Box, DataPoint, Dot, Points

_REACH = 0.22
"""Standard deviation of the trend line's weights, as part of the points' range."""
_PLACES = 60


def trend(points: tuple[DataPoint, ...]) -> list[Dot]:
    """A smooth line through the points: local linear fits with Gaussian weights (Fan 1992)."""
    xs, ys = np.array([p.x for p in points]), np.array([p.y for p in points])
    reach = _REACH * (xs.max() - xs.min())
    line = []
    for x in np.linspace(xs.min(), xs.max(), _PLACES):
        weight = np.exp(-0.5 * ((xs - x) / reach) ** 2)
        weight /= weight.sum()
        middle, level = (weight * xs).sum(), (weight * ys).sum()
        slope = (weight * (xs - middle) * (ys - level)).sum() / (weight * (xs - middle) ** 2).sum()
        line.append((float(x), float(level + slope * (x - middle))))
    return line


def _scales(points: Points, dress: Dress, line: list[Dot]) -> tuple[Measure, Measure]:
    return (scale(points, 0, dress.look),
            scale(points, 1, dress.look, more=[y for _, y in line]))  # fmt: skip


def _words(
    points: Points, dress: Dress, scales: tuple[Measure, Measure], panel: Box, line: list[Dot],
    labelled: bool,
) -> list[Word | Stroke]:  # fmt: skip
    at = places(points.points, *scales, panel)
    fence = [(across(scales[0], x, panel), along(scales[1], y, panel)) for x, y in line]
    bounds = (panel[0] + 2, panel[1] - 4, panel[2] - 2, panel[3] - 3)
    fences = [fence] if line else []
    return words(dress, wishes(dress, points, at, labelled), bounds, fences, labelled)


def _matplotlib(points: Points, sheet: Sheet, *, smooth: bool) -> None:
    line = trend(points.points) if smooth else []
    found = clouds(points, sheet.dress)
    below, beside = _scales(points, sheet.dress, line)
    axes = sheet.axes(points.title, below, beside, keys=keys(found))
    if line:
        (artist,) = axes.plot(*zip(*line, strict=True), color=_ink(sheet.dress, found),
                              linewidth=sheet.look.line_width, zorder=3)  # fmt: skip
        sheet.mark(artist, "line", part="trend")
    strewn(sheet, axes, found)
    assert sheet.frame is not None
    paint(sheet, _words(points, sheet.dress, (below, beside), sheet.frame.panel, line,
                        sheet.labelled))  # fmt: skip


def _echarts(points: Points, plan: Plan, *, smooth: bool) -> dict[str, Any]:
    from pyecharts.charts import Line

    line = trend(points.points) if smooth else []
    found = clouds(points, plan.dress)
    below, beside = _scales(points, plan.dress, line)
    drawn = strewn_series(plan, found)
    if line:
        series = plan.series(Line().add_xaxis([]).add_yaxis("trend", []), role="line")
        series["figloom"]["part"] = "trend"
        style = {"color": _ink(plan.dress, found), "width": plan.look.line_width}
        drawn.insert(0, {**series, "data": [list(dot) for dot in line], "showSymbol": False,
                         "lineStyle": style, "clip": False, "z": 3})  # fmt: skip
    option = plan.axes(points.title, below, beside, drawn, keys=keys(found))
    assert plan.frame is not None
    told = _words(points, plan.dress, (below, beside), plan.frame.panel, line, plan.labelled)
    return {**option, "series": [*drawn, painted(plan, told)]}


def _ink(dress: Dress, found: list[Cloud]) -> str:
    """Colour of the trend line: none that a group has."""
    return dress.palette.muted if len(found) > 1 else dress.colour(1)


def _chart(name: str, said: str, smooth: bool, alias: str, kin: str) -> Chart:
    return Chart(
        name=name, family="scatter", said=said,
        need=Need("points", (8, 16), (1, 4), loose=True, named=True, label=20),
        matplotlib=partial(_matplotlib, smooth=smooth), echarts=partial(_echarts, smooth=smooth),
        aliases={alias: None}, kin=(kin, "bubble", "dot_log"),
    )  # fmt: skip


SCATTER = _chart("scatter", "a scatter chart", False, "scatter_2d", "scatter_smooth")
SCATTER_SMOOTH = _chart(
    "scatter_smooth", "a scatter chart with a trend line", True, "scatter_2d_smooth", "scatter"
)
