"""The marks of a map, read from the display list that was painted."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from figloom.render.graphs.curves import Points, Trail, dense, dots, flatten
from figloom.render.graphs.scene import Frame, Photo, Scene, Wire, Words
from figloom.types import Box, Ellipse, Ink, Mark, Outline, Polyline, Rectangle

_RECTANGLE, _ELLIPSE = Rectangle(), Ellipse()
_LAYERS = {"edge": 0, "plate": 1, "node": 2, "disc": 2, "picture": 3}
_TEXT = 4


def marks(scene: Scene) -> tuple[tuple[Mark, ...], Trail]:
    """One mark for each item of the scene, and dense points along its edges.

    Boxes are rounded to a tenth of a pixel. An edge's `visible` is the share of its line that no
    plate or node, painted later, covers. The gate declines any other overlap, so everything else
    is wholly visible; a node counts its own picture and texts as part of itself.
    """
    path = Trail(np.zeros((0, 2)), np.zeros(0, np.intp))
    wires: list[Mark] = []
    if scene.wires:
        corners, path = trails(scene.wires)
        boxes = [frame.box for frame in scene.frames if frame.form != "none"]
        wires = list(edges(scene.wires, corners, _seen(len(scene.wires), boxes, path)))
    found = (
        *wires,
        *(_frame(frame) for frame in scene.frames),
        *(_photo(photo) for photo in scene.photos),
        *(lettering(words) for words in scene.words),
    )
    return found, path


def trails(wires: Sequence[Wire]) -> tuple[Trail, Trail]:
    """Corners of the lines, and dense points along them."""
    corners = flatten([wire.points for wire in wires], [wire.tip for wire in wires])
    return corners, dense(corners)


def edges(
    wires: Sequence[Wire], corners: Trail, seen: Sequence[float], *, inks: bool = False
) -> Iterator[Mark]:
    """Marks of lines; `seen` is the share of each that nothing covers, `inks` whether they tell
    how they look."""
    starts = corners.starts()
    stops = [*starts[1:].tolist(), len(corners.owner)]
    spots = list(map(tuple, corners.points.tolist()))
    boxes = _extents(wires, corners.points, starts)
    for wire, start, stop, box, share in zip(
        wires, starts.tolist(), stops, boxes, seen, strict=True
    ):
        line = Polyline(tuple(spots[start:stop]))
        ink = _ink(wire.colour, wire.width, wire.dash) if inks else None
        yield Mark(wire.id, "edge", box, line, (wire.fact,), visible=share, ink=ink)


@lru_cache(maxsize=64)
def _ink(colour: str, width: float, dash: tuple[float, ...]) -> Ink:
    return Ink(stroke=colour, width=width, dash=" ".join(f"{part:g}" for part in dash))


def _extents(wires: Sequence[Wire], points: Points, starts: NDArray[np.intp]) -> list[Box]:
    """Boxes of the stroked lines and their arrow heads."""
    half = np.array([wire.width / 2 for wire in wires])[:, None]
    spare = np.where([[wire.filled] for wire in wires], 0.0, half)
    tips = np.array([len(wire.head) for wire in wires])
    heads, first = dots(wire.head for wire in wires), np.cumsum(tips) - tips
    low, high = np.minimum.reduceat(points, starts), np.maximum.reduceat(points, starts)
    low = np.minimum(low - half, np.minimum.reduceat(heads, first) - spare)
    high = np.maximum(high + half, np.maximum.reduceat(heads, first) + spare)
    rows: list[list[float]] = np.concatenate([low, high], axis=1).round(1).tolist()
    return [(x0, y0, x1, y1) for x0, y0, x1, y1 in rows]


def _seen(count: int, covers: Sequence[Box], path: Trail) -> list[float]:
    """Share of each line outside all plates and nodes."""
    if not covers:
        return [1.0] * count
    x0, y0, x1, y1 = np.array(covers).T[:, :, None]
    x, y = np.ascontiguousarray(path.points.T)
    hidden = x > x0
    hidden &= x < x1
    hidden &= y > y0
    hidden &= y < y1
    lost = np.bincount(path.owner[hidden.any(axis=0)], minlength=count)
    shares: list[float] = (1 - lost / np.bincount(path.owner)).round(3).tolist()
    return shares


def _frame(frame: Frame) -> Mark:
    outline: Outline = _ELLIPSE if frame.form == "ellipse" else _RECTANGLE
    # Frames stand on whole pixels.
    return Mark(frame.id, frame.role, frame.box, outline, frame.facts, parent=frame.parent,
                z=_LAYERS[frame.role])  # fmt: skip


def _photo(photo: Photo) -> Mark:
    x, y, image = float(photo.x), float(photo.y), photo.image
    box = (x, y, x + image.width, y + image.height)
    z = _LAYERS["picture"]
    return Mark(photo.id, "picture", box, _RECTANGLE, (photo.fact,), parent=photo.parent, z=z)


def lettering(words: Words) -> Mark:
    """Its box is what the glyphs cover, not the line's height."""
    (line, em, x, y, _), *more = words.lines
    left, top, right, bottom = line.ink
    x0, y0, x1, y1 = x + left * em, y + top * em, x + right * em, y + bottom * em
    for line, em, x, y, _ in more:
        left, top, right, bottom = line.ink
        x0, y0 = min(x0, x + left * em), min(y0, y + top * em)
        x1, y1 = max(x1, x + right * em), max(y1, y + bottom * em)
    box = (round(x0, 1), round(y0, 1), round(x1, 1), round(y1, 1))
    # By their order: names of arguments cost a third more.
    return Mark(words.id, words.role, box, _RECTANGLE, words.facts, words.text, "", words.parent,
                "", _TEXT)  # fmt: skip
