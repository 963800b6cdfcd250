"""Faults put into the answers of one item, each with the kinds of finding that may tell it.

A mutation changes the rows in place and is consistent otherwise: who flips an answer flips its
words, polarity and negatives as well. It returns False where the item has no place for it.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from string import ascii_uppercase
from typing import Any

Row = dict[str, Any]
Mutation = Callable[[list[Row], Random], bool]
MUTATIONS: dict[str, tuple[Mutation, frozenset[str]]] = {}

WRONG = "answer is wrong"
UNFOUND = "answer cannot be found again"


def mutation(*kinds: str) -> Callable[[Mutation], Mutation]:
    """Register a mutation and the kinds of which one must be found."""

    def mark(function: Mutation) -> Mutation:
        MUTATIONS[function.__name__] = (function, frozenset(kinds))
        return function

    return mark


def _question(rows: list[Row], draw: Random, *subtasks: str) -> Row | None:
    known = [q for row in rows for q in row["questions"] if q["subtask"].startswith(subtasks)]
    return draw.choice(known) if known else None


def _answer(question: Row, answer: Any, text: str, others: list[Any]) -> None:
    for negative, other in zip(question["negatives"], others, strict=False):
        negative["answer"] = other
    question["negatives"] = question["negatives"][: len(others)]
    question["answer"], question["answer_text"] = answer, text


def _count(rows: list[Row], draw: Random, gap: int) -> bool:
    question = _question(rows, draw, "count_")
    if question is None:
        return False
    new = question["answer"] + gap
    _answer(question, new, str(new), [new + 1, new + 2])
    return True


@mutation(WRONG)
def one_more(rows: list[Row], draw: Random) -> bool:
    return _count(rows, draw, 1)


@mutation(WRONG)
def one_less(rows: list[Row], draw: Random) -> bool:
    return _count(rows, draw, -1)


@mutation(WRONG)
def edges_for_relations(rows: list[Row], draw: Random) -> bool:
    question = _question(rows, draw, "count_relations")
    kinds = {n["kind"]: n["answer"] for n in question["negatives"]} if question else {}
    if question is None or "edges" not in kinds:
        return False
    new = kinds["edges"]
    _answer(question, new, str(new), [new - 1, new + 1])
    return True


@mutation(WRONG, "twins are not opposite")
def flipped_answer(rows: list[Row], draw: Random) -> bool:
    question = _question(rows, draw, "detect_")
    if question is None:
        return False
    new = not question["answer"]
    _answer(question, new, "Yes" if new else "No", [not new])
    question["polarity"] = new
    return True


@mutation(WRONG)
def both_twins_flipped(rows: list[Row], draw: Random) -> bool:
    asked = [q for row in rows for q in row["questions"] if q["kind"] == "yes_no"]
    for question in asked:
        new = not question["answer"]
        _answer(question, new, "Yes" if new else "No", [not new])
        question["polarity"] = new
    return bool(asked)


@mutation(WRONG)
def another_letter(rows: list[Row], draw: Random) -> bool:
    question = _question(rows, draw, "complete_")
    if question is None:
        return False
    letters = [*ascii_uppercase[: len(question["choices"])]]
    new = draw.choice([letter for letter in letters if letter != question["answer"]])
    _answer(question, new, new, [letter for letter in letters if letter != new])
    question["accepted"] = [question["choices"][letters.index(new)]]
    return True


def _swap_choices(question: Row) -> None:
    choices, place = question["choices"], ascii_uppercase.index(question["answer"])
    other = (place + 1) % len(choices)
    choices[place], choices[other] = choices[other], choices[place]


@mutation(WRONG)
def two_choices_swapped(rows: list[Row], draw: Random) -> bool:
    question = _question(rows, draw, "complete_")
    if question is None:
        return False
    before = _options(question)
    _swap_choices(question)
    question["question"] = question["question"].replace(before, _options(question))
    question["accepted"] = [question["choices"][ascii_uppercase.index(question["answer"])]]
    return True


def _options(question: Row) -> str:
    letters = zip(ascii_uppercase, question["choices"], strict=False)
    return "\n".join(f"{letter}. {choice}" for letter, choice in letters)


@mutation("choices not as in the text")
def choices_unlike_the_text(rows: list[Row], draw: Random) -> bool:
    question = _question(rows, draw, "complete_")
    if question is not None:
        _swap_choices(question)
    return question is not None


@mutation("choices not distinct")
def a_choice_twice(rows: list[Row], draw: Random) -> bool:
    question = _question(rows, draw, "complete_")
    if question is None:
        return False
    one, other = draw.sample(range(len(question["choices"])), 2)
    question["choices"][one] = f"The {question['choices'][other].upper()}"
    return True


@mutation(UNFOUND)
def right_choice_lost(rows: list[Row], draw: Random) -> bool:
    question = _question(rows, draw, "complete_")
    if question is None:
        return False
    before = _options(question)
    question["choices"][ascii_uppercase.index(question["answer"])] = "Nowhere Land"
    question["accepted"] = ["Nowhere Land"]
    question["question"] = question["question"].replace(before, _options(question))
    return True


@mutation("accepted form is not the answer", "negative does not score wrong")
def a_wrong_form_accepted(rows: list[Row], draw: Random) -> bool:
    question = _question(rows, draw, "complete_")
    if question is None:
        return False
    place = ascii_uppercase.index(question["answer"])
    question["accepted"].append(question["choices"][place - 1])
    return True


@mutation(WRONG)
def a_true_triple_named(rows: list[Row], draw: Random) -> bool:
    question = _question(rows, draw, "name_wrong_triple")
    if question is None:
        return False
    new, old = draw.choice(question["negatives"])["answer"], question["answer"]
    others = [n["answer"] for n in question["negatives"] if n["answer"] != new]
    _answer(question, new, " | ".join(new), [*others, old])
    return True


@mutation(WRONG)
def the_wrong_triple_backwards(rows: list[Row], draw: Random) -> bool:
    question = _question(rows, draw, "name_wrong_triple")
    if question is None:
        return False
    question["answer"] = question["answer"][::-1]
    question["answer_text"] = " | ".join(question["answer"])
    return True


@mutation("wrong polarity")
def another_polarity(rows: list[Row], draw: Random) -> bool:
    question = _question(rows, draw, "detect_")
    if question is not None:
        question["polarity"] = draw.choice([None, not question["polarity"]])
    return question is not None


@mutation("answer_text differs")
def another_answer_text(rows: list[Row], draw: Random) -> bool:
    question = _question(rows, draw, "")
    assert question is not None
    question["answer_text"] = draw.choice(["17", "Maybe", f" {question['answer_text']}"])
    return True


@mutation(UNFOUND)
def an_unknown_subtask(rows: list[Row], draw: Random) -> bool:
    question = _question(rows, draw, "")
    assert question is not None
    question["subtask"] = "count_loops"
    return True


@mutation("negative is the answer")
def a_right_negative(rows: list[Row], draw: Random) -> bool:
    question = _question(rows, draw, "")
    assert question is not None
    draw.choice(question["negatives"])["answer"] = question["answer"]
    return True


@mutation("question cannot be scored", "gold does not score right")
def another_metric(rows: list[Row], draw: Random) -> bool:
    question = _question(rows, draw, "")
    assert question is not None
    known = ["choice", "integer", "triple", "yes_no"]
    question["metric"] = draw.choice([name for name in known if name != question["metric"]])
    question["metric_args"] = {}
    return True


@mutation("question rests on no mark")
def a_question_on_nothing(rows: list[Row], draw: Random) -> bool:
    question = _question(rows, draw, "")
    assert question is not None
    question["marks"] = [*question["marks"], "node:nowhere"]
    return True


@mutation("wrong group")
def another_group(rows: list[Row], draw: Random) -> bool:
    question = _question(rows, draw, "")
    assert question is not None
    question["group"] = f"{question['group'][:-1]}x"
    return True
