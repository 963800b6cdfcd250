"""A canvas of pixels that cairo draws on, red first in memory so that no channel is ever moved.

Cairo stores blue first; every colour and picture is handed to it with red and blue exchanged.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import cache, lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from figloom.render import libraries
from figloom.render.buffers import borrow
from figloom.render.fonts import Line, activate

Colour = tuple[float, float, float]
"""Red, green, blue, 0 to 1."""

_FINE = 4
"""Text is drawn this many times wider, then averaged: cairo 1.15 places glyphs on whole pixels."""
_STRIP = 1024
"""Width of the sheet that lines of text are gathered on, in pixels before widening."""

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

Text = tuple[Line, float, float, float, Colour]
"""Line, em in pixels, x, y of the baseline, colour."""


@cache
def cairo() -> Any:
    """The cairocffi module, loaded after the fonts are set up."""
    activate()
    return libraries.cairo()


@lru_cache(maxsize=4096)
def colour(code: str) -> Colour:
    """Colour of a `#rrggbb` code."""
    value = int(code[1:], 16)
    return (value >> 16) / 255, (value >> 8 & 255) / 255, (value & 255) / 255


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
    shape = module.Matrix(size * _FINE, 0, 0, size, 0, 0)
    return module.ScaledFont(_face(file), shape, module.Matrix(), options)


class Canvas:
    """Pixels of shape (height, width, 4), red first, the fourth byte without meaning.

    `calls` are cairo's own functions and `pen` their first argument: going round the checks of
    every call halves the time of a map; `finish` checks once. The memory is used again: one canvas
    at a time in each thread.
    """

    def __init__(self, width: int, height: int, ground: Colour) -> None:
        module = cairo()
        block = borrow("canvas", height * width * 4)
        self.pixels: NDArray[np.uint8] = block.reshape(height, width, 4)
        self.pixels.view(np.uint32)[...] = _packed(ground)
        self._surface = module.ImageSurface(
            module.FORMAT_RGB24, width, height, self.pixels.reshape(-1).data, width * 4
        )
        self._context = module.Context(self._surface)
        self.calls: Any = module.cairo
        self.pen: Any = self._context._pointer

    def ink(self, code: Colour) -> None:
        """Set the colour of the next strokes and fills."""
        red, green, blue = code
        self.calls.cairo_set_source_rgb(self.pen, blue, green, red)

    def picture(self, surface: Any, x: int, y: int) -> None:
        """Put a picture (from `figloom.render.pictures`) with its top left corner at x, y."""
        self.calls.cairo_set_source_surface(self.pen, surface._pointer, x, y)
        self.calls.cairo_paint(self.pen)

    def texts(self, lines: Sequence[Text]) -> None:
        """Draw lines of text, glyphs at quarter pixels, baselines on whole pixels."""
        if not lines:
            return
        places, height = _shelve(lines)
        sheet = _sheet(lines, places, height)
        module, calls, pen = cairo(), self.calls, self.pen
        start = module.ffi.cast("unsigned char *", sheet.ctypes.data)
        for (_, _, x, y, code), place in zip(lines, places, strict=True):
            left, top, wide, high, rise, lead = place
            corner = start + top * _STRIP + left
            mask = calls.cairo_image_surface_create_for_data(
                corner, module.FORMAT_A8, wide, high, _STRIP
            )
            self.ink(code)
            calls.cairo_mask_surface(pen, mask, int(x) - lead, round(y) - rise)
            calls.cairo_surface_destroy(mask)

    def finish(self) -> NDArray[np.uint8]:
        """The pixels, once all drawing is done; RuntimeError when cairo met an error."""
        if status := self.calls.cairo_status(self.pen):
            raise RuntimeError(f"cairo failed with status {status}")
        self._surface.flush()
        return self.pixels


def _packed(ground: Colour) -> int:
    red, green, blue = (round(255 * part) for part in ground)
    return int.from_bytes(bytes((red, green, blue, 255)), "little")


_Place = tuple[int, int, int, int, int, int]
"""left, top, width, height on the sheet; the baseline below its top; the origin from its left."""


def _shelve(lines: Sequence[Text]) -> tuple[list[_Place], int]:
    """Places of the lines on the sheet, row by row, and the sheet's height."""
    places, left, top, tallest = [], 0, 0, 0
    for line, size, *_ in lines:
        x0, y0, x1, y1 = line.ink
        lead = max(0, math.ceil(-x0 * size)) + 1
        wide = min(_STRIP, (lead + int(max(x1, line.width) * size)) // 4 * 4 + 8)
        rise = int(-y0 * size) + 2
        high = rise + int(y1 * size) + 2
        if left + wide > _STRIP:
            left, top, tallest = 0, top + tallest, 0
        places.append((left, top, wide, high, rise, lead))
        left, tallest = left + wide, max(tallest, high)
    return places, top + tallest


def _sheet(lines: Sequence[Text], places: Sequence[_Place], height: int) -> NDArray[np.uint8]:
    """Coverage of all lines, each at its place on one sheet."""
    fonts: dict[tuple[str, float], list[tuple[int, float, int]]] = {}
    for (line, size, x, _, _), (left, top, _, _, rise, lead) in zip(lines, places, strict=True):
        start = (left + lead + x - int(x)) * _FINE
        stretch, base = size * _FINE, top + rise
        for run in line.runs:
            fonts.setdefault((run.file, size), []).extend(
                [
                    (glyph, start + dx * stretch, base + round(dy * size))
                    for glyph, dx, dy in run.glyphs
                ]
            )
    module = cairo()
    wide = borrow("text", height * _STRIP * _FINE).reshape(height, _STRIP * _FINE)
    wide[...] = 0
    surface = module.ImageSurface(
        module.FORMAT_A8, _STRIP * _FINE, height, wide.reshape(-1).data, _STRIP * _FINE
    )
    context = module.Context(surface)
    for (file, size), glyphs in fonts.items():
        context.set_scaled_font(_font(file, size))
        context.show_glyphs(glyphs)
    surface.flush()
    # Average of the four bytes of each word, in place of a slower sum along an axis.
    words = wide.view(np.uint32)
    pairs = (words & 0x00FF00FF) + (words >> 8 & 0x00FF00FF)
    return np.asarray((pairs + (pairs >> 16) + 2) >> 2, np.uint32).astype(np.uint8)
