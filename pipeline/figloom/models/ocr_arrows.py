"""Arrows of a flowchart: lines of ink followed from box to box, heads told by their ink."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any

import networkx as nx
import numpy as np
from numpy.typing import NDArray

from figloom.models.ocr_boxes import Box, Layout
from figloom.models.ocr_figures import Mask
from figloom.models.ocr_lines import OUTLINE, lines
from figloom.models.ocr_words import Pixels, Word

_REACH = 9
"""Pixels beyond the outline that hold an arrow's end."""
_OWN = 0.6
"""Part of the way to another box up to which ink is an end here: short arrows have a middle."""
_LEAST = 3
"""Pixels of ink of an end, at least."""
_HEAD = 1.5
"""How many times as wide as a tail a head is, at least."""
_BESIDE = 40
"""Pixels between an arrow and the words on it, at most."""
_STEP, _AHEAD = 3.0, 8
"""Pixels that a line is followed at a time, and that it must go on beyond."""
_TURNS = (0, 10, -10, 20, -20, 30, -30, 45, -45, 60, -60, 75, -75, 90, -90)
"""Degrees that a line may turn, the straightest way first: so it crosses others."""


@dataclass(frozen=True, slots=True, eq=False)
class End:
    """Where a line comes to a box."""

    box: int
    x: float
    y: float
    out: tuple[float, float]
    """Unit vector away from the box."""
    wide: float
    """Mean width of its ink there."""


@dataclass(frozen=True, slots=True)
class Arrow:
    """From box to box, with the points that it passes."""

    tail: int
    head: int
    start: tuple[float, float]
    path: NDArray[np.float64]


def chart(pixels: Pixels, found: Layout) -> nx.DiGraph:
    """Boxes by number with the arrows between them; an arrow's `text` is the words beside it."""
    import cv2

    ink = lines(pixels, found)
    _, labels, stats, _ = cv2.connectedComponentsWithStats(ink, connectivity=8)
    ends: dict[int, list[End]] = {}
    for number in range(len(found.boxes)):
        for label, end in _ends(number, found.boxes, labels):
            ends.setdefault(label, []).append(end)
    arrows = [
        arrow
        for label, those in sorted(ends.items())
        for arrow in _arrows(label, those, labels, stats[label])
    ]
    graph = nx.DiGraph()
    graph.add_nodes_from(range(len(found.boxes)))
    texts = _texts(arrows, found.loose)
    for number, arrow in enumerate(arrows):
        text = texts.get(number, "")
        graph.add_edge(arrow.tail, arrow.head, text=text, start=arrow.start)
    return graph


def _ends(number: int, boxes: Sequence[Box], labels: Any) -> Iterator[tuple[int, End]]:
    """Lines that end at a box, each end by itself."""
    import cv2

    x, y, wide, high = boxes[number].box
    around = OUTLINE + _REACH
    left, top = max(0, x - around - 1), max(0, y - around - 1)
    part = labels[top : y + high + around + 2, left : x + wide + around + 2]
    away = _away(boxes[number], part.shape, left, top)
    ring = (part > 0) & (away <= around)
    for other, box in enumerate(boxes):
        if other != number and _near(box.box, (left, top, part.shape[1], part.shape[0])):
            ring &= away < _OWN * _away(box, part.shape, left, top)
    _, spots = cv2.connectedComponents(ring.astype(np.uint8), connectivity=8)
    slopes = np.gradient(away)
    for spot in range(1, int(spots.max()) + 1):
        inside = spots == spot
        amount = int(inside.sum())
        if amount < _LEAST or away[inside].min() > OUTLINE + 4:
            continue
        rows, columns = np.nonzero(inside)
        out = np.array([slopes[1][inside].mean(), slopes[0][inside].mean()])
        out /= max(float(np.linalg.norm(out)), 1e-6)
        deep = float(np.ptp(away[inside])) + 1
        label = int(part[inside][0])
        at = (float(columns.mean()) + left, float(rows.mean()) + top)
        yield label, End(number, *at, (float(out[0]), float(out[1])), amount / deep)


