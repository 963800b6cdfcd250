"""The display list of a map: every thing that will be painted, with its pixels, in paint order.

The painter paints these items and the marks are read from these items; neither looks at the facts
again.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from figloom.render.canvas import Text, colour
from figloom.render.graphs.cells import Block, Cell, Tag
from figloom.render.graphs.layout import Layout
from figloom.render.graphs.looks import Look, Palette
from figloom.render.graphs.outlines import Path
from figloom.render.pictures import Scaled
from figloom.types import Box, Dot, Graph


class Frame(NamedTuple):
    """A filled outline: a node, a disc behind a picture, a plate under a text."""

    id: str
    role: str
    facts: tuple[str, ...]
    parent: str
    box: Box
    form: str
    """`none`, `box`, `rounded`, `pill` or `ellipse`."""
    fill: str
    line: str
    line_width: float


class Photo(NamedTuple):
    """A picture with its top left corner on whole pixels."""

    id: str
    fact: str
    parent: str
    x: int
    y: int
    image: Scaled


class Words(NamedTuple):
    """Lines of one text."""

    id: str
    role: str
    facts: tuple[str, ...]
    parent: str
    text: str
    lines: tuple[Text, ...]


class Wire(NamedTuple):
    """An edge: its curve, cut back under the arrow head, and the head's outline."""

    id: str
    fact: str
    points: tuple[Dot, ...]
    head: tuple[Dot, ...]
    tip: Dot
    colour: str
    width: float
    filled: bool
    dash: tuple[float, ...] = ()
    """Lengths of strokes and gaps in turn; empty for a line without gaps."""


class Scene(NamedTuple):
    """Everything in the picture; the lists are painted one after the other."""

    width: int
    height: int
    ground: str
    wires: tuple[Wire, ...]
    frames: tuple[Frame, ...]
    photos: tuple[Photo, ...]
    words: tuple[Words, ...]


class Shown(NamedTuple):
    """Which layers are switched on."""

    pictures: bool
    text: bool


def compose(
    graph: Graph,
    cells: Sequence[Cell],
    tags: Sequence[Tag],
    layout: Layout,
    look: Look,
    palette: Palette,
    shown: Shown,
    images: Mapping[str, Scaled],
) -> Scene:
    """Put every item at its pixels; `images` are the pictures by reference, as large as drawn."""
    wires, frames, photos, words = [], [], [], []
    for at, (triple, tag) in enumerate(zip(graph.triples, tags, strict=True)):
        edge = f"edge:{triple.id}"
        route = layout.routes[at]
        wires.append(wire(edge, triple.id, route, look.arrow, look.arrow_size, palette.edge,
                          look.edge_width))  # fmt: skip
        if shown.text:
            x, y = layout.tags[at]
            if look.relations == "on" or look.plate != "bare":
                box = _around(x, y, tag.width, tag.height)
                frames.append(_plate(edge, box, look, palette))
            words.append(written(f"{edge}:label", "edge_label", (triple.id,), edge, tag.block,
                                (x, y), palette.relation))  # fmt: skip
    for at, entity in enumerate(graph.entities):
        cell, centre, node = cells[at], layout.cells[at], f"node:{entity.id}"
        fill = palette.fills[at % len(palette.fills)]
        photo = shown.pictures and bool(entity.picture)
        frames.extend(_frames(node, entity.id, cell, centre, look, palette, fill, shown, photo))
        slot_at, name_at, about_at = _arranged(cell, look, shown, photo)
        x, y = centre
        if photo:
            image = images[entity.picture]
            left = round(x + slot_at[0] - image.width / 2)
            top = round(y + slot_at[1] - image.height / 2)
            photos.append(Photo(f"{node}:picture", entity.id, node, left, top, image))
        if shown.text:
            spot = (x + name_at[0], y + name_at[1])
            words.append(written(f"{node}:label", "label", (entity.id,), node, cell.name, spot,
                                palette.name))  # fmt: skip
            if cell.about:
                spot = (x + about_at[0], y + about_at[1])
                words.append(written(f"{node}:description", "description", (entity.id,), node,
                                    cell.about, spot, palette.description))  # fmt: skip
    return Scene(layout.width, layout.height, palette.ground, tuple(wires), tuple(frames),
                 tuple(photos), tuple(words))  # fmt: skip


