"""Comparison: which of two marks has the larger value."""

from __future__ import annotations

from figloom.ask.charts.balance import evenly, ordered
from figloom.ask.charts.phrases import marks, number, pair
from figloom.ask.charts.rationale import looked
from figloom.ask.charts.readings import Reading, everything, kind, readings
from figloom.ask.charts.value import comparable
from figloom.registry import plugin
from figloom.seeds import Draw
from figloom.types import Declined, Facts, Picture, Question, Step

_HALF = 0.5
"""Compared values differ by at most this part of the axis."""


@plugin()
def compare(facts: Facts, picture: Picture | None, draw: Draw) -> tuple[Question, ...] | Declined:
    """Is A higher (or lower) than B? The false statement swaps A and B.

    The larger value is the later one, by time or by letter, exactly half the time, and in whichever
    chart it is asked of, it might have been either: a series that only rises is not asked of. Ties
    and values on different axes are never compared.
    """
    chart, found = kind(facts), readings(facts, picture)
    if len(everything(facts)) < 2:
        return ()
    pairs = []
    for one, other, scale in comparable(found, picture):
        low, high = sorted((one, other), key=lambda reading: reading.value)
        if not scale.log and abs(high.value - low.value) > _HALF * scale.span:
            continue
        if related(low, high):
            pairs.append((high, low, scale))
    later = bool(draw.level("compare/later", 2))
    chosen = evenly(pairs, found, later, draw.random("compare"))
    if chosen is None and pairs and all(ordered(high, low) for high, low, _ in pairs):
        # A series that only rises: whichever two are compared, the time would tell.
        return ()
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
