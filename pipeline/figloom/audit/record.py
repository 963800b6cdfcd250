"""One record: its facts, its questions, its picture or text."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from figloom.audit import (
    as_text,
    charts_case,
    charts_readback,
    charts_rules,
    flows_case,
    flows_facts,
    flows_readback,
    flows_rules,
    maps,
    questions,
    readback,
)
from figloom.audit.charts_case import Case as Chart
from figloom.audit.flows_case import Case as Flow
from figloom.audit.labels import Faulty, differences, seen
from figloom.audit.maps import Case
from figloom.audit.questions import Fault
from figloom.audit.shard import Row


def case_of(row: Row) -> Case | Chart | Flow:
    """The facts of a row by label; Faulty when they contradict themselves."""
    if flows_case.is_flow(row):
        return flows_case.case_of(row)
    if charts_case.is_chart(row):
        return charts_case.case_of(row)
    shown, truth = seen(row["facts"]["shown"]), seen(row["facts"]["truth"])
    nodes = readback.node_labels(row["marks"], shown)
    return Case(shown, truth, tuple(differences(shown, truth)), row["facts"]["edits"], nodes)


def faults(row: Row, case: Case | Chart | Flow) -> Iterator[Fault]:
    """Everything that is wrong with the row by itself."""
    if isinstance(case, Chart):
        yield from _chart(row, case)
        return
    if isinstance(case, Flow):
        yield from _flow(row, case)
        return
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


def _chart(row: Row, case: Chart) -> Iterator[Fault]:
    yield from _questions(row)
    yield from charts_rules.faults(case, row)
    if row["image"]:
        yield from charts_readback.faults(row, case)


def _flow(row: Row, case: Flow) -> Iterator[Fault]:
    yield from _questions(row)
    yield from flows_facts.faults(case)
    yield from flows_rules.faults(case, row)
    if row["image"]:
        yield from flows_readback.faults(row, case)


def _questions(row: Row) -> Iterator[Fault]:
    marks = {mark["id"] for mark in row["marks"]}
    if not row["questions"]:
        yield "no question", "a record asks nothing"
    for question in row["questions"]:
        yield from questions.faults(question, row["key"], marks)
        yield from questions.judged(question)


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
