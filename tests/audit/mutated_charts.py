"""Faults put into the questions of one chart, each with the kinds of finding that may tell it.

A mutation changes the row in place and is consistent otherwise. It returns False where the record
has no place for it.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from random import Random
from typing import Any

Row = dict[str, Any]
Mutation = Callable[[Row, Random], bool]
MUTATIONS: dict[str, tuple[Mutation, frozenset[str]]] = {}

WRONG, UNFOUND = "answer is wrong", "answer cannot be found again"


def mutation(*kinds: str) -> Callable[[Mutation], Mutation]:
    """Register a mutation and the kinds of which one must be found."""

    def mark(function: Mutation) -> Mutation:
        MUTATIONS[function.__name__] = (function, frozenset(kinds))
        return function

    return mark


def _asked(row: Row, *subtasks: str) -> list[Row]:
    return [q for q in row["questions"] if q["subtask"] in subtasks]


def _pair(row: Row, draw: Random, *subtasks: str) -> tuple[Row, Row] | None:
    """The true and the false statement of a subtask."""
    known = sorted({q["subtask"] for q in _asked(row, *subtasks) if q["kind"] == "yes_no"})
    if not known:
        return None
    one, other = _asked(row, draw.choice(known))
    return (one, other) if one["answer"] else (other, one)


def _flip(question: Row) -> None:
    new = not question["answer"]
    question["answer"] = question["polarity"] = new
    question["answer_text"] = "Yes" if new else "No"
    question["negatives"][0]["answer"] = not new


def _alike(one: str, other: str) -> int:
    """How many characters both begin with."""
    pairs = zip(one, other, strict=False)
    return next((n for n, (a, b) in enumerate(pairs) if a != b), min(len(one), len(other)))


def _number_of(pair: tuple[Row, Row]) -> re.Match[str] | None:
    """The number in the true statement that the false one has another for."""
    one, other = (question["question"] for question in pair)
    start = _alike(one, other)
    start = max(one.rfind(mark, 0, start) for mark in " “(") + 1
    return re.compile(r"\d[\d.,]*(?<=\d)").search(one, start)


@mutation(WRONG)
def a_pair_flipped(row: Row, draw: Random) -> bool:
    pair = _pair(row, draw, "value", "compare", "overall", "recognise")
    for question in pair or ():
        _flip(question)
    return pair is not None


@mutation("pair is not one true and one false")
def one_of_a_pair_flipped(row: Row, draw: Random) -> bool:
    pair = _pair(row, draw, "value", "compare", "overall", "recognise")
    if pair is not None:
        _flip(draw.choice(pair))
    return pair is not None


@mutation("pair is not one true and one false")
def one_of_a_pair_less(row: Row, draw: Random) -> bool:
    pair = _pair(row, draw, "value", "compare", "overall", "recognise")
    if pair is not None:
        row["questions"].remove(draw.choice(pair))
    return pair is not None


@mutation(WRONG)
def texts_of_a_pair_swapped(row: Row, draw: Random) -> bool:
    pair = _pair(row, draw, "value", "compare", "overall", "recognise")
    if pair is not None:
        pair[0]["question"], pair[1]["question"] = pair[1]["question"], pair[0]["question"]
    return pair is not None


@mutation(WRONG)
def the_same_text_twice(row: Row, draw: Random) -> bool:
    pair = _pair(row, draw, "value", "compare", "overall")
    if pair is not None:
        pair[1]["question"] = pair[0]["question"]
    return pair is not None


@mutation(WRONG)
def another_word_of_comparison(row: Row, draw: Random) -> bool:
    pair = _pair(row, draw, "compare")
    if pair is None:
        return False
    words = {"higher": "lower", "lower": "higher"}
    question = draw.choice(pair)
    question["question"] = re.sub(
        r"\b(higher|lower)\b", lambda found: words[found[1]], question["question"]
    )
    return True


@mutation("negative too near")
def a_false_value_beside_the_truth(row: Row, draw: Random) -> bool:
    pair = _pair(row, draw, "value")
    found = _number_of(pair) if pair else None
    # The next count is far enough off.
    if pair is None or found is None or row["facts"]["shown"]["shape"] == "links":
        return False
    text, digit = pair[0]["question"], int(found[0][-1])
    near = found[0][:-1] + str(digit + (1 if digit < 9 else -1))
    pair[1]["question"] = text[: found.start()] + near + text[found.end() :]
    return True


@mutation("negative too far")
def a_false_value_far_off(row: Row, draw: Random) -> bool:
    pair = _pair(row, draw, "value")
    found = _number_of(pair) if pair else None
    if pair is None or found is None:
        return False
    text = pair[0]["question"]
    pair[1]["question"] = f"{text[: found.start()]}99,999{text[found.end() :]}"
    return True


@mutation("pair is asked differently", UNFOUND)
def another_wording_of_one(row: Row, draw: Random) -> bool:
    pair = _pair(row, draw, "value", "compare", "overall", "recognise")
    if pair is not None:
        pair[0]["wording"] = pair[0]["wording"] + "-b"
    return pair is not None


@mutation(UNFOUND)
def a_word_more(row: Row, draw: Random) -> bool:
    question = draw.choice(row["questions"])
    question["question"] = f"Please: {question['question']}"
    return True


def _numbered(row: Row, draw: Random, *subtasks: str) -> Row | None:
    known = [q for q in row["questions"] if q["kind"] == "number"]
    known = [q for q in known if not subtasks or q["subtask"] in subtasks]
    return draw.choice(known) if known else None


@mutation(WRONG)
def another_number(row: Row, draw: Random) -> bool:
    question = _numbered(row, draw)
    if question is not None:
        question["answer"] = round(question["answer"] * 1.25 + 0.5, 3)
        question["answer_text"] = f"{question['answer']:.12g}"
    return question is not None


@mutation("tolerance is wrong")
def a_wider_tolerance(row: Row, draw: Random) -> bool:
    question = _numbered(row, draw)
    if question is not None:
        question["metric_args"]["tolerance"] *= 1.01
    return question is not None


@mutation("negative within the tolerance")
def a_number_nearly_right(row: Row, draw: Random) -> bool:
    question = _numbered(row, draw)
    if question is not None:
        near = question["answer"] + 0.9 * question["metric_args"]["tolerance"]
        question["negatives"][0]["answer"] = near
    return question is not None


@mutation("unit is wrong")
def another_unit(row: Row, draw: Random) -> bool:
    question = _numbered(row, draw)
    if question is not None:
        question["unit"] = "furlongs"
    return question is not None


@mutation(WRONG, UNFOUND)
def first_and_second_swapped(row: Row, draw: Random) -> bool:
    known = _asked(row, "difference", "ratio")
    if not known:
        return False
    question = draw.choice(known)
    names = re.findall(r"“[^”]+”(?: (?:in|at) “[^”]+”)?", question["question"])
    if len({*names}) != 2:
        return False
    one, other = dict.fromkeys(names)
    swapped = question["question"].replace(one, "\0").replace(other, one).replace("\0", other)
    question["question"] = swapped
    return True


@mutation("answer_text differs")
def other_words_for_a_number(row: Row, draw: Random) -> bool:
    question = _numbered(row, draw)
    if question is not None:
        question["answer_text"] += "0"
    return question is not None


@mutation(WRONG)
def what_is_told_called_untold(row: Row, draw: Random) -> bool:
    question = _numbered(row, draw, "untold")
    if question is not None:
        question.update(answer=None, answer_text="cannot be told", kind="unknown")
        question.update(metric="unknown", metric_args={})
    return question is not None


@mutation("what is not shown is shown", WRONG, UNFOUND)
def what_is_untold_shown(row: Row, draw: Random) -> bool:
    known = [q for q in row["questions"] if q["kind"] == "unknown"]
    absent = row["facts"]["shown"].get("absent", ())
    hidden = [name for name in absent if known and f"“{name}”" in known[0]["question"]]
    for shape in (row["facts"]["shown"], row["facts"]["truth"]) if hidden else ():
        shape["categories"][0]["name"] = hidden[0]
    return bool(hidden)


@mutation(UNFOUND)
def nothing_known_to_be_absent(row: Row, draw: Random) -> bool:
    known = [q for q in row["questions"] if q["kind"] == "unknown"]
    row["facts"]["shown"]["absent"] = row["facts"]["truth"]["absent"] = []
    return bool(known)


@mutation(WRONG)
def a_box_moved(row: Row, draw: Random) -> bool:
    known = _asked(row, "locate")
    for question in known:
        question["answer"][draw.randrange(4)] += 1.0
        told = ", ".join(f"{edge:.12g}" for edge in question["answer"])
        question["answer_text"] = f"[{told}]"
    return bool(known)


@mutation(UNFOUND)
def a_picture_of_another_size(row: Row, draw: Random) -> bool:
    known = _asked(row, "locate")
    for question in known:
        question["question"] = question["question"].replace(str(row["width"]), "1234")
    return bool(known)


@mutation("kin types set against each other")
def a_type_of_the_same_kin(row: Row, draw: Random) -> bool:
    from figloom.charts import called, charts

    own = called(row["facts"]["shown"]["chart"])[0]
    kin = [charts()[name] for name in own.kin if name in charts()]
    pair = _pair(row, draw, "recognise")
    if not kin or pair is None:
        return False
    others = [chart.said for chart in charts().values() if chart is not own]
    others = [said for said in others if said in pair[0]["question"] and said not in own.said]
    for question in pair:
        said = max(others, key=len)
        question["question"] = question["question"].replace(said, kin[0].said)
    return True


@mutation("wrong group")
def another_group(row: Row, draw: Random) -> bool:
    draw.choice(row["questions"])["group"] += "x"
    return True
