"""Numbers to read off and to calculate, and those that the chart cannot tell."""

from __future__ import annotations

from figloom.ask.charts.compare import related
from figloom.ask.charts.phrases import asked, marks, number, phrase
from figloom.ask.charts.rationale import looked
from figloom.ask.charts.readings import Reading, kind, quoted, readings
from figloom.ask.charts.ruler import STEPS, TOLERANCE, Ruler, ruler
from figloom.ask.charts.value import comparable
from figloom.registry import plugin
from figloom.seeds import Draw
from figloom.types import Declined, Facts, Grid, Negative, Picture, Question, Scoring, Step

_LEAST_TIMES, _MOST_TIMES = 1.2, 20.0
"""How many times as large as another a value is that is asked to be divided by it."""


@plugin()
def read_number(
    facts: Facts, picture: Picture | None, draw: Draw
) -> tuple[Question, ...] | Declined:
    """What is the value of this mark? Never a year or a month; the tolerance is stored."""
    chart, found = kind(facts), readings(facts, picture)
    large = _legible(found, picture)
    if not large:
        return Declined("no value large enough to be read")
    reading, scale = draw.random("read_number").choice(large)
    told = number(reading.value, reading.unit, [r.value for r in found if r.what == reading.what])
    wording = phrase(draw, "read_number", what=reading.what, where=reading.where)
    return (
        asked(
            chart, picture, task="number", subtask="read_number", wording=wording,
            answer=reading.value, kind="number", unit=reading.unit,
            scoring=_within(scale.tolerance(reading.value)), rests=marks(picture, reading),
            negatives=_beyond(reading.value, scale.tolerance(reading.value)),
            steps=(*looked(facts, chart, picture, reading),
                   Step(f"{reading.what} for {reading.where} is {told}.", marks(picture, reading))),
        ),
    )  # fmt: skip


@plugin()
def difference(facts: Facts, picture: Picture | None, draw: Draw) -> tuple[Question, ...]:
    """By how much do two values differ? Asked where the chart has two that clearly do."""
    return _calculated(facts, picture, draw, "difference")


@plugin()
def ratio(facts: Facts, picture: Picture | None, draw: Draw) -> tuple[Question, ...]:
    """How many times as large is the larger of two values? Asked where both can be read."""
    return _calculated(facts, picture, draw, "ratio")


@plugin()
def untold(facts: Facts, picture: Picture | None, draw: Draw) -> tuple[Question, ...]:
    """The value of a mark that is there, or, as often, of one that the chart does not show.

    Both are worded alike, and what is not shown is of the same kind as what is; where the facts
    name nothing of that kind, neither is asked.
    """
    chart, found, shown = kind(facts), readings(facts, picture), facts.shown
    large = _legible(found, picture)
    if not isinstance(shown, Grid) or not shown.absent or not large:
        return ()
    random = draw.random("untold")
    reading, scale = random.choice(large)
    names = {category.id: category.name for category in shown.categories}
    there = not draw.level("untold/there", 2)
    name = names[reading.rows[0]] if there else random.choice(shown.absent)
    where = reading.where.replace(quoted(names[reading.rows[0]]), quoted(name))
    wording = phrase(draw, "untold", what=reading.what, where=where)
    if not there:
        return (
            asked(
                chart, picture, task="number", subtask="untold", wording=wording, answer=None,
                kind="unknown", scoring=Scoring("unknown"), unit=reading.unit,
                accepted=("cannot be told",),
                negatives=(Negative(reading.value, "value_of_another"),),
                steps=(*looked(facts, chart, picture),
                       Step(f"The chart shows nothing of {quoted(name)}, so it cannot tell.")),
            ),
        )  # fmt: skip
    tolerance = scale.tolerance(reading.value)
    told = number(reading.value, reading.unit)
    return (
        asked(
            chart, picture, task="number", subtask="untold", wording=wording,
            answer=reading.value, kind="number", unit=reading.unit, scoring=_within(tolerance),
            rests=marks(picture, reading), negatives=_beyond(reading.value, tolerance),
            steps=(*looked(facts, chart, picture, reading), Step(f"It is {told}.")),
        ),
    )  # fmt: skip


def _legible(found: list[Reading], picture: Picture | None) -> list[tuple[Reading, Ruler]]:
    """Values of some steps at least: smaller ones cannot be told from nothing."""
    scaled = ((reading, ruler(picture, reading, found)) for reading in found)
    return [
        (reading, scale)
        for reading, scale in scaled
        if abs(reading.value) >= STEPS * scale.step_at(reading.value)
    ]


def _calculated(
    facts: Facts, picture: Picture | None, draw: Draw, subtask: str
) -> tuple[Question, ...]:
    chart, found = kind(facts), readings(facts, picture)
    pairs = [
        (one, other, scale)
        for one, other, scale in comparable(found, picture)
        if related(one, other) and (subtask == "difference" or _divisible(one, other, scale))
    ]
    if not pairs:
        return ()
    one, other, scale = draw.random(subtask).choice(pairs)
    low, high = sorted((one, other), key=lambda reading: reading.value)
    like = [reading.value for reading in found if reading.what == low.what]
    told = [number(reading.value, reading.unit, like) for reading in (high, low)]
    if subtask == "difference":
        answer = round(high.value - low.value, 10)
        error, unit = 2 * scale.step_at(high.value), low.unit
        last = f"{told[0]} less {told[1]} is {number(answer, unit, like)}."
    else:
        answer, unit = round(high.value / low.value, 3), ""
        error = answer * (
            scale.step_at(low.value) / low.value + scale.step_at(high.value) / high.value
        )
        last = f"{told[0]} divided by {told[1]} is about {answer:g}."
    tolerance = max(TOLERANCE * answer, error)
    wording = phrase(draw, subtask, what=low.what, first=high.where, second=low.where)
    return (
        asked(
            chart, picture, task="number", subtask=subtask, wording=wording, answer=answer,
            kind="number", unit=unit, scoring=_within(tolerance),
            rests=marks(picture, high, low), negatives=_beyond(answer, tolerance),
            steps=(*looked(facts, chart, picture, high, low),
                   Step(f"{high.what} is {told[0]} for {high.where}.", marks(picture, high)),
                   Step(f"It is {told[1]} for {low.where}.", marks(picture, low)), Step(last)),
        ),
    )  # fmt: skip


def _divisible(one: Reading, other: Reading, scale: Ruler) -> bool:
    low = min(one.value, other.value)
    times = max(one.value, other.value) / low if low > 0 else 0.0
    return low > 2 * STEPS * scale.step_at(low) and _LEAST_TIMES < times < _MOST_TIMES


def _within(tolerance: float) -> Scoring:
    return Scoring("number", (("tolerance", float(f"{tolerance:.6g}")),))


def _beyond(answer: float, tolerance: float) -> tuple[Negative, ...]:
    """Numbers just too far off, on either side."""
    return tuple(
        Negative(float(f"{answer + side * 2 * tolerance:.6g}"), "beyond_tolerance", 2 * tolerance)
        for side in (-1, 1)
    )
