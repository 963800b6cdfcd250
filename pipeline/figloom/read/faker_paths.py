"""Shapes of series over time, from 0 to 1: whatever its kind, a series is as likely to be highest,
or lowest, at one time as at any other, and rising is as likely as falling.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from random import Random

_EDGE = 0.04
"""Part of a path's height that only its highest and its lowest point reach."""


def _fold(value: float) -> float:
    """Reflect into the inside of a path, as a wall would."""
    height = 1 - 2 * _EDGE
    turned = (value - _EDGE) % (2 * height)
    return _EDGE + (turned if turned <= height else 2 * height - turned)


def _bridge(rng: Random, steps: int, size: float) -> list[float]:
    """A random walk of so many steps that begins and ends at 0."""
    walk = [0.0]
    for _ in range(steps):
        walk.append(walk[-1] + rng.gauss(0, size))
    return [value - walk[-1] * place / max(1, steps) for place, value in enumerate(walk)]


def turns(rng: Random, times: int) -> tuple[int, int]:
    """Where a path is highest and where it is lowest: any two times are equally likely."""
    peak, trough = rng.sample(range(times), 2)
    return peak, trough


def _leg(part: float, bend: float) -> float:
    """Share of the way between two points, as 1 - exp(-x) flattens out with its bend."""
    return part if bend == 0 else (1 - math.exp(-bend * part)) / (1 - math.exp(-bend))


def _anchored(
    rng: Random, at: tuple[int, int], times: int, noise: float, bend: float, retreat: float
) -> list[float]:
    """A path from 0 to 1 that is highest and lowest at the times given, in between a way up or
    down, and outside a retreat from the nearer of both."""
    first, last = min(at), max(at)
    begin = 1.0 if at[0] == first else 0.0
    end = 1 - begin
    edges = [0, first, last, times - 1]
    inward = [rng.uniform(0, retreat) * length / times for length in (first, times - 1 - last)]
    heights = [
        begin + (1 - 2 * begin) * inward[0],
        begin,
        end,
        end + (1 - 2 * end) * inward[1],
    ]
    path = [heights[0]]
    for leg in range(3):
        steps = edges[leg + 1] - edges[leg]
        wander = _bridge(rng, steps, noise / math.sqrt(times))
        for step in range(1, steps + 1):
            way = _leg(step / steps, bend if leg == 1 else 0.0)
            here = heights[leg] + (heights[leg + 1] - heights[leg]) * way
            path.append(here + wander[step])
    return [
        1.0 if time == at[0] else 0.0 if time == at[1] else _fold(value)
        for time, value in enumerate(path)
    ]


def trend(rng: Random, at: tuple[int, int], times: int) -> list[float]:
    """Up or down, steadily, with a turn where the time of the peak or of the trough wants it."""
    return _anchored(rng, at, times, rng.uniform(0.05, 0.25), 0.0, 0.8)


def walk(rng: Random, at: tuple[int, int], times: int) -> list[float]:
    """A random walk between its peak and its trough."""
    return _anchored(rng, at, times, rng.uniform(0.6, 1.1), 0.0, 1.2)


def saturation(rng: Random, at: tuple[int, int], times: int) -> list[float]:
    """Quickly towards a level, then slower and slower, up or down."""
    return _anchored(rng, at, times, rng.uniform(0.03, 0.1), rng.uniform(2.5, 5), 0.25)


def _scaled(values: Sequence[float]) -> list[float]:
    low, high = min(values), max(values)
    return [(value - low) / (high - low) for value in values]


def burst(rng: Random, at: tuple[int, int], times: int) -> list[float]:
    """A quiet level with a few bursts."""
    values = [rng.uniform(0.05, 0.2) for _ in range(times)]
    for time in rng.sample(range(times), rng.randint(1, max(1, times // 7))):
        values[time] += rng.uniform(0.3, 0.65)
    values[at[0]], values[at[1]] = 1.0, 0.0
    return values


def season(rng: Random, peak: float, times: int, period: int) -> list[float]:
    """A wave that returns every `period` times (times must be whole periods), and chance."""
    sharp, noise = rng.uniform(0, 0.3), rng.uniform(0.03, 0.1)
    turn = [2 * math.pi * (time - peak) / period for time in range(times)]
    return _scaled([math.cos(a) + sharp * math.cos(2 * a) + rng.gauss(0, noise) for a in turn])


PATHS: dict[str, Callable[[Random, tuple[int, int], int], list[float]]] = {
    "trend": trend,
    "walk": walk,
    "saturation": saturation,
    "burst": burst,
}
KINDS = (*PATHS, "season")


def paths(rng: Random, kind: str, count: int, times: int, period: int) -> list[list[float]]:
    """Paths of so many series, shape (count, times), often with their turns in common."""
    if kind == "season":
        peak, apart = rng.uniform(0, period), rng.choice((0.03, 0.1, 0.5))
        near = [peak + rng.uniform(-apart, apart) * period for _ in range(count)]
        return [season(rng, place, times, period) for place in near]
    shared, together = turns(rng, times), rng.random() < 0.4
    return [
        PATHS[kind](rng, shared if together else turns(rng, times), times) for _ in range(count)
    ]


def pair(rng: Random, kind: str, times: int, period: int) -> list[list[float]]:
    """Two paths, shape (2, times), whose turns are the same or change places."""
    opposite = rng.random() < 0.5
    if kind == "season":
        peak = rng.uniform(0, period)
        return [season(rng, p, times, period) for p in (peak, peak + opposite * period / 2)]
    at = turns(rng, times)
    return [PATHS[kind](rng, a, times) for a in (at, at[::-1] if opposite else at)]
