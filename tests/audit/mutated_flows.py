"""Faults put into questions on flowcharts, each with the kinds of finding that may tell it.

A mutation changes the rows of one item in place and returns False where they have no place for it.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from random import Random
from typing import Any

Row = dict[str, Any]
Mutation = Callable[[list[Row], Random], bool]
MUTATIONS: dict[str, tuple[Mutation, frozenset[str]]] = {}

WRONG, UNFOUND = "answer is wrong", "answer cannot be found again"


def mutation(*kinds: str) -> Callable[[Mutation], Mutation]:
    """Register a mutation and the kinds of which one must be found."""

    def mark(function: Mutation) -> Mutation:
        MUTATIONS[function.__name__] = (function, frozenset(kinds))
        return function

    return mark


def asked(rows: list[Row], draw: Random, *names: str, task: str = "") -> Row | None:
    """A question of some kind or subtask."""
    found = [
        q for q in rows[0]["questions"]
        if {q["kind"], q["subtask"]} & {*names} and q["task"].startswith(task)
    ]  # fmt: skip
    return draw.choice(found) if found else None


def told(question: Row, answer: Any) -> None:
    """Give a question another answer, in all its forms."""
    question["answer"] = answer
    if question["kind"] == "yes_no":
        question["answer_text"] = "Yes" if answer else "No"
        question["polarity"] = answer
    elif question["kind"] == "slots":
        question["answer_text"] = "\n".join(f"{slot}: {text}" for slot, text in answer)
    elif question["kind"] == "texts":
        question["answer_text"] = "\n".join(answer)
    else:
        question["answer_text"] = str(answer)


def exchanged(rows: list[Row], draw: Random, *kinds: str, task: str = "") -> bool:
    """The answer and a negative change places."""
    question = asked(rows, draw, *kinds, task=task)
    if question is None or not question["negatives"]:
        return False
    negative = draw.choice(question["negatives"])
    old, new = question["answer"], negative["answer"]
    told(question, new)
    negative["answer"] = old
    return True


@mutation(WRONG)
def statement_turned_round(rows: list[Row], draw: Random) -> bool:
    return exchanged(rows, draw, "yes_no")


@mutation(WRONG)
def another_text(rows: list[Row], draw: Random) -> bool:
    return exchanged(rows, draw, "text", task="reason")


@mutation(WRONG)
def another_place(rows: list[Row], draw: Random) -> bool:
    return exchanged(rows, draw, "locate_side", "locate_beyond", "locate_outermost",
                     "locate_leaving", "locate_sides")  # fmt: skip


@mutation(WRONG)
def other_texts(rows: list[Row], draw: Random) -> bool:
    return exchanged(rows, draw, "texts")


@mutation(WRONG)
def slots_turned(rows: list[Row], draw: Random) -> bool:
    return exchanged(rows, draw, "slots")


@mutation(WRONG)
def another_number(rows: list[Row], draw: Random) -> bool:
    return exchanged(rows, draw, "integer")


@mutation(WRONG)
def a_run_of_its_own(rows: list[Row], draw: Random) -> bool:
    return exchanged(rows, draw, "reason_output", "reason_times")


@mutation(WRONG)
def a_text_lost(rows: list[Row], draw: Random) -> bool:
    question = asked(rows, draw, "texts")
    if question is None or len(question["answer"]) < 2:
        return False
    told(question, question["answer"][:-1])
    return True


@mutation(WRONG)
def a_fact_lost(rows: list[Row], draw: Random) -> bool:
    question = asked(rows, draw, "checklist")
    return question is not None and bool(question["answer"].pop())


@mutation(WRONG)
def a_weight_changed(rows: list[Row], draw: Random) -> bool:
    question = asked(rows, draw, "checklist")
    if question is not None:
        question["answer"][0][1] = 2.0
    return question is not None


@mutation("telling is wrong", "gold does not score right")
def a_sentence_lost(rows: list[Row], draw: Random) -> bool:
    question = asked(rows, draw, "summarise_process")
    if question is None or "After “" not in question["accepted"][0]:
        return False
    begun = "After|If|At|These steps are taken:|Its parts are:"
    short = re.sub(rf"({begun}) “[^.]*\.", "", question["accepted"][0])
    question["accepted"] = [short]
    question["answer_text"] = short
    return True


@mutation("telling is wrong")
def steps_in_another_order(rows: list[Row], draw: Random) -> bool:
    question = asked(rows, draw, "summarise_steps")
    if question is None or rows[0]["facts"]["shown"]["structure"] != "process":
        return False
    question["answer"].reverse()
    return True


@mutation("negative is true", "negative is the answer")
def a_true_negative(rows: list[Row], draw: Random) -> bool:
    question = asked(rows, draw, "text", "texts", "integer")
    if question is None or not question["negatives"]:
        return False
    answer = question["answer"]
    if isinstance(answer, list):
        answer = answer[::-1]
    question["negatives"][0]["answer"] = answer.upper() if isinstance(answer, str) else answer
    return True


@mutation("negative is from nowhere")
def a_foreign_negative(rows: list[Row], draw: Random) -> bool:
    question = asked(rows, draw, "text")
    if question is not None:
        question["negatives"][0]["answer"] = "Feed the walrus"
    return question is not None


@mutation("no negatives")
def no_negatives(rows: list[Row], draw: Random) -> bool:
    question = asked(rows, draw, "texts", "text")
    if question is not None:
        question["negatives"].clear()
    return question is not None


@mutation("accepted form is not the answer")
def another_form(rows: list[Row], draw: Random) -> bool:
    question = asked(rows, draw, "text")
    if question is not None:
        question["accepted"] = [question["negatives"][0]["answer"]]
    return question is not None


@mutation("wrong polarity")
def another_polarity(rows: list[Row], draw: Random) -> bool:
    question = asked(rows, draw, "yes_no")
    if question is not None:
        question["polarity"] = not question["polarity"]
    return question is not None


@mutation("scoring is wrong")
def another_metric(rows: list[Row], draw: Random) -> bool:
    question = asked(rows, draw, "locate_next", "reason_passed", "locate_neighbours")
    if question is not None:
        question["metric_args"] = {}
    return question is not None


@mutation(WRONG, UNFOUND)
def asked_of_another_step(rows: list[Row], draw: Random) -> bool:
    question = asked(rows, draw, "locate_around")
    if question is None:
        return False
    (label,) = re.findall(r"“([^“”]+)”", question["question"].split(" Answer in")[0])
    texts = [n["text"] for n in rows[0]["facts"]["shown"]["nodes"] if n["text"] not in ("", label)]
    question["question"] = question["question"].replace(f"“{label}”", f"“{draw.choice(texts)}”")
    return True


@mutation(UNFOUND)
def asked_of_no_step(rows: list[Row], draw: Random) -> bool:
    question = asked(rows, draw, "locate_next", "locate_arrows")
    if question is not None:
        question["question"] = re.sub(r"“[^“”]+”", "“Feed the walrus”", question["question"])
    return question is not None


@mutation(UNFOUND)
def another_wording(rows: list[Row], draw: Random) -> bool:
    question = draw.choice(rows[0]["questions"])
    question["wording"] = question["wording"].partition("/")[0] + "/whatever"
    return True


@mutation("singular or plural is wrong")
def another_number_of_words(rows: list[Row], draw: Random) -> bool:
    question = asked(rows, draw, "locate_next", "locate_previous")
    if question is None or question["wording"].split("/")[1] not in ("ask", "read"):
        return False
    name = question["subtask"].removeprefix("locate_")
    step = re.findall(r"“[^“”]+”", question["question"])[0]
    when = {"next": "after", "previous": "before"}[name]
    question["question"] = f"Which step comes directly {when} {step}?"
    question["wording"] = f"{question['subtask']}_one/ask"
    return len(question["answer"]) > 1


@mutation(UNFOUND)
def an_unknown_subtask(rows: list[Row], draw: Random) -> bool:
    question = asked(rows, draw, "yes_no")
    if question is not None:
        question["subtask"] = "verify_weather"
    return question is not None
