"""The dispatcher, and what holds for every metric."""

import time

import pytest

from figloom.errors import RecipeError
from figloom.registry import plugins
from figloom.score import score
from figloom.types import Answer, AnswerKind, Question, Scoring


def asked(metric: str, answer: Answer, kind: AnswerKind, **args: float | str) -> Question:
    return Question(
        text="?", answer=answer, kind=kind, scoring=Scoring(metric, tuple(args.items())),
        family="maps", task="t", subtask="s", wording="w", choices=("Rome", "Paris"),
    )  # fmt: skip


CASES = [
    (asked("yes_no", True, "yes_no"), "Yes", "No"),
    (asked("integer", 7, "integer"), "7", "8"),
    (asked("choice", "B", "choice"), "B", "A"),
    (asked("triple", ("a", "b", "c"), "triple"), "a | b | c", "c | b | a"),
]


@pytest.mark.parametrize(("question", "gold", "other"), CASES)
def test_finds_the_metric(question: Question, gold: str, other: str) -> None:
    assert score(question, gold).outcome == "right"
    assert score(question, other).outcome == "wrong"
    assert score(question, "").outcome == "unscored"
    assert score(question, "I'm sorry, I can't assist with that.").outcome == "unscored"


def test_arguments_reach_the_metric() -> None:
    reply = "There is no error."
    assert score(asked("yes_no", False, "yes_no"), reply).outcome == "unscored"
    assert score(asked("yes_no", False, "yes_no", yes_means="error"), reply).outcome == "right"


def test_unknown_metric_and_option() -> None:
    with pytest.raises(RecipeError, match="Did you mean 'integer'"):
        score(asked("integr", 7, "integer"), "7")
    with pytest.raises(RecipeError, match="yes_means"):
        score(asked("yes_no", True, "yes_no", means="error"), "Yes")
    with pytest.raises(RecipeError, match=r"'yes_means' .* is 'fault'"):
        score(asked("yes_no", True, "yes_no", yes_means="fault"), "Yes")


def test_all_are_documented() -> None:
    for metric in plugins("evaluate").values():
        assert metric.summary


@pytest.mark.parametrize(("question", "gold", "other"), CASES)
@pytest.mark.parametrize(
    "filler", ["word " * 20_000, "1, " * 20_000, "*" * 50_000, "| -> " * 10_000, "Answer: " * 9_000]
)
def test_long_replies_are_quick(question: Question, gold: str, other: str, filler: str) -> None:
    start = time.process_time()
    score(question, filler)
    score(question, f"{filler}\nFinal answer: {gold}")
    assert time.process_time() - start < 5
