"""Answers of the family of maps, found again from the stored facts."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from string import ascii_uppercase
from typing import Any

from figloom.audit.labels import MASK, Difference, Faulty, Seen, Statement, plain

Question = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Case:
    """The facts of one record, by label."""

    shown: Seen
    truth: Seen
    differences: tuple[Difference, ...]
    edits: list[dict[str, Any]]
    nodes: frozenset[str]
    """Labels that the picture's node marks show; empty where there is no picture."""


def answer(case: Case, question: Question) -> Any:
    """The answer as its JSON says it; Faulty when the facts do not settle it."""
    found = _ROUTINES.get(question["subtask"])
    if found is None:
        raise Faulty(f"no routine finds the answer of subtask {question['subtask']!r} again")
    return found(case, question)


def task(question: Question) -> tuple[str, str] | None:
    """The task and the kind of answer that a subtask has."""
    name = question["subtask"]
    if name in _ROUTINES and name.startswith("count_"):
        return "count", "integer"
    if name in _ROUTINES and name.startswith("complete_"):
        return "complete", "choice"
    return {
        "detect_entity": ("detect", "yes_no"),
        "detect_relation": ("detect", "yes_no"),
        "detect_any": ("detect", "yes_no"),
        "name_wrong_triple": ("detect", "triple"),
    }.get(name)


def faults(case: Case, tasks: set[str]) -> Iterator[str]:
    """What in the facts does not go with the tasks asked of them, or with the edits told."""
    masked = [d for d in case.differences if d.shown == MASK]
    changed = [d for d in case.differences if d.shown != MASK]
    if changed and tasks & {"count", "complete"}:
        yield f"triple {changed[0].triple} is false, which the questions do not ask about"
    if masked and tasks & {"count", "detect"}:
        yield "something is masked that the questions do not ask about"
    for name, label in case.shown.entities.items():
        if label == MASK and (case.shown.pictures[name] or case.shown.descriptions[name]):
            yield f"{name} is masked, and its picture or description is not"
    if any(MASK in said for said in case.truth.statements.values()):
        yield "the truth is masked"
    told = {(edit["before"], edit["after"]) for edit in case.edits}
    if told != {(d.truth, d.shown) for d in case.differences}:
        yield "the edits told are not those between truth and shown"


def _count_entities(case: Case, question: Question) -> int:
    ends = {plain(said[slot]) for said in case.shown.statements.values() for slot in (0, 2)}
    return len(ends | {plain(label) for label in case.nodes})


def _count_relations(case: Case, question: Question) -> int:
    return len({plain(said[1]) for said in case.shown.statements.values()})


def _count_triples(case: Case, question: Question) -> int:
    return len({tuple(map(plain, said)) for said in case.shown.statements.values()})


def _detect(*slots: str) -> Callable[[Case, Question], bool]:
    def found(case: Case, question: Question) -> bool:
        return any(d.slot in slots for d in case.differences)

    return found


def _name_wrong(case: Case, question: Question) -> list[str]:
    wrong = {*case.shown.statements.values()} - {*case.truth.statements.values()}
    if len(wrong) != 1:
        raise Faulty(f"{len(wrong)} triples shown are not in the truth, where one should be")
    return list(next(iter(wrong)))


def _complete(*slots: int) -> Callable[[Case, Question], str]:
    def found(case: Case, question: Question) -> str:
        hidden = {case.truth.statements[name][slot] for name, slot in masked(case, slots)}
        if len(hidden) != 1:
            raise Faulty(f"{len(hidden)} different labels are hidden, where one should be")
        truth = plain(hidden.pop())
        right = [place for place, name in enumerate(question["choices"]) if plain(name) == truth]
        if len(right) != 1:
            raise Faulty(f"{len(right)} choices are right, where one should be")
        return ascii_uppercase[right[0]]

    return found


def masked(case: Case, slots: tuple[int, ...] = (0, 1, 2)) -> list[tuple[str, int]]:
    """Triple id and slot (0 head, 1 relation, 2 tail) of every place that shows the mask."""
    statements = case.shown.statements.items()
    return [(name, slot) for name, said in statements for slot in slots if said[slot] == MASK]


def filled(case: Case, label: str) -> list[Statement]:
    """The statements with masked places, with the label put there."""
    touched = {name for name, _ in masked(case)}
    return [
        tuple(label if part == MASK else part for part in case.shown.statements[name])  # type: ignore[misc]
        for name in sorted(touched)
    ]


_ROUTINES: dict[str, Callable[[Case, Question], Any]] = {
    "count_entities": _count_entities,
    "count_relations": _count_relations,
    "count_triples": _count_triples,
    "detect_entity": _detect("head", "tail"),
    "detect_relation": _detect("relation"),
    "detect_any": _detect("head", "relation", "tail"),
    "name_wrong_triple": _name_wrong,
    "complete_entity": _complete(0, 2),
    "complete_relation": _complete(1),
}
