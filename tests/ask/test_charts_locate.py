"""Pointing at a mark of a chart: there are other marks to take for it."""

from __future__ import annotations

from figloom.ask.charts.locate import locate
from figloom.seeds import Draw
from figloom.types import (
    Box,
    Category,
    Cell,
    Facts,
    Grid,
    Mark,
    Picture,
    Provenance,
    Question,
    Rectangle,
    Series,
)

DRAW = Draw(1, "r", "train", "b", 0, 0)


def asked(*boxes: Box) -> tuple[Question, ...]:
    """What is asked of a chart whose bars have these boxes."""
    names = ("Oak", "Elm", "Ash", "Fir")[: len(boxes)]
    grid = Grid(
        "Trees",
        tuple(Category(f"c{n}", name) for n, name in enumerate(names)),
        (Series("s", "Height"),),
        tuple(Cell(f"f{n}", f"c{n}", "s", 3.0 + n) for n in range(len(boxes))),
        Provenance("mine", "none"),
        axes=("Tree", "Height"),
        chart="bar",
    )
    bars = tuple(Mark(f"bar{n}", "bar", b, Rectangle(), (f"f{n}",)) for n, b in enumerate(boxes))
    drawn = tuple(cell.id for cell in grid.cells)
    picture = Picture(b"", 800, 600, bars, drawn=drawn, style="plain")
    return locate(Facts(grid, grid), picture, DRAW)


def test_a_lone_mark_is_not_asked_for() -> None:
    assert asked((50.0, 50.0, 700.0, 500.0)) == ()


def test_wrong_places_are_those_of_other_marks_each_once() -> None:
    one, other = (10.0, 10.0, 60.0, 500.0), (110.0, 40.0, 160.0, 500.0)
    (question,) = asked(one, other)
    assert {question.answer, *(wrong.answer for wrong in question.negatives)} == {one, other}
    (question,) = asked(one, other, other, other)
    assert (question.answer, [wrong.answer for wrong in question.negatives]) == (one, [other])
