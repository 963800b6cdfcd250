"""What is painted is where the marks say: recolour one item, and see which pixels change."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

import numpy as np
import pytest
from numpy.typing import NDArray
from PIL import Image

from figloom.render.graphs.cells import cells
from figloom.render.graphs.engine import Attempt
from figloom.render.graphs.layout import lay_out
from figloom.render.graphs.looks import looks, sized
from figloom.render.graphs.marks import marks
from figloom.render.graphs.paint import paint
from figloom.render.graphs.scene import Scene, Shown, compose
from figloom.render.pictures import Scaled, scaled
from figloom.types import Declined, Facts, Graph, Mark, Polyline

TOLERANCE = 1.5
STYLES = (
    "journal",
    "signal",
    "constellation",
    "picturebook",
    "monograph",
    "ledger",
    "encyclopedia",
)
LAYERS = ("wires", "frames", "photos", "words")
Pixels = NDArray[np.uint8]


def compose_map(facts: Facts, style: str) -> Scene:
    graph, look = facts.shown, sized(looks()[style])
    assert isinstance(graph, Graph)
    measured = cells(graph, look, look.descriptions)
    assert not isinstance(measured, Declined)
    layout = lay_out(graph, *measured, look, Attempt(look.directions[0]))

    side = int(look.picture)
    images = {one.picture: scaled(Path(one.picture), side, side)
              for one in graph.entities if one.picture}  # fmt: skip
    return compose(graph, *measured, layout, look, look.palettes[0], Shown(True, True), images)


def recoloured(scene: Scene, layer: str, at: int) -> Scene:
    """The scene with one item in another colour."""
    items = list(getattr(scene, layer))
    item = items[at]
    if layer == "wires":
        item = item._replace(colour="#ff00fe")
    elif layer == "frames":
        item = item._replace(fill="#ff00fe", line=item.line and "#ff00fe")
    elif layer == "photos":
        flat = Image.new("RGBa", (item.image.width, item.image.height), (255, 0, 254, 255))
        item = item._replace(image=Scaled(flat))
    else:
        lines = tuple((*line[:4], (1.0, 0.0, 0.99)) for line in item.lines)
        item = item._replace(lines=lines)
    items[at] = item
    return scene._replace(**{layer: tuple(items)})


def faults(told: Scene, painted: Scene, budget: int = 1000, seed: int = 0) -> Iterator[str]:
    """Where the marks of one scene disagree with the pixels of another."""
    found: dict[str, Mark] = {mark.id: mark for mark in marks(told)[0]}
    ground = paint(painted).copy()
    items = [(layer, at) for layer in LAYERS for at in range(len(getattr(painted, layer)))]
    for layer, at in Random(seed).sample(items, min(budget, len(items))):
        item = getattr(painted, layer)[at]
        if layer == "frames" and item.form == "none":
            continue
        # Plates cover the middle of their edges, so edges are looked at without them.
        bare = painted._replace(frames=(), photos=(), words=()) if layer == "wires" else painted
        under = paint(bare).copy() if layer == "wires" else ground
        change: Pixels = paint(recoloured(bare, layer, at)) != under
        yield from _compare(found[item.id], change[:, :, :3].any(axis=2), layer)


def _compare(mark: Mark, changed: NDArray[np.bool_], layer: str) -> Iterator[str]:
    rows, columns = np.nonzero(changed)
    if not len(rows):
        yield f"{mark.id} is not painted"
        return
    extent = (columns.min(), rows.min(), columns.max() + 1, rows.max() + 1)
    off = max(abs(a - b) for a, b in zip(extent, mark.box, strict=True))
    if off > TOLERANCE:
        yield f"{mark.id} is off by {off:.1f} px"
    if isinstance(mark.outline, Polyline):
        yield from _follows(mark, rows + 0.5, columns + 0.5)


def _follows(mark: Mark, y: NDArray[np.float64], x: NDArray[np.float64]) -> Iterator[str]:
    """Every changed pixel lies near the outline: half a line, or half an arrow head."""
    assert isinstance(mark.outline, Polyline)
    corners = np.array(mark.outline.points)
    share = np.linspace(0, 1, 24)[:, None, None]
    dense = (corners[:-1] * (1 - share) + corners[1:] * share).reshape(-1, 2)
    away = np.hypot(x[:, None] - dense[:, 0], y[:, None] - dense[:, 1]).min(axis=1)
    if away.max() > 8.0:
        yield f"{mark.id} leaves its outline by {away.max():.1f} px"


@pytest.mark.parametrize("style", STYLES)
def test_marks_are_where_the_pixels_are(style: str, grown: Callable[..., Facts]) -> None:
    for seed in range(6):
        scene = compose_map(grown(seed, 2 + seed), style)
        assert list(faults(scene, scene, 14, seed)) == []


@pytest.mark.parametrize("layer", LAYERS)
@pytest.mark.parametrize("style", ["journal", "ledger", "constellation"])
def test_a_displaced_item_is_found(layer: str, style: str, grown: Callable[..., Facts]) -> None:
    scene = compose_map(grown(3, 4), style)
    items = list(getattr(scene, layer))
    at = next(i for i, item in enumerate(items) if getattr(item, "form", "") != "none")
    items[at] = _moved(items[at], layer, 6.0)
    wrong = scene._replace(**{layer: tuple(items)})
    assert any(items[at].id in fault for fault in faults(scene, wrong))


def _moved(item: object, layer: str, step: float) -> object:
    if layer == "wires":
        points = tuple((x + step, y) for x, y in item.points)  # type: ignore[attr-defined]
        head = tuple((x + step, y) for x, y in item.head)  # type: ignore[attr-defined]
        return item._replace(points=points, head=head)  # type: ignore[attr-defined]
    if layer == "frames":
        x0, y0, x1, y1 = item.box  # type: ignore[attr-defined]
        return item._replace(box=(x0 + step, y0, x1 + step, y1))  # type: ignore[attr-defined]
    if layer == "photos":
        return item._replace(x=item.x + int(step))  # type: ignore[attr-defined]
    lines = tuple((a, b, x + step, y, c) for a, b, x, y, c in item.lines)  # type: ignore[attr-defined]
    return item._replace(lines=lines)  # type: ignore[attr-defined]
