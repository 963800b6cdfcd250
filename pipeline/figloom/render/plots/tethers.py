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
_SLACK = 1.0
"""Pixels that the rough test for what may touch gives away."""
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
    widths = [text_width(line, dress.look, em) for line in lines]
    wide = max(widths) + 1
    tall = (1.25 + LINES * (len(lines) - 1)) * em
    near, far = _near(wish, wide, tall), _far(wish, wide, tall)
    boxes = np.concatenate([near, far])
    tethers = np.full((len(boxes), 4), np.nan)
    own, foreign = discs[number], np.delete(discs, number, axis=0)
    tethers[len(near) :] = _lines(far, own)
    kept = ~((boxes[:, :2] < bounds[:2]) | (boxes[:, 2:] > bounds[2:])).any(axis=1)
    nearest = _away(boxes, foreign).min(axis=1, initial=math.inf)
    kept &= nearest >= _AIR
    around = slice(len(near) - len(_AROUND) * len(_GAPS), len(near))
    mine = np.min(
        [_away(row, discs[[number]])[:, 0] for row in _rows(em, widths, boxes[around])], axis=0
    )
    kept[around] &= (nearest[around] >= _NEARER * mine) & (mine <= _REACH)
    left = np.flatnonzero(kept)
    wrong = _pierced(tethers[left], foreign)
    for fence in fences:
        wrong |= crossed(np.array(fence), boxes[left], _AIR)
    left = left[~wrong][:_MOST]
    return _Places(boxes[left], tethers[left], left.astype(float))


_AROUND = tuple(
    (part, side) for part in (0.0, 0.45, -0.45, 0.9, -0.9) for side in ("above", "below")
) + tuple((part, side) for part in (0.0, -0.7, 0.7) for side in ("right", "left"))


def _near(wish: Wish, wide: float, tall: float) -> Floats:
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
    return np.array(found)


_ANGLES = [2 * math.pi * (way + 0.5) / _WAYS for way in range(_WAYS)]
_OUT: Floats = np.array(
    [(gap, math.cos(angle), math.sin(angle)) for gap in _FAR for angle in _ANGLES]
)
"""How far, and in which direction."""


def _far(wish: Wish, wide: float, tall: float) -> Floats:
    """Boxes whose nearest place lies so far off the point, in all directions."""
    (x, y), (gap, ux, uy) = wish.at, _OUT.T
    reach = wish.reach + gap
    cx = x + ux * reach + np.where(abs(ux) > 0.25, np.copysign(wide / 2, ux), ux * wide)
    cy = y + uy * reach + np.where(abs(uy) > 0.25, np.copysign(tall / 2, uy), uy * tall)
    return np.column_stack([cx - wide / 2, cy - tall / 2, cx + wide / 2, cy + tall / 2])


def _rows(em: float, widths: Sequence[float], boxes: Floats) -> list[Floats]:
    """The boxes of each line of a text, of these widths, that stands in these boxes."""
    found = []
    middle, top = (boxes[:, 0] + boxes[:, 2]) / 2, boxes[:, 1]
    for number, wide in enumerate(widths):
        half, y = wide / 2, top + LINES * em * number
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
    clash = _clashes(every)
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


def _clashes(every: _Places) -> Mask:
    """Which places touch which others, their lines counted in; shape (places, places)."""
    bad = _touching(every.boxes, every.boxes, _AIR, _AIR / 2)
    tied = np.flatnonzero(~np.isnan(every.lines[:, 0]))
    if not len(tied):
        return bad
    lines = every.lines[tied]
    spans = np.column_stack([np.minimum(lines[:, :2], lines[:, 2:]),
                             np.maximum(lines[:, :2], lines[:, 2:])])  # fmt: skip
    # Exact tests cost too much for all pairs, and few come near each other.
    line, box = np.nonzero(_touching(spans, every.boxes, _AIR + _SLACK, _AIR + _SLACK))
    through = _through(lines[line], every.boxes[box])
    line, box = tied[line[through]], box[through]
    bad[line, box] = bad[box, line] = True
    one, other = np.nonzero(np.triu(_touching(spans, spans, _SLACK, _SLACK), 1))
    cross = _cross(lines[one], lines[other])
    one, other = tied[one[cross]], tied[other[cross]]
    bad[one, other] = bad[other, one] = True
    return bad


def _touching(some: Floats, others: Floats, across: float, along: float) -> Mask:
    """Which boxes come nearer than that to which others."""
    found: Mask = np.subtract.outer(some[:, 2], others[:, 0]) > -across
    found &= -across < np.subtract.outer(others[:, 2], some[:, 0]).T
    found &= np.subtract.outer(some[:, 3], others[:, 1]) > -along
    found &= -along < np.subtract.outer(others[:, 3], some[:, 1]).T
    return found


def _through(lines: Floats, boxes: Floats) -> Mask:
    """Which lines run through their boxes, pair by pair (slab method)."""
    enter, leave = np.zeros(len(lines)), np.ones(len(lines))
    for axis in (0, 1):
        start = lines[:, axis]
        step = lines[:, axis + 2] - start
        step = np.where(step == 0, 1e-9, step)
        low = (boxes[:, axis] - _AIR - start) / step
        high = (boxes[:, axis + 2] + _AIR - start) / step
        enter = np.maximum(enter, np.minimum(low, high))
        leave = np.minimum(leave, np.maximum(low, high))
    found: Mask = enter <= leave
    return found


def _cross(some: Floats, others: Floats) -> Mask:
    """Which lines cross the others, pair by pair."""

    def side(of: Floats, at: Floats) -> Floats:
        (x0, y0, x1, y1), (x, y) = of.T, at.T
        found: Floats = (x1 - x0) * (y - y0) - (y1 - y0) * (x - x0)
        return found

    apart = side(some, others[:, :2]) * side(some, others[:, 2:])
    parted = side(others, some[:, :2]) * side(others, some[:, 2:])
    found: Mask = (apart < 0) & (parted < 0)
    return found
