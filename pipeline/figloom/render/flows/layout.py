"""Places of everything in a flowchart: steps, arrows and their texts, lanes, title and caption."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

from figloom.render.flows.arrows import routed
from figloom.render.flows.bars import upright
from figloom.render.flows.borders import INNER, banded, borders
from figloom.render.flows.cells import Cell
from figloom.render.flows.clip import Place
from figloom.render.flows.engine import Attempt, Places, rank_room, run
from figloom.render.flows.folding import Drawing, folded
from figloom.render.flows.heads import Heading, Headings, headings
from figloom.render.flows.looks import Look
from figloom.render.flows.texts import below, placed
from figloom.render.graphs.cells import Block, Tag
from figloom.render.graphs.curves import dots
from figloom.render.graphs.outlines import Path
from figloom.types import Box, Declined, Dot, Flow

_WIDE, _HIGH = 3.0, 4.0
"""A chart may be so many times wider than high, and so many times higher than wide."""
_SMALL = 720
"""One no larger than this, in pixels, may be a row of steps."""
LEADER = 15.0
"""Length of the line to a reference numeral."""
_BAR = 74.0
"""Length of a fork's or join's bar for each of its branches."""
_OUTER = 14.0
"""From the outermost arrows to the borders of their lanes, in pixels: nearer ones look like second
borders."""


class Band(NamedTuple):
    """A lane and the place of its name."""

    box: Box
    head: Box


class Layout(NamedTuple):
    """Boxes of the steps, routes of the arrows and centres of their texts, in the flow's order;
    pixels from the top left corner."""

    width: int
    height: int
    boxes: tuple[Box, ...]
    routes: tuple[Path, ...]
    tags: tuple[Dot | None, ...]
    bands: tuple[Band, ...]
    headings: tuple[Heading, ...]
    names: tuple[Block, ...]
    """Of the lanes."""

    def length(self) -> float:
        """How much it is too long: 1 is as much wider than high, or higher than wide, as may be."""
        length = max(self.width / self.height / _WIDE, self.height / self.width / _HIGH)
        return length / 2 if max(self.width, self.height) <= _SMALL else length


def lay_out(
    flow: Flow,
    cells: Sequence[Cell],
    tags: Sequence[Tag | None],
    look: Look,
    attempt: Attempt,
    number: str = "",
    known: dict[Attempt, Places] | None = None,
) -> Layout | Declined:
    """Run Graphviz once and finish what it leaves open; `number` is the figure's caption.

    `known` are the places found for this chart so far: those for right-angled and for straight
    arrows are the same, and those for a chart that is folded.
    """
    sizes = _sizes(flow, cells, attempt)
    under = [0.0] * len(cells) if attempt.roomy else below(flow, tags, rank_room(look, attempt))
    room = [(width + _spare(cell), height + 2 * more) for (width, height), cell, more in
            zip(sizes, cells, under, strict=True)]  # fmt: skip
    key, known = attempt._replace(splines="", parts=1), {} if known is None else known
    places = known[key] = known.get(key) or run(flow, room, tags, look, attempt)
    # Steps stand on whole pixels, so that outlines are crisp.
    boxes = [_around(dot, size) for dot, size in zip(places.nodes, sizes, strict=True)]
    spots = [
        Place(cell.figure, (x0 + x1) / 2, (y0 + y1) / 2, (x1 - x0) / 2, (y1 - y0) / 2, look.corner)
        for cell, (x0, y0, x1, y1) in zip(cells, boxes, strict=True)
    ]
    paths = routed(flow, spots, places.curves, look, attempt)
    if isinstance(paths, Declined):
        return paths
    if attempt.splines != "square":
        paths = upright(flow, paths, look, attempt)
    bands = banded(flow, boxes, paths, attempt)
    if isinstance(bands, Declined):
        return bands
    lines = [*paths, *borders(bands, boxes, attempt)]
    texts = placed(flow, spots, lines, tags, places.rooms, attempt)
    made = headings(flow, look, attempt, number, [end - start for start, end in bands])
    wide = [(x0 - _spare(cell), y0, x1 + _spare(cell), y1) for (x0, y0, x1, y1), cell in
            zip(boxes, cells, strict=True)]  # fmt: skip
    drawing = Drawing(boxes, wide, paths, texts)
    if attempt.parts > 1:
        parts = None if bands else folded(flow, drawing, tags, look, attempt)
        if parts is None:
            return Declined("no fold")
        drawing = parts
    return _framed(drawing, tags, bands, look.margin, attempt, made)


def _sizes(flow: Flow, cells: Sequence[Cell], attempt: Attempt) -> list[Dot]:
    """Outer sizes; bars are as long as their branches need, across the chart's direction."""
    ends: dict[str, int] = {}
    for edge in flow.edges:
        ends[edge.source] = ends.get(edge.source, 0) + 1
        ends[edge.target] = ends.get(edge.target, 0) + 1
    sizes = []
    for node, cell in zip(flow.nodes, cells, strict=True):
        wide, high = cell.width, cell.height
        if cell.figure == "bar":
            length = _BAR * max(2, ends.get(node.id, 0) - 1) * (0.6 if attempt.sideways else 1.0)
            wide, high = (wide, length) if attempt.sideways else (length, high)
        sizes.append((float(round(wide)), float(round(high))))
    return sizes


