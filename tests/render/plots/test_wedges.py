"""Wedges that touch hide nothing of each other, and texts beside them are not on them."""

from __future__ import annotations

from itertools import pairwise

import pytest

from figloom.render.plots.callouts import Call, around, block, inside
from figloom.render.plots.frame import Unfit
from figloom.render.plots.legibility import judge
from figloom.render.plots.looks import Dress, looks
from figloom.render.plots.outlines import wedge_box
from figloom.render.plots.pieces import Word
from figloom.render.plots.visibility import seen
from figloom.types import Box, Ink, Mark, Rectangle, Wedge

CENTRE = (300.0, 250.0)
PANEL = (20.0, 20.0, 580.0, 480.0)


def dress() -> Dress:
    look = looks()["clean"]
    return Dress(look, look.palettes[0])


def wedge(name: str, first: float, last: float, z: int, reach: float = 150.0) -> Mark:
    shape = Wedge(*CENTRE, 0.0, reach, first, last)
    return Mark(name, "wedge", wedge_box(shape), shape, (name,), z=z, ink=Ink("#3366aa"))


def value(box: Box, fact: str, colour: str) -> Mark:
    return Mark("value", "value", box, Rectangle(), (fact,), "12.3", z=9,
                ink=Ink(colour, size=13.0))  # fmt: skip


def test_neighbours_are_seen_whole() -> None:
    marks = seen((wedge("a", -90, 40, 1), wedge("b", 40, 100, 2), wedge("c", 100, 270, 3)),
                 600, 500)  # fmt: skip
    assert [mark.visible for mark in marks] == [1.0, 1.0, 1.0]


def test_what_lies_under_another_is_not() -> None:
    under, over = seen((wedge("a", 0, 120, 1), wedge("b", 60, 180, 2)), 600, 500)
    assert under.visible == pytest.approx(0.5, abs=0.02)
    assert over.visible == 1.0


def test_a_value_is_judged_by_the_wedge_not_by_its_box() -> None:
    # The box of the upper half reaches into the corner beside the circle, the wedge does not.
    upper = wedge("a", 180, 360, 1)
    beside = value((430.0, 105.0, 455.0, 120.0), "b", "#222222")
    assert judge((upper, beside), 600, 500, dress(), 9.0) is None
    torn = value((395.0, 240.0, 425.0, 258.0), "b", "#222222")
    fault = judge((upper, torn), 600, 500, dress(), 9.0)
    assert fault is not None
    assert fault.reason == "a value on the edge of a mark"
    faint = value((285.0, 180.0, 315.0, 195.0), "a", "#223344")
    fault = judge((upper, faint), 600, 500, dress(), 9.0)
    assert fault is not None
    assert fault.reason == "a value too faint on its mark"


def test_texts_around_a_circle_keep_apart_and_off_it() -> None:
    calls = [Call(f"f{n}", -60.0 + 9 * n, f"Name {n}", "12.3") for n in range(12)]
    blocks = [block(dress(), call) for call in calls]
    words = [p for p in around(dress(), CENTRE, 130.0, blocks, PANEL) if isinstance(p, Word)]
    levels = [word.y for word in words if word.role == "label"]
    assert len(levels) == len(calls)
    assert all(later - before >= 17 for before, later in pairwise(levels))
    for word in words:
        assert ((word.x - CENTRE[0]) ** 2 + (word.y - CENTRE[1]) ** 2) ** 0.5 > 130


def test_too_many_texts_are_refused() -> None:
    calls = [Call(f"f{n}", -20.0 + n, f"Name {n}", "") for n in range(40)]
    with pytest.raises(Unfit):
        around(dress(), CENTRE, 130.0, [block(dress(), call) for call in calls], PANEL)


def test_a_text_goes_into_a_wedge_only_if_all_of_it_fits() -> None:
    assert inside(dress(), Wedge(*CENTRE, 0.0, 150.0, 0.0, 90.0), ["12.3%"], 13) is not None
    assert inside(dress(), Wedge(*CENTRE, 0.0, 150.0, 0.0, 8.0), ["12.3%"], 13) is None
    assert inside(dress(), Wedge(*CENTRE, 140.0, 150.0, 0.0, 90.0), ["12.3%"], 13) is None
