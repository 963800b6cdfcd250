"""Names and values around a circle, each beside its wedge, in the same places for every renderer.

Texts of one side are kept apart by moving them as little as can be (isotonic regression by
pooling adjacent violators, Best and Chakravarti 1990).
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from figloom.render.colours import ink_on
from figloom.render.plots.frame import LEADING, Unfit, text_width
from figloom.render.plots.looks import Dress
from figloom.render.plots.pieces import Piece, Stroke, Word
from figloom.render.wrapping import wrap
from figloom.types import Box, Dot, Wedge

_WIDEST = 0.2
"""Part of the picture's width that a line beside the circle may take."""
_AIR = 14.0
"""Pixels between the circle and the texts."""
_APART = 4.0
_GAP = 7.0
"""Between a name and its value on one line."""
_LEAST = 0.2
"""Least radius as a part of the picture's height."""
_FARTHEST = 0.6
"""How far a text may move along the circle, as a part of the radius."""


@dataclass(frozen=True, slots=True)
class Call:
    """What stands beside a wedge; either text may be empty."""

    fact: str
    angle: float
    """Of the wedge's middle, degrees clockwise from 3 o'clock."""
    name: str
    value: str


@dataclass(frozen=True, slots=True)
class Block:
    """The measured texts of a call: (text, whether it is the value, left, middle), in pixels from
    the top left corner of the block."""

    call: Call
    wide: float
    tall: float
    texts: tuple[tuple[str, bool, float, float], ...]


def block(dress: Dress, call: Call) -> Block:
    """The call on one line if that is short, else the name broken and the value below it."""
    look = dress.look
    line = LEADING * max(look.legend_size, look.value_size)
    value = text_width(call.value, look, look.value_size) if call.value else 0.0
    limit = _WIDEST * look.width
    whole = text_width(call.name, look, look.legend_size) if call.name else 0.0
    between = _GAP if call.name and call.value else 0.0
    if whole + between + value <= limit:
        texts = [(call.name, False, 0.0, line / 2), (call.value, True, whole + between, line / 2)]
        return Block(call, whole + between + value, line, tuple(t for t in texts if t[0]))
    lines = wrap(call.name, look.font, False, int(limit / (0.52 * look.legend_size)))
    if len(lines) > 2:
        raise Unfit("a name too long")
    widths = [one.width * look.legend_size for one in lines]
    texts = [(one.text, False, 0.0, (at + 0.5) * line) for at, one in enumerate(lines)]
    if call.value and widths[-1] + _GAP + value <= limit:
        texts.append((call.value, True, widths[-1] + _GAP, texts[-1][3]))
        widths[-1] += _GAP + value
    elif call.value:
        texts.append((call.value, True, 0.0, (len(lines) + 0.5) * line))
        widths.append(value)
    return Block(call, max(widths), len(widths) * line, tuple(texts))


def radii(dress: Dress, panel: Box, blocks: Sequence[Block], half: bool = False) -> Iterator[float]:
    """Radii that a circle (or its upper half) may have with these texts around it, largest first.

    Whether the texts find room is seen when they are placed. Unfit after the last one.
    """
    x0, y0, x1, y1 = panel
    line = LEADING * max(dress.look.legend_size, dress.look.value_size)
    air = _AIR + 4 + (line if blocks else 0.0)
    found = min((x1 - x0) / 2 - _AIR, y1 - y0 - air if half else (y1 - y0) / 2 - air)
    for one in blocks:
        across = max(0.3, abs(math.cos(math.radians(one.call.angle))))
        found = min(found, ((x1 - x0) / 2 - one.wide - 6) / across - 8)
    while found >= _LEAST * dress.look.height:
        yield found
        found *= 0.94
    raise Unfit("too little room for the circle")


def around(
    dress: Dress, centre: Dot, reach: float, blocks: Sequence[Block], bounds: Box
) -> list[Piece]:
    """The texts with their leader lines around a circle of radius `reach`."""
    pieces: list[Piece] = []
    for side in (1, -1):
        own = [b for b in blocks if (math.cos(math.radians(b.call.angle)) >= 0) == (side > 0)]
        own.sort(key=lambda b: math.sin(math.radians(b.call.angle)))
        wishes = [centre[1] + (reach + _AIR) * math.sin(math.radians(b.call.angle)) for b in own]
        levels = _spread(wishes, [b.tall for b in own], bounds[1], bounds[3])
        for one, wish, y in zip(own, wishes, levels, strict=True):
            if abs(y - wish) > _FARTHEST * reach:
                raise Unfit("no room for the names")
            pieces += _beside(dress, centre, reach, one, side, y, bounds)
    return pieces


