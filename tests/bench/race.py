"""Ways to draw the same things, timed in turn: CPU of this process and its finished children."""
# ruff: noqa: T201

from __future__ import annotations

import resource
import statistics
from collections.abc import Callable, Mapping

from figloom.workers import still

Way = Callable[[int], int]
"""Draws what stands at a place, and tells the bytes of the picture."""


def cpu() -> float:
    """Seconds of CPU, user and system, of this process and its finished children."""
    used = (resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return sum(part.ru_utime + part.ru_stime for part in used)


def timed(way: Way, slots: range) -> tuple[float, float]:
    """Milliseconds of CPU and kilobytes a picture."""
    start = cpu()
    sizes = [way(slot) for slot in slots]
    return (cpu() - start) / len(slots) * 1000, sum(sizes) / len(slots) / 1000


def race(ways: Mapping[str, Way], many: int, rounds: int, about: str = "") -> dict[str, float]:
    """Print each way's median, its range, and how many times the last way's it is faster; the
    medians."""
    seen: dict[str, list[tuple[float, float]]] = {name: [] for name in ways}
    # As in a build: what is loaded is not looked through for garbage.
    with still():
        for at in range(rounds + 1):
            # The first round warms up; no later one draws a thing again, as no build would.
            for name, way in ways.items():
                run = timed(way, range(at * many, (at + 1) * many))
                seen[name] += [run] if at else []
    middle = {name: statistics.median(ms for ms, _ in runs) for name, runs in seen.items()}
    naive = list(middle.values())[-1]
    for name, runs in seen.items():
        low, high = min(ms for ms, _ in runs), max(ms for ms, _ in runs)
        print(f"{about}{name:10} {middle[name]:6.2f} ms [{low:.2f}-{high:.2f}]"
              f" {runs[0][1]:5.0f} kB  x{naive / middle[name]:.1f}")  # fmt: skip
    return middle
