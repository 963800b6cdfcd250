"""No change: the graph is shown as it is, for counting."""

from __future__ import annotations

from figloom.knowledge import Knowledge
from figloom.modify.slots import Versions
from figloom.registry import plugin
from figloom.seeds import Draw
from figloom.types import Facts, Graph


@plugin()
def keep(graph: Graph, source: Knowledge, draw: Draw) -> Versions:
    """Show the sample unchanged."""
    return (("main", Facts(graph, graph)),)
