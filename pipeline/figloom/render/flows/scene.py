"""The display list of a flowchart: every thing that will be painted, with its pixels, in order.

The painter paints these items and the marks are read from these items; neither looks at the facts
again.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from figloom.flows import BORDERS
from figloom.render.flows.cells import Cell
from figloom.render.flows.figures import BOXES, outline, radius, strokes
from figloom.render.flows.layout import Layout
from figloom.render.flows.looks import Look, Palette
from figloom.render.flows.numerals import Surroundings
from figloom.render.graphs.cells import Tag
from figloom.render.graphs.marks import lettering
from figloom.render.graphs.scene import Wire, Words, wire, written
from figloom.types import Box, Dot, Figure, Flow, FlowNode

_STRONG = 1.9
"""Wider lines of borders that have a colour of their own, by the usual width."""
_DASHED = ("retry", "message")
_DISC = 1.72
"""Diameter of a disc by the size of its number."""
_WHITE = "#ffffff"


class Shape(NamedTuple):
    """A filled outline; `points` are its corners, none for an ellipse or a box."""

    id: str
    role: str
    facts: tuple[str, ...]
    parent: str
    box: Box
    figure: Figure
    points: tuple[Dot, ...]
    inner: tuple[tuple[Dot, ...], ...]
    """Lines inside the outline."""
    fill: str
    line: str
    line_width: float
    radius: float | None = None
    """Of the corners of a shape that fills its box, line included."""


class Leader(NamedTuple):
    """A line from a step to its reference numeral."""

    points: tuple[Dot, Dot]
    colour: str
    width: float


class Scene(NamedTuple):
    """Everything in the picture; the lists are painted one after the other."""

    width: int
    height: int
    ground: str
    lanes: tuple[Shape, ...]
    wires: tuple[Wire, ...]
    shapes: tuple[Shape, ...]
    leaders: tuple[Leader, ...]
    words: tuple[Words, ...]


def compose(
    flow: Flow,
    cells: Sequence[Cell],
    tags: Sequence[Tag | None],
    layout: Layout,
    look: Look,
    palette: Palette,
    fills: dict[str, str],
) -> Scene:
    """Put every item at its pixels; `fills` gives the code of each colour's name."""
    shapes, words, leaders, wires = [], [], [], []
    told = any(node.fill or node.border for node in flow.nodes)
    for at, edge in enumerate(flow.edges):
        mark, route = f"edge:{edge.id}", layout.routes[at]
        dash = look.dash if edge.kind in _DASHED else ()
        wires.append(wire(mark, edge.id, route, look.arrow, look.arrow_size, palette.edge,
                          look.edge_width, dash))  # fmt: skip
        tag, spot = tags[at], layout.tags[at]
        if tag is not None and spot is not None:
            words.append(written(f"{mark}:label", "edge_label", (edge.id,), mark, tag.block, spot,
                                 palette.label))  # fmt: skip
    for node, cell, box in zip(flow.nodes, cells, layout.boxes, strict=True):
        shapes.append(_step(node, cell, box, look, palette, fills, told))
    surroundings = None
    if any(cell.tagged in ("lead", "disc") for cell in cells):
        # Arrows' texts are the only words so far.
        surroundings = Surroundings(layout, wires, [lettering(text).box for text in words])
    for node, cell, box in zip(flow.nodes, cells, layout.boxes, strict=True):
        mark, (x, y) = f"node:{node.id}", _middle(box)
        if cell.text is not None:
            spot = (x + cell.text_at[0], y + cell.text_at[1])
            words.append(written(f"{mark}:label", "label", (node.id,), mark, cell.text, spot,
                                 palette.text))  # fmt: skip
            if cell.tagged == "before":
                words[-1] = _flush(words[-1], spot[0] - cell.text.width / 2)
        if cell.tag is not None:
            facts, block = (node.id,), cell.tag
            code = palette.text
            if cell.tagged == "before":
                spot = (x + cell.tag_at[0], y + cell.tag_at[1])
            elif cell.tagged == "disc":
                assert surroundings is not None
                shapes.append(_disc(mark, cell, box, look, palette, surroundings, words[-1]))
                spot = _middle(shapes[-1].box)
            else:
                assert surroundings is not None
                leader, spot = surroundings.led(cell.figure, box, block, look.corner)
                leaders.append(Leader(leader, palette.line, look.line_width * 0.8))
                code = palette.title
            words.append(written(f"{mark}:tag", "tag", facts, mark, block, spot, code))
    lanes = []
    for at, (lane, band) in enumerate(zip(flow.lanes, layout.bands, strict=True)):
        mark, ground = f"lane:{lane.id}", palette.lanes[at % len(palette.lanes)]
        for name, part, code in (
            (mark, band.box, ground),
            (f"{mark}:head", band.head, palette.band),
        ):
            role, parent = ("lane", "") if name == mark else ("lane_head", mark)
            lanes.append(_boxed(name, role, (lane.id,), parent, part, code, palette.line,
                                look.line_width))  # fmt: skip
        words.append(written(f"{mark}:label", "lane_label", (lane.id,), mark, layout.names[at],
                             _middle(band.head), palette.text))  # fmt: skip
    for heading in layout.headings:
        words.append(written(heading.role, heading.role, (), "", heading.block, heading.at,
                             palette.title))  # fmt: skip
    return Scene(layout.width, layout.height, palette.ground, tuple(lanes), tuple(wires),
                 tuple(shapes), tuple(leaders), tuple(words))  # fmt: skip


