"""Pies, rings, fans, sunbursts, tree maps, gauges, heat maps and histograms, read back.

Every value is recovered from the marks and axes of both renderers, and the marks are compared with
the pixels they claim.
"""

from __future__ import annotations

import io
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from itertools import pairwise
from math import cos, degrees, radians, sin
from random import Random

import numpy as np
import pytest
from PIL import Image
from sample_size import SAMPLES

from figloom.charts import Renderer, charts
from figloom.later import Later
from figloom.render.colours import distance, lab, ratio
from figloom.render.plots.chart import chart
from figloom.render.plots.looks import looks
from figloom.rounding import shares
from figloom.seeds import Draw
from figloom.types import (
    Axis,
    Category,
    Cell,
    Declined,
    Facts,
    Grid,
    Group,
    Mark,
    Picture,
    Provenance,
    Series,
    Shape,
    Spread,
    Tree,
    TreeNode,
    Wedge,
)

NAMES = (
    "Apples", "Bread rolls", "Cheddar cheese", "Dates", "Eggs", "Flour and semolina", "Grapes",
    "Honey", "Iced tea", "Jam", "Kale", "Lentils, dried", "Milk", "Nuts", "Olive oil", "Pepper",
    "Quinces", "Rice", "Saffron", "Thyme",
)  # fmt: skip
REGIONS = ("Northern region", "East", "South coast", "West", "Midlands", "Isles", "Highlands")
MADE_UP = Provenance("made up", "CC0-1.0")
RENDERERS: tuple[Renderer, ...] = ("matplotlib", "echarts")
TYPES = ("pie", "ring", "fan", "sunburst", "treemap", "gauge", "heat_map", "histogram")


def _shares(kind: str, random: Random) -> Grid:
    count = random.randint(3, 8)
    values = [1.0] * count
    while min(values) < 4 or len(set(values)) < count:
        values = shares([random.uniform(1, 9) ** 1.5 for _ in range(count)])
    return _grid(kind, random.sample(NAMES, count), ["Share"], [[v] for v in values], "%")


def _table(kind: str, random: Random) -> Grid:
    across, down = random.randint(4, 8), random.randint(3, 7)
    low = random.choice((-300.0, 5.0, 500.0))
    values = [[round(random.uniform(low, 900), 1) for _ in range(down)] for _ in range(across)]
    return _grid(kind, random.sample(NAMES, across), random.sample(REGIONS, down), values, "kg")


def _single(kind: str, random: Random) -> Grid:
    unit = random.choice(("kg", "%", "million USD"))
    return _grid(kind, [random.choice(NAMES)], ["Sales"], [[round(random.uniform(2, 99), 1)]], unit)


def _grid(
    kind: str, names: list[str], series: list[str], values: list[list[float]], unit: str
) -> Grid:
    return Grid(
        "Sales by product in the northern shops",
        tuple(Category(f"c{n}", name) for n, name in enumerate(names)),
        tuple(Series(f"s{n}", name, unit) for n, name in enumerate(series)),
        tuple(
            Cell(f"v{n}.{m}", f"c{n}", f"s{m}", value)
            for n, row in enumerate(values)
            for m, value in enumerate(row)
        ),
        MADE_UP,
        ("Product", "Sales"),
        chart=kind,
    )


def _tree(kind: str, random: Random) -> Tree:
    parents = random.randint(2, 4)
    sizes = [2] * parents
    for _ in range(random.randint(1, 12 - 2 * parents)):
        sizes[random.randrange(parents)] += 1
    leaves = iter(random.sample(NAMES, sum(sizes)))
    nodes, total = [], 0.0
    for n, size in enumerate(sizes):
        values = [round(random.uniform(80, 300), 1) for _ in range(size)]
        total += sum(values)
        nodes.append(TreeNode(f"n{n}", REGIONS[n], "root", round(sum(values), 1)))
        nodes += [
            TreeNode(f"n{n}.{m}", next(leaves), f"n{n}", value) for m, value in enumerate(values)
        ]
    root = TreeNode("root", "Sales", "", round(total, 1))
    return Tree("Sales by region", (root, *nodes), "thousand kg", MADE_UP, "Sales", chart=kind)


def _spread(kind: str, random: Random) -> Spread:
    width, bins = random.choice((0.5, 1.0, 2.5, 10.0)), random.randint(6, 14)
    edges = tuple(round(width * (n - 2), 3) for n in range(bins + 1))
    middle, reach = (edges[0] + edges[-1]) / 2, (edges[-1] - edges[0]) / 5
    samples = tuple(
        round(min(edges[-1], max(edges[0], random.gauss(middle, reach))), 1)
        for _ in range(random.randint(30, 300))
    )
    group = Group("g0", "Body mass", samples, (0, 1, 2, 3, 4))
    return Spread("Distribution of body mass", (group,), "g", MADE_UP, edges, ("", "Body mass"),
                  chart=kind)  # fmt: skip


