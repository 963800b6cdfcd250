"""Replies to yes/no questions."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from figloom.errors import RecipeError
from figloom.evaluate.spelling import readable
from figloom.evaluate.yes_no import yes_no
from figloom.types import Answer, Question, Scoring


def asked(answer: Answer = True) -> Question:
    return Question(
        text="Is there?", answer=answer, kind="yes_no", scoring=Scoring("yes_no"), family="maps",
        task="detect", subtask="detect_any", wording="plain",
    )  # fmt: skip


REPLIES = [
    ("Yes", True),
    ("yes", True),
    ("YES.", True),
    ("**Yes**", True),
    ("`yes`", True),
    ("Y", True),
    ("Yep!", True),
    ("Ｙｅｓ", True),
    ("Yes, Paris is not in Germany.", True),
    ("Yes, there is an entity that is not in place, and no edge fits it.", True),
    ("Yes. No other node is wrong.", True),
    ("Yes\n\nNo edge from Paris leads there.", True),
    ("The answer is yes.", True),
    ("The answer is **Yes** because Paris is no river.", True),
    ("Answer: Yes", True),
    ("Answer (Yes or No): Yes", True),
    ("Yes or No: Yes", True),
    ("No edge fits. Final answer: Yes", True),
    ("<think>No? No.</think>Yes", True),
    ("No, or yes?</think> Yes.", True),
    ("<answer>Yes</answer>", True),
    ("\\boxed{\\text{Yes}}", True),
    ("I looked at every edge. Yes.", True),
    ("So, yes.", True),
    ("No", False),
    ("no.", False),
    ("**No.**", False),
    ("N", False),
    ("Nope", False),
    ("No, everything is in place.", False),
    ("No errors.", False),
    ("No entity is misplaced.", False),
    ("No, I cannot see any error.", False),
    ("The answer is no, since all hold.", False),
    ("The answer is: no error.", False),
    ("After checking, no.", False),
    ("Answer: No\nAll statements hold.", False),
    ("There is no misplaced entity. No.", False),
    ("It is not yes", None),
    ("", None),
    ("...", None),
    ("<think>Yes", None),
    ("Yes and no", None),
    ("Yes and no.", None),
    ("Yes or no", None),
    ("Yes/No", None),
    ("Yes. No.", None),
    ("Answer: Yes\nAnswer: No", None),
    ("Yes\nWait, no.", None),
    ("Maybe", None),
    ("True", None),
    ("False", None),
    ("I'm sorry, I can't help with that.", None),
    ("No, I can't help with that.", None),
    ("No idea.", None),
    ("There's no way to tell.", None),
    ("I don't know.", None),
    ("No doubt there are many edges.", None),
    ("Everything looks fine.", None),
    ("Note: eyes north", None),
]


@pytest.mark.parametrize("gold", [True, False])
@pytest.mark.parametrize(("reply", "said"), REPLIES)
def test_replies(reply: str, said: bool | None, gold: bool) -> None:
    for means in ("", "error"):
        verdict = yes_no(asked(gold), reply, yes_means=means)  # type: ignore[arg-type]
        if said is None:
            assert verdict.outcome == "unscored", (verdict, means)
            assert verdict.why
            continue
        assert verdict.outcome == ("right" if said is gold else "wrong"), (verdict, means)
        assert verdict.extracted == ("Yes" if said else "No")


MEANINGS = [
    ("There is no error.", False),
    ("There are no errors in this map.", False),
    ("There isn't any mistake.", False),
    ("I see no misplaced entity.", False),
    ("I can’t find any factual error in it.", False),
    ("The map contains no wrong relation.", False),
    ("There is an error in the map.", True),
    ("The graph contains one factual mistake: Paris.", True),
    ("There's a misplaced entity.", True),
    ("Yes. There is no error in the labels, but Paris is wrong.", True),
    ("Yes, there is no error.", None),
    ("No, there is an error.", None),
    ("There might be an error.", None),
    ("I was asked whether there is an error.", None),
    ("There is no error in the nodes, but there is a mistake in the labels.", None),
]


@pytest.mark.parametrize(("reply", "said"), MEANINGS)
def test_meaning_where_yes_means_an_error(reply: str, said: bool | None) -> None:
    verdict = yes_no(asked(), reply, yes_means="error")
    expected = "unscored" if said is None else "right" if said else "wrong"
    assert verdict.outcome == expected, verdict


def test_meaning_is_not_read_where_it_is_not_declared() -> None:
    assert yes_no(asked(), "There is no error.").outcome == "unscored"
    assert yes_no(asked(), "There is an error.").outcome == "unscored"


@pytest.mark.parametrize("answer", ["Yes", 1, None])
def test_a_question_it_cannot_judge(answer: Answer) -> None:
    with pytest.raises(RecipeError, match="cannot judge maps/detect_any"):
        yes_no(asked(answer), "Yes")


WRAPPERS = (
    "{}", "  {}\n", "**{}**", "*{}*.", "`{}`", "```\n{}\n```", "> {}", "## {}", "- {}", '"{}"',
    "Answer: {}", "The answer is **{}**.", "<answer>{}</answer>", "<think>yes, no</think>\n{}",
    "\\boxed{{{}}}", "{}, as far as I know.",
)  # fmt: skip


@settings(deadline=None)
@given(st.booleans(), st.sampled_from(WRAPPERS), st.sampled_from([str.lower, str.upper, str]))
def test_gold_is_right_and_the_other_wrong(gold: bool, wrapper: str, case: object) -> None:
    assert callable(case)
    texts = {True: case("Yes"), False: case("No")}
    assert yes_no(asked(gold), wrapper.format(texts[gold])).outcome == "right"
    assert yes_no(asked(gold), wrapper.format(texts[not gold])).outcome == "wrong"


@settings(deadline=None)
@given(st.text())
def test_never_raises(reply: str) -> None:
    assert yes_no(asked(), reply).outcome in ("right", "wrong", "unscored")


@settings(deadline=None)
@given(st.text(st.characters(exclude_categories=["Cs"], exclude_characters="ynYN")))
def test_nothing_is_guessed(reply: str) -> None:
    if not {"y", "n"} & set(readable(reply).casefold()):
        assert yes_no(asked(), reply, yes_means="error").outcome == "unscored"
