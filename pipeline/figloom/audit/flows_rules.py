"""How flowcharts are asked about: every answer found again, its number, its negatives."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from figloom.audit import (
    flows_counts,
    flows_extract,
    flows_locate,
    flows_places,
    flows_programs,
    flows_reason,
    flows_summaries,
    flows_texts,
    flows_verify,
)
from figloom.audit.flows_case import Case, folded
from figloom.audit.flows_found import Found, Routine, kind
from figloom.audit.labels import Faulty
from figloom.audit.questions import Fault

ROUTINES: dict[str, Routine] = {
    **flows_verify.ROUTINES,
    **flows_extract.ROUTINES,
    **flows_locate.ROUTINES,
    **flows_places.ROUTINES,
    **flows_reason.ROUTINES,
    **flows_counts.ROUTINES,
    **flows_programs.ROUTINES,
    **flows_summaries.ROUTINES,
}
"""By subtask."""
_SIDES = {"left", "right", "top", "bottom", "none"}
_BY = {"locate": "f1", "reason": "f1"}
"""How lists of texts are scored, where it is not by the factor."""


def faults(case: Case, row: dict[str, Any]) -> Iterator[Fault]:
    """Everything wrong with the answers of a record, and with how they are asked for."""
    for question in row["questions"]:
        subtask = question["subtask"]
        try:
            for name, what in _asked(case, question):
                yield name, f"{subtask}: {what}"
        except Faulty as fault:
            yield "answer cannot be found again", f"{subtask}: {fault}"


def _asked(case: Case, question: dict[str, Any]) -> Iterator[Fault]:
    routine = ROUTINES.get(question["subtask"])
    if routine is None:
        raise Faulty("no routine finds the answer of this subtask again")
    said = flows_texts.slots(case, question)
    found = routine(case, said)
    if kind(found) != question["kind"]:
        yield "wrong task or kind", f"{question['kind']}, should be {kind(found)}"
        return
    if not same(found, question["answer"]):
        yield "answer is wrong", f"{question['answer']!r} is stored, {found!r} is true"
        return
    yield from _form(question, found)
    yield from _negatives(case, question, found)
    if isinstance(found, list):
        number, word = flows_texts.number(question, said), "word" in said or not said
        if not flows_extract.one_or_many(case, found, number, word):
            yield "singular or plural is wrong", f"{len(found)} texts, {question['wording']}"
    if isinstance(found, tuple):
        for what in flows_summaries.told(case, found, question):
            yield "telling is wrong", what


def same(found: Found, stored: Any) -> bool:
    """Whether a stored answer is the one found; texts may come in any order."""
    try:
        if isinstance(found, dict):
            return dict(stored) == found and len(stored) == len(found)
        if isinstance(found, list):
            return Counter(found) == Counter(stored)
        if isinstance(found, tuple):
            return flows_summaries.same(found, stored)
    except (TypeError, ValueError):
        return False
    # In Python, 1 is True.
    return type(found) is type(stored) and bool(found == stored)


def _form(question: dict[str, Any], found: Found) -> Iterator[Fault]:
    """Metric, accepted forms, polarity."""
    by = _BY.get(question["task"]) if isinstance(found, list) else None
    args = {"by": by} if by else {}
    if (question["metric"], question["metric_args"]) != (kind(found), args):
        yield "scoring is wrong", f"{question['metric']} {question['metric_args']}"
    if question["task"] != question["subtask"].partition("_")[0]:
        yield "wrong task or kind", question["task"]
    if isinstance(found, tuple):
        if len(question["accepted"]) != 1:
            yield "telling is wrong", f"{len(question['accepted'])} tellings"
    elif any(folded(form) != folded(str(found)) for form in question["accepted"]):
        yield "accepted form is not the answer", str(question["accepted"])


def _negatives(case: Case, question: dict[str, Any], found: Found) -> Iterator[Fault]:
    known = {*case.texts, *case.headings, *_SIDES}
    known |= {folded(edge["text"]) for edge in case.edges.values()}
    for negative in question["negatives"]:
        answer = negative["answer"]
        if _as_good(answer, found):
            yield "negative is true", repr(answer)
        elif any(folded(text) not in known for text in _parts(answer, found)):
            yield "negative is from nowhere", repr(answer)
        elif isinstance(found, bool | int) and type(answer) is not type(found):
            yield "negative is of another kind", repr(answer)
        elif type(found) is int and answer < 0 and question["subtask"] != "reason_output":
            yield "negative is from nowhere", repr(answer)


def _as_good(answer: Any, found: Found) -> bool:
    """Whether a negative reads as the answer does."""
    match found:
        case str():
            return folded(str(answer)) == folded(found)
        case list():
            return Counter(map(folded, answer)) == Counter(map(folded, found))
        case tuple():
            return {fact for fact, _ in found} <= {fact for fact, _ in answer}
    return same(found, answer)


def _parts(answer: Any, found: Found) -> list[str]:
    """The texts that a negative is made of."""
    match found:
        case str():
            return [str(answer)]
        case list():
            return [str(text) for text in answer]
        case dict():
            return [str(text) for _, text in answer]
        case tuple():
            return []
    return []
