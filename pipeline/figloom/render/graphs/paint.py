"""A scene becomes pixels: edges first, then plates and nodes, pictures, and text on top."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from numpy.typing import NDArray

from figloom.render.canvas import Canvas, colour
from figloom.render.graphs.scene import Frame, Scene, Wire
from figloom.types import Box

_CORNER = 7.0
"""Radius of rounded corners in pixels."""
_PILL = 17.0
"""Radius of a pill's ends: round for one line of text, and clear of the text for more."""
_TOLERANCE = 0.2
"""Pixels that the pieces a curve is drawn in may be off."""
_MITRE, _ROUND = 0, 1
"""Cairo's numbers for how lines join."""


def paint(scene: Scene) -> NDArray[np.uint8]:
    """Pixels of shape (height, width, 4), red first, the fourth byte without meaning.

    They are valid until the next map is painted in this thread.
    """
    canvas = Canvas(scene.width, scene.height, colour(scene.ground))
    canvas.calls.cairo_set_line_join(canvas.pen, _ROUND)
    canvas.calls.cairo_set_tolerance(canvas.pen, _TOLERANCE)
    for wire in scene.wires:
        stroke(canvas, wire)
    canvas.calls.cairo_set_line_join(canvas.pen, _MITRE)
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
    if frame.form == "none":
        return
    calls, pen = canvas.calls, canvas.pen
    _outline(calls, pen, frame.box, frame.form, frame.line_width / 2 if frame.line else 0.0)
    canvas.ink(colour(frame.fill))
    if not frame.line:
        calls.cairo_fill(pen)
        return
    calls.cairo_fill_preserve(pen)
    canvas.ink(colour(frame.line))
    calls.cairo_set_line_width(pen, frame.line_width)
    calls.cairo_stroke(pen)


def _outline(calls: Any, pen: Any, box: Box, form: str, inset: float) -> None:
    """Path of a form whose stroke, of twice the inset, stays inside the box."""
    x0, y0, x1, y1 = box[0] + inset, box[1] + inset, box[2] - inset, box[3] - inset
    if form == "box":
        calls.cairo_rectangle(pen, x0, y0, x1 - x0, y1 - y0)
        return
    if form == "ellipse":
        calls.cairo_save(pen)
        calls.cairo_translate(pen, (x0 + x1) / 2, (y0 + y1) / 2)
        calls.cairo_scale(pen, (x1 - x0) / 2, (y1 - y0) / 2)
        calls.cairo_arc(pen, 0, 0, 1, 0, 2 * math.pi)
        calls.cairo_restore(pen)
    else:
        half = min(x1 - x0, y1 - y0) / 2
        radius = min(_PILL if form == "pill" else _CORNER, half)
        quarter = math.pi / 2
        for x, y, turn in (
            (x1 - radius, y0 + radius, -1),
            (x1 - radius, y1 - radius, 0),
            (x0 + radius, y1 - radius, 1),
            (x0 + radius, y0 + radius, 2),
        ):
            calls.cairo_arc(pen, x, y, radius, turn * quarter, (turn + 1) * quarter)
    calls.cairo_close_path(pen)
