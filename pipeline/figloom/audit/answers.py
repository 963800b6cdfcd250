"""The answer to a question of any family, found again from a record's facts, marks and axes."""

from __future__ import annotations

from typing import Any

from figloom.audit import charts_claims, flows_found, flows_rules, flows_texts, maps
from figloom.audit.charts_case import Case as Chart
from figloom.audit.flows_case import Case as Flow
from figloom.audit.labels import Faulty
from figloom.audit.maps import Case

_UNREADABLE = (KeyError, ValueError, TypeError, IndexError, AttributeError)
"""What plain dictionaries raise where a question is of something else than the record."""
_KINDS = {bool: "yes_no", int: "integer", float: "number", list: "box", type(None): "unknown"}


def answer(case: Case | Chart | Flow, question: dict[str, Any]) -> tuple[str, Any]:
    """The kind of the answer, and the answer as its JSON says it.

    Of the question only `question`, `family`, `subtask`, `wording` and `choices` are read. Faulty
    when the facts do not settle it.
    """
    try:
        return _found(case, question)
    except _UNREADABLE as error:
        raise Faulty(f"the facts do not go with the question: {error!r}") from None


def _found(case: Case | Chart | Flow, question: dict[str, Any]) -> tuple[str, Any]:
    if isinstance(case, Flow):
        routine = flows_rules.ROUTINES[question["subtask"]]
        told = routine(case, flows_texts.slots(case, question))
        return flows_found.kind(told), [*told.items()] if isinstance(told, dict) else told
    if isinstance(case, Chart):
        said = charts_claims.slots(case, question)
        found, _ = charts_claims.answer(case, question, said)
        return _KINDS[type(found)], found
    found = maps.answer(case, question)
    kinds = {bool: "yes_no", int: "integer", str: "choice", list: "triple"}
    return kinds[type(found)], found
