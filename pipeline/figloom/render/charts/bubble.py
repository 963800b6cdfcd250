"""Bubble charts: a third measure is the area of the points, with a legend of sizes."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

from figloom.charts import Chart, Need
from figloom.render.plots.dots import clouds, keys, measured, places, scale, wishes, words
from figloom.render.plots.frame import Unfit, text_width
from figloom.render.plots.looks import Dress, Look
from figloom.render.plots.numerals import ticks
from figloom.render.plots.pieces import Fill, Piece, Stroke, Word, paint, painted
from figloom.render.plots.plan import Plan
from figloom.render.plots.scales import Measure, titled
from figloom.render.plots.sheet import Sheet
from figloom.render.wrapping import wrap
from figloom.types import Axis, Box, DataPoint, Points, Tick, Wedge

_LARGEST = 0.055
"""Radius of the largest bubble, as part of the picture's shorter side."""
_AIR = 0.1
_SHEER = 0.55
_EDGE = 1.2
_SAMPLES = {1.0: (0.2, 0.5, 1.0), 2.0: (0.5, 1.0, 2.0), 5.0: (1.0, 2.5, 5.0)}
"""Sizes in the legend, by the first digit of the largest."""
_GAP = 16.0
_LETTERS = 16
"""Of a line of the legend's title."""


@dataclass(frozen=True, slots=True)
class _Sizes:
    """How the third measure becomes areas, and what its legend tells."""

    high: float
    radius: float
    """Of a bubble of the size `high`, in pixels."""
    samples: tuple[float, ...]
    texts: tuple[str, ...]
    title: tuple[str, ...]
    wide: float
    """Of the legend."""

    def of(self, size: float) -> float:
        """Radius of a bubble: areas are proportional to sizes."""
        return self.radius * math.sqrt(max(0.0, size) / self.high)


def _sizes(points: Points, look: Look) -> _Sizes:
    high = max(measured(points.points, 2))
    power = 10.0 ** math.floor(math.log10(high))
    top = max(digit for digit in _SAMPLES if digit * power <= high * (1 + 1e-9))
    samples = tuple(part * power for part in _SAMPLES[top])
    texts, radius = ticks(samples, look.numbers), _LARGEST * min(look.width, look.height)
    title = tuple(line.text for line in wrap(titled(points.names[2], points.units[2]), look.font,
                                             False, _LETTERS))  # fmt: skip
    if len(title) > 4:
        raise Unfit("the legend's title too long")
    em = look.legend_size
    told = 2 * radius + 10 + max(text_width(text, look, em) for text in texts)
    wide = max(told, *(text_width(line, look, em) for line in title))
    return _Sizes(high, radius, samples, texts, title, wide)


def _legend(sizes: _Sizes, dress: Dress, panel: Box) -> list[Piece]:
    """Rings of known sizes from the top right of the panel down, below their title."""
    look, (x, y) = dress.look, (panel[2] + _GAP, panel[1])
    em, made = look.legend_size, list[Piece]()
    for line in sizes.title:
        made.append(Word(line, x, y + 0.6 * em, em, dress.palette.ink, "legend", align="left"))
        y += 1.3 * em
    y += 6
    for size, text in zip(sizes.samples, sizes.texts, strict=True):
        radius = sizes.of(size)
        tall = max(2 * radius, em)
        middle = (x + sizes.radius, y + tall / 2)
        ring = Wedge(*middle, 0.0, radius, 0.0, 360.0)
        fill = dress.palette.panel
        made.append(
            Fill(ring, fill, "legend_key", part=text, edge=dress.palette.muted, width=_EDGE)
        )
        made.append(Word(text, x + 2 * sizes.radius + 10, middle[1], em, dress.palette.ink,
                         "legend", align="left"))  # fmt: skip
        y += tall + 8
    return made


def _axis(sizes: _Sizes, points: Points) -> Axis:
    """Areas in square pixels, so that they read linearly."""
    area = math.pi * sizes.radius**2
    return Axis(
        panel="", dimension="size", scale="linear", low=0.0, high=sizes.high, pixels=(0.0, area),
        ticks=tuple(Tick(size, round(area * size / sizes.high, 3), text)
                    for size, text in zip(sizes.samples, sizes.texts, strict=True)),
        unit=points.units[2], title=points.names[2],
    )  # fmt: skip


