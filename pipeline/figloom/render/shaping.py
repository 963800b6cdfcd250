"""Text to placed glyphs by HarfBuzz (kerning, ligatures, accents), in ems."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import uharfbuzz as harfbuzz


@dataclass(frozen=True, slots=True)
class Shaped:
    """Glyphs with their places, the advance width and the painted box, in ems, y downwards."""

    places: tuple[tuple[int, float, float], ...]
    width: float
    ink: tuple[float, float, float, float] | None


@dataclass(frozen=True, slots=True)
class _Font:
    handle: Any
    em: int
    extents: dict[int, tuple[float, float, float, float] | None]


@cache
def _font(file: str) -> _Font:
    face = harfbuzz.Face(harfbuzz.Blob(Path(file).read_bytes()))
    return _Font(harfbuzz.Font(face), face.upem, {})


def _extent(font: _Font, glyph: int) -> tuple[float, float, float, float] | None:
    """Painted box of a glyph at the origin; None for a blank."""
    if glyph not in font.extents:
        box, em = font.handle.get_glyph_extents(glyph), font.em
        blank = box is None or box.width == 0 or box.height == 0
        font.extents[glyph] = (
            None
            if blank
            else (
                box.x_bearing / em,
                -box.y_bearing / em,
                (box.x_bearing + box.width) / em,
                -(box.y_bearing + box.height) / em,
            )
        )
    return font.extents[glyph]


@cache
def metrics(file: str) -> tuple[float, float]:
    """Ascent and descent of a font file in ems, both positive."""
    font = _font(file)
    extents = font.handle.get_font_extents("ltr")
    return extents.ascender / font.em, -extents.descender / font.em


def glyphs(file: str, text: str) -> Shaped:
    """Shape a left-to-right text of one font file."""
    font = _font(file)
    buffer = harfbuzz.Buffer()
    buffer.add_str(text)
    buffer.guess_segment_properties()
    harfbuzz.shape(font.handle, buffer)
    pen, places, boxes = 0.0, [], []
    for info, position in zip(buffer.glyph_infos, buffer.glyph_positions, strict=True):
        glyph = info.codepoint
        x, y = pen + position.x_offset / font.em, -position.y_offset / font.em
        places.append((glyph, x, y))
        if (box := _extent(font, glyph)) is not None:
            boxes.append((x + box[0], y + box[1], x + box[2], y + box[3]))
        pen += position.x_advance / font.em
    return Shaped(tuple(places), pen, _union(boxes))


def _union(
    boxes: list[tuple[float, float, float, float]],
) -> tuple[float, float, float, float] | None:
    if not boxes:
        return None
    left, top, right, bottom = zip(*boxes, strict=True)
    return min(left), min(top), max(right), max(bottom)