MAKERS: dict[str, Callable[[str, Random], Shape]] = {
    "pie": _shares, "ring": _shares, "fan": _shares, "sunburst": _tree, "treemap": _tree,
    "gauge": _single, "heat_map": _table, "histogram": _spread,
}  # fmt: skip


@cache
def drawn(
    kind: str, renderer: Renderer, number: int, labelled: bool
) -> tuple[Shape, Picture | Declined]:
    """The facts of a sample, and their picture in one of the looks, which walk with the number."""
    shape = MAKERS[kind](kind, Random(f"{kind}/{number}"))
    look = sorted(looks())[(number * 7 + len(kind)) % len(looks())]
    draw = Draw(number, "test", "eval", "parts", number, number)
    made = chart(Facts(shape, shape), draw, None, renderers=(renderer,), labels=labelled,
                 styles=(look,))  # type: ignore[arg-type]  # fmt: skip
    if isinstance(made, Later):
        (reply,) = made.answer([made.request])
        made = made.finish(reply)
    return shape, made  # type: ignore[return-value]


def _samples(kind: str, renderer: Renderer) -> list[tuple[Shape, Picture]]:
    every = [drawn(kind, renderer, number, bool(number % 2)) for number in range(SAMPLES)]
    return [(shape, made) for shape, made in every if isinstance(made, Picture)]


def _values(shape: Shape) -> dict[str, float]:
    if isinstance(shape, Grid):
        return {cell.id: cell.value or 0.0 for cell in shape.cells}
    assert isinstance(shape, Tree)
    return {node.id: node.value or 0.0 for node in shape.nodes if node.parent}


def _axis(picture: Picture, dimension: str) -> Axis:
    (axis,) = [axis for axis in picture.axes if axis.dimension == dimension]
    return axis


def _read(axis: Axis, pixel: float) -> float:
    share = (pixel - axis.pixels[0]) / (axis.pixels[1] - axis.pixels[0])
    return axis.low + share * (axis.high - axis.low)


def _worth(axis: Axis, pixels: float) -> float:
    return abs(_read(axis, axis.pixels[0] + pixels) - axis.low)


def by_angle(picture: Picture) -> dict[str, tuple[float, float]]:
    """Value and a pixel's worth of every wedge, by fact."""
    axis, found = _axis(picture, "angle"), {}
    for mark in picture.marks:
        if mark.role == "wedge":
            assert isinstance(mark.outline, Wedge)
            value = _worth(axis, mark.outline.a1 - mark.outline.a0)
            found[mark.facts[0]] = value, _worth(axis, degrees(1 / mark.outline.r1))
    return found


def by_area(picture: Picture) -> dict[str, tuple[float, float]]:
    """Value and a pixel's worth of every tile."""
    axis = _axis(picture, "area")
    tiles = [mark for mark in picture.marks if mark.role == "tile"]
    sides = {m.facts[0]: (m.box[2] - m.box[0], m.box[3] - m.box[1]) for m in tiles}
    whole = sum(wide * tall for wide, tall in sides.values())
    return {
        fact: (_worth(axis, 100 * wide * tall / whole), _worth(axis, 100 * (wide + tall) / whole))
        for fact, (wide, tall) in sides.items()
    }


def by_colour(picture: Picture) -> dict[str, tuple[float, float]]:
    """Value of every cell, by its colour's place on the colour bar, and the worth of three pixels:
    the bar has stripes of some eight, and colours 256 levels."""
    axis = _axis(picture, "colour")
    stripes = [mark for mark in picture.marks if mark.role == "scale"]
    places = [_read(axis, (mark.box[1] + mark.box[3]) / 2) for mark in stripes]
    colours = np.array([lab(mark.ink.fill) for mark in stripes if mark.ink])
    found = {}
    for mark in picture.marks:
        if mark.role == "cell":
            assert mark.ink is not None
            found[mark.facts[0]] = (
                _place(np.array(lab(mark.ink.fill)), colours, places),
                _worth(axis, 3.0),
            )
    return found


