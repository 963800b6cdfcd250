"""The marks of a map, read from the display list that was painted."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from figloom.render.graphs.curves import Points, Trail, dense, flatten
from figloom.render.graphs.scene import Frame, Photo, Scene, Words
from figloom.types import Box, Ellipse, Mark, Outline, Polyline, Rectangle

_RECTANGLE, _ELLIPSE = Rectangle(), Ellipse()
_LAYERS = {"edge": 0, "plate": 1, "node": 2, "disc": 2, "picture": 3, "text": 4}


def marks(scene: Scene) -> tuple[tuple[Mark, ...], Trail]:
    """One mark for each item of the scene, and dense points along its edges.

    Boxes are rounded to a tenth of a pixel. An edge's `visible` is the share of its line that no
    plate or node, painted later, covers. The gate declines any other overlap, so everything else
    is wholly visible; a node counts its own picture and texts as part of itself.
    """
    path = Trail(np.zeros((0, 2)), np.zeros(0, np.intp))
    wires: list[Mark] = []
    if scene.wires:
        corners = flatten([wire.points for wire in scene.wires], [w.tip for w in scene.wires])
        path = dense(corners)
        wires = list(_wires(scene, corners, path))
    found = (
        *wires,
        *(_frame(frame) for frame in scene.frames),
        *(_photo(photo) for photo in scene.photos),
        *(_text(words) for words in scene.words),
    )
    return found, path


def _wires(scene: Scene, corners: Trail, path: Trail) -> Iterator[Mark]:
    starts = np.searchsorted(corners.owner, np.arange(len(scene.wires)))
    stops = [*starts[1:].tolist(), len(corners.owner)]
    dots = list(map(tuple, corners.points.tolist()))
    boxes, seen = _extents(scene, corners.points, starts), _seen(scene, path)
    for wire, start, stop, box, share in zip(
        scene.wires, starts.tolist(), stops, boxes, seen, strict=True
    ):
        line = Polyline(tuple(dots[start:stop]))
        yield Mark(wire.id, "edge", box, line, (wire.fact,), visible=share)


def _extents(scene: Scene, points: Points, starts: NDArray[np.intp]) -> list[Box]:
    """Boxes of the stroked lines and their arrow heads."""
    half = np.array([[wire.width / 2] for wire in scene.wires])
    spare = np.where([[wire.filled] for wire in scene.wires], 0.0, half)
    heads = np.array([wire.head for wire in scene.wires])
    low = np.minimum(np.minimum.reduceat(points, starts) - half, heads.min(axis=1) - spare)
    high = np.maximum(np.maximum.reduceat(points, starts) + half, heads.max(axis=1) + spare)
    rows: list[list[float]] = np.concatenate([low, high], axis=1).round(1).tolist()
    return [(x0, y0, x1, y1) for x0, y0, x1, y1 in rows]


def _seen(scene: Scene, path: Trail) -> list[float]:
    """Share of each line outside all plates and nodes."""
    covers = np.array([frame.box for frame in scene.frames if frame.form != "none"])
    if not len(covers):
        return [1.0] * len(scene.wires)
    x, y = path.points[:, :1], path.points[:, 1:]
    hidden = (x > covers[:, 0]) & (x < covers[:, 2]) & (y > covers[:, 1]) & (y < covers[:, 3])
    lost = np.bincount(path.owner[hidden.any(axis=1)], minlength=len(scene.wires))
    total = np.bincount(path.owner, minlength=len(scene.wires))
    shares: list[float] = (1 - lost / total).round(3).tolist()
    return shares


def _frame(frame: Frame) -> Mark:
    outline: Outline = _ELLIPSE if frame.form == "ellipse" else _RECTANGLE
    x0, y0, x1, y1 = frame.box
    box = (round(x0, 1), round(y0, 1), round(x1, 1), round(y1, 1))
    z = _LAYERS[frame.role]
    return Mark(frame.id, frame.role, box, outline, frame.facts, parent=frame.parent, z=z)


def _photo(photo: Photo) -> Mark:
    x, y, image = float(photo.x), float(photo.y), photo.image
    box = (x, y, x + image.width, y + image.height)
    z = _LAYERS["picture"]
    return Mark(photo.id, "picture", box, _RECTANGLE, (photo.fact,), parent=photo.parent, z=z)


def _text(words: Words) -> Mark:
    """Its box is what the glyphs cover, not the line's height."""
    box = None
    for line, em, x, y, _ in words.lines:
        left, top, right, bottom = line.ink
        part = (x + left * em, y + top * em, x + right * em, y + bottom * em)
        if box is None:
            box = part
        else:
            box = (min(box[0], part[0]), box[1], max(box[2], part[2]), max(box[3], part[3]))
    assert box is not None
    x0, y0, x1, y1 = box
    edges = (round(x0, 1), round(y0, 1), round(x1, 1), round(y1, 1))
    return Mark(words.id, words.role, edges, _RECTANGLE, words.facts, words.text,
                parent=words.parent, z=_LAYERS["text"])  # fmt: skip
