"""Rules for where the steps of a flowchart stand, and where arrows leave them."""

from __future__ import annotations

from collections.abc import Callable, Iterable

import networkx as nx

from figloom.models.asking import Asked
from figloom.models.ocr_chart import Seen, one, two

Rule = Callable[[Asked, Seen], str | None]

_OUTERMOST = {
    "leftmost": ("x", min), "left": ("x", min), "rightmost": ("x", max), "right": ("x", max),
    "topmost": ("y", min), "top": ("y", min), "highest": ("y", min), "lowest": ("y", max),
    "bottom": ("y", max),
}  # fmt: skip


def _outermost(question: Asked, chart_: Seen) -> str | None:
    side = next((side for side in _OUTERMOST if side in question.words["side"].split()), None)
    if side is None or not chart_.boxes:
        return None
    along, pick = _OUTERMOST[side]
    return pick(chart_.boxes, key=lambda box: getattr(box, along)).text


def _direction(across: float, down: float) -> str:
    if abs(across) > abs(down):
        return "right" if across > 0 else "left"
    return "below" if down > 0 else "above"


def _towards(chart_: Seen, at: int, side: str, others: Iterable[int]) -> list[int]:
    """Of some boxes those that stand on a side of a box, the nearest first."""
    here = chart_.boxes[at]
    found = [
        other
        for other in others
        if other != at
        and _direction(chart_.boxes[other].x - here.x, chart_.boxes[other].y - here.y) == side
    ]
    return sorted(found, key=lambda other: abs(chart_.boxes[other].x - here.x)
                  + abs(chart_.boxes[other].y - here.y))  # fmt: skip


def _asked_side(question: Asked) -> str | None:
    words = question.words["side"]
    return next((side for side in ("left", "right", "above", "below") if side in words), None)


def _side(chart_: Seen, at: int, question: Asked) -> list[int]:
    side = _asked_side(question)
    return _towards(chart_, at, side, {*nx.all_neighbors(chart_.graph, at)})[:1] if side else []


def _beyond(chart_: Seen, at: int, question: Asked) -> list[int]:
    side = _asked_side(question)
    return _towards(chart_, at, side, range(len(chart_.boxes)))[:1] if side else []


def _sides(chart_: Seen, at: int, question: Asked) -> str:
    joined = {*nx.all_neighbors(chart_.graph, at)}
    lines = []
    for side in ("left", "right", "above", "below"):
        found = _towards(chart_, at, side, joined)
        lines.append(f"{side}: {chart_.boxes[found[0]].text if found else 'none'}")
    return "\n".join(lines)


def _leaving(question: Asked, chart_: Seen) -> str | None:
    """The side of a box, in its own proportions, at which an arrow begins."""
    pair = two(question, chart_, "source", "target")
    if not pair or not chart_.graph.has_edge(*pair):
        return None
    box = chart_.boxes[pair[0]]
    x, y = chart_.graph.edges[pair]["start"]
    side = _direction((x - box.x) / box.box[2], (y - box.y) / box.box[3])
    return {"above": "top", "below": "bottom"}.get(side, side)


RULES: dict[str, Rule] = {
    "locate_side": one("step", _side),
    "locate_sides": one("step", _sides),
    "locate_beyond": one("step", _beyond),
    "locate_leaving": _leaving,
    "locate_outermost": _outermost,
}
"""By subtask."""
