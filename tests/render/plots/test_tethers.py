"""Names tied to points: quick answers are those of looking at every pair."""

from __future__ import annotations

import math
from collections.abc import Iterator
from random import Random
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from figloom.render.plots import tethers
from figloom.render.plots.beside import Wish
from figloom.render.plots.frame import Unfit
from figloom.render.plots.looks import Dress, looks

AIR = 3.0
NAMES = ("Oslo", "Rio de Janeiro", "Democratic Republic\nof the Congo", "R2-D2", "Trans-Siberian")
Floats = NDArray[np.float64]


def cases(count: int) -> Iterator[tuple[Any, ...]]:
    """Looks, wishes, bounds and fences: points strewn, and heaped up."""
    every = list(looks().values())
    for seed in range(count):
        random = Random(f"case/{seed}")
        look = every[seed % len(every)]
        bounds = (60, 60, look.width - 40, look.height - 60)
        heap = random.uniform(bounds[0], bounds[2]), random.uniform(bounds[1], bounds[3])
        wishes = []
        for number in range(random.randrange(3, 22)):
            x, y = random.uniform(bounds[0], bounds[2]), random.uniform(bounds[1], bounds[3])
            if random.random() < 0.4:
                x = min(max(random.gauss(heap[0], 60), bounds[0]), bounds[2])
                y = min(max(random.gauss(heap[1], 50), bounds[1]), bounds[3])
            reach = random.choice([4.0, 6.0, 12.0, 28.0])
            wishes.append(Wish(f"p{number}", random.choice(NAMES), (x, y), "#000000", reach=reach))
        wide, tall = (bounds[2] - bounds[0]) / 20, bounds[3] - bounds[1]
        slope = [(bounds[0] + t * wide, bounds[1] + tall * (0.2 + 0.03 * t)) for t in range(21)]
        fences = [slope] if random.random() < 0.4 else []
        yield Dress(look, look.palettes[0]), wishes, bounds, fences


def clashes(every: Any) -> NDArray[np.bool_]:
    """Every pair of places, none left out beforehand."""
    boxes, lines = every.boxes, every.lines
    across = np.minimum.outer(boxes[:, 2], boxes[:, 2]) - np.maximum.outer(boxes[:, 0], boxes[:, 0])
    along = np.minimum.outer(boxes[:, 3], boxes[:, 3]) - np.maximum.outer(boxes[:, 1], boxes[:, 1])
    through = _through(lines, boxes)
    bad: NDArray[np.bool_] = (across > -AIR) & (along > -AIR / 2) | through | through.T
    return bad | _cross(lines)


def _through(lines: Floats, boxes: Floats) -> NDArray[np.bool_]:
    enter, leave = np.zeros((len(lines), len(boxes))), np.ones((len(lines), len(boxes)))
    for axis in (0, 1):
        step = lines[:, None, axis + 2] - lines[:, None, axis]
        step = np.where(step == 0, 1e-9, step)
        low = (boxes[:, axis] - AIR - lines[:, None, axis]) / step
        high = (boxes[:, axis + 2] + AIR - lines[:, None, axis]) / step
        enter = np.maximum(enter, np.minimum(low, high))
        leave = np.minimum(leave, np.maximum(low, high))
    found: NDArray[np.bool_] = enter <= leave
    return found


def _cross(lines: Floats) -> NDArray[np.bool_]:
    def side(of: Floats, at: Floats) -> Floats:
        found: Floats = (of[..., 2] - of[..., 0]) * (at[..., 1] - of[..., 1]) - (
            of[..., 3] - of[..., 1]
        ) * (at[..., 0] - of[..., 0])
        return found

    one, other = lines[:, None, :], lines[None, :, :]
    apart = side(one, other[..., :2]) * side(one, other[..., 2:])
    parted = side(other, one[..., :2]) * side(other, one[..., 2:])
    found: NDArray[np.bool_] = (apart < 0) & (parted < 0)
    return found


def placed() -> list[Any]:
    """The places of 200 cases, or why there are none."""
    found: list[Any] = []
    for case in cases(200):
        try:
            found.append(tethers.tied(*case))
        except Unfit as unfit:
            found.append(str(unfit))
    return found


def test_places_are_those_of_looking_at_every_pair(monkeypatch: pytest.MonkeyPatch) -> None:
    quick = placed()
    monkeypatch.setattr(tethers, "_clashes", clashes)
    assert quick == placed()
    assert sum(isinstance(one, list) for one in quick) > 100
    assert any(tied.line for one in quick if isinstance(one, list) for tied in one)


def test_a_far_box_stands_as_far_as_was_asked() -> None:
    wish = Wish("p", "Oslo", (300.0, 200.0), "#000000", reach=6.0)
    boxes = tethers._far(wish, 60.0, 18.0)
    assert len(boxes) == len(tethers._FAR) * tethers._WAYS
    gaps = [math.hypot(max(x0 - 300, 0, 300 - x1), max(y0 - 200, 0, 200 - y1))
            for x0, y0, x1, y1 in boxes.tolist()]  # fmt: skip
    assert min(gaps) >= 6.0 + tethers._FAR[0] - 18
