"""The chart as a whole: highest, lowest, mean, sum, range, count and trend."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from random import Random

from figloom.ask.charts.compare import follows
from figloom.ask.charts.phrases import marks, number, pair, rounded
from figloom.ask.charts.rationale import looked
from figloom.ask.charts.readings import Reading, kind, readings
from figloom.ask.charts.ruler import NEAR, STEPS, Ruler, ruler
from figloom.registry import plugin
from figloom.seeds import Draw
from figloom.types import Declined, Facts, Picture, Question, Step

_LEAST = 3
"""Values that a scope must hold to be asked about as a whole."""
_TRIES = 24


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

    The kinds of statement come equally often as far as the facts allow them.
    """
    chart, found = kind(facts), readings(facts, picture)
    scopes = list(_scopes(found, picture))
    if not scopes:
        return Declined("too few values to look at as a whole")
    names = list(_KINDS)
    start = draw.level("overall/kind", len(names))
    random = draw.random("overall")
    for name in [*names[start:], *names[:start]]:
        for scope in random.sample(scopes, min(len(scopes), _TRIES)):
            claim = _KINDS[name](scope, draw, random)
            if claim is None:
                continue
            true, false, steps, rests, distance, wrong = claim
            return pair(
                chart, picture, draw, task="global", subtask="overall", wording=f"overall_{name}",
                true=true, false=false, steps=(*looked(facts, chart, picture), *steps), kind=wrong,
                rests=marks(picture, *rests), distance=distance,
            )  # fmt: skip
    return Declined("nothing clear enough to say of the whole")


def _scopes(found: list[Reading], picture: Picture | None) -> Iterator[_Scope]:
    """All values of a series over its categories, and of a category over the series."""
    for at, other in ((1, 0), (0, 1)):
        groups: dict[tuple[str, ...], list[Reading]] = {}
        for reading in found:
            groups.setdefault(
                (reading.rows[at], reading.what, reading.unit, reading.dimension), []
            ).append(reading)
        for group in groups.values():
            if len(group) < _LEAST or len({r.rows[other] for r in group}) < len(group):
                continue
            like = tuple(r.value for r in found if r.what == group[0].what)
            yield _Scope(
                tuple(group), _among(group, groups, at), ruler(picture, group[0], found), like
            )


def _among(group: list[Reading], groups: dict[tuple[str, ...], list[Reading]], at: int) -> str:
    """How the scope is called beside its measure; empty where it is the whole chart."""
    shared = group[0].where.split(" in ")[0] if at else group[0].where.split("” ")[-1]
    same = [key for key in groups if key[1:] == (group[0].what, group[0].unit, group[0].dimension)]
    if len(same) < 2:
        return ""
    if at:
        return f" of {shared.split(' at ')[0]}"
    return f" {shared}"


def _extreme(scope: _Scope, draw: Draw, random: Random, highest: bool) -> Claim | None:
    ranked = sorted(scope.readings, key=lambda reading: reading.value, reverse=highest)
    best = ranked[0]
    later = bool(draw.level("overall/later", 2))
    others = [
        other
        for other in ranked[1:]
        if scope.scale.near(best.value, other.value) and follows(best, other) == later
    ]
    if not scope.scale.apart(best.value, ranked[1].value) or not others:
        return None
    other = random.choice(others[:3])
    said = {"what": best.what, "among": scope.among}
    word = "highest" if highest else "lowest"
    steps = [
        Step(f"The {word} value is {scope.told(best.value)}, for {best.where}."),
        Step(f"The next is {scope.told(ranked[1].value)}, for {ranked[1].where}."),
    ]
    gap = abs(best.value - other.value) / scope.scale.step_at(best.value)
    return ({**said, "where": best.where}, {**said, "where": other.where}, steps, (best,), gap,
            "neighbour_place")  # fmt: skip


def _highest(scope: _Scope, draw: Draw, random: Random) -> Claim | None:
    return _extreme(scope, draw, random, True)


def _lowest(scope: _Scope, draw: Draw, random: Random) -> Claim | None:
    return _extreme(scope, draw, random, False)


