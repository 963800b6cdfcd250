"""Questions that are right only together: pairs on one picture, twins on two."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass

from figloom.exam.folder import Result
from figloom.scores.clusters import summed
from figloom.scores.intervals import Interval, share

_VARIANT = "variant:"


@dataclass(frozen=True, slots=True)
class Together:
    """Groups of questions, each judged as a whole: one wrong answer makes it wrong, else one
    without verdict leaves it unscored."""

    n: int
    right: int
    wrong: int
    unscored: int
    accuracy: float | None
    """Percent of what was scored."""
    interval: Interval | None
    """Clustered by item."""


def pairs(results: Iterable[Result]) -> Together:
    """Groups of questions on one picture, such as a true statement and a false one."""
    found: defaultdict[tuple[str, str], list[Result]] = defaultdict(list)
    for one in results:
        if one.sample.question.group:
            found[one.sample.picture, one.sample.question.group].append(one)
    return _judged(members for members in found.values() if len(members) > 1)


def twins(results: Iterable[Result]) -> Together:
    """Groups of questions on several pictures of one item that differ in what they show.

    Variants show the same in another way: they are compared, not scored together.
    """
    found: defaultdict[tuple[str, str], list[Result]] = defaultdict(list)
    for one in results:
        if one.sample.question.group and not one.sample.role.startswith(_VARIANT):
            found[one.sample.item, one.sample.question.group].append(one)
    return _judged(
        members for members in found.values() if len({one.sample.picture for one in members}) > 1
    )


def _judged(groups: Iterable[list[Result]]) -> Together:
    told = [(members[0].sample.item, _outcome(members)) for members in groups]
    right, wrong, unscored = (
        sum(outcome == wanted for _, outcome in told) for wanted in ("right", "wrong", "unscored")
    )
    totals = summed(
        ((item, (outcome == "right", outcome != "unscored")) for item, outcome in told), 2
    )
    return Together(
        n=len(told),
        right=right,
        wrong=wrong,
        unscored=unscored,
        accuracy=100 * right / (right + wrong) if right + wrong else None,
        interval=share(totals[:, 0], totals[:, 1]),
    )


def _outcome(members: list[Result]) -> str:
    outcomes = {one.verdict.outcome for one in members}
    return next(name for name in ("wrong", "unscored", "right") if name in outcomes)
