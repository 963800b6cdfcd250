"""Pointing: where in the picture a mark is."""

from __future__ import annotations

from itertools import islice

from figloom.ask.charts.phrases import asked, phrase
from figloom.ask.charts.rationale import looked
from figloom.ask.charts.readings import Reading, kind, readings
from figloom.registry import plugin
from figloom.seeds import Draw
from figloom.types import Box, Facts, Mark, Negative, Picture, Question, Scoring, Step

_BODIES = frozenset({"bar", "wedge", "cell", "tile", "stage", "box", "candle", "node", "bubble"})
_ALIKE = 0.4
"""Overlap of two boxes, from 0.5 of which one would be scored as the other."""
_LEAST = 8.0
"""Pixels that a mark is wide and high at least."""


@plugin()
def locate(facts: Facts, picture: Picture | None, draw: Draw) -> tuple[Question, ...]:
    """Which box holds this mark? In pixels, x0, y0, x1, y1, from the top left corner.

    Asked where a mark has a clear outline of its own, not of points and lines, and is one of
    several.
    """
    chart, found = kind(facts), readings(facts, picture)
    boxes: dict[str, tuple[Reading, Mark | None]] = {}
    for reading in found:
        if picture is None:
            boxes[reading.where] = (reading, None)
            continue
        those = [m for m in picture.showing((reading.fact,)) if m.role in _BODIES]
        if len(those) == 1 and _large(those[0].box) and _clear(those[0], picture):
            boxes[reading.where] = (reading, those[0])
    if not boxes:
        return ()
    reading, mark = boxes[draw.random("locate").choice(sorted(boxes))]
    wording = phrase(
        draw, "locate", where=reading.where,
        width=str(picture.width if picture else 0), height=str(picture.height if picture else 0),
    )  # fmt: skip
    box = tuple(round(edge, 1) for edge in mark.box) if mark else (0.0, 0.0, 1.0, 1.0)
    others: dict[tuple[float, ...], Mark] = {}
    if picture is not None and mark is not None:
        for one in picture.marks:
            if one.role in _BODIES and one.id != mark.id:
                others.setdefault(tuple(round(edge, 1) for edge in one.box), one)
        if not others:
            return ()
    told = ", ".join(f"{edge:g}" for edge in box)
    return (
        asked(
            chart, picture, task="locate", subtask="locate", wording=wording, answer=box,
            kind="box", unit="px", scoring=Scoring("box"),
            rests=(mark.id,) if mark else (),
            negatives=tuple(Negative(place, "another_mark", marks=(other.id,))
                            for place, other in islice(others.items(), 3)),
            steps=(*looked(facts, chart, picture, reading), Step(f"Its box is {told}.")),
        ),
    )  # fmt: skip


def _clear(mark: Mark, picture: Picture) -> bool:
    """Whether it is seen whole, and no other mark's box could pass for its own."""
    others = [m.box for m in picture.marks if m.role in _BODIES and m.id != mark.id]
    return mark.visible == 1.0 and all(_overlap(mark.box, box) < _ALIKE for box in others)


def _overlap(one: Box, other: Box) -> float:
    """Intersection over union of two boxes."""
    wide = min(one[2], other[2]) - max(one[0], other[0])
    tall = min(one[3], other[3]) - max(one[1], other[1])
    shared = max(0.0, wide) * max(0.0, tall)
    areas = [(box[2] - box[0]) * (box[3] - box[1]) for box in (one, other)]
    return shared / (sum(areas) - shared) if shared else 0.0


def _large(box: tuple[float, float, float, float]) -> bool:
    return box[2] - box[0] >= _LEAST and box[3] - box[1] >= _LEAST
