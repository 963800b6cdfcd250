"""Box plots, upright or lying: quartiles, whiskers and outliers.

Quartiles are linear between samples, as numpy and Matplotlib have it; whiskers end at the furthest
samples within 1.5 interquartile ranges of the box. The facts hold these numbers already.
"""

from __future__ import annotations

from functools import partial
from typing import Any

from figloom.charts import Chart, Need
from figloom.render.colours import mixed
from figloom.render.plots.looks import Dress, Look
from figloom.render.plots.pieces import Word, paint, painted
from figloom.render.plots.plan import Plan
from figloom.render.plots.scales import Measure, Names
from figloom.render.plots.sheet import Sheet
from figloom.render.plots.spreads import PARTS, Numbers, five, scales
from figloom.types import Box, Spread

_WIDTH = 0.6
"""Of a box, as part of a bar's."""
_LINE, _MEDIAN = 1.3, 2.4
_LEAST = 0.15
"""And the narrowest, as part of a group's place."""
_TINT = 0.5
_DOT = 5.0
"""Diameter of an outlier."""


def _scales(spread: Spread, look: Look, labelled: bool) -> tuple[Names, Measure]:
    values = [v for group in spread.groups for v in (*five(group), *group.outliers)]
    return scales(spread, values, look, labelled)


def _wide(
    spread: Spread, dress: Dress, told: tuple[Names, Measure], panel: Box, lying: bool,
    labelled: bool,
) -> float:  # fmt: skip
    """Width of a box in parts of a group's place; with numbers beside it, it leaves them room."""
    wide = _WIDTH * dress.look.bar_width
    if not labelled:
        return wide
    if lying:
        slot = (panel[3] - panel[1]) / len(spread.groups)
        return min(wide, max(_LEAST, 1 - 3.1 * dress.look.value_size / slot))
    slot = (panel[2] - panel[0]) / len(spread.groups)
    return min(wide, max(_LEAST, 2 * Numbers(dress, spread, told, panel).room(PARTS) / slot))


def _words(
    spread: Spread, dress: Dress, told: tuple[Names, Measure], panel: Box, lying: bool
) -> list[Word]:
    numbers = Numbers(dress, spread, told, panel)
    wide = _wide(spread, dress, told, panel, lying, True)
    if lying:
        return numbers.above_and_below(wide / 2 * (panel[3] - panel[1]) / len(spread.groups))
    half = wide / 2 * (panel[2] - panel[0]) / len(spread.groups)
    return numbers.beside(PARTS, [half] * len(spread.groups))


def _matplotlib(spread: Spread, sheet: Sheet, *, lying: bool) -> None:
    dress = sheet.dress
    names, value = told = _scales(spread, sheet.look, sheet.labelled)
    below, beside = (value, names) if lying else (names, value)
    axes = sheet.axes(spread.title, below, beside)
    assert sheet.frame is not None
    panel = sheet.frame.panel
    wide = _wide(spread, dress, told, panel, lying, sheet.labelled)
    keys = ("whislo", "q1", "med", "q3", "whishi")
    line = {"color": dress.palette.ink, "linewidth": _LINE}
    drawn = axes.bxp(
        [dict(zip(keys, five(group), strict=True)) for group in spread.groups],
        positions=range(len(spread.groups)), widths=wide, capwidths=wide,
        orientation="horizontal" if lying else "vertical", patch_artist=True, showfliers=False,
        manage_ticks=False, whiskerprops=line, capprops=line,
        medianprops={**line, "linewidth": _MEDIAN, "solid_capstyle": "butt"},
        boxprops={"facecolor": _fill(dress), "edgecolor": dress.palette.ink, "linewidth": _LINE},
    )  # fmt: skip
    for at, group in enumerate(spread.groups):
        _, q1, _, q3, _ = five(group)
        sheet.mark(drawn["boxes"][at], "box", group.id)
        for part, number in (("low", 2 * at), ("high", 2 * at + 1)):
            sheet.mark(drawn["whiskers"][number], "line", group.id, part="stem")
            sheet.mark(drawn["caps"][number], "whisker", group.id, part=part)
        for part, edge in (("q1", q1), ("q3", q3)):
            places = ((at - wide / 2, at + wide / 2), (edge, edge))
            (artist,) = axes.plot(*(places[::-1] if lying else places), **line, zorder=2.2)
            sheet.mark(artist, "quartile", group.id, part=part)
        sheet.mark(drawn["medians"][at], "median", group.id, part="median")
        if group.outliers:
            spots = ([at] * len(group.outliers), list(group.outliers))
            cloud = axes.scatter(
                *(spots[::-1] if lying else spots), s=_DOT**2, facecolors=dress.palette.panel,
                edgecolors=dress.palette.ink, linewidths=1.0, zorder=3, clip_on=False,
            )  # fmt: skip
            sheet.mark(cloud, "outlier", *([group.id] * len(group.outliers)), part="outlier")
    if sheet.labelled:
        paint(sheet, _words(spread, dress, told, panel, lying))


def _echarts(spread: Spread, plan: Plan, *, lying: bool) -> dict[str, Any]:
    from pyecharts.charts import Boxplot, Scatter

    dress = plan.dress
    names, value = told = _scales(spread, plan.look, plan.labelled)
    below, beside = (value, names) if lying else (names, value)
    boxes = plan.series(Boxplot().add_xaxis([]).add_yaxis("", []))
    dots = plan.series(Scatter().add_xaxis([]).add_yaxis("", []))
    drawn = [boxes, dots]
    option = plan.axes(spread.title, below, beside, drawn)
    assert plan.frame is not None
    panel = plan.frame.panel
    room = panel[3] - panel[1] if lying else panel[2] - panel[0]
    part = _wide(spread, dress, told, panel, lying, plan.labelled)
    wide = part * room / len(spread.groups)
    boxes |= {
        "data": [plan.item(list(five(group)), group.id) for group in spread.groups],
        "boxWidth": [wide, wide],
        "itemStyle": {"color": _fill(dress), "borderColor": dress.palette.ink,
                      "borderWidth": _LINE},
    }  # fmt: skip
    dots |= {
        "data": [
            plan.item([one, at] if lying else [at, one], group.id, role="outlier", part="outlier")
            for at, group in enumerate(spread.groups)
            for one in group.outliers
        ],
        "symbol": "circle", "symbolSize": _DOT, "clip": False,
        "itemStyle": {"color": dress.palette.panel, "borderColor": dress.palette.ink,
                      "borderWidth": 1, "opacity": 1},
    }  # fmt: skip
    if plan.labelled:
        drawn.append(painted(plan, _words(spread, dress, told, panel, lying)))
    return option


def _fill(dress: Dress) -> str:
    return mixed(dress.colour(0), dress.palette.panel, _TINT)


def _chart(name: str, said: str, lying: bool, alias: str, most: int) -> Chart:
    return Chart(
        name=name, family="box", said=said,
        need=Need("spread", (3, most), loose=True, samples=8, label=20),
        matplotlib=partial(_matplotlib, lying=lying), echarts=partial(_echarts, lying=lying),
        aliases={alias: None}, kin=("stock", "violin", "candles_volume"),
    )  # fmt: skip


BOX = _chart("box", "a vertical box plot", False, "box_v", 7)
BOX_HORIZONTAL = _chart("box_horizontal", "a horizontal box plot", True, "box_h", 6)
