"""Boxes of a flowchart, found as regions of one colour around the words, with figure and colour."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from figloom.flows import COLOURS
from figloom.models.ocr_words import Pixels, Word

Mask = NDArray[np.uint8]

_NEAR = 10
"""Steps of a channel that still are one colour."""
_LARGEST = 0.15
"""Part of the picture from which on a region is ground or lane, and no box."""
_TAG = re.compile(r"^\(?(\d{1,2})[.)]\s*(?=\D)|^(\d{1,2})\s+(?=[A-Z])")


@dataclass(frozen=True, slots=True, eq=False)
class Box:
    """One box with its words."""

    text: str
    tag: str
    figure: str
    """As questions call it."""
    colour: str
    """Its name, or empty where it has none of its own."""
    outline: Any
    """Its contour, as OpenCV has them."""
    x: float
    y: float
    """Its middle."""
    box: tuple[int, int, int, int]
    """Left, top, width, height."""


@dataclass(frozen=True, slots=True)
class Layout:
    """What stands on a flowchart."""

    boxes: tuple[Box, ...]
    loose: tuple[Word, ...]
    """Words in no box: on arrows, titles, headings of lanes."""
    grounds: tuple[tuple[int, int, int], ...]
    """Colours of what the boxes stand on."""


def layout(pixels: Pixels, words: Sequence[Word]) -> Layout:
    """The boxes and the words outside them."""
    height, width = pixels.shape[:2]
    regions: dict[tuple[int, ...], tuple[Any, list[Word], tuple[int, int, int]]] = {}
    loose: list[Word] = []
    grounds: set[tuple[int, int, int]] = set()
    labelled: dict[tuple[int, int, int], tuple[Any, Any]] = {}
    for word in words:
        ground = _ground(pixels, word)
        if ground not in labelled:
            labelled[ground] = _regions(pixels, ground)
        found = _around(word, *labelled[ground])
        if found is None:
            loose.append(word)
            grounds.add(ground)
            continue
        label, (left, top, wide, high, _) = found
        if wide * high > _LARGEST * width * height or not word.upright:
            loose.append(word)
            grounds.add(ground)
        else:
            key = (*ground, label)
            mask = labelled[ground][0][top : top + high, left : left + wide] == label
            regions.setdefault(key, ((mask, left, top), [], ground))[1].append(word)
    boxes = tuple(_box(mask, inside, ground) for mask, inside, ground in regions.values())
    return Layout(_untagged(boxes), tuple(loose), tuple(sorted(grounds)))


def _ground(pixels: Pixels, word: Word) -> tuple[int, int, int]:
    """The commonest colour around a word."""
    x0, y0, x1, y1 = (int(edge) for edge in (word.x0, word.y0, word.x1, word.y1))
    ring = pixels[max(0, y0 - 1) : y1 + 2, max(0, x0 - 1) : x1 + 2].reshape(-1, 3)
    values, counts = np.unique(ring, axis=0, return_counts=True)
    red, green, blue = (int(channel) for channel in values[counts.argmax()])
    return red, green, blue


def _regions(pixels: Pixels, ground: tuple[int, int, int]) -> tuple[Any, Any]:
    """Labels and statistics of all connected regions of a colour."""
    import cv2

    apart = np.abs(pixels.astype(np.int16) - np.array(ground, np.int16)).max(axis=2)
    mask = (apart <= _NEAR).astype(np.uint8)
    _, labels, stats, _ = cv2.connectedComponentsWithStats(mask, connectivity=4)
    return labels, stats


def _around(word: Word, labels: Any, stats: Any) -> tuple[int, tuple[int, ...]] | None:
    """The region that a word stands in: the commonest on its border."""
    height, width = labels.shape
    x0, x1 = max(0, int(word.x0) - 2), min(width - 1, int(word.x1) + 2)
    y0, y1 = max(0, int(word.y0) - 2), min(height - 1, int(word.y1) + 2)
    border = np.concatenate(
        (labels[y0, x0:x1], labels[y1, x0:x1], labels[y0:y1, x0], labels[y0:y1, x1])
    )
    border = border[border > 0]
    if not border.size:
        return None
    label = int(np.bincount(border).argmax())
    return label, tuple(int(value) for value in stats[label])


def _box(
    region: tuple[NDArray[np.bool_], int, int], words: list[Word], ground: tuple[int, int, int]
) -> Box:
    import cv2

    mask, left, top = region
    contours, _ = cv2.findContours(
        mask.astype(np.uint8), cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE, offset=(left, top)
    )
    outline = max(contours, key=cv2.contourArea)
    x, y, wide, high = cv2.boundingRect(outline)
    solid = np.zeros((high, wide), np.uint8)
    cv2.drawContours(solid, [outline], -1, 1, -1, offset=(-x, -y))
    return Box(
        text=" ".join(line for line in _lines(words)),
        tag="",
        figure=_figure(solid),
        colour=_named(ground),
        outline=outline,
        x=x + wide / 2,
        y=y + high / 2,
        box=(x, y, wide, high),
    )


def _lines(words: list[Word]) -> Iterator[str]:
    """Texts line by line, from left to right in each."""
    rows: list[list[Word]] = []
    for word in sorted(words, key=lambda one: one.y):
        if rows and abs(word.y - rows[-1][0].y) < (word.y1 - word.y0) / 2:
            rows[-1].append(word)
        else:
            rows.append([word])
    for row in rows:
        yield from (word.text for word in sorted(row, key=lambda one: one.x))


def _figure(solid: Mask) -> str:
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


def _named(ground: tuple[int, int, int]) -> str:
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


def _untagged(boxes: tuple[Box, ...]) -> tuple[Box, ...]:
    """Boxes whose texts begin with step numbers, without them, where most do."""
    from dataclasses import replace

    found = [_TAG.match(box.text) for box in boxes]
    if sum(map(bool, found)) * 2 <= len(boxes):
        return boxes
    return tuple(
        replace(box, text=box.text[match.end() :].strip(), tag=match[1] or match[2])
        if match
        else box
        for box, match in zip(boxes, found, strict=True)
    )


def by_colour(boxes: Sequence[Box]) -> dict[str, list[Box]]:
    """Boxes by the name of their colour."""
    found: defaultdict[str, list[Box]] = defaultdict(list)
    for box in boxes:
        found[box.colour].append(box)
    return found
