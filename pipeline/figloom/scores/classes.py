"""Figures of questions with few possible answers: confusion, balanced accuracy, MCC, Yes-rate."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

import numpy as np

from figloom.emit.answers import answer_text
from figloom.exam.folder import Result
from figloom.scores.clusters import counted
from figloom.scores.intervals import Floats, Interval, bootstrap

KINDS = ("yes_no", "choice", "integer")
OTHER = "other"
"""Whole numbers that are the right answer of no question."""
_MOST = 26
"""Labels of a matrix; more cannot be read."""


@dataclass(frozen=True, slots=True)
class Classes:
    """All in percent but the MCC, and all over what was scored; None where it has no value."""

    labels: tuple[str, ...]
    """Answers that are right or were given, in order."""
    matrix: tuple[tuple[int, ...], ...]
    """Counts: a row a right answer, a column a given one; the last column is what was unscored."""
    balanced: float | None
    """Mean over the right answers of the share that was given rightly."""
    balanced_interval: Interval | None
    mcc: float | None
    """Matthews' correlation, -1 to 1; of several classes Gorodkin's (2004)."""
    mcc_interval: Interval | None
    yes_rate: float | None
    """Share of replies that are Yes, where the answers are Yes and No."""
    yes_labels: float | None
    """Share of the same questions whose right answer is Yes."""


def classes(kind: str, results: Iterable[Result], key: str) -> Classes | None:
    """Figures of the questions of one kind; None for other kinds or more than 26 answers."""
    if kind not in KINDS:
        return None
    told = [(one, answer_text(one.sample.question)) for one in results]
    labels = _labels(kind, told)
    if not 0 < len(labels) <= _MOST:
        return None
    place, size = {label: at for at, label in enumerate(labels)}, len(labels)
    scored = [
        (one.sample.picture, place[truth], place.get(_given(one, truth), size - 1))
        for one, truth in told
        if one.verdict.outcome != "unscored"
    ]
    seen, unscored = np.zeros((size, size)), [0] * size
    for _, row, column in scored:
        seen[row, column] += 1
    for one, truth in told:
        unscored[place[truth]] += one.verdict.outcome == "unscored"
    cells = {cell: at for at, cell in enumerate(dict.fromkeys(spot[1:] for spot in scored))}
    totals = counted([(picture, cells[row, column]) for picture, row, column in scored], len(cells))
    at = np.array([row * size + column for row, column in cells], dtype=np.int64)

    def of(figure: Callable[[Floats], Floats]) -> Callable[[Floats], Floats]:
        def spread(drawn: Floats) -> Floats:
            square = np.zeros((len(drawn), size * size))
            square[:, at] = drawn
            return figure(square.reshape(-1, size, size))

        return spread

    yes = kind == "yes_no" and bool(scored)
    return Classes(
        labels=labels,
        matrix=tuple((*map(int, row), left) for row, left in zip(seen, unscored, strict=True)),
        balanced=_known(balanced(seen[None])),
        balanced_interval=bootstrap(totals, of(balanced), f"{key}/balanced"),
        mcc=_known(mcc(seen[None])),
        mcc_interval=bootstrap(totals, of(mcc), f"{key}/mcc"),
        yes_rate=float(100 * seen[:, 0].sum() / seen.sum()) if yes else None,
        yes_labels=float(100 * seen[0].sum() / seen.sum()) if yes else None,
    )


def balanced(matrices: Floats) -> Floats:
    """Balanced accuracy in percent of matrices (draws, labels, labels); a label that is never the
    right answer is left out."""
    asked = matrices.sum(2)
    with np.errstate(divide="ignore", invalid="ignore"):
        recall = np.where(asked > 0, np.diagonal(matrices, axis1=1, axis2=2) / asked, 0.0)
        found: Floats = 100 * recall.sum(1) / (asked > 0).sum(1)
    return found


def mcc(matrices: Floats) -> Floats:
    """Matthews' correlation of matrices; nan where all right or all given answers are one."""
    truth, said = matrices.sum(2), matrices.sum(1)
    n = truth.sum(1)
    same = np.trace(matrices, axis1=1, axis2=2)
    spread = (n * n - (truth * truth).sum(1)) * (n * n - (said * said).sum(1))
    with np.errstate(divide="ignore", invalid="ignore"):
        found: Floats = np.where(
            spread > 0, (same * n - (truth * said).sum(1)) / np.sqrt(spread), np.nan
        )
    return found


def _given(one: Result, truth: str) -> str:
    """The answer given; a right one as the question spells it."""
    return truth if one.verdict.outcome == "right" else one.verdict.extracted


def _labels(kind: str, told: list[tuple[Result, str]]) -> tuple[str, ...]:
    if kind == "yes_no":
        return ("Yes", "No") if told else ()
    truths = {truth for _, truth in told}
    given = {_given(one, truth) for one, truth in told if one.verdict.outcome != "unscored"}
    if kind == "choice":
        return tuple(sorted(truths | given))
    listed = sorted(truths, key=int)
    return (*listed, OTHER) if given - truths else tuple(listed)


def _known(found: Floats) -> float | None:
    return float(found[0]) if np.isfinite(found[0]) else None
