"""What a judge says beside what the rule says, where a judge has been asked."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from figloom.judges.figures import rows
from figloom.report.runs import Run
from figloom.report.section import Section
from figloom.report.table import Cell, Share, Table
from figloom.scores.run import verdict


def section(runs: Sequence[Run]) -> Section | None:
    """None without opinions."""
    found: list[tuple[Cell, ...]] = []
    for run in runs:
        asked = [one for one in run.results if one.sample.id in run.opinions]
        ruled = [replace(one, verdict=verdict(one.sample, one.said)) for one in asked]
        judges = ", ".join(sorted({run.opinions[one.sample.id].judge for one in asked}))
        found += [
            (one.task, run.label, judges, one.rubric, one.n, Share(one.points, digits=2),
             Share(one.share), Share(one.proxy), Share(one.spread, digits=2), one.unread,
             Share(one.agreement), one.compared)
            for one in rows(ruled, run.opinions)
        ]  # fmt: skip
    if not found:
        return None
    head = ("Task", "Run", "Judge", "Rubric", "Replies", "Points", "Judge %", "Rule %", "Spread",
            "Unread", "Agree %", "Compared")  # fmt: skip
    note = (
        "Points on the rubric's scale. Rule: the score without a judge of the same replies. "
        "Spread: deviation between votes on a reply. Agree: replies that both score on which "
        "both say right, or both wrong."
    )
    lead = "Verdicts of the rule stand; the judge decides only what the rule left open."
    return Section("judges", "Judge beside rule", lead,
                   (Table("judges", "Judge beside rule", head, found, note),))  # fmt: skip
