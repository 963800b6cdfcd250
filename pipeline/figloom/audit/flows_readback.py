"""A drawn flowchart read back: its marks against its facts."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from figloom.audit import readback
from figloom.audit.flows_case import Case, Mark
from figloom.audit.labels import spaced
from figloom.audit.questions import Fault
from figloom.flows import BORDERS, COLOURS

_TOUCH = 2.5
"""Pixels between the end of an arrow and the outline of its step, at most: arrows stop one short in
each direction, which is more at the shoulders of a cylinder."""
_SLACK = 0.6
_SAME = 8.0
"""Difference of colours that a name allows, in Lab."""
_TEXTS = {"label": "node", "edge_label": "edge", "lane_label": "lane", "tag": "node"}
"""Roles of texts, and what each stands at."""


def faults(row: dict[str, Any], case: Case) -> Iterator[Fault]:
    """Everything in which the picture of a row is not the flowchart shown."""
    marks: list[Mark] = case.marks
    if len({mark["id"] for mark in marks}) != len(marks):
        yield "mark ids not unique", f"{len(marks)} marks"
    if Counter(row["drawn"]) != Counter([*case.nodes, *case.edges, *case.lanes]):
        yield "drawn is not what is shown", f"{len(row['drawn'])} facts"
    for mark in marks:
        yield from readback.placed(mark, row["width"], row["height"])
    whole = list(_complete(case))
    yield from whole
    if not whole:
        yield from _written(case)
        yield from _joined(case)
        yield from _held(case)
        yield from _looks(case)
        yield from readback.beside(marks)
    yield from readback.inked(row, marks)


def _complete(case: Case) -> Iterator[Fault]:
    """Each fact has the marks it should have, one of each role."""
    texts = {
        "node": {*case.nodes},
        "label": {node["id"] for node in case.named},
        "edge": {*case.edges},
        "edge_label": {name for name, edge in case.edges.items() if edge["text"]},
        "lane": {*case.lanes},
        "lane_label": {*case.lanes},
        "tag": {name for name, node in case.nodes.items() if node["tag"]},
    }
    for role, wanted in texts.items():
        yield from readback.one_each(case.marks, role, wanted)
    for mark in case.marks:
        if mark["role"] == "edge" and mark["outline"]["form"] != "polyline":
            yield "arrow is no line", mark["id"]
        if mark["role"] == "node" and mark["outline"]["form"] not in _RIMS:
            yield "step has no outline", mark["id"]


def _written(case: Case) -> Iterator[Fault]:
    said = {
        "label": {name: node["text"] for name, node in case.nodes.items()},
        "edge_label": {name: edge["text"] for name, edge in case.edges.items()},
        "lane_label": {name: lane["name"] for name, lane in case.lanes.items()},
        "tag": {name: node["tag"] for name, node in case.nodes.items()},
    }
    known = {mark["id"]: mark for mark in case.marks}
    for mark in case.marks:
        if mark["role"] in said:
            text = said[mark["role"]][mark["facts"][0]]
            own = mark["text"].removesuffix(".") if mark["role"] == "tag" else mark["text"]
            if spaced(own) != spaced(text):
                yield f"{mark['role']} says something else", f"{mark['id']}: {mark['text']!r}"
            parent = known.get(mark["parent"])
            if (
                parent is None
                or parent["role"] != _TEXTS[mark["role"]]
                or (parent["facts"] != mark["facts"])
            ):
                yield "text is of another part", mark["id"]
            elif mark["role"] in ("label", "lane_label") and not _within(mark, parent):
                yield "text stands outside its step", mark["id"]
    title = [mark["text"] for mark in case.marks if mark["role"] == "title"]
    if case.shown["title"] and not any(case.shown["title"] in text for text in map(spaced, title)):
        yield "title missing or another", str(title)


def _within(inner: Mark, outer: Mark) -> bool:
    a, b = inner["box"], outer["box"]
    return bool(min(a[0] - b[0], a[1] - b[1], b[2] - a[2], b[3] - a[3]) >= -_SLACK)


def _joined(case: Case) -> Iterator[Fault]:
    """Every arrow begins and ends at the outline of its steps."""
    nodes = {mark["facts"][0]: mark for mark in case.marks if mark["role"] == "node"}
    for mark in case.marks:
        if mark["role"] != "edge":
            continue
        edge, points = case.edges[mark["facts"][0]], mark["outline"]["points"]
        for end, point in (("source", points[0]), ("target", points[-1])):
            away = _away(nodes[edge[end]], point)
            if away > _TOUCH:
                yield f"arrow does not touch its {end}", f"{mark['id']}: {away:.1f} px"


def _away(node: Mark, point: list[float]) -> float:
    """Pixels between a point and a step's outline, a line of some width."""
    rim, ink = _RIMS[node["outline"]["form"]](node), node["ink"] or {"width": 0.0}
    away = min(_to_line(point, a, b) for a, b in pairwise([*rim, rim[0]]))
    return max(0.0, away - float(ink["width"]) / 2)