def _beside(
    dress: Dress, centre: Dot, reach: float, one: Block, side: int, y: float, bounds: Box
) -> list[Piece]:
    look, palette = dress.look, dress.palette
    turn = math.radians(one.call.angle)
    away = max(0.0, abs(y - centre[1]) - one.tall / 2)
    free = math.sqrt(max(0.0, (reach + _AIR) ** 2 - away**2))
    near = max(free, (reach + 8) * abs(math.cos(turn)) + 6)
    x = centre[0] + side * near
    left = x if side > 0 else x - one.wide
    if left < bounds[0] - 1 or left + one.wide > bounds[2] + 1:
        raise Unfit("no room for the names")
    path = [
        (round(centre[0] + far * math.cos(turn), 2), round(centre[1] + far * math.sin(turn), 2))
        for far in (reach + 2, reach + 8)
    ]
    path.append((round(x - 4 * side, 2), round(y, 2)))
    pieces: list[Piece] = [Stroke(tuple(path), palette.line)]
    for text, value, dx, dy in one.texts:
        # Lines of a block at the left end at the circle, as those at the right begin there.
        row = [t for t in one.texts if t[3] == dy]
        width = max(t[2] + _width(dress, t[0], t[1]) for t in row)
        shift = one.wide - width if side < 0 else 0.0
        size = look.value_size if value else look.legend_size
        colour = palette.ink if value or not any(t[1] for t in one.texts) else palette.muted
        pieces.append(Word(
            text, round(left + shift + dx, 2), round(y - one.tall / 2 + dy, 2), size, colour,
            "value" if value else "label", (one.call.fact,), align="left",
        ))  # fmt: skip
    return pieces


def _width(dress: Dress, text: str, value: bool) -> float:
    return text_width(text, dress.look, dress.look.value_size if value else dress.look.legend_size)


def _spread(
    wishes: Sequence[float], talls: Sequence[float], low: float, high: float
) -> list[float]:
    """Middles as near to the wishes as the heights allow, in their order, between two ends."""
    if not wishes:
        return []
    offsets = [0.0]
    for before, after in pairwise(talls):
        offsets.append(offsets[-1] + (before + after) / 2 + _APART)
    first, last = low + talls[0] / 2, high - talls[-1] / 2 - offsets[-1]
    if last < first:
        raise Unfit("no room for the names")
    pools: list[tuple[float, int]] = []
    for wish, offset in zip(wishes, offsets, strict=True):
        total, count = wish - offset, 1
        while pools and pools[-1][0] / pools[-1][1] > total / count:
            total, count = total + pools[-1][0], count + pools[-1][1]
            pools.pop()
        pools.append((total, count))
    starts = [min(last, max(first, total / count)) for total, count in pools for _ in range(count)]
    return [start + offset for start, offset in zip(starts, offsets, strict=True)]


def inside(
    dress: Dress, wedge: Wedge, texts: Sequence[str], size: float, air: float = 3.0
) -> Dot | None:
    """Where lines of text fit wholly into a wedge, about its middle; None where they do not."""
    wide = max(text_width(text, dress.look, size) for text in texts)
    tall = LEADING * size * len(texts)
    turn = math.radians((wedge.a0 + wedge.a1) / 2)
    for part in (0.62, 0.55, 0.68, 0.5, 0.74, 0.8) if wedge.r0 == 0 else (0.5, 0.42, 0.58):
        far = wedge.r0 + part * (wedge.r1 - wedge.r0)
        x, y = wedge.cx + far * math.cos(turn), wedge.cy + far * math.sin(turn)
        rim = [
            (x + dx * wide / 2, y + dy * tall / 2)
            for dx in (-1.0, -0.5, 0.0, 0.5, 1.0)
            for dy in (-1.0, 0.0, 1.0)
        ]
        if all(_within(wedge, dot, air) for dot in rim):
            return round(x, 2), round(y, 2)
    return None


def _within(wedge: Wedge, dot: Dot, air: float) -> bool:
    dx, dy = dot[0] - wedge.cx, dot[1] - wedge.cy
    far = math.hypot(dx, dy)
    if not wedge.r0 + (air if wedge.r0 else 0.0) <= far <= wedge.r1 - air:
        return False
    turn = (math.degrees(math.atan2(dy, dx)) - wedge.a0) % 360
    spare = math.degrees(math.asin(min(1.0, air / max(far, 1e-9))))
    return wedge.a1 - wedge.a0 >= 359.9 or spare <= turn <= wedge.a1 - wedge.a0 - spare


def inscribed(
    dress: Dress, at: Dot, texts: Sequence[tuple[str, str]], size: float, colour: str, fact: str
) -> list[Piece]:
    """Lines of text, each with its role, about a place on a fill of that colour."""
    step = LEADING * size
    top = at[1] - step * (len(texts) - 1) / 2
    return [
        Word(text, at[0], round(top + step * number, 2), size, ink_on(colour), role, (fact,))
        for number, (text, role) in enumerate(texts)
    ]


def note(dress: Dress, panel: Box, text: str) -> tuple[Box, Word]:
    """A line below the panel, as the title stands, and the panel that is left above it."""
    look = dress.look
    x0, y0, x1, y1 = panel
    tall = LEADING * look.tick_size
    centred = look.title_place == "centre"
    x = (x0 + x1) / 2 if centred else x0
    word = Word(text, x, y1 - tall / 2, look.tick_size, dress.palette.muted, "note",
                align="center" if centred else "left")  # fmt: skip
    return (x0, y0, x1, y1 - tall - 6), word