def _place(colour: np.ndarray, colours: np.ndarray, places: list[float]) -> float:  # type: ignore[type-arg]
    """Where a colour lies on a line through colours, which goes on straight at its ends."""
    best = (float("inf"), 0.0)
    for at in range(len(places) - 1):
        step = colours[at + 1] - colours[at]
        share = float((colour - colours[at]) @ step / (step @ step))
        share = min(share, 1.0) if at < len(places) - 2 else share
        share = max(share, 0.0) if at else share
        away = float(np.linalg.norm(colours[at] + share * step - colour))
        best = min(best, (away, places[at] + share * (places[at + 1] - places[at])))
    return best[1]


READERS = {
    "pie": by_angle, "ring": by_angle, "fan": by_angle, "sunburst": by_angle, "gauge": by_angle,
    "treemap": by_area, "heat_map": by_colour,
}  # fmt: skip


@pytest.mark.parametrize("renderer", RENDERERS)
@pytest.mark.parametrize("kind", READERS)
def test_values_are_read_back_within_a_pixel(kind: str, renderer: Renderer) -> None:
    found = _samples(kind, renderer)
    assert len(found) >= 0.75 * SAMPLES
    for shape, picture in found:
        values, read = _values(shape), READERS[kind](picture)
        inner = {n.id for n in shape.nodes if n.parent == "root"} if kind == "treemap" else set()  # type: ignore[union-attr]
        assert read.keys() == values.keys() - inner
        for fact, (value, worth) in read.items():
            assert value == pytest.approx(values[fact], abs=worth), (picture.style, fact)


@pytest.mark.parametrize("renderer", RENDERERS)
def test_counts_of_a_histogram_are_read_back(renderer: Renderer) -> None:
    found = _samples("histogram", renderer)
    assert len(found) >= 0.75 * SAMPLES
    for shape, picture in found:
        assert isinstance(shape, Spread)
        across, up = _axis(picture, "x"), _axis(picture, "y")
        bars = {mark.part: mark for mark in picture.marks if mark.role == "bar"}
        assert len(bars) == len(shape.bins) - 1
        last = len(shape.bins) - 2
        for at, (low, high) in enumerate(pairwise(shape.bins)):
            x0, y0, x1, y1 = bars[f"bin{at}"].box
            assert _read(across, x0) == pytest.approx(low, abs=_worth(across, 1.0))
            assert _read(across, x1) == pytest.approx(high, abs=_worth(across, 1.0))
            count = sum(low <= v < high or (at == last and v == high)
                        for v in shape.groups[0].samples)  # fmt: skip
            assert _worth(up, y1 - y0) == pytest.approx(count, abs=_worth(up, 1.0))


def test_a_turned_wedge_is_noticed() -> None:
    shape, picture = _samples("pie", "echarts")[0]
    first = next(mark for mark in picture.marks if mark.role == "wedge")
    assert isinstance(first.outline, Wedge)
    wider = replace(first, outline=replace(first.outline, a1=first.outline.a1 + 2))
    value, worth = by_angle(replace(picture, marks=(wider,)))[first.facts[0]]
    assert abs(value - _values(shape)[first.facts[0]]) > worth


@pytest.mark.parametrize("kind", ["pie", "ring", "fan", "sunburst", "gauge"])
def test_wedges_begin_where_the_axis_begins_and_follow_each_other(kind: str) -> None:
    for renderer in RENDERERS:
        for _, picture in _samples(kind, renderer):
            first, last = _axis(picture, "angle").pixels
            wedges = [m.outline for m in picture.marks if m.role == "wedge"]
            outer = max(w.r1 for w in wedges if isinstance(w, Wedge))
            ring = [w for w in wedges if isinstance(w, Wedge) and w.r1 == outer]
            ring.sort(key=lambda wedge: wedge.a0)
            assert ring[0].a0 == pytest.approx(first, abs=1e-3)
            assert kind == "gauge" or ring[-1].a1 == pytest.approx(last, abs=1e-3)
            for before, after in pairwise(ring):
                assert after.a0 == pytest.approx(before.a1, abs=1e-3)


@pytest.mark.parametrize("renderer", RENDERERS)
@pytest.mark.parametrize("kind", TYPES)
def test_marks_lie_where_their_colour_is(kind: str, renderer: Renderer) -> None:
    for _, picture in _samples(kind, renderer):
        pixels = np.asarray(Image.open(io.BytesIO(picture.png)).convert("RGB"))
        for mark in picture.marks:
            if mark.role in ("wedge", "tile", "cell", "bar", "scale"):
                for x, y in _inner(mark):
                    told = "#" + "".join(f"{part:02x}" for part in pixels[int(y), int(x)])
                    assert mark.ink is not None
                    assert distance(told, mark.ink.fill) < 3, (picture.style, mark.id, x, y)


