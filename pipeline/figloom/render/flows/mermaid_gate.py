"""The gate of flowcharts, and what Mermaid does not see to itself: lanes that hold their steps."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

import numpy as np

from figloom.render.graphs import legibility
from figloom.render.graphs.curves import Trail
from figloom.types import Box, Declined, Flow, Mark

_LINES = 5
"""A text of more lines is too long to read at a glance."""
_GAP = 2.0
"""Least room between a lane's border and its steps, in pixels."""


def judge(
    flow: Flow, marks: Sequence[Mark], path: Trail, size: tuple[int, int], min_text: float
) -> Declined | None:
    """Why a picture is not legible, or None."""
    ends = {f"edge:{e.id}": (f"node:{e.source}", f"node:{e.target}") for e in flow.edges}
    # A number stands in its step's text, which is judged as a whole.
    parts = [mark for mark in marks if mark.role not in ("lane", "lane_label", "tag")]
    sizes = [mark.ink.size for mark in marks if mark.ink is not None and mark.ink.size]
    fault = legibility.judge(
        parts, ends, *size, em=min(sizes, default=99.0), contrast=21.0, min_text=min_text,
        path=path, longest=20.0,
    )  # fmt: skip
    return fault or _lanes(flow, marks, path)


def _lanes(flow: Flow, marks: Sequence[Mark], path: Trail) -> Declined | None:
    boxes = {mark.id: mark.box for mark in marks}
    lanes = {lane.id: boxes[f"lane:{lane.id}"] for lane in flow.lanes}
    for (one, first), (_, second) in combinations(lanes.items(), 2):
        if _meet(first, second):
            return Declined("lanes overlap", one)
    for node in flow.nodes:
        for name, lane in lanes.items():
            box = boxes[f"node:{node.id}"]
            if name != node.lane and _meet(box, lane):
                return Declined("step in another lane", node.id)
            if name == node.lane and not _holds(lane, box):
                return Declined("lane does not hold its steps", node.id)
    for mark in marks:
        if mark.role != "lane_label":
            continue
        x0, y0, x1, y1 = mark.box
        x, y = path.points.T
        if ((x > x0 - 2) & (x < x1 + 2) & (y > y0 - 2) & (y < y1 + 2)).any():
            return Declined("edge through a lane's name", mark.id)
        for other in marks:
            if other.role in ("node", "edge_label") and _meet(mark.box, other.box):
                return Declined("lane's name covered", mark.id)
    return None


def _meet(one: Box, other: Box) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


def _holds(lane: Box, box: Box) -> bool:
    inner = np.array(box) + (-_GAP, -_GAP, _GAP, _GAP)
    return bool((inner[:2] >= lane[:2]).all() and (inner[2:] <= lane[2:]).all())