def _scales(points: Points, look: Look) -> tuple[Measure, Measure]:
    return scale(points, 0, look, air=_AIR), scale(points, 1, look, air=_AIR)


def _words(
    points: Points, dress: Dress, scales: tuple[Measure, Measure], panel: Box, sizes: _Sizes,
    labelled: bool,
) -> list[Word | Stroke]:  # fmt: skip
    at = places(points.points, *scales, panel)
    reach = [sizes.of(size) + _EDGE for size in measured(points.points, 2)]
    bounds = (panel[0] + 2, panel[1] - 4, panel[2] + 6, panel[3] - 3)
    asked = wishes(dress, points, at, labelled, third=True, reach=reach)
    return words(dress, asked, bounds, (), labelled)


def _large_first(points: tuple[DataPoint, ...]) -> list[DataPoint]:
    return sorted(points, key=lambda point: -(point.size or 0.0))


def _matplotlib(points: Points, sheet: Sheet) -> None:
    from matplotlib.colors import to_rgba

    dress, sizes = sheet.dress, _sizes(points, sheet.look)
    below, beside = _scales(points, sheet.look)
    found = clouds(points, dress)
    axes = sheet.axes(points.title, below, beside, keys=keys(found),
                      depth=(sizes.wide + _GAP, 0.0))  # fmt: skip
    for cloud in found:
        those = _large_first(cloud.points)
        artist = axes.scatter(
            measured(those, 0), measured(those, 1),
            s=[(2 * sizes.of(size)) ** 2 for size in measured(those, 2)],
            facecolors=[to_rgba(cloud.colour, _SHEER)], edgecolors=cloud.colour, linewidths=_EDGE,
            clip_on=False, zorder=4,
        )  # fmt: skip
        sheet.mark(artist, "bubble", *(point.id for point in those))
    sheet.scale(_axis(sizes, points))
    assert sheet.frame is not None
    panel = sheet.frame.panel
    told = _words(points, dress, (below, beside), panel, sizes, sheet.labelled)
    paint(sheet, [*_legend(sizes, dress, panel), *told])


def _echarts(points: Points, plan: Plan) -> dict[str, Any]:
    from pyecharts.charts import Scatter

    dress, sizes = plan.dress, _sizes(points, plan.look)
    below, beside = _scales(points, plan.look)
    found, drawn = clouds(points, dress), list[dict[str, Any]]()
    for cloud in found:
        items = []
        for point in _large_first(cloud.points):
            item = plan.item([point.x, point.y], point.id, role="bubble")
            items.append({**item, "symbolSize": 2 * sizes.of(point.size or 0.0)})
        series = plan.series(Scatter().add_xaxis([]).add_yaxis(cloud.name, []))
        style = {"color": _sheer(cloud.colour), "opacity": 1, "borderColor": cloud.colour,
                 "borderWidth": _EDGE}  # fmt: skip
        drawn.append({**series, "data": items, "symbol": "circle", "itemStyle": style,
                      "clip": False, "z": 4})  # fmt: skip
    option = plan.axes(points.title, below, beside, drawn, keys=keys(found),
                       depth=(sizes.wide + _GAP, 0.0))  # fmt: skip
    plan.scale(_axis(sizes, points))
    assert plan.frame is not None
    panel = plan.frame.panel
    told = _words(points, dress, (below, beside), panel, sizes, plan.labelled)
    return {**option, "series": [*drawn, painted(plan, [*_legend(sizes, dress, panel), *told])]}


def _sheer(colour: str) -> str:
    red, green, blue = (int(colour[at : at + 2], 16) for at in (1, 3, 5))
    return f"rgba({red},{green},{blue},{_SHEER})"


BUBBLE = Chart(
    name="bubble",
    family="scatter",
    said="a bubble chart",
    need=Need(
        "points",
        (6, 10),
        (1, 3),
        loose=True,
        named=True,
        third=True,
        positive=True,
        least=0.02,
        label=18,
    ),
    matplotlib=_matplotlib,
    echarts=_echarts,
    aliases={},
    kin=("scatter", "scatter_smooth", "scatter_3d"),
)
