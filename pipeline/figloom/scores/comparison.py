"""A ChartBench reply file in two columns: as its authors count, and with their faults mended."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass

from figloom.scores.chartbench import Row
from figloom.scores.figures import Figures, tally
from figloom.scores.judging import FAULTS, LABELS, RING, Outcome, has_wrong_axis, judge
from figloom.terminal import counted

Place = tuple[str, str]
"""What is broken down by, and the name there; ("all", "all") for the whole."""

_WHOLE: Place = ("all", "all")
_SHOWN_AT: dict[str, Place] = {RING: ("family", "pie"), LABELS: ("labels", "yes")}
"""Faults of the grouping leave the whole as it is; this is where they show."""
_BY = ("all", "task", "set", "family", "labels", "type")
_TASKS = ("CR", "VE", "VC", "GC", "NQA")


@dataclass(frozen=True, slots=True)
class Difference:
    """What mending one fault does, all before it being mended already."""

    fault: str
    reason: str
    rows: int
    """Rows whose judgement or place it changes."""
    place: Place
    before: Figures
    after: Figures


@dataclass(frozen=True, slots=True)
class Comparison:
    """All figures of a file."""

    rows: int
    questions: int
    """Distinct ids."""
    published: dict[Place, Figures]
    corrected: dict[Place, Figures]
    differences: tuple[Difference, ...]
    remarks: tuple[str, ...]
    """What is known to be wrong and is not mended."""


def compare(rows: Sequence[Row], report: Callable[[int, int], None] | None = None) -> Comparison:
    """Judge all rows with no fault mended, then with one more each time.

    `report` is called with the rows judged and all to be judged.
    """
    names = list(FAULTS)
    outcomes = []
    for done in range(len(names) + 1):
        outcomes.append(judged(rows, names[:done]))
        if report is not None:
            report((done + 1) * len(rows), (len(names) + 1) * len(rows))
    steps = [by_place(step) for step in outcomes]
    differences = []
    for number, fault in enumerate(names):
        place = _SHOWN_AT.get(fault, _WHOLE)
        before, after = outcomes[number], outcomes[number + 1]
        differences.append(
            Difference(
                fault=fault,
                reason=FAULTS[fault],
                rows=sum(a != b for a, b in zip(before, after, strict=True)),
                place=place,
                before=steps[number].get(place, Figures()),
                after=steps[number + 1].get(place, Figures()),
            )
        )
    return Comparison(
        rows=len(rows),
        questions=len({row.id for row in rows}),
        published=steps[0],
        corrected=steps[-1],
        differences=tuple(differences),
        remarks=_remarks(rows),
    )


def judged(rows: Iterable[Row], mended: Collection[str]) -> list[Outcome]:
    """The outcome of every row, in order."""
    return [judge(row, mended) for row in rows]


def by_place(outcomes: Iterable[Outcome]) -> dict[Place, Figures]:
    """Figures of the whole and of every task, family, type ..., in a fixed order."""
    groups: defaultdict[Place, list[Outcome]] = defaultdict(list)
    for outcome in outcomes:
        for place in outcome.places:
            groups[place].append(outcome)
    return {
        place: tally(
            (pair for one in groups[place] for pair in one.pairs),
            (right for one in groups[place] for right in one.numbers),
        )
        for place in sorted(groups, key=_order)
    }


def _order(place: Place) -> tuple[int, int, str]:
    by, name = place
    return _BY.index(by), _TASKS.index(name) if name in _TASKS else 0, name


def _remarks(rows: Iterable[Row]) -> tuple[str, ...]:
    wrong = sum(has_wrong_axis(row) and not row.repeated for row in rows)
    if not wrong:
        return ()
    return (
        f"{counted(wrong, 'question')} on 100 % stacks and areas: labels are shares along the x "
        "axis, not in the stack; without the tables they cannot be mended, so they stay as they "
        "are in both columns.",
    )
