"""Short numbers that the OCR model's search for text passes over: single figures on an axis."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from statistics import median
from typing import Any

import numpy as np

from figloom.models.ocr_words import Pixels, Word, recognised

_INK = 70
"""Least difference of a figure from what is around it, in a channel."""
_AROUND = 25
"""Side in pixels of what is around a figure."""
_FIGURES = 7
"""Figures of a short number, marks included."""
_SURE = 0.75
"""Least score of the OCR model."""
_MOST = 120
"""Places that are looked at in a picture: a scatter of dots has more."""
_NUMBER = re.compile(r"[-−–]?[\dOo](?:[\d.,]*\d)?%?[KMB]?")


def numbers(pixels: Pixels, words: Sequence[Word]) -> tuple[Word, ...]:
    """Numbers of the words' own size that stand where no word was found."""
    high = median([min(word.x1 - word.x0, word.y1 - word.y0) for word in words] or [16])
    boxes = [box for box in _clusters(pixels, high) if not _covered(box, words)]
    if not boxes or len(boxes) > _MOST:
        return ()
    parts = [_part(pixels, box) for box in boxes]
    return tuple(
        Word(text.replace("O", "0").replace("o", "0"), *map(float, box))
        for box, (text, score) in zip(boxes, recognised(parts), strict=True)
        if score >= _SURE and _NUMBER.fullmatch(text)
    )


def _clusters(pixels: Pixels, high: float) -> Iterator[tuple[int, int, int, int]]:
    """Left, top, right and bottom of figures that stand close to each other."""
    import cv2

    around = np.asarray(cv2.medianBlur(pixels, _AROUND))
    apart = np.abs(pixels.astype(np.int16) - around.astype(np.int16)).max(axis=2)
    ink: Any = (apart > _INK).astype(np.uint8)
    _, _, stats, _ = cv2.connectedComponentsWithStats(ink, connectivity=8)
    glyphs = np.zeros_like(ink)
    tall: list[tuple[int, int, int, int]] = []
    for left, top, wide, deep, _ in stats[1:]:
        if 0.35 * high <= deep <= 1.2 * high and wide <= 1.2 * deep:
            tall.append((left, top, wide, deep))
    for left, top, wide, deep in tall:
        reach = max(1, int(0.3 * deep))
        glyphs[top : top + deep, max(0, left - reach) : left + wide + reach] = 1
    _, _, groups, _ = cv2.connectedComponentsWithStats(glyphs, connectivity=4)
    for left, top, wide, deep, _ in groups[1:]:
        if wide <= _FIGURES * deep:
            reach = max(1, int(0.3 * deep))
            yield int(left + reach), int(top), int(left + wide - reach), int(top + deep)


def _covered(box: tuple[int, int, int, int], words: Sequence[Word]) -> bool:
    x0, y0, x1, y1 = box
    return any(word.x0 < x1 and word.x1 > x0 and word.y0 < y1 and word.y1 > y0 for word in words)


def _part(pixels: Pixels, box: tuple[int, int, int, int]) -> Pixels:
    """A number with a margin of the colour that it stands on, in blue, green and red."""
    x0, y0, x1, y1 = box
    edge = max(2, (y1 - y0) // 4)
    part = pixels[max(0, y0 - edge) : y1 + edge, max(0, x0 - edge) : x1 + edge]
    flat = part.reshape(-1, 3)
    values, counts = np.unique(flat, axis=0, return_counts=True)
    ground = values[counts.argmax()]
    margin = 2 * edge
    padded = np.pad(part, ((1, 1), (margin, margin), (0, 0)))
    padded[:1] = padded[-1:] = ground
    padded[:, :margin] = padded[:, -margin:] = ground
    return np.ascontiguousarray(padded[:, :, ::-1])
