"""What a flowchart says, whatever order, ids and title it has: to tell repeats apart."""

from __future__ import annotations

from typing import Any

from figloom.flows.labels import folded
from figloom.types import Flow


def content(flow: Flow, looks: bool = False) -> list[Any]:
    """Labels, lanes and arrows as plain lists in one fixed order; equal for equal charts.

    `looks` adds figures, fills, borders and tags, for questions that rest on them.
    """
    lanes = {lane.id: folded(lane.name) for lane in flow.lanes}
    names = {node.id: folded(node.text) for node in flow.nodes}
    # Bars say nothing: they are called by what they split.
    for bar in (node for node in reversed(flow.nodes) if not node.text):
        after = sorted(names[edge.target] for edge in flow.edges if edge.source == bar.id)
        names[bar.id] = f"{bar.kind}({', '.join(after)})"
    nodes = sorted(
        [
            names[node.id],
            node.kind,
            lanes.get(node.lane, ""),
            *([node.figure, node.fill, node.border, node.tag] if looks else ()),
        ]
        for node in flow.nodes
    )
    arrows = sorted(
        [names[edge.source], names[edge.target], folded(edge.text), edge.kind]
        for edge in flow.edges
    )
    return [flow.shape, nodes, arrows, names.get(flow.entry, "")]
