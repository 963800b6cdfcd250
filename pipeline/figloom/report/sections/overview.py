"""All runs side by side: accuracy with its interval and chance, and what could not be scored."""

from __future__ import annotations

from collections.abc import Sequence

from figloom.report.drawing import Point, bars, forest
from figloom.report.lines import lines
from figloom.report.runs import Run
from figloom.report.section import Drawing, Section
from figloom.report.table import NOTHING, Cell, Share, Table, without_empty
from figloom.scores.run import RULE
from figloom.scores.telling import judges

_JUDGED = "By judge"
_NOTE = (
    "Accuracy is of what was scored; of all, the unscored count as not right. Score is the mean "
    "where a metric gives more than right and wrong. Intervals are 95 %, "
    "clustered by picture. Chance is even guessing, or, of open answers, guessing as the answers "
    "are spread; majority is the answer that is right most often; both by subtask, on average, "
    "where an answer that nobody guesses counts as 0."
)


def section(runs: Sequence[Run]) -> Section:
    """The first section of every report."""
    points = []
    rows: list[tuple[Cell, ...]] = []
    for at, run in enumerate(runs):
        whole, guessed = run.summary.whole, lines(run.results, run.summary)
        accuracy = Share(whole.accuracy, whole.interval)
        points.append(Point(run.label, whole.accuracy, whole.interval, guessed.chance, at,
                            accuracy.told))  # fmt: skip
        unscored = Share(100 * whole.unscored / whole.n if whole.n else None)
        rows.append((
            run.label, whole.n, whole.pictures, whole.unscored, unscored, whole.faults,
            whole.n - run.summary.judged_by.get(RULE, 0), accuracy, Share(whole.of_all),
            Share(guessed.chance), Share(guessed.majority), Share(whole.score),
        ))  # fmt: skip
    head = ("Run", "Questions", "Pictures", "Unscored", "%", "No reply", _JUDGED, "Accuracy",
            "Of all", "Chance", "Majority", "Score")  # fmt: skip
    always = [title for title in head if title not in (_JUDGED, "Score")]
    table = without_empty(Table("overview", "All runs", head, rows, _NOTE), always)
    outcomes = [
        (run.label, [("right", whole.right), ("wrong", whole.wrong), ("unscored", whole.unscored)])
        for run in runs
        for whole in (run.summary.whole,)
    ]
    return Section("overview", "Overview", _lead(runs), (
        Drawing(_legend() + forest([("", points)]), "Accuracy", _judges(runs)),
        Drawing(bars(outcomes), "What became of the questions"),
        table,
    ))  # fmt: skip


def _legend() -> str:
    return (
        '<p class="legend"><span><svg width="34" height="12" aria-hidden="true"><line class="span '
        's0" x1="1" x2="33" y1="6" y2="6"/><circle class="dot s0" cx="17" cy="6" r="4.5"/></svg> '
        'accuracy, 95 % interval</span> <span><svg width="10" height="14" aria-hidden="true"><line '
        'class="chance" x1="5" x2="5" y1="0" y2="14"/></svg> chance</span></p>'
    )


def _judges(runs: Sequence[Run]) -> str:
    """Whose verdicts are in the accuracy besides those of the rule; empty where there are none."""
    return " ".join(
        f"{f'{run.label}: t' if len(runs) > 1 else 'T'}he accuracy includes {line}."
        for run in runs
        for line in judges(run.summary)
    )


def _lead(runs: Sequence[Run]) -> str:
    sets = list(dict.fromkeys(run.dataset for run in runs))
    what = "One run" if len(runs) == 1 else f"{len(runs)} runs"
    where = sets[0] if len(sets) == 1 else f"{len(sets)} datasets ({', '.join(sets)})"
    many = sum(run.summary.whole.n for run in runs)
    return f"{what} on {where or NOTHING}: {many:,} questions, each right, wrong or unscored."
