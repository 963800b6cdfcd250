"""A hierarchy as tiles: the area of a tile is its value, a header names the parent of its tiles.

The axis `area` reads the part of all tiles' area, in percent, as a value.
"""

from __future__ import annotations

from itertools import pairwise
from typing import Any

from figloom.charts import Chart, Need
from figloom.render.charts.sunburst import tint
from figloom.render.colours import ink_on
from figloom.render.plots.callouts import note
from figloom.render.plots.frame import LEADING, Unfit, text_width
from figloom.render.plots.frame import plan as framed_panel
from figloom.render.plots.looks import Dress
from figloom.render.plots.numerals import exact
from figloom.render.plots.pieces import Fill, Piece, Word, paint, painted
from figloom.render.plots.plan import Plan
from figloom.render.plots.sheet import Sheet
from figloom.render.plots.tiles import framed, squarified
from figloom.render.plots.trees import branches, told, whole
from figloom.render.wrapping import wrap
from figloom.types import Axis, Box, Tree, TreeNode

_MARGIN = 2.0
"""Between the frames of parents, on either side."""
_SEAM = 1.5
_SMALLEST = 12
"""Em of the smallest text, in pixels."""
_AIR = 6.0
"""Between the edge of a tile and its text."""


def _laid(tree: Tree, dress: Dress, decimals: int, labelled: bool) -> tuple[list[Piece], Axis]:
    """With texts as large as the look has them, or a little smaller where they would not fit."""
    axis = Axis("", "area", "linear", 0.0, whole(tree), (0.0, 100.0), (), tree.unit)
    first = dress.look.value_size
    for size in range(first, min(first, _SMALLEST) - 1, -1):
        try:
            return _with_texts(tree, dress, decimals, labelled, size), axis
        except Unfit as unfit:
            fault = unfit
    raise fault


def _with_texts(tree: Tree, dress: Dress, decimals: int, labelled: bool, size: int) -> list[Piece]:
    panel, below = note(
        dress, framed_panel(dress, tree.title, ()).panel, f"All tiles = {told(tree, dress)}"
    )
    look, found = dress.look, branches(tree)
    header = round(1.6 * size)
    sums = [sum(leaf.value or 0.0 for leaf in leaves) for _, leaves in found]
    fills: list[Piece] = []
    words: list[Piece] = [below]

    def value(node: TreeNode) -> str:
        return exact(node.value or 0.0, decimals, look.numbers) if labelled else ""

    for number, ((parent, leaves), (outer, inner)) in enumerate(
        zip(found, framed(sums, panel, header, _MARGIN), strict=True)
    ):
        colour = dress.colour(number)
        head = (inner[0], outer[1] + _MARGIN, inner[2], inner[1])
        fills.append(Fill(_rounded(head), colour, "header", (parent.id,)))
        words += _heading(dress, head, parent, value(parent), ink_on(colour), size)
        for at, (leaf, tile) in enumerate(
            zip(leaves, squarified([leaf.value or 0.0 for leaf in leaves], inner), strict=True)
        ):
            fill = tint(dress, number, at)
            edge, width = (dress.palette.ink, look.outline) if look.outline else (
                dress.palette.ground, _SEAM
            )  # fmt: skip
            fills.append(Fill(_rounded(tile), fill, "tile", (leaf.id,), edge=edge, width=width))
            words += _text(dress, tile, leaf, value(leaf), ink_on(fill), size)
    return [*fills, *words]


def _rounded(box: Box) -> Box:
    x0, y0, x1, y1 = (round(edge, 3) for edge in box)
    return x0, y0, x1, y1


def _heading(
    dress: Dress, box: Box, node: TreeNode, value: str, colour: str, size: int
) -> list[Piece]:
    """The parent's name at the left of its header, its value at the right."""
    look, y = dress.look, (box[1] + box[3]) / 2
    wide = text_width(node.name, look, size, bold=True) + text_width(value, look, size)
    if wide + 2 * _AIR + (10 if value else 0) > box[2] - box[0]:
        raise Unfit("no room for the names")
    pieces: list[Piece] = [
        Word(node.name, box[0] + _AIR, y, size, colour, "label", (node.id,), align="left",
             bold=True)
    ]  # fmt: skip
    if value:
        pieces.append(Word(value, box[2] - _AIR, y, size, colour, "value", (node.id,),
                           align="right"))  # fmt: skip
    return pieces


def _text(
    dress: Dress, box: Box, node: TreeNode, value: str, colour: str, size: int
) -> list[Piece]:
    """The leaf's name and value in the upper left corner of its tile."""
    look = dress.look
    room, step = box[2] - box[0] - 2 * _AIR, LEADING * size
    lines = [(text, "label") for text in _broken(dress, node.name, room, size)]
    if value:
        lines.append((value, "value"))
    if any(text_width(text, look, size) > room for text, _ in lines):
        raise Unfit("no room for the names")
    if len(lines) * step + 2 * _AIR - 4 > box[3] - box[1]:
        raise Unfit("no room for the names")
    return [
        Word(text, round(box[0] + _AIR, 2), round(box[1] + _AIR - 2 + (at + 0.5) * step, 2), size,
             colour, role, (node.id,), align="left")
        for at, (text, role) in enumerate(lines)
    ]  # fmt: skip


def _broken(dress: Dress, name: str, room: float, size: int) -> list[str]:
    """The name in lines of whole words."""
    look = dress.look
    if text_width(name, look, size) <= room:
        return [name]
    most = int(room / (0.52 * size))
    lines = [line.text for line in wrap(name, look.font, False, max(1, most))]
    if " ".join(lines).split() != name.split() and "".join(lines) != name.replace(" ", ""):
        raise Unfit("no room for the names")
    if any(a and b and f"{a}{b}" in name for a, b in pairwise(lines)):
        raise Unfit("no room for the names")
    return lines


def _matplotlib(tree: Tree, sheet: Sheet) -> None:
    pieces, axis = _laid(tree, sheet.dress, sheet.decimals, sheet.labelled)
    sheet.blank(tree.title)
    paint(sheet, pieces)
    sheet.scale(axis)


def _echarts(tree: Tree, plan: Plan) -> dict[str, Any]:
    pieces, axis = _laid(tree, plan.dress, plan.decimals, plan.labelled)
    plan.scale(axis)
    return plan.blank(tree.title, [painted(plan, pieces)])


TREEMAP = Chart(
    name="treemap", family="hierarchy", said="a tree map",
    need=Need("tree", (5, 12), (2, 3), positive=True, whole=True, least=0.04, label=18),
    matplotlib=_matplotlib, echarts=_echarts, aliases={}, kin=("heat_map", "sunburst"),
)  # fmt: skip
