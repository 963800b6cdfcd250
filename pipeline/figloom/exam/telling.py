"""The facts shown, as text: what a model reads where it is to answer without the picture."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise

from figloom.charts import called
from figloom.flows import FIGURES
from figloom.types import (
    Category,
    Cell,
    Flow,
    FlowNode,
    Graph,
    Grid,
    Links,
    Mark,
    Ohlc,
    Panels,
    Points,
    Record,
    Shape,
    Spread,
    Tree,
    TreeNode,
)

_NONE = "-"
_FIVE = ("Lowest", "Lower quartile", "Median", "Upper quartile", "Highest")


def told(record: Record) -> str:
    """All that the record's picture shows, and nothing else: a list or a table.

    Steps of a flowchart come with the middle of their box in pixels, since questions ask where
    they stand. Where on a chart a mark is drawn, and at which side of a step an arrow leaves it,
    no text says.
    """
    marks = record.picture.marks if record.picture else ()
    return "\n".join(_lines(record.facts.shown, marks))


def _lines(shape: Shape, marks: Sequence[Mark]) -> Iterator[str]:
    match shape:
        case Graph():
            yield from _graph(shape)
        case Flow():
            yield from _flow(shape, marks)
        case Panels():
            yield f"Title: {_one(shape.title)}"
            for number, part in enumerate(shape.parts, 1):
                yield f"Panel {number}:"
                yield from _lines(part, [mark for mark in marks if mark.panel == str(number)])
        case _:
            yield f"Title: {_one(shape.title)}"
            yield f"Drawn as: {called(shape.chart)[0].said}"
            yield from _chart(shape)


def _graph(graph: Graph) -> Iterator[str]:
    # Sorted, since their order in the facts tells how the graph was grown.
    names = {entity.id: _one(entity.name) for entity in graph.entities}
    names |= {relation.id: _one(relation.name) for relation in graph.relations}
    yield "Entities:"
    yield from sorted(f"- {names[entity.id]}" for entity in graph.entities)
    yield "Triples:"
    yield from sorted(
        f"- {names[one.head]} -- {names[one.relation]} --> {names[one.tail]}"
        for one in graph.triples
    )


def _flow(flow: Flow, marks: Sequence[Mark]) -> Iterator[str]:
    if flow.title:
        yield f"Title: {_one(flow.title)}"
    if flow.lanes:
        yield f"Lanes: {', '.join(_one(lane.name) for lane in flow.lanes)}"
    lanes = {lane.id: _one(lane.name) for lane in flow.lanes}
    places = {fact: mark.box for mark in marks if mark.role == "node" for fact in mark.facts}
    names = {node.id: f"n{number}" for number, node in enumerate(flow.nodes, 1)}
    yield "Steps:"
    for node in flow.nodes:
        details = [*_looks(node), *([f"lane {lanes[node.lane]}"] if node.lane else [])]
        if node.id in places:
            x0, y0, x1, y1 = places[node.id]
            details.append(f"middle at x {(x0 + x1) / 2:.0f}, y {(y0 + y1) / 2:.0f}")
        yield f"{names[node.id]}: {_one(node.text) or '(no text)'} ({', '.join(details)})"
    yield "Arrows:"
    for edge in flow.edges:
        words = f" {_one(edge.text)} --" if edge.text else ""
        yield f"{names[edge.source]} --{words}> {names[edge.target]}"


def _looks(node: FlowNode) -> Iterator[str]:
    yield FIGURES.get(node.figure, node.figure)
    if node.fill:
        yield node.fill
    if node.border:
        yield f"{node.border} border"
    if node.tag:
        yield f"numbered {node.tag}"


def _chart(shape: Grid | Spread | Points | Ohlc | Tree | Links) -> Iterator[str]:
    match shape:
        case Grid():
            yield from _grid(shape)
        case Spread():
            yield from _spread(shape)
        case Points():
            yield from _points(shape)
        case Ohlc():
            yield from _ohlc(shape)
        case Tree():
            yield from _tree(shape)
        case Links():
            yield from _links(shape)


def _grid(grid: Grid) -> Iterator[str]:
    yield from _axes(grid.axes)
    cells = {(cell.category, cell.series): cell for cell in grid.cells}
    parents = {one.id: one for one in grid.categories}
    heads = [
        _with_unit(series.name, series.unit) + ("" if series.axis == "y" else ", second axis")
        for series in grid.series
    ]
    rows = (
        (
            _path(category, parents),
            *(_cell(cells.get((category.id, series.id))) for series in grid.series),
        )
        for category in grid.categories
    )
    yield from _table(("", *heads), rows)


def _axes(titles: Iterable[str]) -> Iterator[str]:
    drawn = [_one(title) for title in titles if title]
    if drawn:
        yield f"Axes: {'; '.join(drawn)}"


def _path(category: Category, known: dict[str, Category]) -> str:
    parent = known.get(category.parent)
    return f"{_one(parent.name)}: {_one(category.name)}" if parent else _one(category.name)


def _cell(cell: Cell | None) -> str:
    if cell is None or cell.value is None:
        return _NONE
    if cell.low is None or cell.high is None:
        return _number(cell.value)
    return f"{_number(cell.value)} (from {_number(cell.low)} to {_number(cell.high)})"


def _spread(spread: Spread) -> Iterator[str]:
    yield from _axes(spread.axes)
    if spread.unit:
        yield f"Unit: {_one(spread.unit)}"
    if spread.bins:
        edges = [f"{_number(low)} to {_number(high)}" for low, high in pairwise(spread.bins)]
        for group in spread.groups:
            counts = _counts(group.samples, spread.bins)
            yield from _table(("Bin", "Count"), zip(edges, map(str, counts), strict=True))
        return
    rows = (
        (_one(group.name), *map(_number, group.five or _five(group.samples)))
        for group in spread.groups
    )
    yield from _table(("", *_FIVE), rows)
    for group in spread.groups:
        if group.outliers:
            yield f"Outliers of {_one(group.name)}: {', '.join(map(_number, group.outliers))}"


def _counts(samples: Sequence[float], bins: Sequence[float]) -> list[int]:
    """How many samples lie in each bin; the last one includes its upper edge."""
    found = [0] * (len(bins) - 1)
    for sample in samples:
        place = sum(sample >= edge for edge in bins[1:-1])
        found[place] += 1
    return found


def _five(samples: Sequence[float]) -> tuple[float, ...]:
    """Ends, quartiles and median, the quartiles interpolated as box plots have them."""
    ordered = sorted(samples)

    def at(share: float) -> float:
        place = share * (len(ordered) - 1)
        low = int(place)
        high = min(low + 1, len(ordered) - 1)
        return ordered[low] + (ordered[high] - ordered[low]) * (place - low)

    return tuple(round(at(share), 6) for share in (0, 0.25, 0.5, 0.75, 1))


def _points(points: Points) -> Iterator[str]:
    grouped = any(point.group for point in points.points)
    named = any(point.name for point in points.points)
    heads = [_with_unit(*pair) for pair in zip(points.names, points.units, strict=False)]
    sized = len(heads) > 2
    rows = (
        (
            *([_one(point.name)] if named else []),
            *([_one(point.group)] if grouped else []),
            _number(point.x),
            _number(point.y),
            *([_value(point.size)] if sized else []),
        )
        for point in points.points
    )
    first = [*(["Name"] if named else []), *(["Group"] if grouped else [])]
    yield from _table((*first, *heads), rows)


def _ohlc(ohlc: Ohlc) -> Iterator[str]:
    if ohlc.unit:
        yield f"Unit: {_one(ohlc.unit)}"
    volume = any(candle.volume is not None for candle in ohlc.candles)
    heads = ["Time", "Open", "High", "Low", "Close"]
    if volume:
        heads.append(_with_unit("Volume", ohlc.volume_unit))
    rows = (
        (
            candle.time,
            *map(_number, (candle.open, candle.high, candle.low, candle.close)),
            *([_value(candle.volume)] if volume else []),
        )
        for candle in ohlc.candles
    )
    yield from _table(heads, rows)


def _tree(tree: Tree) -> Iterator[str]:
    if tree.measure or tree.unit:
        yield f"Values: {_with_unit(tree.measure, tree.unit)}"
    below: dict[str, list[TreeNode]] = {}
    known = {node.id for node in tree.nodes}
    for node in tree.nodes:
        below.setdefault(node.parent if node.parent in known else "", []).append(node)
    yield from _branches("", below, "")


def _branches(parent: str, below: Mapping[str, list[TreeNode]], indent: str) -> Iterator[str]:
    for node in below.get(parent, ()):
        value = "" if node.value is None or node.id in below else f": {_number(node.value)}"
        branch = f" (by {_one(node.branch)})" if node.branch else ""
        yield f"{indent}- {_one(node.name)}{branch}{value}"
        yield from _branches(node.id, below, f"{indent}  ")


def _links(links: Links) -> Iterator[str]:
    names = {node.id: _one(node.name) for node in links.nodes}
    yield f"Nodes: {', '.join(names.values())}"
    yield f"Links{f' ({_with_unit(links.measure, links.unit)})' if links.measure else ''}:"
    arrow = "-->" if links.directed else "---"
    for link in links.links:
        weight = f": {_number(link.value)}" if links.measure else ""
        yield f"- {names[link.source]} {arrow} {names[link.target]}{weight}"


def _table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> Iterator[str]:
    yield f"| {' | '.join(_one(cell) for cell in head)} |"
    yield f"|{'---|' * len(head)}"
    for row in rows:
        yield f"| {' | '.join(row)} |"


def _with_unit(name: str, unit: str) -> str:
    return f"{_one(name)} ({_one(unit)})" if unit else _one(name)


def _value(value: float | None) -> str:
    return _NONE if value is None else _number(value)


def _number(value: float) -> str:
    return f"{value:.12g}"


def _one(text: str) -> str:
    """A label on one line, with nothing in it that a table would take for its own."""
    return " ".join(text.split()).replace("|", "/")
