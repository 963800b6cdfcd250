"""Value extraction: does this mark have that value, or its neighbour's?"""

from __future__ import annotations

from itertools import combinations

from figloom.ask.charts.balance import case, evenly, timed
from figloom.ask.charts.made import beside
from figloom.ask.charts.phrases import marks, number, pair
from figloom.ask.charts.rationale import looked
from figloom.ask.charts.readings import Reading, kind, readings
from figloom.ask.charts.ruler import Ruler, ruler
from figloom.registry import plugin
from figloom.seeds import Draw
from figloom.types import Declined, Facts, Picture, Question, Step


@plugin()
def value(facts: Facts, picture: Picture | None, draw: Draw) -> tuple[Question, ...] | Declined:
    """Is the value of this mark v? The false statement gives the value of another mark near by.

    The two values are drawn as a pair and either is the truth equally often, so a number alone
    tells nothing; they are three resolvable steps or more apart. Where no two marks are near each
    other and yet apart, the false value is one of no mark.
    """
    chart, found = kind(facts), readings(facts, picture)
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
    random, later = draw.random("value"), bool(draw.level("value/later", 2))
    pairs = []
    for one, other, scale in near:
        low, high = sorted((one, other), key=lambda reading: reading.value)
        pairs.append((low, high, scale))
    # As often as not the larger value is the later one: in a chart that only rises, how late a
    # place is would tell how large its number is. Names tell nothing.
    cases = [case(high, low, found, (low, high, scale)) for low, high, scale in pairs]
    named = [told for told in pairs if not timed(told[0], told[1])]
    chosen = evenly(cases, later, random) or (random.choice(named) if named else None)
    if chosen is None:
        return None
    low, high, scale = chosen
    truth, wrong = (low, high) if draw.level("value/side", 2) else (high, low)
    return truth, wrong.value, scale


def _of_one_mark(found: list[Reading], picture: Picture | None, draw: Draw) -> _Chosen | None:
    """Where all marks are far apart, or there is one: a value of no mark."""
    random, nearer = draw.random("value"), bool(draw.level("value/nearer", 2))
    for truth in random.sample(found, len(found)):
        scale = ruler(picture, truth, found)
        if scale.log or truth.whole:
            continue
        like = [reading.value for reading in found if reading.what == truth.what]
        wrong = beside(truth.value, scale, like, 1.2 * scale.tolerance(truth.value), nearer, random)
        if wrong is not None:
            return truth, wrong, scale
    return None


def comparable(
    found: list[Reading], picture: Picture | None, seen: bool = False
) -> list[tuple[Reading, Reading, Ruler]]:
    """Pairs of readings of one measure on one axis that a reader can tell apart.

    `seen` takes those that are seen to differ, if by less than an answer may be off.
    """
    rulers: dict[tuple[str, str, str], Ruler] = {}
    pairs = []
    for one, other in combinations(found, 2):
        key = (one.what, one.unit, one.dimension)
        if key != (other.what, other.unit, other.dimension):
            continue
        if key not in rulers:
            rulers[key] = ruler(picture, one, found)
        scale = rulers[key]
        if (scale.seen_apart if seen else scale.apart)(one.value, other.value):
            pairs.append((one, other, scale))
    return pairs
