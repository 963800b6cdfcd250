"""Arrows cut where they meet the real outlines of their figures."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from figloom.render.flows.figures import PLAIN, inside
from figloom.render.graphs.outlines import left
from figloom.types import Dot, Figure

TOUCH = 1.0
"""Between an outline and the arrows that meet it, in pixels."""
_HALVINGS = 9
Curve = tuple[Dot, Dot, Dot, Dot]


class Place(NamedTuple):
    """A figure at its place: centre and half sizes."""

    figure: Figure
    x: float
    y: float
    a: float
    b: float
    corner: float

    def holds(self, dot: Dot) -> bool:
        """Whether a point lies in the figure or within a hair of it."""
        return inside(self.figure, dot[0] - self.x, dot[1] - self.y, self.a + TOUCH,
                      self.b + TOUCH, self.corner)  # fmt: skip


def cut(points: Sequence[Dot], source: Place, target: Place) -> tuple[Dot, ...] | None:
    """A chain of cubic Bézier curves from outline to outline; None when nothing is left of it.

    An end that stops short of its figure is drawn on, straight ahead, until it meets it.
    """
    kept = _ending(tuple(points), target)
    # Then turn the chain round and cut at the other end.
    kept = kept and _ending(kept[::-1], source)
    return kept and kept[::-1]


def _ending(points: tuple[Dot, ...], place: Place) -> tuple[Dot, ...] | None:
    figure, x, y, a, b, corner = place
    a, b = a + TOUCH, b + TOUCH
    # Most arrows end at a box, and most places lie beside the figure's own: no call for these.
    plain = figure in PLAIN

    def holds(u: float, v: float) -> bool:
        return -a < u < a and -b < v < b and (plain or inside(figure, u, v, a, b, corner))

    if not holds(points[-1][0] - x, points[-1][1] - y):
        return _drawn_on(points, place)
    last = len(points) - 4
    while last >= 0 and holds(points[last][0] - x, points[last][1] - y):
        last -= 3
    if last < 0:
        return None
    curve = points[last : last + 4]
    (x0, y0), (x1, y1), (x2, y2), (x3, y3) = curve
    # Both coordinates as polynomials.
    p1, p2, p3 = 3 * (x1 - x0), 3 * (x0 - 2 * x1 + x2), x3 - x0 + 3 * (x1 - x2)
    q1, q2, q3 = 3 * (y1 - y0), 3 * (y0 - 2 * y1 + y2), y3 - y0 + 3 * (y1 - y2)
    x, y, low, step = x0 - x, y0 - y, 0.0, 1.0
    for _ in range(_HALVINGS):
        step /= 2
        t = low + step
        u, v = ((p3 * t + p2) * t + p1) * t + x, ((q3 * t + q2) * t + q1) * t + y
        if not (-a < u < a and -b < v < b and (plain or inside(figure, u, v, a, b, corner))):
            low = t
    return (*points[:last], *left(curve, low))


def _drawn_on(points: tuple[Dot, ...], place: Place) -> tuple[Dot, ...] | None:
    """The last curve's direction goes on to the outline; None when it misses the figure."""
    end = points[-1]
    back = next(
        (dot for dot in points[-2:-5:-1] if abs(dot[0] - end[0]) + abs(dot[1] - end[1]) > 0.01),
        points[-2],
    )
    size = max(((end[0] - back[0]) ** 2 + (end[1] - back[1]) ** 2) ** 0.5, 1e-6)
    ux, uy = (end[0] - back[0]) / size, (end[1] - back[1]) / size
    reach = next(
        (step for step in range(1, int(place.a + place.b))
         if place.holds((end[0] + ux * step, end[1] + uy * step))),
        None,
    )  # fmt: skip
    if reach is None:
        return None
    low, high = float(reach - 1), float(reach)
    for _ in range(_HALVINGS):
        middle = (low + high) / 2
        if place.holds((end[0] + ux * middle, end[1] + uy * middle)):
            high = middle
        else:
            low = middle
    goal = (end[0] + ux * low, end[1] + uy * low)
    return (*points, *straight(end, goal)[1:])


def straight(start: Dot, end: Dot) -> Curve:
    """A straight piece as a Bézier curve."""
    (x0, y0), (x1, y1) = start, end
    return (
        start,
        (x0 + (x1 - x0) / 3, y0 + (y1 - y0) / 3),
        (x0 + (x1 - x0) * 2 / 3, y0 + (y1 - y0) * 2 / 3),
        end,
    )