def _to_line(point: list[float], a: tuple[float, ...], b: tuple[float, ...]) -> float:
    along = (b[0] - a[0], b[1] - a[1])
    length = along[0] ** 2 + along[1] ** 2
    part = 0.0
    if length:
        part = ((point[0] - a[0]) * along[0] + (point[1] - a[1]) * along[1]) / length
    part = min(1.0, max(0.0, part))
    return math.hypot(point[0] - a[0] - part * along[0], point[1] - a[1] - part * along[1])


def _corners(mark: Mark) -> list[tuple[float, ...]]:
    x0, y0, x1, y1 = mark["box"]
    return [(x0, y0), (x1, y0), (x1, y1), (x0, y1)]


def _round(mark: Mark) -> list[tuple[float, ...]]:
    x0, y0, x1, y1 = mark["box"]
    turns = [math.tau * at / 90 for at in range(90)]
    return [
        ((x0 + x1) / 2 + (x1 - x0) / 2 * math.cos(t), (y0 + y1) / 2 + (y1 - y0) / 2 * math.sin(t))
        for t in turns
    ]


_RIMS: dict[str, Callable[[Mark], list[tuple[float, ...]]]] = {
    "rectangle": _corners,
    "ellipse": _round,
    "polygon": lambda mark: [tuple(point) for point in mark["outline"]["points"]],
}


def _held(case: Case) -> Iterator[Fault]:
    """Each lane contains its steps and no others."""
    lanes = {mark["facts"][0]: mark for mark in case.marks if mark["role"] == "lane"}
    for mark in case.marks:
        if mark["role"] == "node" and lanes:
            lane = case.nodes[mark["facts"][0]]["lane"]
            inside = [name for name, band in lanes.items() if _within(mark, band)]
            if inside != ([lane] if lane else []):
                yield "step stands in another lane", mark["id"]


def _looks(case: Case) -> Iterator[Fault]:
    tinted = any(node["fill"] for node in case.nodes.values())
    for mark in case.marks:
        node = case.nodes.get("".join(mark["facts"])) if mark["role"] == "node" else None
        if node is None or node["figure"] == "bar":
            continue
        ink = mark["ink"] or {"fill": "", "stroke": ""}
        if tinted and _named(ink["fill"], COLOURS) != node["fill"]:
            yield "fill of another colour", f"{mark['id']}: {ink['fill']}, {node['fill']!r}"
        if node["border"] and _nearest(ink["stroke"], BORDERS) != node["border"]:
            yield "border of another colour", f"{mark['id']}: {ink['stroke']}"
        if not _figured(mark, node["figure"]):
            yield "figure of another outline", f"{mark['id']}: no {node['figure']}"


def _named(code: str, known: Any) -> str:
    """The name of a ground's colour; empty for one that is nearly white, or has no colour."""
    if not code:
        return ""
    lightness, a, b = _lab(code)
    if lightness > 96 and math.hypot(a, b) < 5:
        return ""
    return _nearest(code, known)


def _nearest(code: str, known: Any) -> str:
    """The name of the colour that is nearest, if it is near."""
    if not code:
        return ""
    spots = [
        (float(np.linalg.norm(_lab(code) - _lab(one))), name)
        for name, codes in known.items()
        for one in ([codes] if isinstance(codes, str) else codes)
    ]
    away, name = min(spots)
    return name if away <= _SAME else f"none ({name})"


def _lab(code: str) -> NDArray[np.float64]:
    """CIE Lab of an sRGB code, D65; after IEC 61966-2-1 and CIE 15."""
    channels = np.array([int(code[at : at + 2], 16) for at in (1, 3, 5)]) / 255
    linear = np.where(channels <= 0.04045, channels / 12.92, ((channels + 0.055) / 1.055) ** 2.4)
    matrix = [[0.4124, 0.3576, 0.1805], [0.2126, 0.7152, 0.0722], [0.0193, 0.1192, 0.9505]]
    x, y, z = np.cbrt(np.array(matrix) @ linear / np.array([0.9505, 1.0, 1.089]))
    return np.array([116 * y - 16, 500 * (x - y), 200 * (y - z)])


def _figured(mark: Mark, figure: str) -> bool:
    """Whether an outline can be that of a figure."""
    form, box = mark["outline"]["form"], mark["box"]
    if figure in ("ellipse", "circle"):
        across, down = box[2] - box[0], box[3] - box[1]
        return form == "ellipse" and (figure == "ellipse" or abs(across - down) <= 2 * _TOUCH)
    if figure in ("rectangle", "rounded", "double"):
        return bool(form == "rectangle")
    if form != "polygon":
        return False
    points = mark["outline"]["points"]
    middle = ((box[0] + box[2]) / 2, (box[1] + box[3]) / 2)
    upright = [p for p in points if abs(p[0] - middle[0]) <= _TOUCH]
    level = [p for p in points if abs(p[1] - middle[1]) <= _TOUCH]
    match figure:
        case "diamond":
            return len(points) == len(upright) + len(level) == 4
        case "parallelogram":
            return len(points) == 4 and not upright and not level
        case "hexagon":
            return len(points) == 6 and len(level) == 2
    return len(points) > 8
