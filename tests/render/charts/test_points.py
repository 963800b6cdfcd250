"""Points, spreads, candles and node-link diagrams: facts come back from the drawing alone."""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from sample_size import SAMPLES
from strewn import (
    CANDLES,
    DATA,
    KINDS,
    LINKED,
    PARTS,
    POINTS,
    drawn,
    good,
    made,
    pictures,
)

from figloom.charts import RENDERERS, Renderer, called
from figloom.render.charts.scatter import trend
from figloom.render.charts.violin import density
from figloom.render.colours import distance
from figloom.render.plots.sheet import Sheet
from figloom.types import (
    Axis,
    Box,
    DataPoint,
    Declined,
    Dot,
    Links,
    Mark,
    Ohlc,
    Picture,
    Points,
    Polygon,
    Polyline,
    Spot,
    Spread,
    Wedge,
)


def axis_of(picture: Picture, dimension: str) -> Axis:
    (found,) = (axis for axis in picture.axes if axis.dimension == dimension)
    return found


def value_at(axis: Axis, pixel: float) -> float:
    part = (pixel - axis.pixels[0]) / (axis.pixels[1] - axis.pixels[0])
    return axis.low + part * (axis.high - axis.low)


def a_pixel(axis: Axis) -> float:
    return abs(axis.high - axis.low) / abs(axis.pixels[1] - axis.pixels[0])


def middle(mark: Mark) -> Dot:
    """Centre of a point, a disc or a line."""
    shape = mark.outline
    if isinstance(shape, Spot):
        return shape.x, shape.y
    if isinstance(shape, Wedge):
        return shape.cx, shape.cy
    return (mark.box[0] + mark.box[2]) / 2, (mark.box[1] + mark.box[3]) / 2


def only(picture: Picture, fact: str, role: str, part: str = "") -> Mark:
    (mark,) = (m for m in picture.showing((fact,), (role,)) if m.part == part)
    return mark


def close(axis: Axis, pixel: float, value: float, pixels: float = 1.0) -> bool:
    return abs(value_at(axis, pixel) - value) <= pixels * a_pixel(axis) + 1e-9


def points_read(shape: Points, picture: Picture) -> bool:
    role = "bubble" if shape.chart == "bubble" else "point"
    fine = True
    for point in shape.points:
        x, y = middle(only(picture, point.id, role))
        fine &= close(axis_of(picture, "x"), x, point.x) and close(
            axis_of(picture, "y"), y, point.y
        )
    return fine


def sizes_read(shape: Points, picture: Picture) -> bool:
    """Areas, read by the axis of sizes; a pixel is one of the diameter."""
    axis, fine = axis_of(picture, "size"), True
    for point in shape.points:
        mark = only(picture, point.id, "bubble")
        wide = mark.box[2] - mark.box[0]
        low, high = (value_at(axis, math.pi * (wide + by) ** 2 / 4) for by in (-1, 1))
        fine &= point.size is not None and low <= point.size <= high
    return fine


def depth_read(shape: Points, picture: Picture) -> bool:
    """Through the corners of the floor: the foot tells x and y, the line the third measure."""
    x, y, z = (axis_of(picture, name) for name in ("x", "y", "size"))
    (floor,) = (mark for mark in picture.marks if mark.role == "floor")
    assert isinstance(floor.outline, Polygon)
    (ax, ay), (bx, _), _, (dx, dy) = floor.outline.points[:4]
    fine = abs(ay - y.pixels[0]) < 0.6 and abs(dy - y.pixels[1]) < 0.6 and abs(bx - x.pixels[1]) < 1
    for point in shape.points:
        foot_x, foot_y = middle(only(picture, point.id, "point", "foot"))
        back = (foot_y - ay) / (dy - ay)
        head_x, head_y = middle(only(picture, point.id, "point"))
        fine &= close(y, foot_y, point.y) and close(x, foot_x - back * (dx - ax), point.x)
        fine &= abs(head_x - foot_x) < 0.5 and point.size is not None
        fine &= close(z, z.pixels[0] - (foot_y - head_y), point.size or 0.0)
    return fine


