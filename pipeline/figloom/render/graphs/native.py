"""Graphviz's C library: graphs are built and layouts read record by record.

Writing a graph as text and reading its layout as text costs as much as laying it out.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from functools import cache
from typing import Any, NamedTuple

from figloom.errors import SetupError
from figloom.render import libraries
from figloom.render.fonts import activate
from figloom.types import Dot

_INCH = 72.0
_NODE, _EDGE = 1, 2
"""Graphviz's numbers for its kinds of objects."""
_VERSION = "14."
"""The releases whose records are declared here: public, but they change now and then."""
_TABLE = b'<TABLE FIXEDSIZE="TRUE" WIDTH="%d" HEIGHT="%d" BORDER="0"><TR><TD></TD></TR></TABLE>'

_CGRAPH = """
typedef struct Point { double x, y; } Point;
typedef struct Bezier { double *points; size_t size; } Bezier;
typedef struct Spline { Bezier *first; size_t size; } Spline;
typedef struct Label { void *texts[3]; int charset; double em; Point sizes[2]; Point at; } Label;
typedef struct Node { void *head[2]; void *shapes[2]; Point at; } Node;
typedef struct Edge { void *head[2]; Spline *spline; double ports[12]; Label *label; } Edge;
typedef union Record { Node node; Edge edge; } Record;
typedef struct Item { uint64_t tag; uint64_t id; Record *record; } Item;
void *agmemread(const char *text);
Item *agnode(void *graph, char *name, int create);
void *agsubg(void *graph, char *name, int create);
Item *agsubnode(void *graph, Item *node, int create);
Item *agedge(void *graph, Item *tail, Item *head, char *name, int create);
void *agattr_text(void *graph, int kind, char *name, const char *value);
int agxset(void *item, void *attribute, const char *value);
int agxset_html(void *item, void *attribute, const char *value);
int agclose(void *graph);
"""
_GVC = """
int gvLayout(void *context, void *graph, const char *engine);
int gvFreeLayout(void *context, void *graph);
char *gvcVersion(void *context);
"""


class _Libraries(NamedTuple):
    """Both libraries, one context for all layouts, and what cffi offers to read memory."""

    graphs: Any
    layouts: Any
    context: Any
    null: Any
    unpack: Any


@cache
def _libraries() -> _Libraries:
    activate()
    handle, graphs = libraries.foreign("cgraph", _CGRAPH)
    casts, layouts = libraries.foreign("gvc", _GVC)
    made = libraries.graphviz().graphviz.gvContextWithBuiltins()
    context = casts.cast("void *", int(made))
    version = casts.string(layouts.gvcVersion(context)).decode()
    if not version.startswith(_VERSION):
        raise SetupError(
            f"pygraphviz carries Graphviz {version}, but maps need {_VERSION}x: "
            "pip install --only-binary :all: 'pygraphviz<2.1'."
        )
    return _Libraries(graphs, layouts, context, handle.NULL, handle.unpack)


class Digraph:
    """A graph to lay out, lengths in pixels; use it in a `with`, which frees its memory.

    Nodes and edges are numbered from 0 in the order they are added.
    """

    def __init__(self, settings: str, nodes: str, edges: str) -> None:
        """Attributes in Graphviz's language; every one that is set later must be among them."""
        self._calls = calls = _libraries()
        text = f"digraph{{{settings}node[{nodes}];edge[{edges}]}}"
        self._graph = graph = calls.graphs.agmemread(text.encode())
        self._nodes: list[Any] = []
        self._edges: list[Any] = []
        self._laid = False
        self._clusters = 0
        self._attribute = {
            (kind, name): calls.graphs.agattr_text(graph, kind, name, calls.null)
            for kind, names in ((_NODE, (b"width", b"height", b"shape")),
                                (_EDGE, (b"label", b"len", b"headclip", b"tailclip", b"weight",
                                         b"minlen")))
            for name in names
        }  # fmt: skip

    def __enter__(self) -> Digraph:
        return self

    def __exit__(self, *_: object) -> None:
        if self._laid:
            self._calls.layouts.gvFreeLayout(self._calls.context, self._graph)
        self._calls.graphs.agclose(self._graph)

    def nodes(self, sizes: Iterable[tuple[float, float, bool]]) -> None:
        """Nodes of fixed width and height, as ellipses or boxes."""
        graph, null, graphs = self._graph, self._calls.null, self._calls.graphs
        new, put = graphs.agnode, graphs.agxset
        wide, high = self._attribute[_NODE, b"width"], self._attribute[_NODE, b"height"]
        for width, height, ellipse in sizes:
            made = new(graph, null, 1)
            put(made, wide, b"%.4f" % (width / _INCH))
            put(made, high, b"%.4f" % (height / _INCH))
            if ellipse:
                put(made, self._attribute[_NODE, b"shape"], b"ellipse")
            self._nodes.append(made)

    def edge(self, tail: int, head: int) -> int:
        """An edge, from `tail` to `head` as Graphviz says."""
        ends, calls = self._nodes, self._calls
        self._edges.append(calls.graphs.agedge(self._graph, ends[tail], ends[head], calls.null, 1))
        return len(self._edges) - 1

    def cluster(self, nodes: Iterable[int]) -> None:
        """Nodes that are to stand in a box of their own."""
        self._clusters += 1
        graphs = self._calls.graphs
        made = graphs.agsubg(self._graph, b"cluster%d" % self._clusters, 1)
        for node in nodes:
            graphs.agsubnode(made, self._nodes[node], 1)

    def put(self, edge: int, name: bytes, value: bytes) -> None:
        """Set an attribute of an edge."""
        self._calls.graphs.agxset(self._edges[edge], self._attribute[_EDGE, name], value)

    def room(self, edge: int, width: float, height: float) -> None:
        """Room for a label beside an edge: an empty table, so that no font is touched."""
        table = _TABLE % (math.ceil(width), math.ceil(height))
        label = self._attribute[_EDGE, b"label"]
        self._calls.graphs.agxset_html(self._edges[edge], label, table)

    def lay_out(self, engine: str) -> None:
        """Find places for everything; RuntimeError when Graphviz cannot."""
        self._laid = True
        if self._calls.layouts.gvLayout(self._calls.context, self._graph, engine.encode()):
            raise RuntimeError(f"Graphviz's {engine} could not lay out a graph")

    def centres(self) -> list[Dot]:
        """Centres of the nodes."""
        places = [node.record.node.at for node in self._nodes]
        return [(place.x, -place.y) for place in places]

    def labels(self) -> list[Dot]:
        """Centres of the rooms beside the edges that have one."""
        null = self._calls.null
        rooms = [edge.record.edge.label for edge in self._edges]
        return [(room.at.x, -room.at.y) for room in rooms if room != null]

    def curves(self) -> list[tuple[Dot, ...]]:
        """A chain of cubic Bézier curves for each edge."""
        unpack, chains = self._calls.unpack, []
        for edge in self._edges:
            first = edge.record.edge.spline.first
            flat = unpack(first.points, 2 * first.size)
            chains.append(tuple([(x, -y) for x, y in zip(flat[::2], flat[1::2], strict=True)]))
        return chains
