"""Orders of names that people know: months, weekdays, quarters, ratings, numbers."""

from __future__ import annotations

import re
from collections.abc import Sequence

_STARTS: tuple[tuple[str, ...], ...] = (
    ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"),
    ("mon", "tue", "wed", "thu", "fri", "sat", "sun"),
)
_SCALES: tuple[tuple[str, ...], ...] = (
    ("very low", "low", "medium", "high", "very high"),
    ("very low", "low", "moderate", "high", "very high"),
    ("very poor", "poor", "fair", "good", "very good", "excellent"),
    ("very small", "small", "medium", "large", "very large"),
    ("xxs", "xs", "s", "m", "l", "xl", "xxl"),
    ("never", "rarely", "sometimes", "often", "always"),
    ("first", "second", "third", "fourth", "fifth"),
    ("spring", "summer", "autumn", "winter"),
    ("q1", "q2", "q3", "q4"),
)
_NUMBER = re.compile(r"\d+(\.\d+)?")


def natural(names: Sequence[str]) -> list[float]:
    """Where each name stands in an order that people know; empty where there is none."""
    told = [name.strip().casefold() for name in names]
    for known in _STARTS:
        if all(name[:3] in known for name in told):
            return [float(known.index(name[:3])) for name in told]
    for known in _SCALES:
        if all(name in known for name in told):
            return [float(known.index(name)) for name in told]
    found = [_NUMBER.match(name) for name in names]
    return [float(one.group()) for one in found if one] if all(found) else []
