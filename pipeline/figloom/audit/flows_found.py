"""What answers of flowcharts are found as, and walking from answer to answer."""

from __future__ import annotations

from collections.abc import Callable

from figloom.audit.flows_case import Case, only
from figloom.audit.labels import Faulty

Said = dict[str, str]
"""What fills the places of a question's wording."""
Held = tuple[tuple[str, float], ...]
"""A checklist."""
Found = bool | int | str | list[str] | dict[str, str] | Held
"""By kind of answer: yes_no, integer, text, texts, slots, checklist."""
Routine = Callable[[Case, Said], Found]


def kind(found: Found) -> str:
    """The kind of answer that something found is."""
    kinds = {bool: "yes_no", int: "integer", str: "text", list: "texts", dict: "slots",
             tuple: "checklist"}  # fmt: skip
    return kinds[type(found)]


def walked(case: Case, turns: list[tuple[str, str]]) -> str:
    """The step behind answers in turn; Faulty where other decisions come between."""
    at = case.decision(turns[0][0])
    for decision, answer in turns:
        if at != case.decision(decision):
            raise Faulty(f"after these answers {case.text(at)!r} comes before {decision}")
        step = only("steps behind that answer", case.led(case.answered(at, answer)))
        if (decision, answer) != turns[-1]:
            at = _decided(case, step)
    return step


def sure(case: Case, said: Said) -> bool:
    """Whether every run that answers a decision so and comes to an end has done a step."""
    decision, step, end = (case.step(said[name]) for name in ("decision", "step", "end"))
    if case.after(end):
        raise Faulty("that is no end")
    if case.reaches(decision, decision) or case.reaches(step, decision):
        raise Faulty("the step may come before that answer, or the answer again")
    way = case.answered(case.decision(said["decision"]), said["answer"])
    return case.runs.onward(decision, way).before(step, end)


def _decided(case: Case, step: str) -> str:
    """The next decision from a step on."""
    seen = set[str]()
    while case.nodes[step]["kind"] != "decision":
        if step in seen:
            raise Faulty("no decision follows")
        seen.add(step)
        step = only(f"ways on from {case.text(step)!r}", case.after(step))
    return step
