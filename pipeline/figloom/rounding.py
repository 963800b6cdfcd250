"""Rounding: how many digits values are shown with, in thousands or millions, and exact shares.

What is rounded here is what the facts hold, so that a chart and its answers never differ.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import floor, isfinite, log10

import numpy as np
from numpy.typing import NDArray

SCALES = ("thousand", "million", "billion", "trillion")
"""Words that multiply a number, each by a thousand times the one before."""

_WORDS = ("", *SCALES)
_MOST = 6
_SURE, _LARGE = 0.499, 1e12
"""How far from a whole number a product up to that large may lie for its rounding to be sure."""


def decimals(values: Iterable[float], digits: int = 3) -> int:
    """Decimals that leave the largest absolute value `digits` significant digits, 0 to 6.

    Whole values need none.
    """
    found = list(values)
    largest = max(map(abs, found), default=0.0)
    if not largest or all(value == floor(value) for value in found):
        return 0
    return min(_MOST, max(0, digits - 1 - floor(log10(largest))))


def rounded(values: Iterable[float], decimals: int) -> list[float]:
    """The values at that many decimals, never a negative zero."""
    return [round(float(value), decimals) + 0.0 for value in values]


def rounded_array(values: NDArray[np.float64], decimals: int) -> NDArray[np.float64]:
    """The same of an array of finite values, of any shape."""
    if not decimals:
        return np.asarray(np.rint(values) + 0.0)
    power = 10.0**decimals
    product = values * power
    whole = np.rint(product)
    told = np.asarray(whole / power + 0.0)
    # Near a half the product may lie on the wrong side of it, and then only `round` knows.
    unsure = (np.abs(product - whole) > _SURE) | (np.abs(product) > _LARGE)
    if unsure.any():
        told[unsure] = rounded(values[unsure].tolist(), decimals)
    return told


def needed(values: Iterable[float]) -> int:
    """The fewest decimals, 0 to 6, that show every one of these rounded values exactly."""
    found = list(values)
    for count in range(_MOST):
        if all(round(value, count) == value for value in found):
            return count
    return _MOST


def scale(largest: float, unit: str) -> tuple[float, str]:
    """What to divide by so that the largest has at most four digits before its point, and the
    unit that then follows a number: 12,300,000 USD are 12.3 million USD.

    Units that take no such word ("m", "km/h", "%") stay, with a divisor of 1.
    """
    word, _, rest = unit.partition(" ")
    place = _WORDS.index(word) if word in _WORDS[1:] else 0
    bare = rest if place else unit
    if not isfinite(largest) or largest < 1e4 or not (place or _takes_words(bare)):
        return 1.0, unit
    steps = min(len(_WORDS) - 1 - place, 1 if largest < 1e6 else int(log10(largest)) // 3)
    return 1000.0**steps, f"{_WORDS[place + steps]} {bare}".strip()


def shares(values: Sequence[float], decimals: int = 1) -> list[float]:
    """Percent of the sum, by largest remainder: at these decimals they add up to exactly 100.

    Ties of remainders go to the earlier value. Values are at least 0, their sum above it.
    """
    total, whole = sum(values), 100 * 10**decimals
    exact = [value / total * whole for value in values]
    parts = [floor(value) for value in exact]
    later = sorted(range(len(values)), key=lambda place: parts[place] - exact[place])
    for place in later[: whole - sum(parts)]:
        parts[place] += 1
    return [round(part / 10**decimals, decimals) for part in parts]


def _takes_words(unit: str) -> bool:
    return not unit or (len(unit) >= 3 and unit.replace(" ", "").isalpha())
