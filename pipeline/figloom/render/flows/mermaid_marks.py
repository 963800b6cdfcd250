"""The marks of a flowchart, read from the SVG that Mermaid made of it."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from figloom.render.flows.clip import straight
from figloom.render.flows.looks import Look
from figloom.render.flows.mermaid_text import counted, numbered
from figloom.render.graphs.curves import Trail
from figloom.render.graphs.marks import edges, trails
from figloom.render.graphs.scene import Wire
from figloom.render.wrapping import clean
from figloom.types import Box, Dot, Ellipse, Flow, FlowNode, Ink, Mark, Outline, Polygon, Rectangle

Row = Mapping[str, Any]

_LAYERS = {"lane": -2, "edge": 0, "plate": 1, "node": 2, "text": 4}
_TIP = 4.0
"""From the end of Mermaid's paths to the tips of their heads."""
_PIECE = re.compile(r"([MLCQ])([^MLCQZz]*)")
_NUMBER = re.compile(r"-?\d*\.?\d+(?:e-?\d+)?")
_BOXES = ("rectangle", "rounded", "double", "bar")
"""Figures that fill their box but for rounded corners."""


def marks(flow: Flow, reply: Row, look: Look) -> tuple[tuple[Mark, ...], Trail]:
    """A mark for everything in the SVG, and dense points along its arrows.

    RuntimeError when the SVG lacks something or says it otherwise: a fault of ours.
    """
    nodes = _by_id(reply["nodes"], [node.id for node in flow.nodes])
    lines = _by_id(reply["edges"], [edge.id for edge in flow.edges])
    bands = _by_id(reply["lanes"], [lane.id for lane in flow.lanes])
    found: list[Mark] = []
    for lane, row in zip(flow.lanes, bands, strict=True):
        mark = f"lane:{lane.id}"
        found.append(_filled(mark, "lane", lane.id, row, Rectangle(), clean(lane.name)))
        found.append(_text(mark, "lane_label", lane.id, row["lines"], clean(lane.name)))
    wires = [
        _wire(f"edge:{edge.id}", edge.id, row, look)
        for edge, row in zip(flow.edges, lines, strict=True)
    ]
    path = Trail(np.zeros((0, 2)), np.zeros(0, np.intp))
    if wires:
        corners, path = trails(wires)
        plates = [row["plate"] for row in lines if row["lines"]]
        drawn = edges(wires, corners, _seen(len(wires), plates, path))
        found += [replace(mark, ink=_line(wire)) for mark, wire in zip(drawn, wires, strict=True)]
    for edge, row in zip(flow.edges, lines, strict=True):
        if edge.text:
            mark = f"edge:{edge.id}"
            found.append(Mark(f"{mark}:plate", "plate", _box(row["plate"]), Rectangle(), (edge.id,),
                              parent=mark, z=_LAYERS["plate"]))  # fmt: skip
            found.append(_text(mark, "edge_label", edge.id, row["lines"], clean(edge.text)))
    for node, row in zip(flow.nodes, nodes, strict=True):
        found += _step(node, row)
    found += (
        _text("", row["role"], "", row["lines"], " ".join(line["said"] for line in row["lines"]))
        for row in reply["words"]
    )
    return tuple(found), path


def _by_id(rows: Sequence[Row], wanted: Sequence[str]) -> list[Row]:
    known = {row["id"]: row for row in rows}
    if sorted(known) != sorted(wanted):
        raise RuntimeError(f"Mermaid drew {sorted(known)} for {sorted(wanted)}")
    return [known[name] for name in wanted]


def _step(node: FlowNode, row: Row) -> Iterator[Mark]:
    mark, text = f"node:{node.id}", clean(node.text)
    form: Outline = Rectangle()
    if node.figure in ("circle", "ellipse"):
        form = Ellipse()
    elif node.figure not in _BOXES:
        dots = _hull(row["dots"]) if node.figure == "cylinder" else row["dots"]
        form = Polygon(tuple((float(x), float(y)) for x, y in dots))
    yield _filled(mark, "node", node.id, row, form, text)
    if not text:
        return
    lines = row["lines"]
    label = _text(mark, "label", node.id, lines, numbered(node))
    if not node.tag:
        yield label
        return
    # The number begins the first line; the text goes on behind it, or below.
    first, *rest = lines
    if counted(node) and "after" in first:
        rest.insert(0, {**first, "box": (first["after"], *first["box"][1:])})
    yield replace(label, text=text, box=_around(rest))
    spot = first["tag"] if counted(node) else first["box"]
    yield Mark(f"{mark}:tag", "tag", _box(spot), Rectangle(), (node.id,), node.tag,
               parent=mark, z=_LAYERS["text"], ink=label.ink)  # fmt: skip


def _filled(mark: str, role: str, fact: str, row: Row, form: Outline, text: str) -> Mark:
    x0, y0, x1, y1 = row["box"]
    half = row["width"] / 2
    box = _box((x0 - half, y0 - half, x1 + half, y1 + half))
    ink = Ink(_code(row["fill"]), _code(row["stroke"]), row["width"])
    return Mark(mark, role, box, form, (fact,), text, z=_LAYERS[role], ink=ink)


