"""Matplotlib without pyplot: figures on an Agg canvas, our fonts only, one pixel a point."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from figloom.render.fonts import CHAIN, families, font_file, shape
from figloom.render.plots.looks import Dress
from figloom.render.plots.quick import bare, quicken
from figloom.types import Box, Dot

DPI = 72
"""So that a point is a pixel."""


class Canvas:
    """A figure of a size in pixels, addressed from the top left."""

    def __init__(self, width: int, height: int, dress: Dress) -> None:
        library = _matplotlib()
        self.width, self.height, self.dress = width, height, dress
        self.family = [dress.look.font, *(name for name in CHAIN if name != dress.look.font)]
        self.figure = library["Figure"](figsize=(width / DPI, height / DPI), dpi=DPI,
                                        facecolor=dress.palette.ground)  # fmt: skip
        self.agg = library["FigureCanvasAgg"](self.figure)
        self._rectangle, self._line = library["Rectangle"], library["Line2D"]
        library["rcParams"]["font.family"] = self.family

    def axes(self, box: Box) -> Any:
        """Transparent axes without lines or ticks whose panel is this box."""
        x0, y0, x1, y1 = box
        place = (x0 / self.width, 1 - y1 / self.height, (x1 - x0) / self.width,
                 (y1 - y0) / self.height)  # fmt: skip
        made = self.figure.add_axes(place, axes_class=bare())
        made.set_axis_off()
        made.margins(0)
        return made

    def write(
        self, text: str, x: float, y: float, size: float, colour: str, *,
        align: str = "center", level: str = "", bold: bool = False, turned: float = 0.0,
    ) -> Any:  # fmt: skip
        """Text on the figure, its middle (or end, by `align` and `level`) at a place in pixels.

        The middle of a line is that of its capitals: fonts differ in what they leave above them.
        """
        if not level and not turned and "\n" not in text:
            level, y = "baseline", y + middle(self.dress.look.font, bold) * size
        return self.figure.text(
            x / self.width, 1 - y / self.height, text, fontsize=size, color=colour, ha=align,
            va=level or "center", rotation=turned, fontweight="bold" if bold else "normal",
        )  # fmt: skip

    def slanted(
        self, text: str, x: float, y: float, size: float, colour: str, turned: float
    ) -> Any:
        """Text below an axis that ends (or, upright, begins) at a place in pixels."""
        anchored = turned < 90
        return self.figure.text(
            x / self.width, 1 - y / self.height, text, fontsize=size, color=colour,
            ha="right" if anchored else "center", va="top", rotation=turned,
            rotation_mode="anchor" if anchored else "default",
        )  # fmt: skip

    def rule(
        self, xs: list[float], ys: list[float], colour: str, dash: Any, order: float, cap: str
    ) -> None:
        """Straight lines on the figure, in pixels from the bottom left, broken by NaN."""
        line = self._line(xs, ys, color=colour, linewidth=1.0, linestyle=dash, zorder=order,
                          transform=None, solid_capstyle=cap)  # fmt: skip
        self.figure.add_artist(line)

    def patch(self, box: Box, colour: str) -> Any:
        """A filled rectangle on the figure, in pixels."""
        x0, y0, x1, y1 = box
        return self.figure.add_artist(self._rectangle(
            (x0, self.height - y1), x1 - x0, y1 - y0, facecolor=colour, linewidth=0, transform=None
        ))  # fmt: skip

    def stroke(
        self, xs: tuple[float, ...], ys: tuple[float, ...], colour: str, width: float,
        dash: Any, symbol: str, size: float,
    ) -> Any:  # fmt: skip
        """A line on the figure, in pixels, with a symbol in its middle."""
        line = self._line(
            (xs[0], sum(xs) / len(xs), xs[-1]), [self.height - sum(ys) / len(ys)] * 3,
            color=colour, linewidth=width, linestyle=dash if width else "none", marker=symbol,
            markersize=size, markevery=[1], transform=None,
        )  # fmt: skip
        return self.figure.add_artist(line)

    def dot(self, axes: Any, x: float, y: float) -> Dot:
        """Pixel of a place in an axes' data coordinates."""
        px, py = axes.transData.transform((x, y))
        return float(px), float(self.height - py)

    def box(self, bounds: Any) -> Box:
        """A Matplotlib bounding box in pixels from the top left."""
        return (float(bounds.x0), float(self.height - bounds.y1), float(bounds.x1),
                float(self.height - bounds.y0))  # fmt: skip


@cache
def middle(family: str, bold: bool = False) -> float:
    """How far the middle of a font's capitals lies above its baseline, in ems."""
    return -shape("H", family, bold).ink[1] / 2


def canvas(width: int, height: int, dress: Dress) -> Canvas:
    """An empty canvas."""
    return Canvas(width, height, dress)


def pixels(made: Canvas) -> NDArray[np.uint8]:
    """Draw the figure once; shape (height, width, 4), red first."""
    made.agg.draw()
    return np.asarray(made.agg.buffer_rgba())


@cache
def _matplotlib() -> dict[str, Any]:
    """The parts of Matplotlib that are used; its fonts replaced by ours."""
    import matplotlib
    from matplotlib import font_manager, rcParams
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure
    from matplotlib.lines import Line2D
    from matplotlib.patches import Rectangle

    matplotlib.rcdefaults()
    # "US$ 5 to A$ 3" is no formula.
    rcParams["text.parse_math"] = False
    manager = font_manager.fontManager
    manager.ttflist.clear()
    for family in families():
        for bold in (False, True):
            manager.addfont(str(font_file(family, bold)))
    quicken()
    return {"Figure": Figure, "FigureCanvasAgg": FigureCanvasAgg, "Line2D": Line2D,
            "Rectangle": Rectangle, "rcParams": rcParams}  # fmt: skip
