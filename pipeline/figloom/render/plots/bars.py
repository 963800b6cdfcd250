"""What bars of several series share: how wide they are, where their values find room, zero."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from figloom.render.plots.flats import Ornament, across, along
from figloom.render.plots.frame import Unfit, text_width
from figloom.render.plots.frame import plan as framed
from figloom.render.plots.grids import places, title_of, values
from figloom.render.plots.keys import Key
from figloom.render.plots.looks import Dress, Look
from figloom.render.plots.numerals import exact
from figloom.render.plots.scales import Measure, Names, Scale, measure, names
from figloom.types import Box, Cell, Dot, Grid

GAP = 0.06
"""Between the bars of a category, in widths of a bar."""
_AWAY = 4.0
"""Pixels between a bar and its value."""
_DIGITS = 0.8
"""Height of digits, in ems."""


@dataclass(frozen=True, slots=True)
class Layout:
    """Axes of a chart of bars, and how its bars and their values lie."""

    category: Names
    value: Measure
    lying: bool
    panel: Box
    bar: float
    """Width of a bar, in parts of a category's place."""
    offsets: tuple[float, ...]
    """Middle of each series' bar, in parts of a category's place from its middle."""
    turned: bool = False
    """Whether values read from the bottom up."""

    @property
    def below(self) -> Scale:
        """The axis below the panel."""
        return self.value if self.lying else self.category

    @property
    def beside(self) -> Scale:
        """The axis at the left of the panel."""
        return self.category if self.lying else self.value

    @property
    def slot(self) -> float:
        """Pixels of a category's place."""
        x0, y0, x1, y1 = self.panel
        return (y1 - y0 if self.lying else x1 - x0) / len(self.category.texts)

    @property
    def zero(self) -> tuple[Dot, Dot]:
        """Ends of the line at zero."""
        x0, y0, x1, y1 = self.panel
        if self.lying:
            x = across(self.value, 0.0, self.panel)
            return (x, y0), (x, y1)
        y = along(self.value, 0.0, self.panel)
        return (x0, y), (x1, y)


def group_width(look: Look) -> float:
    """Part of a category's place that its bars fill where there are several series."""
    return min(0.84, 0.5 + 0.4 * look.bar_width)


def side_by_side(width: float, bars: int, gap: float = GAP) -> tuple[float, tuple[float, ...]]:
    """Width of each of so many bars that fill `width` together, and their middles."""
    bar = width / (bars + (bars - 1) * gap)
    return bar, tuple((at - (bars - 1) / 2) * bar * (1 + gap) for at in range(bars))


def value_axis(grid: Grid, look: Look, told: Sequence[float], headroom: float = 0.0) -> Measure:
    """The value axis of bars that reach from zero to these values."""
    return measure(
        told, title_of(grid, 1), grid.series[0].unit, look.numbers, zero=True,
        count=look.tick_count, headroom=headroom,
    )  # fmt: skip


def beside_each_other(
    grid: Grid, dress: Dress, labelled: bool, keys: Sequence[Key], *, lying: bool = False,
    depth: Dot = (0.0, 0.0), width: float = 0.0, gap: float = GAP,
) -> Layout:  # fmt: skip
    """Layout of grouped bars (or of single ones) with room for values beyond their ends.

    `depth` is as `frame.plan` has it; `width` the part of a category's place that they fill.
    Raises Unfit where the values of neighbours would touch.
    """
    look, count = dress.look, len(grid.series)
    width = width or (look.bar_width if count == 1 else group_width(look))
    bar, offsets = side_by_side(width, count, gap)
    told = values(grid.cells)

    def laid(headroom: float, turned: bool) -> Layout:
        category = names(grid.categories, title_of(grid, 0))
        value = value_axis(grid, look, told, headroom)
        below, beside = (value, category) if lying else (category, value)
        panel = framed(
            dress, grid.title, [key.text for key in keys], below, beside, depth=depth
        ).panel
        return Layout(category, value, lying, panel, bar, offsets, turned)

    plain = laid(0.0, False)
    if not labelled:
        return plain
    longest = widest(grid, look)
    pitch = plain.slot * (bar * (1 + gap) if count > 1 else 1.0)
    turned = not lying and longest > pitch - 6
    if (lying or turned) and pitch < 1.2 * look.value_size:
        raise Unfit("no room for the values")
    long = lying or turned
    room = longest if long else 1.25 * look.value_size
    x0, y0, x1, y1 = plain.panel
    return laid((room + _AWAY + 4) / (x1 - x0 if lying else y1 - y0), turned)


