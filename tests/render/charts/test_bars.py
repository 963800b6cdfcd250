"""Charts of bars: what was drawn is read back from marks and axes alone, in both renderers."""

from __future__ import annotations

import io
import json
import math
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache
from random import Random
from typing import Any

import pytest
from PIL import Image
from sample_size import SAMPLES

from figloom.charts import RENDERERS, Renderer, called
from figloom.later import Later
from figloom.render.plots import browser, display
from figloom.render.plots.chart import chart
from figloom.render.plots.looks import Dress, looks
from figloom.render.plots.plan import Plan
from figloom.render.plots.sheet import Sheet
from figloom.render.plots.visibility import outline
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
    Provenance,
    Series,
    Spot,
)

GROUPED = ("bar", "bar_horizontal", "bar_grouped", "bar_grouped_horizontal", "bar_3d_grouped")
STACKED = (
    "bar_stacked", "bar_stacked_horizontal", "bar_percent", "bar_percent_horizontal",
    "bar_3d_stacked", "bar_3d_percent",
)  # fmt: skip
KINDS = (*GROUPED, *STACKED, "waterfall", "funnel", "dot_log")
DATA = frozenset({"bar", "stage", "point", "total", "joint", "face"})
NOUNS = ("Apples", "Bread rolls", "Cheddar", "Dates", "Eggs", "Flour", "Grapes", "Honey",
         "Iced tea", "Jam", "Kale", "Lentils", "Milk", "Nuts")  # fmt: skip
PLACES = ("North", "South coast", "East", "West", "Centre")


@cache
def made(kind: str, number: int) -> Grid:
    """Facts within the type's need."""
    need = called(kind)[0].need
    random = Random(f"bars/{kind}/{number}")
    count, width = random.randint(*need.count), random.randint(*need.series)
    names = random.sample(NOUNS, count)
    table = [_numbers(kind, random, width) for _ in names]
    if need.decades:
        table[0], table[1] = [4.0], [round(4.0 * 10 ** (need.decades + random.random() * 2))]
    if need.descending:
        table.sort(reverse=True)
    series = tuple(Series(f"s{n}", PLACES[n], "%" if need.shares else "kg") for n in range(width))
    cells = tuple(
        Cell(f"v{n}.{s}", f"c{n}", f"s{s}", row[s]) for n, row in enumerate(table)
        for s in range(width)
    )  # fmt: skip
    categories = tuple(Category(f"c{n}", name) for n, name in enumerate(names))
    return Grid("Sales of food, 2019", categories, series, cells, Provenance("test", "CC0-1.0"),
                ("Product", "Sales"), chart=kind)  # fmt: skip


def _numbers(kind: str, random: Random, width: int) -> list[float]:
    need = called(kind)[0].need
    if need.shares:
        tenths = [random.randint(220, 400) for _ in range(width)]
        shares = [round(100 * part / sum(tenths), 1) for part in tenths[1:]]
        return [round(100 - sum(shares), 1), *shares]
    if need.decades:
        return [round(10 ** random.uniform(0.8, 2.2), 1)]
    low = 300 if need.whole else 40
    signs = (1,) if need.whole or need.positive else (1, 1, 1, -1)
    return [random.choice(signs) * random.randint(low, 900) / 10 for _ in range(width)]


def draw_of(kind: str, number: int) -> Draw:
    """The slot of a sample; every one has another look."""
    return Draw(3, "test", "eval", kind, number, number)


@cache
def pictures(kind: str, renderer: Renderer) -> tuple[Picture | Declined, ...]:
    """Of all samples; every second one has its values written."""
    names = list(looks())
    drawn: list[Any] = []
    for number in range(SAMPLES):
        grid = made(kind, number)
        style = names[(5 * number + KINDS.index(kind)) % len(names)]
        drawn.append(
            chart(Facts(grid, grid), draw_of(kind, number), None, renderers=(renderer,),  # type: ignore[arg-type]
                  labels=number % 2 == 0, styles=(style,))
        )  # fmt: skip
    later = [one for one in drawn if isinstance(one, Later)]
    replies = iter(browser.draw([one.request for one in later]))
    return tuple(one.finish(next(replies)) if isinstance(one, Later) else one for one in drawn)


