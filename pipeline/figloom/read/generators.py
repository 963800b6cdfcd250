"""The numbers of invented tables, drawn so that names and places do not tell which is most.

Categories, series and groups are exchangeable; for times see `figloom.read.faker_paths`.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from random import Random

from figloom.read.faker_paths import pair, paths, season, turns, walk

Rows = list[list[float]]


@dataclass(frozen=True, slots=True)
class Measure:
    """What a column of numbers measures, and where its values lie."""

    name: str
    low: float
    high: float
    unit: str = ""
    decimals: int = 0
    """Digits after the point; negative where values end in zeros, as rounded prices do."""
    additive: bool = False

    def rounded(self, value: float) -> float:
        """The value as it would be reported, inside the measure's range."""
        kept = min(max(value, self.low), self.high)
        return round(kept, self.decimals) + 0.0


def window(rng: Random, measure: Measure) -> tuple[float, float]:
    """A part of a measure's range for one table, so that tables differ in size and in spread."""
    low, high = measure.low, measure.high
    if (high - low) * 10**measure.decimals < 60:
        return low, high
    width = rng.uniform(0.35, 0.9)
    start = rng.uniform(0, 1 - width)
    if low > 0 and high / low >= 20:
        return low * (high / low) ** start, low * (high / low) ** (start + width)
    return low + (high - low) * start, low + (high - low) * (start + width)


def _inside(span: tuple[float, float], part: float) -> float:
    return span[0] + (span[1] - span[0]) * part


def levels(rng: Random, measure: Measure, count: int) -> list[float]:
    """One value a category: spread evenly, with a few large ones, or with a few small ones."""
    span, power = window(rng, measure), rng.choice((0.6, 1.0, 1.0, 1.8))
    return [measure.rounded(_inside(span, rng.random() ** power)) for _ in range(count)]


def grid(rng: Random, measure: Measure, rows: int, columns: int) -> Rows:
    """Values of two categories, shape (rows, columns): a row's level, a column's and chance."""
    span = window(rng, measure)
    weights = [rng.uniform(0.2, 1) for _ in range(3)]
    down = [rng.random() for _ in range(rows)]
    across = [rng.random() for _ in range(columns)]
    return [
        [
            measure.rounded(
                _inside(
                    span,
                    (weights[0] * r + weights[1] * c + weights[2] * rng.random()) / sum(weights),
                )
            )
            for c in across
        ]
        for r in down
    ]


def lines(rng: Random, measure: Measure, kind: str, count: int, times: int, period: int) -> Rows:
    """Series over time, shape (count, times), each at a level and of a height of its own."""
    span, found = window(rng, measure), []
    for path in paths(rng, kind, count, times, period):
        height = rng.uniform(0.25, 0.9)
        start = rng.uniform(0, 1 - height)
        found.append([measure.rounded(_inside(span, start + height * part)) for part in path])
    return found


def dual(
    rng: Random, measures: Sequence[Measure], kinds: Sequence[str], times: int, period: int
) -> Rows:
    """Two measures over the same times, shape (2, times): alike, opposite or unrelated."""
    if rng.random() < 0.6:
        both = pair(rng, rng.choice(kinds), times, period)
    else:
        both = [paths(rng, rng.choice(kinds), 1, times, period)[0] for _ in measures]
    found = []
    for measure, path in zip(measures, both, strict=True):
        span = window(rng, measure)
        found.append([measure.rounded(_inside(span, value)) for value in path])
    return found


def samples(rng: Random, measure: Measure, counts: Sequence[int]) -> Rows:
    """Many values a group, skewed to the left or to the right, one list a group."""
    span, found = window(rng, measure), []
    flip = rng.random() < 0.5
    for count in counts:
        height = rng.uniform(0.35, 0.85)
        start = rng.uniform(0, 1 - height)
        tight, wide = rng.uniform(1.5, 3), rng.uniform(3, 7)
        shape = (tight, wide) if flip else (wide, tight)
        found.append(
            [
                measure.rounded(_inside(span, start + height * rng.betavariate(*shape)))
                for _ in range(count)
            ]
        )
    return found


