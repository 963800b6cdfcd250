"""Upright boxes in a fixed oblique projection, as polygons that lean back to the upper right.

Every box has its front in one plane, that of the axes: heights are read there without loss, and
since the fronts lie side by side, none hides another.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from figloom.render.colours import ink_on, mixed
from figloom.render.plots.bars import Layout, stacks, written
from figloom.render.plots.flats import Flat, Ornament, Told, across, along, corners
from figloom.render.plots.grids import rows
from figloom.render.plots.looks import Dress
from figloom.types import Box, Dot, Grid

RISE = 0.6
"""How far what lies back is moved up, for each pixel that it is moved right."""
DEEPEST = 26.0
"""Most pixels that it is moved right."""


@dataclass(frozen=True, slots=True)
class Block:
    """A box by its front, in pixels; `top` where its upper face is seen."""

    front: Box
    colour: str
    fact: str
    top: bool = True
    told: Told | None = None


def back(dot: Dot, depth: Dot) -> Dot:
    """Where a place of the front plane comes to lie in the back plane."""
    return dot[0] + depth[0], dot[1] - depth[1]


def solids(blocks: Iterable[Block], depth: Dot) -> Iterator[Flat]:
    """The faces of boxes, which are given from left to right and from the ground up."""
    for block in blocks:
        north_west, north_east, south_east, _ = corners(block.front)
        dark, light = mixed(block.colour, "#000000", 0.72), mixed(block.colour, "#ffffff", 0.7)
        edge = mixed(block.colour, "#000000", 0.6)
        side = (north_east, back(north_east, depth), back(south_east, depth), south_east)
        yield Flat(side, dark, "face", (), "side", edge, 0.8)
        if block.top:
            top = (north_west, back(north_west, depth), back(north_east, depth), north_east)
            yield Flat(top, light, "face", (), "top", edge, 0.8)
        yield Flat(
            corners(block.front), block.colour, "bar", (block.fact,), "", edge, 0.8, block.told
        )


def stage(layout: Layout, dress: Dress, depth: Dot) -> list[Ornament]:
    """Floor, walls, and the ticks' lines along both walls."""
    x0, y0, x1, y1 = layout.panel
    palette = dress.palette
    shades = [mixed(palette.line, palette.panel, part) for part in (0.05, 0.10, 0.18)]
    planes = (
        (
            back((x0, y0), depth),
            back((x1, y0), depth),
            back((x1, y1), depth),
            back((x0, y1), depth),
        ),
        ((x0, y0), back((x0, y0), depth), back((x0, y1), depth), (x0, y1)),
        ((x0, y1), back((x0, y1), depth), back((x1, y1), depth), (x1, y1)),
    )
    walls = [Ornament(plane, fill=shade) for plane, shade in zip(planes, shades, strict=True)]
    heights = [along(layout.value, tick, layout.panel) for tick in layout.value.ticks]
    lines = [
        Ornament(((x0, y), back((x0, y), depth), back((x1, y), depth)), stroke=palette.grid)
        for y in heights
    ]
    edges = [Ornament(((x0, y0), (x0, y1), (x1, y1)), stroke=palette.line, above=True)]
    return [*walls, *lines, *edges]


def standing(
    grid: Grid, dress: Dress, labelled: bool, layout: Layout, depth: Dot
) -> Iterator[Block]:
    """Boxes side by side, with the values over them."""
    size, ink = dress.look.value_size, dress.palette.ink
    half = layout.slot * layout.bar / 2
    for at, group in enumerate(zip(*rows(grid), strict=True)):
        for number, cell in enumerate(group):
            x = across(layout.category, at + layout.offsets[number], layout.panel)
            y = along(layout.value, cell.value or 0.0, layout.panel)
            told = None
            if labelled:
                above = y - depth[1] - (4.0 if layout.turned else 4.0 + 0.5 * size)
                told = Told(written(cell, grid, dress.look), (x + depth[0] / 2, above), ink,
                            layout.turned)  # fmt: skip
            front = (x - half, y, x + half, layout.panel[3])
            yield Block(front, dress.colour(number), cell.id, True, told)


def stacked(grid: Grid, dress: Dress, labelled: bool, layout: Layout) -> Iterator[Block]:
    """Boxes on top of each other, with the values on their fronts."""
    half = layout.slot * layout.bar / 2
    for at, stack in enumerate(stacks(grid)):
        x, reached = across(layout.category, at, layout.panel), 0.0
        for number, cell in enumerate(stack):
            foot = along(layout.value, reached, layout.panel)
            reached += cell.value or 0.0
            y = along(layout.value, reached, layout.panel)
            colour = dress.colour(number)
            told = None
            if labelled:
                told = Told(written(cell, grid, dress.look), (x, (y + foot) / 2), ink_on(colour))
            front = (x - half, y, x + half, foot)
            yield Block(front, colour, cell.id, number == len(stack) - 1, told)
