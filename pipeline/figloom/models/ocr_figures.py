"""What a box of a flowchart is called: figure by its outline, colour by the nearest name."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from figloom.flows import COLOURS

Mask = NDArray[np.uint8]


def figure_of(solid: Mask) -> str:
    """Name of the figure by how much of its frame it fills, and where it leaves it open."""
    high, wide = solid.shape
    filled = float(solid.mean())
    if filled < 0.66:
        return "diamond"
    side = max(2, int(0.25 * min(high, wide)))
    corners = [
        float(part.mean())
        for part in (solid[:side, :side], solid[:side, -side:],
                     solid[-side:, :side], solid[-side:, -side:])
    ]  # fmt: skip
    falling, rising = corners[0] + corners[3], corners[1] + corners[2]
    if abs(falling - rising) > 0.5:
        return "parallelogram"
    if max(corners) < 0.85:
        insets = [int(solid[int(high * share)].argmax()) for share in (0.04, 0.25)]
        if insets[0] and insets[1] / insets[0] > 0.35 and filled > 0.7:
            return "hexagon"
        return "circle" if filled < 0.82 and abs(high - wide) < 0.1 * wide else "oval"
    if min(corners[:2]) > 0.97 and min(corners[2:]) < 0.9:
        return "document shape"
    return "rectangle" if min(corners) > 0.985 else "rounded rectangle"


def colour_of(ground: tuple[int, int, int]) -> str:
    """The nearest named colour; none for white and light greys."""
    if max(ground) - min(ground) < 14 and min(ground) > 215:
        return ""
    near = {
        name: min(sum((a - b) ** 2 for a, b in zip(ground, _rgb(shade), strict=True))
                  for shade in shades)
        for name, shades in COLOURS.items()
    }  # fmt: skip
    return min(near, key=near.__getitem__)


def _rgb(shade: str) -> tuple[int, int, int]:
    return int(shade[1:3], 16), int(shade[3:5], 16), int(shade[5:7], 16)
