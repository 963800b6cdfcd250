"""A canvas of pixels that cairo draws on, red first in memory so that no channel is ever moved.

Cairo stores blue first; every colour and picture is handed to it with red and blue exchanged.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from figloom.render.buffers import borrow
from figloom.render.coverage import FINE, mask
from figloom.render.fonts import Line
from figloom.render.surfaces import cairo, opaque, sheer

Colour = tuple[float, float, float]
"""Red, green, blue, 0 to 1."""

Text = tuple[Line, float, float, float, Colour]
"""Line, em in pixels, x, y of the baseline, colour."""


@lru_cache(maxsize=4096)
def colour(code: str) -> Colour:
    """Colour of a `#rrggbb` code."""
    value = int(code[1:], 16)
    return (value >> 16) / 255, (value >> 8 & 255) / 255, (value & 255) / 255


class Canvas:
    """Pixels of shape (height, width, 4), red first, the fourth byte without meaning.

    `calls` are cairo's own functions and `pen` their first argument: going round the checks of
    every call halves the time of a map; `finish` checks once. The memory is used again: one canvas
    at a time in each thread.
    """

    def __init__(self, width: int, height: int, ground: Colour | None) -> None:
        """Without a ground it is transparent, its fourth byte is alpha, and its memory its own."""
        module, size = cairo(), height * width * 4
        if ground is None:
            self.pixels = np.zeros((height, width, 4), np.uint8)
            self._surface = sheer(self.pixels)
        else:
            block = borrow("canvas", -(-size // 8) * 8)
            _fill(block, ground)
            self.pixels = block[:size].reshape(height, width, 4)
            self._surface = opaque(self.pixels)
        self.calls: Any = module.cairo
        self.pen: Any = module.ffi.gc(self.calls.cairo_create(self._surface),
                                      self.calls.cairo_destroy)  # fmt: skip
        self._ink: Colour | None = None

    def ink(self, code: Colour) -> None:
        """Set the colour of the next strokes and fills."""
        if code != self._ink:
            self._ink, (red, green, blue) = code, code
            self.calls.cairo_set_source_rgb(self.pen, blue, green, red)

    def picture(self, surface: Any, x: int, y: int) -> None:
        """Put a surface with its top left corner at x, y."""
        self._ink = None
        self.calls.cairo_set_source_surface(self.pen, surface, x, y)
        self.calls.cairo_paint(self.pen)

    def texts(self, lines: Sequence[Text]) -> None:
        """Draw lines of text, glyphs at quarter pixels, baselines on whole pixels."""
        cover, pen = self.calls.cairo_mask_surface, self.pen
        for line, size, x, y, code in lines:
            self.ink(code)
            base, scale = round(y), size * FINE
            start = x * FINE
            for run, offset in line.runs:
                left, phase = divmod(round(start + offset * scale), FINE)
                word = mask(run, size, phase)
                if word is not None:
                    cover(pen, word.surface, left - word.lead, base - word.rise)

    def finish(self) -> NDArray[np.uint8]:
        """The pixels, once all drawing is done; RuntimeError when cairo met an error."""
        if status := self.calls.cairo_status(self.pen):
            raise RuntimeError(f"cairo failed with status {status}")
        self.calls.cairo_surface_flush(self._surface)
        return self.pixels


def _fill(block: NDArray[np.uint8], ground: Colour) -> None:
    """One colour all over, two pixels at a time, or as so many equal bytes, which is faster."""
    pixel = (*(round(255 * part) for part in ground), 255)
    if len(set(pixel)) == 1:
        block.fill(255)
    else:
        block.view(np.uint64).fill(int.from_bytes(2 * bytes(pixel), sys.byteorder))
