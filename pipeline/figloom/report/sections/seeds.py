"""One model on several seeds of a recipe: mean and spread."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Sequence

from figloom.report.runs import Run
from figloom.report.section import Section
from figloom.report.table import Cell, Share, Table
from figloom.scores.seeds import Spread, seeds

_SEEDED = re.compile(r"(.+)-s(-?\d+)")
_PAPERS = {"m3str": "M3STR", "chartbench": "ChartBench", "flowce": "FlowCE"}


def section(runs: Sequence[Run]) -> Section | None:
    """None where no two runs differ in the seed of their dataset alone, which its name tells."""
    groups: defaultdict[tuple[str, ...], list[Run]] = defaultdict(list)
    for run in runs:
        named = _SEEDED.fullmatch(run.dataset)
        if named and run.checksum not in {one.checksum for one in groups[named[1], run.control,
                                                                         *run.kin]}:  # fmt: skip
            groups[named[1], run.control, *run.kin].append(run)
    rows = [row for (stem, *_), members in groups.items() if len(members) > 1
            for row in _rows(stem, members)]  # fmt: skip
    if not rows:
        return None
    head = ("Model", "Recipe", "Figure", "Seeds", "Mean", "Deviation", "Least", "Most")
    note = "Each seed counts the same. The interval of the mean is Student's t over seeds."
    lead = "Runs that differ in the seed of their dataset alone."
    return Section("seeds", "Seeds", lead,
                   (Table("seeds", "Mean and spread over seeds", head, rows, note),))  # fmt: skip


def _rows(stem: str, members: Sequence[Run]) -> list[tuple[Cell, ...]]:
    found = seeds([run.summary for run in members])
    told: list[tuple[str, Spread]] = [("accuracy", found.whole)] if found.whole else []
    told += [(_PAPERS[name], one) for name, one in found.published.items()]
    told += [*found.subtasks.items()]
    model = " · ".join(part for part in (members[0].model, members[0].control) if part)
    return [
        (model, stem, name, len(one.values), Share(one.mean, one.interval), Share(one.deviation),
         Share(min(one.values)), Share(max(one.values)))
        for name, one in told
    ]  # fmt: skip
