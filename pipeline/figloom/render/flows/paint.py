"""A flowchart becomes pixels: lanes, arrows, figures, leaders, and text on top."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from figloom.render.canvas import Canvas, colour
from figloom.render.flows.scene import Leader, Scene, Shape
from figloom.render.frames import framed
from figloom.render.graphs.paint import FAST, stroke
from figloom.types import Dot

_TOLERANCE = 0.15
_MITRE, _ROUND = 0, 1
"""Cairo's numbers for how lines join."""


def paint(scene: Scene) -> NDArray[np.uint8]:
    """Pixels of shape (height, width, 4), red first, the fourth byte without meaning.

    They are valid until the next picture is painted in this thread.
    """
    canvas = Canvas(scene.width, scene.height, colour(scene.ground))
    canvas.calls.cairo_set_tolerance(canvas.pen, _TOLERANCE)
    for lane in scene.lanes:
        _shape(canvas, lane)
    canvas.calls.cairo_set_line_join(canvas.pen, _ROUND)
    canvas.calls.cairo_set_antialias(canvas.pen, FAST)
    for wire in scene.wires:
        stroke(canvas, wire)
    for shape in scene.shapes:
        canvas.calls.cairo_set_line_join(
            canvas.pen, _MITRE if shape.figure in ("rectangle", "double") else _ROUND
        )
        _shape(canvas, shape)
    for leader in scene.leaders:
        _leader(canvas, leader)
    canvas.texts([line for words in scene.words for line in words.lines])
    return canvas.finish()


def _shape(canvas: Canvas, shape: Shape) -> None:
    calls, pen = canvas.calls, canvas.pen
    if shape.radius is not None:
        width = shape.line_width if shape.line else 0.0
        outer = shape.radius + width / 2 if shape.radius else 0.0
        framed(canvas, shape.box, (outer, outer), shape.fill, shape.line, width)
        if shape.inner:
            _strokes(canvas, shape)
        return
    if shape.points:
        _path(calls, pen, shape.points)
    else:
        _ellipse(calls, pen, shape)
    calls.cairo_close_path(pen)
    canvas.ink(colour(shape.fill))
    if not shape.line:
        calls.cairo_fill(pen)
        return
    calls.cairo_fill_preserve(pen)
    _strokes(canvas, shape)


def _strokes(canvas: Canvas, shape: Shape) -> None:
    """The path so far, and the lines inside a shape."""
    for line in shape.inner:
        _path(canvas.calls, canvas.pen, line)
    canvas.ink(colour(shape.line))
    canvas.calls.cairo_set_line_width(canvas.pen, shape.line_width)
    canvas.calls.cairo_stroke(canvas.pen)


def _ellipse(calls: Any, pen: Any, shape: Shape) -> None:
    inset = shape.line_width / 2 if shape.line else 0.0
    x0, y0, x1, y1 = shape.box
    calls.cairo_save(pen)
    calls.cairo_translate(pen, (x0 + x1) / 2, (y0 + y1) / 2)
    calls.cairo_scale(pen, (x1 - x0) / 2 - inset, (y1 - y0) / 2 - inset)
    calls.cairo_new_sub_path(pen)
    calls.cairo_arc(pen, 0, 0, 1, 0, 2 * math.pi)
    calls.cairo_restore(pen)


def _leader(canvas: Canvas, leader: Leader) -> None:
    canvas.ink(colour(leader.colour))
    canvas.calls.cairo_set_line_width(canvas.pen, leader.width)
    _path(canvas.calls, canvas.pen, leader.points)
    canvas.calls.cairo_stroke(canvas.pen)


def _path(calls: Any, pen: Any, points: Sequence[Dot]) -> None:
    calls.cairo_move_to(pen, *points[0])
    for dot in points[1:]:
        calls.cairo_line_to(pen, *dot)
