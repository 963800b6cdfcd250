"""Whether a series stands higher at the end of the time shown than at its beginning."""

from __future__ import annotations

from random import Random

from figloom.ask.charts.readings import Reading
from figloom.ask.charts.whole.scopes import Claim, Kind, Scope
from figloom.seeds import Draw
from figloom.types import Step


def _trend(scopes: list[Scope], found: list[Reading], draw: Draw, random: Random) -> Claim | None:
    """Whether the last of a time series stands above the first, in a chart that has both."""
    ends: dict[bool, list[tuple[Scope, Reading, Reading]]] = {False: [], True: []}
    for scope in scopes:
        if scope.along == 0 and all(reading.time for reading in scope.readings):
            ordered = sorted(scope.readings, key=lambda reading: reading.keys[0])
            first, last = ordered[0], ordered[-1]
            if scope.scale.seen_apart(first.value, last.value):
                ends[last.value > first.value].append((scope, first, last))
    if not (ends[False] and ends[True]):
        return None
    up = bool(draw.level("overall/later", 2))
    scope, first, last = random.choice(ends[up])
    words = ("risen", "fallen") if up else ("fallen", "risen")
    said = {"what": first.what, "among": scope.among}
    steps = [Step(f"It begins at {scope.told(first.value)} and ends at {scope.told(last.value)}.")]
    gap = abs(last.value - first.value) / scope.scale.step_at(first.value)
    return Claim({**said, "direction": words[0]}, {**said, "direction": words[1]}, steps,
                 (first, last), gap, "opposite_trend")  # fmt: skip


TREND = Kind("trend", _trend)
