"""The marks of a flowchart, read from the display list that was painted."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import islice

import numpy as np

from figloom.render.flows.figures import BOXES, inside
from figloom.render.flows.scene import Scene, Shape
from figloom.render.graphs.curves import Trail, dots
from figloom.render.graphs.marks import edges, lettering, trails
from figloom.types import Ellipse, Ink, Mark, Outline, Polygon, Rectangle

_LAYERS = {"lane": -2, "lane_head": -1, "edge": 0, "node": 2, "disc": 3}
_RECTANGLE, _ELLIPSE = Rectangle(), Ellipse()


def marks(scene: Scene) -> tuple[tuple[Mark, ...], Trail]:
    """One mark for each item of the scene, and dense points along its arrows.

    Boxes of arrows and texts are rounded to a tenth of a pixel. An arrow's `visible` is the share
    of its line that no figure covers; the gate declines any other overlap.
    """
    path = Trail(np.zeros((0, 2)), np.zeros(0, np.intp))
    wires: list[Mark] = []
    if scene.wires:
        corners, path = trails(scene.wires)
        wires = list(edges(scene.wires, corners, _seen(scene, path), inks=True))
    texts = [lettering(words) for words in scene.words]
    labels = {mark.parent: mark.text for mark in texts if mark.role in ("label", "lane_label")}
    return (
        *_shapes(scene.lanes, labels),
        *wires,
        *_shapes(scene.shapes, labels),
        *texts,
    ), path


def _shapes(shapes: Sequence[Shape], labels: dict[str, str]) -> Iterator[Mark]:
    cornered = [shape.points for shape in shapes if shape.figure not in BOXES]
    corners = iter(map(tuple, dots(cornered).round(2).tolist()))
    for shape in shapes:
        form: Outline = _RECTANGLE
        if shape.figure not in BOXES:
            count = len(shape.points)
            form = Polygon(tuple(islice(corners, count))) if count else _ELLIPSE
        ink = _ink(shape.fill, shape.line, shape.line_width)
        yield Mark(shape.id, shape.role, shape.box, form, shape.facts, labels.get(shape.id, ""), "",
                   shape.parent, "", _LAYERS[shape.role], 1.0, ink)  # fmt: skip


# The same few come again and again.
_ink = lru_cache(maxsize=512)(Ink)


def _seen(scene: Scene, path: Trail) -> list[float]:
    """Share of each line outside all figures."""
    boxes = np.array([shape.box for shape in scene.shapes])
    x, y = np.ascontiguousarray(path.points.T)
    near = (boxes[:, :1] < x) & (x < boxes[:, 2:3]) & (boxes[:, 1:2] < y) & (y < boxes[:, 3:])
    at, which = np.nonzero(near)
    spots = path.points[which]
    # Many lie in the corners beside a diamond.
    away = np.abs(2 * spots - boxes[at, :2] - boxes[at, 2:]) / (boxes[at, 2:] - boxes[at, :2])
    sharp = np.array([shape.figure == "diamond" for shape in scene.shapes])[at]
    kept = np.flatnonzero(~sharp | (away[:, 0] + away[:, 1] < 1))
    hidden = {
        dot
        for shape, dot, (x0, y0) in zip(
            at[kept].tolist(), which[kept].tolist(), spots[kept].tolist(), strict=True
        )
        if _inside(scene.shapes[shape], x0, y0)
    }
    lost = np.bincount(path.owner[[*hidden]], minlength=len(scene.wires)) if hidden else 0
    shares: list[float] = (1 - lost / np.bincount(path.owner)).round(3).tolist()
    return shares


def _inside(shape: Shape, x: float, y: float) -> bool:
    x0, y0, x1, y1 = shape.box
    a, b = (x1 - x0) / 2, (y1 - y0) / 2
    return inside(shape.figure, x - (x0 + x1) / 2, y - (y0 + y1) / 2, a, b, 0.0)
