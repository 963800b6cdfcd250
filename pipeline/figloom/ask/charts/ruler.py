"""How finely a chart can be read: steps and spans of its value axes, in the unit of the values."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from figloom.ask.charts.readings import Reading
from figloom.types import Axis, Picture

STEPS = 3
"""A negative is at least so many resolvable steps from the truth."""
NEAR = 0.35
"""And at most this part of the axis."""
TOLERANCE = 0.05
"""Of a number, relative to the truth; two resolvable steps where those are more."""
_BEYOND = 1.2
_NOMINAL = 30
"""Steps of an axis when there is no picture: five to each of six ticks."""


@dataclass(frozen=True, slots=True)
class Ruler:
    """Of one value axis: its ends and what a reader can resolve, as values."""

    low: float
    high: float
    step: float
    log: bool = False

    @property
    def span(self) -> float:
        """From end to end."""
        return self.high - self.low

    def step_at(self, value: float) -> float:
        """Resolvable difference around a value; on a log axis `step` is a ratio."""
        return abs(value) * (self.step - 1) if self.log else self.step

    def apart(self, one: float, other: float, steps: float = STEPS) -> bool:
        """Whether two values can be told apart by so many steps, and by more than a tolerance."""
        gap = abs(one - other)
        least = steps * min(self.step_at(one), self.step_at(other))
        return gap >= least and gap > TOLERANCE * max(abs(one), abs(other))

    def near(self, one: float, other: float) -> bool:
        """Whether a value lies in the neighbourhood of another."""
        if self.log:
            return max(one, other) <= 5 * min(one, other)
        # What can be told apart at all is near enough where an axis is short.
        return abs(one - other) <= max(NEAR * self.span, STEPS * self.step)

    def tolerance(self, value: float) -> float:
        """By how much a right answer may be off."""
        return max(TOLERANCE * abs(value), 2 * self.step_at(value))


def ruler(picture: Picture | None, reading: Reading, all_of_it: Sequence[Reading]) -> Ruler:
    """The ruler of the axis that a reading is read from, or a nominal one."""
    values = [r.value for r in all_of_it if r.what == reading.what and r.unit == reading.unit]
    low, high = min(0.0, *values), max(0.0, *values)
    if reading.part and picture is None:
        # Boxes and candles stand on an axis that spans all their parts, not on zero.
        every = [r.value for r in all_of_it if r.unit == reading.unit]
        low, high = min(every), max(every)
    if reading.whole:
        return Ruler(low, high, 1.0 / STEPS)
    axis = _axis(picture, reading)
    if axis is None:
        # Drawn axes go on beyond their values.
        low, high = _BEYOND * low, _BEYOND * high
        return Ruler(low, high, ((high - low) or 1.0) / _NOMINAL)
    pixels = abs(axis.pixels[1] - axis.pixels[0])
    if axis.scale == "log":
        return Ruler(axis.low, axis.high, (axis.high / axis.low) ** (axis.step() / pixels), True)
    return Ruler(axis.low, axis.high, axis.step() / pixels * (axis.high - axis.low))


def _axis(picture: Picture | None, reading: Reading) -> Axis | None:
    measured = [a for a in picture.axes if a.scale in ("linear", "log")] if picture else []
    if reading.dimension:
        return next((axis for axis in measured if axis.dimension == reading.dimension), None)
    panels = [axis for axis in measured if not axis.panel or axis.dimension != "volume"]
    return next((axis for axis in panels if axis.dimension != "y2"), None)
