"""Where the highest value is, and where the lowest."""

from __future__ import annotations

from functools import partial
from random import Random

from figloom.ask.charts.balance import case, evenly
from figloom.ask.charts.readings import Reading
from figloom.ask.charts.whole.scopes import Claim, Kind, Scope
from figloom.seeds import Draw
from figloom.types import Step


def _extreme(
    scopes: list[Scope], found: list[Reading], draw: Draw, random: Random, *, highest: bool
) -> Claim | None:
    """The place of the best value against that of another good one, later or earlier."""
    cases = []
    for scope in scopes:
        ranked = sorted(scope.readings, key=lambda reading: reading.value, reverse=highest)
        best, second = ranked[:2]
        if scope.scale.seen_apart(best.value, second.value):
            # Where all others are far below, the nearest of them is as near as it gets.
            near = [other for other in ranked[1:] if scope.scale.near(best.value, other.value)]
            cases += [
                case(best, other, found, (best, other, scope, second))
                for other in near or [second]
            ]  # fmt: skip
    chosen = evenly(cases, bool(draw.level("overall/later", 2)), random)
    if chosen is None:
        return None
    best, other, scope, second = chosen
    said = {"what": best.what, "among": scope.among}
    word = "highest" if highest else "lowest"
    steps = [
        Step(f"The {word} value is {scope.told(best.value)}, for {best.where}."),
        Step(f"The next is {scope.told(second.value)}, for {second.where}."),
    ]
    gap = abs(best.value - other.value) / scope.scale.step_at(best.value)
    return Claim({**said, "where": best.where}, {**said, "where": other.where}, steps, (best,), gap,
                 "neighbour_place")  # fmt: skip


HIGHEST = Kind("highest", partial(_extreme, highest=True))
LOWEST = Kind("lowest", partial(_extreme, highest=False))