def _text(parent: str, role: str, fact: str, lines: Sequence[Row], wanted: str) -> Mark:
    said = " ".join(line["said"].strip() for line in lines)
    if said.replace(" ", "") != wanted.replace(" ", ""):
        raise RuntimeError(f"Mermaid wrote {said!r} for {wanted!r}")
    kind = "label" if role in ("lane_label", "edge_label") else role
    return Mark(
        f"{parent}:{kind}" if parent else role,
        role,
        _around(lines),
        Rectangle(),
        (fact,) if fact else (),
        wanted,
        parent=parent,
        z=_LAYERS["text"],
        ink=Ink(_code(lines[0]["fill"]), size=lines[0]["size"]),
    )


def _around(lines: Sequence[Row]) -> Box:
    lefts, tops, rights, bottoms = zip(*(line["box"] for line in lines), strict=True)
    return _box((min(lefts), min(tops), max(rights), max(bottoms)))


def _wire(mark: str, fact: str, row: Row, look: Look) -> Wire:
    """A path as a chain of cubic curves, with the tip of its head."""
    a, b, c, d, e, f = row["at"]
    chain = [(a * x + c * y + e, b * x + d * y + f) for x, y in chained(row["d"])]
    end = chain[-1]
    back = next((dot for dot in reversed(chain) if math.dist(dot, end) > 0.01), end)
    size = math.dist(back, end) or 1.0
    ux, uy = (end[0] - back[0]) / size, (end[1] - back[1]) / size
    tip = (end[0] + ux * _TIP, end[1] + uy * _TIP)
    long, half = float(look.arrow_size), look.arrow_size / 2
    foot = (tip[0] - ux * long, tip[1] - uy * long)
    head = (
        tip,
        (foot[0] - uy * half, foot[1] + ux * half),
        (foot[0] + uy * half, foot[1] - ux * half),
    )
    dash = tuple(map(float, _NUMBER.findall(row["dash"])))
    dash = dash if any(dash) else ()
    code, width = _code(row["stroke"]), row["width"]
    return Wire(mark, fact, tuple(chain), head, tip, code, width, True, dash)


def chained(path: str) -> list[Dot]:
    """The `d` of a path of lines and curves as a chain of cubic Bézier curves."""
    chain: list[Dot] = []
    for letter, told in _PIECE.findall(path):
        numbers = [float(part) for part in _NUMBER.findall(told)]
        dots = list(zip(numbers[::2], numbers[1::2], strict=True))
        if letter == "M":
            chain = dots[:1]
        elif letter == "L":
            for dot in dots:
                chain += straight(chain[-1], dot)[1:]
        elif letter == "C":
            chain += dots
        else:
            (x0, y0), ((x1, y1), (x2, y2)) = chain[-1], dots
            chain += [(x0 + (x1 - x0) * 2 / 3, y0 + (y1 - y0) * 2 / 3),
                      (x2 + (x1 - x2) * 2 / 3, y2 + (y1 - y2) * 2 / 3), (x2, y2)]  # fmt: skip
    return chain


def _line(wire: Wire) -> Ink:
    dash = " ".join(f"{part:g}" for part in wire.dash)
    return Ink(stroke=wire.colour, width=wire.width, dash=dash)


def _seen(count: int, plates: Sequence[Sequence[float]], path: Trail) -> list[float]:
    """Share of each line outside all plates; the gate declines what runs under a step."""
    if not plates:
        return [1.0] * count
    x0, y0, x1, y1 = np.array(plates).T[:, :, None]
    x, y = path.points.T
    hidden = ((x > x0) & (x < x1) & (y > y0) & (y < y1)).any(axis=0)
    lost = np.bincount(path.owner[hidden], minlength=count)
    shares: list[float] = (1 - lost / np.bincount(path.owner)).round(3).tolist()
    return shares


def _hull(dots: Sequence[Sequence[float]]) -> list[Dot]:
    """Corners of the smallest convex outline (Andrew 1979): a cylinder's path has a line inside."""
    given = sorted({(float(x), float(y)) for x, y in dots})

    def half(order: Sequence[Dot]) -> list[Dot]:
        kept: list[Dot] = []
        for dot in order:
            while len(kept) > 1 and _turn(kept[-2], kept[-1], dot) <= 0:
                kept.pop()
            kept.append(dot)
        return kept[:-1]

    return half(given) + half(given[::-1])


def _turn(first: Dot, second: Dot, third: Dot) -> float:
    return (second[0] - first[0]) * (third[1] - first[1]) - (second[1] - first[1]) * (
        third[0] - first[0]
    )


def _box(told: Sequence[float]) -> Box:
    x0, y0, x1, y1 = (round(float(part), 1) for part in told)
    return x0, y0, x1, y1


def _code(told: str) -> str:
    """A computed colour as `#rrggbb`."""
    parts = _NUMBER.findall(told)
    return "#" + "".join(f"{int(float(part)):02x}" for part in parts[:3]) if len(parts) > 2 else ""
