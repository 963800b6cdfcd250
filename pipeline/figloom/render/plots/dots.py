"""Points on two measures, with their names beside them, for every renderer."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from figloom.render.plots.beside import LINES, Wish, inked
from figloom.render.plots.flats import across, along
from figloom.render.plots.keys import Key, symbol
from figloom.render.plots.looks import Dress, Look
from figloom.render.plots.numerals import decimals, exact
from figloom.render.plots.pieces import Stroke, Word
from figloom.render.plots.plan import Plan
from figloom.render.plots.scales import Measure, measure
from figloom.render.plots.sheet import SYMBOLS, Sheet
from figloom.render.plots.tethers import tied
from figloom.types import Box, DataPoint, Dot, Points

_SMALLEST = 8.0


@dataclass(frozen=True, slots=True)
class Cloud:
    """The points of one group."""

    name: str
    points: tuple[DataPoint, ...]
    colour: str
    symbol: str


def scale(
    points: Points, which: int, look: Look, *, air: float = 0.04, more: Sequence[float] = ()
) -> Measure:
    """The axis of the first, second or third measure, with that part of it free at both ends."""
    values = [*measured(points.points, which), *more]
    low, high = min(values), max(values)
    free = air * (high - low)
    ends = (max(0.0, low - free) if low >= 0 else low - free,
            min(0.0, high + free) if high <= 0 else high + free)  # fmt: skip
    title = points.names[which] if len(points.names) > which else ""
    unit = points.units[which] if len(points.units) > which else ""
    return measure(ends, title, unit, look.numbers, zero=False, count=look.tick_count)


def measured(points: Sequence[DataPoint], which: int) -> list[float]:
    """The first, second or third measure of each."""
    return [(point.x, point.y, point.size or 0.0)[which] for point in points]


def clouds(points: Points, dress: Dress) -> list[Cloud]:
    """The points by group, in the order of the groups; one cloud where there are none."""
    groups = dict.fromkeys(point.group for point in points.points)
    return [
        Cloud(
            group, tuple(point for point in points.points if point.group == group),
            dress.colour(number), symbol(dress, number) or "circle",
        )
        for number, group in enumerate(groups)
    ]  # fmt: skip


def keys(found: Sequence[Cloud], kind: str = "points") -> tuple[Key, ...]:
    """The legend of several groups."""
    if len(found) < 2:
        return ()
    return tuple(Key(c.name, c.colour, kind, symbol=c.symbol) for c in found)  # type: ignore[arg-type]


def size(look: Look) -> float:
    """Diameter of a point, in pixels."""
    return max(_SMALLEST, look.marker_size)


def places(points: Sequence[DataPoint], below: Measure, beside: Measure, panel: Box) -> list[Dot]:
    """Where points will stand, in pixels: only to find room for texts, never for marks."""
    return [(across(below, p.x, panel), along(beside, p.y, panel)) for p in points]


def strewn(sheet: Sheet, axes: Any, found: Sequence[Cloud]) -> None:
    """Draw the points with Matplotlib."""
    for cloud in found:
        artist = axes.scatter(
            measured(cloud.points, 0), measured(cloud.points, 1), s=size(sheet.look) ** 2,
            color=cloud.colour, marker=SYMBOLS[cloud.symbol], linewidths=0, clip_on=False, zorder=4,
        )  # fmt: skip
        sheet.mark(artist, "point", *(point.id for point in cloud.points))


def strewn_series(plan: Plan, found: Sequence[Cloud]) -> list[dict[str, Any]]:
    """The same as series of ECharts."""
    from pyecharts.charts import Scatter

    drawn = []
    for cloud in found:
        chart = Scatter().add_xaxis([]).add_yaxis(cloud.name, [])
        items = [plan.item([point.x, point.y], point.id) for point in cloud.points]
        look = {**plan.line(0, cloud.symbol, 0), "itemStyle": {"color": cloud.colour, "opacity": 1},
                "symbolSize": size(plan.look)}  # fmt: skip
        drawn.append({**plan.series(chart), **look, "data": items, "clip": False, "z": 4})
    return drawn


def wishes(
    dress: Dress, points: Points, at: Sequence[Dot], labelled: bool, third: bool = False,
    reach: Sequence[float] = (),
) -> list[Wish]:  # fmt: skip
    """What each point asks to be written beside it: its name and, if wanted, all its values."""
    colours = {c.name: inked(c.colour, dress) for c in clouds(points, dress)}
    plain = len(colours) < 2
    count = 3 if third else 2
    exactly = [decimals(tuple(measured(points.points, which))) for which in range(count)]
    made = []
    for number, (point, dot) in enumerate(zip(points.points, at, strict=True)):
        text = point.name
        if labelled:
            values = (point.x, point.y, point.size or 0.0)[:count]
            told = [exact(v, n, dress.look.numbers) for v, n in zip(values, exactly, strict=True)]
            joint = "; " if any("," in one for one in told) else ", "
            text = "\n".join(filter(None, (point.name, f"({joint.join(told)})")))
        if text:
            colour = dress.palette.ink if plain else colours[point.group]
            room = reach[number] if reach else size(dress.look) / 2
            made.append(Wish(point.id, text, dot, colour, reach=room))
    return made


def words(
    dress: Dress, asked: Sequence[Wish], bounds: Box, fences: Sequence[Sequence[Dot]],
    labelled: bool,
) -> list[Word | Stroke]:  # fmt: skip
    """The texts, each line at the place that was found for it; Unfit where there is no room."""
    made: list[Word | Stroke] = []
    em = dress.look.value_size
    for one in tied(dress, asked, bounds, fences):
        if one.line:
            made.append(Stroke(one.line, dress.palette.muted, 0.9, "leader", (one.wish.fact,)))
        lines = one.wish.text.split("\n")
        for number, line in enumerate(lines):
            y = round(one.middle[1] + LINES * em * (number - (len(lines) - 1) / 2), 2)
            role = "value" if labelled and number == len(lines) - 1 else "name"
            made.append(Word(line, one.middle[0], y, em, one.wish.colour, role, (one.wish.fact,)))
    return made
