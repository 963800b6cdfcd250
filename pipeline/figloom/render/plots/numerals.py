"""Numbers as charts write them, by the habit of a language."""

from __future__ import annotations

from typing import Literal

Style = Literal["english", "german", "french", "plain", "short"]

_MARKS: dict[Style, tuple[str, str]] = {
    "english": (",", "."),
    "german": (".", ","),
    "french": ("\u00a0", ","),
    "plain": ("", "."),
    "short": (",", "."),
}
"""Between thousands, and before the decimals."""
_STEPS = ((1e12, "T"), (1e9, "B"), (1e6, "M"), (1e3, "K"))


def exact(value: float, decimals: int, style: Style) -> str:
    """The value with that many decimals, for labels beside marks: nothing is lost."""
    thousands, point = _MARKS[style]
    told = f"{abs(value):,.{decimals}f}".replace(",", "\0").replace(".", point)
    sign = "\u2212" if value < 0 and float(f"{value:.{decimals}f}") else ""
    return sign + told.replace("\0", thousands)


def ticks(values: tuple[float, ...], style: Style) -> tuple[str, ...]:
    """Texts of an axis' ticks, all with the fewest decimals that tell them exactly."""
    if style == "short":
        size = max(map(abs, values), default=0)
        for step, letter in _STEPS:
            if size >= 2 * step:
                scaled = tuple(value / step for value in values)
                return tuple(f"{text}{letter}" if v else "0" for text, v in
                             zip(_told(scaled, style), values, strict=True))  # fmt: skip
    return _told(values, style)


def _told(values: tuple[float, ...], style: Style) -> tuple[str, ...]:
    places = decimals(values)
    return tuple(exact(value, places, style) for value in values)


def decimals(values: tuple[float, ...]) -> int:
    """Fewest decimals, at most 6, that tell all values exactly (to a millionth of the largest)."""
    slack = 1e-9 * max(1e-3, *map(abs, values)) if values else 1.0
    return next((n for n in range(6) if all(abs(round(v, n) - v) <= slack for v in values)), 6)
