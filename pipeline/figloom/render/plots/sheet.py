"""A chart under Matplotlib: the artists, which fact each shows, and the picture they make.

A draw function asks the sheet for axes, draws on them as anybody would, and tells the sheet what
each artist shows. Marks are then read from the artists, never computed again from the facts.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from figloom.render.plots import outlines, rulers
from figloom.render.plots.agg import Canvas, canvas, middle, pixels
from figloom.render.plots.frame import SWATCH, Frame, Placed, Row, aside, plan
from figloom.render.plots.keys import Key, Shown
from figloom.render.plots.looks import Dress
from figloom.render.plots.numerals import exact
from figloom.render.plots.scales import Measure, Scale
from figloom.types import Axis, Dot, Mark, Tick

DASHES: tuple[Any, ...] = (
    "-",
    (0, (6, 3)),
    (0, (2, 2)),
    (0, (7, 2, 2, 2)),
    (0, (10, 3)),
    (0, (4, 4)),
)
SYMBOLS = {"circle": "o", "square": "s", "diamond": "D", "triangle": "^"}


@dataclass(frozen=True, slots=True)
class _Noted:
    artist: Any
    shown: Shown


class Sheet:
    """One picture in the making; `labelled` says whether values are written beside the marks."""

    def __init__(self, dress: Dress, labelled: bool, decimals: int) -> None:
        self.dress, self.look, self.labelled = dress, dress.look, labelled
        self.decimals = decimals
        """Of the values that are written."""
        self.canvas: Canvas = canvas(self.look.width, self.look.height, dress)
        self.figure = self.canvas.figure
        self.frame: Frame | None = None
        self._noted: list[_Noted] = []
        self._scaled: list[tuple[Any, str, str, Scale]] = []
        self._scales: list[Axis] = []

    # --- what draw functions call -------------------------------------------------------------

    def axes(
        self,
        title: str,
        below: Scale,
        beside: Scale,
        *,
        keys: Sequence[Key] = (),
        right: Measure | None = None,
        depth: Dot = (0.0, 0.0),
        lined: bool = True,
    ) -> Any:
        """Axes with these scales; categories stand at 0, 1, 2 ...; at the left from the top down.

        With `right`, a pair: the second has its own value axis at the right. `depth` is kept free
        right of the panel and above it; unless `lined`, there are ticks
        of values alone: no grid, no axis lines, no ground.
        """
        self._open(title, keys, below, beside, right, depth)
        frame = self._frame()
        if lined and self.dress.palette.panel != self.dress.palette.ground:
            self.canvas.patch(frame.panel, self.dress.palette.panel).set_zorder(-2)
        axes = self.canvas.axes(frame.panel)
        rulers.limits(axes, "x", below)
        self._rule(axes, "x", below, frame.below, lined)
        self._rule(axes, "y", beside, frame.beside, lined)
        if lined:
            rulers.frame_lines(self.canvas, self.dress, frame.panel, beside, right is not None)
        if right is None:
            return axes
        second = self.canvas.axes(frame.panel)
        second.set_xlim(axes.get_xlim())
        self._rule(second, "y2", right, frame.right)
        return axes, second

    def blank(self, title: str, *, keys: Sequence[Key] = ()) -> Any:
        """Axes without lines or ticks, in pixels of the panel: 0, 0 is its top left corner."""
        self._open(title, keys, None, None, None)
        x0, y0, x1, y1 = self._frame().panel
        axes = self.canvas.axes((x0, y0, x1, y1))
        axes.set_xlim(0, x1 - x0)
        axes.set_ylim(y1 - y0, 0)
        return axes

    def mark(self, artist: Any, role: str, *facts: str, part: str = "", parent: str = "") -> None:
        """Note what an artist shows; a line of several points shows one fact at each."""
        self._noted.append(_Noted(artist, Shown(role, facts, part, parent)))

    def value(
        self, axes: Any, x: float, y: float, value: float, fact: str, *,
        at: str = "above", colour: str = "", gap: float = 4.0, text: str = "",
        shift: Dot = (0.0, 0.0), turned: bool = False, part: str = "",
    ) -> None:  # fmt: skip
        """Write a value at a place of the axes: above, below, right, left of it, or on it.

        `shift` moves it, in pixels to the right and down; `turned`, it reads from the bottom up.
        """
        if not self.labelled:
            return
        dx, dy, across, level = {
            "above": (0.0, gap, "center", "bottom"), "below": (0.0, -gap, "center", "top"),
            "right": (gap, 0.0, "left", "center"), "left": (-gap, 0.0, "right", "center"),
            "on": (0.0, 0.0, "center", "center"),
        }[at]  # fmt: skip
        if level == "center" and not turned:
            level, dy = "baseline", dy - middle(self.look.font) * self.look.value_size
        told = text or exact(value, self.decimals, self.look.numbers)
        artist = axes.annotate(
            told, (x, y), (dx + shift[0], dy - shift[1]), textcoords="offset pixels", ha=across,
            va=level,
            fontsize=self.look.value_size, color=colour or self.dress.palette.ink,
            annotation_clip=False, zorder=30, rotation=90 if turned else 0,
        )  # fmt: skip
        self.mark(artist, "value", fact, part=part)

    def scale(self, axis: Axis) -> None:
        """Note an axis that is no x or y: an angle, a radius, a colour, a size."""
        self._scales.append(axis)

    def told(self, value: float) -> str:
        """A value as it is written."""
        return exact(value, self.decimals, self.look.numbers)

    def _rule(self, axes: Any, which: str, scale: Scale, row: Row, lined: bool = True) -> None:
        if which != "x":
            rulers.limits(axes, "y", scale)
        panel = self._frame().panel
        for text in rulers.ruled(self.canvas, axes, self.dress, panel, which, scale, row, lined):
            self._noted.append(_Noted(text, Shown("tick", (), which)))
        dimension = getattr(scale, "dimension", "") or which
        self._scaled.append((axes, which[0], dimension, scale))

    # --- the picture --------------------------------------------------------------------------

    def finish(self) -> tuple[Any, tuple[Mark, ...], tuple[Axis, ...]]:
        """Pixels of shape (height, width, 4), and every mark and axis in them."""
        drawn = pixels(self.canvas)
        marks: list[Mark] = []
        for order, noted in enumerate(self._noted):
            marks += outlines.read(self.canvas, noted.artist, noted.shown, order)
        axes = tuple(_axis(self.canvas, *scaled) for scaled in self._scaled)
        return drawn, tuple(marks), (*axes, *self._scales)

    def _frame(self) -> Frame:
        assert self.frame is not None, "axes() or blank() comes first"
        return self.frame

    def _open(
        self, title: str, keys: Sequence[Key],
        below: Scale | None, beside: Scale | None, right: Measure | None,
        depth: Dot = (0.0, 0.0),
    ) -> None:  # fmt: skip
        texts = [key.text for key in keys]
        self.frame = plan(self.dress, title, texts, below, beside, right, depth)
        palette, look = self.dress.palette, self.look
        for line in self.frame.title:
            self._text(line, look.title_size, palette.ink, "title", bold=look.title_bold)
        for key, placed in zip(keys, self.frame.legend, strict=True):
            self._text(placed, look.legend_size, palette.ink, "legend", *key.facts)
            self._sample(key, placed)
        self._axis_titles(below, beside, right)

    def _axis_titles(self, below: Scale | None, beside: Scale | None, right: Scale | None) -> None:
        frame, size, colour = self._frame(), self.look.axis_size, self.dress.palette.muted
        x0, y0, x1, y1 = frame.panel
        if below is not None and below.title:
            placed = Placed(below.title, (x0 + x1) / 2, y1 + aside(frame.below, size), "center")
            self._text(placed, size, colour, "axis_title", part="x")
        for axis, row, x, sign in ((beside, frame.beside, x0, -1), (right, frame.right, x1, 1)):
            if axis is not None and axis.title:
                at, y = x + sign * aside(row, size), y1 - axis.middle * (y1 - y0)
                ink = getattr(axis, "colour", "") or colour
                artist = self.canvas.write(axis.title, at, y, size, ink, turned=90)
                part = "y" if sign < 0 else "y2"
                self._noted.append(_Noted(artist, Shown("axis_title", (), part)))

    def _text(
        self, placed: Placed, size: float, colour: str, role: str, *facts: str,
        part: str = "", bold: bool = False,
    ) -> None:  # fmt: skip
        artist = self.canvas.write(
            placed.text, placed.x, placed.y, size, colour, align=placed.align, bold=bold
        )
        self._noted.append(_Noted(artist, Shown(role, facts, part)))

    def _sample(self, key: Key, placed: Placed) -> None:
        x0, x1, y, tall = placed.x - SWATCH - 8, placed.x - 8, placed.y, 0.5 * self.look.legend_size
        if key.kind == "patch":
            artist = self.canvas.patch((x0, y - tall, x1, y + tall), key.colour)
        else:
            artist = self.canvas.stroke(
                (x0, x1), (y, y), key.colour, self.look.line_width if key.kind == "line" else 0.0,
                DASHES[key.dash], SYMBOLS.get(key.symbol, ""), self.look.marker_size,
            )  # fmt: skip
        self._noted.append(_Noted(artist, Shown("legend_key", key.facts)))


def _axis(sheet: Canvas, axes: Any, which: str, dimension: str, scale: Scale) -> Axis:
    def place(value: float) -> float:
        return sheet.dot(axes, *((value, axes.get_ylim()[0]) if which == "x" else
                                 (axes.get_xlim()[0], value)))[which == "y"]  # fmt: skip

    if isinstance(scale, Measure):
        low, high, kind = scale.low, scale.high, "log" if scale.log else "linear"
        ticks = zip(scale.ticks, scale.texts, strict=True)
    else:
        low, high, kind = 0.0, float(len(scale.texts) - 1), "category"
        ticks = zip(map(float, range(len(scale.texts))), scale.texts, strict=True)
    return Axis(
        panel="", dimension=dimension, scale=kind, low=low, high=high,  # type: ignore[arg-type]
        pixels=(place(low), place(high)),
        ticks=tuple(Tick(value, place(value), text) for value, text in ticks),
        unit=getattr(scale, "unit", ""), title=scale.title,
    )  # fmt: skip
