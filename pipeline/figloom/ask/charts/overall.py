"""The chart as a whole: highest, lowest, mean, sum, range, count and trend."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import combinations
from math import ceil, floor, log10
from random import Random
from statistics import fmean

from figloom.ask.charts.balance import evenly
from figloom.ask.charts.phrases import marks, number, pair, regular, rounded
from figloom.ask.charts.rationale import looked
from figloom.ask.charts.readings import Reading, everything, kind, readings
from figloom.ask.charts.ruler import NEAR, STEPS, Ruler, ruler
from figloom.registry import plugin
from figloom.seeds import Draw
from figloom.types import Declined, Facts, Picture, Question, Step

_LEAST = 3
"""Values that a scope must hold to be asked about as a whole."""
_TRIES = 24
_WHOLE = 0.6
"""How far from 100 % shares that make up a whole may add up to, being rounded."""


@dataclass(frozen=True, slots=True)
class _Scope:
    """Readings that are looked at together, and how a question names them."""

    readings: tuple[Reading, ...]
    among: str
    scale: Ruler
    like: tuple[float, ...]

    def told(self, value: float) -> str:
        return number(value, self.readings[0].unit, self.like)


Claim = tuple[dict[str, str], dict[str, str], list[Step], tuple[Reading, ...], float, str]
"""Slots of the true and the false statement, steps, what it rests on, distance, kind."""


@plugin()
def overall(facts: Facts, picture: Picture | None, draw: Draw) -> tuple[Question, ...] | Declined:
    """A statement on many marks at once; the false one differs in the place or the number.

    The kinds of statement come equally often as far as the facts allow them. A kind is asked of a
    chart only where every side that the schedule might want could be asked: were another kind taken
    in place of the one side, the other side would give the answer away.
    """
    chart, found = kind(facts), readings(facts, picture)
    scopes = list(_scopes(found, everything(facts), picture))
    if not scopes:
        few = len(everything(facts)) < _LEAST
        return () if few else Declined("too few values to look at as a whole")
    names = list(_KINDS)
    start = draw.level("overall/kind", len(names))
    random = draw.random("overall")
    for name in [*names[start:], *names[:start]]:
        some = random.sample(scopes, min(len(scopes), _TRIES))
        claim = _KINDS[name](some, found, draw, random)
        if claim is None:
            continue
        true, false, steps, rests, distance, wrong = claim
        return pair(
            chart, picture, draw, task="global", subtask="overall", wording=f"overall_{name}",
            true=true, false=false, steps=(*looked(facts, chart, picture), *steps), kind=wrong,
            rests=marks(picture, *rests), distance=distance,
        )  # fmt: skip
    return Declined("nothing clear enough to say of the whole")


def _scopes(
    found: list[Reading], every: list[Reading], picture: Picture | None
) -> Iterator[_Scope]:
    """All values of a series over its categories, and of a category over the series, if all can be
    seen."""
    for at, other in ((1, 0), (0, 1)):
        groups, whole = _grouped(found, at), _grouped(every, at)
        for key, group in groups.items():
            if len(group) < max(_LEAST, len(whole[key])):
                continue
            if len({r.rows[other] for r in group}) < len(group):
                continue
            like = tuple(r.value for r in found if r.what == group[0].what)
            yield _Scope(
                tuple(group), _among(group, groups, at), ruler(picture, group[0], found), like
            )


def _grouped(found: list[Reading], at: int) -> dict[tuple[str, ...], list[Reading]]:
    groups: dict[tuple[str, ...], list[Reading]] = {}
    for reading in found:
        key = (reading.rows[at], reading.what, reading.unit, reading.dimension)
        groups.setdefault(key, []).append(reading)
    return groups


def _among(group: list[Reading], groups: dict[tuple[str, ...], list[Reading]], at: int) -> str:
    """How the scope is called beside its measure; empty where it is the whole chart."""
    same = [key for key in groups if key[1:] == (group[0].what, group[0].unit, group[0].dimension)]
    return group[0].scopes[at] if len(same) > 1 else ""


def _extreme(
    scopes: list[_Scope], found: list[Reading], draw: Draw, random: Random, highest: bool
) -> Claim | None:
    """The place of the best value against that of another good one, later or earlier."""
    cases = []
    for scope in scopes:
        ranked = sorted(scope.readings, key=lambda reading: reading.value, reverse=highest)
        best, second = ranked[:2]
        if scope.scale.apart(best.value, second.value):
            near = [other for other in ranked[1:] if scope.scale.near(best.value, other.value)]
            cases += [(best, other, (scope, second)) for other in near]
    chosen = evenly(cases, found, bool(draw.level("overall/later", 2)), random)
    if chosen is None:
        return None
    best, other, (scope, second) = chosen
    said = {"what": best.what, "among": scope.among}
    word = "highest" if highest else "lowest"
    steps = [
        Step(f"The {word} value is {scope.told(best.value)}, for {best.where}."),
        Step(f"The next is {scope.told(second.value)}, for {second.where}."),
    ]
    gap = abs(best.value - other.value) / scope.scale.step_at(best.value)
    return ({**said, "where": best.where}, {**said, "where": other.where}, steps, (best,), gap,
            "neighbour_place")  # fmt: skip


def _highest(
    scopes: list[_Scope], found: list[Reading], draw: Draw, random: Random
) -> Claim | None:
    return _extreme(scopes, found, draw, random, True)


def _lowest(scopes: list[_Scope], found: list[Reading], draw: Draw, random: Random) -> Claim | None:
    return _extreme(scopes, found, draw, random, False)


def _number(
    scopes: list[_Scope],
    draw: Draw,
    random: Random,
    of: Callable[[list[float]], float],
    error: float,
    name: str,
) -> Claim | None:
    """A number of one scope, and a false one: that of another scope, or else one of none.

    Either of two scopes is asked about equally often, so that neither number is the likelier one.
    `error` is how many steps of the axis the number can be told to.
    """
    low = not draw.level("overall/side", 2)
    known = [
        (scope, of([reading.value for reading in scope.readings]))
        for scope in scopes
        if not scope.scale.log and scope.scale.step > 0 and not scope.readings[0].whole
    ]
    near = [
        (min(one, other, key=_size), max(one, other, key=_size))
        for one, other in combinations(known, 2)
        if one[0].like == other[0].like
        and one[0].scale == other[0].scale
        and _apart(one[1], other[1], error * one[0].scale.step)
        and _apart(
            rounded(one[1], one[0].like),
            rounded(other[1], other[0].like),
            error * one[0].scale.step,
        )
        and abs(one[1] - other[1]) <= NEAR * one[0].scale.span
    ]
    if near:
        both = random.choice(near)
        (scope, truth), (_, wrong) = both if low else both[::-1]
        return _stated(scope, truth, rounded(wrong, scope.like), error, name)
    for scope, truth in known:
        parts = len(scope.readings) if name == "mean" else 1
        made = _around(scope, random, truth, error, parts)
        if made:
            return _stated(scope, truth, made[0 if low else 1], error, name)
    return None


def _size(one: tuple[_Scope, float]) -> float:
    return one[1]


def _apart(one: float, other: float, step: float) -> bool:
    return abs(one - other) >= max(STEPS * step, 0.06 * max(abs(one), abs(other)))


def _around(
    scope: _Scope, random: Random, truth: float, error: float, parts: int
) -> tuple[float, float] | None:
    """Two wrong numbers, below and above by the same factor; None where one of them will not do.

    By as large a gap, the lower one would have fewer digits more often than the upper one has more.
    `parts` is what the values' own grain is divided by in the number.
    """
    step, size = error * scope.scale.step, abs(truth)
    least = max(STEPS * step, 0.06 * size)
    most = 1 + NEAR * scope.scale.span / size if size else 0.0
    if size < 2 * least or most < (nearest := size / (size - least)):
        return None
    factor = random.uniform(nearest, min(most, 2.0))
    gaps = (size - size / factor, size * factor - size)
    signs = (-1, 1) if truth > 0 else (1, -1)
    low, high = sorted(
        rounded(truth + sign * regular(gap, scope.like, parts, above=least), scope.like)
        for sign, gap in zip(signs, gaps, strict=True)
    )
    far = NEAR * scope.scale.span
    gaps = (truth - low, high - truth)
    if truth * low <= 0 or truth * high <= 0 or min(gaps) < STEPS * step or max(gaps) > far:
        return None
    return low, high


def _stated(scope: _Scope, truth: float, wrong: float, error: float, name: str) -> Claim:
    shown = (*scope.like, rounded(truth, scope.like))
    unit = scope.readings[0].unit
    said = {"what": scope.readings[0].what, "among": scope.among}
    told = number(rounded(truth, scope.like), unit, shown)
    steps = [
        *(Step(f"{r.where}: {scope.told(r.value)}.") for r in scope.readings),
        Step(f"{_HOW[name]} is {told}."),
    ]
    gap = abs(wrong - truth) / (error * scope.scale.step)
    return ({**said, "value": told}, {**said, "value": number(wrong, unit, shown)}, steps,
            scope.readings, gap, f"neighbour_{name}")  # fmt: skip


_HOW = {"mean": "Their mean", "range": "The difference of the highest and the lowest"}


def _mean(scopes: list[_Scope], found: list[Reading], draw: Draw, random: Random) -> Claim | None:
    some = [
        scope for scope in scopes if not _complete([one.value for one in scope.readings], scope)
    ]
    return _number(some, draw, random, fmean, 1.0, "mean")


def _complete(values: list[float], scope: _Scope) -> bool:
    """Whether the values are all shares of one whole: their mean follows from their number."""
    return scope.readings[0].unit == "%" and abs(sum(values) - 100) < _WHOLE


def _range(scopes: list[_Scope], found: list[Reading], draw: Draw, random: Random) -> Claim | None:
    return _number(scopes, draw, random, lambda values: max(values) - min(values), 1.5, "range")


def _count(scopes: list[_Scope], found: list[Reading], draw: Draw, random: Random) -> Claim | None:
    """How many values lie above a round number that none of them is close to.

    Two numbers are drawn between which one value lies, and either is asked about equally often with
    either count: so no count, small or large, is true more often than false.
    """
    for scope in scopes:
        values = [reading.value for reading in scope.readings]
        counts = _bars(scope, values)
        steps_of = [n for n in counts if n + 1 in counts]
        if not steps_of:
            continue
        fewer = random.choice(steps_of)
        count, wrong = fewer, fewer + 1
        if draw.level("overall/side", 2):
            count, wrong = wrong, count
        bar = random.choice(counts[count])
        said = {"what": scope.readings[0].what, "among": scope.among, "bar": scope.told(bar)}
        steps = [
            Step(f"{r.where}: {scope.told(r.value)}, {'above' if r.value > bar else 'not above'}.")
            for r in scope.readings
        ]
        steps.append(Step(f"That makes {count} above {scope.told(bar)}."))
        return ({**said, "count": str(count)}, {**said, "count": str(wrong)}, steps, scope.readings,
                float(STEPS), "off_by_one")  # fmt: skip
    return None


def _bars(scope: _Scope, values: list[float]) -> dict[int, list[float]]:
    """By how many values lie above them, but not all: round numbers that no value is close to."""
    scale = scope.scale
    found: dict[int, list[float]] = {}
    for bar in _round(values, scope):
        if scope.readings[0].whole or all(
            abs(value - bar) >= STEPS * scale.step_at(value) / 2 for value in values
        ):
            found.setdefault(sum(value > bar for value in values), []).append(bar)
    return {count: bars for count, bars in found.items() if 1 <= count < len(values)}


def _round(values: list[float], scope: _Scope) -> Iterator[float]:
    """Round numbers of the size of the values."""
    if scope.readings[0].whole:
        yield from map(float, range(int(max(values))))
    elif scope.scale.log:
        powers = range(floor(log10(min(values))), ceil(log10(max(values))))
        yield from (digit * 10.0**power for power in powers for digit in (1, 2, 5))
    else:
        size = 10.0 ** (len(str(int(max(1.0, max(map(abs, values)))))) - 1)
        yield from (n * size / 2 for n in range(-20, 21))


def _trend(scopes: list[_Scope], found: list[Reading], draw: Draw, random: Random) -> Claim | None:
    """Whether the last of a time series stands above the first, in a chart that has both."""
    ends: dict[bool, list[tuple[_Scope, Reading, Reading]]] = {False: [], True: []}
    for scope in scopes:
        if all(reading.time for reading in scope.readings):
            ordered = sorted(scope.readings, key=lambda reading: reading.keys[0])
            first, last = ordered[0], ordered[-1]
            if scope.scale.apart(first.value, last.value):
                ends[last.value > first.value].append((scope, first, last))
    if not (ends[False] and ends[True]):
        return None
    up = bool(draw.level("overall/later", 2))
    scope, first, last = random.choice(ends[up])
    words = ("risen", "fallen") if up else ("fallen", "risen")
    said = {"what": first.what, "among": scope.among}
    steps = [Step(f"It begins at {scope.told(first.value)} and ends at {scope.told(last.value)}.")]
    gap = abs(last.value - first.value) / scope.scale.step_at(first.value)
    return ({**said, "direction": words[0]}, {**said, "direction": words[1]}, steps, (first, last),
            gap, "opposite_trend")  # fmt: skip


_KINDS: dict[
    str, Callable[[list[_Scope], list[Reading], Draw, Random], Claim | None]
] = {
    "highest": _highest, "lowest": _lowest, "mean": _mean, "count": _count, "range": _range,
    "trend": _trend,
}  # fmt: skip