def on_top(
    grid: Grid, dress: Dress, labelled: bool, keys: Sequence[Key], *, percent: bool,
    lying: bool = False, depth: Dot = (0.0, 0.0), width: float = 0.0,
) -> Layout:  # fmt: skip
    """Layout of stacked bars, with the values inside them; Unfit where one is too small for it."""
    look = dress.look
    heights = [sum(cell.value or 0.0 for cell in stack) for stack in stacks(grid)]
    category = names(grid.categories, title_of(grid, 0))
    value = value_axis(grid, look, [0.0, 100.0] if percent else heights)
    below, beside = (value, category) if lying else (category, value)
    panel = framed(dress, grid.title, [key.text for key in keys], below, beside, depth=depth).panel
    layout = Layout(
        category, value, lying, panel, width or group_width(look), (0.0,) * len(grid.series)
    )
    if labelled:
        x0, y0, x1, y1 = panel
        length = (x1 - x0 if lying else y1 - y0) / (value.high - value.low)
        wide = layout.slot * layout.bar
        longest = widest(grid, look)
        if not lying and longest > wide - 4:
            raise Unfit("no room for the values")
        if lying and wide < look.value_size:
            raise Unfit("no room for the values")
        for cell in grid.cells:
            need = 5 + (text_width(written(cell, grid, look), look, look.value_size) if lying
                        else _DIGITS * look.value_size)  # fmt: skip
            if (cell.value or 0.0) * length < need:
                raise Unfit("no room for the values")
    return layout


def stacks(grid: Grid) -> list[list[Cell]]:
    """Cells of each category, in the order of the series."""
    place = {(cell.category, cell.series): cell for cell in grid.cells}
    return [[place[one.id, row.id] for row in grid.series] for one in grid.categories]


def written(cell: Cell, grid: Grid, look: Look) -> str:
    """A cell's value as it is written."""
    return exact(cell.value or 0.0, places(grid), look.numbers)


def widest(grid: Grid, look: Look) -> float:
    """Pixels of the longest value."""
    return max(text_width(written(cell, grid, look), look, look.value_size) for cell in grid.cells)


def zero_line(layout: Layout, dress: Dress) -> list[Ornament]:
    """The line from which bars start, where some go below it."""
    if layout.value.low >= 0:
        return []
    return [Ornament(layout.zero, stroke=dress.palette.line, width=1.2, above=True)]


def axis_lines(dress: Dress, panel: Box, lying: bool = False) -> list[Ornament]:
    """The axis lines of the look over the bars, for ECharts, whose own lie under their seams."""
    (x0, y0, x1, y1), frame = panel, dress.look.frame
    left, foot = ((x0 + 0.5, y0), (x0 + 0.5, y1)), ((x0, y1 + 0.5), (x1, y1 + 0.5))
    lines = {"none": (), "foot": (left,) if lying else (foot,)}.get(frame, (left, foot))
    return [Ornament(line, stroke=dress.palette.line, above=True) for line in lines]


def seam(dress: Dress) -> tuple[str, float]:
    """Colour and width of the line between the parts of a stack."""
    look, palette = dress.look, dress.palette
    return (palette.ink, look.outline) if look.outline else (palette.panel, 1.0)
