"""Coverage of words: glyphs drawn by cairo once, then put together, kept and used again."""

from __future__ import annotations

import math
import threading
from functools import cache, lru_cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from figloom.render import libraries
from figloom.render.shaping import Run
from figloom.render.surfaces import cairo, coverage

FINE = 4
"""Text is drawn this many times wider, then averaged: cairo 1.15 places glyphs on whole pixels."""
_KEPT = 8192
"""Words kept as coverage, at up to four places within a pixel: some 1 kB each."""
_TILES = 16384
"""Glyphs kept as coverage, at up to four places within a pixel: some 200 bytes each."""
_GLYPH = np.dtype([("index", np.uintp), ("x", np.float64), ("y", np.float64)])
"""Cairo's record of a placed glyph."""

_DECLARATIONS = """
typedef struct _FcPattern FcPattern;
FcPattern *FcPatternCreate(void);
int FcPatternAddString(FcPattern *, const char *, const char *);
int FcPatternAddInteger(FcPattern *, const char *, int);
void FcPatternDestroy(FcPattern *);
"""
_CAIRO = """
typedef struct _FcPattern FcPattern;
cairo_font_face_t *cairo_ft_font_face_create_for_pattern(FcPattern *pattern);
"""


@cache
def _face(file: str) -> Any:
    """Cairo font face of one file, without any search for fonts."""
    module = cairo()
    _, patterns = libraries.foreign("fontconfig", _DECLARATIONS)
    handle, native = libraries.foreign("cairo", _CAIRO, with_cairo=True)
    pattern = patterns.FcPatternCreate()
    patterns.FcPatternAddString(pattern, b"file", file.encode())
    patterns.FcPatternAddInteger(pattern, b"index", 0)
    face = native.cairo_ft_font_face_create_for_pattern(handle.cast("FcPattern *", pattern))
    patterns.FcPatternDestroy(pattern)
    return module.FontFace._from_pointer(face, incref=False)


@lru_cache(maxsize=256)
def _font(file: str, size: float) -> Any:
    module = cairo()
    options = module.FontOptions()
    options.set_hint_style(module.HINT_STYLE_NONE)
    options.set_hint_metrics(module.HINT_METRICS_OFF)
    options.set_antialias(module.ANTIALIAS_GRAY)
    shape = module.Matrix(size * FINE, 0, 0, size, 0, 0)
    return module.ScaledFont(_face(file), shape, module.Matrix(), options)


class Mask(NamedTuple):
    """Coverage of a run of text, its origin `lead` from its left and `rise` from its top."""

    surface: Any
    lead: int
    rise: int
    pixels: NDArray[np.uint8]


class _Sheet(threading.local):
    """Where this thread draws lines of text before they are averaged."""

    def __init__(self) -> None:
        self.grow(0, 0)

    def grow(self, height: int, width: int) -> None:
        """Room for so many rows and bytes a row."""
        calls = cairo().cairo
        self.pixels = np.empty((max(height, 128), max(width, 4096)), np.uint8)
        self._surface = coverage(self.pixels)
        self.pen: Any = cairo().ffi.gc(calls.cairo_create(self._surface), calls.cairo_destroy)


@cache
def _sheet() -> _Sheet:
    return _Sheet()


class _Tile(NamedTuple):
    """Coverage of one glyph, and where it begins from the whole pixel of its origin."""

    pixels: NDArray[np.uint16]
    left: int
    top: int


@lru_cache(maxsize=_TILES)
def _tile(file: str, size: float, glyph: int, phase: int) -> _Tile | None:
    """A glyph with its origin so many quarters to the right of a whole pixel; None for a blank."""
    module, sheet = cairo(), _sheet()
    font, calls = _font(file, size), module.cairo
    record = np.array([(glyph, 0.0, 0.0)], _GLYPH)
    data = module.ffi.from_buffer("cairo_glyph_t[]", record)
    extents = module.ffi.new("cairo_text_extents_t *")
    calls.cairo_scaled_font_glyph_extents(font._pointer, data, 1, extents)
    left = math.floor(extents.x_bearing / FINE) - 1
    top = math.floor(extents.y_bearing) - 1
    wide = math.ceil((extents.x_bearing + extents.width) / FINE) + 2 - left
    high = math.ceil(extents.y_bearing + extents.height) + 1 - top
    if not extents.width or not extents.height:
        return None
    if high > sheet.pixels.shape[0] or wide * FINE > sheet.pixels.shape[1]:
        sheet.grow(high, wide * FINE)
    block, pen = sheet.pixels[:high, : wide * FINE], sheet.pen
    block[...] = 0
    record["x"], record["y"] = phase - left * FINE, -top
    calls.cairo_set_scaled_font(pen, font._pointer)
    calls.cairo_show_glyphs(pen, data, 1)
    if status := calls.cairo_status(pen):
        raise RuntimeError(f"cairo could not draw glyph {glyph} of {file}: status {status}")
    # Average of the four bytes of each word, in place of a slower sum along an axis.
    words = block.view(np.uint32)
    pairs = (words & 0x00FF00FF) + (words >> 8 & 0x00FF00FF)
    pairs += pairs >> 16
    pairs += 2
    pairs >>= 2
    pairs &= 0xFF
    return _Tile(pairs.astype(np.uint16), left, top)


@lru_cache(maxsize=_KEPT)
def mask(run: Run, size: float, phase: int) -> Mask | None:
    """A run with its origin so many quarters to the right of a whole pixel; None for a blank."""
    if run.ink is None:
        return None
    x0, y0, x1, y1 = run.ink
    lead = max(0, math.ceil(-x0 * size)) + 3
    wide = (lead + int(max(x1, run.width) * size)) // 4 * 4 + 8
    rise = int(-y0 * size) + 4
    high = rise + int(y1 * size) + 4
    total = np.zeros((high, wide), np.uint16)
    scale = size * FINE
    for glyph, x, y in run.glyphs:
        pixel, part = divmod(round(x * scale) + phase, FINE)
        tile = _tile(run.file, size, glyph, part)
        if tile is not None:
            left, top = lead + pixel + tile.left, rise + round(y * size) + tile.top
            high, wide = tile.pixels.shape
            total[top : top + high, left : left + wide] += tile.pixels
    # Where glyphs overlap, ink is no darker than ink.
    np.minimum(total, 255, out=total)
    pixels = total.astype(np.uint8)
    return Mask(coverage(pixels), lead, rise, pixels)
