"""Accuracy by task and subtask against chance, and the subtasks where a run is worst."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from figloom.exam.folder import Result
from figloom.report.drawing import Point, forest
from figloom.report.lines import lines
from figloom.report.runs import Run
from figloom.report.section import Drawing, Fold, Part, Section
from figloom.report.table import Cell, Share, Table
from figloom.scores.tallies import Tally

_WORST = (8, 5, 3)
"""Subtasks of the one run, of each of two, of each of more."""
_FEWEST = 5
"""Scored questions of a subtask that is ranked."""


def section(runs: Sequence[Run]) -> Section:
    """Tasks in sight, subtasks folded."""
    parts: list[Part] = [Drawing(forest(_groups(runs, "task")), "By task")]
    names = _names(runs, "subtask")
    parts.append(
        Fold(f"All {len(names)} subtasks", (Drawing(forest(_groups(runs, "subtask"))),
                                            _table(runs, names)))
    )  # fmt: skip
    most = _WORST[min(len(runs), len(_WORST)) - 1]
    worst = [row for run in runs for row in _worst(run, most)]
    if worst:
        head = ("Run", "Subtask", "Scored", "Accuracy", "Chance", "Above chance")
        note = (
            f"The {most} subtasks of a run that are least above chance, of those with at least "
            f"{_FEWEST} scored questions, a wrong answer and a chance line."
        )
        parts.append(Table("worst", "Worst subtasks", head, worst, note))
    return Section("tasks", "Tasks", "Accuracy with its 95 % interval; the upright mark is chance.",
                   parts)  # fmt: skip


def _names(runs: Sequence[Run], by: str) -> list[str]:
    return sorted({name for run in runs for name in run.summary.by[by]})


def _groups(runs: Sequence[Run], by: str) -> list[tuple[str, list[Point]]]:
    members: defaultdict[tuple[int, str], list[Result]] = defaultdict(list)
    for at, run in enumerate(runs):
        for one in run.results:
            question = one.sample.question
            members[at, f"{question.family}/{getattr(question, by)}"].append(one)
    found = []
    for name in _names(runs, by):
        points = []
        for at, run in enumerate(runs):
            tally = run.summary.by[by].get(name)
            if tally is None:
                continue
            share = Share(tally.accuracy, tally.interval)
            guessed = lines(members[at, name], run.summary).chance
            points.append(Point(run.label, tally.accuracy, tally.interval, guessed, at, share.told))
        found.append((name, points))
    return found


def _table(runs: Sequence[Run], names: Sequence[str]) -> Table:
    rows: list[tuple[Cell, ...]] = []
    for name in names:
        for run in runs:
            tally = run.summary.by["subtask"].get(name)
            if tally is not None:
                chance = run.summary.chance[name]
                rows.append((
                    name, run.label, tally.n, tally.unscored,
                    Share(tally.accuracy, tally.interval), Share(tally.of_all),
                    Share(chance.line), Share(chance.majority),
                    Share(tally.score, tally.score_interval),
                ))  # fmt: skip
    head = ("Subtask", "Run", "Asked", "Unscored", "Accuracy", "Of all", "Chance", "Majority",
            "Score")  # fmt: skip
    return Table("subtasks", "By subtask", head, rows)


def _worst(run: Run, most: int) -> list[tuple[Cell, ...]]:
    ranked: list[tuple[float, str, Tally, float]] = []
    for name, tally in run.summary.by["subtask"].items():
        line = run.summary.chance[name].line
        if tally.accuracy is None or line is None or tally.right + tally.wrong < _FEWEST:
            continue
        if tally.wrong:
            ranked.append((tally.accuracy - line, name, tally, line))
    return [
        (run.label, name, tally.right + tally.wrong, Share(tally.accuracy, tally.interval),
         Share(line), Share(above, signed=True))
        for above, name, tally, line in sorted(ranked, key=lambda one: one[:2])[:most]
    ]  # fmt: skip
