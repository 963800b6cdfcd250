"""A flowchart as Mermaid's text, with the settings that give it a look."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, NamedTuple

from figloom.flows import BORDERS
from figloom.render.flows.looks import Look, Palette
from figloom.render.wrapping import clean, wrap
from figloom.types import Figure, Flow, FlowNode

_FIGURES: dict[Figure, str] = {
    "stadium": "([{}])", "rectangle": "[{}]", "rounded": "({})", "diamond": "{{{}}}",
    "parallelogram": "[/{}/]", "double": "[[{}]]", "cylinder": "[({})]", "hexagon": "{{{{{}}}}}",
    "circle": "(({}))", "document": "[{}]", "bar": "[{}]",
    "ellipse": "[{}]",
}  # fmt: skip
"""How each figure is written around its quoted label."""
_NAMED: dict[Figure, str] = {"document": "doc", "bar": "fork"}
"""Figures that have no brackets of their own: their names follow, since a label beside the name
would be Markdown."""
_NARROW = 0.72
"""Part of the usual line that a text in a diamond may have: Mermaid's diamonds are squares."""
_STRONG = 1.9
"""Wider lines of borders that have a colour of their own, by the usual width."""
_DASHED = ("retry", "message")
_WHITE = "#ffffff"
_CURVES = {"spline": "basis", "polyline": "linear", "square": "rounded"}
_PLAIN = re.compile(r"[^A-Za-z0-9 ]")


class Attempt(NamedTuple):
    """What may change from one try to the next: direction and wider gaps."""

    direction: str
    spread: float = 1.0


def lacking(flow: Flow) -> str:
    """What of a chart Mermaid has no figure for, or nothing."""
    for node in flow.nodes:
        if node.figure not in _FIGURES:
            return node.figure
        if node.tag and not clean(node.text):
            return f"{node.tag} without a text"
    return ""


def counted(node: FlowNode) -> bool:
    """Whether a step's number is written before its text, as "3."; numerals stand above it."""
    return node.tag.isdigit() and len(node.tag) < 3


def numbered(node: FlowNode) -> str:
    """What is written in a step: its number, if it has one, and its text."""
    text = clean(node.text)
    return f"{node.tag}{'.' * counted(node)} {text}" if node.tag else text


def source(flow: Flow, look: Look, palette: Palette, fills: dict[str, str], way: str) -> str:
    """The chart in Mermaid's language."""
    lines = [f"flowchart {way}"]
    lines += _steps(flow, look)
    for edge in flow.edges:
        label = f"|{_label(clean(edge.text), look, False, look.label_wrap)}|" if edge.text else ""
        lines.append(f"{edge.source} {edge.id}@-->{label} {edge.target}")
    lines += _styles(flow, look, palette, fills)
    return "\n".join(lines) + "\n"


def _steps(flow: Flow, look: Look) -> Iterator[str]:
    written = {node.id: _step(node, look) for node in flow.nodes}
    if not flow.lanes:
        yield from written.values()
    for lane in flow.lanes:
        yield f'subgraph {lane.id}["{_escaped(clean(lane.name))}"]'
        yield from (written[node.id] for node in flow.nodes if node.lane == lane.id)
        yield "end"


def _step(node: FlowNode, look: Look) -> str:
    characters = round(look.wrap * (_NARROW if node.figure == "diamond" else 1.0))
    if node.tag and not counted(node):
        label = _label(clean(node.text), look, look.bold, characters, node.tag)
    else:
        label = _label(numbered(node), look, look.bold, characters)
    told = node.id + _FIGURES[node.figure].format(label)
    if node.figure in _NAMED:
        told += f"\n{node.id}@{{ shape: {_NAMED[node.figure]} }}"
    return told


