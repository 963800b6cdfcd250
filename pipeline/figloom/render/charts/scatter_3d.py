"""Scatter charts of three measures in a fixed oblique projection, with lines down to the floor.

The front plane is that of the axes below and at the left; depth leans back to the upper right. A
point is read from its foot on the floor (x and y) and the length of its line (the third measure).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from figloom.charts import Chart, Need
from figloom.render.colours import mixed
from figloom.render.plots.dots import Cloud, clouds, keys, scale, size, wishes, words
from figloom.render.plots.flats import across, along
from figloom.render.plots.frame import LEADING, PAD, TICK, Unfit, plan, text_width
from figloom.render.plots.keys import Key
from figloom.render.plots.looks import Dress
from figloom.render.plots.pieces import Fill, Piece, Stroke, Word, paint, painted
from figloom.render.plots.plan import Plan
from figloom.render.plots.sheet import Sheet
from figloom.render.wrapping import wrap
from figloom.types import Axis, Box, DataPoint, Dot, Points, Polygon, Tick, Wedge

_LEANS = tuple(
    (part, rise) for rise in (0.27, 0.22, 0.3) for part in (0.24, 0.27, 0.21, 0.3, 0.18, 0.15)
)
"""How far depth leans right and up, as parts of the picture's width and height: the first of these
where no point lies on another."""
_APART = 5.0
"""Pixels between the lines of two points at least, unless they are at different heights."""
_LINE = 1.3
_FOOT = 2.6


class _Stage:
    """The three axes, and where places among them come to lie, in pixels."""

    def __init__(self, points: Points, dress: Dress, told: Sequence[Key]) -> None:
        look = self.look = dress.look
        self.x, self.y = scale(points, 0, look), scale(points, 1, look)
        self.z = replace(scale(points, 2, look, air=0.02), dimension="size")
        self.unit = points.units[1]
        self.texts = max(text_width(text, look, look.tick_size) for text in self.y.texts)
        reason = "a point on another"
        for part, rise in _LEANS:
            self.lean = round(part * look.width), round(rise * look.height)
            right = self.lean[0] + 2 * TICK + self.texts + 4
            self.room = right, self.lean[1] + 0.6 * look.tick_size
            texts = [key.text for key in told]
            try:
                frame = plan(dress, points.title, texts, self.x, self.z, None, self.room)
            except Unfit as unfit:
                reason = str(unfit)
                continue
            self.panel: Box = frame.panel
            if not self._crowded(points):
                return
        raise Unfit(reason)

    def _crowded(self, points: Points) -> bool:
        """Whether two points, feet or lines lie on each other."""
        near = size(self.look)
        lines = [(self.point(point), self.foot(point)[1]) for point in points.points]
        return any(
            (abs(x - other) < _APART and top - near < low and above - near < bottom)
            or (abs(x - other) < near and abs(top - above) < near)
            for number, ((x, top), bottom) in enumerate(lines)
            for (other, above), low in lines[:number]
        )

    def place(self, x: float, y: float, z: float) -> Dot:
        """Pixel of a place."""
        part = (y - self.y.low) / (self.y.high - self.y.low)
        return (across(self.x, x, self.panel) + part * self.lean[0],
                along(self.z, z, self.panel) - part * self.lean[1])  # fmt: skip

    def point(self, point: DataPoint) -> Dot:
        return self.place(point.x, point.y, point.size or 0.0)

    def foot(self, point: DataPoint) -> Dot:
        """Where its line meets the floor."""
        return self.place(point.x, point.y, self.z.low)

    def axis(self) -> Axis:
        """The axis of depth, by the height of its places at the right edge of the floor."""

        def pixel(value: float) -> float:
            return round(self.place(self.x.high, value, self.z.low)[1], 3)

        return Axis(
            panel="", dimension="y", scale="linear", low=self.y.low, high=self.y.high,
            pixels=(pixel(self.y.low), pixel(self.y.high)),
            ticks=tuple(Tick(value, pixel(value), text)
                        for value, text in zip(self.y.ticks, self.y.texts, strict=True)),
            unit=self.unit, title=self.y.title,
        )  # fmt: skip


def _walls(stage: _Stage, dress: Dress) -> list[Piece]:
    """Floor, left wall and back wall with the lines of their ticks."""
    x, y, z, palette = stage.x, stage.y, stage.z, dress.palette
    shades = [mixed(palette.line, palette.panel, part) for part in (0.13, 0.07, 0.03)]
    planes = (
        [(x.low, y.low, z.low), (x.high, y.low, z.low), (x.high, y.high, z.low),
         (x.low, y.high, z.low)],
        [(x.low, y.low, z.low), (x.low, y.high, z.low), (x.low, y.high, z.high),
         (x.low, y.low, z.high)],
        [(x.low, y.high, z.low), (x.high, y.high, z.low), (x.high, y.high, z.high),
         (x.low, y.high, z.high)],
    )  # fmt: skip
    made: list[Piece] = [
        Fill(Polygon(tuple(stage.place(*corner) for corner in plane)), shade, role)
        for plane, shade, role in zip(planes, shades, ("floor", "wall", "wall"), strict=True)
    ]
    lines = [[(v, y.low, z.low), (v, y.high, z.low), (v, y.high, z.high)] for v in x.ticks]
    lines += [[(x.high, v, z.low), (x.low, v, z.low), (x.low, v, z.high)] for v in y.ticks]
    lines += [[(x.low, y.low, v), (x.low, y.high, v), (x.high, y.high, v)] for v in z.ticks]
    grid = mixed(palette.line, palette.panel, 0.28)
    made += [Stroke(tuple(stage.place(*dot) for dot in line), grid, 1.0, "grid") for line in lines]
    edge = [(x.low, y.low, z.high), (x.low, y.low, z.low), (x.high, y.low, z.low),
            (x.high, y.high, z.low)]  # fmt: skip
    made.append(Stroke(tuple(stage.place(*dot) for dot in edge), palette.line, 1.0, "grid"))
    return made


def _depth_texts(stage: _Stage, dress: Dress) -> list[Piece]:
    look, palette, made = stage.look, dress.palette, list[Piece]()
    for value, text in zip(stage.y.ticks, stage.y.texts, strict=True):
        left, y = stage.place(stage.x.high, value, stage.z.low)
        made.append(Stroke(((left, y), (left + TICK, y)), palette.line, 1.0, "grid"))
        made.append(Word(text, left + 2 * TICK, y, look.tick_size, palette.muted, "tick", (), "y",
                         "left"))  # fmt: skip
    lines = _title(stage, look.width - PAD - stage.panel[2] - 2 * TICK - stage.texts - 8)
    em = look.axis_size
    for number, line in enumerate(lines):
        y = stage.panel[3] + 2 * TICK + 0.5 * em - LEADING * em * (len(lines) - 1 - number)
        made.append(Word(line, look.width - PAD, y, em, palette.muted, "axis_title", (), "y",
                         "right"))  # fmt: skip
    return made


def _title(stage: _Stage, room: float) -> list[str]:
    """The title of the axis of depth in lines, below the slope of its ticks."""
    look, em = stage.look, stage.look.axis_size
    for count in (1, 2, 3):
        # Every line but the last two meets the slope further right.
        wide = room - max(0, count - 2) * LEADING * em * stage.lean[0] / stage.lean[1]
        found = wrap(stage.y.title, look.font, False, max(6, int(wide / (0.52 * em))))
        if len(found) <= count and all(line.width * em <= wide for line in found):
            return [line.text for line in found]
    raise Unfit("a name too long")


def _pieces(points: Points, stage: _Stage, dress: Dress, labelled: bool) -> list[Piece]:
    """Everything but the axes in front: what lies far back is drawn first."""
    made = [*_walls(stage, dress), *_depth_texts(stage, dress)]
    found, fences = clouds(points, dress), list[tuple[Dot, ...]]()
    colours = {point.id: cloud.colour for cloud in found for point in cloud.points}
    radius = size(dress.look) / 2
    behind = sorted(points.points, key=lambda point: -point.y)
    for point in behind:
        colour = colours[point.id]
        foot, head = stage.foot(point), stage.point(point)
        fences.append((foot, head))
        made.append(Stroke((foot, head), mixed(colour, dress.palette.panel, 0.75), _LINE, "line",
                           (point.id,), "drop"))  # fmt: skip
        made.append(Fill(_disc(foot, _FOOT), colour, "point", (point.id,), "foot"))
    for point in behind:
        made.append(Fill(_disc(stage.point(point), radius), colours[point.id], "point",
                         (point.id,), "", dress.palette.panel, 0.8))  # fmt: skip
    at = [stage.point(point) for point in points.points]
    fences += list(_ticks(stage))
    x0, y0, x1, y1 = stage.panel
    bounds = (x0 + 2, y0 - stage.lean[1] - 4, x1 + stage.lean[0] + 4, y1 - 3)
    asked = wishes(dress, points, at, labelled, third=True)
    return [*made, *words(dress, asked, bounds, fences, labelled)]


def _ticks(stage: _Stage) -> Iterator[tuple[Dot, ...]]:
    """Outlines of the texts at the axis of depth."""
    half = 0.5 * stage.look.tick_size
    for value in stage.y.ticks:
        left, y = stage.place(stage.x.high, value, stage.z.low)
        right = left + 2 * TICK + stage.texts
        yield (left, y - half), (right, y - half), (right, y + half), (left, y + half)


def _disc(at: Dot, radius: float) -> Wedge:
    return Wedge(round(at[0], 3), round(at[1], 3), 0.0, radius, 0.0, 360.0)


def _keys(found: list[Cloud]) -> tuple[Key, ...]:
    return keys([replace(cloud, symbol="circle") for cloud in found])


def _matplotlib(points: Points, sheet: Sheet) -> None:
    told = _keys(clouds(points, sheet.dress))
    stage = _Stage(points, sheet.dress, told)
    sheet.axes(points.title, stage.x, stage.z, keys=told, depth=stage.room, lined=False)
    sheet.scale(stage.axis())
    paint(sheet, _pieces(points, stage, sheet.dress, sheet.labelled))


def _echarts(points: Points, made: Plan) -> dict[str, Any]:
    told = _keys(clouds(points, made.dress))
    stage = _Stage(points, made.dress, told)
    option = made.axes(points.title, stage.x, stage.z, [], keys=told, depth=stage.room, lined=False)
    made.scale(stage.axis())
    # A legend shows only what some series is called.
    named = [{"type": "scatter", "name": key.text, "data": []} for key in told]
    pieces = _pieces(points, stage, made.dress, made.labelled)
    return {**option, "series": [*named, painted(made, pieces)]}


SCATTER_3D = Chart(
    name="scatter_3d",
    family="scatter",
    said="a 3-D scatter chart",
    need=Need("points", (6, 8), (1, 3), loose=True, named=True, third=True, label=18),
    matplotlib=_matplotlib,
    echarts=_echarts,
    aliases={"scatter_3d": None},
    kin=("bubble",),
)
