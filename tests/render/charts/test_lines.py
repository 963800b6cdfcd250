"""Lines, areas, two axes, radars and break-outs: values come back from the drawing alone."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable
from functools import cache
from random import Random
from typing import Any

import pytest
from sample_size import SAMPLES

from figloom.charts import called
from figloom.render.colours import distance
from figloom.render.plots.chart import chart
from figloom.render.plots.looks import looks
from figloom.render.plots.sheet import Sheet
from figloom.seeds import Draw
from figloom.types import (
    Axis,
    Category,
    Cell,
    Declined,
    Facts,
    Grid,
    Mark,
    Picture,
    Polygon,
    Polyline,
    Provenance,
    Series,
    Spot,
    Wedge,
)

TYPES = (
    "line", "line_multi", "line_error", "area", "area_stacked", "area_percent", "bar_line",
    "line_line", "radar", "radar_multi", "radar_filled", "bar_of_pie", "pie_of_pie",
)  # fmt: skip
RENDERERS = ("matplotlib", "echarts")
NOUNS = ("Apples", "Bread rolls", "Cheddar", "Dates", "Eggs", "Flour", "Grapes", "Honey", "Jam")
PLACES = ("North", "South coast", "East", "West", "Highlands")


def walk(random: Random, count: int, size: float, digits: int) -> list[float]:
    """A series above zero without ties that drifts, as series of time do."""
    level = size * random.uniform(0.4, 1.0)
    values: list[float] = []
    while len(values) < count:
        level = max(0.2 * size, level + random.gauss(0, 0.12 * size))
        value = round(level, digits)
        if value not in values:
            values.append(value)
    return values


def shares(columns: list[list[float]]) -> list[list[float]]:
    """Percent of each column's sum, to one decimal, adding up to 100."""
    told = []
    for column in columns:
        parts = [round(100 * value / math.fsum(column), 1) for value in column]
        told.append([*parts[:-1], round(100 - math.fsum(parts[:-1]), 1)])
    return told


def facts(kind: str, seed: int) -> Facts:
    """Facts that the type's Need allows, by a key."""
    need, random = called(kind)[0].need, Random(f"{kind}/{seed}")
    count, many = random.randint(*need.count), random.randint(*need.series)
    digits = random.choice((0, 1))
    sizes = [400.0] * many
    if need.units == 2:
        sizes = [random.choice((90.0, 7000.0)), random.choice((12.0, 800.0))]
    rows = [walk(random, count, size, digits) for size in sizes]
    if need.shares and many > 1:
        rows = list(map(list, zip(*shares(list(map(list, zip(*rows, strict=True)))), strict=True)))
    elif need.shares:
        rows = shares(rows)
    timed = need.along == "time"
    names = [str(2001 + at) for at in range(count)] if timed else random.sample(NOUNS, count)
    categories = tuple(
        Category(f"c{at}", name, float(at) if timed else None) for at, name in enumerate(names)
    )
    units = ["%"] * many if need.shares else ["kg"] * many
    titles: tuple[str, ...] = ("Year" if timed else "Product", "Sales")
    if need.units == 2:
        units[-1], titles = "EUR", (*titles, "Price")
    series = tuple(
        Series(f"s{at}", name, units[at], "y2" if need.units == 2 and at else "y")
        for at, name in enumerate(random.sample(PLACES, many))
    )
    spread = round(40 * random.uniform(0.5, 1.5), digits)
    cells = tuple(
        Cell(f"{one.id}{category.id}", category.id, one.id, value,
             *((round(value - spread, digits), round(value + spread, digits)) if need.errors
               else ()))
        for one, row in zip(series, rows, strict=True)
        for category, value in zip(categories, row, strict=True)
    )  # fmt: skip
    grid = Grid("Sales of food", categories, series, cells, Provenance("test", "CC0-1.0"), titles,
                chart=kind)  # fmt: skip
    return Facts(grid, grid)


def draw(kind: str, renderer: str, seed: int, labelled: bool, style: str = "") -> Any:
    """The picture of a sample, or why it was declined."""
    made: Any = chart(
        facts(kind, seed), Draw(7, "test", "eval", kind, seed, seed), None,  # type: ignore[arg-type]
        renderers=(renderer,), labels=labelled, styles=(style,) if style else (),  # type: ignore[arg-type]
    )  # fmt: skip
    if hasattr(made, "request"):
        made = made.finish(made.answer([made.request])[0])
    return made


@cache
def pictures(kind: str, renderer: str) -> tuple[tuple[Grid, Any], ...]:
    """Samples of a type in as many looks; every other one has its values written."""
    return tuple(
        (facts(kind, seed).shown, draw(kind, renderer, seed, bool(seed % 2)))
        for seed in range(SAMPLES)
    )  # type: ignore[return-value]


# --- reading back -------------------------------------------------------------------------------


def inverted(axis: Axis, pixel: float) -> float:
    """The value at a pixel of a linear axis."""
    part = (pixel - axis.pixels[0]) / (axis.pixels[1] - axis.pixels[0])
    return axis.low + part * (axis.high - axis.low)


