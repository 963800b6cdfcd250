"""What the marks say is where the pixels are: charts painted with one part black at a time."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
import pytest
from numpy.typing import NDArray

from figloom.flows import COLOURS
from figloom.render.flows.cells import cells
from figloom.render.flows.engine import Attempt
from figloom.render.flows.layout import Layout, lay_out
from figloom.render.flows.looks import looks, sized
from figloom.render.flows.marks import marks
from figloom.render.flows.paint import paint
from figloom.render.flows.scene import Scene, compose
from figloom.types import Ellipse, Facts, Flow, Mark, Polygon, Polyline

FILLS = {name: codes[0] for name, codes in COLOURS.items()}
WHITE, BLACK = "#ffffff", "#000000"


def scene(facts: Facts, style: str, direction: str) -> Scene:
    """Laid out and composed, gate or no gate."""
    chart = facts.shown
    assert isinstance(chart, Flow)
    look = sized(looks()[style])
    measured = cells(chart, look)
    assert isinstance(measured, tuple)
    for splines in (look.splines, "polyline"):
        for spread in (1.0, 1.35):
            layout = lay_out(chart, *measured, look, Attempt(direction, spread, splines))
            if isinstance(layout, Layout):
                return compose(chart, *measured, layout, look, look.palettes[0], FILLS)
    raise AssertionError(layout)


def blank(made: Scene) -> Scene:
    """All in white on white."""
    return made._replace(
        ground=WHITE,
        shapes=tuple(s._replace(fill=WHITE, line=s.line and WHITE) for s in made.shapes),
        wires=tuple(wire._replace(colour=WHITE) for wire in made.wires),
        leaders=(), lanes=(), words=(),
    )  # fmt: skip


def shape_pixels(empty: Scene, at: int) -> NDArray[np.bool_]:
    """Pixels that one figure covers by a quarter or more, all others being white."""
    shape = empty.shapes[at]
    black = shape._replace(fill=BLACK, line=shape.line and BLACK)
    return dark(empty._replace(shapes=(*empty.shapes[:at], black, *empty.shapes[at + 1 :])))


def wire_pixels(empty: Scene, at: int) -> NDArray[np.bool_]:
    """Likewise for an arrow."""
    black = empty.wires[at]._replace(colour=BLACK)
    return dark(empty._replace(wires=(*empty.wires[:at], black, *empty.wires[at + 1 :])))


def dark(made: Scene) -> NDArray[np.bool_]:
    return np.asarray(paint(made)[..., 0] < 192)


def extent(where: NDArray[np.bool_]) -> tuple[float, float, float, float]:
    rows, columns = np.nonzero(where)
    assert len(rows)
    return (float(columns.min()), float(rows.min()), columns.max() + 1.0, rows.max() + 1.0)


def near(one: Sequence[float], other: Sequence[float], most: float) -> bool:
    return all(abs(a - b) <= most for a, b in zip(one, other, strict=True))


def inside(mark: Mark, shape: tuple[int, int]) -> NDArray[np.bool_]:
    """Which pixels lie in a mark's own outline, told from the mark alone."""
    y, x = np.mgrid[0.5 : shape[0], 0.5 : shape[1]]
    x0, y0, x1, y1 = mark.box
    if isinstance(mark.outline, Ellipse):
        wide, high = (2 * x - x0 - x1) / (x1 - x0), (2 * y - y0 - y1) / (y1 - y0)
        return np.asarray(wide**2 + high**2 < 1)
    if not isinstance(mark.outline, Polygon):
        return np.asarray((x > x0) & (x < x1) & (y > y0) & (y < y1))
    found = np.zeros(shape, bool)
    points = mark.outline.points
    for (u0, v0), (u1, v1) in zip(points, (*points[1:], points[0]), strict=True):
        if v0 != v1:
            found ^= ((v0 > y) != (v1 > y)) & (x < (u1 - u0) * (y - v0) / (v1 - v0) + u0)
    return found


@pytest.mark.parametrize(
    "group", [0, 1, *(pytest.param(at, marks=pytest.mark.slow) for at in range(2, 10))]
)
def test_pixels_and_marks_agree(group: int, handmade: Callable[..., Facts]) -> None:
    """A hundred charts: every figure and every arrow is drawn where its mark says."""
    styles = list(looks())
    for seed in range(10 * group, 10 * group + 10):
        facts = handmade(seed, size=5 + seed % 14, colours=False)
        direction = ("TB", "LR", "BT", "RL")[seed // 8 % 4]
        made = scene(facts, styles[seed % len(styles)], direction)
        empty, (found, _) = blank(made), marks(made)
        steps = [mark for mark in found if mark.role == "node"]
        assert len(steps) == len(facts.shown.nodes)
        for at, mark in enumerate(steps):
            check_figure(shape_pixels(empty, at), mark)
        lines = [mark for mark in found if mark.role == "edge"]
        assert len(lines) == len(facts.shown.edges)
        for at, mark in enumerate(lines):
            check_arrow(wire_pixels(empty, at), mark)


def check_figure(where: NDArray[np.bool_], mark: Mark) -> None:
    assert near(extent(where), mark.box, 2.0), mark
    x0, y0, x1, y1 = mark.box
    rim = 2 * (x1 - x0 + y1 - y0)
    told = inside(mark, (where.shape[0], where.shape[1]))
    # Half a line's width and the blend at its rim are all that may differ.
    assert (where & ~told).sum() <= 1.6 * rim, mark
    assert (told & ~where).sum() <= 0.8 * rim, mark


def check_arrow(where: NDArray[np.bool_], mark: Mark) -> None:
    assert isinstance(mark.outline, Polyline)
    # The very tip of a head covers less than a quarter of its pixels.
    assert near(extent(where), mark.box, 3.0), mark
    line = np.array(mark.outline.points)
    dots = np.argwhere(where)[:, ::-1] + 0.5
    for end in (line[0], line[-1]):
        assert np.hypot(*(dots - end).T).min() < 2.5, mark


def test_a_displaced_figure_is_noticed(handmade: Callable[..., Facts]) -> None:
    made = scene(handmade(3), "square", "TB")
    first, mark = made.shapes[0], next(m for m in marks(made)[0] if m.role == "node")
    x0, y0, x1, y1 = first.box
    # Boxes are painted from their box, other figures from their corners.
    moved = first._replace(
        box=(x0 + 4, y0, x1 + 4, y1), points=tuple((x + 4, y) for x, y in first.points)
    )
    check_figure(shape_pixels(blank(made), 0), mark)
    with pytest.raises(AssertionError):
        check_figure(shape_pixels(blank(made._replace(shapes=(moved,))), 0), mark)
