"""Boxes of a flowchart, found as regions of one colour around the words, with figure and colour."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from figloom.models.ocr_figures import colour_of, figure_of
from figloom.models.ocr_words import Pixels, Word

_NEAR = 10
"""Steps of a channel that still are one colour."""
_LARGEST = 0.15
"""Part of the picture from which on a region is ground or lane, and no box."""
_TAG = re.compile(r"^\(?(\d{1,3})(?:[.)]\s*|\s+|(?=[A-Za-z]))(?=\S)")
_ALONE = re.compile(r"\(?\d{1,3}[.)]?")


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
        label, (_, _, wide, high, _) = found
        if wide * high > _LARGEST * width * height or not word.upright:
            loose.append(word)
            grounds.add(ground)
        else:
            key = (*ground, label)
            if key not in regions:
                regions[key] = (_whole(label, *labelled[ground]), [], ground)
            regions[key][1].append(word)
    boxes = tuple(_box(mask, inside, ground) for mask, inside, ground in regions.values())
    boxes, loose = _numbered(boxes, loose)
    return Layout(boxes, tuple(loose), tuple(sorted(grounds)))


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


def _whole(label: int, labels: Any, stats: Any) -> tuple[NDArray[np.bool_], int, int, str]:
    """A region's mask with its left and top, and the figure that lines within it make.

    The top of a cylinder and the sides of a double-sided rectangle are regions of their own.
    """
    import cv2

    left, top, wide, high, area = (int(value) for value in stats[label])
    x, y = max(0, left - wide // 4), max(0, top - high)
    part = labels[y : top + high + high // 4, x : left + wide + wide // 4]
    mask = (part == label).astype(np.uint8)
    around = part[cv2.dilate(mask, np.ones((9, 9), np.uint8)) > 0]
    caps, sides = [], []
    for other in np.unique(around[around > 0]):
        _, y0, w, h, size = (int(value) for value in stats[other])
        if other == label or size > 0.6 * area:
            continue
        if w > 0.8 * wide and w < 1.2 * wide and y0 < top and h < high:
            caps.append(other)
        elif h > 0.8 * high and h < 1.2 * high and w < 0.3 * wide:
            sides.append(other)
    figure = "cylinder" if caps else "double-sided rectangle" if len(sides) == 2 else ""
    joined = np.isin(part, [label, *caps, *(sides if len(sides) == 2 else [])])
    closed = cv2.morphologyEx(joined.astype(np.uint8), cv2.MORPH_CLOSE, np.ones((7, 7), np.uint8))
    return (closed if figure else mask).astype(bool), x, y, figure


def _box(
    region: tuple[NDArray[np.bool_], int, int, str], words: list[Word], ground: tuple[int, int, int]
) -> Box:
    import cv2

    mask, left, top, figure = region
    contours, _ = cv2.findContours(
        mask.astype(np.uint8), cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE, offset=(left, top)
    )
    outline = max(contours, key=cv2.contourArea)
    x, y, wide, high = cv2.boundingRect(outline)
    solid = np.zeros((high, wide), np.uint8)
    cv2.drawContours(solid, [outline], -1, 1, -1, offset=(-x, -y))
    return Box(
        text=re.sub(r"(?<=\w-)\n", "", "\n".join(_lines(words))).replace("\n", " "),
        tag="",
        figure=figure or figure_of(solid),
        colour=colour_of(ground),
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


def _numbered(boxes: Sequence[Box], loose: Sequence[Word]) -> tuple[tuple[Box, ...], list[Word]]:
    """Boxes with their step numbers apart from the text, and the words that are no such number.

    Numbers stand before most texts, or alone, in rings or out in the open, beside most boxes.
    """
    within = [_TAG.match(box.text) for box in boxes]
    if sum(map(bool, within)) * 2 > len(boxes):
        told = tuple(
            replace(box, text=box.text[match.end() :].strip(), tag=match[1]) if match else box
            for box, match in zip(boxes, within, strict=True)
        )
        return told, [*loose]
    rings = [box for box in boxes if _ALONE.fullmatch(box.text)]
    steps = [box for box in boxes if not _ALONE.fullmatch(box.text)]
    open_ = [word for word in loose if _ALONE.fullmatch(word.text)]
    places = [(box.text, box.x, box.y) for box in rings]
    places += [(word.text, word.x, word.y) for word in open_]
    if not steps or len(places) * 2 <= len(steps):
        return tuple(boxes), [*loose]
    tags: dict[int, tuple[float, str]] = {}
    for text, x, y in places:
        away, at = min((_away(box, x, y), at) for at, box in enumerate(steps))
        if at not in tags or away < tags[at][0]:
            tags[at] = away, text.strip("().")
    told = tuple(
        replace(box, tag=tags[at][1]) if at in tags else box for at, box in enumerate(steps)
    )
    return told, [word for word in loose if not _ALONE.fullmatch(word.text)]


def _away(box: Box, x: float, y: float) -> float:
    """Pixels from a place to a box's frame."""
    left, top, wide, high = box.box
    return float(np.hypot(max(left - x, 0, x - left - wide), max(top - y, 0, y - top - high)))