def _away(box: Box, shape: tuple[int, ...], left: int, top: int) -> NDArray[np.float32]:
    """Pixels from a box for every place of a part of the picture."""
    import cv2

    free = np.ones(shape, np.uint8)
    cv2.drawContours(free, [box.outline], -1, 0, -1, offset=(-left, -top))
    if free.all():
        return np.full(shape, np.inf, np.float32)
    found: NDArray[np.float32] = np.asarray(cv2.distanceTransform(free, cv2.DIST_L2, 5))
    return found


def _near(one: tuple[int, int, int, int], other: tuple[int, int, int, int]) -> bool:
    """Whether two frames overlap."""
    return all(
        one[at] < other[at] + other[at + 2] and other[at] < one[at] + one[at + 2] for at in (0, 1)
    )


def _arrows(label: int, ends: Sequence[End], labels: Any, stats: Any) -> Iterator[Arrow]:
    """The arrows that a line makes: several may run into one, or cross."""
    if len(ends) < 2:
        return
    widths = [end.wide for end in ends]
    if max(widths) < _HEAD * min(widths):
        return
    left, top, wide, high, _ = (int(value) for value in stats)
    ink = labels[top : top + high, left : left + wide] == label
    rows, columns = np.nonzero(ink)
    whole = np.stack((columns + left, rows + top), axis=1).astype(np.float64)
    middle = (max(widths) * min(widths)) ** 0.5
    tails = [end for end in ends if end.wide <= middle]
    heads = [end for end in ends if end.wide > middle]
    if len(tails) == 1 or len(heads) == 1:
        for tail, head in product(tails, heads):
            if tail.box != head.box:
                yield Arrow(tail.box, head.box, (tail.x, tail.y), whole)
        return
    import cv2

    thick: Any = cv2.dilate(ink.astype(np.uint8), np.ones((3, 3), np.uint8))
    for tail in tails:
        path = _followed(tail, thick, left, top)
        head = min(heads, key=lambda end: float(np.hypot(*(path[-1] - (end.x, end.y)))))
        if head.box != tail.box and np.hypot(*(path[-1] - (head.x, head.y))) < 3 * _REACH:
            yield Arrow(tail.box, head.box, (tail.x, tail.y), path)


def _followed(tail: End, ink: Mask, left: int, top: int) -> NDArray[np.float64]:
    """The points of a line from its tail on, as straight as it goes."""
    at, course = np.array([tail.x - left, tail.y - top]), np.array(tail.out)
    path = [at]
    for _ in range(int(sum(ink.shape) * 2 / _STEP)):
        for turn in _TURNS:
            way = _turned(course, turn)
            if _runs(ink, at, way):
                break
        else:
            break
        at, course = at + way * _STEP, way
        path.append(at)
    found: NDArray[np.float64] = np.array(path) + np.array((left, top))
    return found


def _turned(course: NDArray[np.float64], degrees: float) -> NDArray[np.float64]:
    cos, sin = np.cos(np.radians(degrees)), np.sin(np.radians(degrees))
    x, y = course
    return np.array([x * cos - y * sin, x * sin + y * cos])


def _runs(ink: Mask, at: NDArray[np.float64], way: NDArray[np.float64]) -> bool:
    """Whether there is ink all along the next pixels of a way."""
    points = np.rint(at + np.outer(np.arange(2, _AHEAD + 1), way)).astype(int)
    high, wide = ink.shape
    if (points < 0).any() or (points[:, 0] >= wide).any() or (points[:, 1] >= high).any():
        return False
    return bool(ink[points[:, 1], points[:, 0]].all())


def _texts(arrows: Sequence[Arrow], words: Sequence[Word]) -> dict[int, str]:
    """Words by the arrow that they stand nearest to."""
    found: dict[int, list[Word]] = {}
    for word in words:
        near = [(_distance(word, arrow.path), number) for number, arrow in enumerate(arrows)]
        distance, number = min(near, default=(float(_BESIDE), 0))
        if distance < _BESIDE:
            found.setdefault(number, []).append(word)
    return {
        number: " ".join(word.text for word in sorted(those, key=lambda one: (one.y, one.x)))
        for number, those in found.items()
    }


def _distance(word: Word, path: NDArray[np.float64]) -> float:
    """Pixels between a word and a line."""
    columns, rows = path[:, 0], path[:, 1]
    across = np.maximum(0, np.maximum(word.x0 - columns, columns - word.x1))
    down = np.maximum(0, np.maximum(word.y0 - rows, rows - word.y1))
    return float(np.hypot(across, down).min())
