"""The papers' own figures, in their tables' layouts."""

from __future__ import annotations

from collections.abc import Sequence

from figloom.report.layouts import layouts
from figloom.report.runs import Run
from figloom.report.section import Section


def section(runs: Sequence[Run]) -> Section | None:
    """None where the runs ask nothing of the kind."""
    tables = list(layouts(runs))
    if not tables:
        return None
    lead = "In percent, as the papers of M3STR, ChartBench and FlowCE define and lay them out."
    return Section("papers", "Published figures", lead, tables)
