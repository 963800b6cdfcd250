"""No change: the flowchart is shown as it is."""

from __future__ import annotations

from figloom.registry import plugin
from figloom.seeds import Draw
from figloom.stories import Stories
from figloom.types import Facts, Flow

Versions = tuple[tuple[str, Facts], ...]


@plugin()
def as_is(flow: Flow, source: Stories, draw: Draw) -> Versions:
    """Show the flowchart unchanged."""
    return (("main", Facts(flow, flow)),)
