"""One record: its facts, its questions, its picture or text."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from figloom.audit import as_text, maps, questions, readback
from figloom.audit.labels import Faulty, differences, seen
from figloom.audit.maps import Case
from figloom.audit.questions import Fault
from figloom.audit.shard import Row


def case_of(row: Row) -> Case:
    """The facts of a row by label; Faulty when they contradict themselves."""
    shown, truth = seen(row["facts"]["shown"]), seen(row["facts"]["truth"])
    nodes = readback.node_labels(row["marks"], shown)
    return Case(shown, truth, tuple(differences(shown, truth)), row["facts"]["edits"], nodes)


def faults(row: Row, case: Case) -> Iterator[Fault]:
    """Everything that is wrong with the row by itself."""
    asked: list[dict[str, Any]] = row["questions"]
    marks = {mark["id"] for mark in row["marks"]}
    for fault in maps.faults(case, {question["task"] for question in asked}):
        yield "facts do not go with the questions", fault
    if not asked:
        yield "no question", "a record asks nothing"
    for question in asked:
        yield from _answer(case, question)
        yield from questions.faults(question, row["key"], marks)
        yield from questions.judged(question)
    yield from readback.faults(row, case.shown) if row["image"] else as_text.faults(row, case.shown)


def _answer(case: Case, question: dict[str, Any]) -> Iterator[Fault]:
    try:
        found = maps.answer(case, question)
    except Faulty as fault:
        yield "answer cannot be found again", f"{question['subtask']}: {fault}"
        return
    # In Python, 1 is True.
    if found != question["answer"] or type(found) is not type(question["answer"]):
        stored = question["answer"]
        yield "answer is wrong", f"{question['subtask']}: {stored!r} is stored, {found!r} is true"
