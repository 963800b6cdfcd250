"""Graphviz in this process: sizes go in, places and curves come out, and no font is touched.

For `dot`, a tag beside its edge is an empty table of fixed size and a tag on its edge a node of its
own. The other engines place nodes only.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Sequence
from functools import cache
from typing import Any, NamedTuple

from figloom.render import libraries
from figloom.render.fonts import activate
from figloom.render.graphs.cells import Cell, Tag
from figloom.render.graphs.looks import Look
from figloom.types import Dot, Graph

_TABLE = '<<TABLE FIXEDSIZE="TRUE" WIDTH="{}" HEIGHT="{}" BORDER="0"><TR><TD></TD></TR></TABLE>>'
_INCH = 72.0


class Attempt(NamedTuple):
    """What may change from one try to the next: direction, wider gaps, start."""

    direction: str
    spread: float = 1.0
    start: int = 1


class Curve(NamedTuple):
    """A chain of cubic Bézier curves and the place of its label, if it has one."""

    points: tuple[Dot, ...]
    label: Dot


class Places(NamedTuple):
    """Centres by node name, and curves by tail and head in the order they were given."""

    nodes: dict[str, Dot]
    edges: dict[tuple[str, str], list[Curve]]


def run(
    graph: Graph, cells: Sequence[Cell], tags: Sequence[Tag], look: Look, attempt: Attempt
) -> Places:
    """Lay out once; pixels with y downwards, the same for the same input in any process."""
    module, calls, context = _graphviz()
    drawn = module.AGraph(string=_source(graph, cells, tags, look, attempt))
    try:
        if calls.gvLayout(context, drawn.handle, look.engine.encode()):
            raise RuntimeError(f"Graphviz's {look.engine} could not lay out a graph")
        failed, text = calls.gvRenderData(context, drawn.handle, b"plain")
        calls.gvFreeLayout(context, drawn.handle)
    finally:
        drawn.close()
    if failed:
        raise RuntimeError("Graphviz could not write a layout")
    return _read(text.decode())


@cache
def _graphviz() -> tuple[Any, Any, Any]:
    """The package, its calls into the library, and one context for all layouts."""
    activate()
    module = libraries.graphviz()
    calls = module.graphviz
    return module, calls, calls.gvContextWithBuiltins()


def frameless(look: Look) -> bool:
    """Whether nodes have no frame, so that edges end at what stands in the node."""
    return look.frame in ("none", "disc")


def _source(
    graph: Graph, cells: Sequence[Cell], tags: Sequence[Tag], look: Look, attempt: Attempt
) -> str:
    """The graph in Graphviz's language; names never enter it, only numbers and sizes."""
    place = {entity.id: at for at, entity in enumerate(graph.entities)}
    clip = ",headclip=false,tailclip=false" if frameless(look) else ""
    lines = [
        f"digraph{{{_settings(look, cells, tags, attempt)}",
        f'node[fixedsize=true,label="",shape=box];edge[dir=none{clip}];',
    ]
    for at, cell in enumerate(cells):
        shape = ",shape=ellipse" if cell.round else ""
        lines.append(
            f"n{at}[width={cell.width / _INCH:.4f},height={cell.height / _INCH:.4f}{shape}];"
        )
    for at, (triple, tag) in enumerate(zip(graph.triples, tags, strict=True)):
        head, tail = place[triple.head], place[triple.tail]
        if look.engine != "dot":
            length = _length(cells[head], cells[tail], tag, look, attempt)
            lines.append(f"n{head}->n{tail}[len={length:.3f}];")
        elif look.relations == "beside":
            table = _TABLE.format(math.ceil(tag.width), math.ceil(tag.height))
            lines.append(f"n{head}->n{tail}[label={table}];")
        else:
            size = f"width={tag.width / _INCH:.4f},height={tag.height / _INCH:.4f}"
            lines.append(f"t{at}[{size}];n{head}->t{at}[headclip=false];")
            lines.append(f"t{at}->n{tail}[tailclip=false];")
    return "\n".join(lines) + "}"


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


def _read(text: str) -> Places:
    """Graphviz's `plain` format: words, inches, y upwards.

    An edge is `edge tail head n x1 y1 ... xn yn [label x y] style colour`, the label with spaces.
    """
    nodes: dict[str, Dot] = {}
    edges: dict[tuple[str, str], list[Curve]] = defaultdict(list)
    for line in text.splitlines():
        words = line.split(" ")
        if words[0] == "node":
            nodes[words[1]] = _dot(words[2], words[3])
        elif words[0] == "edge":
            end = 4 + 2 * int(words[3])
            points = tuple(_dot(words[at], words[at + 1]) for at in range(4, end, 2))
            label = _dot(words[-4], words[-3]) if len(words) > end + 2 else points[0]
            edges[words[1], words[2]].append(Curve(points, label))
    return Places(nodes, edges)


def _dot(x: str, y: str) -> Dot:
    return float(x) * _INCH, -float(y) * _INCH
