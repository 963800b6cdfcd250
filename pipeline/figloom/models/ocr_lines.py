"""Lines between the boxes of a flowchart: ink that stands apart from every ground."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

import numpy as np

from figloom.models.ocr_boxes import Layout
from figloom.models.ocr_figures import Mask
from figloom.models.ocr_words import Pixels, Word

OUTLINE = 5
"""Pixels around a box that hold its outline."""
_INK = 45
"""Least difference of a line from every ground, in a channel."""
_DASH = 5
"""Pixels that dashes stand apart."""
_LONG = 0.75
"""Part of the picture from which on a straight line bounds a lane."""
_GAP, _SPOT, _FACING = 4, 4, 0.5
"""Pixels around words in which their line ends, its ink there, and how opposite the ends are."""


def lines(pixels: Pixels, found: Layout) -> Mask:
    """Ink that belongs to no box and bounds no lane, drawn on behind the words that stand on it."""
    import cv2

    wide = pixels.astype(np.int16)
    grounds = found.grounds or ((255, 255, 255),)
    apart = np.min(
        [np.abs(wide - np.array(ground, np.int16)).max(axis=2) for ground in grounds], axis=0
    )
    ink: Mask = (apart > _INK).astype(np.uint8)
    ink = cv2.morphologyEx(ink, cv2.MORPH_CLOSE, np.ones((_DASH, _DASH), np.uint8))  # type: ignore[assignment]
    for box in found.boxes:
        cv2.drawContours(ink, [box.outline], -1, 0, -1)
        cv2.drawContours(ink, [box.outline], -1, 0, 2 * OUTLINE)
    ink[ink.mean(axis=1) > _LONG] = 0
    ink[:, ink.mean(axis=0) > _LONG] = 0
    return _bridged(ink, found.loose)


def _bridged(ink: Mask, words: Sequence[Word]) -> Mask:
    """Lines without the words on them: a line that words part is drawn on behind them."""
    import cv2

    high, wide = ink.shape
    areas = [
        (max(0, int(word.x0) - 1), max(0, int(word.y0) - 1),
         min(wide - 1, int(word.x1) + 1), min(high - 1, int(word.y1) + 1))
        for word in words
    ]  # fmt: skip
    for x0, y0, x1, y1 in areas:
        ink[y0 : y1 + 1, x0 : x1 + 1] = 0
    bridges = [_ends(ink, area, max(_GAP, (area[3] - area[1]) * 3 // 5)) for area in areas]
    for pair in bridges:
        if pair:
            cv2.line(ink, *pair, 1, 2)
    return ink


def _ends(
    ink: Mask, area: tuple[int, int, int, int], gap: int
) -> tuple[tuple[int, int], tuple[int, int]] | None:
    """Where the line ends, on either side, that words stand on."""
    import cv2

    x0, y0, x1, y1 = area
    left, top = max(0, x0 - gap), max(0, y0 - gap)
    part = ink[top : y1 + gap + 1, left : x1 + gap + 1]
    _, labels, _, middles = cv2.connectedComponentsWithStats(part, connectivity=8)
    spots = [
        (int(middles[at][0]) + left, int(middles[at][1]) + top)
        for at in range(1, len(middles))
        if (labels == at).sum() >= _SPOT
    ]
    x, y = (x0 + x1) / 2, (y0 + y1) / 2
    best = None
    for one, other in combinations(spots, 2):
        a, b = np.array([one[0] - x, one[1] - y]), np.array([other[0] - x, other[1] - y])
        facing = -float(a @ b) / max(float(np.linalg.norm(a) * np.linalg.norm(b)), 1.0)
        least = _FACING if len(spots) > 2 else -_FACING
        if facing > least and (best is None or facing > best[0]):
            best = facing, one, other
    return best and (best[1], best[2])
