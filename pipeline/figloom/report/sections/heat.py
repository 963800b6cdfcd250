"""Accuracy by what is drawn and what is asked: a heat map of type by task for each family."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence

from figloom.exam.folder import Result
from figloom.report import inert
from figloom.report.runs import Run
from figloom.report.section import Drawing, Fold, Section

KINDS = ("type", "structure", "size")
"""What says how a picture is made up, the first that a family has."""
_LEVELS = 10
_FEW = 5
_WIDE = 8
"""Subtasks that stand side by side; more are put together by task."""

_Cells = dict[tuple[str, str], list[int]]


def section(runs: Sequence[Run]) -> Section | None:
    """A map for each run and family; None where pictures have no type."""
    folds: list[Fold] = []
    for run in runs:
        for family in run.summary.by["family"]:
            members = [one for one in run.results if one.sample.question.family == family]
            kind = kind_of(members)
            drawn = _map(members, kind) if kind else ""
            if drawn:
                title = f"{run.label}: {family} by {kind}"
                folds.append(Fold(title, (Drawing(drawn),), not folds))
    if not folds:
        return None
    lead = f"Accuracy in percent of what was scored; cells of fewer than {_FEW} questions are pale."
    return Section("types", "Types by task", lead, folds)


def kind_of(results: Sequence[Result]) -> str:
    """The label that tells these pictures apart; empty where none does."""
    names = {name for one in results for name, _ in one.sample.tags}
    return next((kind for kind in KINDS if kind in names), "")


def drawn_as(labels: Mapping[str, str]) -> str:
    """What a picture is in words: its type, or `size 5`; empty where nothing tells."""
    kind = next((kind for kind in KINDS if kind in labels), "")
    return labels[kind] if kind == KINDS[0] else f"{kind} {labels.get(kind, '')}".strip()


def _map(results: Sequence[Result], kind: str) -> str:
    subtasks = {one.sample.question.subtask for one in results}
    by = "subtask" if len(subtasks) <= _WIDE else "task"
    cells: _Cells = defaultdict(lambda: [0, 0])
    for one in results:
        name = dict(one.sample.tags).get(kind)
        if name is None or one.verdict.outcome == "unscored":
            continue
        column = str(getattr(one.sample.question, by))
        for place in ((name, column), (name, ""), ("", column), ("", "")):
            cells[place][0] += one.verdict.outcome == "right"
            cells[place][1] += 1
    names = sorted({name for name, _ in cells if name}, key=_order)
    columns = sorted({column for _, column in cells if column})
    if not names:
        return ""
    head = "".join(f'<th scope="col">{inert.markup(_words(one))}</th>' for one in columns)
    rows = "".join(
        f'<tr><th scope="row"><bdi>{inert.markup(_words(name) or "all")}</bdi></th>'
        f"{''.join(_cell(cells, name, column) for column in (*columns, ''))}</tr>"
        for name in (*names, "")
        if name or len(names) > 1
    )
    return (
        '<div class="scroll" tabindex="0" role="region" aria-label="Heat map"><table class="heat">'
        f'<thead><tr><th scope="col">{kind}</th>{head}<th scope="col">all</th></tr></thead>'
        f"<tbody>{rows}</tbody></table></div>"
    )


def _cell(cells: _Cells, name: str, column: str) -> str:
    right, asked = cells.get((name, column), (0, 0))
    if not asked:
        return '<td class="none">·</td>'
    part = right / asked
    level = min(_LEVELS - 1, int(part * _LEVELS))
    few = " few" if asked < _FEW else ""
    edge = "" if name and column else " edge"
    return (
        f'<td class="h{level}{few}{edge}" title="{right} of {asked}">{100 * part:.0f}</td>'
    )  # fmt: skip


def _order(name: str) -> tuple[bool, float, str]:
    whole = name.isdecimal()
    return not whole, float(name) if whole else 0.0, name


def _words(name: str) -> str:
    return name.replace("_", " ")
