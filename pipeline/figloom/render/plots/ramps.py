"""Ramps of colour from low to high, even to the eye: lightness falls in equal steps of CIE L*."""

from __future__ import annotations

import math
from functools import cache

from figloom.render.colours import lab, ratio
from figloom.render.plots.looks import FAINTEST, Palette

_STEPS = 512
_TURN = 70.0
"""Degrees of hue from one end to the other."""
_CHROMA = 58.0
_FARTHEST = {True: 22.0, False: 94.0}
"""Lightness of the high end, on light and on dark grounds."""


def colour(palette: Palette, share: float) -> str:
    """The ramp's colour at a share of its length, 0 to 1: on light grounds high values are dark,
    on dark ones light."""
    return _ramp(palette)[round(min(1.0, max(0.0, share)) * _STEPS)]


@cache
def _ramp(palette: Palette) -> tuple[str, ...]:
    _, a, b = lab(palette.marks[0])
    hue = math.degrees(math.atan2(b, a))
    light = lab(palette.panel)[0] > 50
    near, far = (96.0, _FARTHEST[True]) if light else (lab(palette.panel)[0], _FARTHEST[False])
    step = -0.5 if light else 0.5
    while min(ratio(_hex(near, 20.0, hue), ground) for ground in
              (palette.panel, palette.ground)) < FAINTEST:  # fmt: skip
        near += step
    made = []
    for number in range(_STEPS + 1):
        part = number / _STEPS
        chroma = _CHROMA * (0.35 + 0.65 * math.sin(math.pi * (0.15 + 0.6 * part)))
        turn = hue + _TURN * (0.5 - part) * (1 if light else -1)
        made.append(_hex(near + (far - near) * part, chroma, turn))
    return tuple(made)


def _hex(lightness: float, chroma: float, hue: float) -> str:
    """The colour, with as much of its chroma as the screen can show."""
    low, high = 0.0, chroma
    if _shown(_rgb(lightness, chroma, hue)):
        low = chroma
    while high - low > 0.02:
        middle = (low + high) / 2
        low, high = (middle, high) if _shown(_rgb(lightness, middle, hue)) else (low, middle)
    parts = _rgb(lightness, low, hue)
    return "#" + "".join(f"{round(255 * min(1.0, max(0.0, part))):02x}" for part in parts)


def _shown(parts: tuple[float, ...]) -> bool:
    return all(0.0 <= part <= 1.0 for part in parts)


def _rgb(lightness: float, chroma: float, hue: float) -> tuple[float, ...]:
    """sRGB, 0 to 1 where it can be shown, of CIE LCh under D65."""
    turn = math.radians(hue)
    y = (lightness + 16) / 116
    bent = (y + chroma * math.cos(turn) / 500, y, y - chroma * math.sin(turn) / 200)
    x, y, z = (
        white * (t**3 if t > 6 / 29 else 3 * (6 / 29) ** 2 * (t - 4 / 29))
        for t, white in zip(bent, (0.95047, 1.0, 1.08883), strict=True)
    )
    linear = (3.2406 * x - 1.5372 * y - 0.4986 * z, -0.9689 * x + 1.8758 * y + 0.0415 * z,
              0.0557 * x - 0.2040 * y + 1.0570 * z)  # fmt: skip
    return tuple(
        12.92 * part if part <= 0.0031308 else 1.055 * part ** (1 / 2.4) - 0.055 for part in linear
    )