def smallest(scene: Scene) -> float:
    """The smallest text's em in pixels."""
    return min((line[1] for words in scene.words for line in words.lines), default=1000.0)


def _flush(words: Words, left: float) -> Words:
    """A text whose lines begin below each other, behind their step's number."""
    x = round(4 * left) / 4
    lines = tuple((line, em, x, y, code) for line, em, _, y, code in words.lines)
    return words._replace(lines=lines)


def _middle(box: Box) -> Dot:
    return (box[0] + box[2]) / 2, (box[1] + box[3]) / 2


def _step(
    node: FlowNode, cell: Cell, box: Box, look: Look, palette: Palette, fills: dict[str, str],
    told: bool,
) -> Shape:  # fmt: skip
    """A step's figure; where some have colours of their own, the others are white and dark."""
    fill = fills[node.fill] if node.fill else _WHITE if told else palette.fill
    line, width = palette.line, look.line_width
    if node.border:
        line, width = BORDERS[node.border], look.line_width * _STRONG
    if cell.figure == "bar":
        fill = line = palette.edge
        width = 0.0
    inset = width / 2
    x, y = _middle(box)
    a, b = (box[2] - box[0]) / 2 - inset, (box[3] - box[1]) / 2 - inset

    corners = () if cell.figure in BOXES else outline(cell.figure, a, b, look.corner)
    points, *inner = [
        tuple([(x + u, y + v) for u, v in dots]) for dots in (corners, *strokes(cell.figure, a, b))
    ]
    return Shape(f"node:{node.id}", "node", (node.id,), "", box, cell.figure, points, (*inner,),
                 fill, line if width else "", width,
                 radius(cell.figure, a, b, look.corner))  # fmt: skip


def _boxed(
    mark: str, role: str, facts: tuple[str, ...], parent: str, box: Box, fill: str, line: str,
    width: float,
) -> Shape:  # fmt: skip
    x0, y0, x1, y1 = box
    points = ((x0, y0), (x1, y0), (x1, y1), (x0, y1))
    return Shape(mark, role, facts, parent, box, "rectangle", points, (), fill, line, width)


def _disc(
    mark: str, cell: Cell, box: Box, look: Look, palette: Palette, surroundings: Surroundings,
    text: Words,
) -> Shape:  # fmt: skip
    """The disc with a step's number, over a corner of its outline that no arrow meets."""
    assert cell.tag is not None
    half = float(round(max(cell.tag.size * _DISC, cell.tag.width + 8) / 2))
    x, y = surroundings.corner(
        cell.figure, box, look.corner, half, lettering(text).box if cell.text else None
    )
    round_box = (round(x) - half, round(y) - half, round(x) + half, round(y) + half)
    return Shape(f"{mark}:disc", "disc", (), mark, round_box, "circle", (), (), palette.band,
                 palette.line, look.line_width * 0.8)  # fmt: skip
