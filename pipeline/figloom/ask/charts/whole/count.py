"""How many marks lie above a round number."""

from __future__ import annotations

from collections.abc import Iterator
from math import ceil, floor, log10
from random import Random

from figloom.ask.charts.phrases import number
from figloom.ask.charts.readings import Reading
from figloom.ask.charts.ruler import STEPS
from figloom.ask.charts.whole.scopes import Claim, Kind, Scope
from figloom.seeds import Draw
from figloom.types import Step

_LINES = 20
"""Round numbers between the lowest and the highest value, at most."""
_MOST = 3
"""By how many a false count is off at most."""


def _count(scopes: list[Scope], found: list[Reading], draw: Draw, random: Random) -> Claim | None:
    """How many values lie above a round number that none of them is close to.

    Two numbers are drawn between which few values lie, and either is asked about equally often with
    either count: so no count, small or large, is true more often than false.
    """
    for scope in scopes:
        counts = _bars(scope, [reading.value for reading in scope.readings])
        pairs = [
            (fewer, more) for fewer in counts for more in counts if fewer < more <= fewer + _MOST
        ]
        if not pairs:
            continue
        nearest = min(more - fewer for fewer, more in pairs)
        both = random.choice([pair for pair in pairs if pair[1] - pair[0] == nearest])
        side = draw.level("overall/side", 2)
        return _stated(scope, both[side], both[1 - side], random.choice(counts[both[side]]))
    return None


def _stated(scope: Scope, count: int, wrong: int, bar: float) -> Claim:
    said = {"what": scope.readings[0].what, "among": scope.among, "bar": _told(scope, bar)}
    steps = [
        Step(f"{r.where}: {scope.told(r.value)}, {'above' if r.value > bar else 'not above'}.")
        for r in scope.readings
    ]
    steps.append(Step(f"That makes {count} above {_told(scope, bar)}."))
    kind = "off_by_one" if abs(count - wrong) == 1 else "off_by_few"
    return Claim({**said, "count": str(count)}, {**said, "count": str(wrong)}, steps,
                 scope.readings, float(STEPS), kind)  # fmt: skip


def _told(scope: Scope, bar: float) -> str:
    return number(bar, scope.readings[0].unit)


def _bars(scope: Scope, values: list[float]) -> dict[int, list[float]]:
    """By how many values lie above them, but not all: round numbers that no value is close to."""
    scale = scope.scale
    found: dict[int, list[float]] = {}
    for bar in _round(values, scope):
        if scope.readings[0].whole or all(
            abs(value - bar) > max(scale.step_at(value), scale.step_at(bar)) for value in values
        ):
            found.setdefault(sum(value > bar for value in values), []).append(bar)
    return {count: bars for count, bars in found.items() if 1 <= count < len(values)}


def _round(values: list[float], scope: Scope) -> Iterator[float]:
    """Round numbers of the size of the values."""
    if scope.readings[0].whole:
        yield from map(float, range(int(max(values))))
    elif scope.scale.log:
        powers = range(floor(log10(min(values))), ceil(log10(max(values))))
        yield from (digit * 10.0**power for power in powers for digit in (1, 2, 5))
    else:
        low, high = min(values), max(values)
        size = _nice(max(high - low, scope.scale.step) / _LINES)
        first, last = ceil(low / size), floor(high / size)
        yield from (float(f"{number * size:.12g}") for number in range(first, last + 1))


def _nice(size: float) -> float:
    """The next 1, 2 or 5 times a power of ten."""
    power = 10.0 ** floor(log10(size))
    return next(digit * power for digit in (1, 2, 5, 10) if digit * power >= size)


COUNT = Kind("count", _count)
