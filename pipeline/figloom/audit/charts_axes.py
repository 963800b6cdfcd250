"""Axes of a stored chart: pixels as values, and the least difference that a reader can tell."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from figloom.audit.charts_numbers import meanings

STEPS = 3
"""A false number is at least so many resolvable steps off, ..."""
FAR = 0.05
"""... more than this part of the truth, or of an axis shorter than that, ..."""
NEAR = 0.35
"""... and at most this part of the axis."""
LOG_NEAR = 5.0
"""On a logarithmic axis: at most so many times as large."""
_SLIP = 0.6
"""Pixels that a tick may stand off the place that its axis gives it."""
_BESIDE = 3.5
"""And the middle of its text."""


@dataclass(frozen=True, slots=True)
class Ruler:
    """A value axis as a reader uses it."""

    dimension: str
    low: float
    high: float
    first: float
    last: float
    """Where `low` and `high` stand: pixels, or degrees of an angle."""
    log: bool
    step: float
    """What a reader can resolve, in the unit of `first`; of counts, a third of one, as a value."""
    name: str = ""
    whole: bool = False

    def value(self, place: float) -> float:
        """The value at a place."""
        part = (place - self.first) / (self.last - self.first)
        if self.log:
            return float(self.low * (self.high / self.low) ** part)
        return self.low + part * (self.high - self.low)

    def worth(self, places: float, value: float) -> float:
        """How much so many pixels (or degrees) are, around a value."""
        part = abs(places / (self.last - self.first))
        if self.log:
            return abs(value) * float((self.high / self.low) ** part - 1)
        return part * abs(self.high - self.low)

    def steps(self, count: float, value: float) -> float:
        """How much so many resolvable steps are, around a value."""
        if self.whole:
            return count * self.step
        return count * self.worth(self.step, value)

    def near(self, one: float, other: float) -> bool:
        """Whether two values lie in one neighbourhood."""
        if self.log:
            return max(one, other) <= LOG_NEAR * min(one, other) * (1 + 1e-9)
        return abs(one - other) <= NEAR * abs(self.high - self.low) * (1 + 1e-9)

    def tolerance(self, truth: float) -> float:
        """By how much an answer may be off."""
        return max(FAR * self.size(truth), self.steps(2, truth))

    def size(self, value: float) -> float:
        """What 5 % are of: the value, or an axis that is shorter."""
        return abs(value) if self.log else min(abs(value), abs(self.high - self.low))

    def apart(self, truth: float, other: float) -> bool:
        """Whether a reader can tell a number from the truth."""
        return self.seen_apart(truth, other) and abs(truth - other) > FAR * self.size(truth)

    def seen_apart(self, one: float, other: float) -> bool:
        """Whether a reader sees which of two values is the larger."""
        least = min(self.steps(STEPS, one), self.steps(STEPS, other))
        return abs(one - other) >= least * (1 - 1e-9)


def ruler(axis: dict[str, Any]) -> Ruler:
    """The ruler of a stored axis; ValueError when its ends coincide."""
    first, last = axis["pixels"]
    if first == last or axis["low"] == axis["high"]:
        raise ValueError(f"the axis {axis['dimension']} has no length")
    places = sorted(tick["pixel"] for tick in axis["ticks"])
    gaps = [after - before for before, after in pairwise(places)]
    step = max([2.0, *([min(gaps) / 5] if gaps else [])])
    return Ruler(axis["dimension"], axis["low"], axis["high"], first, last,
                 axis["scale"] == "log", step, axis["name"])  # fmt: skip


def rulers(axes: Iterable[dict[str, Any]]) -> list[Ruler]:
    """Those of all axes that measure something."""
    return [ruler(axis) for axis in axes if axis["scale"] != "category"]


def chosen(known: list[Ruler], dimension: str, values: Iterable[float], whole: bool) -> Ruler:
    """The ruler that values are read with: of the dimension named, else the chart's own.

    Of counts a step is a third of one. Without an axis there is nothing to tell steps from, and it
    spans what the values do, at least.
    """
    numbers = [*values]
    if whole:
        low, high = min(0.0, *numbers), max(0.0, *numbers)
        return Ruler("", low, high or 1.0, low, high or 1.0, False, 1 / STEPS, whole=True)
    fitting = [r for r in known if r.dimension == (dimension or r.dimension)]
    own = [r for r in fitting if dimension or r.dimension not in ("y2", "volume")]
    if own:
        return own[0]
    return Ruler("", min(numbers), max(numbers), 0.0, 1.0, False, 0.0, whole=True)


def faults(axes: list[dict[str, Any]], marks: list[dict[str, Any]]) -> Iterator[tuple[str, str]]:
    """Axes that contradict themselves, or whose ticks are not where their texts stand."""
    for axis in axes:
        where = f"{axis['dimension']} {axis['name']}".strip()
        span = axis["pixels"][1] - axis["pixels"][0]
        for tick in axis["ticks"]:
            place = axis["pixels"][0] + _part(axis, tick["value"]) * span
            if abs(place - tick["pixel"]) > _SLIP:
                yield "tick off its axis", f"{where}: {tick['text']!r}"
            if axis["scale"] != "category" and not _tells(tick["text"], tick["value"]):
                yield "tick tells another value", f"{where}: {tick['text']!r} at {tick['value']:g}"
        if axis["dimension"] in ("x", "y", "y2"):
            yield from _texts(axis, [m for m in marks if m["role"] == "tick"], where)


def _part(axis: dict[str, Any], value: float) -> float:
    low, high = axis["low"], axis["high"]
    if axis["scale"] == "log":
        return math.log(value / low) / math.log(high / low)
    return (value - low) / (high - low) if high != low else 0.0


def _texts(
    axis: dict[str, Any], marks: list[dict[str, Any]], where: str
) -> Iterator[tuple[str, str]]:
    """Each tick has its text beside it; texts that lean may stand anywhere along their place."""
    told = [tick for tick in axis["ticks"] if tick["text"]]
    own = [mark for mark in marks if mark["part"] == axis["dimension"]]
    along = 0 if axis["dimension"] == "x" else 1
    for tick in told:
        text = "".join(tick["text"].split())
        same = [mark for mark in own if "".join(mark["text"].split()) == text]
        if not same:
            if axis["scale"] != "category":
                yield "tick without its text", f"{where}: {tick['text']!r}"
            continue
        if any(mark["ink"] and abs(mark["ink"]["angle"]) > 1 for mark in same):
            continue
        middles = [(mark["box"][along] + mark["box"][along + 2]) / 2 for mark in same]
        if min(abs(middle - tick["pixel"]) for middle in middles) > _BESIDE:
            yield "tick text beside another place", f"{where}: {tick['text']!r}"


def _tells(text: str, value: float) -> bool:
    return any(abs(told - value) <= 1e-6 * max(abs(value), 1e-9) for told in meanings(text))
