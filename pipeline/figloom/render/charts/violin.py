"""Violins: the density of samples, with lines at the median and the quartiles."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from figloom.charts import Chart, Need
from figloom.render.colours import mixed
from figloom.render.plots.flats import across, along
from figloom.render.plots.frame import Unfit
from figloom.render.plots.looks import Dress
from figloom.render.plots.pieces import Fill, Piece, Stroke, paint, painted
from figloom.render.plots.plan import Plan
from figloom.render.plots.scales import Measure, Names
from figloom.render.plots.sheet import Sheet
from figloom.render.plots.spreads import Numbers, five, scales
from figloom.types import Box, Dot, Group, Polygon, Spread

_HALF = 0.42
"""Widest half of a violin, as part of a group's place; with numbers beside it, less."""
_HALF_TOLD, _LEAST = 0.26, 0.14
_PLACES = 81
_TINT = 0.55
_LINE, _MEDIAN = 1.3, 2.6
_PARTS = ("q1", "median", "q3")

Floats = NDArray[np.float64]


def density(samples: Sequence[float], places: Floats) -> Floats:
    """Gaussian kernel density at places, its bandwidth by Scott's rule (1992)."""
    values = np.array(samples)
    wide = float(values.std(ddof=1)) * len(values) ** -0.2
    found: Floats = np.exp(-0.5 * ((places[:, None] - values) / wide) ** 2).sum(axis=1)
    found /= wide * len(values) * np.sqrt(2 * np.pi)
    return found


def _scales(spread: Spread, dress: Dress, labelled: bool) -> tuple[Names, Measure]:
    values = [v for group in spread.groups for v in group.samples]
    return scales(spread, values, dress.look, labelled)


class _Shape:
    """One violin in pixels: its middle, and its half width at each height."""

    def __init__(self, group: Group, middle: float, half: float, value: Measure, panel: Box):
        self.value, self.panel, self.middle = value, panel, middle
        self.places = np.linspace(min(group.samples), max(group.samples), _PLACES)
        found = density(group.samples, self.places)
        self.halves = half * found / found.max()

    def outline(self) -> tuple[Dot, ...]:
        """Ends at the least and the largest sample."""
        ys = [along(self.value, float(place), self.panel) for place in self.places]
        right = [(self.middle + float(h), y) for h, y in zip(self.halves, ys, strict=True)]
        left = [(self.middle - float(h), y) for h, y in zip(self.halves, ys, strict=True)]
        return tuple((round(x, 3), round(y, 3)) for x, y in right + left[::-1])

    def line(self, value: float) -> tuple[Dot, Dot]:
        """Across the violin at a value."""
        half = float(np.interp(value, self.places, self.halves))
        y = round(along(self.value, value, self.panel), 3)
        return (round(self.middle - half, 3), y), (round(self.middle + half, 3), y)


def _pieces(
    spread: Spread, dress: Dress, told: tuple[Names, Measure], panel: Box, labelled: bool
) -> list[Piece]:
    names, value = told
    slot = (panel[2] - panel[0]) / len(spread.groups)
    numbers = Numbers(dress, spread, told, panel)
    half = min(_HALF_TOLD * slot, numbers.room(_PARTS)) if labelled else _HALF * slot
    if half < _LEAST * slot:
        raise Unfit("no room for the values")
    ink, fill = dress.palette.ink, mixed(dress.colour(0), dress.palette.panel, _TINT)
    made: list[Piece] = []
    for at, group in enumerate(spread.groups):
        shape = _Shape(group, across(names, at, panel), half, value, panel)
        body = Polygon(shape.outline())
        made.append(Fill(body, fill, "violin", (group.id,), "", dress.colour(0), _LINE))
        for part, number in zip(_PARTS, five(group)[1:4], strict=True):
            role, wide = ("median", _MEDIAN) if part == "median" else ("quartile", _LINE)
            made.append(Stroke(shape.line(number), ink, wide, role, (group.id,), part))
    if labelled:
        made += numbers.beside(_PARTS, [half] * len(spread.groups))
    return made


def _matplotlib(spread: Spread, sheet: Sheet) -> None:
    told = _scales(spread, sheet.dress, sheet.labelled)
    sheet.axes(spread.title, *told)
    assert sheet.frame is not None
    paint(sheet, _pieces(spread, sheet.dress, told, sheet.frame.panel, sheet.labelled))


def _echarts(spread: Spread, plan: Plan) -> dict[str, Any]:
    told = _scales(spread, plan.dress, plan.labelled)
    option = plan.axes(spread.title, *told, [])
    assert plan.frame is not None
    pieces = _pieces(spread, plan.dress, told, plan.frame.panel, plan.labelled)
    return {**option, "series": [painted(plan, pieces)]}


VIOLIN = Chart(
    name="violin",
    family="distribution",
    said="a violin plot",
    need=Need("spread", (3, 6), loose=True, samples=20, label=20),
    matplotlib=_matplotlib,
    echarts=_echarts,
    aliases={},
    kin=("box", "box_horizontal"),
)