def _number(
    scope: _Scope, draw: Draw, random: Random, truth: float, step: float, name: str, how: str
) -> Claim | None:
    """A number and another one in its neighbourhood, above or below it equally often."""
    if scope.scale.log or step <= 0:
        return None
    least = max(STEPS * step, 0.06 * abs(truth))
    most = max(NEAR * scope.scale.span * step / scope.scale.step, 1.5 * least)
    gap = random.uniform(least, most) * (1 if draw.level("overall/side", 2) else -1)
    wrong = rounded(truth + gap, scope.like)
    if truth > 0 >= wrong or scope.readings[0].whole:
        return None
    shown = (*scope.like, rounded(truth, scope.like))
    unit = scope.readings[0].unit
    said = {"what": scope.readings[0].what, "among": scope.among}
    told = number(rounded(truth, scope.like), unit, shown)
    steps = [
        *(Step(f"{r.where}: {scope.told(r.value)}.") for r in scope.readings),
        Step(f"{how} is {told}."),
    ]
    return ({**said, "value": told}, {**said, "value": number(wrong, unit, shown)}, steps,
            scope.readings, abs(gap) / step, f"neighbour_{name}")  # fmt: skip


def _mean(scope: _Scope, draw: Draw, random: Random) -> Claim | None:
    values = [reading.value for reading in scope.readings]
    step = scope.scale.step
    return _number(scope, draw, random, sum(values) / len(values), step, "mean", "Their mean")


def _range(scope: _Scope, draw: Draw, random: Random) -> Claim | None:
    values = [reading.value for reading in scope.readings]
    step = 1.5 * scope.scale.step
    how = "The difference of the highest and the lowest"
    return _number(scope, draw, random, max(values) - min(values), step, "range", how)


def _count(scope: _Scope, draw: Draw, random: Random) -> Claim | None:
    """How many values lie above a round number that none of them is close to."""
    scale = scope.scale
    values = [reading.value for reading in scope.readings]
    if scale.log or scope.readings[0].whole:
        return None
    size = 10.0 ** (len(str(int(max(1.0, max(map(abs, values)))))) - 1)
    bars = [n * size / 2 for n in range(-20, 21)]
    clear = [b for b in bars if all(abs(v - b) >= STEPS * scale.step / 2 for v in values)]
    clear = [b for b in clear if 1 <= sum(v > b for v in values) < len(values)]
    if not clear:
        return None
    bar = random.choice(clear)
    count = sum(value > bar for value in values)
    wrong = count + (1 if draw.level("overall/side", 2) else -1)
    if not 1 <= wrong <= len(values):
        return None
    said = {"what": scope.readings[0].what, "among": scope.among, "bar": scope.told(bar)}
    steps = [Step(f"{r.where}: {scope.told(r.value)}, {'above' if r.value > bar else 'not above'}.")
             for r in scope.readings]  # fmt: skip
    steps.append(Step(f"That makes {count} above {scope.told(bar)}."))
    return ({**said, "count": str(count)}, {**said, "count": str(wrong)}, steps, scope.readings,
            float(STEPS), "off_by_one")  # fmt: skip


def _trend(scope: _Scope, draw: Draw, random: Random) -> Claim | None:
    """Whether the last of a time series stands above the first; both directions equally often."""
    if not all(reading.time for reading in scope.readings):
        return None
    ordered = sorted(scope.readings, key=lambda reading: reading.keys[0])
    first, last = ordered[0], ordered[-1]
    if not scope.scale.apart(first.value, last.value):
        return None
    up = last.value > first.value
    if up != bool(draw.level("overall/later", 2)):
        return None
    words = ("risen", "fallen") if up else ("fallen", "risen")
    said = {"what": first.what, "among": scope.among}
    steps = [Step(f"It begins at {scope.told(first.value)} and ends at {scope.told(last.value)}.")]
    gap = abs(last.value - first.value) / scope.scale.step_at(first.value)
    return ({**said, "direction": words[0]}, {**said, "direction": words[1]}, steps, (first, last),
            gap, "opposite_trend")  # fmt: skip


_KINDS: dict[str, Callable[[_Scope, Draw, Random], Claim | None]] = {
    "highest": _highest, "lowest": _lowest, "mean": _mean, "count": _count, "range": _range,
    "trend": _trend,
}  # fmt: skip
