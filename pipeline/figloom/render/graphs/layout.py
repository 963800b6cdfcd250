"""Places for cells and routes for edges, by Graphviz in this process, without any font.

`dot` routes the edges too: a tag beside its edge is an empty table of fixed size, a tag on its edge
a node of its own. The other engines place nodes only; `routes` then draws the edges.
"""

from __future__ import annotations

import json
import math
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from figloom.render import libraries
from figloom.render.fonts import activate
from figloom.render.graphs.cells import Cell, Tag
from figloom.render.graphs.looks import Look
from figloom.render.graphs.outlines import Path, body, trimmed
from figloom.render.graphs.routes import BOW, Nodes, connect
from figloom.render.graphs.spacing import Array, ends, separate
from figloom.render.graphs.tags import beside
from figloom.types import Dot, Graph

_STRETCH = 1.35
"""Engines that ignore sizes get this much more width: labels are wider than high."""
_LONGEST = 1.3
"""Longest edge, in units of the distance of two mean nodes; longer ones shrink if they can."""
_TABLE = (
    '<<TABLE FIXEDSIZE="TRUE" WIDTH="{}" HEIGHT="{}" BORDER="0" CELLBORDER="0" CELLPADDING="0"'
    ' CELLSPACING="0"><TR><TD></TD></TR></TABLE>>'
)


class Layout(NamedTuple):
    """Centres of cells and tags and the edges' routes, in pixels; same order as the graph."""

    width: int
    height: int
    cells: tuple[Dot, ...]
    tags: tuple[Dot, ...]
    routes: tuple[Path, ...]


class Attempt(NamedTuple):
    """What may change from one try to the next: direction, wider gaps, start."""

    direction: str
    spread: float = 1.0
    start: int = 1


def lay_out(
    graph: Graph, cells: Sequence[Cell], tags: Sequence[Tag], look: Look, attempt: Attempt
) -> Layout:
    """Run the look's engine once; the same input gives the same layout in any process."""
    activate()
    drawn = libraries.graphviz().AGraph(string=_source(graph, cells, tags, look, attempt))
    try:
        data = json.loads(drawn.draw(format="json0", prog=look.engine))
    finally:
        drawn.close()
    if look.engine == "dot":
        return _routed(data, graph, cells, tags, look)
    return _connected(data, graph, cells, tags, look, attempt)


def _source(
    graph: Graph, cells: Sequence[Cell], tags: Sequence[Tag], look: Look, attempt: Attempt
) -> str:
    """The graph in Graphviz's language; names never enter it, only numbers and sizes."""
    place = {entity.id: at for at, entity in enumerate(graph.entities)}
    lines = [
        f"digraph{{{_settings(look, cells, tags, attempt)}",
        'node[fixedsize=true,label="",shape=box];',
        _edges(look),
    ]
    for at, cell in enumerate(cells):
        shape = ",shape=ellipse" if cell.round else ""
        lines.append(f"n{at}[width={cell.width / 72:.4f},height={cell.height / 72:.4f}{shape}];")
    for at, (triple, tag) in enumerate(zip(graph.triples, tags, strict=True)):
        head, tail = place[triple.head], place[triple.tail]
        if look.relations == "beside":
            table = _TABLE.format(math.ceil(tag.width), math.ceil(tag.height))
            lines.append(f"n{head}->n{tail}[id={at},label={table}];")
            continue
        if look.engine != "dot":
            length = _length(cells[head], cells[tail], tag, look, attempt)
            lines.append(f"n{head}->n{tail}[len={length:.3f}];")
            continue
        lines.append(f"t{at}[width={tag.width / 72:.4f},height={tag.height / 72:.4f}];")
        lines.append(f"n{head}->t{at}[id=a{at},dir=none,headclip=false];")
        lines.append(f"t{at}->n{tail}[id=b{at},tailclip=false];")
    return "\n".join(lines) + "}"


def _open(look: Look) -> bool:
    """Whether nodes have no frame, so that edges end at what stands in the node."""
    return look.frame in ("none", "disc")


def _edges(look: Look) -> str:
    if _open(look):
        return "edge[dir=none,headclip=false,tailclip=false];"
    return f"edge[arrowsize={look.arrow_size / 10:.3f}];"


def _length(head: Cell, tail: Cell, tag: Tag, look: Look, attempt: Attempt) -> float:
    """Wanted distance of two cells in inches, one above the other with the tag between."""
    half = (head.height + tail.height) / 2
    return (half + tag.height + look.rank_gap * attempt.spread) / 72


def _settings(look: Look, cells: Sequence[Cell], tags: Sequence[Tag], attempt: Attempt) -> str:
    gap, rank_gap = look.gap * attempt.spread, look.rank_gap * attempt.spread
    if look.engine == "dot":
        return (
            f"rankdir={attempt.direction};splines={look.splines};nodesep={gap / 72:.4f};"
            f"ranksep={rank_gap / 72:.4f};"
        )
    plain = f"splines=false;overlap=true;start={attempt.start};"
    if look.engine == "neato":
        return plain
    size = sum(cell.height for cell in cells) / len(cells)
    tag = sum(tag.height for tag in tags) / max(1, len(tags))
    if look.engine == "twopi":
        return f"{plain}ranksep={(size + tag + rank_gap) / 72:.3f};"
    return f"{plain}mindist={(tag + rank_gap) / 72:.3f};"


