from __future__ import annotations

import itertools
import math

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from figloom.render.graphs.curves import flatten
from figloom.render.graphs.outlines import TOUCH, Body, Part, Path, headed, trimmed
from figloom.types import Dot

BODY: Body = (Part(0.0, -20.0, 30.0, 30.0, True), Part(0.0, 30.0, 60.0, 9.0, False))
"""A disc, and below it a text twice as wide."""
ARROW = 11.0


def depth(dot: Dot, centre: Dot) -> float:
    """How far a place is inside the body of a node; below 0 when it is outside."""
    (x, y), (disc, text) = (dot[0] - centre[0], dot[1] - centre[1]), BODY
    inside = min(text.width - abs(x - text.x), text.height - abs(y - text.y))
    return max(disc.width - math.dist((x, y), (disc.x, disc.y)), inside)


def line(path: Path) -> list[Dot]:
    points = flatten([path.points], [path.tip]).points.tolist()
    steps = np.linspace(0, 1, 40)
    return [(x0 + (x1 - x0) * t, y0 + (y1 - y0) * t)
            for (x0, y0), (x1, y1) in itertools.pairwise(points) for t in steps]  # fmt: skip


@given(st.floats(0, 2 * math.pi), st.floats(200, 600), st.floats(-60, 60))
def test_an_edge_keeps_off_all_parts_of_its_nodes(turn: float, length: float, bow: float) -> None:
    """Also off the text that it would cross after it has left the picture."""
    x, y = length * math.cos(turn), length * math.sin(turn)
    bend = (-math.sin(turn) * bow, math.cos(turn) * bow)
    points = ((0.0, 0.0), (x / 3 + bend[0], y / 3 + bend[1]),
              (x * 2 / 3 + bend[0], y * 2 / 3 + bend[1]), (x, y))  # fmt: skip
    path = trimmed(points, ((0.0, 0.0), BODY), ((x, y), BODY), ARROW)
    dots = line(path)
    # A corner may be cut between two looks at it.
    assert max(depth(dot, (0.0, 0.0)) for dot in dots) < 4
    assert max(depth(dot, (x, y)) for dot in dots) < 4
    assert abs(depth(path.tip, (x, y)) + TOUCH) < 5
    assert math.dist(path.points[-1], path.tip) < ARROW + 1


def test_nodes_too_close_for_an_edge_between_them_keep_the_whole_of_it() -> None:
    points = ((0.0, 0.0), (3.0, 0.0), (6.0, 0.0), (9.0, 0.0))
    path = trimmed(points, ((0.0, 0.0), BODY), ((9.0, 0.0), BODY), 2.0)
    assert path == headed(points, 2.0)
