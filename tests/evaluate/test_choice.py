"""Replies to lettered questions."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from figloom.errors import RecipeError
from figloom.evaluate.choice import choice
from figloom.evaluate.spelling import readable
from figloom.types import Question, Scoring

CITIES = ("Rome", "New York", "Paris", "York", "A Coruña")


def asked(
    answer: str = "C", choices: tuple[str, ...] = CITIES, accepted: tuple[str, ...] = ()
) -> Question:
    return Question(
        text="Which?", answer=answer, kind="choice", scoring=Scoring("choice"), family="maps",
        task="complete", subtask="complete_entity", wording="plain", choices=choices,
        accepted=accepted,
    )  # fmt: skip


REPLIES = [
    ("C", "C"),
    ("c", "C"),
    ("c.", "C"),
    ("(C)", "C"),
    ("[c]", "C"),
    ("C)", "C"),
    ("**C**", "C"),
    ("**C.**", "C"),
    ("`C`", "C"),
    ("$C$", "C"),
    ("Ｃ", "C"),
    ("\u200bC\ufeff", "C"),
    ("Option C", "C"),
    ("option c", "C"),
    ("C<|im_end|>", "C"),
    ("C. Paris", "C"),
    ("C: Paris", "C"),
    ("C - Paris", "C"),
    ("c) paris", "C"),
    ("(C) Paris", "C"),
    ("(C)Paris", "C"),
    ("**C. Paris**", "C"),
    ("- C. Paris", "C"),
    ("Paris", "C"),
    ("paris.", "C"),
    ('"Paris"', "C"),
    ("**Paris**", "C"),
    ("Paris (C)", "C"),
    ("The answer is **C**.", "C"),
    ("The answer is (C) Paris.", "C"),
    ("The answer is c.", "C"),
    ("The answer is Paris, because A is in Italy.", "C"),
    ("The answer is C because A and B are elsewhere.", "C"),
    ("The correct option is C.", "C"),
    ("The missing entity is **Paris**.", "C"),
    ("Answer: C\nExplanation: A is wrong and B too.", "C"),
    ("**Answer:** C", "C"),
    ("**Answer**: C", "C"),
    ("Answer (letter only): C", "C"),
    ("Answer:\n\nC", "C"),
    ("ANSWER: C", "C"),
    ("C\n\nA is a city in Italy, B lies in America.", "C"),
    ("A and D fail the edge 'capital of'.\n\nFinal answer: C", "C"),
    ("First I thought the answer is B.\nFinal answer: **C**", "C"),
    ("<think>Is it A? Or B?</think>C", "C"),
    ("Is it A? Or B?</think>\n\nC", "C"),
    ("<answer>C</answer>", "C"),
    ("<think>A</think><answer>\n(C) Paris\n</answer>", "C"),
    ("\\boxed{C}", "C"),
    ("$\\boxed{\\text{C}}$", "C"),
    ("It fits best. \\boxed{\\textbf{(C) Paris}}", "C"),
    ("<|begin_of_box|>C<|end_of_box|>", "C"),
    ("I would choose C here.", "C"),
    ("I choose option (c) here", "C"),
    ("It must be Paris, the capital of France.", "C"),
    ("It is not A; it is C.", "C"),
    ("Neither A nor B fits, so C.", "C"),
    ("A: incorrect\nB: incorrect\nC: correct", "C"),
    ("A is wrong. C is what remains.", "C"),
    ("I cannot see the map clearly. Answer: C", "C"),
    ("C\n\n(A) Rome - no\n(B) New York - no", "C"),
    ("A. Rome ❌\nB. New York ❌\nC. Paris ✓", "C"),
    ('C because "Rome" is in Italy', "C"),
    ("C. Paris, not A.", "C"),
    ("It can't be A, so C", "C"),
    ("The missing entity is not Rome but Paris.", "C"),
    ("答案是C", "C"),
    ('{"answer": "C"}', "C"),
    ("Ans. C", "C"),
    ("It is C, not A.", "C"),
    ("It is Paris, not Rome.", "C"),
    ("It is not A, B or D, but C.", None),
    ("C is wrong.", None),
    ("A", "A"),
    ("A.", "A"),
    ("A. Rome", "A"),
    ("A Rome", "A"),
    ("The answer is A", "A"),
    ("I think **A** is right", "A"),
    ("I think A is right", "A"),
    ("A city like Paris would fit.", "C"),
    ("A Coruña", "E"),
    ("It stands for A Coruña.", "E"),
    ("New York", "B"),
    ("B. New York", "B"),
    ("This is New York, no doubt.", "B"),
    ("York", "D"),
    ("", None),
    (" \n\t", None),
    ("<think>It may be C", None),
    ("<think>C</think>", None),
    ("C and D", None),
    ("A or C", None),
    ("Either A or C", None),
    ("A/C", None),
    ("A, C", None),
    ("C, no wait, A", None),
    ("C\nWait, I overlooked an edge.", None),
    ("(C) Rome", None),
    ("C. Rome", None),
    ("Rome (C)", None),
    ("The answer is C. Rome", None),
    ("A. Rome\nB. New York\nC. Paris", None),
    ("Answer: C\nAnswer: A", None),
    ("\\boxed{A} \\boxed{C}", None),
    ("<answer>A or C</answer>", None),
    ("<answer>I do not know</answer> C", None),
    ("I'm sorry, but I can't help with that.", None),
    ("I cannot determine the answer, perhaps C.", None),
    ("I’m not sure, maybe C", None),
    ("F", None),
    ("Z.", None),
    ("Berlin", None),
    ("The answer is a city.", None),
    ("It is not A.", None),
    ("I see a map.", None),
    ("None of these", None),
]


@pytest.mark.parametrize(("reply", "letter"), REPLIES)
def test_replies(reply: str, letter: str | None) -> None:
    verdict = choice(asked(), reply)
    if letter is None:
        assert verdict.outcome == "unscored", verdict
        assert verdict.why
        return
    assert verdict.extracted == letter, verdict
    assert verdict.outcome == ("right" if letter == "C" else "wrong")
    assert verdict.score == (1.0 if letter == "C" else 0.0)


def test_a_letter_alone_is_a_letter() -> None:
    question = asked("A", ("B", "A", "C"))
    assert choice(question, "A").outcome == "right"
    assert choice(question, "B").outcome == "wrong"


def test_outer_punctuation_decides_only_where_it_must() -> None:
    question = asked("B", ("C", "C++", "C#", "Jaws"))
    assert choice(question, "B. C++").outcome == "right"
    assert choice(question, "C++").outcome == "right"
    assert choice(question, '"Jaws!"').extracted == "D"


def test_options_with_the_same_text_cannot_be_told_apart() -> None:
    question = asked("B", ("Rome", "Paris", "Paris"))
    assert choice(question, "B").outcome == "right"
    assert choice(question, "Paris").outcome == "unscored"


def test_accepted_texts_stand_for_the_right_letter() -> None:
    assert choice(asked(accepted=("City of Light",)), "city of light").outcome == "right"


def test_other_scripts() -> None:
    question = asked("B", ("東京", "القاهرة", "Москва"))
    assert choice(question, "القاهرة").outcome == "right"
    assert choice(question, "B. القاهرة").outcome == "right"
    assert choice(question, "МОСКВА").extracted == "C"


@pytest.mark.parametrize(
    "question", [asked("F"), asked("A", ()), asked(""), asked("A", tuple(map(str, range(27))))]
)
def test_a_question_it_cannot_judge(question: Question) -> None:
    with pytest.raises(RecipeError, match="cannot judge maps/complete_entity"):
        choice(question, "A")


names = st.from_regex(
    r"[A-Z][a-zà-ÿ]{3,8}( [a-z]{4,8}| \(film\)|, Texas|'s Way|-Sur-Mer)?", fullmatch=True
)
option_lists = st.lists(names, min_size=2, max_size=26, unique_by=str.casefold)


@settings(deadline=None)
@given(option_lists, st.data())
def test_letter_and_text_of_every_option(options: list[str], data: st.DataObject) -> None:
    letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"[: len(options)]
    gold = data.draw(st.sampled_from(letters))
    question = asked(gold, tuple(options))
    for letter, text in zip(letters, options, strict=True):
        outcome = "right" if letter == gold else "wrong"
        for reply in (letter, letter.lower(), text, f"{letter}. {text}", f"({letter}) {text}"):
            assert choice(question, reply).outcome == outcome, reply
            for wrapper in WRAPPERS:
                assert choice(question, wrapper.format(reply)).outcome == outcome, wrapper


WRAPPERS = (
    "  {}\n", "**{}**", "\n\n*{}*\n", "`{}`", "```\n{}\n```", "> {}", "## {}", "- {}",
    "Answer: {}", "The answer is **{}**.", "<answer>{}</answer>", "<think>A or B</think>\n{}",
    "\\boxed{{{}}}", "Final answer: {}",
)  # fmt: skip


@settings(deadline=None)
@given(st.text())
def test_never_raises(reply: str) -> None:
    verdict = choice(asked(), reply)
    assert verdict.outcome in ("right", "wrong", "unscored")


@settings(deadline=None)
@given(st.text(st.characters(exclude_categories=["Cs"], exclude_characters="abcdeABCDE")))
def test_nothing_is_guessed(reply: str) -> None:
    question = asked(choices=("Paris", "Rabat", "Accra", "Cairo", "Dakar"))
    if not set("abcde") & set(readable(reply).casefold()):
        assert choice(question, reply).outcome == "unscored"
