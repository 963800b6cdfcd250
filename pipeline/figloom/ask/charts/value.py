"""Value extraction: does this mark have that value, or its neighbour's?"""

from __future__ import annotations

from itertools import combinations

from figloom.ask.charts.phrases import marks, number, pair, regular, rounded
from figloom.ask.charts.rationale import looked
from figloom.ask.charts.readings import Reading, everything, kind, readings
from figloom.ask.charts.ruler import NEAR, STEPS, TOLERANCE, Ruler, ruler
from figloom.registry import plugin
from figloom.seeds import Draw
from figloom.types import Declined, Facts, Picture, Question, Step


@plugin()
def value(facts: Facts, picture: Picture | None, draw: Draw) -> tuple[Question, ...] | Declined:
    """Is the value of this mark v? The false statement gives the value of another mark near by.

    The two values are drawn as a pair and either is the truth equally often, so a number alone
    tells nothing; they are three resolvable steps or more apart. Where no two marks are near each
    other and yet apart, the false value is one of no mark, above or below equally often.
    """
    chart, found = kind(facts), readings(facts, picture)
    if len(everything(facts)) < 2:
        # A gauge: the false value could only be one of no mark.
        return ()
    if not found:
        return Declined("no value to read off")
    chosen = _of_two_marks(found, picture, draw) or _of_one_mark(found, picture, draw)
    if chosen is None:
        return Declined("no other value near and yet apart")
    truth, wrong, scale = chosen
    like = [reading.value for reading in found if reading.what == truth.what]
    said = {"what": truth.what, "where": truth.where}
    told = number(truth.value, truth.unit, like)
    return pair(
        chart, picture, draw, task="value", subtask="value",
        true={**said, "value": told},
        false={**said, "value": number(wrong, truth.unit, like)},
        steps=(*looked(facts, chart, picture, truth),
               Step(f"{truth.what} for {truth.where} is {told}.", marks(picture, truth))),
        kind="neighbour_value", rests=marks(picture, truth),
        distance=abs(truth.value - wrong) / scale.step_at(truth.value),
    )  # fmt: skip


_Chosen = tuple[Reading, float, Ruler]
"""What is asked about, the false value, and the ruler of both."""


def _of_two_marks(found: list[Reading], picture: Picture | None, draw: Draw) -> _Chosen | None:
    near = [
        (one, other, scale)
        for one, other, scale in comparable(found, picture)
        if scale.near(one.value, other.value)
    ]
    if not near:
        return None
    one, other, scale = draw.random("value").choice(near)
    low, high = sorted((one, other), key=lambda reading: reading.value)
    truth, wrong = (low, high) if draw.level("value/side", 2) else (high, low)
    return truth, wrong.value, scale


def _of_one_mark(found: list[Reading], picture: Picture | None, draw: Draw) -> _Chosen | None:
    """Where all marks are alike or far apart: a value of no mark, above or below by the level."""
    random = draw.random("value")
    side = 1 if draw.level("value/side", 2) else -1
    for truth in random.sample(found, len(found)):
        scale = ruler(picture, truth, found)
        if scale.log or truth.whole:
            continue
        least = max(STEPS * scale.step, 1.2 * TOLERANCE * abs(truth.value))
        like = [reading.value for reading in found if reading.what == truth.what]
        gap = regular(random.uniform(least, max(least, NEAR / 2 * scale.span)), like, above=least)
        # Both must do, or the side would tell where on the axis the truth may be.
        both = [rounded(truth.value + way * gap, like) for way in (side, -side)]
        inside = all(min(scale.low, scale.high) <= v <= max(scale.low, scale.high) for v in both)
        if inside and all(scale.apart(truth.value, wrong) for wrong in both):
            return truth, both[0], scale
    return None


def comparable(
    found: list[Reading], picture: Picture | None, steps: float | None = None
) -> list[tuple[Reading, Reading, Ruler]]:
    """Pairs of readings of one measure on one axis that a reader can tell apart."""
    rulers: dict[tuple[str, str, str], Ruler] = {}
    pairs = []
    for one, other in combinations(found, 2):
        key = (one.what, one.unit, one.dimension)
        if key != (other.what, other.unit, other.dimension):
            continue
        if key not in rulers:
            rulers[key] = ruler(picture, one, found)
        scale = rulers[key]
        far = scale.apart(one.value, other.value, *(() if steps is None else (steps,)))
        if far:
            pairs.append((one, other, scale))
    return pairs
