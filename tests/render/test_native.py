"""Layouts read record by record are those that Graphviz itself writes."""

from __future__ import annotations

import pygraphviz
import pytest

from figloom.render.graphs.native import Digraph

NODES = 'fixedsize=true,label="",shape=box,width=1,height=1'
EDGES = 'dir=none,label="",len=1,headclip=true,tailclip=true'
ENDS = ((0, 1), (0, 2), (2, 3), (3, 0), (0, 3), (0, 3))
SIZES = ((80.0, 40.0, False), (60.0, 90.0, True), (120.0, 40.0, False), (72.0, 36.0, True))


def written(direction: str) -> list[list[str]]:
    """Words of each line of Graphviz's `plain` format for the same graph."""
    rooms = [
        f'n{tail}->n{head}[label=<<TABLE FIXEDSIZE="TRUE" WIDTH="{40 + at}" HEIGHT="20" '
        'BORDER="0"><TR><TD></TD></TR></TABLE>>];'
        for at, (tail, head) in enumerate(ENDS)
    ]
    nodes = [
        f"n{at}[width={wide / 72:.4f},height={high / 72:.4f},shape={('box', 'ellipse')[oval]}];"
        for at, (wide, high, oval) in enumerate(SIZES)
    ]
    text = f"digraph{{rankdir={direction};node[{NODES}];edge[{EDGES}];{''.join(nodes + rooms)}}}"
    plain = pygraphviz.AGraph(string=text).draw(format="plain", prog="dot")
    return [line.split(" ") for line in plain.decode().splitlines()]


@pytest.mark.parametrize("direction", ["TB", "LR", "BT", "RL"])
def test_places_are_those_that_graphviz_writes(direction: str) -> None:
    with Digraph(f"rankdir={direction};", NODES, EDGES) as drawn:
        drawn.nodes(SIZES)
        for at, (tail, head) in enumerate(ENDS):
            drawn.room(drawn.edge(tail, head), 40 + at, 20)
        drawn.lay_out("dot")
        centres, labels, curves = drawn.centres(), drawn.labels(), drawn.curves()
    lines = written(direction)
    nodes = {words[1]: words for words in lines if words[0] == "node"}
    for at, centre in enumerate(centres):
        x, y = (float(word) * 72 for word in nodes[f"n{at}"][2:4])
        assert centre == pytest.approx((x, -y), abs=0.05)
    found = sorted(
        (f"n{tail}", f"n{head}", *(round(part, 1) for part in (*label, *curve[0], *curve[-1])))
        for (tail, head), label, curve in zip(ENDS, labels, curves, strict=True)
    )
    edges = sorted(read(words) for words in lines if words[0] == "edge")
    for ours, theirs in zip(found, edges, strict=True):
        assert ours[:2] == theirs[:2]
        assert ours[2:] == pytest.approx(theirs[2:], abs=0.15)


def read(words: list[str]) -> tuple[str | float, ...]:
    """Tail, head, and the label's, the first and the last point, in pixels, y downwards."""
    count = int(words[3])
    spots = [words[-4:-2], words[4:6], words[2 + 2 * count : 4 + 2 * count]]
    points = [part for x, y in spots for part in (float(x) * 72, -float(y) * 72)]
    return (words[1], words[2], *points)


def test_an_unknown_engine_is_an_error() -> None:
    with Digraph("", NODES, EDGES) as drawn:
        drawn.nodes(SIZES)
        with pytest.raises(RuntimeError, match="nonsense could not lay out"):
            drawn.lay_out("nonsense")
