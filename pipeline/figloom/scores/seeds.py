"""Several runs of one model on datasets that differ in their seed: mean and spread."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from statistics import fmean, stdev
from typing import Any

from figloom.scores.intervals import Interval, t_quantile
from figloom.scores.summary import Summary


@dataclass(frozen=True, slots=True)
class Spread:
    """One figure over the seeds, in percent; every seed counts the same."""

    values: tuple[float, ...]
    mean: float
    deviation: float | None
    """Standard deviation between seeds; None of one seed."""
    interval: Interval | None
    """Of the mean over all seeds there could be, by Student's t."""


@dataclass(frozen=True, slots=True)
class Seeds:
    """Accuracies over seeds."""

    runs: int
    whole: Spread | None
    subtasks: dict[str, Spread]
    """Subtasks that every seed has scored."""
    published: dict[str, Spread]
    """The papers' overall figures that every seed has."""

    def told(self) -> dict[str, Any]:
        """As JSON has it."""
        return asdict(self)


def seeds(summaries: Sequence[Summary]) -> Seeds:
    """Mean and spread over the seeds of some summaries, one a run."""
    return Seeds(
        runs=len(summaries),
        whole=spread([one.whole.accuracy for one in summaries]),
        subtasks=_spreads([
            {name: tally.accuracy for name, tally in one.by["subtask"].items()}
            for one in summaries
        ]),
        published=_spreads([
            {name: paper.mean for name, paper in one.published.items()} for one in summaries
        ]),
    )  # fmt: skip


def spread(values: Sequence[float | None]) -> Spread | None:
    """Of one figure; None where a seed has no value."""
    known = [value for value in values if value is not None]
    if not known or len(known) < len(values):
        return None
    mean = fmean(known)
    if len(known) == 1:
        return Spread(tuple(known), mean, None, None)
    deviation = stdev(known)
    half = t_quantile(len(known) - 1) * deviation / math.sqrt(len(known))
    return Spread(tuple(known), mean, deviation, (max(0.0, mean - half), min(100.0, mean + half)))


def _spreads(told: Sequence[dict[str, float | None]]) -> dict[str, Spread]:
    found = {name: spread([one.get(name) for one in told]) for name in told[0]} if told else {}
    return {name: one for name, one in found.items() if one is not None}
