"""Rules that a reader could hold to without reading a chart: which of two claims sounds true."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from statistics import median

from charts_made import Pair
from charts_shown import shown
from charts_texts import NAME, NUMBER, moment, numeral, roundness, slots

from figloom.ask.charts.readings import readings
from figloom.ask.charts.ruler import ruler
from figloom.types import Grid

_SAID = re.compile(r"\b(?:not|no|nothing|never|without)\b", re.IGNORECASE)

Rule = Callable[[Pair, str], float | None]
"""How much a rule holds of a claim of the pair; None where it has nothing to say."""


def middling(_: Pair, claim: str) -> float | None:
    """How near a number is to the middle of those in its unit that were learnt from."""
    number, offered = numeral(claim), OFFERED.get(unit(claim), [])
    return None if number is None or len(offered) < 10 else -abs(number - median(offered))


def among_marks(pair: Pair, claim: str) -> float | None:
    """How near a number is to the median of all marks of its measure: more than a blind reader
    knows."""
    number = _offered(pair, claim)
    if number is None:
        return None
    marks = shown(pair.facts.shown, slots(pair.questions[0])["what"]).values()
    return -abs(number - median(marks)) if len(marks) > 1 else None


def on_axis(pair: Pair, claim: str) -> float | None:
    """How near a number is to the middle of the axis that it is read from."""
    number = _offered(pair, claim)
    if number is None:
        return None
    every, what = readings(pair.facts, None), slots(pair.questions[0])["what"]
    scale = ruler(None, next(one for one in every if one.what == what), every)
    return -abs(number - (scale.low + scale.high) / 2)


def grown(pair: Pair, claim: str) -> float | None:
    """The larger number where the place is late in the time shown, else the smaller one."""
    number, told, shape = _offered(pair, claim), slots(pair.questions[0]), pair.facts.shown
    if number is None or not isinstance(shape, Grid):
        return None
    places = {one.name: place for place, one in enumerate(shape.categories) if one.value}
    names = NAME.findall(told.get("where", "") + told.get("among", ""))
    when = [places[name] for name in names if name in places]
    late = 2 * sum(when) / len(when) - len(places) + 1 if when else 0.0
    return number * late if late else None


def _offered(pair: Pair, claim: str) -> float | None:
    """The number of a claim that is one."""
    return numeral(claim) if "value" in slots(pair.questions[0]) else None


def digits(_: Pair, claim: str) -> float | None:
    """How many digits a number has."""
    found = NUMBER.search(claim)
    return None if found is None else float(sum(sign.isdigit() for sign in found[0]))


def unit(text: str) -> str:
    """What follows the number."""
    return NUMBER.sub("", text, count=1).strip()


OFFERED: dict[str, list[float]] = {}
"""By unit, every number that statements offer."""

RULES: dict[str, Rule] = {
    "later time": lambda _, claim: moment(claim),
    "earlier letter": lambda _, claim: -float(ord(claim.strip("“ ").casefold()[:1] or " ")),
    "longer text": lambda _, claim: float(len(claim)),
    "larger number": lambda _, claim: numeral(claim),
    "rounder number": lambda _, claim: roundness(claim),
    "more digits": digits,
    "middle value": middling,
    "middle of the marks": among_marks,
    "middle of the axis": on_axis,
    "larger where late": grown,
    "negated": lambda _, claim: float(len(_SAID.findall(claim))),
}


def offer(learnt: Iterable[Pair]) -> None:
    """Note the numbers that statements to learn from offer, true or false, by unit."""
    OFFERED.clear()
    for pair in learnt:
        for question in pair.questions:
            text = slots(question).get("value", "")
            number = numeral(text)
            if number is not None:
                OFFERED.setdefault(unit(text), []).append(number)