def five_read(shape: Spread, picture: Picture) -> bool:
    lying, fine = shape.chart == "box_horizontal", True
    axis = axis_of(picture, "x" if lying else "y")
    names = axis_of(picture, "y" if lying else "x")
    roles = {"low": "whisker", "high": "whisker", "median": "median"}
    parts = PARTS[1:4] if shape.chart == "violin" else PARTS
    for at, group in enumerate(shape.groups):
        assert group.five is not None
        for part, value in zip(PARTS, group.five, strict=True):
            if part in parts:
                dot = middle(only(picture, group.id, roles.get(part, "quartile"), part))
                fine &= close(axis, dot[not lying], value)
                fine &= abs(value_at(names, dot[lying]) - at) < 0.1
        dots = [middle(m) for m in picture.showing((group.id,), ("outlier",))]
        if shape.chart != "violin":
            found = sorted(value_at(axis, dot[not lying]) for dot in dots)
            fine &= len(found) == len(group.outliers)
            pairs = zip(found, sorted(group.outliers), strict=False)
            fine &= all(abs(a - b) <= a_pixel(axis) for a, b in pairs)
    return fine


def tips_read(shape: Spread, picture: Picture) -> bool:
    """A violin ends at its least and largest samples, and is as wide as its density."""
    axis, fine = axis_of(picture, "y"), True
    for group in shape.groups:
        mark = only(picture, group.id, "violin")
        assert isinstance(mark.outline, Polygon)
        fine &= close(axis, mark.box[3], min(group.samples))
        fine &= close(axis, mark.box[1], max(group.samples))
        xs, ys = np.array(mark.outline.points)[: len(mark.outline.points) // 2].T
        at = np.array([value_at(axis, y) for y in ys])
        told = density(group.samples, at)
        half = xs - middle(mark)[0]
        fine &= bool(np.abs(half / half.max() - told / told.max()).max() < 0.04)
    return fine


def candles_read(shape: Ohlc, picture: Picture) -> bool:
    axis, fine = axis_of(picture, "y"), True
    for candle in shape.candles:
        for part, role in (
            ("open", "price"),
            ("close", "price"),
            ("high", "wick"),
            ("low", "wick"),
        ):
            mark = only(picture, candle.id, role, part)
            pixel = middle(mark)[1]
            if isinstance(mark.outline, Polyline):
                ys = [y for _, y in mark.outline.points]
                pixel = min(ys) if part == "high" else max(ys) if part == "low" else ys[0]
            fine &= close(axis, pixel, getattr(candle, part))
        body = only(picture, candle.id, "candle")
        low, high = sorted((candle.open, candle.close))
        fine &= close(axis, body.box[3], low) and close(axis, body.box[1], high)
        if candle.volume is not None:
            bar = only(picture, candle.id, "bar", "volume")
            fine &= close(axis_of(picture, "volume"), bar.box[1], candle.volume)
    return fine


def ends(mark: Mark) -> tuple[Dot, Dot]:
    assert isinstance(mark.outline, Polyline)
    return mark.outline.points[0], mark.outline.points[-1]


def links_read(shape: Links, picture: Picture) -> bool:
    """Lines end at the borders of their nodes, heads at that of the target; none meets others."""
    discs = {node.id: only(picture, node.id, "node") for node in shape.nodes}
    radius = {key: (mark.box[2] - mark.box[0]) / 2 for key, mark in discs.items()}
    fine = True
    for link in shape.links:
        first, last = ends(only(picture, link.id, "link"))
        heads = [m for m in picture.showing((link.id,), ("link",)) if m.part == "head"]
        fine &= len(heads) == (shape.chart == "node_link_directed")
        if heads:
            assert isinstance(heads[0].outline, Polygon)
            last = heads[0].outline.points[0]
        for end, node in ((first, link.source), (last, link.target)):
            fine &= abs(math.dist(end, middle(discs[node])) - radius[node]) < 3
        for node, mark in discs.items():
            if node not in (link.source, link.target):
                fine &= _off(middle(mark), first, last) > radius[node] + 1
    return fine


def _off(dot: Dot, a: Dot, b: Dot) -> float:
    """Pixels between a dot and a line."""
    length = math.dist(a, b) ** 2
    part = ((dot[0] - a[0]) * (b[0] - a[0]) + (dot[1] - a[1]) * (b[1] - a[1])) / length
    part = max(0.0, min(1.0, part))
    return math.dist(dot, (a[0] + part * (b[0] - a[0]), a[1] + part * (b[1] - a[1])))


CHECKS = {
    "scatter": (points_read,), "scatter_smooth": (points_read,),
    "bubble": (points_read, sizes_read), "scatter_3d": (depth_read,), "box": (five_read,),
    "box_horizontal": (five_read,), "violin": (five_read, tips_read), "stock": (candles_read,),
    "candles_volume": (candles_read,), "node_link_directed": (links_read,),
    "node_link_undirected": (links_read,),
}  # fmt: skip


@pytest.mark.parametrize("renderer", RENDERERS)
@pytest.mark.parametrize("kind", KINDS)
def test_facts_come_back_from_the_marks(kind: str, renderer: Renderer) -> None:
    found = good(kind, renderer)
    assert len(found) >= 0.75 * SAMPLES
    for shape, picture in found:
        for check in CHECKS[kind]:
            assert check(shape, picture), (check.__name__, picture.style)


@pytest.mark.parametrize("kind", KINDS)
def test_what_is_moved_is_not_read_back(kind: str) -> None:
    """A mark of each kind, 3 pixels off, is seen by the read-back."""
    shape, picture = good(kind, "matplotlib")[0]
    moved = {"bubble": "bubble", "violin": "median", "box": "whisker", "box_horizontal": "median",
             "stock": "wick", "candles_volume": "bar"}.get(
                 kind, "node" if kind in LINKED else "point")  # fmt: skip
    number = next(n for n, m in enumerate(picture.marks) if m.role == moved and m.part != "foot")
    mark = picture.marks[number]
    x0, y0, x1, y1 = mark.box
    outline: Any = mark.outline
    if isinstance(outline, Spot):
        outline = Spot(outline.x + 3, outline.y + 3)
    elif isinstance(outline, Wedge):
        outline = replace(outline, cx=outline.cx + 3, cy=outline.cy + 3)
    elif isinstance(outline, Polyline):
        outline = Polyline(tuple((x + 3, y + 3) for x, y in outline.points))
    other = replace(mark, box=(x0 + 3, y0 + 3, x1 + 3, y1 + 3), outline=outline)
    wrong = replace(picture, marks=(*picture.marks[:number], other, *picture.marks[number + 1 :]))
    checks = CHECKS[kind]
    assert all(check(shape, picture) for check in checks)
    assert not all(check(shape, wrong) for check in checks)


def test_a_displaced_artist_moves_its_mark(monkeypatch: pytest.MonkeyPatch) -> None:
    """Marks are read from what is drawn: shift the artists, and the values read are wrong."""
    noted = Sheet.mark

    def shifted(self: Sheet, artist: Any, role: str, *facts: str, **more: Any) -> None:
        if role == "point":
            artist.set_offsets(np.asarray(artist.get_offsets()) * 1.1)
        noted(self, artist, role, *facts, **more)

    monkeypatch.setattr(Sheet, "mark", shifted)
    (picture,) = drawn("scatter", "matplotlib", range(1, 2))
    assert isinstance(picture, Picture)
    assert not points_read(made("scatter", 1), picture)


@pytest.mark.parametrize("kind", KINDS)
def test_both_renderers_draw_the_same(kind: str) -> None:
    compared = 0
    both = zip(*(pictures(kind, renderer) for renderer in RENDERERS), strict=True)
    for one, other in both:
        if isinstance(one, Picture) and isinstance(other, Picture):
            counts = [
                Counter((f, m.role, m.part) for m in p.marks if m.role in DATA for f in m.facts)
                for p in (one, other)
            ]
            assert counts[0] == counts[1]
            texts = [Counter((m.role, m.text) for m in p.marks if m.text) for p in (one, other)]
            assert texts[0] == texts[1]
            assert sorted(a.dimension for a in one.axes) == sorted(a.dimension for a in other.axes)
            compared += 1
    assert compared >= 0.6 * SAMPLES


@pytest.mark.parametrize("renderer", RENDERERS)
@pytest.mark.parametrize("kind", KINDS)
def test_values_are_written_only_where_wanted(kind: str, renderer: Renderer) -> None:
    labelled = called(kind)[0].labelled
    for number, picture in enumerate(pictures(kind, renderer)):
        if isinstance(picture, Picture):
            wanted = labelled and number % 2 == 0
            assert any(mark.role == "value" for mark in picture.marks) == wanted


@pytest.mark.parametrize("labels", [False, True])
@pytest.mark.parametrize("kind", KINDS)
def test_few_are_declined(kind: str, labels: bool) -> None:
    found = drawn(kind, "matplotlib", range(100, 100 + SAMPLES), labels)
    declined = Counter(one.reason for one in found if isinstance(one, Declined))
    assert sum(declined.values()) <= SAMPLES // 4, declined


@pytest.mark.parametrize("renderer", RENDERERS)
@pytest.mark.parametrize("kind", POINTS)
def test_every_name_is_nearest_to_its_own_point_or_tied_to_it(
    kind: str, renderer: Renderer
) -> None:
    role = "bubble" if kind == "bubble" else "point"
    for shape, picture in good(kind, renderer):
        tied = {fact for mark in picture.marks if mark.role == "leader" for fact in mark.facts}
        marks = {p.id: only(picture, p.id, role) for p in shape.points}
        for point in shape.points:
            texts = [mark.box for mark in picture.showing((point.id,), ("name", "value"))]
            own = min(_apart(box, marks[point.id]) for box in texts)
            others = [_apart(box, mark) for key, mark in marks.items() if key != point.id
                      for box in texts]  # fmt: skip
            assert min(others) > 0
            assert point.id in tied or own <= 1.35 * min(others) + 3


def _apart(box: Box, mark: Mark) -> float:
    """Pixels between a text and the edge of a disc."""
    x, y = middle(mark)
    dx, dy = max(box[0] - x, x - box[2], 0.0), max(box[1] - y, y - box[3], 0.0)
    return math.hypot(dx, dy) - (mark.box[2] - mark.box[0]) / 2


@pytest.mark.parametrize("renderer", RENDERERS)
def test_no_value_lies_on_the_trend_line(renderer: Renderer) -> None:
    """The gate would decline it; the places found must need no gate."""
    reasons = {p.reason for p in pictures("scatter_smooth", renderer) if isinstance(p, Declined)}
    assert reasons <= {"no room for the names"}
    for _, picture in good("scatter_smooth", renderer):
        (line,) = (mark for mark in picture.marks if mark.part == "trend")
        assert isinstance(line.outline, Polyline)
        assert len(line.outline.points) == 60


def test_the_trend_of_a_line_is_the_line() -> None:
    along = tuple(DataPoint(f"p{n}", float(n), 3.0 - 2 * n) for n in range(12))
    assert all(math.isclose(y, 3 - 2 * x, abs_tol=1e-9) for x, y in trend(along))


@pytest.mark.parametrize("renderer", RENDERERS)
@pytest.mark.parametrize("kind", CANDLES)
def test_candles_tell_open_from_close(kind: str, renderer: Renderer) -> None:
    """By two colours that are far apart, which the legend explains."""
    for shape, picture in good(kind, renderer):
        legend = {mark.text for mark in picture.marks if mark.role == "legend"}
        assert legend == {"Close above open", "Close below open"}
        fills: dict[bool, set[str]] = {True: set(), False: set()}
        for candle in shape.candles:
            ink = only(picture, candle.id, "candle").ink
            assert ink is not None
            fills[candle.close > candle.open].add(ink.fill)
        assert all(len(found) <= 1 for found in fills.values())
        if all(fills.values()):
            (up,), (down,) = fills[True], fills[False]
            assert distance(up, down) > 40


@pytest.mark.parametrize("renderer", RENDERERS)
@pytest.mark.parametrize("kind", CANDLES)
def test_every_period_has_its_date(kind: str, renderer: Renderer) -> None:
    for shape, picture in good(kind, renderer):
        told = [mark.text for mark in picture.marks if mark.role == "tick" and mark.part == "x"]
        assert told == [candle.time for candle in shape.candles]


def test_stock_is_never_set_against_a_box_plot() -> None:
    for kind in CANDLES:
        assert "box" in called(kind)[0].kin
