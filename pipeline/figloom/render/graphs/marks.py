"""The marks of a map, read from the display list that was painted."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from figloom.render.graphs.curves import flatten, trail
from figloom.render.graphs.scene import Frame, Photo, Scene, Wire, Words
from figloom.types import Box, Dot, Ellipse, Mark, Outline, Polyline, Rectangle

_RECTANGLE, _ELLIPSE = Rectangle(), Ellipse()
_LAYERS = {"edge": 0, "plate": 1, "node": 2, "disc": 2, "picture": 3, "text": 4}


def marks(scene: Scene) -> tuple[Mark, ...]:
    """One mark for each item of the scene, boxes rounded to a tenth of a pixel.

    An edge's `visible` is the share of its line that no plate or node, painted later, covers. The
    gate declines any other overlap, so everything else is wholly visible; a node counts its own
    picture and texts as part of itself.
    """
    return (*_wires(scene), *(_frame(frame) for frame in scene.frames),
            *(_photo(photo) for photo in scene.photos),
            *(_text(words) for words in scene.words))  # fmt: skip


def _wires(scene: Scene) -> Iterator[Mark]:
    lines = flatten([wire.points for wire in scene.wires])
    for wire, line in zip(scene.wires, lines, strict=True):
        if line[-1] != wire.tip:
            line.append((round(wire.tip[0], 1), round(wire.tip[1], 1)))
    covers = [frame.box for frame in scene.frames if frame.form != "none"]
    for wire, line, seen in zip(scene.wires, lines, _seen(lines, covers), strict=True):
        outline = Polyline(tuple(line))
        yield Mark(wire.id, "edge", _wire_box(wire, line), outline, (wire.fact,), visible=seen)


def _wire_box(wire: Wire, line: Sequence[Dot]) -> Box:
    """Extent of the stroked line and the arrow head."""
    half = wire.width / 2
    spare = 0.0 if wire.filled else half
    xs, ys = [x for x, _ in line], [y for _, y in line]
    hx, hy = [x for x, _ in wire.head], [y for _, y in wire.head]
    return _rounded(
        (
            min(min(xs) - half, min(hx) - spare),
            min(min(ys) - half, min(hy) - spare),
            max(max(xs) + half, max(hx) + spare),
            max(max(ys) + half, max(hy) + spare),
        )
    )


def _seen(lines: Sequence[Sequence[Dot]], covers: Sequence[Box]) -> list[float]:
    """Share of each line outside all boxes."""
    if not lines:
        return []
    points, owner = trail(lines)
    total = np.bincount(owner, minlength=len(lines))
    if not covers:
        return [1.0] * len(lines)
    boxes = np.array(covers)
    x, y = points[:, :1], points[:, 1:]
    hidden = ((x > boxes[:, 0]) & (x < boxes[:, 2]) & (y > boxes[:, 1]) & (y < boxes[:, 3])).any(
        axis=1
    )
    lost = np.bincount(owner[hidden], minlength=len(lines))
    shares: list[float] = (1 - lost / total).round(3).tolist()
    return shares


def _rounded(box: Box) -> Box:
    return (round(box[0], 1), round(box[1], 1), round(box[2], 1), round(box[3], 1))


def _frame(frame: Frame) -> Mark:
    outline: Outline = _ELLIPSE if frame.form == "ellipse" else _RECTANGLE
    return Mark(frame.id, frame.role, _rounded(frame.box), outline, frame.facts,
                parent=frame.parent, z=_LAYERS[frame.role])  # fmt: skip


def _photo(photo: Photo) -> Mark:
    box = (float(photo.x), float(photo.y), float(photo.x + photo.image.width),
           float(photo.y + photo.image.height))  # fmt: skip
    return Mark(photo.id, "picture", box, _RECTANGLE, (photo.fact,), parent=photo.parent,
                z=_LAYERS["picture"])  # fmt: skip


def _text(words: Words) -> Mark:
    """Its box is what the glyphs cover, not the line's height."""
    boxes = [
        (x + line.ink[0] * em, y + line.ink[1] * em, x + line.ink[2] * em, y + line.ink[3] * em)
        for line, em, x, y, _ in words.lines
    ]
    left, top, right, bottom = zip(*boxes, strict=True)
    box = _rounded((min(left), min(top), max(right), max(bottom)))
    return Mark(words.id, words.role, box, _RECTANGLE, words.facts, words.text,
                parent=words.parent, z=_LAYERS["text"])  # fmt: skip
