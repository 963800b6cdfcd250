"""Things that both renderers draw at places computed once: words, strokes, filled shapes.

For what no renderer lays out as we need it: names around a circle, tiles, dials, colour bars.
Places are pixels of the picture, from its top left corner.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from figloom.render.plots.frame import text_width
from figloom.render.plots.looks import Look
from figloom.render.plots.outlines import wedge_box
from figloom.render.plots.plan import Plan
from figloom.render.plots.sheet import Sheet
from figloom.types import Box, Dot, Polygon, Wedge


@dataclass(frozen=True, slots=True)
class Word:
    """A line of text; `x` is where it begins, ends or has its middle, `y` its middle."""

    text: str
    x: float
    y: float
    size: float
    colour: str
    role: str = "label"
    facts: tuple[str, ...] = ()
    part: str = ""
    align: str = "center"
    bold: bool = False
    upright: bool = False
    """Whether it reads from the bottom up, with its middle at its place."""


@dataclass(frozen=True, slots=True)
class Stroke:
    """An open line."""

    points: tuple[Dot, ...]
    colour: str
    width: float = 1.0
    role: str = "leader"
    facts: tuple[str, ...] = ()
    part: str = ""


@dataclass(frozen=True, slots=True)
class Fill:
    """A filled box, wedge or polygon, with a line around it if `width` is above zero."""

    outline: Box | Wedge | Polygon
    colour: str
    role: str
    facts: tuple[str, ...] = ()
    part: str = ""
    edge: str = ""
    width: float = 0.0


Piece = Word | Stroke | Fill


def centred(pieces: Sequence[Piece], look: Look, left: float, right: float) -> list[Piece]:
    """The pieces moved aside so that they stand in the middle between two pixels."""
    ends = [_ends(piece, look) for piece in pieces]
    free = left + right - min(end[0] for end in ends) - max(end[1] for end in ends)
    return [_moved(piece, round(free / 2, 2)) for piece in pieces]


def _ends(piece: Piece, look: Look) -> tuple[float, float]:
    if isinstance(piece, Word):
        wide = text_width(piece.text, look, piece.size, piece.bold)
        first = piece.x - wide * {"left": 0.0, "center": 0.5, "right": 1.0}[piece.align]
        return first, first + wide
    if isinstance(piece, Stroke):
        return _span(piece.points)
    shape = piece.outline
    if isinstance(shape, Polygon):
        return _span(shape.points)
    x0, _, x1, _ = wedge_box(shape) if isinstance(shape, Wedge) else shape
    return x0, x1


def _span(dots: Sequence[Dot]) -> tuple[float, float]:
    xs = [x for x, _ in dots]
    return min(xs), max(xs)


def _moved(piece: Piece, step: float) -> Piece:
    def moved(dots: Sequence[Dot]) -> tuple[Dot, ...]:
        return tuple((x + step, y) for x, y in dots)

    if isinstance(piece, Word):
        return replace(piece, x=piece.x + step)
    if isinstance(piece, Stroke):
        return replace(piece, points=moved(piece.points))
    shape = piece.outline
    if isinstance(shape, Wedge):
        return replace(piece, outline=replace(shape, cx=shape.cx + step))
    if isinstance(shape, Polygon):
        return replace(piece, outline=Polygon(moved(shape.points)))
    x0, y0, x1, y1 = shape
    return replace(piece, outline=(x0 + step, y0, x1 + step, y1))


def paint(sheet: Sheet, pieces: Sequence[Piece]) -> None:
    """Draw them under Matplotlib, later ones over earlier ones; words over all."""
    axes = sheet.canvas.axes((0.0, 0.0, sheet.canvas.width, sheet.canvas.height))
    axes.set_xlim(0, sheet.canvas.width)
    axes.set_ylim(sheet.canvas.height, 0)
    for order, piece in enumerate(pieces):
        if isinstance(piece, Word):
            artist = sheet.canvas.write(
                piece.text, piece.x, piece.y, piece.size, piece.colour, align=piece.align,
                bold=piece.bold, turned=90 * piece.upright,
            )  # fmt: skip
        elif isinstance(piece, Stroke):
            xs, ys = zip(*piece.points, strict=True)
            (artist,) = axes.plot(
                xs, ys, color=piece.colour, linewidth=piece.width, solid_joinstyle="round",
                solid_capstyle="butt", zorder=2 + order * 1e-3,
            )  # fmt: skip
        else:
            artist = axes.add_patch(_patch(piece, 2 + order * 1e-3))
        sheet.mark(artist, piece.role, *piece.facts, part=piece.part)


def painted(plan: Plan, pieces: Sequence[Piece]) -> dict[str, Any]:
    """The same as a custom series of ECharts."""
    items = []
    for piece in pieces:
        item = plan.item(0, *piece.facts, role=piece.role, part=piece.part)
        item["figloom"]["words"] = piece.role
        items.append({**item, "draw": _element(plan, piece)})
    return {"type": "custom", "coordinateSystem": "none", "data": items, "animation": False,
            "silent": True, "z": 5, "clip": False}  # fmt: skip


def _patch(piece: Fill, order: float) -> Any:
    from matplotlib import patches

    style: dict[str, Any] = {"facecolor": piece.colour, "edgecolor": piece.edge or "none",
             "linewidth": piece.width, "zorder": order, "clip_on": False}  # fmt: skip
    shape = piece.outline
    if isinstance(shape, Wedge):
        whole = shape.r1 - shape.r0 if shape.r0 else None
        return patches.Wedge((shape.cx, shape.cy), shape.r1, shape.a0, shape.a1, width=whole,
                             **style)  # fmt: skip
    if isinstance(shape, Polygon):
        return patches.Polygon(shape.points, closed=True, **style)
    x0, y0, x1, y1 = shape
    return patches.Rectangle((x0, y0), x1 - x0, y1 - y0, joinstyle="miter", **style)


def _element(plan: Plan, piece: Piece) -> dict[str, Any]:
    if isinstance(piece, Word):
        style = plan.text(piece.size, piece.colour, piece.bold)
        style["fill"] = style.pop("color")
        style |= {"text": piece.text, "align": piece.align, "verticalAlign": "middle"}
        turn = math.pi / 2 * piece.upright
        return {"type": "text", "x": piece.x, "y": piece.y, "rotation": turn, "style": style}
    if isinstance(piece, Stroke):
        style = {"stroke": piece.colour, "lineWidth": piece.width, "fill": "none"}
        return {"type": "polyline", "shape": {"points": piece.points}, "style": style}
    style = {"fill": piece.colour}
    if piece.width:
        style |= {"stroke": piece.edge, "lineWidth": piece.width}
    return {**_form(piece.outline), "style": style}


def _form(outline: Box | Wedge | Polygon) -> dict[str, Any]:
    if isinstance(outline, Wedge):
        return {"type": "sector", "shape": {
            "cx": outline.cx, "cy": outline.cy, "r0": outline.r0, "r": outline.r1,
            "startAngle": math.radians(outline.a0), "endAngle": math.radians(outline.a1),
            "clockwise": True,
        }}  # fmt: skip
    if isinstance(outline, Polygon):
        return {"type": "polygon", "shape": {"points": outline.points}}
    x0, y0, x1, y1 = outline
    return {"type": "rect", "shape": {"x": x0, "y": y0, "width": x1 - x0, "height": y1 - y0}}
