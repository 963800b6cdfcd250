"""Steps by where they stand on the page, found again from the boxes and lines of marks.

Directions are angles from middle to middle; whatever lies near a diagonal is not clear.
"""

from __future__ import annotations

import math
from typing import Any

from figloom.audit.flows_case import Case, only
from figloom.audit.flows_found import Routine, Said
from figloom.audit.flows_texts import side as meant
from figloom.audit.labels import Faulty

Box = list[float]

SIDES = ("right", "below", "left", "above")
"""Clockwise from the right, as angles run on a page."""
_WIDE = 28.0
"""Degrees off the straight way that still count as it."""
_EDGES = {"right": 2, "below": 3, "left": 0, "above": 1}
_NAMES = {"right": "right", "below": "bottom", "left": "left", "above": "top"}
_LEAST = 0.45
"""Least distance of the second, in sizes of the first."""


def _boxes(case: Case) -> dict[str, Box]:
    if not case.drawn:
        raise Faulty("where steps stand is asked, and nothing is drawn")
    found = {mark["facts"][0]: mark["box"] for mark in case.marks if mark["role"] == "node"}
    if not found.keys() >= {*case.near}:
        raise Faulty("a step has no mark")
    return {step: found[step] for step in case.near}


def _middle(box: Box) -> tuple[float, float]:
    return (box[0] + box[2]) / 2, (box[1] + box[3]) / 2


def _towards(across: float, down: float, wide: float) -> str | None:
    """The side that a direction points to; None when it is more than `wide` degrees off."""
    angle = math.degrees(math.atan2(down, across))
    quarter = round(angle / 90)
    return SIDES[quarter % 4] if abs(angle - 90 * quarter) <= wide else None


def _stands(box: Box, other: Box) -> str:
    """On which side of a box another stands; Faulty where that is not clear."""
    (x, y), (u, v) = _middle(box), _middle(other)
    side = _towards(u - x, v - y, _WIDE)
    if side is None or _apart(box, other, side) < 0:
        raise Faulty("two steps stand askew")
    return side


def _apart(box: Box, other: Box, side: str) -> float:
    """Pixels between two boxes on a side of the first."""
    edge = _EDGES[side]
    away = other[(edge + 2) % 4] - box[edge]
    return away if side in ("right", "below") else -away


def _lines(case: Case) -> dict[str, list[list[float]]]:
    found = {m["facts"][0]: m["outline"]["points"] for m in case.marks if m["role"] == "edge"}
    if not found.keys() >= case.edges.keys():
        raise Faulty("an arrow has no mark")
    return found


def _attached(box: Box, point: list[float]) -> str:
    """The side of a box at which a line meets it; Faulty near a corner."""
    (x, y), wide, high = _middle(box), box[2] - box[0], box[3] - box[1]
    side = _towards((point[0] - x) / wide, (point[1] - y) / high, 35.0)
    if side is None:
        raise Faulty("a line meets a step near its corner")
    return side


def _joined(case: Case, step: str) -> dict[str, list[str]]:
    """What arrows connect with a step, by the side on which it stands."""
    boxes, lines = _boxes(case), _lines(case)
    found: dict[str, list[str]] = {side: [] for side in SIDES}
    for edge in (*case.out(step), *case.into(step)):
        out = edge["source"] == step
        other = edge["target"] if out else edge["source"]
        if other not in boxes or other == step:
            raise Faulty("an arrow connects it with no other step")
        side = _stands(boxes[step], boxes[other])
        if _attached(boxes[step], lines[edge["id"]][0 if out else -1]) != side:
            raise Faulty("an arrow meets it on another side than that where the other step stands")
        if other not in found[side]:
            found[side].append(other)
    return found


def _side(case: Case, said: Said) -> str:
    found = _joined(case, case.step(said["step"]))
    return case.text(only("steps on that side", found[meant(said["side"])]))


def _sides(case: Case, said: Said) -> dict[str, str]:
    found = _joined(case, case.step(said["step"]))
    if max(map(len, found.values())) > 1:
        raise Faulty("several steps on one side")
    return {side: case.text(found[side][0]) if found[side] else "none"
            for side in ("left", "right", "above", "below")}  # fmt: skip


def _beyond(case: Case, said: Said) -> str:
    boxes, side = _boxes(case), meant(said["side"])
    own = boxes.pop(case.step(said["step"]))
    across = 1 if side in ("left", "right") else 0
    size = own[3 - across] - own[1 - across]
    rivals = []
    for name, box in boxes.items():
        gap = _apart(own, box, side)
        facing = min(own[across + 2], box[across + 2]) - max(own[across], box[across])
        if gap >= 0 and facing > 0:
            rivals.append((gap, name))
    rivals.sort()
    if not rivals:
        raise Faulty("nothing stands on that side")
    (gap, name), second = rivals[0], [far for far, _ in rivals[1:2]]
    if second and second[0] < gap + _LEAST * size:
        raise Faulty("two steps stand about as near")
    if _stands(own, boxes[name]) != side:
        raise Faulty("the nearest step stands askew")
    _nearer(own, boxes, name, side)
    return case.text(name)


def _nearer(own: Box, boxes: dict[str, Box], name: str, side: str) -> None:
    """Faulty when another step in the same direction is as near, by the distance of middles."""
    (x, y), (u, v) = _middle(own), _middle(boxes[name])
    away = math.hypot(u - x, v - y)
    for other, box in boxes.items():
        p, q = _middle(box)
        if (
            other != name
            and _towards(p - x, q - y, _WIDE) == side
            and math.hypot(p - x, q - y) < away
        ):
            raise Faulty("another step stands nearer in that direction")


def _outermost(case: Case, said: Said) -> str:
    boxes, side = _boxes(case), meant(said["side"])
    edge, sign = _EDGES[side], 1 if side in ("right", "below") else -1
    order = sorted(boxes, key=lambda name: -sign * boxes[name][edge])
    first = boxes[order[0]]
    size = first[2] - first[0] if side in ("left", "right") else first[3] - first[1]
    if len(order) < 3 or sign * (first[edge] - boxes[order[1]][edge]) < _LEAST * size:
        raise Faulty("two steps stand about as far out")
    return case.text(order[0])


def _leaving(case: Case, said: Said) -> str:
    source, target = case.step(said["source"]), case.step(said["target"])
    edge: Any = only(
        "arrows there", [edge for edge in case.out(source) if edge["target"] == target]
    )
    point = _lines(case)[edge["id"]][0]
    return _NAMES[_attached(_boxes(case)[source], point)]


ROUTINES: dict[str, Routine] = {
    "locate_side": _side,
    "locate_sides": _sides,
    "locate_beyond": _beyond,
    "locate_outermost": _outermost,
    "locate_leaving": _leaving,
}
