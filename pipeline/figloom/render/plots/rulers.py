"""Grid lines, axis lines, ticks and tick texts under Matplotlib, in a handful of artists.

Matplotlib's own ticks are five artists each, made anew for every figure: half the time of a chart.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from figloom.render.plots.agg import Canvas
from figloom.render.plots.frame import TICK, Row
from figloom.render.plots.looks import Dress
from figloom.render.plots.scales import Measure, Names, Scale
from figloom.types import Box

_DASHES: dict[str, Any] = {"solid": "-", "dashed": (0, (5, 4)), "dotted": (0, (1, 3))}
_NAN = float("nan")

Segment = tuple[float, float, float, float]


def limits(axes: Any, which: str, scale: Scale) -> None:
    """Fit an axis to its scale: categories at 0, 1, 2 ..., at the left from the top down."""
    limit = axes.set_xlim if which == "x" else axes.set_ylim
    if isinstance(scale, Measure):
        if scale.log:
            (axes.set_xscale if which == "x" else axes.set_yscale)("log")
        limit(scale.low, scale.high)
    elif which == "x":
        limit(-0.5, len(scale.texts) - 0.5)
    else:
        limit(len(scale.texts) - 0.5, -0.5)


def frame_lines(canvas: Canvas, dress: Dress, panel: Box, beside: Scale, right: bool) -> None:
    """The axis lines that the look has."""
    x0, y0, x1, y1 = panel
    sides: dict[str, Segment] = {
        "left": (x0, y0, x0, y1), "bottom": (x0, y1, x1, y1),
        "right": (x1, y0, x1, y1), "top": (x0, y0, x1, y0),
    }  # fmt: skip
    foot = "left" if isinstance(beside, Names) else "bottom"
    wanted = {"none": (), "box": tuple(sides), "corner": ("left", "bottom"), "foot": (foot,)}
    drawn = list(wanted[dress.look.frame])
    if right and dress.look.frame == "corner":
        drawn.append("right")
    _lines(canvas, [sides[side] for side in drawn], dress.palette.line, "solid", 2.5, "projecting")


def ruled(
    canvas: Canvas, axes: Any, dress: Dress, panel: Box, which: str, scale: Scale, row: Row,
    lined: bool = True,
) -> list[Any]:  # fmt: skip
    """Grid (if `lined`) and ticks of an axis ("x", "y" or "y2"); the artists of its texts."""
    look, palette = dress.look, dress.palette
    x0, y0, x1, y1 = panel
    places = scale.ticks if isinstance(scale, Measure) else range(len(scale.texts))
    across = which == "x"
    pixels = [
        canvas.dot(axes, value, axes.get_ylim()[0])[0]
        if across
        else canvas.dot(axes, axes.get_xlim()[0], value)[1]
        for value in places
    ]
    measured = isinstance(scale, Measure)
    shown = look.grid == "both" or (look.grid == "value" and measured)
    if lined and which != "y2" and shown:
        grid = [(p, y0, p, y1) if across else (x0, p, x1, p) for p in pixels]
        _lines(canvas, grid, palette.grid, look.grid_dash, -1, "butt")
    if look.ticks != "none" and (lined or measured):
        step = TICK if look.ticks == "out" else -TICK
        edge = {"x": y1, "y": x0, "y2": x1}[which]
        far = edge - step if which == "y" else edge + step
        marked = [(p, edge, p, far) if across else (edge, p, far, p) for p in pixels]
        # Ticks that point inwards would be drawn into the bars.
        order = 2.5 if look.ticks == "out" else 0.5
        _lines(canvas, marked, palette.line, "solid", order, "butt")
    return _texts(canvas, dress, panel, which, pixels, row)


def _lines(
    canvas: Canvas, segments: Sequence[Segment], colour: str, dash: str, order: float, cap: str
) -> None:
    """Straight lines in pixels from the top left, as one artist."""
    if not segments:
        return
    xs = [value for x0, _, x1, _ in segments for value in (x0, x1, _NAN)]
    ys = [canvas.height - value for _, y0, _, y1 in segments for value in (y0, y1)]
    ys = [value for at in range(0, len(ys), 2) for value in (ys[at], ys[at + 1], _NAN)]
    canvas.rule(xs, ys, colour, _DASHES[dash], order, cap)


def _texts(
    canvas: Canvas, dress: Dress, panel: Box, which: str, pixels: list[float], row: Row
) -> list[Any]:
    x0, _, x1, y1 = panel
    size, colour = dress.look.tick_size, dress.palette.muted
    level, down = ("top", 0.0) if any("\n" in text for text in row.lines) else ("", 0.5 * size)
    made = []
    for pixel, text in zip(pixels, row.lines, strict=True):
        if not text:
            continue
        if which != "x":
            x, align = (x0 - 2 * TICK, "right") if which == "y" else (x1 + 2 * TICK, "left")
            made.append(canvas.write(text, x, pixel, size, colour, align=align))
        elif row.turned:
            made.append(canvas.slanted(text, pixel, y1 + 2 * TICK, size, colour, row.turned))
        else:
            y = y1 + 2 * TICK + down
            made.append(canvas.write(text, pixel, y, size, colour, level=level))
    return made
