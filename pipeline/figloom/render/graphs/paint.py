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


def paint(scene: Scene) -> NDArray[np.uint8]:
    """Pixels of shape (height, width, 4), red first, the fourth byte without meaning."""
    canvas = Canvas(scene.width, scene.height, colour(scene.ground))
    for wire in scene.wires:
        _wire(canvas, wire)
    for frame in scene.frames:
        _frame(canvas, frame)
    for photo in scene.photos:
        canvas.picture(photo.image.surface, photo.x, photo.y)
    canvas.texts([line for words in scene.words for line in words.lines])
    return canvas.finish()


def _wire(canvas: Canvas, wire: Wire) -> None:
    context, points = canvas.context, wire.points
    canvas.ink(colour(wire.colour))
    context.set_line_width(wire.width)
    context.move_to(*points[0])
    for at in range(1, len(points) - 2, 3):
        context.curve_to(*points[at], *points[at + 1], *points[at + 2])
    context.stroke()
    context.move_to(*wire.head[0])
    for corner in wire.head[1:]:
        context.line_to(*corner)
    if wire.filled:
        context.fill()
    else:
        context.stroke()


def _frame(canvas: Canvas, frame: Frame) -> None:
    if frame.form == "none":
        return
    context = canvas.context
    _outline(context, frame.box, frame.form, frame.line_width / 2 if frame.line else 0.0)
    canvas.ink(colour(frame.fill))
    if not frame.line:
        context.fill()
        return
    context.fill_preserve()
    canvas.ink(colour(frame.line))
    context.set_line_width(frame.line_width)
    context.stroke()


def _outline(context: Any, box: Box, form: str, inset: float) -> None:
    """Path of a form whose stroke, of twice the inset, stays inside the box."""
    x0, y0, x1, y1 = box[0] + inset, box[1] + inset, box[2] - inset, box[3] - inset
    context.new_path()
    if form == "box":
        context.rectangle(x0, y0, x1 - x0, y1 - y0)
    elif form == "ellipse":
        context.save()
        context.translate((x0 + x1) / 2, (y0 + y1) / 2)
        context.scale((x1 - x0) / 2, (y1 - y0) / 2)
        context.arc(0, 0, 1, 0, 2 * math.pi)
        context.restore()
        context.close_path()
    else:
        half = min(x1 - x0, y1 - y0) / 2
        radius = half if form == "pill" else min(_CORNER, half)
        quarter = math.pi / 2
        context.arc(x1 - radius, y0 + radius, radius, -quarter, 0)
        context.arc(x1 - radius, y1 - radius, radius, 0, quarter)
        context.arc(x0 + radius, y1 - radius, radius, quarter, 2 * quarter)
        context.arc(x0 + radius, y0 + radius, radius, 2 * quarter, 3 * quarter)
        context.close_path()