def _around(x: float, y: float, width: float, height: float) -> Box:
    """A box on whole pixels, so that its outline is crisp."""
    left, top = round(x - width / 2), round(y - height / 2)
    return (float(left), float(top), float(left + round(width)), float(top + round(height)))


def written(
    mark: str,
    role: str,
    facts: tuple[str, ...],
    parent: str,
    block: Block,
    centre: Dot,
    code: str,
) -> Words:
    """A block of centred lines; x is kept at quarter pixels and baselines on whole ones, as they
    are painted."""
    x, y = centre
    top, size, tint, lines = y - block.height / 2, block.size, colour(code), []
    for index, line in enumerate(block.lines):
        left = round(4 * x - 2 * line.width * size) / 4
        lines.append((line, size, left, float(round(block.baseline(top, index))), tint))
    return Words(mark, role, facts, parent, block.text, tuple(lines))


def _arranged(cell: Cell, look: Look, shown: Shown, photo: bool) -> tuple[Dot, Dot, Dot]:
    """Offsets of picture, name and description; what stands alone moves to the middle."""
    slot, name, about = cell.slot_at, cell.name_at, cell.about_at
    if look.frame == "disc":
        return slot, name, about
    if not shown.text:
        return (0.0, 0.0), name, about
    if cell.slot and not photo:
        low = (about[1] + cell.about.height / 2) if cell.about else name[1] + cell.name.height / 2
        middle = (name[1] - cell.name.height / 2 + low) / 2
        return slot, (0.0, name[1] - middle), (0.0, about[1] - middle)
    return slot, name, about


def _frames(
    node: str,
    fact: str,
    cell: Cell,
    centre: Dot,
    look: Look,
    palette: Palette,
    fill: str,
    shown: Shown,
    photo: bool,
) -> list[Frame]:
    """The node's own outline, and its disc where the look or a hidden name asks for one."""
    x, y = centre
    box = _around(x, y, cell.width, cell.height)
    form = "none" if look.frame == "disc" else look.frame
    frames = [Frame(node, "node", (fact,), "", box, form, fill, palette.line, look.line_width)]
    if look.frame == "disc":
        side, spot = cell.slot, (x + cell.slot_at[0], y + cell.slot_at[1])
    elif not shown.text and not photo:
        side, spot = min(cell.height, cell.width, 2.4 * look.name_size) * 0.7, centre
        fill = palette.plate if look.frame != "none" else fill
    else:
        return frames
    round_box = _around(*spot, side, side)
    frames.append(Frame(f"{node}:disc", "disc", (), node, round_box, "ellipse", fill,
                        palette.line, look.line_width))  # fmt: skip
    return frames


def _plate(edge: str, box: Box, look: Look, palette: Palette) -> Frame:
    form = {"bare": "box", "box": "rounded", "pill": "pill"}[look.plate]
    line = "" if look.plate == "bare" else palette.edge
    return Frame(f"{edge}:plate", "plate", (), edge, box, form, palette.plate, line,
                 look.line_width * 0.6)  # fmt: skip


def wire(
    edge: str,
    fact: str,
    route: Path,
    arrow: str,
    size: float,
    code: str,
    width: float,
    dash: tuple[float, ...] = (),
) -> Wire:
    """The head points from the curve's end to the tip; an open head's line runs to the tip."""
    (x0, y0), (x1, y1) = route.points[-1], route.tip
    dx, dy = x1 - x0, y1 - y0
    half = 0.42 * size / (math.hypot(dx, dy) or 1.0)
    left, right = (x0 - dy * half, y0 + dx * half), (x0 + dy * half, y0 - dx * half)
    end = notch = (x1 - dx * 0.65, y1 - dy * 0.65)
    head: tuple[Dot, ...] = (route.tip, left, right)
    if arrow == "vee":
        head = (route.tip, left, notch, right)
    elif arrow == "open":
        head, end = (left, route.tip, right), route.tip
    # Straight on to where the head begins.
    dx, dy = (end[0] - x0) / 3, (end[1] - y0) / 3
    points = (*route.points, (x0 + dx, y0 + dy), (x0 + 2 * dx, y0 + 2 * dy), end)
    return Wire(edge, fact, points, head, route.tip, code, width, arrow != "open", dash)
