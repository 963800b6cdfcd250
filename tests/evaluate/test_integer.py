"""Replies to counting questions."""

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from figloom.errors import RecipeError
from figloom.evaluate.integer import integer
from figloom.evaluate.spelling import readable
from figloom.types import Answer, Question, Scoring


def asked(answer: Answer = 7) -> Question:
    return Question(
        text="How many?", answer=answer, kind="integer", scoring=Scoring("integer"), family="maps",
        task="count", subtask="count_entities", wording="plain",
    )  # fmt: skip


REPLIES = [
    ("7", "7"),
    ("7.", "7"),
    ("**7**", "7"),
    ("`7`", "7"),
    ("$7$", "7"),
    ("(7)", "7"),
    ("- 7", "7"),
    ("７", "7"),
    ("٧", "7"),
    ("७", "7"),
    ("7.0", "7"),
    ("seven", "7"),
    ("Seven.", "7"),
    ("7 (seven)", "7"),
    ("7 nodes", "7"),
    ("7 distinct entities.", "7"),
    ("7个", "7"),
    ("共有7个实体", "7"),
    ("There are 7 entities.", "7"),
    ("There are seven different entities in the map.", "7"),
    ("There are about 7 entities.", "7"),
    ("There are 7 nodes joined by 7 edges.", "7"),
    ("Entities: 7", "7"),
    ("n = 7", "7"),
    ("\\boxed{7}", "7"),
    ("$\\boxed{7}$", "7"),
    ("3 + 4 gives \\boxed{7\\text{ nodes}}", "7"),
    ("<answer>7</answer>", "7"),
    ("<answer>\n7 entities\n</answer>", "7"),
    ("<think>3 and 4, or 8?</think>7", "7"),
    ("3 and 4, or 8?</think>\n7", "7"),
    ("The answer is 7.", "7"),
    ("The answer is 7. There are 3 on the left and 4 on the right.", "7"),
    ("The answer is 7, since 3 + 4 = 7.", "7"),
    ("There are 3 on the left and 4 on the right.\n\n**Answer:** 7", "7"),
    ("Left: 3. Right: 4. Final answer: 7 entities", "7"),
    ("1. Paris\n2. France\n3. Rome\n\nSo there are 7 entities.", "7"),
    ("7\n\nThree are on the left, the others on the right; there are 4 of those.", "7"),
    ("One of the nodes is hidden; there are 7.", "7"),
    ("No one else counted them: 7", "7"),
    ("not 6 but 7", "7"),
    ("7<|im_end|>", "7"),
    ("7 because 3 and 4 make it", "7"),
    ('{"answer": 7}', "7"),
    ("8", "8"),
    ("six", "6"),
    ("twenty-one", "21"),
    ("Twenty one nodes", "21"),
    ("1,234", "1234"),
    ("-7", "-7"),
    ("7.5", "7.5"),
    ("17", "17"),
    ("", None),
    ("\n", None),
    ("<think>7", None),
    ("There are 7 entities and 6 edges.", None),
    ("7 entities\n6 edges", None),
    ("7 or 8", None),
    ("6-7", None),
    ("6–7", None),
    ("between 6 and 8", None),
    ("at least 7", None),
    ("more than 7", None),
    ("7+", None),
    ("7 or more", None),
    ("3 on the left, 4 on the right, so 7", None),
    ("1. Paris\n2. France\n3. Rome", None),
    ("Answer: 7\nAnswer: 8", None),
    ("The answer is 7. Wait, I missed one. The answer is 8.", None),
    ("7\nWait, 8.", None),
    ("\\boxed{7} \\boxed{8}", None),
    ("<answer>unknown</answer> 7", None),
    ("I'm sorry, I can't view the image.", None),
    ("I cannot determine the number; it could be 7.", None),
    ("many", None),
    ("FB15k", None),
    ("the 7th", None),
    ("No one knows.", None),
]


@pytest.mark.parametrize(("reply", "number"), REPLIES)
def test_replies(reply: str, number: str | None) -> None:
    verdict = integer(asked(), reply)
    if number is None:
        assert verdict.outcome == "unscored", verdict
        assert verdict.why
        return
    assert verdict.outcome == ("right" if float(number) == 7 else "wrong"), verdict
    assert float(verdict.extracted) == float(number)


@pytest.mark.parametrize("answer", ["7", True, None, 7.0])
def test_a_question_it_cannot_judge(answer: Answer) -> None:
    with pytest.raises(RecipeError, match="cannot judge maps/count_entities"):
        integer(asked(answer), "7")


WRAPPERS = (
    "{}", "  {}\n", "**{}**", "*{}*.", "`{}`", "```\n{}\n```", "> {}", "## {}", "- {}", "{} edges",
    "Answer: {}", "The answer is **{}**.", "<answer>{}</answer>", "<think>2 or 3</think>\n{}",
    "\\boxed{{{}}}", "There are {} of them.",
)  # fmt: skip


@settings(deadline=None)
@given(st.integers(0, 10**9), st.integers(0, 10**9), st.sampled_from(WRAPPERS))
def test_gold_is_right_and_others_wrong(gold: int, other: int, wrapper: str) -> None:
    assert integer(asked(gold), wrapper.format(gold)).outcome == "right"
    assert integer(asked(gold), wrapper.format(f"{gold:,}")).outcome == "right"
    assume(gold != other)
    assert integer(asked(gold), wrapper.format(other)).outcome == "wrong"


@settings(deadline=None)
@given(st.text() | st.text("0123456789.,-+ \n"))
def test_never_raises(reply: str) -> None:
    assert integer(asked(), reply).outcome in ("right", "wrong", "unscored")


def test_never_raises_on_huge_numbers() -> None:
    assert integer(asked(), "9" * 10_000).outcome == "wrong"


@settings(deadline=None)
@given(st.text(st.characters(exclude_categories=["Cs", "Nd"])))
def test_nothing_is_guessed(reply: str) -> None:
    # every number word has one of these letters
    plain = readable(reply).casefold()
    if not any(mark.isdigit() for mark in plain) and not set("nvxgwtr") & set(plain):
        assert integer(asked(), reply).outcome == "unscored"
