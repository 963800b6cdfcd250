"""What a judge's opinions come to: points a task with their spread, beside what the rule says."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean

from figloom.exam.folder import Result
from figloom.judges.opinions import Opinion
from figloom.judges.rubrics import RUBRICS


@dataclass(frozen=True, slots=True)
class Row:
    """Opinions of one rubric on one task."""

    task: str
    rubric: str
    n: int
    points: float | None
    """Mean on the rubric's scale; None where answers were copied out."""
    share: float | None
    """Mean score in percent, by the judge."""
    proxy: float | None
    """Mean score in percent that the rule gives the same replies; None where it gives none."""
    spread: float | None
    """Mean standard deviation of the votes on a reply; None for one vote."""
    unread: int
    """Votes that gave no points, or a copy that answers nothing."""
    agreement: float | None
    """Percent of the replies scored by the rule too on which both say right, or both wrong."""
    compared: int
    """Replies that this is of."""


def rows(results: Sequence[Result], opinions: Mapping[str, Opinion]) -> list[Row]:
    """A row for each task and rubric, in order of name; `results` are those of the rule."""
    groups: defaultdict[tuple[str, str], list[tuple[Result, Opinion]]] = defaultdict(list)
    for one in results:
        opinion = opinions.get(one.sample.id)
        if opinion:
            question = one.sample.question
            groups[f"{question.family}/{question.task}", opinion.rubric].append((one, opinion))
    return [_row(task, name, groups[task, name]) for task, name in sorted(groups)]


def _row(task: str, name: str, members: list[tuple[Result, Opinion]]) -> Row:
    verdicts = [(one.verdict, opinion.verdict(one.sample)) for one, opinion in members]
    judged = [found.score for _, found in verdicts if found.outcome != "unscored"]
    ruled = [rule.score for rule, _ in verdicts if rule.outcome != "unscored"]
    both = [
        rule.outcome == found.outcome
        for rule, found in verdicts
        if "unscored" not in (rule.outcome, found.outcome)
    ]
    means = [opinion.mean for _, opinion in members if opinion.mean is not None]
    spreads = [opinion.spread for _, opinion in members
               if opinion.spread is not None and len(opinion.points) > 1]  # fmt: skip
    return Row(
        task=task,
        rubric=name,
        n=len(members),
        points=None if RUBRICS[name].copies or not means else fmean(means),
        share=100 * fmean(judged) if judged else None,
        proxy=100 * fmean(ruled) if ruled else None,
        spread=fmean(spreads) if spreads else None,
        unread=sum(opinion.unread(one.sample) for one, opinion in members),
        agreement=100 * fmean(both) if both else None,
        compared=len(both),
    )
