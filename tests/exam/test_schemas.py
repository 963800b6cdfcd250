"""A reply by schema says what a plain one says, and a schema tells nothing of the answer."""

from __future__ import annotations

import json
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

sys.path.insert(0, str(Path(__file__).parent))
from quiz import questions

from figloom.exam import schemas
from figloom.score import score
from figloom.types import Question, Scoring

BASE = questions(7)[0]


def asked(kind: Any, answer: Any, metric: str = "", **more: Any) -> Question:
    args = (("tolerance", 0.05),) if kind == "number" else ()
    scoring = Scoring(metric or kind, args)
    return replace(BASE, kind=kind, answer=answer, scoring=scoring, **more)


CASES: list[tuple[Question, Any]] = [
    (asked("yes_no", True), "Yes"),
    (asked("yes_no", False), "No"),
    (asked("integer", -12), -12),
    (asked("number", 4.5, unit="Mt"), "4.5 Mt"),
    (asked("choice", "B", choices=("even", "odd")), "B"),
    (asked("text", "Mix it"), "Mix it"),
    (asked("texts", ("Mix it", "Bake, then cool")), ["Bake, then cool", "Mix it"]),
    (asked("ordered", ("Mix it", "Bake it"), metric="texts"), ["Mix it", "Bake it"]),
    (asked("slots", (("left", "Mix"), ("right", "Bake"))), {"left": "Mix", "right": "Bake"}),
    (asked("triple", ("Kenya", "borders", "Uganda")),
     {"head": "Kenya", "relation": "borders", "tail": "Uganda"}),
    (asked("box", (1.0, 2.0, 30.0, 40.0)), [1, 2, 30, 40]),
]  # fmt: skip


@pytest.mark.parametrize(("question", "answer"), CASES, ids=lambda one: getattr(one, "kind", ""))
def test_the_right_answer_by_schema_scores_right(question: Question, answer: Any) -> None:
    text = json.dumps({"answer": answer})
    assert schemas.mode(schemas.of_question(question), text) == "schema"
    assert score(question, schemas.spoken(text)).outcome == "right"


def test_what_cannot_be_known_looks_like_a_number() -> None:
    unknown, number = asked("unknown", None), asked("number", 3.0)
    assert schemas.of_question(unknown) == schemas.of_question(number)


def test_true_and_false_look_alike() -> None:
    assert schemas.of_question(asked("yes_no", True)) == schemas.of_question(asked("yes_no", False))


@pytest.mark.parametrize(
    "text",
    [
        "Yes",
        '{"answer": "yes"}',
        '{"answer": true}',
        '{"answer": "Yes", "why": "so"}',
        '{"reply": "Yes"}',
        '["Yes"]',
        '{"answer": "Ye',
        "",
        "null",
        "[" * 100_000,
    ],
)
def test_what_does_not_follow_is_plain(text: str) -> None:
    assert schemas.mode(schemas.of_question(asked("yes_no", True)), text) == "plain"


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        (asked("integer", 3), 3.5),
        (asked("integer", 3), True),
        (asked("integer", 3), "3"),
        (asked("choice", "A", choices=("a", "b")), "C"),
        (asked("texts", ("a",)), ["a", 3]),
        (asked("texts", ("a",)), "a"),
        (asked("box", (1.0, 2.0, 3.0, 4.0)), [1, 2, 3]),
        (asked("slots", (("left", "a"),)), {"right": "a"}),
    ],
)
def test_another_kind_of_answer_does_not_follow(question: Question, answer: Any) -> None:
    assert not schemas.follows(schemas.of_question(question), {"answer": answer})


def test_other_json_stays_as_it_is() -> None:
    assert schemas.spoken('{"score": 4}') == '{"score": 4}'
