"""Where names stand beside points: near by, or farther off at the end of a thin line.

Both renderers get the same places. Each text takes the best of a fixed set of places; clashes are
mended by min-conflicts (Minton et al. 1992), in a fixed order.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

import numpy as np
from numpy.typing import NDArray

from figloom.render.plots.beside import LINES, Wish, crossed
from figloom.render.plots.frame import Unfit, text_width
from figloom.render.plots.looks import Dress
from figloom.types import Box, Dot

Floats = NDArray[np.float64]
Mask = NDArray[np.bool_]
Ints = NDArray[np.int64]

_ROUNDS = 30
_MOST = 56
"""Places of a text that are tried, best first."""
_AIR = 3.0
"""Pixels between a text and what is not its own."""
_GAPS = (3.0, 7.0)
"""Pixels between a point and a text near by."""
_REACH = 9.0
"""Pixels between a point and the nearest line of a text near by, at most."""
_FAR = (16.0, 26.0, 38.0, 52.0, 70.0)
"""Pixels between a point and a text at the end of a line."""
_WAYS = 16
_NEARER = 0.8
"""A text near by is not nearer to a foreign point than this part of the way to its own."""


@dataclass(frozen=True, slots=True)
class Tied:
    """A text whose place is found: its middle, and the line to its point if it has one."""

    wish: Wish
    middle: Dot
    line: tuple[Dot, Dot] | None = None


@dataclass(frozen=True, slots=True)
class _Places:
    """Places of one text: boxes of shape (places, 4), and lines to the point, NaN for none."""

    boxes: Floats
    lines: Floats
    cost: Floats

    def of(self, kept: Mask | slice) -> _Places:
        return _Places(self.boxes[kept], self.lines[kept], self.cost[kept])


def tied(
    dress: Dress, wishes: Sequence[Wish], bounds: Box, fences: Sequence[Sequence[Dot]] = ()
) -> list[Tied]:
    """A place for each text within the bounds, off all points (by their `reach`) and fences.

    Unfit where some text finds none.
    """
    if not wishes:
        return []
    discs = np.array([(*wish.at, wish.reach) for wish in wishes])
    places = [_free(dress, wish, at, discs, bounds, fences) for at, wish in enumerate(wishes)]
    if any(len(one.cost) == 0 for one in places):
        raise Unfit("no room for the names")
    chosen = _settled(places)
    return [_made(wish, one, at) for wish, one, at in zip(wishes, places, chosen, strict=True)]


def _made(wish: Wish, places: _Places, at: int) -> Tied:
    x0, y0, x1, y1 = (float(edge) for edge in places.boxes[at])
    ax, ay, bx, by = (round(float(end), 2) for end in places.lines[at])
    line = None if math.isnan(ax) else ((ax, ay), (bx, by))
    return Tied(wish, (round((x0 + x1) / 2, 2), round((y0 + y1) / 2, 2)), line)


def _free(
    dress: Dress, wish: Wish, number: int, discs: Floats, bounds: Box,
    fences: Sequence[Sequence[Dot]],
) -> _Places:  # fmt: skip
    em, lines = dress.look.value_size, wish.text.split("\n")
    wide = max(text_width(line, dress.look, em) for line in lines) + 1
    tall = (1.25 + LINES * (len(lines) - 1)) * em
    near, far = _near(wish, wide, tall), _far(wish, wide, tall)
    boxes = np.array([*near, *far])
    tethers = np.full((len(boxes), 4), np.nan)
    own = discs[number]
    tethers[len(near) :] = _lines(boxes[len(near) :], own)
    wrong = (boxes[:, :2] < bounds[:2]).any(axis=1) | (boxes[:, 2:] > bounds[2:]).any(axis=1)
    mine = np.min(
        [_away(line, discs[[number]])[:, 0] for line in _rows(dress, lines, boxes)], axis=0
    )
    nearest = _away(boxes, np.delete(discs, number, axis=0)).min(axis=1, initial=math.inf)
    wrong |= nearest < _AIR
    inside = np.arange(len(boxes)) < len(near) - len(_AROUND) * len(_GAPS)
    wrong |= np.isnan(tethers[:, 0]) & ~inside & ((nearest < _NEARER * mine) | (mine > _REACH))
    foreign = np.delete(discs, number, axis=0)
    wrong |= _pierced(tethers, foreign)
    for fence in fences:
        wrong |= crossed(np.array(fence), boxes, _AIR)
    cost = np.arange(len(boxes), dtype=float)
    return _Places(boxes, tethers, cost).of(~wrong).of(slice(_MOST))


_AROUND = tuple(
    (part, side) for part in (0.0, 0.45, -0.45, 0.9, -0.9) for side in ("above", "below")
) + tuple((part, side) for part in (0.0, -0.7, 0.7) for side in ("right", "left"))


def _near(wish: Wish, wide: float, tall: float) -> list[Box]:
    """Boxes on a point that is large enough, then all around it."""
    (x, y), found = wish.at, []
    if math.hypot(wide, tall) / 2 < wish.reach - 2:
        found.append((x - wide / 2, y - tall / 2, x + wide / 2, y + tall / 2))
    for gap in _GAPS:
        across, up = wide / 2 + wish.reach + gap, tall / 2 + wish.reach + gap - 2
        for part, side in _AROUND:
            dx, dy = {"above": (part * across, -up), "below": (part * across, up),
                      "right": (across, part * up), "left": (-across, part * up)}[side]  # fmt: skip
            found.append(
                (x + dx - wide / 2, y + dy - tall / 2, x + dx + wide / 2, y + dy + tall / 2)
            )
    return found


def _far(wish: Wish, wide: float, tall: float) -> list[Box]:
    """Boxes whose nearest place lies so far off the point, in all directions."""
    (x, y), found = wish.at, []
    for gap in _FAR:
        for way in range(_WAYS):
            angle = 2 * math.pi * (way + 0.5) / _WAYS
            ux, uy, reach = math.cos(angle), math.sin(angle), wish.reach + gap
            cx = x + ux * reach + (math.copysign(wide / 2, ux) if abs(ux) > 0.25 else ux * wide)
            cy = y + uy * reach + (math.copysign(tall / 2, uy) if abs(uy) > 0.25 else uy * tall)
            found.append((cx - wide / 2, cy - tall / 2, cx + wide / 2, cy + tall / 2))
    return found


def _rows(dress: Dress, lines: Sequence[str], boxes: Floats) -> list[Floats]:
    """The boxes of each line of a text that stands in these boxes."""
    em, found = dress.look.value_size, []
    middle, top = (boxes[:, 0] + boxes[:, 2]) / 2, boxes[:, 1]
    for number, line in enumerate(lines):
        half = text_width(line, dress.look, em) / 2
        y = top + LINES * em * number
        found.append(np.column_stack([middle - half, y, middle + half, y + 1.25 * em]))
    return found


def _lines(boxes: Floats, disc: Floats) -> Floats:
    """From the edge of a disc to the nearest place of each box."""
    x, y, reach = disc
    ends = np.clip((x, y), boxes[:, :2] + 1, boxes[:, 2:] - 1)
    step = ends - (x, y)
    length = np.maximum(np.hypot(step[:, 0], step[:, 1]), 1e-9)[:, None]
    starts = (x, y) + step * ((reach + 1) / length)
    return np.column_stack([starts, ends - step * (2.5 / length)])


def _away(boxes: Floats, discs: Floats) -> Floats:
    """Pixels between boxes and the edges of discs, shape (boxes, discs)."""
    dx = np.maximum(boxes[:, None, 0] - discs[:, 0], discs[:, 0] - boxes[:, None, 2])
    dy = np.maximum(boxes[:, None, 1] - discs[:, 1], discs[:, 1] - boxes[:, None, 3])
    found: Floats = np.hypot(np.maximum(dx, 0), np.maximum(dy, 0)) - discs[:, 2]
    return found


def _pierced(lines: Floats, discs: Floats) -> Mask:
    """Which lines come near to any of the discs."""
    start, step = lines[:, None, :2], lines[:, None, 2:] - lines[:, None, :2]
    squared = np.maximum((step**2).sum(axis=2), 1e-9)
    part = np.clip(((discs[:, :2] - start) * step).sum(axis=2) / squared, 0, 1)
    gap = start + part[..., None] * step - discs[:, :2]
    found: Mask = (np.hypot(gap[..., 0], gap[..., 1]) < discs[:, 2] + _AIR).any(axis=1)
    return found


def _settled(places: list[_Places]) -> list[int]:
    """The number of a place for each text, so that none touches another."""
    sizes = [len(one.cost) for one in places]
    starts = np.cumsum([0, *sizes[:-1]])
    every = _Places(*(np.concatenate([getattr(one, name) for one in places])
                      for name in ("boxes", "lines", "cost")))  # fmt: skip
    clash = _clashes(every, every)
    owner = np.repeat(np.arange(len(places)), sizes)
    clash[owner[:, None] == owner] = False
    chosen = _searched(clash, every.cost, starts, sizes)
    for number in _cheapest_last(every.cost[chosen]):
        own = np.arange(starts[number], starts[number] + sizes[number])
        rest = np.delete(chosen, number)
        free = own[~clash[np.ix_(own, rest)].any(axis=1)]
        chosen[number] = free[np.argmin(every.cost[free])]
    return [int(at - start) for at, start in zip(chosen, starts, strict=True)]


def _cheapest_last(cost: Floats) -> list[int]:
    return [int(number) for number in np.argsort(-cost, kind="stable")]


def _searched(clash: Mask, cost: Floats, starts: Ints, sizes: list[int]) -> Ints:
    """Places without clashes: min-conflicts, where what has clashed for long weighs more."""
    random = Random("tethers")
    chosen = starts.copy()
    weight = np.zeros(len(cost))
    for _ in range(_ROUNDS * len(sizes)):
        bumps = clash[np.ix_(chosen, chosen)].any(axis=1)
        if not bumps.any():
            return chosen
        number = random.choice(np.flatnonzero(bumps).tolist())
        weight[chosen[number]] += 1.0
        own = np.arange(starts[number], starts[number] + sizes[number])
        touched = clash[np.ix_(own, np.delete(chosen, number))].sum(axis=1)
        best = np.lexsort((cost[own], touched + weight[own]))
        chosen[number] = own[best[0]]
    raise Unfit("no room for the names")


def _clashes(some: _Places, others: _Places) -> Mask:
    """Which places of texts touch which others, their lines counted in."""
    across = np.minimum.outer(some.boxes[:, 2], others.boxes[:, 2]) - np.maximum.outer(
        some.boxes[:, 0], others.boxes[:, 0]
    )
    along = np.minimum.outer(some.boxes[:, 3], others.boxes[:, 3]) - np.maximum.outer(
        some.boxes[:, 1], others.boxes[:, 1]
    )
    bad: Mask = (across > -_AIR) & (along > -_AIR / 2)
    bad |= _through(some.lines, others.boxes) | _through(others.lines, some.boxes).T
    return bad | _cross(some.lines, others.lines)


def _through(lines: Floats, boxes: Floats) -> Mask:
    """Which lines run through which boxes (slab method)."""
    enter, leave = np.zeros((len(lines), len(boxes))), np.ones((len(lines), len(boxes)))
    for axis in (0, 1):
        step = lines[:, None, axis + 2] - lines[:, None, axis]
        step = np.where(step == 0, 1e-9, step)
        low = (boxes[:, axis] - _AIR - lines[:, None, axis]) / step
        high = (boxes[:, axis + 2] + _AIR - lines[:, None, axis]) / step
        enter = np.maximum(enter, np.minimum(low, high))
        leave = np.minimum(leave, np.maximum(low, high))
    found: Mask = enter <= leave
    return found


def _cross(some: Floats, others: Floats) -> Mask:
    """Which lines cross which others."""

    def side(of: Floats, at: Floats) -> Floats:
        x, y = at[..., 0], at[..., 1]
        return (of[..., 2] - of[..., 0]) * (y - of[..., 1]) - (of[..., 3] - of[..., 1]) * (
            x - of[..., 0]
        )

    one, other = some[:, None, :], others[None, :, :]
    apart = side(one, other[..., :2]) * side(one, other[..., 2:])
    parted = side(other, one[..., :2]) * side(other, one[..., 2:])
    found: Mask = (apart < 0) & (parted < 0)
    return found
