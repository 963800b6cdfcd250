"""Tiles fill their box and keep to their values, headers or not."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from figloom.render.plots.frame import Unfit
from figloom.render.plots.tiles import framed, squarified
from figloom.types import Box

WEIGHTS = st.lists(st.floats(1.0, 30.0), min_size=1, max_size=14)
BOX = (10.0, 20.0, 810.0, 520.0)


def area(box: Box) -> float:
    return (box[2] - box[0]) * (box[3] - box[1])


def apart(one: Box, other: Box) -> bool:
    return (
        min(one[2], other[2]) - max(one[0], other[0]) < 1e-6
        or min(one[3], other[3]) - max(one[1], other[1]) < 1e-6
    )


@given(WEIGHTS)
@settings(max_examples=60, deadline=None)
def test_tiles_fill_the_box_in_proportion(weights: list[float]) -> None:
    boxes = squarified(weights, BOX)
    for box, weight in zip(boxes, weights, strict=True):
        assert area(box) == pytest.approx(area(BOX) * weight / sum(weights), rel=1e-6)
    assert all(apart(a, b) for n, a in enumerate(boxes) for b in boxes[:n])
    assert min(box[0] for box in boxes) == BOX[0]
    assert max(box[3] for box in boxes) == pytest.approx(BOX[3])


@given(st.lists(st.floats(5.0, 30.0), min_size=2, max_size=5))
@settings(max_examples=60, deadline=None)
def test_what_is_inside_the_frames_is_in_proportion(weights: list[float]) -> None:
    pairs = framed(weights, BOX, header=22.0, margin=2.0)
    inner = [area(inside) for _, inside in pairs]
    for size, weight in zip(inner, weights, strict=True):
        assert size / sum(inner) == pytest.approx(weight / sum(weights), rel=1e-4)
    outer = [box for box, _ in pairs]
    assert sum(map(area, outer)) == pytest.approx(area(BOX))
    assert all(apart(a, b) for n, a in enumerate(outer) for b in outer[:n])


def test_no_room_for_a_header_is_said() -> None:
    with pytest.raises(Unfit):
        framed([1.0, 1.0], (0.0, 0.0, 30.0, 30.0), header=40.0, margin=2.0)
