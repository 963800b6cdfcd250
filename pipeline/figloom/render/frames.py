"""Boxes with round corners, put together from their two ends and a column in between: their ends
come again and again, and are drawn once."""

from __future__ import annotations

import math
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from figloom.render.canvas import Canvas, colour
from figloom.render.surfaces import sheer
from figloom.types import Box, Dot

QUARTER = 0.5523
"""Control points of a quarter of a circle (Riškus 2006)."""
_KEPT = 512
"""Ends kept: some 20 kB each."""


class _Ends(NamedTuple):
    """Both ends of a box as pictures, their width, and one column of what lies between them."""

    left: Any
    right: Any
    width: int
    column: NDArray[np.uint32]
    pixels: tuple[NDArray[np.uint8], NDArray[np.uint8]]
    """What the pictures look at."""


def framed(canvas: Canvas, box: Box, radius: Dot, fill: str, line: str, width: float) -> None:
    """A box on whole pixels with a line along its inside; `radius` are the half axes of the
    quarters of ellipses at its corners, zeros for plain ones."""
    x0, y0, x1, y1 = (int(part) for part in box)
    high, wide, _ = canvas.pixels.shape
    inside = min(x0, y0) >= 0 and x1 <= wide and y1 <= high
    if not radius[0] or not inside or x1 - x0 <= 2 * _reach(radius):
        _drawn(canvas, box, radius, fill, line, width)
        return
    ends = _ends(y1 - y0, radius, fill, line, width)
    canvas.pixels.view(np.uint32)[y0:y1, x0 + ends.width : x1 - ends.width, 0] = ends.column
    canvas.picture(ends.left, x0, y0)
    canvas.picture(ends.right, x1 - ends.width, y0)


def _reach(radius: Dot) -> int:
    return math.ceil(radius[0]) + 1


@lru_cache(maxsize=_KEPT)
def _ends(height: int, radius: Dot, fill: str, line: str, width: float) -> _Ends:
    reach = _reach(radius)
    canvas = Canvas(2 * reach + 1, height, None)
    _drawn(canvas, (0.0, 0.0, 2.0 * reach + 1, float(height)), radius, fill, line, width)
    pixels = canvas.finish()
    left, right = pixels[:, :reach].copy(), pixels[:, reach + 1 :].copy()
    column = pixels[:, reach : reach + 1].copy().view(np.uint32)[..., 0]
    return _Ends(sheer(left), sheer(right), reach, column, (left, right))


def _drawn(canvas: Canvas, box: Box, radius: Dot, fill: str, line: str, width: float) -> None:
    """A box in the line's colour and another within it in the ground's: two fills take half the
    time of a fill and a stroke."""
    calls, pen, (x0, y0, x1, y1) = canvas.calls, canvas.pen, box
    if width:
        _outline(calls, pen, box, radius)
        canvas.ink(colour(line))
        calls.cairo_fill(pen)
    a, b = max(0.0, radius[0] - width), max(0.0, radius[1] - width)
    _outline(calls, pen, (x0 + width, y0 + width, x1 - width, y1 - width), (a, b))
    canvas.ink(colour(fill))
    calls.cairo_fill(pen)


def _outline(calls: Any, pen: Any, box: Box, radius: Dot) -> None:
    """Path of a box whose corners are quarters of an ellipse."""
    (x0, y0, x1, y1), (a, b) = box, radius
    if not a:
        calls.cairo_rectangle(pen, x0, y0, x1 - x0, y1 - y0)
        return
    move, line, curve = calls.cairo_move_to, calls.cairo_line_to, calls.cairo_curve_to
    c, d = a * (1 - QUARTER), b * (1 - QUARTER)
    move(pen, x0 + a, y0)
    line(pen, x1 - a, y0)
    curve(pen, x1 - c, y0, x1, y0 + d, x1, y0 + b)
    line(pen, x1, y1 - b)
    curve(pen, x1, y1 - d, x1 - c, y1, x1 - a, y1)
    line(pen, x0 + a, y1)
    curve(pen, x0 + c, y1, x0, y1 - d, x0, y1 - b)
    line(pen, x0, y0 + b)
    curve(pen, x0, y0 + d, x0 + c, y0, x0 + a, y0)
    calls.cairo_close_path(pen)
