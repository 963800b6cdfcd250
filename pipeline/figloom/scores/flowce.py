"""FlowCE's five figures and their mean, from verdicts (arXiv 2406.10057, sections 3.3 and 4.1)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from figloom.types import Question, Verdict

Judged = tuple[Question, Verdict]
TASKS = ("verify", "extract", "locate", "reason", "summarise")


@dataclass(frozen=True, slots=True)
class Figures:
    """All in percent; None where nothing was asked."""

    verify: float | None
    """Accuracy of statements; a reply without a clear Yes or No is wrong."""
    yes_rate: float | None
    """Share of statements that were answered Yes."""
    extract: float | None
    """Mean effective factor of the questions."""
    pooled: float | None
    """The same over all texts together, long lists counting more."""
    locate: float | None
    reason: float | None
    summarise: float | None
    """On the judges' scale of one to ten, so that nothing falls below 10."""
    mean: float | None
    """Plain mean of the five; None where one is missing."""


def figures(judged: Iterable[Judged]) -> Figures:
    """The figures of some judged replies."""
    rows = list(judged)
    by_task: dict[str, list[Judged]] = {}
    for row in rows:
        by_task.setdefault(row[0].task, []).append(row)
    said, texts = by_task.get("verify", []), by_task.get("extract", [])
    verify, extract, locate, reason, summarise = (
        _mean([points(row) for row in by_task.get(task, [])]) for task in TASKS
    )
    return Figures(
        verify=verify,
        yes_rate=_mean([float(verdict.extracted == "Yes") for _, verdict in said]),
        extract=extract,
        pooled=_pooled(texts),
        locate=locate,
        reason=reason,
        summarise=summarise,
        mean=average(verify, extract, reason, locate, summarise),
    )


def points(row: Judged) -> float:
    """What one reply adds, 0 to 1; one without an answer adds nothing, a summary at least 0.1."""
    question, verdict = row
    if question.task == "verify":
        return float(verdict.outcome == "right")
    return (1 + 9 * verdict.score) / 10 if question.task == "summarise" else verdict.score


def average(*parts: float | None) -> float | None:
    """Plain mean of the five figures in percent; None where one is missing."""
    known = [part for part in parts if part is not None]
    return sum(known) / len(known) if known and len(known) == len(parts) else None


def _mean(scores: list[float]) -> float | None:
    return 100 * sum(scores) / len(scores) if scores else None


def _pooled(rows: list[Judged]) -> float | None:
    sizes = [len(q.answer) if isinstance(q.answer, tuple) else 1 for q, _ in rows]
    if not rows:
        return None
    held = sum(n * verdict.score for n, (_, verdict) in zip(sizes, rows, strict=True))
    return 100 * held / sum(sizes)
