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
"""Of a number, relative to the truth, or to the span of an axis that is shorter than that (or any
number on it would do); two resolvable steps where those are more."""
_BEYOND = 1.2
_TICKED = 5
"""Steps from tick to tick."""
_NOMINAL = 6 * _TICKED
"""Steps of an axis when there is no picture: it has about six ticks."""
_DIGIT = 0.3
"""Decades from tick to tick of a logarithmic axis that is ticked at 1, 2 and 5."""
_FROM_ZERO = 0.35
"""An axis that may leave zero out does so where values span less than this part of them."""


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

    def seen_apart(self, one: float, other: float, steps: float = STEPS) -> bool:
        """Whether a reader sees which of two values is the larger."""
        return abs(one - other) >= steps * min(self.step_at(one), self.step_at(other))

    def apart(self, one: float, other: float, steps: float = STEPS) -> bool:
        """Whether two values can be told apart by so many steps, and by more than a tolerance."""
        beyond = abs(one - other) > TOLERANCE * self._size(max(abs(one), abs(other)))
        return beyond and self.seen_apart(one, other, steps)

    def near(self, one: float, other: float) -> bool:
        """Whether a value lies in the neighbourhood of another."""
        if self.log:
            return max(one, other) <= 5 * min(one, other)
        # What can be told apart at all is near enough where an axis is short.
        return abs(one - other) <= max(NEAR * self.span, STEPS * self.step)

    def tolerance(self, value: float) -> float:
        """By how much a right answer may be off."""
        return max(TOLERANCE * self._size(abs(value)), 2 * self.step_at(value))

    def _size(self, value: float) -> float:
        return value if self.log else min(value, abs(self.span))


def ruler(picture: Picture | None, reading: Reading, all_of_it: Sequence[Reading]) -> Ruler:
    """The ruler of the axis that a reading is read from, or a nominal one."""
    values = [r.value for r in all_of_it if r.what == reading.what and r.unit == reading.unit]
    if reading.whole:
        return Ruler(min(0.0, *values), max(0.0, *values), 1.0 / STEPS)
    axis = _axis(picture, reading)
    if axis is None:
        if reading.part and picture is None:
            # Boxes and candles stand on an axis that spans all their parts.
            values = [r.value for r in all_of_it if r.unit == reading.unit]
        return _nominal(values, reading.axis)
    pixels = abs(axis.pixels[1] - axis.pixels[0])
    if axis.scale == "log":
        return Ruler(axis.low, axis.high, (axis.high / axis.low) ** (axis.step() / pixels), True)
    return Ruler(axis.low, axis.high, axis.step() / pixels * (axis.high - axis.low))


def _nominal(values: Sequence[float], axis: str) -> Ruler:
    """As the axis will about be when it is drawn: it goes on beyond its values."""
    low, high = min(values), max(values)
    if axis == "log":
        return Ruler(low, high, 10 ** (_DIGIT / _TICKED), True)
    if axis == "zero" or high - low > _FROM_ZERO * max(abs(low), abs(high)):
        low, high = _BEYOND * min(0.0, low), _BEYOND * max(0.0, high)
    else:
        margin = (_BEYOND - 1) / 2 * (high - low)
        low, high = low - margin, high + margin
    return Ruler(low, high, ((high - low) or 1.0) / _NOMINAL)


def _axis(picture: Picture | None, reading: Reading) -> Axis | None:
    measured = [a for a in picture.axes if a.scale in ("linear", "log")] if picture else []
    if reading.dimension:
        return next((axis for axis in measured if axis.dimension == reading.dimension), None)
    panels = [axis for axis in measured if not axis.panel or axis.dimension != "volume"]
    return next((axis for axis in panels if axis.dimension != "y2"), None)
