"""What stands in each node and on each edge, measured before anything is laid out.

A cell's size depends on the entity and the look alone, so that nodes stay where they are when
pictures or texts are switched off.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from figloom.render.fonts import Line, missing
from figloom.render.graphs.looks import Look
from figloom.render.wrapping import clean, wrap
from figloom.types import Declined, Graph

LEADING = 1.24
"""Distance of baselines in ems."""
_CAP = 0.35
"""Half the height of capitals in ems: text is centred on its capitals."""
_ROOT = 1.4143
"""An ellipse around a rectangle is this much larger each way."""
_LINES = 5
"""A name or relation of more lines is too long to read at a glance."""
_DESCRIPTION_LINES = 3


class Block(NamedTuple):
    """Lines of text with their em, and the size of the room they take, in pixels."""

    text: str
    """The whole of it, as drawn."""
    lines: tuple[Line, ...]
    size: float
    width: float
    height: float

    def baseline(self, top: float, index: int) -> float:
        """Baseline of a line when the block's top is at `top`."""
        return top + (index + 0.5) * LEADING * self.size + _CAP * self.size


class Cell(NamedTuple):
    """A node: its size, and where things stand, as offsets of centres from its own centre."""

    width: float
    height: float
    round: bool
    """Laid out as an ellipse."""
    slot: float
    """Side of the picture's square or the diameter of the disc; 0 when there is neither."""
    slot_at: tuple[float, float]
    name: Block
    name_at: tuple[float, float]
    about: Block | None
    about_at: tuple[float, float]


class Tag(NamedTuple):
    """The text of an edge with the size of its plate."""

    block: Block
    width: float
    height: float
    ink: tuple[float, float, float, float]
    """x0, y0, x1, y1 of what is painted, from the plate's centre."""


def cells(graph: Graph, look: Look, descriptions: bool) -> tuple[list[Cell], list[Tag]] | Declined:
    """Cells of the entities and tags of the triples, in order, or why a text cannot be drawn."""
    names = {relation.id: clean(relation.name) for relation in graph.relations}
    texts = [clean(entity.name) for entity in graph.entities]
    about = [clean(entity.description) if descriptions else "" for entity in graph.entities]
    for text in (*texts, *names.values(), *about):
        if lacking := missing(text, look.font):
            return Declined("no glyph", f"no glyph for {lacking!r} in {text!r}")
    nodes = [
        _cell(text, bool(entity.picture), note, look)
        for entity, text, note in zip(graph.entities, texts, about, strict=True)
    ]
    tags = [_tag(names[triple.relation], look) for triple in graph.triples]
    for part in (*(cell.name for cell in nodes), *(tag.block for tag in tags)):
        if len(part.lines) > _LINES:
            return Declined("label too long", part.text)
        if not part.text:
            return Declined("empty label")
    return nodes, tags


def paragraph(text: str, lines: tuple[Line, ...], size: float) -> Block:
    """Lines of a text with the room that they take."""
    width = max(max(line.width, line.ink[2]) for line in lines) * size
    return Block(text, lines, size, width, len(lines) * LEADING * size)


@lru_cache(maxsize=4096)
def _tag(text: str, look: Look) -> Tag:
    lines = wrap(text, look.font, False, look.relation_wrap)
    block = paragraph(text, lines, look.relation_size)
    share = 0.3 if look.relations == "beside" else 0.8 if look.plate == "pill" else 0.5
    side = look.relation_size * share
    return Tag(
        block, block.width + 2 * side, block.height + 0.3 * look.relation_size, painted(block)
    )


def painted(block: Block) -> tuple[float, float, float, float]:
    """Box of what is painted of a block, from its centre."""
    boxes = []
    for index, line in enumerate(block.lines):
        left, base = -line.width * block.size / 2, block.baseline(-block.height / 2, index)
        x0, y0, x1, y1 = (part * block.size for part in line.ink)
        boxes.append((left + x0, base + y0, left + x1, base + y1))
    lefts, tops, rights, bottoms = zip(*boxes, strict=True)
    return min(lefts), min(tops), max(rights), max(bottoms)


@lru_cache(maxsize=1024)
def _about(text: str, look: Look) -> Block | None:
    if not text:
        return None
    characters, kept, shown = round(look.wrap * 1.4), text, text
    lines = wrap(text, look.font, False, characters)
    while len(lines) > _DESCRIPTION_LINES:
        kept = kept.rpartition(" ")[0] or kept[: len(kept) * 3 // 4]
        shown = kept.rstrip(",;:") + "…"
        lines = wrap(shown, look.font, False, characters)
    return paragraph(shown, lines, look.description_size)


@lru_cache(maxsize=4096)
def _cell(text: str, pictured: bool, note: str, look: Look) -> Cell:
    name = paragraph(text, wrap(text, look.font, look.bold, look.wrap), look.name_size)
    about = _about(note, look)
    gap = 0.25 * look.name_size if about else 0.0
    words_wide = max(name.width, about.width if about else 0.0)
    words_high = name.height + gap + (about.height if about else 0.0)
    slot = float(look.picture if pictured else 0)
    if look.frame == "disc":
        slot = look.picture * 1.36 if pictured else look.picture * 0.62
    space = 0.45 * look.name_size if slot else 0.0
    if look.place == "left":
        wide, high = slot + space * 1.4 + words_wide, max(slot, words_high)
        slot_at = (-wide / 2 + slot / 2, 0.0)
        words_at = (wide / 2 - words_wide / 2, -words_high / 2)
    else:
        wide, high = max(slot, words_wide), slot + space + words_high
        slot_at = (0.0, -high / 2 + slot / 2)
        words_at = (0.0, high / 2 - words_high)
    x, top = words_at
    inner = _room(wide, high, look)
    return Cell(
        *inner,
        look.frame == "ellipse",
        slot,
        slot_at,
        name,
        (x, top + name.height / 2),
        about,
        (x, top + words_high - (about.height if about else 0.0) / 2),
    )


def _room(wide: float, high: float, look: Look) -> tuple[float, float]:
    """Outer size of a node around its content."""
    pad = look.padding
    if look.frame == "ellipse":
        return wide * _ROOT + pad, high * _ROOT + pad
    if look.frame == "pill":
        return wide + 2 * pad + min(high, 3 * look.name_size) * 0.5, high + 1.2 * pad
    return wide + 2 * pad, high + 1.4 * pad
