"""Where title, legend, axes and panel of a chart stand: one computation for every renderer.

Text is measured, never guessed, so nothing has to be moved once it is drawn.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from figloom.render.fonts import measure, missing
from figloom.render.plots.looks import Dress, Look
from figloom.render.plots.scales import Measure, Scale
from figloom.render.wrapping import wrap
from figloom.types import Box, Dot

PAD = 18.0
"""Free on all sides."""
_GAP = 10.0
TICK = 5.0
"""Length of a tick, and between it and its text."""
LEADING = 1.32
"""Distance of two lines of text, in ems."""
ASIDE = 8.0
"""Between the texts of an axis and its title."""
SWATCH = 22.0
"""Width of a legend's sample."""
_WIDEST_NAMES = 0.27
"""Part of the width that names beside a chart may take."""
_LEAST_PANEL = 0.42
"""Part of width and height that must be left to the panel."""


class Unfit(Exception):
    """The facts do not fit into this look; the text is a countable reason."""


@dataclass(frozen=True, slots=True)
class Placed:
    """A line of text: its anchor in pixels and how it is aligned there."""

    text: str
    x: float
    y: float
    """Of the line's middle."""
    align: str = "left"


@dataclass(frozen=True, slots=True)
class Row:
    """The texts of an axis as they are drawn."""

    lines: tuple[str, ...]
    """One text a place, broken with newlines; empty where a place goes without."""
    turned: float = 0.0
    """Degrees anticlockwise."""
    depth: float = 0.0
    """Pixels from the axis to the far edge of the texts."""


@dataclass(frozen=True, slots=True)
class Frame:
    """The finished plan of a picture, in pixels from the top left."""

    width: int
    height: int
    title: tuple[Placed, ...]
    panel: Box
    legend: tuple[Placed, ...]
    """Texts of the entries; the sample of each stands `SWATCH` wide before it."""
    below: Row
    beside: Row
    right: Row


def text_width(text: str, look: Look, size: float, bold: bool = False) -> float:
    """Pixels that a line of text takes."""
    return measure(text, look.font, size, bold).width


def plan(
    dress: Dress,
    title: str,
    legend: Sequence[str],
    below: Scale | None = None,
    beside: Scale | None = None,
    right: Measure | None = None,
    depth: Dot = (0.0, 0.0),
) -> Frame:
    """The frame of a chart with these axes (below, at the left, at the right), or none of them.

    `depth` are pixels that stay free at the right of the panel and above it, for what leans back.
    Raises Unfit where a text lacks glyphs or too little is left for the panel.
    """
    look = dress.look
    _drawable(look, [title, *legend], below, beside, right)
    width, height = float(look.width), float(look.height)
    heading, top = _heading(look, title)
    x0, x1, bottom = PAD, width - PAD, height - PAD
    if legend and look.legend == "right":
        x1 -= max(_entry(look, text) for text in legend) + _GAP
    rows = _packed(look, legend, width - 2 * PAD) if legend and look.legend != "right" else []
    tall = len(rows) * look.legend_size * 1.6
    legend_top = top if look.legend == "top" else height - PAD - tall
    if rows:
        top, bottom = (
            (top + tall + _GAP, bottom) if look.legend == "top" else (top, bottom - tall - _GAP)
        )
    side = _beside(look, beside)
    x0 += side.depth + _title_depth(look, beside)
    far = _beside(look, right)
    x1 -= far.depth + _title_depth(look, right)
    if isinstance(below, Measure):
        x1 -= text_width(below.texts[-1], look, look.tick_size) / 2
    x1, top = x1 - depth[0], top + depth[1]
    foot = _below(look, below, x1 - x0)
    if foot.turned:
        # The first text leans out to the left of its place.
        lean = _lean(look, foot) - (x0 - PAD) - 0.5 * (x1 - x0) / len(foot.lines)
        x0 += max(0.0, lean)
    bottom -= foot.depth + _title_depth(look, below)
    top += 0.6 * look.tick_size if beside else 0.0
    if x1 - x0 < _LEAST_PANEL * width or bottom - top < _LEAST_PANEL * height:
        raise Unfit("too little room for the panel")
    panel = (round(x0), round(top), round(x1), round(bottom))
    placed = _placed(look, legend, rows, legend_top, panel)
    return Frame(look.width, look.height, heading, panel, placed, foot, side, far)


def aside(row: Row, size: float) -> float:
    """Pixels from an axis with these texts to the middle of its title."""
    return row.depth + ASIDE + 0.5 * size


def _drawable(look: Look, texts: list[str], *axes: Scale | None) -> None:
    for axis in axes:
        if axis is not None:
            texts = [*texts, *axis.texts, axis.title]
    if any(missing(text, look.font) for text in texts):
        raise Unfit("a letter that no font has")


