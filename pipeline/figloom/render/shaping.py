"""Text to placed glyphs by HarfBuzz (kerning, ligatures, accents), in ems.

The library is the pygraphviz wheel's own; it reads font files from memory and no configuration.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from figloom.render.libraries import foreign

_DECLARATIONS = """
typedef struct hb_blob_t hb_blob_t; typedef struct hb_face_t hb_face_t;
typedef struct hb_font_t hb_font_t; typedef struct hb_buffer_t hb_buffer_t;
typedef struct { uint32_t codepoint; uint32_t mask; uint32_t cluster; uint32_t v1; uint32_t v2; }
    hb_glyph_info_t;
typedef struct { int32_t x_advance; int32_t y_advance; int32_t x_offset; int32_t y_offset;
    uint32_t var; } hb_glyph_position_t;
typedef struct { int32_t x_bearing; int32_t y_bearing; int32_t width; int32_t height; }
    hb_glyph_extents_t;
typedef struct { int32_t ascender; int32_t descender; int32_t line_gap; int32_t reserved[9]; }
    hb_font_extents_t;
hb_blob_t *hb_blob_create(const char *, unsigned int, int, void *, void *);
hb_face_t *hb_face_create(hb_blob_t *, unsigned int);
unsigned int hb_face_get_upem(hb_face_t *);
hb_font_t *hb_font_create(hb_face_t *);
void hb_ot_font_set_funcs(hb_font_t *);
int hb_font_get_glyph_extents(hb_font_t *, uint32_t, hb_glyph_extents_t *);
void hb_font_get_extents_for_direction(hb_font_t *, int, hb_font_extents_t *);
hb_buffer_t *hb_buffer_create(void);
void hb_buffer_clear_contents(hb_buffer_t *);
void hb_buffer_add_utf8(hb_buffer_t *, const char *, int, unsigned int, int);
void hb_buffer_guess_segment_properties(hb_buffer_t *);
void hb_shape(hb_font_t *, hb_buffer_t *, void *, unsigned int);
hb_glyph_info_t *hb_buffer_get_glyph_infos(hb_buffer_t *, unsigned int *);
hb_glyph_position_t *hb_buffer_get_glyph_positions(hb_buffer_t *, unsigned int *);
"""
_READ_ONLY = 1
_LEFT_TO_RIGHT = 4


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
    data: bytes
    """The file: HarfBuzz reads it in place, so it must live as long as the font."""
    extents: dict[int, tuple[float, float, float, float] | None]


@cache
def _harfbuzz() -> tuple[Any, Any, Any]:
    ffi, library = foreign("harfbuzz", _DECLARATIONS)
    return ffi, library, library.hb_buffer_create()


@cache
def _font(file: str) -> _Font:
    ffi, library, _ = _harfbuzz()
    data = Path(file).read_bytes()
    blob = library.hb_blob_create(ffi.from_buffer(data), len(data), _READ_ONLY, ffi.NULL, ffi.NULL)
    face = library.hb_face_create(blob, 0)
    font = library.hb_font_create(face)
    library.hb_ot_font_set_funcs(font)
    return _Font(font, library.hb_face_get_upem(face), data, {})


def _extent(font: _Font, glyph: int) -> tuple[float, float, float, float] | None:
    """Painted box of a glyph at the origin; None for a blank."""
    if glyph not in font.extents:
        ffi, library, _ = _harfbuzz()
        box = ffi.new("hb_glyph_extents_t *")
        library.hb_font_get_glyph_extents(font.handle, glyph, box)
        blank = box.width == 0 or box.height == 0
        x, y, em = box.x_bearing, -box.y_bearing, font.em
        font.extents[glyph] = (
            None if blank else (x / em, y / em, (x + box.width) / em, (y - box.height) / em)
        )
    return font.extents[glyph]


@cache
def metrics(file: str) -> tuple[float, float]:
    """Ascent and descent of a font file in ems, both positive."""
    ffi, library, _ = _harfbuzz()
    font = _font(file)
    extents = ffi.new("hb_font_extents_t *")
    library.hb_font_get_extents_for_direction(font.handle, _LEFT_TO_RIGHT, extents)
    return extents.ascender / font.em, -extents.descender / font.em


def glyphs(file: str, text: str) -> Shaped:
    """Shape a left-to-right text of one font file."""
    ffi, library, buffer = _harfbuzz()
    font = _font(file)
    coded = text.encode()
    library.hb_buffer_clear_contents(buffer)
    library.hb_buffer_add_utf8(buffer, coded, len(coded), 0, len(coded))
    library.hb_buffer_guess_segment_properties(buffer)
    library.hb_shape(font.handle, buffer, ffi.NULL, 0)
    count = ffi.new("unsigned int *")
    infos = library.hb_buffer_get_glyph_infos(buffer, count)
    positions = library.hb_buffer_get_glyph_positions(buffer, count)
    pen, places, boxes = 0.0, [], []
    for index in range(count[0]):
        glyph, position = infos[index].codepoint, positions[index]
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
