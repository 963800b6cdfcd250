"""Text to placed glyphs by HarfBuzz (kerning, ligatures, accents), in ems."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

import uharfbuzz as harfbuzz

_KEPT = 8192
"""Words kept as placed glyphs: some 2 kB each."""


@dataclass(frozen=True, slots=True, eq=False)
class Run:
    """Glyphs of one font file with their places, the advance width and the painted box, in ems
    from the start of the run, y downwards.

    Compared by identity: runs are keys of caches, and hashing their glyphs is slow.
    """

    file: str
    glyphs: tuple[tuple[int, float, float], ...]
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


@lru_cache(maxsize=_KEPT)
def glyphs(file: str, text: str) -> Run:
    """Shape a left-to-right text of one font file."""
    font = _font(file)
    buffer = harfbuzz.Buffer()
    buffer.add_str(text)
    if text.isascii():
        # A word is shaped as in its line, though it may be a number and its neighbours letters.
        buffer.script = "Latn"
    buffer.guess_segment_properties()
    harfbuzz.shape(font.handle, buffer)
    pen, places, boxes = 0.0, [], []
    # An empty text has no positions at all.
    for info, position in zip(buffer.glyph_infos, buffer.glyph_positions or (), strict=True):
        glyph = info.codepoint
        x, y = pen + position.x_offset / font.em, -position.y_offset / font.em
        places.append((glyph, x, y))
        if (box := _extent(font, glyph)) is not None:
            boxes.append((x + box[0], y + box[1], x + box[2], y + box[3]))
        pen += position.x_advance / font.em
    return Run(file, tuple(places), pen, _union(boxes))


@lru_cache(maxsize=_KEPT)
def space(file: str, before: str, after: str) -> float:
    """Advance of a space between two letters, kerned, in ems."""
    between = glyphs(file, f"{before} {after}").width
    return between - glyphs(file, before).width - glyphs(file, after).width


def _union(
    boxes: list[tuple[float, float, float, float]],
) -> tuple[float, float, float, float] | None:
    if not boxes:
        return None
    left, top, right, bottom = zip(*boxes, strict=True)
    return min(left), min(top), max(right), max(bottom)
