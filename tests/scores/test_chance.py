"""What is reached without looking, against drawing every guess there is."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from judged_samples import sample

from figloom.emit.answers import answer_text
from figloom.score import score
from figloom.scores.chance import Chance, chance, mean
from figloom.types import Question, Scoring


def questions(kind: Any, answers: list[Any], **more: Any) -> list[Question]:
    return [sample(str(at), one, kind, **more).question for at, one in enumerate(answers)]


@given(st.lists(st.booleans(), min_size=2, max_size=9))
def test_yes_and_no(answers: list[bool]) -> None:
    asked = questions("yes_no", answers)
    found = chance(asked)
    assert found.random == 50
    assert found.majority == pytest.approx(100 * max(answers.count(True), answers.count(False))
                                           / len(answers))  # fmt: skip
    assert found.drawn == pytest.approx(_drawn(asked))


@settings(deadline=None)
@given(
    st.lists(st.integers(-40, 40), min_size=2, max_size=9),
    st.lists(st.integers(0, 8), min_size=9, max_size=9),
)
def test_numbers_with_tolerances(answers: list[int], tolerances: list[int]) -> None:
    asked = [
        sample(str(at), float(one), "number",
               scoring=Scoring("number", (("tolerance", float(slack)),))).question
        for at, (one, slack) in enumerate(zip(answers, tolerances, strict=False))
    ]  # fmt: skip
    found = chance(asked)
    assert found.random is None
    assert found.drawn == pytest.approx(_drawn(asked))
    # Where most reaches overlap, one of them begins.
    starts = [one - slack for one, slack in zip(answers, tolerances, strict=False)]
    assert found.majority == pytest.approx(max(_always(asked, str(start)) for start in starts))


def test_of_options_and_counts() -> None:
    two, five = ("a", "b"), ("a", "b", "c", "d", "e")
    mixed = [*questions("choice", ["A"], choices=two), *questions("choice", ["E"], choices=five)]
    assert chance(mixed).random == pytest.approx(35)
    assert chance(questions("integer", [1, 9, 4])) == Chance(
        pytest.approx(100 / 9), 0.0, pytest.approx(100 / 3)
    )
    assert chance(questions("integer", [4, 4])) == Chance(None, 100, 100)


def test_open_answers() -> None:
    assert chance(questions("text", ["a", "a", "b"])) == Chance(
        None, pytest.approx(100 / 3), pytest.approx(200 / 3)
    )
    assert chance(questions("text", ["a"])) == Chance(None, None, 100)
    assert chance(questions("box", [(0.0, 0.0, 1.0, 1.0)])) == Chance(None, None, None)
    assert chance([]) == Chance(None, None, None)


def test_what_cannot_be_told_is_an_answer_among_numbers() -> None:
    slack = Scoring("number", (("tolerance", 1.0),))
    mixed = [*questions("unknown", [None, None]), *questions("number", [5.0], scoring=slack)]
    assert chance(mixed) == Chance(None, pytest.approx(100 / 3), pytest.approx(200 / 3))


def _always(asked: list[Question], reply: str) -> float:
    return 100 * sum(score(one, reply).outcome == "right" for one in asked) / len(asked)


def _drawn(asked: list[Question]) -> float:
    """Each question answered by each other question's answer."""
    hits = [
        score(one, answer_text(other)).outcome == "right"
        for one in asked
        for other in asked
        if one is not other
    ]
    return 100 * sum(hits) / len(hits)


def test_a_task_has_the_mean_of_its_subtasks() -> None:
    even, drawn, none = Chance(50, 50, 60), Chance(None, 20, 30), Chance(None, None, None)
    assert mean([(even, 3), (Chance(10, 5, 20), 1)]) == Chance(40, None, 50)
    assert mean([(even, 1), (drawn, 1)]) == Chance(None, 35, 45), "not by even guessing alone"
    assert mean([(even, 1), (none, 1)]) == Chance(None, 25, 30)
    assert mean([(none, 1)]) == none