def good(kind: str, renderer: Renderer) -> Iterator[tuple[Grid, Picture]]:
    for number, picture in enumerate(pictures(kind, renderer)):
        if isinstance(picture, Picture):
            yield made(kind, number), picture


def value_axis(axes: Sequence[Axis]) -> Axis:
    (axis,) = (axis for axis in axes if axis.scale in ("linear", "log"))
    return axis


def told(axis: Axis, pixel: float) -> float:
    """The value at a pixel of an axis."""
    part = (pixel - axis.pixels[0]) / (axis.pixels[1] - axis.pixels[0])
    if axis.scale == "log":
        return axis.low * (axis.high / axis.low) ** part
    return axis.low + part * (axis.high - axis.low)


def ends(mark: Mark, axis: Axis) -> tuple[float, float]:
    """Values at both ends of a bar, the lower first."""
    x0, y0, x1, y1 = mark.box
    pair = (x0, x1) if axis.dimension == "x" else (y1, y0)
    return told(axis, pair[0]), told(axis, pair[1])


def worth(axis: Axis) -> float:
    """What one pixel of a linear axis is."""
    return abs((axis.high - axis.low) / (axis.pixels[1] - axis.pixels[0]))


def read(kind: str, grid: Grid, marks: Sequence[Mark], axes: Sequence[Axis]) -> dict[str, float]:
    """Values by fact, from marks and axes alone."""
    axis = value_axis(axes)
    roles = {"funnel": "stage", "dot_log": "point"}
    shown = {mark.facts[0]: mark for mark in marks if mark.role == roles.get(kind, "bar")}
    found: dict[str, float] = {}
    level = 0.0
    for cell in grid.cells:
        mark = shown[cell.id]
        if kind == "funnel":
            found[cell.id] = (mark.box[2] - mark.box[0]) * worth(axis)
        elif kind == "dot_log":
            assert isinstance(mark.outline, Spot)
            found[cell.id] = told(axis, mark.outline.x)
        elif kind == "waterfall":
            low, high = ends(mark, axis)
            begun = min((low, high), key=lambda end: abs(end - level))
            ended = high if begun == low else low
            assert abs(begun - level) < worth(axis)
            found[cell.id], level = ended - begun, ended
        elif kind in STACKED:
            low, high = ends(mark, axis)
            found[cell.id] = high - low
        else:
            found[cell.id] = max(ends(mark, axis), key=abs)
            assert abs(min(ends(mark, axis), key=abs)) < worth(axis)
    return found


def check(kind: str, grid: Grid, marks: Sequence[Mark], axes: Sequence[Axis]) -> None:
    axis, found = value_axis(axes), read(kind, grid, marks, axes)
    for cell in grid.cells:
        truth = cell.value or 0.0
        slack = worth(axis)
        if axis.scale == "log":
            pixels = abs(axis.pixels[1] - axis.pixels[0])
            slack = truth * ((axis.high / axis.low) ** (1 / pixels) - 1)
        assert abs(found[cell.id] - truth) < slack, (kind, cell, found[cell.id])


@pytest.mark.parametrize("renderer", RENDERERS)
@pytest.mark.parametrize("kind", KINDS)
def test_values_are_read_back_from_the_marks(kind: str, renderer: Renderer) -> None:
    for grid, picture in good(kind, renderer):
        check(kind, grid, picture.marks, picture.axes)
        assert set(picture.drawn) == {cell.id for cell in grid.cells}