def worth(axis: Axis) -> float:
    """Value of one pixel."""
    return abs((axis.high - axis.low) / (axis.pixels[1] - axis.pixels[0]))


def axis_of(picture: Picture, dimension: str, name: str = "") -> Axis:
    """The axis of that dimension and name."""
    (found,) = [a for a in picture.axes if (a.dimension, a.name) == (dimension, name)]
    return found


def mark_of(picture: Picture, fact: str, *roles: str, part: str = "") -> Mark:
    """The one mark of a fact alone."""
    (found,) = [m for m in picture.marks
                if m.facts == (fact,) and m.role in roles and m.part == part]  # fmt: skip
    return found


def height(picture: Picture, fact: str, part: str = "") -> float:
    """Pixel of a point from the top."""
    outline = mark_of(picture, fact, "error" if part else "point", part=part).outline
    assert isinstance(outline, Spot)
    return outline.y


def from_axis(grid: Grid, picture: Picture, cell: Cell) -> tuple[float, float]:
    """Value and tolerance of a point or bar on its series' axis."""
    (series,) = [one for one in grid.series if one.id == cell.series]
    axis = axis_of(picture, series.axis)
    bars = [m for m in picture.marks if m.role == "bar" and m.facts == (cell.id,)]
    return inverted(axis, bars[0].box[1] if bars else height(picture, cell.id)), worth(axis)


def from_stack(grid: Grid, picture: Picture, cell: Cell) -> tuple[float, float]:
    """Value and tolerance of a difference of two boundaries."""
    axis = axis_of(picture, "y")
    names = [one.id for one in grid.series]
    at = names.index(cell.series)
    below = [c.id for c in grid.cells
                if at and (c.series, c.category) == (names[at - 1], cell.category)]  # fmt: skip
    low = inverted(axis, height(picture, below[0])) if below else 0.0
    return inverted(axis, height(picture, cell.id)) - low, worth(axis)


def from_spoke(grid: Grid, picture: Picture, cell: Cell) -> tuple[float, float]:
    """Value and tolerance of a distance from where the spokes meet."""
    spokes = [m.outline for m in picture.marks if m.role == "spoke"]
    assert len(spokes) == len(grid.categories)
    assert all(isinstance(spoke, Polyline) for spoke in spokes)
    ends = Counter(dot for spoke in spokes for dot in spoke.points)  # type: ignore[union-attr]
    centre = ends.most_common(1)[0][0]
    (name,) = [one.name for one in grid.categories if one.id == cell.category]
    axis = axis_of(picture, "radius", name)
    outline = mark_of(picture, cell.id, "point").outline
    assert isinstance(outline, Spot)
    return inverted(axis, math.dist(centre, (outline.x, outline.y))), worth(axis)


def from_share(grid: Grid, picture: Picture, cell: Cell) -> tuple[float, float]:
    """Value and tolerance of an angle, or of a part of the bar."""
    (whole,) = [m for m in picture.marks if m.role == "whole"]
    gathered = "Others" if cell.id in whole.facts else ""
    mark = mark_of(picture, cell.id, "wedge", "bar")
    if not isinstance(mark.outline, Wedge):
        axis = axis_of(picture, "y", gathered)
        return (mark.box[3] - mark.box[1]) * worth(axis), worth(axis)
    axis, wedge = axis_of(picture, "angle", gathered), mark.outline
    return (wedge.a1 - wedge.a0) * worth(axis), math.degrees(1 / wedge.r1) * worth(axis)


Read = Callable[[Grid, Picture, Cell], tuple[float, float]]
READ: dict[str, Read] = {
    **dict.fromkeys(TYPES, from_axis), "area_stacked": from_stack, "area_percent": from_stack,
    **dict.fromkeys(("radar", "radar_multi", "radar_filled"), from_spoke),
    **dict.fromkeys(("bar_of_pie", "pie_of_pie"), from_share),
}  # fmt: skip


@pytest.mark.parametrize("renderer", RENDERERS)
@pytest.mark.parametrize("kind", TYPES)
def test_values_come_back_within_a_pixel(kind: str, renderer: str) -> None:
    drawn = [(g, p) for g, p in pictures(kind, renderer) if isinstance(p, Picture)]
    assert len(drawn) >= 0.75 * SAMPLES
    for grid, picture in drawn:
        for cell in grid.cells:
            value, tolerance = READ[kind](grid, picture, cell)
            assert cell.value == pytest.approx(value, abs=tolerance), (picture.style, cell)


@pytest.mark.parametrize("renderer", RENDERERS)
def test_ends_of_error_bars_come_back_within_a_pixel(renderer: str) -> None:
    for grid, picture in pictures("line_error", renderer):
        if isinstance(picture, Declined):
            continue
        axis = axis_of(picture, "y")
        for cell in grid.cells:
            for part, end in (("low", cell.low), ("high", cell.high)):
                told = inverted(axis, height(picture, cell.id, part))
                assert end == pytest.approx(told, abs=worth(axis))


