"""Replies where the picture does not tell."""

import pytest

from figloom.errors import RecipeError
from figloom.evaluate.unknown import unknown
from figloom.score import score
from figloom.types import Answer, Question, Scoring


def asked(answer: Answer = None) -> Question:
    return Question(
        text="What is Revenue for “Kenya” in 2019? Should the chart not tell, answer “cannot be "
        "told”; otherwise give the number alone.",
        answer=answer, kind="unknown", scoring=Scoring("unknown"), family="charts", task="number",
        subtask="untold", wording="if-told",
    )  # fmt: skip


SAID = [
    "cannot be told", "“cannot be told”", "Cannot be told.", "Can't be told", "can’t be told",
    "CANNOT BE TOLD", "It cannot be told from this chart.", "**cannot be told**",
    "The answer is: cannot be told", "Final answer: cannot be told",
    "\\boxed{\\text{cannot be told}}", "<answer>cannot be told</answer>",
    "<think>Maybe 45?</think>cannot be told", "The chart does not show Kenya.",
    "The figure doesn't include Kenya.", "Kenya isn't shown in this chart.",
    "Kenya is not in the chart.", "Kenya is missing from the chart.", "The chart lacks Kenya.",
    "Kenya does not appear in the chart, which shows Peru (45) and Chile (30).",
    "The chart has no bar for Kenya", "There is no data for Kenya in 2019.", "No such country.",
    "I don't see Kenya in the chart.", "I cannot determine the value from the chart.",
    "The chart covers 2020 to 2023, so the value for 2019 cannot be determined.",
    "It is impossible to tell.", "The picture leaves it open.", "There's nothing for Kenya.",
    "N/A", "n.a.", "None", "Unknown", "Not shown", "not given", "Not available.", "Unanswerable",
    "Insufficient information.", "Not enough information to tell", "The value is unknown.",
    "This is unanswerable from the picture.", "Not applicable",
]  # fmt: skip
NUMBERS = [
    "45", "about 45", "The value is 45.", "40 or 50", "between 40 and 50", "forty-five", "-3",
    "Answer: 45", "45%", "2019", "The exact value is not shown, but it is about 45.",
    "It is not labelled; I estimate 45.", "Kenya: 40\nPeru: 50", "1.2 million",
]  # fmt: skip
NEITHER = [
    "", "Kenya", "yes", "I don't know", "I am not sure.", "No idea", "I can't see the picture.",
    "I'm sorry, I can't assist with that.", "<think>cannot be told", "In 2019",
]  # fmt: skip


@pytest.mark.parametrize("reply", SAID)
def test_right(reply: str) -> None:
    assert unknown(asked(), reply).outcome == "right"


@pytest.mark.parametrize("reply", NUMBERS)
def test_a_number_is_wrong(reply: str) -> None:
    verdict = unknown(asked(), reply)
    assert (verdict.outcome, verdict.extracted) == ("wrong", "a number")


@pytest.mark.parametrize("reply", NEITHER)
def test_neither_is_unscored(reply: str) -> None:
    assert unknown(asked(), reply).outcome == "unscored"


def test_both_announced_are_unscored() -> None:
    assert unknown(asked(), "Answer: 45\nAnswer: cannot be told").outcome == "unscored"


def test_an_answer_is_refused() -> None:
    with pytest.raises(RecipeError, match="no answer at all"):
        unknown(asked(45.0), "45")


def test_the_dispatcher_finds_it() -> None:
    assert score(asked(), "cannot be told").outcome == "right"


@pytest.mark.parametrize("filler", ["cannot be told and " * 8_000, "not " * 20_000, "1, " * 5_000])
def test_long_replies_keep_their_answer(filler: str) -> None:
    unknown(asked(), filler)
    assert unknown(asked(), f"{filler}\nFinal answer: cannot be told").outcome == "right"
