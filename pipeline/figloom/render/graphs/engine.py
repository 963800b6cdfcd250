"""Graphviz in this process: sizes go in, places and curves come out, and no font is touched.

For `dot`, a tag beside its edge is an empty table of fixed size and a tag on its edge a node of its
own. The other engines place nodes only.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from figloom.render.graphs.cells import Cell, Tag
from figloom.render.graphs.looks import Look
from figloom.render.graphs.native import Digraph
from figloom.types import Dot, Graph

_INCH = 72.0
_SPARE = 12
"""A tag beside its edge gets so much more room across the ranks: the next edge keeps off it."""
_NODES = 'fixedsize=true,label="",shape=box,width=1,height=1'
_EDGES = 'dir=none,label="",len=1,headclip={0},tailclip={0}'


class Attempt(NamedTuple):
    """What may change from one try to the next: direction, wider gaps, start."""

    direction: str
    spread: float = 1.0
    start: int = 1


class Places(NamedTuple):
    """Centres of nodes and tags, and curves of edges, in the graph's order.

    Only `dot` places tags and edges. With tags on their edges every triple has two curves: from
    its head to the tag, and from the tag to its tail.
    """

    nodes: list[Dot]
    tags: list[Dot]
    curves: list[tuple[Dot, ...]]


def run(
    graph: Graph, cells: Sequence[Cell], tags: Sequence[Tag], look: Look, attempt: Attempt
) -> Places:
    """Lay out once; pixels with y downwards, the same for the same input in any process."""
    clips = _EDGES.format("false" if frameless(look) else "true")
    place = {entity.id: at for at, entity in enumerate(graph.entities)}
    count, sideways = len(cells), attempt.direction in ("LR", "RL")
    with Digraph(_settings(look, cells, tags, attempt), _NODES, clips) as drawn:
        drawn.nodes([(cell.width, cell.height, cell.round) for cell in cells])
        if look.engine == "dot" and look.relations == "on":
            drawn.nodes([(tag.width, tag.height, False) for tag in tags])
        for at, (triple, tag) in enumerate(zip(graph.triples, tags, strict=True)):
            head, tail = place[triple.head], place[triple.tail]
            if look.engine != "dot":
                length = _length(cells[head], cells[tail], tag, look, attempt)
                drawn.put(drawn.edge(head, tail), b"len", b"%.3f" % length)
            elif look.relations == "beside":
                wide = tag.width + (0 if sideways else _SPARE)
                high = tag.height + (_SPARE if sideways else 0)
                drawn.room(drawn.edge(head, tail), wide, high)
            else:
                drawn.put(drawn.edge(head, count + at), b"headclip", b"false")
                drawn.put(drawn.edge(count + at, tail), b"tailclip", b"false")
        drawn.lay_out(look.engine)
        centres = drawn.centres()
        if look.engine != "dot":
            return Places(centres, [], [])
        spots = drawn.labels() if look.relations == "beside" else centres[count:]
        return Places(centres[:count], spots, drawn.curves())


def frameless(look: Look) -> bool:
    """Whether nodes have no frame, so that edges end at what stands in the node."""
    return look.frame in ("none", "disc")


def _length(head: Cell, tail: Cell, tag: Tag, look: Look, attempt: Attempt) -> float:
    """Wanted distance of two cells in inches, one above the other with the tag between."""
    half = (head.height + tail.height) / 2
    return (half + tag.height + look.rank_gap * attempt.spread) / _INCH


def _settings(look: Look, cells: Sequence[Cell], tags: Sequence[Tag], attempt: Attempt) -> str:
    gap, rank_gap = look.gap * attempt.spread, look.rank_gap * attempt.spread
    if look.engine == "dot":
        return (
            f"rankdir={attempt.direction};splines={look.splines};nodesep={gap / _INCH:.4f};"
            f"ranksep={rank_gap / _INCH:.4f};"
        )
    plain = f"splines=false;overlap=true;start={attempt.start};"
    if look.engine == "neato":
        return plain
    size = sum(cell.height for cell in cells) / len(cells)
    tag = sum(tag.height for tag in tags) / max(1, len(tags))
    if look.engine == "twopi":
        return f"{plain}ranksep={(size + tag + rank_gap) / _INCH:.3f};"
    return f"{plain}mindist={(tag + rank_gap) / _INCH:.3f};"
