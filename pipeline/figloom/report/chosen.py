"""Which items of a run the gallery shows: a fair part of each outcome, the same for every run as
far as their outcomes agree."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence

from figloom.exam.folder import Result
from figloom.seeds import digest

OUTCOMES = ("wrong", "right", "unscored")


def chosen(results: Sequence[Result], most: int) -> list[Result]:
    """At most so many, in the order of the run: as near as can be a third of each outcome, and
    within it as many of each subtask; which of them, a keyed hash of their ids decides."""
    ranked = {outcome: _ranked(results, outcome) for outcome in OUTCOMES}
    taken: set[str] = set()
    for turn in range(most):
        for outcome in OUTCOMES:
            if len(taken) < most and turn < len(ranked[outcome]):
                taken.add(ranked[outcome][turn])
    return [one for one in results if one.sample.id in taken]


def _ranked(results: Sequence[Result], outcome: str) -> list[str]:
    """Ids of one outcome: the first of each subtask, then the second of each, and so on."""
    groups: defaultdict[str, list[tuple[int, str]]] = defaultdict(list)
    for one in results:
        if one.verdict.outcome == outcome:
            question = one.sample.question
            key = digest(f"gallery/{one.sample.id}")
            groups[f"{question.family}/{question.subtask}"].append((key, one.sample.id))
    order = [
        (rank, key, name)
        for members in groups.values()
        for rank, (key, name) in enumerate(sorted(members))
    ]
    return [name for _, _, name in sorted(order)]


def left_out(results: Sequence[Result], taken: Sequence[Result]) -> dict[str, tuple[int, int]]:
    """By outcome, how many are shown of how many."""
    whole, part = (Counter[str](one.verdict.outcome for one in some) for some in (results, taken))
    return {outcome: (part[outcome], whole[outcome]) for outcome in OUTCOMES}
