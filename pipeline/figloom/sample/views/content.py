"""What a shape says, whatever the order, ids and title it says it with: to tell repeats apart."""

from __future__ import annotations

from typing import Any

from figloom.knowledge import normalise
from figloom.types import Grid, Links, Ohlc, Points, Spread, Tree


def content(shape: Grid | Spread | Points | Ohlc | Tree | Links) -> list[Any]:
    """The facts by label and value as plain lists in one fixed order; equal for equal facts.

    The chart type is no part of it, nor is where the facts come from.
    """
    return [shape.shape, *_units(shape), sorted(_facts(shape))]


def _facts(shape: Grid | Spread | Points | Ohlc | Tree | Links) -> list[list[str]]:
    if isinstance(shape, Grid):
        rows = {category.id: category.name for category in shape.categories}
        series = {one.id: one for one in shape.series}
        return [
            _told(
                rows[c.category], (one := series[c.series]).name, one.unit, c.value, c.low, c.high
            )
            for c in shape.cells
        ]
    if isinstance(shape, Spread):
        edges = [_told("bins", *shape.bins)] if shape.bins else []
        return edges + [
            _told(group.name, *sorted(group.samples or group.five or ())) for group in shape.groups
        ]
    if isinstance(shape, Points):
        return [_told(p.name, p.group, p.x, p.y, p.size) for p in shape.points]
    if isinstance(shape, Ohlc):
        return [_told(c.time, c.open, c.high, c.low, c.close, c.volume) for c in shape.candles]
    names = {node.id: node.name for node in shape.nodes}
    if isinstance(shape, Tree):
        return [_told(names.get(n.parent, ""), n.name, n.value) for n in shape.nodes if n.parent]
    return [_told(names[link.source], names[link.target], link.value) for link in shape.links]


def _units(shape: Grid | Spread | Points | Ohlc | Tree | Links) -> tuple[str, ...]:
    if isinstance(shape, Grid):
        return ()
    if isinstance(shape, Points):
        return tuple(f"{name} {unit}" for name, unit in zip(shape.names, shape.units, strict=True))
    return (shape.unit,)


def _told(*parts: str | float | None) -> list[str]:
    return [normalise(part) if isinstance(part, str) else repr(part) for part in parts]
