"""The drawing read back: its marks against the facts shown, and its pixels against its marks."""

from __future__ import annotations

import io
import json
import math
from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from figloom.audit.labels import Seen, spaced
from figloom.audit.questions import Fault
from figloom.audit.shard import Row

TOUCH = 4.0
"""An edge ends at most so many pixels outside the box of its node."""
_ROUNDING = 0.2
_INK = 24
"""Least difference of a text's lightest and darkest value in some colour channel."""
_NEAR = 16.0
_HEIGHTS = 1.6
"""A label is at most _NEAR pixels or so many of its own heights away from its edge."""

Mark = dict[str, Any]


def faults(row: Row, shown: Seen) -> Iterator[Fault]:
    """Everything in which the picture of a row is not the graph shown."""
    marks: list[Mark] = row["marks"]
    if len({mark["id"] for mark in marks}) != len(marks):
        yield "mark ids not unique", f"{len(marks)} marks"
    if sorted(row["drawn"]) != sorted([*shown.entities, *shown.statements]):
        yield "drawn is not what is shown", f"{len(row['drawn'])} facts"
    options = render_options(row)
    for mark in marks:
        yield from placed(mark, row["width"], row["height"])
    yield from _nodes(marks, shown, options)
    yield from _wires(marks, shown)
    yield from _texts(marks, shown, options)
    yield from inked(row, marks)


def render_options(row: Row) -> dict[str, Any]:
    """Options of the renderer, as the trace tells them."""
    stages = row["trace"]["stages"]
    return next((json.loads(s["options"]) for s in stages if s["verb"] == "render"), {})


def node_labels(marks: list[Mark], shown: Seen) -> frozenset[str]:
    """The label beside each node mark, or the entity's where names are not drawn."""
    said = {mark["parent"]: mark["text"] for mark in marks if mark["role"] == "label"}
    return frozenset(
        str(said.get(mark["id"]) or shown.entities.get("".join(mark["facts"]), mark["id"]))
        for mark in marks
        if mark["role"] == "node"
    )


def placed(mark: Mark, width: int, height: int) -> Iterator[Fault]:
    """A mark lies in the picture, and its outline in its box."""
    x0, y0, x1, y1 = mark["box"]
    if not (0 <= x0 <= x1 <= width and 0 <= y0 <= y1 <= height):
        yield "mark outside the picture", mark["id"]
    if mark["outline"]["form"] in ("polyline", "polygon"):
        points = mark["outline"]["points"]
        if max(_distance(point, mark["box"]) for point in points) > _ROUNDING:
            yield "outline outside its box", mark["id"]


def _distance(point: list[float], box: list[float]) -> float:
    """Pixels from a point to a box, 0 inside."""
    across = max(box[0] - point[0], point[0] - box[2], 0.0)
    return math.hypot(across, max(box[1] - point[1], point[1] - box[3], 0.0))


def _by_fact(marks: list[Mark], role: str) -> dict[str, list[Mark]]:
    found: dict[str, list[Mark]] = {}
    for mark in marks:
        if mark["role"] == role:
            found.setdefault(" ".join(mark["facts"]), []).append(mark)
    return found


def one_each(marks: list[Mark], role: str, facts: set[str]) -> Iterator[Fault]:
    """Each fact has exactly one mark of the role, and no other has any."""
    found = _by_fact(marks, role)
    for fact in sorted(facts ^ found.keys()):
        yield f"{role} mark missing or needless", fact
    for fact, several in found.items():
        if len(several) > 1:
            yield f"several {role} marks of one fact", fact


def _nodes(marks: list[Mark], shown: Seen, options: dict[str, Any]) -> Iterator[Fault]:
    yield from one_each(marks, "node", {*shown.entities})
    wanted = {fact for fact, picture in shown.pictures.items() if picture}
    yield from one_each(marks, "picture", wanted if options.get("pictures", True) else set())
    nodes = {mark["id"]: mark for mark in marks if mark["role"] == "node"}
    for mark in marks:
        if mark["role"] not in ("label", "description", "picture", "disc"):
            continue
        node = nodes.get(mark["parent"])
        if node is None:
            yield "mark without its node", mark["id"]
        elif not _inside(mark["box"], node["box"]):
            yield "mark outside its node", mark["id"]
        elif mark["facts"] not in ([], node["facts"]):
            yield "mark of another node's fact", mark["id"]


def _inside(inner: list[float], outer: list[float]) -> bool:
    return (
        min(inner[0] - outer[0], inner[1] - outer[1], outer[2] - inner[2], outer[3] - inner[3])
        >= -_ROUNDING
    )