@pytest.mark.parametrize("renderer", RENDERERS)
@pytest.mark.parametrize("kind", KINDS)
def test_few_are_declined_and_labels_are_as_asked(kind: str, renderer: Renderer) -> None:
    drawn = pictures(kind, renderer)
    assert sum(isinstance(one, Declined) for one in drawn) <= SAMPLES // 4
    for number, picture in enumerate(drawn):
        if not isinstance(picture, Picture):
            continue
        values = [m for m in picture.marks if m.role == "value" and m.facts]
        cells = {cell.id for cell in made(kind, number).cells}
        assert Counter(f for m in values for f in m.facts) == Counter(
            cells if number % 2 == 0 else ()
        )


@pytest.mark.parametrize("renderer", RENDERERS)
@pytest.mark.parametrize("kind", KINDS)
def test_pixels_are_where_the_marks_say(kind: str, renderer: Renderer) -> None:
    for number, picture in enumerate(pictures(kind, renderer)):
        if number % 2 == 0 or not isinstance(picture, Picture):
            continue
        image = Image.open(io.BytesIO(picture.png)).convert("RGB")
        for mark in picture.marks:
            x0, y0, x1, y1 = mark.box
            if mark.role not in DATA - {"face", "joint"} or min(x1 - x0, y1 - y0) < 5:
                continue
            assert mark.ink is not None
            seen = image.getpixel((math.floor((x0 + x1) / 2), math.floor((y0 + y1) / 2)))
            wanted = tuple(int(mark.ink.fill[at : at + 2], 16) for at in (1, 3, 5))
            assert max(abs(a - b) for a, b in zip(seen, wanted, strict=True)) <= 3, mark  # type: ignore[arg-type]


@pytest.mark.parametrize("kind", KINDS)
def test_both_renderers_show_the_same(kind: str) -> None:
    for one, other in zip(*(pictures(kind, name) for name in RENDERERS), strict=True):
        if isinstance(one, Picture) and isinstance(other, Picture):
            shown = [
                Counter((m.role, m.facts, m.part) for m in p.marks if m.role in DATA)
                for p in (one, other)
            ]
            texts = [
                Counter((m.role, m.facts, m.text) for m in p.marks if m.role in ("value", "legend"))
                for p in (one, other)
            ]
            assert shown[0] == shown[1]
            assert texts[0] == texts[1]


@pytest.mark.parametrize("renderer", RENDERERS)
@pytest.mark.parametrize("kind", ["bar_percent", "bar_percent_horizontal", "bar_3d_percent"])
def test_a_share_is_one_of_its_own_stack(kind: str, renderer: Renderer) -> None:
    """ChartBench took shares along the series instead (its defect 7.1)."""
    for grid, picture in good(kind, renderer):
        axis = value_axis(picture.axes)
        assert (axis.low, axis.high) == (0.0, 100.0)
        found = read(kind, grid, picture.marks, picture.axes)
        for category in grid.categories:
            stack = [found[cell.id] for cell in grid.cells if cell.category == category.id]
            assert sum(stack) == pytest.approx(100, abs=2 * worth(axis))


@pytest.mark.parametrize("renderer", RENDERERS)
@pytest.mark.parametrize("kind", ["bar_3d_grouped", "bar_3d_stacked", "bar_3d_percent"])
def test_no_box_hides_the_front_of_another(kind: str, renderer: Renderer) -> None:
    for _, picture in good(kind, renderer):
        fronts = [mark for mark in picture.marks if mark.role == "bar"]
        sides = [mark for mark in picture.marks if mark.role == "face"]
        assert all(mark.visible > 0.97 for mark in fronts)
        assert {mark.part for mark in sides} == {"side", "top"}
        assert all(len(set(outline(mark))) == 4 for mark in (*fronts, *sides))


