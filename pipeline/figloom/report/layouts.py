"""The papers' tables: M3STR's seven columns, ChartBench's by family and task, FlowCE's five."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import replace

from figloom.exam.folder import Result
from figloom.report.runs import Run
from figloom.report.table import Best, Cell, Share, Table
from figloom.scores import flowce
from figloom.scores.figures import Figures
from figloom.scores.pairs import Judged, figures
from figloom.scores.published import M3STR

_M3STR_HEAD = ("Entity", "Relation", "Entity", "Relation", "Mix", "Entity", "Relation")
_FLOWCE_HEAD = {"verify": "Verification", "extract": "Extraction", "locate": "Localisation",
                "reason": "Reasoning", "summarise": "Summary"}  # fmt: skip
_REGULAR = ("line", "bar", "pie")
_EXTRA = ("area", "box", "radar", "scatter", "node_link", "combination")
_FAMILIES = {"stock": "box", "node": "node_link"}
"""Families that ChartBench counts under another name."""
_TASKS = {"recognise": "CR", "value": "VE", "compare": "VC", "overall": "GC"}
_COUNTED = "As in the paper, a reply without an answer is wrong; what got no reply is in no figure."


def layouts(runs: Sequence[Run]) -> Iterator[Table]:
    """The tables of every paper of which at least one run has a part."""
    if any("m3str" in run.summary.published for run in runs):
        yield _fair(_m3str(runs), runs)
    if any("chartbench" in run.summary.published for run in runs):
        yield from (_fair(table, runs) for table in _chartbench(runs))
    if any("flowce" in run.summary.published for run in runs):
        yield _fair(_flowce(runs), runs)


def _fair(table: Table, runs: Sequence[Run]) -> Table:
    """No best value among runs on different datasets."""
    return table if len({run.checksum for run in runs}) == 1 else replace(table, best=())


def _m3str(runs: Sequence[Run]) -> Table:
    return Table(
        "m3str", "M3STR: accuracy of seven subtasks and their mean",
        ("Model", *_M3STR_HEAD, "Overall"), list(_published(runs, "m3str", M3STR)), _COUNTED,
        ("", *["most"] * 8),  # type: ignore[arg-type]
        (("", 1), ("Count", 2), ("Detect", 3), ("Complete", 2), ("", 1)),
    )  # fmt: skip


def _flowce(runs: Sequence[Run]) -> Table:
    note = (
        f"{_COUNTED} Verification: accuracy. Extraction: mean effective factor. The others by "
        "points; a dimension that needs a judge and had none is left open."
    )
    return Table(
        "flowce", "FlowCE: five dimensions and their mean",
        ("Model", *(_FLOWCE_HEAD[task] for task in flowce.TASKS), "Mean"),
        list(_published(runs, "flowce", flowce.TASKS)), note,
        ("", *["most"] * 6),  # type: ignore[arg-type]
    )  # fmt: skip


def _published(
    runs: Sequence[Run], paper: str, columns: Sequence[str]
) -> Iterator[tuple[Cell, ...]]:
    for run in runs:
        found = run.summary.published.get(paper)
        if found is not None:
            parts = (Share(found.parts[name], digits=2) for name in columns)
            yield run.label, *parts, Share(found.mean, found.interval, 2)


def _chartbench(runs: Sequence[Run]) -> Iterator[Table]:
    told = {run.label: _charts(run) for run in runs if "chartbench" in run.summary.published}
    known = {family for found in told.values() for family in found}
    regular = [name for name in _REGULAR if name in known]
    extra = [name for name in _EXTRA if name in known]
    extra += sorted(known - {*regular, *extra})
    for name, title, best in (("acc_plus", "Acc+", "most"), ("cor", "CoR", "least"),
                              ("nqa", "NQA", "most")):  # fmt: skip
        yield _by_family(told, name, title, best, regular, extra)  # type: ignore[arg-type]
    yield _by_task(told)


_Charts = dict[str, list[Judged]]


def _charts(run: Run) -> _Charts:
    """Judged questions by family as ChartBench has them."""
    found: defaultdict[str, list[Judged]] = defaultdict(list)
    for one in run.results:
        if one.sample.question.family == "charts" and not one.said.fault:
            family = dict(one.sample.tags).get("family", "other")
            found[_FAMILIES.get(family, family)].append(_judged(one))
    return dict(found)


def _judged(one: Result) -> Judged:
    return Judged(one.sample.picture, one.sample.question, one.verdict)


def _by_family(
    told: dict[str, _Charts], name: str, title: str, best: Best, regular: list[str],
    extra: list[str],
) -> Table:  # fmt: skip
    groups: list[tuple[str, list[str]]] = [
        *((one, [one]) for one in regular), ("Regular", regular),
        *((one, [one]) for one in extra), ("Extra", extra), ("All", [*regular, *extra]),
    ]  # fmt: skip
    groups = [group for group in groups if group[1]]
    rows: list[tuple[Cell, ...]] = [
        (label, *(_share(figures(j for one in names for j in found.get(one, ())), name)
                  for _, names in groups))
        for label, found in told.items()
    ]  # fmt: skip
    note = "Stock charts count as box charts, as in the paper." if name == "acc_plus" else ""
    wide = [many for many in (("Regular", len(regular) + 1), ("Extra", len(extra) + 1))
            if many[1] > 1]  # fmt: skip
    return Table(
        f"chartbench_{name}", f"ChartBench: {title} by family",
        ("Model", *(_title(one) for one, _ in groups)), rows, note,
        ("", *[best] * len(groups)), (("", 1), *wide, ("", 1)),
    )  # fmt: skip


def _by_task(told: dict[str, _Charts]) -> Table:
    rows: list[tuple[Cell, ...]] = []
    for label, found in told.items():
        judged = [one for members in found.values() for one in members]
        whole = figures(judged)
        cells: list[Cell] = [label]
        for subtask in _TASKS:
            part = figures(one for one in judged if one.question.subtask == subtask)
            cells += [_share(part, "acc_plus"), _share(part, "cor")]
        names = ("acc_plus", "cor", "accuracy", "nqa", "final")
        rows.append((*cells, *(_share(whole, name) for name in names)))
    head = ("Model", *["Acc+", "CoR"] * 5, "Accuracy", "NQA", "Final")
    best: list[Best] = ["", *(["most", "least"] * 5), "most", "most", "most"]  # type: ignore[list-item]
    spanned = (("", 1), *((title, 2) for title in _TASKS.values()), ("All", 2), ("", 3))
    note = (
        "CR: chart recognition, VE: value extraction, VC: value comparison, GC: global "
        "conception. Acc+: both statements of a pair right. CoR: the same answer to both. "
        "Final: 0.8 Acc+ and 0.2 NQA. Pairs with an unscored answer are left out."
    )
    return Table("chartbench_tasks", "ChartBench: by task", head, rows, note, tuple(best), spanned)


def _share(found: Figures, name: str) -> Share:
    value: float | None = getattr(found, name)
    return Share(value, digits=2)


def _title(name: str) -> str:
    return name.replace("_", "-").capitalize()
