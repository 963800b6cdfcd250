"""Replies that do not stop: judged in time linear in their length, and never for long."""

from __future__ import annotations

import time

import pytest
from reply_table import TABLE, question_of

from figloom.score import LONGEST, score
from figloom.types import Question, Scoring

_STEPS = (("step: Boil water", 1.0), ("branch: Enough? | Yes | Boil water", 1.0),
          ("branch: Enough? | No | Grind beans", 1.0))  # fmt: skip
SUMMARY = Question(
    text="?", answer=_STEPS, kind="checklist", scoring=Scoring("checklist"), family="flows",
    task="t", subtask="s", wording="w",
)  # fmt: skip
QUESTIONS = {told["kind"]: question_of(told) for told in TABLE} | {"checklist": SUMMARY}
FILLERS = {
    "spaces": " ", "lines": "\n", "digits": "1", "ones": "1, ", "sums": "1 + ", "equal": "1=",
    "stars": "*", "bold": "**a ", "dashes": "-", "arrows": "| -> ", "tables": "|a|\n",
    "announced": "The answer is B. ", "bare": "Answer: ", "boxes": "\\boxed{", "open": "{",
    "objects": '{"answer": ', "brackets": "[10, 20, ", "fences": "```\n", "quotes": "“a",
    "thoughts": "<think>", "yes": "yes no ", "words": "one hundred ", "labels": "Boil water, ",
    "decisions": "Enough? Yes ", "triples": "Russia | uses currency | Euro ", "options": "Lebanon ",
    "mixed": "aA1 -*_([", "escapes": "\x1b[", "chinese": "是。",
}  # fmt: skip
_SMALL = 2500


@pytest.mark.parametrize("kind", QUESTIONS)
@pytest.mark.parametrize("filler", FILLERS)
def test_time_grows_with_length_alone(kind: str, filler: str) -> None:
    once, four = (_seconds(QUESTIONS[kind], FILLERS[filler], many) for many in (1, 4))
    # What is quadratic takes sixteen times as long.
    assert four < 9 * once + 0.1


@pytest.mark.parametrize("kind", ["yes_no", "texts", "checklist"])
def test_ten_megabytes(kind: str) -> None:
    line = "The answer is 1, or 2, or B. " * (10_000_000 // 29)
    start = time.process_time()
    assert sum(map(str.isspace, line))
    scan = time.process_time() - start
    assert min(_run(QUESTIONS[kind], line) for _ in range(3)) < 20 * scan
    found = score(QUESTIONS[kind], line)
    assert (found.outcome, found.why) == (
        "unscored", f"the reply is too long: over {LONGEST} characters"
    )  # fmt: skip


def test_long_thoughts_do_not_count() -> None:
    thought = f"<think>{'No. ' * 1_000_000}</think>"
    assert score(QUESTIONS["integer"], f"{thought}1").outcome == "right"
    assert score(QUESTIONS["integer"], thought).outcome == "unscored"


@pytest.mark.parametrize("filler", ["word ", "No bar. "])
def test_a_hundred_kilobytes_may_end_in_an_answer(filler: str) -> None:
    text = filler * (100_000 // len(filler)) + "\nFinal answer: 1"
    assert score(QUESTIONS["integer"], text).outcome == "right"


def _seconds(question: Question, filler: str, many: int) -> float:
    """The least of three runs: a collection of garbage may fall into any one."""
    text = filler * (many * _SMALL // len(filler))
    return min(_run(question, text) for _ in range(3))


def _run(question: Question, text: str) -> float:
    start = time.process_time()
    score(question, text)
    return time.process_time() - start
