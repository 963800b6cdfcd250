"""Counts and shares of some results, with their intervals."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from figloom.exam.folder import Result
from figloom.scores.clusters import summed
from figloom.scores.intervals import Floats, Interval, bootstrap, share


@dataclass(frozen=True, slots=True)
class Tally:
    """What became of some questions; shares are in percent, None of nothing."""

    n: int
    pictures: int
    right: int
    wrong: int
    unscored: int
    faults: int
    """Of the unscored, those that got no reply at all."""
    accuracy: float | None
    """Right of what was scored."""
    interval: Interval | None
    """Of the accuracy: Wilson's at the effective size, clustered by picture."""
    of_all: float | None
    """Right of all questions: what has no verdict counts as not right."""
    score: float | None
    """Mean score of what was scored, where a metric gives more than 0 and 1; else None."""
    score_interval: Interval | None
    """By bootstrap of pictures."""


def tally(results: Sequence[Result], key: str) -> Tally:
    """The tally of some results; the draws of its bootstrap depend on the key."""
    outcomes = [one.verdict.outcome for one in results]
    right, wrong = outcomes.count("right"), outcomes.count("wrong")
    totals = summed(((one.sample.picture, _values(one)) for one in results), 3)
    graded = any(one.verdict.score not in (0.0, 1.0) for one in results if _scored(one))
    return Tally(
        n=len(results),
        pictures=len(totals),
        right=right,
        wrong=wrong,
        unscored=len(results) - right - wrong,
        faults=sum(bool(one.said.fault) for one in results),
        accuracy=100 * right / (right + wrong) if right + wrong else None,
        interval=share(totals[:, 0], totals[:, 1]),
        of_all=100 * right / len(results) if results else None,
        score=float(mean_score(totals.sum(0)[None])[0]) if graded else None,
        score_interval=bootstrap(totals, mean_score, f"{key}/score") if graded else None,
    )


def mean_score(sums: Floats) -> Floats:
    """Mean score in percent from sums of right, scored and scores (draws, 3)."""
    found: Floats = 100 * sums[:, 2] / sums[:, 1]
    return found


def _values(one: Result) -> tuple[float, float, float]:
    scored = _scored(one)
    return (one.verdict.outcome == "right", scored, one.verdict.score if scored else 0.0)


def _scored(one: Result) -> bool:
    return one.verdict.outcome != "unscored"
