"""What a chart shows, looked up in its facts by the names that a question uses."""

from __future__ import annotations

import re
from itertools import pairwise

from figloom.types import Grid, Links, Ohlc, Points, Shape, Spread, Tree

_NAME = re.compile("“([^”]*)”")
_BIN = re.compile(r" from (\S+) to (\S+)$")
_PARTS = ("Lower whisker end", "Lower quartile", "Median", "Upper quartile", "Upper whisker end")
_PRICES = {"Opening price": "open", "Highest price": "high", "Lowest price": "low",
           "Closing price": "close"}  # fmt: skip

Places = dict[tuple[str, ...], float]
"""What a chart shows of one measure, by the names of the place: (category,), or series first."""


def shown(shape: Shape, what: str) -> Places:
    """Every value of a measure, looked up in the facts alone."""
    if isinstance(shape, Grid):
        return _cells(shape, what)
    if isinstance(shape, Spread) and shape.bins:
        edges, samples = shape.bins, shape.groups[0].samples
        return {
            (f"{low:g}", f"{high:g}"): float(
                sum(low <= v < high or v == high == edges[-1] for v in samples)
            )
            for low, high in pairwise(edges)
        }
    if isinstance(shape, Spread):
        part = next(n for n, name in enumerate(_PARTS) if what.startswith(f"{name} of "))
        return {(group.name,): group.five[part] for group in shape.groups if group.five}
    if isinstance(shape, Points):
        field = ("x", "y", "size")[shape.names.index(what)]
        return {(point.name,): getattr(point, field) for point in shape.points}
    if isinstance(shape, Ohlc):
        return {(candle.time,): getattr(candle, _PRICES[what]) for candle in shape.candles}
    if isinstance(shape, Tree):
        return {(n.name,): n.value for n in shape.nodes if n.parent and n.value is not None}
    assert isinstance(shape, Links)
    sides = {"outgoing": ("source",), "incoming": ("target",)}
    ends = sides.get(what.split()[2], ("source", "target"))
    met = [getattr(link, end) for link in shape.links for end in ends]
    return {(node.name,): float(met.count(node.id)) for node in shape.nodes}


def _cells(grid: Grid, what: str) -> Places:
    category = {one.id: one.name for one in grid.categories}
    series = {one.id: one for one in grid.series}
    several = len(series) > 1
    if len({one.axis for one in grid.series}) > 1:
        axis = next(one.axis for one in grid.series if one.name == what)
        several = sum(one.axis == axis for one in grid.series) > 1
        series = {one.id: one for one in grid.series if one.axis == axis}
    found = {}
    for cell in grid.cells:
        if cell.series in series and cell.value is not None:
            one, other = series[cell.series].name, category[cell.category]
            found[(one, other) if several else (other,)] = cell.value
    return found


def place(where: str) -> tuple[str, ...]:
    """The names in a question's place; of a bin its edges."""
    edges = _BIN.search(where)
    return edges.groups() if edges and "“" not in where else tuple(_NAME.findall(where))


def scope(shape: Shape, what: str, among: str) -> Places:
    """What a question on the whole is about: all of a measure, or a series, category or branch, or
    some places of those by name."""
    found = shown(shape, what)
    head, some = re.fullmatch(
        r"(.*?)(?: over (?:all marks|(“.*”)))?(?: \(sums left out\))?", among
    ).groups()  # type: ignore[union-attr]
    if isinstance(shape, Tree):
        name = {node.id: node.name for node in shape.nodes}
        above = {n.name: name[n.parent] for n in shape.nodes if n.parent}
        inner = next(iter(_NAME.findall(head)), None)
        top = {n.name for n in shape.nodes if not n.parent}
        found = {p: v for p, v in found.items() if above[p[0]] == inner or (
            inner is None and (not head or above[p[0]] in top))}  # fmt: skip
        at = 1
    else:
        at = 0 if head.startswith(" of ") else 1
        found = {p: v for p, v in found.items() if not head or p[at] in _NAME.findall(head)}
    if not some:
        return found
    listed = _NAME.findall(some)
    kept = {p: value for p, value in found.items() if p[-1 if at == 0 or not head else 0] in listed}
    assert len(kept) == len(listed) == len(set(listed))
    return kept
