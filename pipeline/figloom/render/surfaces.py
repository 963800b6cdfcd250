"""Surfaces of cairo over arrays of pixels, which must outlive them.

The checks of cairocffi's own surfaces cost more than what is drawn on them.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from figloom.render import libraries
from figloom.render.fonts import activate


@cache
def cairo() -> Any:
    """The cairocffi module, loaded after the fonts are set up."""
    activate()
    return libraries.cairo()


def opaque(pixels: NDArray[np.uint8]) -> Any:
    """Over pixels of shape (height, width, 4), the fourth byte without meaning."""
    return _over(pixels, cairo().FORMAT_RGB24)


def sheer(pixels: NDArray[np.uint8]) -> Any:
    """Over pixels of shape (height, width, 4), colours multiplied by alpha."""
    return _over(pixels, cairo().FORMAT_ARGB32)


def coverage(pixels: NDArray[np.uint8]) -> Any:
    """Over coverage of shape (height, width), rows of whole words."""
    return _over(pixels, cairo().FORMAT_A8)


def _over(pixels: NDArray[np.uint8], sort: int) -> Any:
    module, (height, width, *_) = cairo(), pixels.shape
    data = module.ffi.from_buffer("unsigned char[]", pixels)
    made = module.cairo.cairo_image_surface_create_for_data(
        data, sort, width, height, pixels.strides[0]
    )
    return module.ffi.gc(made, module.cairo.cairo_surface_destroy)
