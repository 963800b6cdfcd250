"""Two runs compared on the samples that both have scored."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any

from figloom.exam.folder import Result
from figloom.scores.clusters import summed
from figloom.scores.holm import holm
from figloom.scores.intervals import Floats, Interval, bootstrap
from figloom.scores.signs import flipped

_WHOLE = "whole"


@dataclass(frozen=True, slots=True)
class Pair:
    """What two runs make of the same samples; shares in percent."""

    n: int
    """Samples that both have scored; all else is over these."""
    pictures: int
    unscored: tuple[int, int]
    """Samples in both runs that the first, and that the second, leaves unscored."""
    accuracy: tuple[float, float] | None
    """Of the first run and of the second; None where they have nothing in common."""
    difference: float | None
    """Second less first."""
    interval: Interval | None
    """Of the difference, by bootstrap of pictures."""
    only: tuple[int, int]
    """Samples that the first alone, and that the second alone, has right."""
    p: float
    """Exact sign-flip test of pictures; McNemar's exact test where each has one question."""
    p_holm: float | None = None
    """Corrected for all subtasks; None for the whole."""


@dataclass(frozen=True, slots=True)
class Paired:
    """A whole comparison."""

    whole: Pair
    subtasks: dict[str, Pair]
    alone: tuple[int, int]
    """Samples that the first run, and that the second, alone has."""

    def told(self) -> dict[str, Any]:
        """As JSON has it."""
        return asdict(self)


def paired(first: Iterable[Result], second: Iterable[Result]) -> Paired:
    """Compare two runs, joined by sample id, as a whole and by subtask."""
    one = {result.sample.id: result for result in first}
    two = {result.sample.id: result for result in second}
    both = [(one[name], two[name]) for name in one if name in two]
    groups: defaultdict[str, list[tuple[Result, Result]]] = defaultdict(list)
    for members in both:
        question = members[0].sample.question
        groups[f"{question.family}/{question.subtask}"].append(members)
    found = {name: _pair(groups[name], name) for name in sorted(groups)}
    judged = [name for name, pair in found.items() if pair.n]
    corrected = dict(zip(judged, holm([found[name].p for name in judged]), strict=True))
    return Paired(
        whole=_pair(both, _WHOLE),
        subtasks={name: replace(pair, p_holm=corrected.get(name)) for name, pair in found.items()},
        alone=(len(one) - len(both), len(two) - len(both)),
    )


def _pair(both: Sequence[tuple[Result, Result]], key: str) -> Pair:
    unscored = tuple(
        sum(members[side].verdict.outcome == "unscored" for members in both) for side in (0, 1)
    )
    told = [
        (a.sample.picture, (a.verdict.outcome == "right", b.verdict.outcome == "right", 1.0))
        for a, b in both
        if "unscored" not in (a.verdict.outcome, b.verdict.outcome)
    ]
    totals = summed(told, 3)
    right = totals.sum(0)
    n = len(told)

    def difference(sums: Floats) -> Floats:
        found: Floats = 100 * (sums[:, 1] - sums[:, 0]) / sums[:, 2]
        return found

    return Pair(
        n=n,
        pictures=len(totals),
        unscored=(unscored[0], unscored[1]),
        accuracy=(float(100 * right[0] / n), float(100 * right[1] / n)) if n else None,
        difference=float(difference(right[None])[0]) if n else None,
        interval=bootstrap(totals, difference, f"paired/{key}"),
        only=(sum(a > b for _, (a, b, _n) in told), sum(b > a for _, (a, b, _n) in told)),
        p=flipped(int(d) for d in totals[:, 1] - totals[:, 0]),
    )