def _inner(mark: Mark) -> list[tuple[float, float]]:
    """Places just inside a mark, where no text stands."""
    shape = mark.outline
    if isinstance(shape, Wedge):
        far = shape.r1 - 4
        off = degrees(4 / far)
        angles = (shape.a0 + off, (shape.a0 + shape.a1) / 2, shape.a1 - off)
        if shape.a1 - shape.a0 < 3 * off:
            angles = angles[1:2]
        return [(shape.cx + far * cos(radians(a)), shape.cy + far * sin(radians(a)))
                for a in angles]  # fmt: skip
    x0, y0, x1, y1 = mark.box
    if x1 - x0 < 8 or y1 - y0 < 8:
        return []
    return [(x1 - 3.5, y1 - 3.5), (x0 + 3.5, y1 - 3.5)]


@pytest.mark.parametrize("kind", TYPES)
def test_both_renderers_show_the_same(kind: str) -> None:
    for number in range(SAMPLES):
        pair = [drawn(kind, renderer, number, bool(number % 2))[1] for renderer in RENDERERS]
        told = [
            Counter((mark.role, mark.part, mark.facts) for mark in made.marks)
            for made in pair
            if isinstance(made, Picture)
        ]
        assert len(told) == 1 or not told or told[0] == told[1]


@pytest.mark.parametrize("renderer", RENDERERS)
@pytest.mark.parametrize("kind", TYPES)
def test_values_are_written_only_where_wanted_and_all_of_them(
    kind: str, renderer: Renderer
) -> None:
    for number in range(SAMPLES):
        shape, made = drawn(kind, renderer, number, bool(number % 2))
        if isinstance(made, Declined):
            continue
        told = [mark for mark in made.marks if mark.role == "value"]
        if not number % 2:
            assert not told
        elif isinstance(shape, Spread):
            assert {m.part for m in told} == {m.part for m in made.marks if m.role == "bar"}
        else:
            assert Counter(m.facts[0] for m in told) == Counter(_values(shape).keys())


@pytest.mark.parametrize("kind", ["pie", "ring", "fan", "sunburst", "treemap"])
def test_every_wedge_and_tile_has_its_name_readable(kind: str) -> None:
    for renderer in RENDERERS:
        for shape, picture in _samples(kind, renderer):
            named = [m for m in picture.marks if m.role in ("label", "legend")]
            assert {m.facts[0] for m in named} == _values(shape).keys()
            fills = [m for m in picture.marks if m.role in ("wedge", "tile", "header")]
            for mark in named:
                under = [f for f in fills if f.facts == mark.facts and _holds(f, mark)]
                for fill in under:
                    assert mark.ink is not None
                    assert fill.ink is not None
                    assert ratio(mark.ink.fill, fill.ink.fill) >= 3


def _holds(fill: Mark, text: Mark) -> bool:
    x, y = (text.box[0] + text.box[2]) / 2, (text.box[1] + text.box[3]) / 2
    if isinstance(fill.outline, Wedge):
        far = np.hypot(x - fill.outline.cx, y - fill.outline.cy)
        return bool(fill.outline.r0 < far < fill.outline.r1)
    return fill.box[0] < x < fill.box[2] and fill.box[1] < y < fill.box[3]


def test_the_whole_is_told() -> None:
    for kind, start in (("fan", "Half circle = 100%"), ("sunburst", "Full circle = "),
                        ("treemap", "All tiles = ")):  # fmt: skip
        for _, picture in _samples(kind, "matplotlib"):
            assert any(mark.role == "note" and mark.text.startswith(start)
                       for mark in picture.marks)  # fmt: skip


def test_colour_bars_are_even_and_far_from_the_ground() -> None:
    for _, picture in _samples("heat_map", "matplotlib"):
        fills = [m.ink.fill for m in picture.marks if m.role == "scale" and m.ink]
        light = np.diff([lab(fill)[0] for fill in fills])
        assert (light < 0).all() or (light > 0).all()
        assert min(distance(one, other) for one, other in pairwise(fills)) > 1
        ground = looks()[picture.style.split("/")[1]].palettes
        assert any(min(ratio(fill, p.ground) for fill in fills) >= 1.4 for p in ground)


def test_aliases_of_chartbench_lead_to_these_types() -> None:
    known = charts()
    for name, alias, written in (
        ("pie", "pie", None), ("ring", "ring", False), ("ring", "ring_wi_anno", True),
        ("fan", "sector", None), ("sunburst", "InteSun", None),
    ):  # fmt: skip
        assert known[name].aliases[alias] is written
