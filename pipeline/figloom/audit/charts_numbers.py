"""Numbers as charts and questions write them, read back."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

_TOLD = re.compile(r"([\u2212-]?)([\d,]+)(?:\.(\d+))?(%| .+)?")
_WRITTEN = re.compile(r"([\u2212-]?)(\d[\d.,\u00a0\u202f ]*)([KMBT]?)\s*%?")
_SCALES = {"": 1.0, "K": 1e3, "M": 1e6, "B": 1e9, "T": 1e12}


@dataclass(frozen=True, slots=True)
class Number:
    """A number in a question: its value, half of its last digit, and its unit."""

    value: float
    rounding: float
    unit: str

    def is_rounded(self, truth: float) -> bool:
        """Whether it is the truth, rounded to as many decimals as it has."""
        return abs(self.value - truth) <= self.rounding * (1 + 1e-6) + 1e-9 * abs(truth)


def number(text: str) -> Number:
    """A number as questions write it, "1,234.5 kg"; ValueError when it is none."""
    found = _TOLD.fullmatch(text)
    if found is None:
        raise ValueError(f"{text!r} is no number")
    sign, whole, decimals, unit = found.groups()
    if not re.fullmatch(r"\d{1,3}(,\d{3})*", whole):
        raise ValueError(f"{text!r} has its thousands in strange places")
    value = float(f"{whole.replace(',', '')}.{decimals or '0'}")
    return Number(-value if sign else value, 0.5 * 10.0 ** -len(decimals or ""),
                  (unit or "").strip())  # fmt: skip


def meanings(text: str) -> Iterator[float]:
    """What a number in a picture may mean: "1.234" is large for some and near one for others."""
    found = _WRITTEN.fullmatch(text.strip())
    if found is None:
        return
    sign, digits, scale = found.groups()
    factor = _SCALES[scale] * (-1 if sign else 1)
    bare = re.sub(r"[\u00a0\u202f ]", "", digits)
    for point, thousands in ((".", ","), (",", ".")):
        told = bare.replace(thousands, "")
        if told.count(point) <= 1:
            yield factor * float(told.replace(point, "."))
