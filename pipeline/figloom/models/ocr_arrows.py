"""Arrows of a flowchart: lines of ink followed from box to box, heads told by their ink."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any

import networkx as nx
import numpy as np

from figloom.models.ocr_boxes import Box, Layout, Mask
from figloom.models.ocr_words import Pixels, Word

_INK = 45
"""Least difference of a line from every ground, in a channel."""
_OUTLINE = 5
"""Pixels around a box that hold its outline."""
_REACH = 8
"""Pixels beyond the outline in which arrows end."""
_LONG = 0.75
"""Part of the picture from which on a straight line bounds a lane."""
_HEAD = 1.6
"""How many times the ink of a tail a head has, at least, at the end of a line."""
_BESIDE = 40
"""Pixels between an arrow and the words on it, at most."""


@dataclass(frozen=True, slots=True)
class Touch:
    """A line at a box: how much ink it has there."""

    box: int
    ink: int


def chart(pixels: Pixels, found: Layout) -> nx.DiGraph:
    """Boxes by number with the arrows between them; an arrow's `text` is the words beside it."""
    import cv2

    ink = _lines(pixels, found)
    _, labels, stats, _ = cv2.connectedComponentsWithStats(ink, connectivity=8)
    touches: dict[int, list[Touch]] = {}
    for number, box in enumerate(found.boxes):
        for label, amount in _touching(box, labels).items():
            touches.setdefault(label, []).append(Touch(number, amount))
    graph = nx.DiGraph()
    graph.add_nodes_from(range(len(found.boxes)))
    pairs = {label: list(_pairs(ends)) for label, ends in touches.items()}
    lines = [label for label, made in pairs.items() if made]
    texts = _texts(lines, labels, stats, found.loose)
    for label in lines:
        for tail, head in pairs[label]:
            graph.add_edge(tail, head, text=texts.get(label, ""))
    return graph


def _lines(pixels: Pixels, found: Layout) -> Mask:
    """Ink that belongs to no box and bounds no lane."""
    import cv2

    wide = pixels.astype(np.int16)
    grounds = found.grounds or ((255, 255, 255),)
    apart = np.min(
        [np.abs(wide - np.array(ground, np.int16)).max(axis=2) for ground in grounds], axis=0
    )
    ink: Mask = (apart > _INK).astype(np.uint8)
    ink[ink.mean(axis=1) > _LONG] = 0
    ink[:, ink.mean(axis=0) > _LONG] = 0
    ink = cv2.morphologyEx(ink, cv2.MORPH_CLOSE, np.ones((3, 3), np.uint8))  # type: ignore[assignment]
    for box in found.boxes:
        cv2.drawContours(ink, [box.outline], -1, 0, -1)
        cv2.drawContours(ink, [box.outline], -1, 0, 2 * _OUTLINE)
    return ink


def _touching(box: Box, labels: Any) -> dict[int, int]:
    """Lines that end at a box, and their ink there."""
    import cv2

    x, y, wide, high = box.box
    around = _OUTLINE + _REACH
    left, top = max(0, x - around - 1), max(0, y - around - 1)
    part = labels[top : y + high + around + 2, left : x + wide + around + 2]
    ring = np.zeros(part.shape, np.uint8)
    cv2.drawContours(ring, [box.outline], -1, 1, 2 * around, offset=(-left, -top))
    inside = part[(ring > 0) & (part > 0)]
    counts = np.bincount(inside) if inside.size else np.zeros(0, int)
    return {int(label): int(counts[label]) for label in np.flatnonzero(counts)}


def _pairs(ends: Sequence[Touch]) -> Iterator[tuple[int, int]]:
    """Tail and head of each arrow that a line makes; several arrows may run into one."""
    if len(ends) < 2:
        return
    ordered = sorted(ends, key=lambda one: one.ink)
    least, most = ordered[0].ink, ordered[-1].ink
    if most < _HEAD * least:
        return
    middle = (least * most) ** 0.5
    tails = [one.box for one in ordered if one.ink <= middle]
    heads = [one.box for one in ordered if one.ink > middle]
    yield from ((tail, head) for tail, head in product(tails, heads) if tail != head)


def _texts(lines: Sequence[int], labels: Any, stats: Any, words: Sequence[Word]) -> dict[int, str]:
    """Words by the line that they stand nearest to."""
    found: dict[int, list[Word]] = {}
    for word in words:
        near = [(_distance(word, label, labels, stats), label) for label in lines]
        distance, label = min(near, default=(float(_BESIDE), 0))
        if distance < _BESIDE:
            found.setdefault(label, []).append(word)
    return {
        label: " ".join(word.text for word in sorted(those, key=lambda one: (one.y, one.x)))
        for label, those in found.items()
    }


def _distance(word: Word, label: int, labels: Any, stats: Any) -> float:
    """Pixels between a word and a line."""
    left, top, wide, high, _ = (int(value) for value in stats[label])
    if (
        word.x1 < left - _BESIDE or word.x0 > left + wide + _BESIDE
        or word.y1 < top - _BESIDE or word.y0 > top + high + _BESIDE
    ):  # fmt: skip
        return float(_BESIDE)
    rows, columns = np.nonzero(labels[top : top + high, left : left + wide] == label)
    across = np.maximum(0, np.maximum(word.x0 - columns - left, columns + left - word.x1))
    down = np.maximum(0, np.maximum(word.y0 - rows - top, rows + top - word.y1))
    return float(np.hypot(across, down).min())
