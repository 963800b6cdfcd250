"""Lines through the values of a series, and where on the panel they run, for every renderer."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from figloom.render.plots.beside import Stand, Things, Wish, inked, stands
from figloom.render.plots.frame import plan as framed
from figloom.render.plots.grids import values
from figloom.render.plots.keys import Key, dash, symbol
from figloom.render.plots.looks import Dress
from figloom.render.plots.numerals import decimals, exact
from figloom.render.plots.plan import Plan
from figloom.render.plots.scales import Measure, Names
from figloom.render.plots.sheet import DASHES, SYMBOLS, Sheet
from figloom.types import Box, Cell, Dot

Row = Sequence[Cell]


def stroke(
    sheet: Sheet, axes: Any, row: Row, number: int, *, shift: float = 0.0, order: float = 4.0
) -> None:
    """Draw a series under Matplotlib: a line with a point at each value.

    `shift` moves it along the categories, in parts of a category's place.
    """
    look = sheet.look
    (line,) = axes.plot(
        [at + shift for at in range(len(row))], values(row), color=sheet.dress.colour(number),
        linewidth=look.line_width, linestyle=DASHES[dash(sheet.dress, number)],
        marker=SYMBOLS.get(symbol(sheet.dress, number), ""), markersize=look.marker_size,
        solid_joinstyle="round", clip_on=False, zorder=order,
    )  # fmt: skip
    sheet.mark(line, "point", *(cell.id for cell in row))


def strand(plan: Plan, name: str, row: Row, number: int) -> dict[str, Any]:
    """The same as a series of ECharts."""
    from pyecharts.charts import Line

    items = [plan.item(cell.value, cell.id) for cell in row]
    look = plan.line(number, symbol(plan.dress, number), dash(plan.dress, number))
    # pyecharts would pair the items with category names.
    series = plan.series(Line().add_xaxis([]).add_yaxis(name, []))
    return {**series, **look, "data": items, "clip": False, "z": 4}


@dataclass(frozen=True, slots=True)
class Told:
    """A line whose values are written: its cells, axis, number of the series, and how far it is
    moved along the categories."""

    row: Row
    scale: Measure
    number: int
    shift: float = 0.0


class Ground:
    """The panel of a chart before it is drawn: only to find room for texts, never for marks."""

    def __init__(
        self, dress: Dress, title: str, below: Names, beside: Measure, *,
        keys: Sequence[Key] = (), right: Measure | None = None,
    ) -> None:  # fmt: skip
        texts = [key.text for key in keys]
        self.dress = dress
        self.panel: Box = framed(dress, title, texts, below, beside, right).panel
        self._count = len(below.texts)

    def dot(self, place: float, value: float, scale: Measure) -> Dot:
        """Pixel of a value of a scale at a place among the categories."""
        x0, y0, x1, y1 = self.panel
        part = (value - scale.low) / (scale.high - scale.low)
        return x0 + (place + 0.5) / self._count * (x1 - x0), y1 - part * (y1 - y0)

    def dots(self, row: Row, scale: Measure, shift: float = 0.0) -> list[Dot]:
        """Pixels of the values of a series."""
        return [self.dot(at + shift, value, scale) for at, value in enumerate(values(row))]

    @property
    def slot(self) -> float:
        """Pixels between two categories."""
        return (self.panel[2] - self.panel[0]) / self._count

    @property
    def bounds(self) -> Box:
        """Where texts may stand."""
        x0, y0, x1, y1 = self.panel
        return x0 + 1, y0 - 0.5 * self.dress.look.tick_size, x1, y1 - 2


def beside_lines(
    ground: Ground, told: Sequence[Told], *, fences: Sequence[Sequence[Dot]] = (),
    bars: Sequence[tuple[Box, str]] = (), more: Sequence[Wish] = (), fill: str = "",
) -> dict[str, Stand]:  # fmt: skip
    """Where the values of lines stand, by fact, among fences and bars and further texts.

    `fill` is the ground they stand on, by default the panel.
    """
    dress, lines, wishes = ground.dress, list(fences), list(more)
    apart = len({id(one.scale) for one in told}) > 1
    common = decimals(tuple(value for one in told for value in values(one.row)))
    for one in told:
        line = ground.dots(one.row, one.scale, one.shift)
        lines.append(line)
        colour = dress.colour(one.number) if len(told) > 1 or bars else dress.palette.ink
        colour = inked(colour, dress, fill)
        places = decimals(values(one.row)) if apart else common
        for cell, at in zip(one.row, line, strict=True):
            text = exact(cell.value or 0.0, places, dress.look.numbers)
            wishes.append(Wish(cell.id, text, at, colour))
    return stands(dress, wishes, Things(ground.bounds, lines, bars))


def write(
    sheet: Sheet, axes: Any, row: Row, found: dict[str, Stand],
    heights: Sequence[float] | None = None, shift: float = 0.0,
) -> None:  # fmt: skip
    """Write the values of a series where they stand, under Matplotlib.

    `heights` are those of its points, where they are not its values.
    """
    for at, (cell, height) in enumerate(zip(row, heights or values(row), strict=True)):
        stand = found.get(cell.id)
        if stand is not None:
            sheet.value(axes, at + shift, height, height, cell.id, at="on", shift=stand.shift,
                        colour=stand.colour, text=stand.text)  # fmt: skip


def label(plan: Plan, items: list[dict[str, Any]], row: Row, found: dict[str, Stand]) -> None:
    """The same on the items of an ECharts series."""
    for item, cell in zip(items, row, strict=True):
        stand = found.get(cell.id)
        if stand is not None and cell.value is not None and math.isfinite(cell.value):
            item["label"] = plan.label(cell.value, "inside", formatter=stand.text,
                                       offset=list(stand.shift), color=stand.colour)  # fmt: skip
