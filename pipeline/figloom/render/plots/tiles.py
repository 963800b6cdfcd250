"""Boxes whose areas are values: squarified (Bruls, Huizing and van Wijk 2000), with headers.

The area inside a header's frame, not that of the frame, is in proportion to its value, so that all
tiles of a picture compare.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from figloom.render.plots.frame import Unfit
from figloom.types import Box

_ROUNDS = 200
_EXACT = 1e-9


@dataclass(frozen=True, slots=True)
class _Row:
    """Neighbours that fill a strip of what was left, along its shorter side."""

    members: tuple[int, ...]
    upright: bool
    """Whether the strip stands, its members above each other."""


def squarified(weights: Sequence[float], box: Box) -> list[Box]:
    """Boxes that fill the box, in the order of the weights, as near to squares as may be."""
    return _filled(_rows(weights, box), weights, box)


def framed(
    values: Sequence[float], box: Box, header: float, margin: float
) -> list[tuple[Box, Box]]:
    """Boxes and the boxes inside them, below a header and off the margins: these are in proportion
    to the values. Unfit where a box is too small for its frame."""
    rows = _rows(values, box)
    weights, total = list(values), sum(values)
    whole = _area(box)
    for _ in range(_ROUNDS):
        outer = _filled(rows, weights, box)
        inner = [_inside(one, header, margin) for one in outer]
        if any(x1 - x0 < 1 or y1 - y0 < 1 for x0, y0, x1, y1 in inner):
            raise Unfit("no room for the names")
        spent = [_area(one) - _area(other) for one, other in zip(outer, inner, strict=True)]
        scale = (whole - sum(spent)) / total
        wanted = [value * scale + lost for value, lost in zip(values, spent, strict=True)]
        if max(abs(a - b) for a, b in zip(wanted, weights, strict=True)) <= _EXACT * whole:
            return list(zip(outer, inner, strict=True))
        weights = wanted
    raise Unfit("no room for the names")


def _area(box: Box) -> float:
    return (box[2] - box[0]) * (box[3] - box[1])


def _inside(box: Box, header: float, margin: float) -> Box:
    x0, y0, x1, y1 = box
    return x0 + margin, y0 + margin + header, x1 - margin, y1 - margin


def _rows(weights: Sequence[float], box: Box) -> list[_Row]:
    """The strips, largest weights first."""
    scale = _area(box) / sum(weights)
    areas = [weight * scale for weight in weights]
    order = sorted(range(len(areas)), key=lambda number: -areas[number])
    wide, tall = box[2] - box[0], box[3] - box[1]
    rows: list[_Row] = []
    while order:
        upright, side = tall <= wide, min(wide, tall)
        count = 1
        while count < len(order):
            now, more = ([areas[n] for n in order[:size]] for size in (count, count + 1))
            if _worst(more, side) > _worst(now, side):
                break
            count += 1
        rows.append(_Row(tuple(order[:count]), upright))
        thick = sum(areas[n] for n in order[:count]) / side
        wide, tall = (wide - thick, tall) if upright else (wide, tall - thick)
        order = order[count:]
    return rows


def _worst(areas: Sequence[float], side: float) -> float:
    """The worst ratio of sides in a strip of that length."""
    thick = sum(areas) / side
    return max(max(area / thick**2, thick**2 / area) for area in areas)


def _filled(rows: Sequence[_Row], weights: Sequence[float], box: Box) -> list[Box]:
    x0, y0, x1, y1 = box
    scale = _area(box) / sum(weights)
    found: dict[int, Box] = {}
    for number, row in enumerate(rows):
        total = sum(weights[n] for n in row.members) * scale
        last = number == len(rows) - 1
        thick = (x1 - x0 if row.upright else y1 - y0) if last else (
            total / ((y1 - y0) if row.upright else (x1 - x0))
        )  # fmt: skip
        low, high = (y0, y1) if row.upright else (x0, x1)
        ends = [low]
        for member in row.members:
            ends.append(ends[-1] + weights[member] * scale / total * (high - low))
        for member, (start, end) in zip(row.members, pairwise(ends), strict=True):
            found[member] = (
                (x0, start, x0 + thick, end) if row.upright else (start, y0, end, y0 + thick)
            )
        x0, y0 = (x0 + thick, y0) if row.upright else (x0, y0 + thick)
    return [found[number] for number in range(len(weights))]