@pytest.mark.parametrize("kind", TYPES)
def test_both_renderers_draw_the_same_marks(kind: str) -> None:
    texts = {"tick", "axis_title", "legend_key"}
    for (_, one), (_, other) in zip(*(pictures(kind, r) for r in RENDERERS), strict=True):
        assert type(one) is type(other)
        if isinstance(one, Picture):
            counts = [
                Counter(
                    (m.role, m.part, frozenset(m.facts)) for m in p.marks if m.role not in texts
                )
                for p in (one, other)
            ]
            assert counts[0] == counts[1]


@pytest.mark.parametrize("renderer", RENDERERS)
@pytest.mark.parametrize("kind", TYPES)
def test_values_are_written_only_where_asked(kind: str, renderer: str) -> None:
    for seed, (grid, picture) in enumerate(pictures(kind, renderer)):
        if isinstance(picture, Declined):
            assert seed % 2, picture
            continue
        told = [mark for mark in picture.marks if mark.role == "value"]
        assert len(told) == (len(grid.cells) if seed % 2 else 0)
        for mark in told:
            (cell,) = [cell for cell in grid.cells if (cell.id,) == mark.facts]
            digits = "".join(letter for letter in mark.text if letter.isdigit())
            shown = f"{cell.value:.3f}".replace(".", "")
            assert shown.startswith(digits), (mark.text, cell.value)


@pytest.mark.parametrize("kind", ["area_percent"])
@pytest.mark.parametrize("renderer", RENDERERS)
def test_percent_areas_fill_a_hundred_at_every_place(kind: str, renderer: str) -> None:
    """ChartBench normalised over the places instead of within each."""
    for grid, picture in pictures(kind, renderer):
        if isinstance(picture, Declined):
            continue
        axis = axis_of(picture, "y")
        assert (axis.low, axis.high) == (0.0, 100.0)
        for cell in grid.cells:
            if cell.series == grid.series[-1].id:
                assert inverted(axis, height(picture, cell.id)) == pytest.approx(100, abs=0.1)


@pytest.mark.parametrize("renderer", RENDERERS)
@pytest.mark.parametrize("kind", ["area_stacked", "area_percent"])
def test_bands_reach_from_one_boundary_to_the_next(kind: str, renderer: str) -> None:
    for grid, picture in pictures(kind, renderer):
        if isinstance(picture, Declined):
            continue
        for series in grid.series:
            (band,) = [m for m in picture.marks if m.role == "band" and m.facts == (series.id,)]
            assert isinstance(band.outline, Polygon)
            levels = {round(y) for _, y in band.outline.points}
            own = [c.id for c in grid.cells if c.series == series.id]
            assert {round(height(picture, fact)) for fact in own} <= levels


@pytest.mark.parametrize("kind", ["bar_line", "line_line"])
def test_two_axes_have_one_grid_and_titles_in_their_colours(kind: str) -> None:
    for renderer in RENDERERS:
        for _, picture in pictures(kind, renderer):
            if isinstance(picture, Declined):
                continue
            left, right = axis_of(picture, "y"), axis_of(picture, "y2")
            pairs = zip(left.ticks, right.ticks, strict=True)
            assert all(a.pixel == pytest.approx(b.pixel, abs=1) for a, b in pairs)
            inks = {m.part: m.ink.fill for m in picture.marks
                    if m.role == "axis_title" and m.ink}  # fmt: skip
            assert distance(inks["y"], inks["y2"]) > 12


@pytest.mark.parametrize("kind", ["line_multi", "area", "radar_multi"])
def test_a_displaced_line_is_not_read_as_the_facts(
    kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Marks come from the artists: what is drawn wrong reads wrong."""
    finish = Sheet.finish

    def shoved(sheet: Sheet) -> Any:
        line = next(n.artist for n in sheet._noted if n.shown.role == "point")
        low, high = line.axes.get_ylim()
        line.set_ydata(line.get_ydata() + 0.02 * abs(high - low))
        return finish(sheet)

    monkeypatch.setattr(Sheet, "finish", shoved)
    grid = facts(kind, 0).shown
    assert isinstance(grid, Grid)
    picture = draw(kind, "matplotlib", 0, False)
    wrong = 0
    for cell in grid.cells:
        value, tolerance = READ[kind](grid, picture, cell)
        wrong += abs((cell.value or 0.0) - value) > tolerance
    assert wrong


def test_what_is_gathered_is_told_from_every_share() -> None:
    for name, look in looks().items():
        picture = draw("bar_of_pie", "matplotlib", 0, False, name)
        if isinstance(picture, Declined):
            continue
        (whole,) = [m for m in picture.marks if m.role == "whole"]
        assert whole.ink
        assert whole.ink.fill not in {mark for one in look.palettes for mark in one.marks}
        assert len(whole.facts) >= 2