def _spare(cell: Cell) -> float:
    """Room beside a step for its reference numeral and the line to it."""
    return cell.tag.width + LEADER + 8 if cell.tag and cell.tagged == "lead" else 0.0


def _around(centre: Dot, size: Dot) -> Box:
    left, top = round(centre[0] - size[0] / 2), round(centre[1] - size[1] / 2)
    return (float(left), float(top), left + size[0], top + size[1])


def _framed(
    drawing: Drawing, tags: Sequence[Tag | None], bands: list[tuple[float, float]], margin: float,
    attempt: Attempt, made: Headings,
) -> Layout:  # fmt: skip
    """Everything moved so that the margin is left all around, lanes and headings included."""
    boxes, wide, paths, texts = drawing
    corners: list[Dot] = [path.tip for path in paths]
    corners += [dot for x0, y0, x1, y1 in wide for dot in ((x0, y0), (x1, y1))]
    for spot, tag in zip(texts, tags, strict=True):
        if spot is not None and tag is not None:
            corners += [(spot[0] - tag.width / 2, spot[1] - tag.height / 2),
                        (spot[0] + tag.width / 2, spot[1] + tag.height / 2)]  # fmt: skip
    every = dots([corners, *(path.points for path in paths)])
    (left, top), (right, bottom) = every.min(axis=0).tolist(), every.max(axis=0).tolist()
    if bands:
        left, top, right, bottom = _widened(bands, (left, top, right, bottom), attempt)
        head = made.lane
        left, top = (left - head, top) if attempt.sideways else (left, top - head)
    spare = max(0.0, made.width - (right - left)) / 2
    above = math.ceil(made.above)
    dx = float(math.ceil(margin + spare - left))
    dy = float(math.ceil(margin + above - top))

    def moved(spots: Sequence[Dot]) -> tuple[Dot, ...]:
        return tuple([(x + dx, y + dy) for x, y in spots])

    inner = (left + dx, top + dy, right + dx, bottom + dy)
    return Layout(
        math.ceil(inner[2] + margin + spare),
        math.ceil(inner[3] + margin + made.under),
        tuple((x0 + dx, y0 + dy, x1 + dx, y1 + dy) for x0, y0, x1, y1 in boxes),
        tuple(Path(moved(path.points), moved([path.tip])[0]) for path in paths),
        tuple(None if spot is None else moved([spot])[0] for spot in texts),
        _boxed(bands, inner, made, attempt, (dx, dy)),
        made.placed(inner, margin),
        made.names,
    )


def _widened(bands: Sequence[tuple[float, float]], inner: Box, attempt: Attempt) -> Box:
    """The outermost lanes reach out to all that is drawn; every lane gets room at its ends."""
    left, top, right, bottom = inner
    if attempt.sideways:
        low, high = min(min(bands)[0], top - _OUTER), max(max(bands)[1], bottom + _OUTER)
        bands_box = (left - INNER, low, right + INNER, high)
    else:
        low, high = min(min(bands)[0], left - _OUTER), max(max(bands)[1], right + _OUTER)
        bands_box = (low, top - INNER, high, bottom + INNER)
    x0, y0, x1, y1 = (float(round(part)) for part in bands_box)
    return x0, y0, x1, y1


def _boxed(
    bands: Sequence[tuple[float, float]], inner: Box, made: Headings, attempt: Attempt, shift: Dot
) -> tuple[Band, ...]:
    """The lanes as boxes, with the boxes of their names at their top or left."""
    x0, y0, x1, y1 = inner
    found = []
    for start, end in bands:
        first, last = start == min(bands)[0], end == max(bands)[1]
        if attempt.sideways:
            low = y0 if first else start + shift[1]
            high = y1 if last else end + shift[1]
            found.append(Band((x0, low, x1, high), (x0, low, x0 + made.lane, high)))
        else:
            low = x0 if first else start + shift[0]
            high = x1 if last else end + shift[0]
            found.append(Band((low, y0, high, y1), (low, y0, high, y0 + made.lane)))
    return tuple(found)