def _wires(marks: list[Mark], shown: Seen) -> Iterator[Fault]:
    yield from one_each(marks, "edge", {*shown.statements})
    nodes = {fact: several[0] for fact, several in _by_fact(marks, "node").items()}
    for fact, several in _by_fact(marks, "edge").items():
        if fact not in shown.ends or several[0]["outline"]["form"] != "polyline":
            yield "edge is no line of a triple", several[0]["id"]
            continue
        points = several[0]["outline"]["points"]
        for end, point, side in zip(shown.ends[fact], (points[0], points[-1]), ("head", "tail"),
                                    strict=True):  # fmt: skip
            if end in nodes and _distance(point, nodes[end]["box"]) > TOUCH:
                yield f"edge does not touch its {side}", several[0]["id"]


def _texts(marks: list[Mark], shown: Seen, options: dict[str, Any]) -> Iterator[Fault]:
    drawn = options.get("text", True)
    names = shown.entities if drawn else {}
    relations = {fact: said[1] for fact, said in shown.statements.items()} if drawn else {}
    for role, texts in (("label", names), ("edge_label", relations)):
        yield from one_each(marks, role, {*texts})
        for mark in marks:
            said = texts.get(" ".join(mark["facts"])) if mark["role"] == role else None
            if said is not None and mark["text"] != spaced(said):
                yield f"{role} says something else", f"{mark['id']}: {mark['text']!r}"
    for mark in marks:
        if mark["role"] == "description" and not _begins(shown, mark, drawn):
            yield "description says something else", f"{mark['id']}: {mark['text']!r}"
    yield from beside(marks)


def _begins(shown: Seen, mark: Mark, drawn: bool) -> bool:
    """Whether a description's mark says it, perhaps cut short by an ellipsis."""
    whole = spaced(shown.descriptions.get(" ".join(mark["facts"]), ""))
    said: str = mark["text"]
    cut = said.endswith("…") and whole.startswith(said.removesuffix("…"))
    return drawn and bool(whole) and (said == whole or cut)


def beside(marks: list[Mark]) -> Iterator[Fault]:
    """Each relation's label stands by the edge of its own triple, and by no other."""
    labels = [mark for mark in marks if mark["role"] == "edge_label"]
    edges = [m for m in marks if m["role"] == "edge" and m["outline"]["form"] == "polyline"]
    if not labels or not edges:
        return
    lines = [_dense(edge["outline"]["points"]) for edge in edges]
    owner = np.repeat(np.arange(len(lines)), [len(line) for line in lines])
    points = np.concatenate(lines)
    for label in labels:
        x0, y0, x1, y1 = label["box"]
        gap = np.maximum(np.maximum((x0, y0) - points, points - (x1, y1)), 0.0)
        away = np.hypot(gap[:, 0], gap[:, 1])
        nearest = edges[owner[away.argmin()]]
        if nearest["id"] != label["parent"] or nearest["facts"] != label["facts"]:
            yield "edge_label nearer to another edge", label["id"]
        elif away.min() > max(_NEAR, _HEIGHTS * (y1 - y0)):
            yield "edge_label away from its edge", label["id"]


def _dense(points: list[list[float]]) -> NDArray[np.float64]:
    """Points at most 4 px apart along a line."""
    corners = np.array(points, np.float64)
    lengths = np.hypot(*np.diff(corners, axis=0).T)
    along = np.concatenate([[0.0], np.cumsum(lengths)])
    at = np.union1d(along, np.arange(0.0, along[-1], 4.0))
    return np.stack([np.interp(at, along, corners[:, axis]) for axis in (0, 1)], axis=1)


def inked(row: Row, marks: list[Mark]) -> Iterator[Fault]:
    """The PNG decodes to the size told, and there is ink wherever a text is said to be."""
    try:
        with Image.open(io.BytesIO(row["image"]["bytes"])) as opened:
            picture = opened.convert("RGB")
            form = opened.format
    except (OSError, SyntaxError, ValueError) as error:
        yield "picture cannot be decoded", str(error)
        return
    if form != "PNG" or picture.size != (row["width"], row["height"]):
        yield "picture of another size", f"{form} {picture.size}"
    for mark in marks:
        if mark["text"] and not _has_ink(picture, mark["box"]):
            yield "no ink where a text should be", mark["id"]


def _has_ink(picture: Image.Image, box: list[float]) -> bool:
    x0, y0, x1, y1 = box
    part = picture.crop((math.floor(x0), math.floor(y0), math.ceil(x1), math.ceil(y1)))
    return any(high - low >= _INK for low, high in part.getextrema())  # type: ignore[misc]