def _styles(flow: Flow, look: Look, palette: Palette, fills: dict[str, str]) -> Iterator[str]:
    """Colours of steps and lanes, dashes of arrows; where some steps have colours of their own,
    the others are white."""
    told = any(node.fill or node.border for node in flow.nodes)
    for node in flow.nodes:
        fill = fills[node.fill] if node.fill else _WHITE if told else palette.fill
        line = BORDERS[node.border] if node.border else palette.line
        width = look.line_width * (_STRONG if node.border else 1.0)
        if node.figure == "bar":
            fill = line = palette.edge
        oval = ",rx:9999px,ry:9999px" if node.figure == "ellipse" else ""
        yield f"style {node.id} fill:{fill},stroke:{line},stroke-width:{width:g}px{oval}"
    for at, lane in enumerate(flow.lanes):
        fill = palette.lanes[at % len(palette.lanes)]
        line = f"stroke:{palette.line},stroke-width:{look.line_width:g}px"
        yield f"style {lane.id} fill:{fill},{line}"
    dashed = [str(at) for at, edge in enumerate(flow.edges) if edge.kind in _DASHED]
    if dashed and look.dash:
        dash = " ".join(f"{part:g}" for part in look.dash)
        yield f"linkStyle {','.join(dashed)} stroke-dasharray:{dash}"


def _label(text: str, look: Look, bold: bool, characters: int, above: str = "") -> str:
    lines = [line.text for line in wrap(text, look.font, bold, characters)] if text else [" "]
    return '"' + "<br/>".join(map(_escaped, [*([above] if above else []), *lines])) + '"'


def _escaped(text: str) -> str:
    """Every sign as its number, so that none has a meaning in Mermaid or its Markdown."""
    return _PLAIN.sub(lambda sign: f"#{ord(sign[0])};", text)


def ovals(flow: Flow) -> list[tuple[str, str, bool]]:
    """Arrows that meet an ellipse: which, where, and whether with the head."""
    known = {node.id for node in flow.nodes if node.figure == "ellipse"}
    found = [(edge.id, edge.source, False) for edge in flow.edges if edge.source in known]
    return found + [(edge.id, edge.target, True) for edge in flow.edges if edge.target in known]


def settings(look: Look, palette: Palette, spread: float) -> dict[str, Any]:
    """Mermaid's configuration for a look."""
    family = f"'{look.font}'"
    return {
        "startOnLoad": False, "theme": "base", "look": "classic", "htmlLabels": False,
        "fontFamily": family, "markdownAutoWrap": False, "deterministicIds": True,
        "handDrawnSeed": 1,
        "suppressErrorRendering": True,
        "themeVariables": {
            "fontFamily": family, "fontSize": f"{look.size}px", "background": palette.ground,
            "primaryColor": palette.fill, "primaryTextColor": palette.text,
            "primaryBorderColor": palette.line, "lineColor": palette.edge,
            "textColor": palette.text, "titleColor": palette.title, "radius": look.corner,
        },
        "themeCSS": _css(look, palette),
        "flowchart": {
            "htmlLabels": False, "curve": _CURVES[look.splines], "wrappingWidth": 4000,
            "nodeSpacing": look.gap * spread, "rankSpacing": look.rank_gap * spread,
            "padding": look.padding * 1.3, "diagramPadding": 0, "useMaxWidth": False,
            "subGraphTitleMargin": {"top": look.padding * 0.5, "bottom": look.padding},
        },
    }  # fmt: skip


def _css(look: Look, palette: Palette) -> str:
    weight = 700 if look.bold else 400
    return (
        f".node .text-inner-tspan{{font-weight:{weight}}}"
        f".node text{{fill:{palette.text}}}"
        f".edgeLabels text{{font-size:{look.label_size}px;fill:{palette.label}}}"
        f".edgePaths path{{stroke-width:{look.edge_width:g}px}}"
        f".cluster-label text{{font-size:{look.label_size}px;fill:{palette.text}}}"
        ".cluster-label .text-inner-tspan{font-weight:700}"
    )


def heads(flow: Flow, look: Look, palette: Palette, number: str) -> list[dict[str, Any]]:
    """The title and the number of the figure, as the page writes them."""
    found = []
    below = look.title == "below"
    told = (("caption", number, True), ("title", clean(flow.title), look.title_bold))
    for role, text, bold in told:
        if not text:
            continue
        lines = wrap(text, look.font, bold, 44)
        found.append({
            "role": role, "lines": [line.text for line in lines], "font": f"'{look.font}'",
            "size": look.title_size, "weight": 700 if bold else 400, "fill": palette.title,
            "width": max(line.width for line in lines) * look.title_size,
            "below": below or role == "caption",
            "place": "left" if look.title == "left" and role == "title" else "centre",
        })  # fmt: skip
    return found
