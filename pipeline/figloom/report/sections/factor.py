"""How the effective factor, the score of lists of texts, is spread over the questions."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import fmean, median

from figloom.report.drawing import histogram
from figloom.report.runs import Run
from figloom.report.section import Drawing, Part, Section
from figloom.report.table import Cell, Share, Table

_BINS = 10
_MARKS = tuple(f"{at / _BINS:g}" if at % 5 == 0 else "" for at in range(_BINS + 1))


def section(runs: Sequence[Run]) -> Section | None:
    """None where no question asks for texts."""
    rows: list[tuple[Cell, ...]] = []
    drawn = []
    for at, run in enumerate(runs):
        scores = [
            one.verdict.score
            for one in run.results
            if one.sample.question.kind == "texts" and one.verdict.outcome != "unscored"
        ]
        if not scores:
            continue
        counts = [0] * _BINS
        for score in scores:
            counts[min(_BINS - 1, int(score * _BINS))] += 1
        drawn.append(histogram(run.label, counts, _MARKS, at))
        rows.append((
            run.label, len(scores), Share(fmean(scores), digits=3), Share(median(scores), digits=3),
            scores.count(0.0), scores.count(1.0),
        ))  # fmt: skip
    if not rows:
        return None
    head = ("Run", "Questions", "Mean", "Median", "At 0", "At 1")
    parts: list[Part] = [
        Drawing(f'<div class="grid">{"".join(drawn)}</div>'),
        Table("factor", "Effective factor", head, rows),
    ]
    lead = (
        "FlowCE's score of extracted texts, from 0 to 1: the share of the right ones that were "
        "found, less for each wrong one beside them. Scored questions only."
    )
    return Section("factor", "Effective factor", lead, parts)
