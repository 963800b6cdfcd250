"""A histogram: counts of samples in equal bins, on a number axis.

Bins hold their lower edge, the last one both. Bin n, from 0, is the part `bin{n}` of its group.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from figloom.charts import Chart, Need
from figloom.render.colours import ratio
from figloom.render.plots import numerals
from figloom.render.plots.bars import axis_lines
from figloom.render.plots.flats import graphic
from figloom.render.plots.frame import plan as framed
from figloom.render.plots.frame import text_width
from figloom.render.plots.looks import Dress
from figloom.render.plots.plan import Plan
from figloom.render.plots.scales import Measure, measure, titled
from figloom.render.plots.sheet import Sheet
from figloom.types import Spread

_HEADROOM = 0.08
_SEAM = 1.0
_SEEN = 2.5
"""Least contrast ratio of an outline that keeps two bars apart."""
_COUNT = "Count"


def _counts(spread: Spread) -> list[int]:
    found: list[int] = np.histogram(spread.groups[0].samples, spread.bins)[0].tolist()
    return found


def _scales(spread: Spread, dress: Dress, labelled: bool) -> tuple[Measure, Measure]:
    """The axis of the samples, ticks at bin edges, and that of the counts, ticks at integers."""
    look, title = dress.look, spread.axes[1] if len(spread.axes) > 1 else ""
    for wanted in range(look.tick_count, 0, -1):
        count = measure([float(n) for n in _counts(spread)], _COUNT, "", look.numbers, zero=True,
                        count=wanted, headroom=_HEADROOM if labelled else 0.0)  # fmt: skip
        if all(tick == int(tick) for tick in count.ticks):
            break
    for every in range(1, len(spread.bins)):
        ticks = spread.bins[::every]
        texts = numerals.ticks(ticks, look.numbers)
        told = titled(title, spread.unit)
        below = Measure(spread.bins[0], spread.bins[-1], ticks, texts, told, spread.unit)
        x0, _, x1, _ = framed(dress, spread.title, (), below, count).panel
        slot = (x1 - x0) * every / (len(spread.bins) - 1)
        if max(text_width(text, look, look.tick_size) for text in texts) + 12 <= slot:
            break
    return below, count


def _edge(dress: Dress) -> tuple[str, float]:
    """Bars touch, so that a line keeps them apart where the look draws no outlines."""
    palette, outline = dress.palette, dress.look.outline
    if outline and ratio(palette.ink, dress.colour(0)) >= _SEEN:
        return palette.ink, outline
    return palette.panel, _SEAM


def _matplotlib(spread: Spread, sheet: Sheet) -> None:
    below, beside = _scales(spread, sheet.dress, sheet.labelled)
    axes = sheet.axes(spread.title, below, beside)
    edge, width = _edge(sheet.dress)
    counts, bins, (group,) = _counts(spread), np.array(spread.bins), spread.groups
    bars = axes.bar(bins[:-1], counts, np.diff(bins), align="edge", color=sheet.dress.colour(0),
                    edgecolor=edge, linewidth=width)  # fmt: skip
    for at, (bar, count) in enumerate(zip(bars, counts, strict=True)):
        sheet.mark(bar, "bar", group.id, part=f"bin{at}")
        middle = float(bins[at] + bins[at + 1]) / 2
        sheet.value(axes, middle, count, count, group.id, text=numerals.exact(
            count, 0, sheet.look.numbers), part=f"bin{at}")  # fmt: skip


def _echarts(spread: Spread, plan: Plan) -> dict[str, Any]:
    from pyecharts.charts import Bar

    below, beside = _scales(spread, plan.dress, plan.labelled)
    edge, width = _edge(plan.dress)
    items = []
    bins, (group,) = spread.bins, spread.groups
    for at, count in enumerate(_counts(spread)):
        item = plan.item([(bins[at] + bins[at + 1]) / 2, count], group.id, part=f"bin{at}")
        label = plan.label(count, "top")
        if plan.labelled:
            label["formatter"] = numerals.exact(count, 0, plan.look.numbers)
        # A bar of no height would still have an outline.
        style = {} if count else {"itemStyle": {"borderWidth": 0}}
        items.append({**item, "label": label, **style})
    series = plan.series(Bar().add_yaxis(spread.title, []))
    series |= {"data": items, "itemStyle": {
        "color": plan.dress.colour(0), "borderColor": edge, "borderWidth": width}}  # fmt: skip
    option = plan.axes(spread.title, below, beside, [series])
    assert plan.frame is not None
    x0, _, x1, _ = plan.frame.panel
    series["barWidth"] = (x1 - x0) / (len(bins) - 1)
    axis = option["xAxis"][0]
    del axis["interval"]
    axis["axisLabel"]["customValues"] = axis["axisTick"]["customValues"] = list(below.ticks)
    axis["containShape"] = False
    return option | {"graphic": graphic(axis_lines(plan.dress, plan.frame.panel))}


HISTOGRAM = Chart(
    name="histogram", family="distribution", said="a histogram",
    need=Need("spread", (1, 1), bins=True), matplotlib=_matplotlib, echarts=_echarts,
    aliases={}, kin=("bar",),
)  # fmt: skip
