"""Where the spokes of a radar stand, and what both renderers write around and beside it."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from figloom.render.colours import mixed, ratio
from figloom.render.plots.beside import Stand, Things, Wish, inked, stands
from figloom.render.plots.frame import LEADING, Unfit, text_width
from figloom.render.plots.grids import places, rows, values
from figloom.render.plots.looks import Dress
from figloom.render.plots.numerals import exact
from figloom.render.plots.scales import Measure
from figloom.types import Box, Dot, Grid

NAME_GAP = 14.0
"""Between the end of a spoke and its name, in pixels."""
_NEARER = 0.35
"""See `Things.nearer`: on a spoke stand the values of all series, told by their colours."""
_SEEN = 1.35
"""Least contrast ratio of rings and spokes."""
_ROOM = 4.0
"""Pixels between a name and a number, so that they are not read as one."""
_LEAST = 0.26
"""Part of the panel's height that the radius takes at least."""


@dataclass(frozen=True, slots=True)
class Dial:
    """A radar before it is drawn; pixels from the top left of the picture."""

    centre: Dot
    radius: float
    angles: tuple[float, ...]
    """Of the spokes, in radians clockwise from 3 o'clock; the first one points up."""
    scale: Measure

    def dot(self, spoke: int, value: float) -> Dot:
        """Where a value stands on a spoke."""
        part = (value - self.scale.low) / (self.scale.high - self.scale.low)
        return self.at(spoke, part * self.radius)

    def at(self, spoke: int, away: float) -> Dot:
        """A place on a spoke, in pixels from the centre."""
        angle = self.angles[spoke]
        x, y = self.centre
        return x + away * math.cos(angle), y + away * math.sin(angle)


@dataclass(frozen=True, slots=True)
class Word:
    """A text around a radar, with the place of its middle."""

    text: str
    at: Dot


def dial(grid: Grid, dress: Dress, scale: Measure, panel: Box) -> Dial:
    """The largest radar that leaves room for its names; Unfit where that is too small."""
    x0, y0, x1, y1 = panel
    em, count = dress.look.tick_size, len(grid.categories)
    angles = tuple(math.tau * at / count - math.tau / 4 for at in range(count))
    foot = LEADING * dress.look.axis_size + 4 if scale.title else 0.0
    # An odd number of spokes reaches less far down than up.
    lower = max(map(math.sin, angles))
    head, tail = NAME_GAP + LEADING * em, NAME_GAP * lower + LEADING * em * (1 + lower) / 2
    tall = y1 - y0 - foot
    radius = (tall - head - tail) / (1 + lower)
    for angle, category in zip(angles, grid.categories, strict=True):
        wide = text_width(category.name, dress.look, em) + NAME_GAP + 4
        if abs(math.cos(angle)) > 0.1:
            radius = min(radius, ((x1 - x0) / 2 - wide) / abs(math.cos(angle)))
    if radius < _LEAST * (y1 - y0):
        raise Unfit("too little room for the panel")
    radius = math.floor(radius)
    spare = tall - head - tail - (1 + lower) * radius
    return Dial(((x0 + x1) / 2, y0 + head + radius + spare / 2), radius, angles, scale)


def web(dress: Dress) -> str:
    """Colour of rings and spokes: the grid's, unless it can hardly be seen on the panel.

    They are read like an axis, while a grid has an axis beside it.
    """
    palette = dress.palette
    steps = [palette.grid, *(mixed(palette.muted, palette.panel, n / 20) for n in range(1, 20))]
    return next(colour for colour in steps if ratio(colour, palette.panel) >= _SEEN)


def name_words(grid: Grid, dress: Dress, told: Dial) -> Iterator[Word]:
    """The names of the spokes, beyond their ends."""
    em = dress.look.tick_size
    for spoke, category in enumerate(grid.categories):
        wide, tall = text_width(category.name, dress.look, em), 1.2 * em
        angle = told.angles[spoke]
        x, y = told.at(spoke, told.radius + NAME_GAP)
        across = 0.0 if abs(math.cos(angle)) < 0.1 else math.copysign(wide / 2, math.cos(angle))
        yield Word(category.name, (x + across, y + tall / 2 * math.sin(angle)))


def tick_words(told: Dial) -> Iterator[Word]:
    """The texts of the ticks, on their rings midway between the last spoke and the first."""
    last = len(told.angles) - 1
    for value, text in zip(told.scale.ticks, told.scale.texts, strict=True):
        (x0, y0), (x1, y1) = told.dot(0, value), told.dot(last, value)
        yield Word(text, ((x0 + x1) / 2, (y0 + y1) / 2))


def caption(dress: Dress, told: Dial, panel: Box) -> Word | None:
    """What is measured along the spokes, and in which unit."""
    middle = panel[3] - 0.55 * dress.look.axis_size
    return Word(told.scale.title, (told.centre[0], middle)) if told.scale.title else None


def boxes(words: Sequence[Word], dress: Dress, size: float) -> list[Box]:
    """What the words cover."""
    found = []
    for word in words:
        wide, (x, y) = text_width(word.text, dress.look, size), word.at
        found.append((x - wide / 2, y - 0.6 * size, x + wide / 2, y + 0.6 * size))
    return found


def beside_vertices(
    grid: Grid, dress: Dress, told: Dial, panel: Box, fill: str
) -> tuple[list[Wish], dict[str, Stand]]:
    """The values at the vertices, and where they stand."""
    words = [*name_words(grid, dress, told), *tick_words(told)]
    lines, wishes = [], []
    for number, row in enumerate(rows(grid)):
        dots = [told.dot(spoke, value) for spoke, value in enumerate(values(row))]
        lines.append([*dots, dots[0]])
        several = len(grid.series) > 1
        colour = inked(dress.colour(number) if several else dress.palette.ink, dress, fill)
        for cell, at in zip(row, dots, strict=True):
            text = exact(cell.value or 0.0, places(grid), dress.look.numbers)
            wishes.append(Wish(cell.id, text, at, colour))
    taken = [(x0 - _ROOM, y0, x1 + _ROOM, y1)
             for x0, y0, x1, y1 in boxes(words, dress, dress.look.tick_size)]  # fmt: skip
    return wishes, stands(dress, wishes, Things(panel, lines, texts=taken, nearer=_NEARER))