def _heading(look: Look, title: str) -> tuple[tuple[Placed, ...], float]:
    if not title:
        return (), PAD
    em = look.title_size
    room = int((look.width - 2 * PAD) / (0.52 * em))
    lines = wrap(title, look.font, look.title_bold, room)
    if len(lines) > 2 or any(line.width * em > look.width - 2 * PAD for line in lines):
        raise Unfit("title too long")
    centred = look.title_place == "centre"
    x, align = (look.width / 2, "center") if centred else (PAD, "left")
    placed = tuple(
        Placed(line.text, x, PAD + (at + 0.5) * LEADING * em, align)
        for at, line in enumerate(lines)
    )
    return placed, PAD + len(lines) * LEADING * em + _GAP


def _entry(look: Look, text: str) -> float:
    return SWATCH + 8 + text_width(text, look, look.legend_size)


def _packed(look: Look, legend: Sequence[str], room: float) -> list[list[str]]:
    rows: list[list[str]] = [[]]
    used = 0.0
    for text in legend:
        wide = _entry(look, text) + (20 if rows[-1] else 0)
        if rows[-1] and used + wide > room:
            rows.append([])
            used, wide = 0.0, wide - 20
        rows[-1].append(text)
        used += wide
    if len(rows) > 3:
        raise Unfit("legend too long")
    return rows


def _placed(
    look: Look, legend: Sequence[str], rows: list[list[str]], top: float, panel: Box
) -> tuple[Placed, ...]:
    step = look.legend_size * 1.6
    if not rows:
        x = look.width - PAD - max((_entry(look, text) for text in legend), default=0) + SWATCH + 8
        return tuple(
            Placed(text, x, panel[1] + (at + 0.5) * step) for at, text in enumerate(legend)
        )
    placed = []
    for number, row in enumerate(rows):
        wide = sum(_entry(look, text) for text in row) + 20 * (len(row) - 1)
        x = (look.width - wide) / 2 if look.title_place == "centre" else PAD
        for text in row:
            placed.append(Placed(text, x + SWATCH + 8, top + (number + 0.5) * step))
            x += _entry(look, text) + 20
    return tuple(placed)


def _title_depth(look: Look, axis: Scale | None) -> float:
    return LEADING * look.axis_size + 6 if axis is not None and axis.title else 0.0


def _beside(look: Look, axis: Scale | None) -> Row:
    if axis is None:
        return Row(())
    if isinstance(axis, Measure):
        wide = max(text_width(text, look, look.tick_size) for text in axis.texts)
        return Row(axis.texts, depth=wide + 2 * TICK)
    room = int(_WIDEST_NAMES * look.width / (0.52 * look.tick_size))
    broken = [wrap(text, look.font, False, room) for text in axis.texts]
    if any(len(lines) > 2 for lines in broken):
        raise Unfit("a name too long")
    wide = max(line.width for lines in broken for line in lines) * look.tick_size
    return Row(tuple(_joined(lines) for lines in broken), depth=wide + 2 * TICK)


def _below(look: Look, axis: Scale | None, room: float) -> Row:
    em = look.tick_size
    if axis is None:
        return Row(())
    if isinstance(axis, Measure):
        return Row(axis.texts, depth=2 * TICK + em)
    slot = room / len(axis.texts)
    longest = max(text_width(text, look, em) for text in axis.texts)
    if longest <= slot - 8:
        return Row(axis.texts, depth=2 * TICK + em)
    for lines in (2, 3):
        broken = [
            wrap(text, look.font, False, max(4, int((slot - 8) / (0.52 * em))))
            for text in axis.texts
        ]
        fits = all(line.width * em <= slot - 6 for part in broken for line in part)
        whole = all("".join(line.text for line in part).replace(" ", "") == text.replace(" ", "")
                    and not _cut(text, [line.text for line in part])
                    for part, text in zip(broken, axis.texts, strict=True))  # fmt: skip
        most = max(len(part) for part in broken)
        if fits and whole and most <= lines and not axis.time:
            return Row(tuple(map(_joined, broken)), depth=2 * TICK + em * LEADING * most)
    if slot < 1.3 * em:
        if not axis.time:
            raise Unfit("too many names for the width")
        every = math.ceil((longest + 14) / slot)
        return Row(tuple(t if at % every == 0 else "" for at, t in enumerate(axis.texts)),
                   depth=2 * TICK + em)  # fmt: skip
    turned = 40.0 if slot > 2 * em and longest < 0.3 * look.height else 90.0
    # A slanted box hangs by its line, which is higher than its letters.
    deep = longest * math.sin(math.radians(turned))
    deep += LEADING * em * math.cos(math.radians(turned))
    if deep > 0.34 * look.height:
        raise Unfit("a name too long")
    return Row(axis.texts, turned, 2 * TICK + deep)


def _cut(text: str, lines: list[str]) -> bool:
    """Whether a line ends inside a word."""
    return any(f"{a}{b}" in text for a, b in pairwise(lines))


def _lean(look: Look, row: Row) -> float:
    """How far the first turned text reaches left of its place."""
    angle = math.radians(row.turned)
    return text_width(row.lines[0], look, look.tick_size) * math.cos(angle) + 4


def _joined(lines: Sequence[object]) -> str:
    return "\n".join(str(getattr(line, "text", line)) for line in lines)
