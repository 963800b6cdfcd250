"""The words around a flowchart: its title, the number of the figure, the names of lanes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from figloom.render.flows.engine import Attempt
from figloom.render.flows.looks import Look
from figloom.render.graphs.cells import Block, paragraph
from figloom.render.wrapping import clean, wrap
from figloom.types import Box, Dot, Flow

_CHARACTERS = 44
"""Of a title's line."""
_SIDE = 12
"""Characters of a lane's name where it stands at the left."""
_EM = 0.56
"""Mean width of a letter in ems."""
_AFTER = 0.8
"""Room between a title and the chart, in ems of the title."""


class Heading(NamedTuple):
    """A title or the number of the figure, and its centre."""

    role: str
    block: Block
    at: Dot


class Headings(NamedTuple):
    """The words around the chart and the room that they take, in pixels."""

    title: Block | None
    caption: Block | None
    names: tuple[Block, ...]
    lane: float
    """Height of the lanes' heads, or their width in a chart that runs sideways."""
    above: float
    under: float
    width: float
    place: str

    def placed(self, inner: Box, margin: float) -> tuple[Heading, ...]:
        """With their centres, for a chart that fills that box."""
        found = []
        middle = (inner[0] + inner[2]) / 2
        top = inner[3] + margin * 0.5
        for role, block in (("caption", self.caption), ("title", self.title)):
            if block is None:
                continue
            if role == "title" and self.place != "below":
                x = inner[0] + block.width / 2 if self.place == "left" else middle
                x = (
                    min(x, inner[2] - block.width / 2)
                    if block.width < inner[2] - inner[0]
                    else middle
                )
                found.append(Heading(role, block, (x, inner[1] - self.above + block.height / 2)))
            else:
                found.append(Heading(role, block, (middle, top + block.height / 2)))
                top += block.height
        return tuple(found)


def headings(
    flow: Flow, look: Look, attempt: Attempt, number: str, widths: Sequence[float]
) -> Headings:
    """Measure them; `number` is the caption, and `widths` are those of the lanes."""
    title = caption = None
    below = look.title == "below"
    if flow.title:
        lines = wrap(clean(flow.title), look.font, look.title_bold, _CHARACTERS)
        title = paragraph(clean(flow.title), lines, look.title_size)
    if number:
        lines = wrap(number, look.font, True, _CHARACTERS)
        caption = paragraph(number, lines, look.title_size)
    names = []
    for lane, width in zip(flow.lanes, widths, strict=True):
        size = look.label_size
        text = clean(lane.name)
        room = _SIDE if attempt.sideways else max(6, int((width - 12) / (size * _EM)))
        names.append(paragraph(text, wrap(text, look.font, True, room), size))
    head = 0.0
    if names:
        head = max(block.width if attempt.sideways else block.height for block in names)
        head = float(round(head + look.label_size * 0.9))
    above = title.height + _AFTER * look.title_size if title and not below else 0.0
    lines_under = [block.height for block in (caption, title if below else None) if block]
    under = sum(lines_under) + 0.5 * look.margin if lines_under else 0.0
    width = max((block.width for block in (title, caption) if block), default=0.0)
    return Headings(title, caption, tuple(names), head, above, under, width, look.title)
