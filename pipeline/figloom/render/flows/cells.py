"""What stands in each figure and on each arrow, measured before anything is laid out."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from figloom.render.flows.figures import around
from figloom.render.flows.looks import Look
from figloom.render.fonts import missing
from figloom.render.graphs.cells import Block, Tag, painted, paragraph
from figloom.render.wrapping import clean, wrap
from figloom.types import Declined, Dot, Figure, Flow

_LINES = 5
"""A text of more lines is too long to read at a glance."""
_NARROW = 0.8
"""Part of the usual line that a text in a diamond may have."""
_BOXES = ("rectangle", "rounded", "double", "cylinder", "document", "parallelogram", "stadium")
_SIDE, _UP = 0.3, 0.25
"""Room around the text of an arrow, in ems: at both sides, and above and below."""
_NUMBER = 0.82
"""Size of the number on a disc, by the size of texts."""


class Cell(NamedTuple):
    """A step: its figure and size, and where its texts stand from its centre."""

    figure: Figure
    width: float
    height: float
    text: Block | None
    text_at: Dot
    tag: Block | None
    tag_at: Dot
    """Of a number before the text; others find their place in the scene."""
    tagged: str
    """How: `disc`, `before`, `lead`, or nothing."""


def cells(flow: Flow, look: Look) -> tuple[list[Cell], list[Tag | None]] | Declined:
    """Cells of the steps and texts of the arrows, in order, or why a text cannot be drawn."""
    texts = [clean(node.text) for node in flow.nodes]
    words = [clean(edge.text) for edge in flow.edges]
    told = (*texts, *words, *(node.tag for node in flow.nodes), flow.title)
    for text in (*told, *(lane.name for lane in flow.lanes)):
        if lacking := missing(text, look.font):
            return Declined("no glyph", f"no glyph for {lacking!r} in {text!r}")
    made = [
        _cell(text, node.figure, node.tag, look)
        for text, node in zip(texts, flow.nodes, strict=True)
    ]
    tags = [_tag(text, look) if text else None for text in words]
    blocks = [cell.text for cell in made if cell.text] + [tag.block for tag in tags if tag]
    for block in blocks:
        if len(block.lines) > _LINES:
            return Declined("label too long", block.text)
    return made, tags


def line_of(text: str, look: Look, size: float, bold: bool) -> Block:
    """A text on one line."""
    return paragraph(text, wrap(text, look.font, bold, len(text) + 40), size)


@lru_cache(maxsize=2048)
def _tag(text: str, look: Look) -> Tag:
    size = look.label_size
    block = paragraph(text, wrap(text, look.font, False, look.label_wrap), size)
    wide, high = block.width + 2 * _SIDE * size, block.height + _UP * size
    return Tag(block, wide, high, painted(block))


@lru_cache(maxsize=4096)
def _cell(text: str, figure: Figure, tag: str, look: Look) -> Cell:
    block = number = None
    wide = high = shift = 0.0
    tagged = _sort(tag, look)
    if text:
        characters = round(look.wrap * (_NARROW if figure == "diamond" else 1.0))
        block = paragraph(text, wrap(text, look.font, look.bold, characters), look.size)
        wide, high = block.width, block.height
    if tagged == "before":
        number = line_of(f"{tag}.", look, look.size, look.bold)
        shift = (number.width + 0.35 * look.size) / 2
        wide += 2 * shift
    elif tagged:
        size = look.size if tagged == "lead" else round(look.size * _NUMBER)
        number = line_of(tag, look, size, False)
    width, height, (x, y) = around(figure, wide, high, look.padding, look.slope)
    if figure in _BOXES:
        width = max(width, look.least_width)
    first = y - high / 2 + number.height / 2 if number else 0.0
    at = (x - wide / 2 + number.width / 2, first) if number and tagged == "before" else (0.0, 0.0)
    return Cell(figure, width, height, block, (x + shift, y), number, at, tagged)


def _sort(tag: str, look: Look) -> str:
    """Long numbers and those with letters are reference numerals, whatever the look does else."""
    if not tag:
        return ""
    return look.tags if tag.isdigit() and len(tag) < 3 else "lead"
