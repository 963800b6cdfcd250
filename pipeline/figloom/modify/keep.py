"""No change: what was sampled is shown as it is."""

from __future__ import annotations

from figloom.modify.slots import Versions
from figloom.registry import plugin
from figloom.seeds import Draw
from figloom.source import Source
from figloom.types import Facts, Shape


@plugin()
def keep(shape: Shape, source: Source, draw: Draw) -> Versions:
    """Show the sample unchanged."""
    return (("main", Facts(shape, shape)),)
