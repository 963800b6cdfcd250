"""How much of each filled mark nothing drawn later covers."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
from PIL import Image, ImageDraw

from figloom.types import Box, Dot, Ellipse, Mark, Polygon, Rectangle, Wedge

_FILLED = frozenset({"bar", "wedge", "cell", "tile", "stage", "box", "face", "candle", "bubble"})
"""Roles of marks that cover what lies under them."""


def seen(marks: tuple[Mark, ...], width: int, height: int) -> tuple[Mark, ...]:
    """The marks with their visible parts, 0 to 1; only marks that overlap others are measured."""
    filled = [mark for mark in marks if mark.role in _FILLED]
    if not _touching(filled):
        return marks
    canvas = Image.new("I", (width, height))
    pen = ImageDraw.Draw(canvas)
    alone: dict[str, int] = {}
    for number, mark in enumerate(sorted(filled, key=lambda mark: mark.z), 1):
        dots = outline(mark)
        pen.polygon(dots, fill=number)
        own = Image.new("1", (width, height))
        ImageDraw.Draw(own).polygon(dots, fill=1)
        alone[mark.id] = int(np.count_nonzero(np.asarray(own)))
    left = np.bincount(np.asarray(canvas).ravel(), minlength=len(filled) + 1)
    order = {mark.id: number for number, mark in enumerate(sorted(filled, key=lambda m: m.z), 1)}
    return tuple(
        replace(
            mark, visible=min(1.0, round(int(left[order[mark.id]]) / max(1, alone[mark.id]), 3))
        )
        if mark.id in order
        else mark
        for mark in marks
    )


def _touching(marks: list[Mark]) -> bool:
    if len(marks) < 2:
        return False
    x0, y0, x1, y1 = np.array([mark.box for mark in marks]).T
    # Neighbours share an edge; a pixel of overlap is none.
    across = np.minimum.outer(x1, x1) - np.maximum.outer(x0, x0) > 1
    along = np.minimum.outer(y1, y1) - np.maximum.outer(y0, y0) > 1
    both = across & along
    np.fill_diagonal(both, False)
    return bool(both.any())


def outline(mark: Mark) -> list[Dot]:
    """Corners of a filled mark's outline, curves in steps of 3 degrees."""
    shape = mark.outline
    if isinstance(shape, Polygon):
        return list(shape.points)
    if isinstance(shape, Wedge):
        steps = max(2, math.ceil((shape.a1 - shape.a0) / 3))
        turns = [
            math.radians(shape.a0 + (shape.a1 - shape.a0) * at / steps) for at in range(steps + 1)
        ]
        outer = [
            (shape.cx + shape.r1 * math.cos(a), shape.cy + shape.r1 * math.sin(a)) for a in turns
        ]
        inner = [
            (shape.cx + shape.r0 * math.cos(a), shape.cy + shape.r0 * math.sin(a)) for a in turns
        ]
        return outer + inner[::-1]
    return _corners(mark.box, isinstance(shape, Rectangle), isinstance(shape, Ellipse))


def _corners(box: Box, rectangle: bool, ellipse: bool) -> list[Dot]:
    x0, y0, x1, y1 = box
    if rectangle or not ellipse:
        return [(x0, y0), (x1, y0), (x1, y1), (x0, y1)]
    cx, cy, rx, ry = (x0 + x1) / 2, (y0 + y1) / 2, (x1 - x0) / 2, (y1 - y0) / 2
    turns = [math.radians(6 * at) for at in range(60)]
    return [(cx + rx * math.cos(a), cy + ry * math.sin(a)) for a in turns]
