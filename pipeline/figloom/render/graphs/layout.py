"""Places for nodes, edges and tags: an engine's own routes, or routes of ours between its nodes."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from figloom.render.graphs.cells import Cell, Tag
from figloom.render.graphs.engine import Attempt, Places, frameless, run
from figloom.render.graphs.looks import Look
from figloom.render.graphs.outlines import Path, body, headed, trimmed
from figloom.render.graphs.routes import BOW, Nodes, connect
from figloom.render.graphs.spacing import Array, ends, separate
from figloom.render.graphs.tags import beside
from figloom.types import Dot, Graph

_STRETCH = 1.35
"""Engines that ignore sizes get this much more width: labels are wider than high."""
_LONGEST = 1.3
"""Longest edge, in units of the distance of two mean nodes; longer ones shrink if they can."""


class Layout(NamedTuple):
    """Centres of cells and tags and the edges' routes, in pixels; same order as the graph."""

    width: int
    height: int
    cells: tuple[Dot, ...]
    tags: tuple[Dot, ...]
    routes: tuple[Path, ...]


def lay_out(
    graph: Graph, cells: Sequence[Cell], tags: Sequence[Tag], look: Look, attempt: Attempt
) -> Layout:
    """Run the look's engine once and finish what it leaves open."""
    places = run(graph, cells, tags, look, attempt)
    if look.engine == "dot":
        return _routed(places, graph, cells, tags, look)
    return _connected(places, graph, cells, tags, look, attempt)


def _routed(
    places: Places, graph: Graph, cells: Sequence[Cell], tags: Sequence[Tag], look: Look
) -> Layout:
    """Everything as `dot` placed it, but tags drawn to their edges and arrow heads cut out."""
    centres, spots, curves = places
    if look.relations == "on":
        curves = [(*first, *_bridge(first[-1], last[0]), *last[1:])
                  for first, last in zip(curves[::2], curves[1::2], strict=True)]  # fmt: skip
    if frameless(look):
        order = {entity.id: index for index, entity in enumerate(graph.entities)}
        pairs = [(order[triple.head], order[triple.tail]) for triple in graph.triples]
        bodies = [(centre, body(cell, look)) for centre, cell in zip(centres, cells, strict=True)]
        paths = [
            trimmed(points, bodies[head], bodies[tail], look.arrow_size)
            for points, (head, tail) in zip(curves, pairs, strict=True)
        ]
    else:
        paths = [headed(points, look.arrow_size) for points in curves]
    halves, flat = _halves(cells), _halves(tags)
    if look.relations == "beside":
        inks = np.array([tag.ink for tag in tags]).reshape(-1, 4)
        spots = beside(paths, spots, (np.array(centres), halves), flat, inks)
    return _framed(centres, halves, spots, flat, paths, look)


def _connected(
    places: Places,
    graph: Graph,
    cells: Sequence[Cell],
    tags: Sequence[Tag],
    look: Look,
    attempt: Attempt,
) -> Layout:
    """Nodes as the engine placed them, moved apart; edges and tags by `routes`."""
    start = np.array(places.nodes)
    start *= (_STRETCH, 1.0)
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
    middles, sizes = np.array([*centres, *spots]), np.concatenate([halves, flat])
    spread = np.concatenate([middles - sizes, middles + sizes, np.array(points).reshape(-1, 2)])
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


def _halves(parts: Sequence[Cell] | Sequence[Tag]) -> Array:
    """Half sizes, shape (parts, 2)."""
    return np.array([(part.width / 2, part.height / 2) for part in parts]).reshape(-1, 2)


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
