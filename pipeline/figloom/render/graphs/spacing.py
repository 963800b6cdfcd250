"""Room between nodes and tags: boxes that overlap push each other apart until none does.

A tag is a box in the middle of its edge; what pushes it moves both ends of the edge. Position-based
dynamics (Müller et al. 2007, "Position based dynamics") with boxes as the only constraints.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]

_ROUNDS = 80
_EASE = 0.55
"""Share of an overlap that one round resolves: less is slower, more swings."""


def separate(
    centres: Array,
    halves: Array,
    pairs: Sequence[tuple[int, int]],
    tags: Array,
    gap: float,
) -> Array:
    """New centres of the nodes, so that nodes and tags keep `gap` pixels between their boxes.

    Shapes: centres and halves (nodes, 2), tags (edges, 2); halves and tags are half sizes.
    """
    places = centres.copy()
    count = len(places)
    heads = np.array([head for head, _ in pairs], np.intp)
    tails = np.array([tail for _, tail in pairs], np.intp)
    room = np.concatenate([halves, tags]) + gap / 2
    need = room[:, None] + room[None]
    upper = np.triu(np.ones(need.shape[:2], bool), 1)
    for _ in range(_ROUNDS):
        boxes = np.concatenate([places, (places[heads] + places[tails]) / 2])
        apart = boxes[:, None] - boxes[None]
        over = need - np.abs(apart)
        first, second = np.nonzero((over > 0.5).all(axis=2) & upper)
        if not len(first):
            break
        depth, offset = over[first, second], apart[first, second]
        axis = depth.argmin(axis=1)
        row = np.arange(len(first))
        # Boxes on the very same spot part by their order, the only thing that tells them apart.
        side = np.where(offset[row, axis] >= 0, 1.0, -1.0)
        push = np.zeros((len(first), 2))
        push[row, axis] = side * depth[row, axis] * _EASE / 2
        shift = np.zeros_like(boxes)
        np.add.at(shift, first, push)
        np.add.at(shift, second, -push)
        places += shift[:count]
        np.add.at(places, heads, shift[count:])
        np.add.at(places, tails, shift[count:])
    return places