def _routed(
    data: Any, graph: Graph, cells: Sequence[Cell], tags: Sequence[Tag], look: Look
) -> Layout:
    """Everything as `dot` placed it, but edges cut at open nodes and tags drawn to their edges."""
    at = {item["name"]: _point(item["pos"]) for item in data["objects"]}
    drawn = {edge["id"]: edge for edge in data.get("edges", ())}
    centres = [at[f"n{index}"] for index in range(len(cells))]
    routes, places = [], []
    for index in range(len(tags)):
        if look.relations == "beside":
            edge = drawn[str(index)]
            routes.append(_path(edge["pos"]))
            places.append(_point(edge["lp"]))
        else:
            first, last = _path(drawn[f"a{index}"]["pos"]), _path(drawn[f"b{index}"]["pos"])
            bridge = _bridge(first.points[-1], last.points[0])
            routes.append(Path((*first.points, *bridge, *last.points[1:]), last.tip))
            places.append(at[f"t{index}"])
    if _open(look):
        bodies = {
            entity.id: (centre, body(cell, look))
            for entity, centre, cell in zip(graph.entities, centres, cells, strict=True)
        }
        routes = [
            trimmed(path, bodies[triple.head], bodies[triple.tail], look.arrow_size)
            for path, triple in zip(routes, graph.triples, strict=True)
        ]
    halves, flat = _halves(cells), _halves(tags)
    if look.relations == "beside":
        places = beside(routes, places, (np.array(centres), halves), flat)
    return _framed(centres, halves, places, flat, routes, look)


def _connected(
    data: Any,
    graph: Graph,
    cells: Sequence[Cell],
    tags: Sequence[Tag],
    look: Look,
    attempt: Attempt,
) -> Layout:
    """Nodes as the engine placed them, moved apart; edges and tags by `routes`."""
    at = {item["name"]: _point(item["pos"]) for item in data["objects"]}
    start = np.array([at[f"n{index}"] for index in range(len(cells))]) * (_STRETCH, 1.0)
    order = {entity.id: index for index, entity in enumerate(graph.entities)}
    pairs = [(order[triple.head], order[triple.tail]) for triple in graph.triples]
    edges = ends(pairs, BOW if look.splines == "curved" else 0.0)
    halves, flat = _halves(cells), _halves(tags)
    gap = look.gap * attempt.spread
    reach = _LONGEST * _reach(halves, flat, look, attempt)
    if graph.triples:
        usual = np.median(np.hypot(*(start[edges.heads] - start[edges.tails]).T))
        start *= min(1.0, reach / max(float(usual), 1.0))
    middle = separate(start, halves, edges, flat, gap, reach)
    rounds = np.array([cell.round for cell in cells], bool)
    nodes = Nodes(middle, halves, rounds, [body(cell, look) for cell in cells])
    paths, spots = connect(nodes, edges, flat, look, gap)
    centres = [(x, y) for x, y in middle.tolist()]
    return _framed(centres, halves, spots, flat, paths, look)


def _framed(
    centres: Sequence[Dot],
    halves: Array,
    spots: Sequence[Dot],
    flat: Array,
    paths: Sequence[Path],
    look: Look,
) -> Layout:
    """Everything moved so that the margin is left all around."""
    points = [point for path in paths for point in (*path.points, path.tip)]
    places, sizes = np.array([*centres, *spots]), np.concatenate([halves, flat])
    spread = np.concatenate([places - sizes, places + sizes, np.array(points).reshape(-1, 2)])
    (left, top), (right, bottom) = spread.min(axis=0).tolist(), spread.max(axis=0).tolist()
    dx, dy = look.margin - left, look.margin - top

    def moved(dots: Sequence[Dot]) -> tuple[Dot, ...]:
        return tuple([(x + dx, y + dy) for x, y in dots])

    return Layout(
        math.ceil(right + dx + look.margin),
        math.ceil(bottom + dy + look.margin),
        moved(centres),
        moved(spots),
        tuple(Path(moved(path.points), (path.tip[0] + dx, path.tip[1] + dy)) for path in paths),
    )


def _point(text: str) -> Dot:
    """Graphviz's y grows upwards, ours downwards."""
    x, _, y = text.partition(",")
    return float(x), -float(y)


def _halves(parts: Sequence[Cell] | Sequence[Tag]) -> Array:
    """Half sizes, shape (parts, 2)."""
    return np.array([(part.width / 2, part.height / 2) for part in parts]).reshape(-1, 2)


def _path(text: str) -> Path:
    """Points of Graphviz's `pos`: an optional tip `e,x,y`, then the curve's points."""
    parts = text.replace("\\\n", "").split()
    tip = None
    points = []
    for part in parts:
        if part.startswith("e,"):
            tip = _point(part[2:])
        elif not part.startswith("s,"):
            points.append(_point(part))
    return Path(tuple(points), tip or points[-1])


def _reach(halves: Array, tags: Array, look: Look, attempt: Attempt) -> float:
    """Distance of two mean nodes with a mean tag between them, in pixels."""
    tag = tags.mean(axis=0).sum() if len(tags) else 0.0
    return float(halves.mean(axis=0).sum() + tag) + look.rank_gap * attempt.spread


def _bridge(end: Dot, start: Dot) -> tuple[Dot, Dot, Dot]:
    """A straight piece between the two halves of an edge, as a Bézier curve."""
    (x0, y0), (x1, y1) = end, start
    return (
        (x0 + (x1 - x0) / 3, y0 + (y1 - y0) / 3),
        (x0 + (x1 - x0) * 2 / 3, y0 + (y1 - y0) * 2 / 3),
        start,
    )
