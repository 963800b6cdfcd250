"""A number of many marks: their mean, and their range."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import combinations, product
from random import Random
from statistics import fmean

from figloom.ask.charts.balance import Case, evenly
from figloom.ask.charts.made import beside
from figloom.ask.charts.phrases import number, rounded
from figloom.ask.charts.readings import Reading, quoted
from figloom.ask.charts.ruler import NEAR, STEPS, TOLERANCE
from figloom.ask.charts.whole.scopes import BOTH, LEAST, Claim, Kind, Scope
from figloom.seeds import Draw
from figloom.types import Step

_WHOLE = 0.6
"""How far from 100 % shares that make up a whole may add up to, being rounded."""
_ALL = " over all marks"
_PARTS = 16
"""Parts of a scope that are looked at."""
_SURE = 1.2
"""A false number is so many times as far off as an answer may be."""


@dataclass(frozen=True, slots=True)
class _Number:
    """What is computed, how the last step calls it, and how many steps of the axis it can be told
    to."""

    name: str
    of: Callable[[list[float]], float]
    how: str
    error: float


Figure = tuple[float, float]
"""A number, exact and as shown."""
Pair = tuple[Scope, Scope]
"""Two scopes, that with the smaller number first."""


def _claim(
    asked: _Number, scopes: list[Scope], found: list[Reading], draw: Draw, random: Random
) -> Claim | None:
    """The number of one scope, and as a false one that of another scope of the same kind.

    Either of the two is asked about equally often, so no number is the likelier one, however large,
    round or near to a middle; nor is it likelier for a later time. Where the chart has no two that
    are near each other, those of some of its marks are taken.
    """
    side, later = draw.level("overall/side", 2), bool(draw.level("overall/later", 2))
    fit = [scope for scope in scopes if not scope.scale.log and scope.scale.step > 0]
    full = [scope for scope in fit if not _follows(asked, scope) and not scope.readings[0].whole]
    parts = (_parts_of(asked, scope, random) for scope in random.sample(fit, len(fit)))
    for some in (full, *parts):
        chosen = evenly(list(_cases(asked, some, found, later)), later, random)
        if chosen is not None:
            scope = chosen[side] if some is full else _headed(chosen[side])
            return _stated(asked, scope, rounded(_of(asked, chosen[1 - side]), scope.like))
    return _made(asked, full, draw, random)


def _made(asked: _Number, scopes: list[Scope], draw: Draw, random: Random) -> Claim | None:
    """Where no two numbers of the chart are near each other: a number of none."""
    nearer = bool(draw.level("overall/nearer", 2))
    for scope in random.sample(scopes, len(scopes)):
        truth = _of(asked, scope)
        step, far = asked.error * scope.scale.step, _SURE * scope.scale.tolerance(truth)
        wrong = beside(truth, scope.scale, scope.like, max(STEPS * step, far), nearer, random)
        if wrong is not None:
            return _stated(asked, scope, wrong)
    return None


def _cases(
    asked: _Number, scopes: list[Scope], found: list[Reading], later: bool
) -> Iterator[Case[Pair]]:
    """Pairs of scopes; those that lie at different times also know which of them is later."""
    times = sorted({reading.keys[0] for reading in found if reading.time}, key=str)
    times.sort(key=lambda key: key if isinstance(key, float | int) else 0.0)
    places = {key: place for place, key in enumerate(times)}
    exact = [(_of(asked, scope), scope) for scope in scopes]
    known = [(n, rounded(n, scope.like), scope, _time(scope, places)) for n, scope in exact]
    for (one, first_told, first, then), (other, second_told, second, now) in combinations(known, 2):
        if (first.like, first.scale, first.along) != (second.like, second.scale, second.along):
            continue
        if not _apart(asked, first, (one, first_told), (other, second_told)):
            continue
        pair, up = ((first, second), now > then) if one < other else ((second, first), then > now)
        yield Case(pair, later, (0, 0)) if now == then else Case(pair, up, (0, 1))


def _time(scope: Scope, places: Mapping[float | str, int]) -> float:
    """When the scope's values are on average; 0 where they are no times."""
    return fmean(places.get(reading.keys[0], 0) for reading in scope.readings)


def _of(asked: _Number, scope: Scope) -> float:
    return asked.of([reading.value for reading in scope.readings])


def _apart(asked: _Number, scope: Scope, one: Figure, other: Figure) -> bool:
    """Whether two numbers can be told apart, each exact or as shown, and are near each other."""
    step = asked.error * scope.scale.step
    return abs(one[0] - other[0]) <= NEAR * scope.scale.span and all(
        abs(a - b) >= max(STEPS * step, _SURE * TOLERANCE * max(abs(a), abs(b)))
        for a, b in product(one, other)
    )


def _follows(asked: _Number, scope: Scope) -> bool:
    """Whether the values are all shares of one or more wholes: their mean follows from their
    number."""
    off = sum(reading.value for reading in scope.readings) % 100
    complete = scope.readings[0].unit == "%" and min(off, 100 - off) < _WHOLE
    return complete and asked.name == "mean"


def _parts_of(asked: _Number, scope: Scope, random: Random) -> list[Scope]:
    """The scope's marks by threes; none where they have no names of their own."""
    first = scope.readings[0]
    if scope.along == BOTH or len(scope.readings) <= LEAST:
        return []
    if first.whole and (asked.name == "mean" or first.part):
        return []
    if len({_name(reading, scope) for reading in scope.readings}) < len(scope.readings):
        return []
    every = list(combinations(scope.readings, LEAST))
    return [
        Scope(part, scope.along, scope.head, "", scope.scale, scope.like)
        for part in random.sample(every, min(_PARTS, len(every)))
    ]


def _headed(part: Scope) -> Scope:
    """The part, called by its marks: few of those that are looked at are asked about."""
    *names, last = [_name(reading, part) for reading in part.readings]
    return replace(part, head=f"{part.head} over {', '.join(names)} and {last}")


def _name(reading: Reading, scope: Scope) -> str:
    return quoted(reading.names[scope.along])


def _stated(asked: _Number, scope: Scope, wrong: float) -> Claim:
    truth = rounded(_of(asked, scope), scope.like)
    shown = (*scope.like, truth, wrong)
    unit = scope.readings[0].unit
    said = {"what": scope.readings[0].what, "among": (scope.head or _ALL) + scope.beside}
    told = [number(value, unit, shown) for value in (truth, wrong)]
    steps = [
        *(Step(f"{r.where}: {scope.told(r.value)}.") for r in scope.readings),
        Step(f"{asked.how} is {told[0]}."),
    ]
    gap = abs(wrong - truth) / (asked.error * scope.scale.step)
    return Claim({**said, "value": told[0]}, {**said, "value": told[1]}, steps, scope.readings, gap,
                 f"neighbour_{asked.name}")  # fmt: skip


def _mean(scopes: list[Scope], found: list[Reading], draw: Draw, random: Random) -> Claim | None:
    return _claim(_Number("mean", fmean, "Their mean", 1.0), scopes, found, draw, random)


def _range(scopes: list[Scope], found: list[Reading], draw: Draw, random: Random) -> Claim | None:
    how = "The difference of the highest and the lowest"
    asked = _Number("range", lambda values: max(values) - min(values), how, 1.5)
    return _claim(asked, scopes, found, draw, random)


MEAN, RANGE = Kind("mean", _mean), Kind("range", _range)
