"""How much of each filled mark nothing drawn later covers."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw

from figloom.types import Box, Dot, Ellipse, Mark, Polygon, Rectangle, Wedge

Pixels = NDArray[np.int32]

_FILLED = frozenset({"bar", "wedge", "cell", "tile", "stage", "box", "face", "candle", "bubble"})
"""Roles of marks that cover what lies under them."""


def seen(marks: tuple[Mark, ...], width: int, height: int) -> tuple[Mark, ...]:
    """The marks with their visible parts, 0 to 1; only marks that overlap others are measured."""
    filled = [mark for mark in marks if mark.role in _FILLED]
    if not _touching(filled):
        return marks
    canvas = Image.new("I", (width, height))
    pen = ImageDraw.Draw(canvas)
    filled.sort(key=lambda mark: mark.z)
    for number, mark in enumerate(filled, 1):
        pen.polygon(outline(mark), fill=number)
    drawn = np.asarray(canvas)
    left = {mark.id: _left(drawn, number, mark) for number, mark in enumerate(filled, 1)}
    return tuple(
        replace(mark, visible=left[mark.id]) if mark.id in left else mark for mark in marks
    )


def _left(drawn: Pixels, number: int, mark: Mark) -> float:
    """Part of a mark that shows its number; its edge, which neighbours share, is left out."""
    height, width = drawn.shape
    x0, y0 = (max(0, math.floor(edge)) for edge in mark.box[:2])
    x1, y1 = min(width, math.ceil(mark.box[2]) + 1), min(height, math.ceil(mark.box[3]) + 1)
    if x1 <= x0 or y1 <= y0:
        return 1.0
    mask = Image.new("1", (x1 - x0, y1 - y0))
    ImageDraw.Draw(mask).polygon([(x - x0, y - y0) for x, y in outline(mark)], fill=1)
    own = np.asarray(mask)
    inner = np.zeros_like(own)
    inner[1:-1, 1:-1] = own[1:-1, 1:-1] & own[:-2, 1:-1] & own[2:, 1:-1]
    inner[1:-1, 1:-1] &= own[1:-1, :-2] & own[1:-1, 2:]
    within = inner if inner.any() else own
    return round(float(np.mean(drawn[y0:y1, x0:x1][within] == number)), 3) if own.any() else 1.0


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
