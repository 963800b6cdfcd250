"""How charts are asked about: pairs that differ in the truth alone, what is seen, tolerances."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from typing import Any

from figloom.audit import charts_claims
from figloom.audit.charts_case import BODIES, Case, statements
from figloom.audit.charts_claims import Fault, Slots
from figloom.audit.labels import Faulty, spaced

_VISIBLE = 0.6
"""Share of a mark that must be seen for it to be asked about."""
_READ = BODIES | {"point", "median", "quartile"}
_TIME = re.compile(r"\b(?:year|month|date)\b", re.IGNORECASE)
_ROUNDING = 6e-6
"""Relative; tolerances are stored to six digits."""
_FREE = {"value": {"value"}, "compare": {"first", "second"}, "recognise": {"first", "second"},
         "overall_highest": {"where"}, "overall_lowest": {"where"}, "overall_mean": {"value"},
         "overall_range": {"value"}, "overall_count": {"count"},
         "overall_trend": {"direction"}}  # fmt: skip
"""What may differ between the two statements of a pair."""


def faults(case: Case, row: dict[str, Any]) -> Iterator[Fault]:
    """Everything wrong with the answers of a record, and with how they are asked for."""
    said: dict[int, Slots] = {}
    for question in row["questions"]:
        try:
            said[id(question)] = charts_claims.slots(case, question)
            yield from _answer(case, question, said[id(question)])
        except (Faulty, ValueError) as fault:
            yield "answer cannot be found again", f"{question['subtask']}: {fault}"
    for pair in statements(row):
        yield from _pair(pair, said)


def _answer(case: Case, question: dict[str, Any], said: Slots) -> Iterator[Fault]:
    found, wrong = charts_claims.answer(case, question, said)
    yield from ((kind, f"{question['subtask']}: {what}") for kind, what in wrong)
    if not _equal(found, question["answer"]):
        stored = question["answer"]
        yield "answer is wrong", f"{question['subtask']}: {stored!r} is stored, {found!r} is true"
        return
    if question["kind"] == "number":
        yield from _numeric(case, question, said)
    if case.drawn:
        yield from _seen(case, question, said)


def _equal(found: Any, stored: Any) -> bool:
    if isinstance(found, list):
        return (
            isinstance(stored, list)
            and len(found) == len(stored)
            and all(map(_equal, found, stored))
        )
    if isinstance(found, float) and type(stored) is float:
        return math.isclose(found, stored, rel_tol=1e-9, abs_tol=1e-9)
    # In Python, 1 is True.
    return type(found) is type(stored) and bool(found == stored)


def _numeric(case: Case, question: dict[str, Any], said: Slots) -> Iterator[Fault]:
    wanted, stored = charts_claims.tolerance(case, question, said), question["metric_args"]
    if {*stored} != {"tolerance"} or (
        case.drawn and not math.isclose(stored["tolerance"], wanted, rel_tol=_ROUNDING)
    ):
        yield "tolerance is wrong", f"{question['subtask']}: {stored}, should be {wanted:g}"
    ends = [charts_claims.unit(case, said), ""]
    if question["unit"] != ends[question["subtask"] == "ratio"]:
        yield "unit is wrong", f"{question['subtask']}: {question['unit']!r}"
    like = [one for one in case.known if one.what == said["what"]]
    if _TIME.search(said["what"]) and all(
        one.unit == "" and one.value == int(one.value) and one.value <= 2200 for one in like
    ):
        yield "a number asks for a time", f"{question['subtask']}: {said['what']!r}"
    for negative in question["negatives"]:
        if abs(negative["answer"] - question["answer"]) <= wanted:
            yield "negative within the tolerance", f"{question['subtask']}: {negative['answer']}"


def _seen(case: Case, question: dict[str, Any], said: Slots) -> Iterator[Fault]:
    """What is asked about is written somewhere, and not hidden behind something else."""
    texts = "\n".join(spaced(mark["text"]) for mark in case.marks)
    for one in charts_claims.rests(case, said):
        for name in filter(None, (one.name, one.row if one.row == one.beside else "")):
            if not one.part.startswith("bin") and "".join(name.split()) not in _bare(texts):
                yield "asks for what is nowhere written", f"{question['subtask']}: {name!r}"
        own = [m for m in case.showing(one.fact) if m["part"] in ("", one.part) or not one.part]
        body = [m for m in own if m["role"] in _READ]
        if body and max(m["visible"] for m in body) < _VISIBLE:
            yield "asks for a hidden mark", f"{question['subtask']}: {said}"


def _bare(text: str) -> str:
    return "".join(text.split())


def _pair(pair: list[dict[str, Any]], said: dict[int, Slots]) -> Iterator[Fault]:
    where = pair[0]["group"]
    if [question["polarity"] for question in pair] not in ([True, False], [False, True]):
        yield "pair is not one true and one false", where
        return
    one, other = pair
    told = [[q[name] for name in ("wording", "subtask", "metric", "metric_args", "unit", "marks")]
            for q in pair]  # fmt: skip
    if told[0] != told[1]:
        yield "pair is asked differently", where
        return
    if id(one) not in said or id(other) not in said:
        return
    first, second = said[id(one)], said[id(other)]
    free = _FREE.get(one["wording"].partition("/")[0], set())
    differing = {name for name in first if first[name] != second.get(name)}
    if differing != free:
        yield "pair differs in something else", f"{where}: {sorted(differing)}"
    swapped = (first.get("first"), first.get("second")) == (
        second.get("second"),
        second.get("first"),
    )
    if "first" in free and not swapped:
        yield "pair is not swapped", where
