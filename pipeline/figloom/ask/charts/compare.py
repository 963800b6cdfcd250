"""Comparison: which of two marks has the larger value."""

from __future__ import annotations

from figloom.ask.charts.balance import case, evenly, timed
from figloom.ask.charts.phrases import marks, number, pair
from figloom.ask.charts.rationale import looked
from figloom.ask.charts.readings import Reading, everything, kind, readings
from figloom.ask.charts.ruler import Ruler
from figloom.ask.charts.value import comparable
from figloom.registry import plugin
from figloom.seeds import Draw
from figloom.types import Declined, Facts, Picture, Question, Step

_HALF = 0.5
"""Compared values differ by at most this part of the axis, where the chart has such."""


@plugin()
def compare(facts: Facts, picture: Picture | None, draw: Draw) -> tuple[Question, ...] | Declined:
    """Is A higher (or lower) than B? The false statement swaps A and B.

    The larger value is the later one, by time or by letter, exactly half the time: those pairs are
    looked at that can be asked about in the order that the schedule wants. Whichever chart it is
    asked of, times might have been in either order: a series that only rises is not asked of. Ties
    and values on different axes are never compared.
    """
    chart, found = kind(facts), readings(facts, picture)
    if len(everything(facts)) < 2:
        return Declined("a single value has nothing to compare it with")
    pairs = []
    for one, other, scale in comparable(found, picture, seen=True):
        low, high = sorted((one, other), key=lambda reading: reading.value)
        if related(low, high):
            pairs.append((high, low, scale))
    if not pairs:
        return Declined("no two values that can be told apart")
    later, random = bool(draw.level("compare/later", 2)), draw.random("compare")
    near = [told for told in pairs if _near(*told)]
    chosen = None
    for some in (near, pairs):
        cases = [case(high, low, found, (high, low, scale)) for high, low, scale in some]
        chosen = chosen or evenly(cases, later, random)
    if chosen is None and all(timed(high, low) for high, low, _ in pairs):
        return Declined("the time alone would tell which of two values is higher")
    if chosen is None:
        return Declined("no two values to compare in the order wanted")
    high, low, scale = chosen
    higher = bool(draw.level("compare/word", 2))
    first, second = (high, low) if higher else (low, high)
    said = {"what": first.what, "word": "higher" if higher else "lower"}
    like = [reading.value for reading in found if reading.what == low.what]
    values = [number(reading.value, reading.unit, like) for reading in (first, second)]
    return pair(
        chart, picture, draw, task="compare", subtask="compare",
        true={**said, "first": first.where, "second": second.where},
        false={**said, "first": second.where, "second": first.where},
        steps=(*looked(facts, chart, picture, first, second),
               Step(f"{first.what} is {values[0]} for {first.where}.", marks(picture, first)),
               Step(f"It is {values[1]} for {second.where}.", marks(picture, second)),
               Step(f"So it is {said['word']} for {first.where}.")),
        kind="swapped", rests=marks(picture, first, second),
        distance=(high.value - low.value) / scale.step_at(low.value),
    )  # fmt: skip


def related(one: Reading, other: Reading) -> bool:
    """Whether two readings share their category or their series, but not both."""
    return (one.rows[0] == other.rows[0]) != (one.rows[1] == other.rows[1])


def _near(high: Reading, low: Reading, scale: Ruler) -> bool:
    return scale.log or high.value - low.value <= _HALF * scale.span
