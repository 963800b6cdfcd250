"""The figures of steps: how large around a text, what outline, and what is inside it.

All lengths are in pixels, y downwards; a figure stands around the origin with half sizes `a`, `b`.
"""

from __future__ import annotations

import math
from functools import cache

from figloom.types import Box, Dot, Figure

_ROOT = 1.4143
"""An ellipse around a rectangle is this much larger each way."""
PLAIN = ("rectangle", "double", "bar")
"""Figures that fill their box."""
BOXES = (*PLAIN, "rounded")
"""Figures that fill their box but for rounded corners."""
_ARC = 6
"""Straight pieces of a quarter of a circle."""
_WAVE = 16
"""Straight pieces of the lower edge of a document."""
_BARS = 8.0
"""Between the two lines at each side of a double rectangle."""
_SHORT = 7.0
"""Thickness of the bar of a fork or a join."""
_CIRCLE = 18.0
"""Least diameter of a circle."""


def around(
    figure: Figure, width: float, height: float, padding: float, slope: float
) -> tuple[float, float, Dot]:
    """Outer size of a figure around a text of that size, and where the text's centre stands.

    `slope` is the height of a diamond by its width. A bar's length is left to the layout.
    """
    wide, high = width + 2 * padding, height + 1.3 * padding
    if figure == "diamond":
        wide = width + padding * 1.2 + (height + padding * 0.6) / slope
        return wide, wide * slope, (0.0, 0.0)
    if figure == "ellipse":
        return width * _ROOT + padding, height * _ROOT + padding, (0.0, 0.0)
    if figure == "circle":
        side = max(math.hypot(width, height) + padding, _CIRCLE)
        return side, side, (0.0, 0.0)
    if figure == "stadium":
        return wide + high * 0.5, high, (0.0, 0.0)
    if figure in ("parallelogram", "hexagon"):
        return width + padding * 1.4 + _lean(high) * (1 + height / high), high, (0.0, 0.0)
    if figure == "cylinder":
        lip = _lip(wide)
        return wide, high + 3 * lip - padding * 0.3, (0.0, lip / 2)
    if figure == "document":
        wave = _wave(high)
        return wide, high + 2 * wave, (0.0, -wave)
    if figure == "double":
        return wide + 2 * _BARS, high, (0.0, 0.0)
    if figure == "bar":
        return _SHORT, _SHORT, (0.0, 0.0)
    return wide, high, (0.0, 0.0)


def _lean(height: float) -> float:
    """How far a parallelogram leans over, or a hexagon's tips stick out."""
    return min(0.42 * height, 26.0)


def _lip(width: float) -> float:
    """Half the height of a cylinder's top."""
    return min(max(0.055 * width, 5.0), 9.0)


def _wave(height: float) -> float:
    return min(0.11 * height, 7.0)


def outline(figure: Figure, a: float, b: float, corner: float) -> tuple[Dot, ...]:
    """Corners of a figure's outline, curves as short straight pieces; empty for an ellipse."""
    if figure in ("ellipse", "circle"):
        return ()
    if figure == "diamond":
        return ((0.0, -b), (a, 0.0), (0.0, b), (-a, 0.0))
    if figure == "parallelogram":
        lean = _lean(2 * b)
        return ((-a + lean, -b), (a, -b), (a - lean, b), (-a, b))
    if figure == "hexagon":
        tip = _lean(2 * b)
        return ((-a + tip, -b), (a - tip, -b), (a, 0.0), (a - tip, b), (-a + tip, b), (-a, 0.0))
    if figure == "cylinder":
        lip = _lip(2 * a)
        top = _arc(0.0, -b + lip, a, lip, math.pi, math.tau, 3 * _ARC)
        return (*top, *_arc(0.0, b - lip, a, lip, 0.0, math.pi, 3 * _ARC))
    if figure == "document":
        wave = _wave(2 * b)
        steps = [a - 2 * a * at / _WAVE for at in range(_WAVE + 1)]
        low = [(x, b - wave - wave * math.sin(math.pi * x / a)) for x in steps]
        return ((-a, -b), (a, -b), *low)
    if round_off := radius(figure, a, b, corner):
        x, y, turn = a - round_off, b - round_off, math.pi / 2
        spots = ((x, -y, -1), (x, y, 0), (-x, y, 1), (-x, -y, 2))
        return tuple(
            dot
            for u, v, at in spots
            for dot in _arc(u, v, round_off, round_off, at * turn, (at + 1) * turn, _ARC)
        )
    return ((-a, -b), (a, -b), (a, b), (-a, b))


def radius(figure: Figure, a: float, b: float, corner: float) -> float | None:
    """Of the corners of a box; None for other figures."""
    if figure in PLAIN:
        return 0.0
    if figure == "stadium":
        return min(a, b)
    return min(corner, a, b) if figure == "rounded" else None


def strokes(figure: Figure, a: float, b: float) -> tuple[tuple[Dot, ...], ...]:
    """Lines inside a figure: the front of a cylinder's top, the bars of a double rectangle."""
    if figure == "cylinder":
        lip = _lip(2 * a)
        return (_arc(0.0, -b + lip, a, lip, 0.0, math.pi, 3 * _ARC),)
    if figure == "double":
        return tuple(((x, -b), (x, b)) for x in (-a + _BARS, a - _BARS))
    return ()


def inside(figure: Figure, x: float, y: float, a: float, b: float, corner: float) -> bool:
    """Whether a place lies within the outline."""
    x_off, y_off = abs(x), abs(y)
    if x_off >= a or y_off >= b:
        return False
    if figure in PLAIN:
        return True
    if figure in ("ellipse", "circle"):
        return (x / a) ** 2 + (y / b) ** 2 < 1
    if figure == "diamond":
        return x_off / a + y_off / b < 1
    if figure == "parallelogram":
        return abs(x + _lean(2 * b) * y / (2 * b)) < a - _lean(2 * b) / 2
    if figure == "hexagon":
        return x_off < a - _lean(2 * b) * y_off / b
    if figure == "cylinder":
        lip = _lip(2 * a)
        return y_off < b - lip + lip * math.sqrt(1 - (x / a) ** 2)
    if figure == "document":
        wave = _wave(2 * b)
        return y < b - wave - wave * math.sin(math.pi * x / a)
    turn = min(a, b) if figure == "stadium" else corner
    over, under = x_off - (a - turn), y_off - (b - turn)
    return over <= 0 or under <= 0 or over * over + under * under < turn * turn


def rim(figure: Figure, box: Box, corner: float, way: Dot) -> Dot:
    """Where a ray from the centre leaves a figure; `way` is where it points, in half sizes."""
    x, y = (box[0] + box[2]) / 2, (box[1] + box[3]) / 2
    a, b = (box[2] - box[0]) / 2, (box[3] - box[1]) / 2
    low, high = 0.0, 1.0
    for _ in range(10):
        middle = (low + high) / 2
        if inside(figure, way[0] * a * middle, way[1] * b * middle, a, b, corner):
            low = middle
        else:
            high = middle
    return x + way[0] * a * low, y + way[1] * b * low


def _arc(
    x: float, y: float, wide: float, high: float, start: float, end: float, steps: int
) -> tuple[Dot, ...]:
    return tuple([(x + wide * u, y + high * v) for u, v in _directions(start, end, steps)])


@cache
def _directions(start: float, end: float, steps: int) -> tuple[Dot, ...]:
    """Cosines and sines of angles from start to end."""
    angles = [start + (end - start) * at / steps for at in range(steps + 1)]
    return tuple((math.cos(angle), math.sin(angle)) for angle in angles)