def cloud(rng: Random, measures: Sequence[Measure], count: int) -> Rows:
    """Measures of the same things, shape (measures, count): each follows the first or opposes it,
    closely or hardly."""
    first = [rng.gauss(0, 1) for _ in range(count)]
    found = []
    for place, measure in enumerate(measures):
        bond = 1.0 if place == 0 else rng.choice((-1, 1)) * rng.uniform(0.1, 0.95)
        rest, span = math.sqrt(1 - bond * bond), window(rng, measure)
        latent = [bond * value + rest * rng.gauss(0, 1) for value in first]
        found.append(
            [measure.rounded(_inside(span, 0.5 + 0.5 * math.erf(z / 1.8))) for z in latent]
        )
    return found


def shares(rng: Random, count: int, step: float = 0.1) -> list[float]:
    """Shares in percent that add up to exactly 100 in units of `step`; each has at least 1 %."""
    evenness = rng.choice((1.5, 3.0, 6.0))
    return whole([0.02 + rng.gammavariate(evenness, 1 / evenness) for _ in range(count)], step)


def drifting(rng: Random, count: int, times: int, step: float = 0.1) -> Rows:
    """Shares over time, shape (times, count): each time adds up to 100."""
    size = [rng.gammavariate(4, 0.25) + 0.1 for _ in range(count)]
    drift = [season(rng, rng.uniform(0, times), times, times) for _ in range(count)]
    strength = rng.uniform(0.4, 1.0)
    return [
        whole([size[i] * (0.4 + strength * drift[i][t]) for i in range(count)], step)
        for t in range(times)
    ]


def whole(weights: Sequence[float], step: float) -> list[float]:
    """Weights as multiples of `step` that add up to 100: the largest remainders are rounded up."""
    units, digits = round(100 / step), max(0, -math.floor(math.log10(step)))
    exact = [weight * units / sum(weights) for weight in weights]
    floors = [math.floor(value) for value in exact]
    order = sorted(range(len(exact)), key=lambda i: floors[i] - exact[i])
    for place in order[: units - sum(floors)]:
        floors[place] += 1
    return [round(value * step, digits) for value in floors]


def between(rng: Random, measure: Measure, values: Sequence[float]) -> tuple[list[float], ...]:
    """Lower and upper limits around means, inside the measure's range, not always symmetric."""
    height = (max(values) - min(values)) or (measure.high - measure.low) / 4
    lower, upper = [], []
    for value in values:
        reach = height * rng.uniform(0.06, 0.28)
        lean = rng.choice((1.0, 1.0, rng.uniform(0.6, 1.4)))
        lower.append(measure.rounded(value - reach * lean))
        upper.append(measure.rounded(value + reach * (2 - lean)))
    return lower, upper


def candles(rng: Random, price: Measure, volume: Measure, days: int) -> Rows:
    """Open, high, low, close and volume of so many trading days, shape (5, days)."""
    middle = _inside(window(rng, price), rng.random())
    middle = min(max(middle, 1.5 * price.low), 0.7 * price.high)
    swing = rng.uniform(0.06, 0.26) * math.sqrt(days / 250)
    inner = (middle * (1 - swing), middle * (1 + swing))
    path = [_inside(inner, part) for part in walk(rng, turns(rng, days), days)]
    moves = [abs(b - a) for a, b in pairwise(path)]
    typical = sum(moves) / len(moves)
    found: Rows = [[], [], [], []]
    before = path[0] + rng.gauss(0, 0.5) * typical
    for close in path:
        start = before + rng.gauss(0, 0.25) * typical
        top = max(start, close) + rng.expovariate(1.6) * typical
        bottom = min(start, close) - rng.expovariate(1.6) * typical
        for column, value in zip(found, (start, top, bottom, close), strict=True):
            column.append(price.rounded(value))
        before = close
    traded = lines(rng, volume, rng.choice(("burst", "walk")), 1, days, days)[0]
    return [*found, traded]
