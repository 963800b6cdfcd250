"""Where values stand beside points: off the lines, the markers, the bars and each other.

Both renderers get the same places. Each text takes the best of a fixed set of places around its
point; clashes are then mended by min-conflicts (Minton et al. 1992), in a fixed order.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from figloom.render.colours import ink_on, mixed, ratio
from figloom.render.fonts import measure
from figloom.render.plots.frame import Unfit, text_width
from figloom.render.plots.looks import Dress
from figloom.types import Box, Dot

Floats = NDArray[np.float64]
Mask = NDArray[np.bool_]

_CONTRAST = 4.5
_ROUNDS = 60
_AIR = 2.0
"""Pixels between a text and what is not its own."""
_TALL = 1.05
"""Height of digits with some air, in ems."""
LINES = 1.3
"""From a line of a text to the next, in ems."""
_TOGETHER = 16.0
"""Pixels between two points that are almost at one place."""
_FARTHEST = 4
"""How many gaps away from its point a text may stand."""


@dataclass(frozen=True, slots=True)
class Wish:
    """A text, perhaps of several lines, that belongs to a point, both in pixels."""

    fact: str
    text: str
    at: Dot
    colour: str
    """Of the text, where it stands on the panel."""
    ways: Literal["around", "on"] = "around"
    """Around the point, or on it and a little above or below."""
    reach: float = 0.0
    """Radius of the point; 0: that of the look's markers."""


@dataclass(frozen=True, slots=True)
class Stand:
    """A text, where its middle stands, from its point, in pixels; and its colour."""

    text: str
    shift: Dot
    colour: str


@dataclass(frozen=True, slots=True)
class Things:
    """What texts must not touch, in pixels."""

    bounds: Box
    lines: Sequence[Sequence[Dot]] = ()
    bars: Sequence[tuple[Box, str]] = ()
    """Filled boxes and their colours: a text stands wholly on one, or off all."""
    texts: Sequence[Box] = ()
    nearer: float = 0.7
    """A text is not nearer to a foreign point than this part of the way to its own."""


@dataclass(frozen=True, slots=True)
class _Places:
    """All places of all texts that are free of `Things`, as arrays of one row a place."""

    owner: NDArray[np.int64]
    boxes: Floats
    cost: Floats
    colours: list[str]
    shifts: list[Dot]
    leading: float
    """Least distance of two texts above each other: letters are taller than digits."""


def inked(colour: str, dress: Dress, ground: str = "") -> str:
    """The colour, as far towards the ink of the look as text on a ground (its panel) needs it."""
    ground, ink = ground or dress.palette.panel, dress.palette.ink
    steps = (mixed(colour, ink, share / 10) for share in range(10, 0, -1))
    return next((one for one in steps if ratio(one, ground) >= _CONTRAST), ink)


def stands(dress: Dress, wishes: Sequence[Wish], things: Things) -> dict[str, Stand]:
    """Where each text stands, by fact; Unfit where some text finds no free place."""
    if not wishes:
        return {}
    free = _free(dress, wishes, things)
    chosen = _settled(free, len(wishes))
    return {
        wish.fact: Stand(wish.text, free.shifts[place], free.colours[place])
        for wish, place in zip(wishes, chosen, strict=True)
    }


def _free(dress: Dress, wishes: Sequence[Wish], things: Things) -> _Places:
    size, common = dress.look.value_size, 3.0 + dress.look.marker_size / 2
    owner, shifts, boxes, cost = [], [], [], []
    for number, wish in enumerate(wishes):
        lines = wish.text.split("\n")
        wide = max(text_width(line, dress.look, size) for line in lines)
        tall = (_TALL + LINES * (len(lines) - 1)) * size
        gap = 3.5 if wish.reach else common
        for rank, (dx, dy) in enumerate(_around(wish.ways, wide, tall, gap, wish.reach)):
            x, y = wish.at[0] + dx, wish.at[1] + dy
            owner.append(number)
            shifts.append((round(dx, 2), round(dy, 2)))
            boxes.append((x - wide / 2, y - tall / 2, x + wide / 2, y + tall / 2))
            cost.append(float(rank))
    places = np.array(boxes)
    owners = np.array(owner)
    dots = np.array([wish.at for wish in wishes])
    wrong = _outside(places, things.bounds)
    wrong |= _strange(places, owners, dots, 1 + dress.look.marker_size / 2, things.nearer)
    reach = _AIR + dress.look.line_width / 2
    for line in things.lines:
        wrong |= crossed(np.array(line), places, reach)
    for box in things.texts:
        wrong |= _meets(places, np.array([box]), _AIR, _leading(dress))[:, 0]
    colours, torn = _grounds(wishes, owners, places, things)
    kept = np.flatnonzero(~(wrong | torn))
    return _Places(
        owners[kept], places[kept], np.array(cost)[kept],
        [colours[at] for at in kept], [shifts[at] for at in kept],
        _leading(dress),
    )  # fmt: skip


def _leading(dress: Dress) -> float:
    line = measure("0", dress.look.font, dress.look.value_size)
    return line.ascent + line.descent - _TALL * dress.look.value_size - 1.0


