"""Two levels of a hierarchy around a circle: parents in the inner ring, their leaves outside."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from figloom.charts import Chart, Need
from figloom.render.colours import mixed, ratio
from figloom.render.plots.callouts import Call, around, block, inscribed, inside, note, radii
from figloom.render.plots.frame import Unfit
from figloom.render.plots.frame import plan as framed
from figloom.render.plots.keys import Key
from figloom.render.plots.looks import FAINTEST, Dress
from figloom.render.plots.numerals import exact
from figloom.render.plots.pieces import Fill, Piece, paint, painted
from figloom.render.plots.plan import Plan
from figloom.render.plots.sheet import Sheet
from figloom.render.plots.trees import branches, told, whole
from figloom.types import Axis, Dot, Tree, TreeNode, Wedge

_HOLE, _BETWEEN = 0.2, 0.66
"""Inner radius of the inner ring, and where the outer one begins, as parts of the radius."""
_TINTS = (0.82, 0.62)
"""How much of its parent's colour a leaf has, in turn."""
_SEAM = 1.5
_FIRST = -90.0


@dataclass(frozen=True, slots=True)
class _Part:
    node: TreeNode
    wedge: Wedge
    colour: str


@dataclass(frozen=True, slots=True)
class _Laid:
    parts: tuple[_Part, ...]
    """Each parent before its leaves."""
    words: tuple[Piece, ...]
    keys: tuple[Key, ...]
    axis: Axis


def tint(dress: Dress, number: int, leaf: int) -> str:
    """Colour of a leaf: its parent's, paler, but not too faint on the ground."""
    ground, colour = dress.palette.ground, dress.colour(number)
    share = _TINTS[leaf % len(_TINTS)]
    while share < 1 and ratio(mixed(colour, ground, share), ground) < FAINTEST:
        share += 0.06
    return mixed(colour, ground, min(share, 1.0))


def _laid(tree: Tree, dress: Dress, decimals: int, labelled: bool) -> _Laid:
    """With the parents' names in their wedges if all fit there, else in a legend."""
    keyed = tuple(
        Key(parent.name, dress.colour(at), facts=(parent.id,))
        for at, (parent, _) in enumerate(branches(tree))
    )
    values = {
        node.id: exact(node.value or 0.0, decimals, dress.look.numbers) if labelled else ""
        for node in tree.nodes
    }
    found = _tried(tree, dress, values, ())
    return found or _tried(tree, dress, values, keyed)  # type: ignore[return-value]


def _tried(tree: Tree, dress: Dress, values: dict[str, str], keyed: Sequence[Key]) -> _Laid | None:
    """None where parents' names without a legend do not fit into their wedges."""
    panel = framed(dress, tree.title, [key.text for key in keyed]).panel
    panel, below = note(dress, panel, f"Full circle = {told(tree, dress)}")
    spans = _spans(tree)
    blocks = [
        block(dress, Call(leaf.id, sum(spans[leaf.id]) / 2, leaf.name, values[leaf.id]))
        for _, leaves in branches(tree)
        for leaf in leaves
    ]
    centre = (panel[0] + panel[2]) / 2, (panel[1] + panel[3]) / 2
    for reach in radii(dress, panel, blocks):
        try:
            words = around(dress, centre, reach, blocks, panel)
        except Unfit:
            continue
        parts = _parts(tree, dress, spans, centre, reach)
        inner = _inscribed(tree, dress, parts, values, bool(keyed))
        if inner is None:
            return None
        axis = Axis("", "angle", "linear", 0.0, whole(tree), (_FIRST, _FIRST + 360), (), tree.unit)
        return _Laid(parts, (below, *inner, *words), tuple(keyed), axis)
    raise AssertionError("unreachable")


def _parts(
    tree: Tree, dress: Dress, spans: dict[str, tuple[float, float]], centre: Dot, reach: float
) -> tuple[_Part, ...]:
    parts = []
    hole, between, edge = (round(part * reach, 2) for part in (_HOLE, _BETWEEN, 1.0))
    for number, (parent, leaves) in enumerate(branches(tree)):
        wedge = Wedge(*centre, hole, between, *spans[parent.id])
        parts.append(_Part(parent, wedge, dress.colour(number)))
        for at, leaf in enumerate(leaves):
            wedge = Wedge(*centre, between, edge, *spans[leaf.id])
            parts.append(_Part(leaf, wedge, tint(dress, number, at)))
    return tuple(parts)


