"""Whatever way a reply gives two different answers, it is neither right nor wrong."""

from __future__ import annotations

from itertools import permutations

import pytest
from reply_table import TABLE, question_of

from figloom.score import score

TWO = {
    "yes_no": ("Yes", "No"),
    "choice": ("B", "C"),
    "integer": ("12", "13"),
    "number": ("1234.5", "1300"),
    "text": ("Check the stock", "Pack the parcel"),
    "triple": ("Russia | uses currency | Euro", "Italy | uses currency | Euro"),
    "box": ("[10, 20, 110, 220]", "[0, 0, 5, 5]"),
    "unknown": ("It cannot be determined.", "42"),
}
WAYS = (
    "{} or {}", "{}\n{}", "{}\n\n{}", "{}; {}", "{}. {}.", "{} / {}", "**{}** or **{}**",
    "Either {} or {}", "Answer: {}\nAnswer: {}", "Answer: {}. Answer: {}",
    "The answer is {}. The answer is {}.", "The answer is {}. No, the answer is {}.",
    "Final answer: {}\nFinal answer: {}", "\\boxed{{{}}} and \\boxed{{{}}}",
    "<answer>{}</answer><answer>{}</answer>", '{{"answer": "{}"}}\n{{"answer": "{}"}}',
    "{}\nWait, {}", "{}\n\nActually, {}", "{}. On second thought, {}.", "- {}\n- {}", "{} → {}",
    "答案：{}。答案：{}", "{} (or maybe {})", "Answer: {} or {}", "It could be {}, it could be {}.",
    "First I thought {}, then {}.", "```\n{}\n```\n```\n{}\n```", "<think>x</think>{}\n{}",
)  # fmt: skip
QUESTIONS = {told["kind"]: question_of(told) for told in reversed(TABLE) if not told.get("args")}
QUESTIONS["number"] = next(question_of(told) for told in TABLE if told["kind"] == "number")


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("kind", TWO)
def test_two_answers_are_none(kind: str, way: str) -> None:
    for one, two in permutations(TWO[kind]):
        found = score(QUESTIONS[kind], way.format(one, two))
        assert found.outcome == "unscored", (found, way.format(one, two))
