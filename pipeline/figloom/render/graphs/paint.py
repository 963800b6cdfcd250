"""A scene becomes pixels: edges first, then plates and nodes, pictures, and text on top."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from figloom.render.canvas import Canvas, colour
from figloom.render.frames import framed
from figloom.render.graphs.scene import Frame, Scene, Wire
from figloom.types import Dot

_CORNER = 7.0
"""Radius of rounded corners in pixels."""
_PILL = 17.0
"""Radius of a pill's ends: round for one line of text, and clear of the text for more."""
_TOLERANCE = 0.2
"""Pixels that the pieces a curve is drawn in may be off."""
_ROUND = 1
"""Cairo's number for lines that join in an arc."""
FAST = 4
"""Its number for 17 levels of coverage in place of 256: lines look the same."""


def paint(scene: Scene) -> NDArray[np.uint8]:
    """Pixels of shape (height, width, 4), red first, the fourth byte without meaning.

    They are valid until the next map is painted in this thread.
    """
    canvas = Canvas(scene.width, scene.height, colour(scene.ground))
    canvas.calls.cairo_set_line_join(canvas.pen, _ROUND)
    canvas.calls.cairo_set_tolerance(canvas.pen, _TOLERANCE)
    canvas.calls.cairo_set_antialias(canvas.pen, FAST)
    for wire in scene.wires:
        stroke(canvas, wire)
    canvas.calls.cairo_set_antialias(canvas.pen, 0)
    for frame in scene.frames:
        _frame(canvas, frame)
    for photo in scene.photos:
        canvas.picture(photo.image.surface, photo.x, photo.y)
    canvas.texts([line for words in scene.words for line in words.lines])
    return canvas.finish()


def stroke(canvas: Canvas, wire: Wire) -> None:
    """Draw an edge and its arrow head."""
    calls, pen, points = canvas.calls, canvas.pen, wire.points
    canvas.ink(colour(wire.colour))
    calls.cairo_set_line_width(pen, wire.width)
    calls.cairo_move_to(pen, *points[0])
    for at in range(1, len(points) - 2, 3):
        calls.cairo_curve_to(pen, *points[at], *points[at + 1], *points[at + 2])
    if wire.dash:
        calls.cairo_set_dash(pen, wire.dash, len(wire.dash), 0.0)
    calls.cairo_stroke(pen)
    if wire.dash:
        calls.cairo_set_dash(pen, (), 0, 0.0)
    calls.cairo_move_to(pen, *wire.head[0])
    for corner in wire.head[1:]:
        calls.cairo_line_to(pen, *corner)
    if wire.filled:
        calls.cairo_fill(pen)
    else:
        calls.cairo_stroke(pen)


def _frame(canvas: Canvas, frame: Frame) -> None:
    if frame.form != "none":
        width = frame.line_width if frame.line else 0.0
        framed(canvas, frame.box, _radius(frame, width), frame.fill, frame.line, width)


def _radius(frame: Frame, width: float) -> Dot:
    """Half axes of the quarters of ellipses at a form's corners; zeros for a box."""
    x0, y0, x1, y1 = frame.box
    half = ((x1 - x0) / 2, (y1 - y0) / 2)
    if frame.form == "box":
        return 0.0, 0.0
    if frame.form == "ellipse":
        return half
    radius = min((_PILL if frame.form == "pill" else _CORNER) + width / 2, *half)
    return radius, radius
