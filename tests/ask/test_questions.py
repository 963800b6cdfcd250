"""Every question of every recipe: the gold answer scores right, everything else wrong."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable
from dataclasses import replace

import pytest

from figloom import recipe as recipes
from figloom.emit.answers import answer_text
from figloom.score import score
from figloom.types import Item, Question, Record

Undrawn = Callable[..., tuple[Item, ...]]


@pytest.fixture(scope="module", params=recipes.names())
def made(request: pytest.FixtureRequest, undrawn: Undrawn) -> list[Record]:
    return [record for item in undrawn(request.param, "train", 120) for record in item.records]


def test_gold_scores_right_and_all_else_wrong(made: list[Record]) -> None:
    for record in made:
        for question in record.questions:
            assert score(question, answer_text(question)).outcome == "right", question
            for wrong in _others(question):
                assert score(question, wrong).outcome == "wrong", (question, wrong)


def _others(question: Question) -> list[str]:
    if question.kind == "choice":
        letters = "ABCDE"[: len(question.choices)]
        return [letter for letter in letters if letter != question.answer] + [
            choice
            for letter, choice in zip(letters, question.choices, strict=True)
            if letter != question.answer
        ]
    if question.kind == "yes_no":
        return ["No" if question.answer else "Yes"]
    if question.kind == "integer":
        assert isinstance(question.answer, int)
        return [str(n) for n in range(40) if n != question.answer]
    if question.kind in ("number", "box", "texts", "slots", "checklist", "text"):
        return [
            answer_text(replace(question, answer=n.answer, accepted=())) for n in question.negatives
        ]
    return [
        " | ".join(map(str, n.answer)) for n in question.negatives if isinstance(n.answer, tuple)
    ]


def test_negatives_differ_from_the_answer_and_each_other(made: list[Record]) -> None:
    for record in made:
        for question in record.questions:
            answers = [question.answer, *(negative.answer for negative in question.negatives)]
            if question.kind != "triple":
                assert len(set(answers)) == len(answers), question
            assert len(question.choices) in (0, 5)
            assert len({choice.casefold() for choice in question.choices}) == len(question.choices)


def test_twins_have_one_wording_and_opposite_answers(made: list[Record]) -> None:
    items: dict[tuple[str, str], dict[str, Question]] = defaultdict(dict)
    for record in made:
        for question in record.questions:
            if record.role in ("main", "clean"):
                items[record.key, question.subtask][record.role] = question
    for (_, subtask), roles in items.items():
        if subtask.startswith("detect") and len(roles) == 2:
            main, clean = roles["main"], roles["clean"]
            assert (main.answer, clean.answer) == (True, False)
            assert (main.wording, main.text) == (clean.wording, clean.text)


@pytest.mark.parametrize("name", ["quickstart", "m3str"])
def test_every_level_is_used_equally_often(name: str, undrawn: Undrawn) -> None:
    letters: dict[str, Counter[object]] = defaultdict(Counter)
    words: dict[str, Counter[str]] = defaultdict(Counter)
    for item in undrawn(name, "train", 300):
        for question in (q for record in item.records for q in record.questions):
            words[question.subtask][question.wording] += 1
            if question.kind in ("choice", "yes_no"):
                letters[question.subtask][question.answer] += 1
    for counts in letters.values():
        assert max(counts.values()) - min(counts.values()) <= 1
    for used in words.values():
        # Twins ask in the same words, so they count by two.
        assert len(used) == 12
        assert max(used.values()) - min(used.values()) <= 2


def test_no_option_text_repeats_the_mask(made: list[Record]) -> None:
    for record in made:
        for question in record.questions:
            assert "?????" not in question.choices
            if question.kind == "choice":
                assert "?????" in question.text