def _around(ways: str, wide: float, tall: float, gap: float, reach: float) -> Iterator[Dot]:
    """Shifts of the middle of a text, best first."""
    if ways == "on":
        sides = (0.0, 0.25 * wide, -0.25 * wide)
        yield from ((dx, dy) for dy in (0.0, -4.0, 4.0, -8.0, 8.0, -14.0, 14.0) for dx in sides)
        return
    for times in range(1, _FARTHEST + 1):
        across, up = wide / 2 + reach + times * gap, tall / 2 + reach + times * gap
        steps = (0.0, 0.4, -0.4, 0.8, -0.8)
        yield from ((part * across, dy) for part in steps for dy in (-up, up))
        yield from ((dx, part * up) for part in (-0.8, 0.8, 0.0) for dx in (across, -across))


def _outside(places: Floats, bounds: Box) -> Mask:
    x0, y0, x1, y1 = bounds
    found: Mask = (places[:, 0] < x0) | (places[:, 1] < y0)
    return found | (places[:, 2] > x1) | (places[:, 3] > y1)


def _strange(places: Floats, owners: Any, dots: Floats, radius: float, nearer: float) -> Mask:
    """Places on another text's point, or nearer to it than to their own.

    Points almost at one place are told apart by the colours of their texts alone.
    """
    dx = np.maximum(places[:, None, 0] - dots[:, 0], dots[:, 0] - places[:, None, 2])
    dy = np.maximum(places[:, None, 1] - dots[:, 1], dots[:, 1] - places[:, None, 3])
    away = np.hypot(np.maximum(dx, 0), np.maximum(dy, 0))
    rows = np.arange(len(places))
    own = away[rows, owners]
    away[rows, owners] = math.inf
    found: Mask = np.asarray((away < radius + _AIR).any(axis=1))
    apart = np.hypot(*(dots[:, None, :] - dots[None, :, :]).T)
    away[apart[owners] < _TOGETHER] = math.inf
    found |= away.min(axis=1) < nearer * own
    return found


def crossed(line: Floats, boxes: Floats, reach: float) -> Mask:
    """Which boxes, grown by `reach`, a line of shape (points, 2) runs through (slab method)."""
    start, step = line[:-1], line[1:] - line[:-1]
    enter = np.zeros((len(boxes), len(step)))
    leave = np.ones((len(boxes), len(step)))
    for axis in (0, 1):
        low = boxes[:, None, axis] - reach - start[:, axis]
        high = boxes[:, None, axis + 2] + reach - start[:, axis]
        pace = np.where(step[:, axis] == 0, 1e-9, step[:, axis])
        enter = np.maximum(enter, np.minimum(low / pace, high / pace))
        leave = np.minimum(leave, np.maximum(low / pace, high / pace))
    found: Mask = np.asarray((enter <= leave).any(axis=1))
    return found


def _meets(some: Floats, others: Floats, air: float, leading: float = 0.0) -> Mask:
    """Which boxes come nearer to which others than `air`, or `leading` if one is above."""
    across = np.minimum.outer(some[:, 2], others[:, 2]) - np.maximum.outer(some[:, 0], others[:, 0])
    along = np.minimum.outer(some[:, 3], others[:, 3]) - np.maximum.outer(some[:, 1], others[:, 1])
    found: Mask = (across > -air) & (along > -max(air, leading))
    return found


def _grounds(
    wishes: Sequence[Wish], owners: Any, places: Floats, things: Things
) -> tuple[list[str], Mask]:
    """The colour of a text at each place, and whether it would lie half on a bar."""
    colours = [wishes[number].colour for number in owners]
    torn = np.zeros(len(places), dtype=np.bool_)
    for (x0, y0, x1, y1), fill in things.bars:
        bar = np.array([(x0, y0, x1, y1)])
        inside = (places[:, 0] >= x0 + 1) & (places[:, 2] <= x1 - 1)
        inside &= (places[:, 1] >= y0 + 1) & (places[:, 3] <= y1 - 1)
        torn |= _meets(places, bar, 0.0)[:, 0] & ~inside
        for place in np.flatnonzero(inside):
            colours[place] = ink_on(fill)
    return colours, torn


def _settled(free: _Places, count: int) -> list[int]:
    """One place for each text, without clashes."""
    options = [np.flatnonzero(free.owner == number) for number in range(count)]
    if any(len(own) == 0 for own in options):
        raise Unfit("no room for the values")
    clash = _meets(free.boxes, free.boxes, _AIR, free.leading)
    chosen = np.array([own[np.argmin(free.cost[own])] for own in options])
    for _ in range(_ROUNDS):
        quiet = True
        for number, own in enumerate(options):
            others = np.delete(chosen, number)
            bumps = clash[np.ix_(own, others)].sum(axis=1)
            best = own[np.lexsort((free.cost[own], bumps))[0]]
            quiet &= bool(best == chosen[number])
            chosen[number] = best
        if quiet:
            break
    if clash[np.ix_(chosen, chosen)].sum() > count:
        raise Unfit("no room for the values")
    return [int(place) for place in chosen]
