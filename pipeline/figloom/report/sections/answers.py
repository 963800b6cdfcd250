"""Which answers are given for which: confusion matrices, Yes-rates, MCC, pairs and twins."""

from __future__ import annotations

from collections.abc import Sequence

from figloom.report import inert
from figloom.report.runs import Run
from figloom.report.section import Drawing, Fold, Part, Section
from figloom.report.table import Cell, Share, Table
from figloom.scores.classes import Classes

_LEVELS = 10
_HEAD = ("Questions", "Run", "Accuracy", "Balanced", "MCC", "Says Yes", "Is Yes")


def section(runs: Sequence[Run]) -> Section | None:
    """None where no question has few possible answers."""
    parts: list[Part] = []
    rates = _rates(runs, "kind")
    if rates:
        note = (
            "Balanced: mean over the right answers of the share given rightly. MCC: Matthews' "
            "correlation, 0 for guessing. Says Yes against Is Yes shows a bias."
        )
        parts.append(Table("yes_rate", "By kind of question", _HEAD, rates, note))
    rates = _rates(runs, "subtask")
    if rates:
        table = Table("yes_rate_subtasks", "By subtask", _HEAD, rates)
        parts.append(Fold("Balanced accuracy, MCC and Yes-rate by subtask", (table,)))
    parts += [
        Fold(f"Confusion: {run.label}", (Drawing(matrices),), at == 0)
        for at, run in enumerate(runs)
        if (matrices := _matrices(run))
    ]
    together = _together(runs)
    if together:
        titles = ("Together", "Run", "Groups", "Unscored", "All right")
        note = "Pairs share a picture; twins are two pictures that differ in one thing."
        parts.append(Table("together", "Right only together", titles, together, note))
    if not parts:
        return None
    return Section("answers", "Answers", "", parts)


def _rates(runs: Sequence[Run], by: str) -> list[tuple[Cell, ...]]:
    found: list[tuple[Cell, ...]] = []
    names = dict.fromkeys(name for run in runs for name in run.summary.classes[by])
    for name in sorted(names):
        for run in runs:
            one = run.summary.classes[by].get(name)
            if one is None or len(one.labels) < 2:
                continue
            tally = run.summary.by[by][name]
            found.append((
                name.replace("yes_no", "yes/no"), run.label, Share(tally.accuracy, tally.interval),
                Share(one.balanced, one.balanced_interval), Share(one.mcc, one.mcc_interval, 2),
                Share(one.yes_rate), Share(one.yes_labels),
            ))  # fmt: skip
    return found


def _together(runs: Sequence[Run]) -> list[tuple[Cell, ...]]:
    found: list[tuple[Cell, ...]] = [
        (f"{name}, {what}", run.label, one.n, one.unscored, Share(one.accuracy, one.interval))
        for what in ("pairs", "twins")
        for run in runs
        for name, one in getattr(run.summary, what).items()
    ]
    return sorted(found, key=lambda row: str(row[0]))


def _matrices(run: Run) -> str:
    found = "".join(
        f'<div><p class="legend">{kind.replace("_", "/")}</p>{_matrix(one)}</div>'
        for kind, one in run.summary.classes["kind"].items()
    )
    return f'<div class="beside">{found}</div>' if found else ""


def _matrix(one: Classes) -> str:
    """Rows are right answers, columns given ones; shaded by their part of the row."""
    heads = "".join(f'<th scope="col">{inert.markup(label)}</th>' for label in one.labels)
    rows = []
    for at, (label, counts) in enumerate(zip(one.labels, one.matrix, strict=True)):
        whole = sum(counts)
        cells = "".join(
            f'<td class="{_level(many, whole)}{" hit" if column == at else ""}">{many or "·"}</td>'
            for column, many in enumerate(counts[:-1])
        )
        left = f'<td class="left">{counts[-1] or "·"}</td>'
        if whole:
            name = inert.markup(label)
            rows.append(f'<tr><th scope="row">{name}</th>{cells}{left}</tr>')
    return (
        '<div class="scroll" tabindex="0" role="region" aria-label="Confusion matrix">'
        '<table class="heat matrix"><thead><tr><th scope="col">right \\ given</th>'
        f'{heads}<th scope="col">unscored</th></tr></thead><tbody>{"".join(rows)}</tbody>'
        "</table></div>"
    )


def _level(many: int, whole: int) -> str:
    return f"h{min(_LEVELS - 1, int(_LEVELS * many / whole))}" if many else "none"
