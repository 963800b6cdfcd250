"""Marks read from Matplotlib's artists: their real outlines in pixels after drawing."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

import numpy as np

from figloom.render.plots.agg import Canvas
from figloom.render.plots.keys import Shown
from figloom.types import Box, Dot, Ink, Mark, Polygon, Polyline, Rectangle, Spot, Wedge

_LINE = 1.2
"""Height of a line of text, in ems."""


def read(canvas: Canvas, artist: Any, shown: Shown, order: int) -> Iterator[Mark]:
    """The mark of an artist; of a line or cloud, one for each point and, of a line, one in all."""
    kind = next(c.__name__ for c in type(artist).__mro__ if c.__name__ in _READERS)
    yield from _READERS[kind](canvas, artist, shown, order)


def _mark(shown: Shown, order: int, box: Box, outline: Any, ink: Ink, **more: Any) -> Mark:
    facts = more.pop("facts", shown.facts)
    name = ":".join(filter(None, (shown.role, *facts[:2], shown.part))) or shown.role
    return Mark(
        id=f"{name}#{order}{more.pop('suffix', '')}", role=more.pop("role", shown.role), box=box,
        outline=outline, facts=facts, part=shown.part, parent=shown.parent, z=order, ink=ink,
        **more,
    )  # fmt: skip


def _text(canvas: Canvas, artist: Any, shown: Shown, order: int) -> Iterator[Mark]:
    if not artist.get_text():
        return
    box = canvas.box(artist.get_window_extent(canvas.agg.get_renderer()))
    tall, em = box[3] - box[1], float(artist.get_fontsize())
    if not artist.get_rotation() and _LINE * em < tall < 2 * em:
        # Of the font's line, which is as high as its highest letter of any script.
        middle = (box[1] + box[3]) / 2
        box = (box[0], middle - _LINE / 2 * em, box[2], middle + _LINE / 2 * em)
    ink = Ink(fill=_hex(artist.get_color()), size=float(artist.get_fontsize()),
              angle=-float(artist.get_rotation()) or 0.0)  # fmt: skip
    yield _mark(shown, order, box, Rectangle(), ink, text=artist.get_text().replace("\n", " "))


def _rectangle(canvas: Canvas, artist: Any, shown: Shown, order: int) -> Iterator[Mark]:
    corners = artist.get_transform().transform([(0, 0), (1, 1)])
    clipped = _clip(canvas, artist, _box(canvas, np.asarray(corners)))
    yield _mark(shown, order, clipped, Rectangle(), _patch_ink(artist))


def _wedge(canvas: Canvas, artist: Any, shown: Shown, order: int) -> Iterator[Mark]:
    axes = artist.axes
    cx, cy = canvas.dot(axes, *artist.center)
    edge = canvas.dot(axes, artist.center[0] + artist.r, artist.center[1])
    outer = abs(edge[0] - cx)
    inner = 0.0 if artist.width is None else outer * (1 - artist.width / artist.r)
    up = canvas.dot(axes, artist.center[0], artist.center[1] + artist.r)[1] < cy
    first, last = artist.theta1, artist.theta2
    a0, a1 = (-last, -first) if up else (first, last)
    wedge = Wedge(cx, cy, inner, outer, a0, a1)
    yield _mark(shown, order, wedge_box(wedge), wedge, _patch_ink(artist))


def wedge_box(wedge: Wedge) -> Box:
    """Smallest box that holds a wedge."""
    angles = [wedge.a0, wedge.a1]
    quarter = math.ceil(wedge.a0 / 90) * 90
    angles += range(quarter, math.floor(wedge.a1) + 1, 90)
    dots = [
        (wedge.cx + r * math.cos(math.radians(a)), wedge.cy + r * math.sin(math.radians(a)))
        for a in angles
        for r in (wedge.r0, wedge.r1)
    ]
    xs, ys = zip(*dots, strict=True)
    return min(xs), min(ys), max(xs), max(ys)


def _patch(canvas: Canvas, artist: Any, shown: Shown, order: int) -> Iterator[Mark]:
    path = artist.get_transform().transform_path(artist.get_path())
    dots = _dots(canvas, path.to_polygons(closed_only=False)[0])
    yield _mark(shown, order, _bounds(dots), Polygon(dots), _patch_ink(artist))


def _polygons(canvas: Canvas, artist: Any, shown: Shown, order: int) -> Iterator[Mark]:
    """Of a filled area (`fill_between`): one polygon a path."""
    colour = _hex(artist.get_facecolor()[0])
    for number, path in enumerate(artist.get_paths()):
        dots = _dots(canvas, artist.get_transform().transform(path.vertices))
        yield _mark(
            shown, order, _bounds(dots), Polygon(dots), Ink(fill=colour), suffix=f".{number}"
        )


def _line(canvas: Canvas, artist: Any, shown: Shown, order: int) -> Iterator[Mark]:
    """A line with a fact at each of its points, or for one fact (or none) as a whole."""
    dots = _dots(canvas, artist.get_transform().transform(artist.get_xydata()))
    colour, width = _hex(artist.get_color()), float(artist.get_linewidth())
    stroked = artist.get_linestyle() not in ("None", "none", "")
    each = len(shown.facts) == len(dots) and len(dots) > 1
    if stroked:
        ink = Ink(stroke=colour, width=width)
        facts = () if each else shown.facts
        role = "line" if each else shown.role
        yield _mark(shown, order, _bounds(dots), Polyline(dots), ink, facts=facts, role=role)
    if each or not stroked:
        size = float(artist.get_markersize()) / 2
        for number, (x, y) in enumerate(dots):
            facts = (shown.facts[number],) if each else shown.facts
            ink = Ink(fill=colour, symbol=str(artist.get_marker()), size=2 * size)
            yield _mark(shown, order, (x - size, y - size, x + size, y + size), Spot(x, y), ink,
                        facts=facts, suffix=f".{number}")  # fmt: skip


def _cloud(canvas: Canvas, artist: Any, shown: Shown, order: int) -> Iterator[Mark]:
    """Of a scatter: one spot a point, with the diameter that it has."""
    dots = _dots(canvas, artist.get_offset_transform().transform(artist.get_offsets()))
    sizes, colours = artist.get_sizes(), artist.get_facecolor()
    for number, (x, y) in enumerate(dots):
        radius = math.sqrt(float(sizes[number % len(sizes)])) / 2
        ink = Ink(fill=_hex(colours[number % len(colours)]), size=2 * radius)
        yield _mark(shown, order, (x - radius, y - radius, x + radius, y + radius), Spot(x, y), ink,
                    facts=(shown.facts[number],), suffix=f".{number}")  # fmt: skip


_READERS = {
    "Text": _text, "Rectangle": _rectangle, "Wedge": _wedge, "Patch": _patch, "Line2D": _line,
    "PathCollection": _cloud, "PolyCollection": _polygons,
}  # fmt: skip


def _patch_ink(artist: Any) -> Ink:
    width = float(artist.get_linewidth())
    stroke = _hex(artist.get_edgecolor()) if width else ""
    return Ink(fill=_hex(artist.get_facecolor()), stroke=stroke, width=width)


def _hex(colour: Any) -> str:
    from matplotlib.colors import to_hex

    return str(to_hex(colour))


def _dots(canvas: Canvas, points: Any) -> tuple[Dot, ...]:
    flipped = np.asarray(points, dtype=float)[:, :2] * (1, -1) + (0, canvas.height)
    return tuple((float(x), float(y)) for x, y in flipped.round(3))


def _box(canvas: Canvas, corners: Any) -> Box:
    return _bounds(_dots(canvas, corners))


def _bounds(dots: tuple[Dot, ...]) -> Box:
    xs, ys = zip(*dots, strict=True)
    return min(xs), min(ys), max(xs), max(ys)


def _clip(canvas: Canvas, artist: Any, box: Box) -> Box:
    if artist.axes is None or not artist.get_clip_on():
        return box
    panel = canvas.box(artist.axes.bbox)
    return (max(box[0], panel[0]), max(box[1], panel[1]), min(box[2], panel[2]),
            min(box[3], panel[3]))  # fmt: skip
