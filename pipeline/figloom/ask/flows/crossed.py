"""Steps that one answer to a decision makes sure of and another passes by.

Of two answers and a step of each, two things that can be said are true and two are false, and each
answer and each step stands in one of either: no name tells which.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import combinations, product

from figloom.ask.flows.reading import Reading
from figloom.types import FlowEdge


@dataclass(frozen=True, slots=True)
class Crossing:
    """An answer, a step, and an end that can be come to."""

    decision: str
    edge: FlowEdge
    step: str
    end: str
    sure: bool
    """Whether every run that answers so and comes to the end does the step."""
    about: str
    """The same for all four that can be said of two answers and two steps."""

    def words(self, here: Reading) -> dict[str, str]:
        """What fills a wording."""
        return {
            "decision": here.text(self.decision),
            "answer": f"“{self.edge.text}”",
            "step": here.text(self.step),
            "end": here.text(self.end),
        }


def crossings(here: Reading) -> Iterator[Crossing]:
    """All that can be said, where no decision is answered twice in a run."""
    if not here.flow.entry or here.flow.language == "python":
        # The form of a statement tells its place in a program.
        return
    for decision in (node.id for node in here.decisions):
        if decision in here.reached[decision] or _split(here, decision):
            continue
        below = {edge: _below(here, edge) for edge in here.out[decision]}
        for end, (one, other) in product(here.ends, combinations(below, 2)):
            first, second = (_sure(below[edge], end) for edge in (one, other))
            for mine, its in product(sorted(first - second), sorted(second - first)):
                about = "/".join((one.id, other.id, mine, its, end))
                for edge, step in product((one, other), (mine, its)):
                    sure = (edge is one) == (step == mine)
                    yield Crossing(decision, edge, step, end, sure, about)


def _split(here: Reading, decision: str) -> bool:
    """Whether it stands on one of several branches that are all taken."""
    return any(
        sum(decision in {edge.target, *here.reach(edge.target, (fork,))} for edge in here.out[fork])
        == 1
        for fork in here.forks
    )


def _below(here: Reading, edge: FlowEdge) -> Reading:
    """The process from an arrow on."""
    return Reading(replace(here.flow, entry=edge.target), None)


def _sure(below: Reading, end: str) -> set[str]:
    """Plain steps that every run from there to the end does; none where it cannot be come to."""
    entry = below.flow.entry
    if end not in below.reached[entry]:
        return set()
    return {step for step in (*below.passed[end], entry) if below.sort(step) == "step"}