@pytest.mark.parametrize("kind", ["bar", "bar_stacked", "bar_3d_grouped", "waterfall", "funnel"])
def test_a_displaced_bar_of_matplotlib_is_noticed(kind: str) -> None:
    grid = made(kind, 1)
    sheet = Sheet(_dress(), False, 1)
    draw = called(kind)[0].matplotlib
    assert draw is not None
    draw(grid, sheet)
    roles = ("bar", "stage")
    artist = next(noted.artist for noted in sheet._noted if noted.shown.role in roles)
    if hasattr(artist, "set_width"):
        artist.set_height(artist.get_height() * 1.1)
    else:
        corners = artist.get_xy()
        corners[:, 0 if kind == "funnel" else 1] *= 1 + 0.1 * (corners[:, :1] > 0).ravel()
        corners[0] += 8
        artist.set_xy(corners)
    _, marks, axes = sheet.finish()
    with pytest.raises(AssertionError):
        check(kind, grid, marks, axes)


@pytest.mark.parametrize("kind", ["bar", "bar_stacked", "bar_3d_grouped", "waterfall", "dot_log"])
def test_a_displaced_bar_of_echarts_is_noticed(kind: str) -> None:
    grid = made(kind, 1)
    plan = Plan(_dress(), False, 1)
    build = called(kind)[0].echarts
    assert build is not None
    option = build(grid, plan)
    series = next(one for one in option["series"] if one["data"])
    item = next(one for one in series["data"] if one["figloom"]["facts"])
    if series["type"] == "custom":
        item["points"] = [[x, y - 5 * (at < 2)] for at, (x, y) in enumerate(item["points"])]
    elif series["type"] == "scatter":
        item["value"][0] *= 1.1
    else:
        item["value"] *= 1.1
    (reply,) = browser.draw([(json.dumps(option), plan.look.width, plan.look.height)])
    marks = display.marks(reply["rows"], plan.keys)
    with pytest.raises(AssertionError):
        check(kind, grid, marks, display.axes(reply["axes"]))


def test_the_total_of_a_waterfall_is_the_sum_of_its_changes() -> None:
    for renderer in RENDERERS:
        for grid, picture in good("waterfall", renderer):
            axis = value_axis(picture.axes)
            (total,) = (mark for mark in picture.marks if mark.role == "total")
            truth = sum(cell.value or 0.0 for cell in grid.cells)
            assert abs(max(ends(total, axis), key=abs) - truth) < worth(axis)


@pytest.mark.parametrize("renderer", RENDERERS)
@pytest.mark.parametrize("kind", ["bar", "bar_grouped", "bar_grouped_horizontal", "waterfall"])
def test_what_goes_below_zero_is_read_back(kind: str, renderer: Renderer) -> None:
    grid = made(kind, 3)
    cells = tuple(
        replace(cell, value=-(cell.value or 0) if at % 3 == 1 else cell.value)
        for at, cell in enumerate(grid.cells)
    )
    grid = replace(grid, cells=cells)
    drawn: Any = chart(Facts(grid, grid), draw_of(kind, 3), None, renderers=(renderer,),  # type: ignore[arg-type]
                       labels=True, styles=("clean",))  # fmt: skip
    if isinstance(drawn, Later):
        drawn = drawn.finish(browser.draw([drawn.request])[0])
    assert isinstance(drawn, Picture)
    assert value_axis(drawn.axes).low < 0
    check(kind, grid, drawn.marks, drawn.axes)


@pytest.mark.parametrize("kind", ["bar_stacked", "bar_percent", "bar_3d_stacked"])
def test_a_column_of_legend_entries_goes_as_the_stack_does(kind: str) -> None:
    right = next(look for look in looks().values() if look.legend == "right")
    dress = Dress(right, right.palettes[0])
    sheet = Sheet(dress, False, 1)
    draw = called(kind)[0].matplotlib
    assert draw is not None
    grid = made(kind, 2)
    draw(grid, sheet)
    _, marks, _ = sheet.finish()
    entries = sorted((m for m in marks if m.role == "legend"), key=lambda m: m.box[1])
    assert [m.text for m in entries] == [one.name for one in grid.series][::-1]


def _dress() -> Dress:
    look = looks()["clean"]
    return Dress(look, look.palettes[0])
