"""Steps by where they stand: on a side of another, outermost, in a corner, and where arrows go.

Margins keep every answer beyond doubt; where centres and sides of attachment disagree nothing is
asked.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import hypot
from typing import Literal

from figloom.ask.flows.asking import Asked, Claim, Pattern, Said, asked
from figloom.ask.flows.reading import Reading
from figloom.registry import plugin
from figloom.seeds import Draw
from figloom.types import Box, Dot, Facts, Mark, Picture, Polyline, Scoring

Side = Literal["left", "right", "above", "below"]
SIDES: tuple[Side, ...] = ("left", "right", "above", "below")
_SAID = {"left": "to the left of", "right": "to the right of", "above": "above", "below": "below"}
_EDGE = {"left": "leftmost", "right": "rightmost", "above": "topmost", "below": "lowest"}
_CLEAR = 2.0
"""One distance counts as the direction where it is this many times the other."""


@plugin()
def locate_side(facts: Facts, picture: Picture | None, draw: Draw) -> Asked:
    """The only step that an arrow connects with a step on that side of it."""
    return asked(_SIDE, facts, picture, draw)


@plugin()
def locate_sides(facts: Facts, picture: Picture | None, draw: Draw) -> Asked:
    """What is connected with a step on each of its four sides, or none."""
    return asked(_SIDES, facts, picture, draw)


@plugin()
def locate_beyond(facts: Facts, picture: Picture | None, draw: Draw) -> Asked:
    """The step that stands nearest on that side of a step, arrow or no arrow."""
    return asked(_BEYOND, facts, picture, draw)


@plugin()
def locate_outermost(facts: Facts, picture: Picture | None, draw: Draw) -> Asked:
    """The leftmost, rightmost, topmost or lowest step."""
    return asked(_OUTERMOST, facts, picture, draw)


@plugin()
def locate_leaving(facts: Facts, picture: Picture | None, draw: Draw) -> Asked:
    """The side of a step at which the arrow to another one leaves it."""
    return asked(_LEAVING, facts, picture, draw)


def _boxes(here: Reading) -> dict[str, Box]:
    """Boxes of the steps that have a text."""
    wanted = {node.id for node in here.named}
    marks = here.picture.marks if here.picture else ()
    return {m.facts[0]: m.box for m in marks if m.role == "node" and m.facts[0] in wanted}


def _middle(box: Box) -> Dot:
    return (box[0] + box[2]) / 2, (box[1] + box[3]) / 2


def direction(one: Box, other: Box) -> Side | None:
    """On which side of `one` the `other` stands; None where that is not clear."""
    (x0, y0), (x1, y1) = _middle(one), _middle(other)
    across, down = x1 - x0, y1 - y0
    if abs(across) >= _CLEAR * abs(down) and (other[0] >= one[2] or other[2] <= one[0]):
        return "right" if across > 0 else "left"
    if abs(down) >= _CLEAR * abs(across) and (other[1] >= one[3] or other[3] <= one[1]):
        return "below" if down > 0 else "above"
    return None


def attached(box: Box, at: Dot) -> Side | None:
    """The side of a box at which a line meets it; None near a corner."""
    (x, y), (mx, my) = at, _middle(box)
    across, down = (x - mx) / (box[2] - box[0]), (y - my) / (box[3] - box[1])
    if abs(across) >= 1.5 * abs(down):
        return "right" if across > 0 else "left"
    if abs(down) >= 1.5 * abs(across):
        return "below" if down > 0 else "above"
    return None


def _lines(here: Reading) -> dict[str, Mark]:
    marks = here.picture.marks if here.picture else ()
    return {mark.facts[0]: mark for mark in marks if mark.role == "edge" and mark.facts}


def _sided(here: Reading) -> Iterator[tuple[str, dict[Side, list[str]]]]:
    """Steps all of whose arrows are clear, and what is connected with each of their sides."""
    boxes, lines = _boxes(here), _lines(here)
    for step, box in boxes.items():
        found: dict[Side, list[str]] = {side: [] for side in SIDES}
        clear = True
        for edge in (*here.out[step], *here.into[step]):
            other = edge.target if edge.source == step else edge.source
            line = lines.get(edge.id)
            if other not in boxes or other == step or line is None:
                clear = False
                break
            assert isinstance(line.outline, Polyline)
            at = line.outline.points[0 if edge.source == step else -1]
            side = direction(box, boxes[other])
            if side is None or side != attached(box, at):
                clear = False
                break
            if other not in found[side]:
                found[side].append(other)
        if clear and any(found.values()):
            yield step, found


def _side(here: Reading) -> Iterator[Claim]:
    for step, found in _sided(here):
        for side, others in found.items():
            if len(others) == 1:
                (other,) = others
                told = f"The step joined to it {_SAID[side]} it is {here.text(other)}."
                wrong = [n for s, some in found.items() if s != side for n in some]
                yield Claim(
                    {"side": _SAID[side], "step": here.text(step)},
                    here.node[other].text,
                    (step, other),
                    (Said(told, (step, other)),),
                    tuple((here.node[n].text, "other_side") for n in wrong),
                    about=side,
                )


def _sides(here: Reading) -> Iterator[Claim]:
    for step, found in _sided(here):
        if all(len(others) <= 1 for others in found.values()):
            texts = {s: here.node[some[0]].text if some else "none" for s, some in found.items()}
            ids = (step, *(some[0] for some in found.values() if some))
            told = ", ".join(f"{side}: {text}" for side, text in texts.items())
            turned = dict(zip(texts, [*list(texts.values())[1:], texts["left"]], strict=True))
            yield Claim(
                {"step": here.text(step)},
                tuple(texts.items()),
                ids,
                (Said(f"It is joined as follows: {told}.", ids),),
                ((tuple(turned.items()), "turned"),),
                about=str(sum(text != "none" for text in texts.values())),
            )


def _beyond(here: Reading) -> Iterator[Claim]:
    boxes = _boxes(here)
    for step, box in boxes.items():
        for side in SIDES:
            near = sorted(
                (_gap(box, other, side), name)
                for name, other in boxes.items()
                if name != step and _facing(box, other, side)
            )
            if not near:
                continue
            (_, name), others = near[0], [n for _, n in near[1:3]]
            if direction(box, boxes[name]) != side or _rivalled(boxes, step, name, side):
                continue
            told = f"{here.text(name)} stands directly {_SAID[side]} {here.text(step)}."
            yield Claim(
                {"side": _SAID[side], "step": here.text(step)},
                here.node[name].text,
                (step, name),
                (Said(told, (step, name)),),
                tuple((here.node[n].text, "farther_off") for n in others),
                about=side,
            )


def _rivalled(boxes: dict[str, Box], step: str, found: str, side: Side) -> bool:
    """Whether another step on that side is as near, be it askew or in another column: from box to
    box, by a margin of half the step, or from middle to middle."""
    (x, y), (u, v) = _middle(boxes[step]), _middle(boxes[found])
    most = _gap(boxes[step], boxes[found], side) + _size(boxes[step], side)
    for other in boxes.keys() - {step, found}:
        beyond = _gap(boxes[step], boxes[other], side)
        if beyond >= 0 and hypot(beyond, _askew(boxes[step], boxes[other], side)) < most:
            return True
        across, down = (a - b for a, b in zip(_middle(boxes[other]), (x, y), strict=True))
        ahead = {"left": -across, "right": across, "above": -down, "below": down}[side]
        off = abs(down) if side in ("left", "right") else abs(across)
        if ahead > off and hypot(across, down) <= hypot(u - x, v - y):
            return True
    return False


def _gap(box: Box, other: Box, side: Side) -> float:
    return {
        "left": box[0] - other[2],
        "right": other[0] - box[2],
        "above": box[1] - other[3],
        "below": other[1] - box[3],
    }[side]


def _askew(box: Box, other: Box, side: Side) -> float:
    """How far the other is from the strip before the box; 0 where it reaches into it."""
    low, high = (1, 3) if side in ("left", "right") else (0, 2)
    return max(box[low] - other[high], other[low] - box[high], 0.0)


def _facing(box: Box, other: Box, side: Side) -> bool:
    """Whether the other is wholly on that side and reaches into the strip before the box."""
    low, high = (1, 3) if side in ("left", "right") else (0, 2)
    return _gap(box, other, side) >= 0 and other[low] < box[high] and other[high] > box[low]


def _size(box: Box, side: Side) -> float:
    return (box[2] - box[0] if side in ("left", "right") else box[3] - box[1]) / 2


def _outermost(here: Reading) -> Iterator[Claim]:
    boxes = _boxes(here)
    for side in SIDES:
        at = {"left": 0, "above": 1, "right": 2, "below": 3}[side]
        sign = 1 if side in ("left", "above") else -1
        order = sorted(boxes, key=lambda step: (sign * boxes[step][at], step))
        if len(order) < 3:
            continue
        first, second = order[:2]
        if abs(boxes[second][at] - boxes[first][at]) < _size(boxes[first], side):
            continue
        told = f"The {_EDGE[side]} step is {here.text(first)}."
        wrong = tuple((here.node[n].text, "not_outermost") for n in order[1:3])
        yield Claim(
            {"side": _EDGE[side]}, here.node[first].text, (first,), (Said(told, (first,)),),
            wrong, about=side,
        )  # fmt: skip


def _leaving(here: Reading) -> Iterator[Claim]:
    boxes, lines = _boxes(here), _lines(here)
    for edge in here.flow.edges:
        line = lines.get(edge.id)
        if line is None or edge.source not in boxes or edge.target not in boxes:
            continue
        assert isinstance(line.outline, Polyline)
        side = attached(boxes[edge.source], line.outline.points[0])
        if side is None:
            continue
        said = {"left": "left", "right": "right", "above": "top", "below": "bottom"}
        told = f"It leaves at the {said[side]}."
        yield Claim(
            {"source": here.text(edge.source), "target": here.text(edge.target)},
            said[side],
            (edge.id,),
            (Said(told, (edge.id,)),),
            tuple((said[other], "other_side") for other in SIDES if other != side),
            about=side,
        )


_TEXT = Scoring("text")
_SIDE = Pattern("locate", "locate_side", "text", _TEXT, _side, sighted=True)
_SIDES = Pattern("locate", "locate_sides", "slots", Scoring("slots"), _sides, sighted=True)
_BEYOND = Pattern("locate", "locate_beyond", "text", _TEXT, _beyond, sighted=True)
_OUTERMOST = Pattern("locate", "locate_outermost", "text", _TEXT, _outermost, sighted=True)
_LEAVING = Pattern("locate", "locate_leaving", "text", _TEXT, _leaving, sighted=True)
