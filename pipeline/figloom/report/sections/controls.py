"""What a control takes away: its drop from the full setting, item by item; and models paired."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

from figloom.report.drawing import Point, differences, forest
from figloom.report.runs import Run
from figloom.report.section import Drawing, Fold, Section
from figloom.report.table import NOTHING, Cell, Share, Table
from figloom.scores.holm import holm
from figloom.scores.paired import Pair, Paired, paired

_MOST = 6
"""Runs of which every two are compared."""
_HEAD = ("Control", "Paired", "Full", "Control", "Difference", "Only full", "Only control", "p",
         "Holm")  # fmt: skip
_TEST = (
    "Over the questions that both have scored. Intervals by bootstrap of pictures; p by the exact "
    "sign-flip test of pictures, which is McNemar's where each has one question"
)


@dataclass(frozen=True, slots=True)
class Compared:
    """Two runs on the same samples, the second less the first."""

    first: Run
    second: Run
    found: Paired


def against_full(runs: Sequence[Run]) -> list[Compared]:
    """Every run under a control with the full run of the same model, dataset and settings."""
    full: dict[tuple[str, tuple[str, str]], Run] = {}
    for run in runs:
        if not run.control:
            full.setdefault((run.checksum, run.kin), run)
    return [
        Compared(base, run, paired(base.results, run.results))
        for run in runs
        if run.control and (base := full.get((run.checksum, run.kin))) is not None
    ]


def section(runs: Sequence[Run], told: Sequence[Compared]) -> Section | None:
    """None where no run is under a control; `told` is of `against_full`."""
    under = [run for run in runs if run.control]
    if not under:
        return None
    known = {id(one.second) for one in told}
    alone = [run.label for run in under if id(run) not in known]
    lead = "Each run under a control, paired item by item with the run in the full setting."
    if alone:
        lead += f" Without such a run in this report: {', '.join(alone)}."
    if not told:
        return Section("controls", "Controls", lead, ())
    corrected = holm([one.found.whole.p for one in told])
    rows = [
        _row(one.second.label, one.found.whole, p) for one, p in zip(told, corrected, strict=True)
    ]
    return Section("controls", "Controls", lead, (
        Drawing(_drawn(told, runs), "Change from the full setting"),
        Table("controls", "Controls against the full setting", _HEAD, rows,
              f"{_TEST}; Holm: corrected for all controls."),
        *(Fold(f"{one.second.label}: by subtask", (_subtasks(one, at),))
          for at, one in enumerate(told)),
    ))  # fmt: skip


def models(runs: Sequence[Run]) -> Section | None:
    """Every two runs on one dataset that differ in more than their control."""
    full = [run for run in runs if not run.control]
    pairs = [(a, b) for a, b in combinations(full[:_MOST], 2) if a.checksum == b.checksum]
    told = [Compared(a, b, paired(a.results, b.results)) for a, b in pairs]
    told = [one for one in told if one.found.whole.n]
    if not told:
        return None
    corrected = holm([one.found.whole.p for one in told])
    rows = [_row(f"{one.second.label} − {one.first.label}", one.found.whole, p)
            for one, p in zip(told, corrected, strict=True)]  # fmt: skip
    head = ("B − A", "Paired", "A", "B", "Difference", "Only A", "Only B", "p", "Holm")
    left = f" The first {_MOST} runs are compared." if len(full) > _MOST else ""
    return Section("paired", "Run against run", "Two runs on the same questions, paired by item.", (
        Drawing(_drawn(told, runs, both=True), "B less A"),
        Table("models", "Runs compared", head, rows,
              f"{_TEST}; Holm: corrected for all rows.{left}"),
    ))  # fmt: skip


def _drawn(told: Sequence[Compared], runs: Sequence[Run], both: bool = False) -> str:
    points = []
    for one in told:
        whole = one.found.whole
        share = Share(whole.difference, whole.interval, signed=True)
        label = f"{one.second.label} − {one.first.label}" if both else one.second.label
        series = next(at for at, run in enumerate(runs) if run is one.second)
        points.append(Point(label, whole.difference, whole.interval, None, series, share.told))
    ends = [end for point in points for end in (point.value, *(point.interval or ())) if end]
    return forest([("", points)], differences(ends))


def _row(label: str, pair: Pair, p_holm: float | None) -> tuple[Cell, ...]:
    first, second = pair.accuracy or (None, None)
    return (
        label, pair.n, Share(first), Share(second),
        Share(pair.difference, pair.interval, signed=True), *pair.only, _p(pair.p), _p(p_holm),
    )  # fmt: skip


def _subtasks(one: Compared, at: int) -> Table:
    rows = [_row(name, pair, pair.p_holm) for name, pair in one.found.subtasks.items() if pair.n]
    head = ("Subtask", *_HEAD[1:])
    return Table(f"control_{at + 1}", f"{one.second.label}, by subtask", head, rows)


def _p(value: float | None) -> str:
    if value is None:
        return NOTHING
    return "<0.001" if value < 0.001 else f"{value:.3f}"