def _inscribed(
    tree: Tree, dress: Dress, parts: Sequence[_Part], values: dict[str, str], keyed: bool
) -> list[Piece] | None:
    """Names (unless there is a legend) and values of the parents, in their wedges."""
    words: list[Piece] = []
    size, inner = dress.look.value_size, {parent.id for parent, _ in branches(tree)}
    for part in parts:
        lines = [] if keyed else [(part.node.name, "label")]
        if values[part.node.id]:
            lines.append((values[part.node.id], "value"))
        if part.node.id not in inner or not lines:
            continue
        spot = inside(dress, part.wedge, [text for text, _ in lines], size)
        if spot is not None:
            words += inscribed(dress, spot, lines, size, part.colour, part.node.id)
        elif keyed:
            raise Unfit("no room for the values")
        else:
            return None
    return words


def _spans(tree: Tree) -> dict[str, tuple[float, float]]:
    """First and last angle of every node, in degrees."""
    total, at = whole(tree), _FIRST
    found: dict[str, tuple[float, float]] = {}
    for parent, leaves in branches(tree):
        first = at
        for leaf in leaves:
            found[leaf.id] = at, at + 360 * (leaf.value or 0.0) / total
            at = found[leaf.id][1]
        found[parent.id] = first, at
    return found


def _edge(dress: Dress) -> tuple[str, float]:
    palette, outline = dress.palette, dress.look.outline
    return (palette.ink, outline) if outline else (palette.ground, _SEAM)


def _matplotlib(tree: Tree, sheet: Sheet) -> None:
    laid = _laid(tree, sheet.dress, sheet.decimals, sheet.labelled)
    sheet.blank(tree.title, keys=laid.keys)
    edge, width = _edge(sheet.dress)
    fills = [
        Fill(part.wedge, part.colour, "wedge", (part.node.id,), edge=edge, width=width)
        for part in laid.parts
    ]
    paint(sheet, [*fills, *laid.words])
    sheet.scale(laid.axis)


def _echarts(tree: Tree, plan: Plan) -> dict[str, Any]:
    from pyecharts.charts import Sunburst

    laid = _laid(tree, plan.dress, plan.decimals, plan.labelled)
    edge, width = _edge(plan.dress)
    style = {"borderColor": edge, "borderWidth": width}
    data: list[dict[str, Any]] = []
    for part in laid.parts:
        item = {**plan.item(part.node.value, part.node.id), "name": part.node.name,
                "itemStyle": {**style, "color": part.colour}}  # fmt: skip
        if part.wedge.r0 == laid.parts[0].wedge.r0:
            data.append({**item, "children": []})
        else:
            data[-1]["children"].append(item)
    inner, outer = laid.parts[0].wedge, laid.parts[1].wedge
    series = plan.series(Sunburst().add(tree.title, data_pair=data))
    series |= {
        "data": data, "center": [inner.cx, inner.cy], "radius": [inner.r0, outer.r1],
        "sort": None, "startAngle": -_FIRST, "clockwise": True, "nodeClick": False,
        "label": {"show": False},
        "levels": [{}, {"r0": inner.r0, "r": inner.r1}, {"r0": outer.r0, "r": outer.r1}],
    }  # fmt: skip
    # A legend shows what a series is called.
    named = [{"type": "custom", "coordinateSystem": "none", "name": key.text, "data": []}
             for key in laid.keys]  # fmt: skip
    plan.scale(laid.axis)
    drawn = [series, painted(plan, laid.words), *named]
    return plan.blank(tree.title, drawn, keys=laid.keys)


SUNBURST = Chart(
    name="sunburst", family="pie", said="a two-level sunburst chart",
    need=Need("tree", (5, 12), (2, 5), positive=True, whole=True, least=0.03, label=22),
    matplotlib=_matplotlib, echarts=_echarts, aliases={"InteSun": None}, kin=("ring", "pie"),
)  # fmt: skip
