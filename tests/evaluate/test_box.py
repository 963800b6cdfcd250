"""Replies that say where something is."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from figloom.errors import RecipeError
from figloom.evaluate.box import box, overlap
from figloom.score import score
from figloom.types import Answer, Question, Scoring


def asked(answer: Answer = (12.0, 34.0, 56.5, 78.0)) -> Question:
    return Question(
        text="The picture is 800 by 600 pixels. Give the box as x0, y0, x1, y1.", answer=answer,
        kind="box", scoring=Scoring("box"), family="charts", task="locate", subtask="locate",
        wording="box", unit="px",
    )  # fmt: skip


WRITINGS = [
    "12, 34, 56.5, 78", "12,34,56.5,78", "12 34 56.5 78", "12; 34; 56.5; 78", "[12,34,56.5,78]",
    "(12, 34, 56.5, 78)", "(12,34),(56.5,78)", "[[12,34],[56.5,78]]", "[[12, 34, 56.5, 78]]",
    "from (12, 34) to (56.5, 78)", "top-left (12, 34), bottom-right (56.5, 78)",
    "x0=12, y0=34, x1=56.5, y1=78", "x1: 12, y1: 34, x2: 56.5, y2: 78",
    "x_min = 12, y_min = 34, x_max = 56.5, y_max = 78", "(x0, y0, x1, y1) = (12, 34, 56.5, 78)",
    '{"x0": 12, "y0": 34, "x1": 56.5, "y1": 78}',
    '{\n "x0": 12,\n "y0": 34,\n "x1": 56.5,\n "y1": 78\n}',
    '```json\n{"bbox_2d": [12, 34, 56.5, 78], "label": "bar"}\n```',
    '{"left": 12, "top": 34, "right": 56.5, "bottom": 78}',
    '{"x": 12, "y": 34, "width": 44.5, "height": 44}', "<box>12, 34, 56.5, 78</box>",
    "<box>(12,34),(56.5,78)</box>", "<|box_start|>(12,34),(56.5,78)<|box_end|>",
    "left: 12 px, top: 34 px, right: 56.5 px, bottom: 78 px", "12px, 34px, 56.5px, 78px",
    "The left edge is at 12, the top edge is at 34, the right edge is at 56.5 and the bottom edge "
    "is at 78.",
    "The bounding box is [12, 34, 56.5, 78].", "**12, 34, 56.5, 78**", "Answer: 12, 34, 56.5, 78",
    "\\boxed{12, 34, 56.5, 78}", "12, 34, 56.5 and 78", "１２, ３４, ５６.５, ７８",
    "In the 800 x 600 picture the mark is at 12, 34, 56.5, 78.",
    "First 1, 2, 30, 40? No.\n\nFinal answer: 12, 34, 56.5, 78",
]  # fmt: skip


@pytest.mark.parametrize("reply", WRITINGS)
def test_writings(reply: str) -> None:
    verdict = box(asked(), reply)
    assert (verdict.outcome, verdict.score) == ("right", 1.0)
    assert box(asked((412.0, 334.0, 456.5, 378.0)), reply).outcome == "wrong"


def test_corners_in_either_order() -> None:
    assert box(asked(), "56.5, 78, 12, 34").score == 1.0


def test_right_from_one_half_on() -> None:
    verdict = box(asked(), "12, 34, 34.25, 78")
    assert (verdict.outcome, verdict.score) == ("right", 0.5)
    verdict = box(asked(), "12, 34, 34, 78")
    assert verdict.outcome == "wrong"
    assert verdict.score == pytest.approx(22 / 44.5)


def test_shares_of_the_picture_are_another_frame() -> None:
    assert box(asked(), "0.015, 0.057, 0.07, 0.13").outcome == "wrong"
    assert box(asked((0.1, 0.2, 0.3, 0.4)), "[0.1, 0.2, 0.3, 0.4]").outcome == "right"


@pytest.mark.parametrize(
    "reply",
    ["", "12, 34", "800 x 600", "it is on the left", "12, 34, 56, 78, 90",
     "I cannot see the image.", "12, 34, 56, 78\n1, 2, 3, 4",
     "[1,2,3,4] or [5,6,7,8]", "<think>12, 34, 56.5, 78"],
)  # fmt: skip
def test_no_one_box_is_unscored(reply: str) -> None:
    assert box(asked(), reply).outcome == "unscored"


@pytest.mark.parametrize("answer", [None, 3.0, (1.0, 2.0, 3.0), (3.0, 2.0, 1.0, 4.0), "1,2,3,4"])
def test_other_answers_are_refused(answer: Answer) -> None:
    with pytest.raises(RecipeError, match="x0 < x1"):
        box(asked(answer), "1, 2, 3, 4")


def test_the_dispatcher_finds_it() -> None:
    assert score(asked(), "12, 34, 56.5, 78").outcome == "right"


BOX = st.tuples(*[st.integers(0, 40)] * 4)


@given(BOX, BOX)
def test_overlap_by_counting_pixels(
    first: tuple[int, int, int, int], second: tuple[int, int, int, int]
) -> None:
    (a, b, c, d), (e, f, g, h) = sorted_box(first), sorted_box(second)
    one = {(x, y) for x in range(a, c) for y in range(b, d)}
    two = {(x, y) for x in range(e, g) for y in range(f, h)}
    wanted = len(one & two) / len(one | two) if one & two else 0.0
    assert overlap((a, b, c, d), (e, f, g, h)) == pytest.approx(wanted)


def sorted_box(edges: tuple[int, int, int, int]) -> tuple[int, int, int, int]:
    a, b, c, d = edges
    return min(a, c), min(b, d), max(a, c), max(b, d)


@pytest.mark.parametrize(
    "filler", ["1, " * 20_000, "(1, 2) " * 8_000, "x0 = " * 8_000, "[" * 40_000]
)
def test_long_replies_keep_their_answer(filler: str) -> None:
    box(asked(), filler)
    assert box(asked(), f"{filler}\nFinal answer: 12, 34, 56.5, 78").outcome == "right"
