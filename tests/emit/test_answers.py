"""The reply a model should give, kind by kind."""

from __future__ import annotations

from typing import Any

import pytest

from figloom.emit.answers import answer_text, plain, prompt_text
from figloom.types import Question, Scoring


def ask(kind: Any, answer: Any, **more: Any) -> Question:
    return Question("Q?\nA. x", answer, kind, Scoring("m"), "f", "t", "s", "w", **more)


@pytest.mark.parametrize(
    ("kind", "answer", "said"),
    [
        ("yes_no", True, "Yes"),
        ("yes_no", False, "No"),
        ("integer", 7, "7"),
        ("integer", 0, "0"),
        ("number", 12.50, "12.5"),
        ("choice", "C", "C"),
        ("text", "Paris", "Paris"),
        ("texts", ("b", "a"), "b\na"),
        ("texts", (), ""),
        ("ordered", ("1", "2"), "1\n2"),
        ("triple", ("Kenya", "capital", "Nairobi"), "Kenya | capital | Nairobi"),
        ("slots", (("yes", "Pack"), ("no", "End")), "yes: Pack\nno: End"),
        ("checklist", (("a fact", 2.0), ("another", 1.0)), "a fact\nanother"),
        ("box", (1.0, 2.5, 30.0, 40.0), "[1, 2.5, 30, 40]"),
        ("summary", "It ends.", "It ends."),
        ("unknown", None, "It cannot be determined."),
    ],
)
def test_a_reply_reads_as_a_person_would_write_it(kind: str, answer: Any, said: str) -> None:
    assert answer_text(ask(kind, answer)) == said


def test_what_cannot_be_known_takes_the_accepted_words() -> None:
    assert answer_text(ask("unknown", None, accepted=("The map does not say.",))) == (
        "The map does not say."
    )


@pytest.mark.parametrize(
    ("number", "said"),
    [
        (3.0, "3"),
        (100, "100"),
        (10**18, "1" + "0" * 18),
        (1e21, "1" + "0" * 21),
        (1e-7, "0.0000001"),
        (0.1, "0.1"),
        (0.1 + 0.2, "0.30000000000000004"),
        (-0.0, "0"),
        (-2.50, "-2.5"),
    ],
)
def test_numbers_have_no_exponent(number: float, said: str) -> None:
    assert plain(number) == said
    assert float(said) == number


def test_a_prompt_is_the_whole_question() -> None:
    assert prompt_text(ask("text", "x")) == "Q?\nA. x"
