"""Who can draw a flowchart: each renderer is a module of its own in this folder.

A module called `<name>.py` holds a `RENDERER`; nothing else is to be edited.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache

from figloom.later import Later
from figloom.render.flows.looks import Direction, Look, Palette
from figloom.types import Declined, Flow, Mark, Picture


@dataclass(frozen=True, slots=True)
class Task:
    """What is to be drawn, and how."""

    flow: Flow
    look: Look
    palette: Palette
    fills: dict[str, str]
    """The code of each colour's name."""
    direction: Direction
    allowed: tuple[Direction, ...]
    """Other directions that may be tried."""
    number: str
    """The figure's number, as it is written: "Fig. 3"."""
    min_text: float
    """Least em in pixels at one megapixel."""
    style: str

    def picture(self, png: bytes, width: int, height: int, marks: tuple[Mark, ...]) -> Picture:
        """The finished picture, with the ids of all that is drawn."""
        flow = self.flow
        drawn = tuple(part.id for group in (flow.nodes, flow.edges, flow.lanes) for part in group)
        return Picture(png, width, height, marks, drawn=drawn, style=self.style)


@dataclass(frozen=True, slots=True)
class Renderer:
    """A name and the function that draws; work done in batches is handed back as `Later`."""

    name: str
    draw: Callable[[Task], Picture | Declined | Later]


@cache
def renderer(name: str) -> Renderer:
    """The renderer of that name."""
    found: Renderer = importlib.import_module(f"figloom.render.flows.{name}").RENDERER
    return found
