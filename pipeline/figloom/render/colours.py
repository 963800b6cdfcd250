"""Colours as `#rrggbb`: luminance, contrast, distance and mixtures."""

from __future__ import annotations

from functools import cache


def _linear(code: str) -> tuple[float, float, float]:
    """Linear-light red, green and blue, 0 to 1 (IEC 61966-2-1)."""
    parts = [int(code[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts)
    return red, green, blue


def luminance(code: str) -> float:
    """Relative luminance of a colour (WCAG 2.1, 1.4.3)."""
    red, green, blue = _linear(code)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


@cache
def ratio(first: str, second: str) -> float:
    """Contrast ratio of two colours, 1 to 21 (WCAG 2.1)."""
    low, high = sorted((luminance(first), luminance(second)))
    return (high + 0.05) / (low + 0.05)


@cache
def lab(code: str) -> tuple[float, float, float]:
    """CIE L*a*b* of a colour under D65 (CIE 15:2004)."""
    red, green, blue = _linear(code)
    x = (0.4124 * red + 0.3576 * green + 0.1805 * blue) / 0.95047
    y = 0.2126 * red + 0.7152 * green + 0.0722 * blue
    z = (0.0193 * red + 0.1192 * green + 0.9505 * blue) / 1.08883
    x, y, z = (t ** (1 / 3) if t > 216 / 24389 else (24389 / 27 * t + 16) / 116 for t in (x, y, z))
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


@cache
def distance(first: str, second: str) -> float:
    """CIE76 distance of two colours; about 2.3 is just noticeable."""
    pairs = zip(lab(first), lab(second), strict=True)
    return float(sum((a - b) ** 2 for a, b in pairs) ** 0.5)


@cache
def mixed(colour: str, ground: str, opacity: float) -> str:
    """What is seen of a colour of that opacity, 0 to 1, over a ground."""
    parts = (
        round(int(colour[at : at + 2], 16) * opacity + int(ground[at : at + 2], 16) * (1 - opacity))
        for at in (1, 3, 5)
    )
    return "#" + "".join(f"{part:02x}" for part in parts)


@cache
def ink_on(ground: str) -> str:
    """Near-black or white, whichever reads better on the ground."""
    return "#ffffff" if ratio("#ffffff", ground) > ratio("#1c1c1c", ground) else "#1c1c1c"
