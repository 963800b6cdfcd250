"""The gate: a flowchart goes out only when every text can be read and every arrow followed.

It looks at marks alone, so that any renderer's charts can be judged.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from figloom.render.graphs import legibility
from figloom.render.graphs.curves import Trail
from figloom.types import Box, Declined, Flow, Mark, Polyline, Rectangle

_APART = 7.0
"""Between the tips of two arrows, in pixels: their heads must be told apart."""
_CUT = 2.5
"""How far inside the box of a step an arrow may end, in pixels: further in, it ends where a corner
is rounded off, and seems to miss it."""
_LEAVING = 6.0
"""Between an arrow's tip and where another begins, in pixels: a head on a line is taken for its."""
_INNER = 4.0
"""Between a step and the border of its lane, in pixels."""
_BORDER = 2.5
"""Between the text of an arrow and the border of a lane, in pixels."""
_BESIDE, _ALONG = 3.5, {"node": 13.0, "lane": 45.0}
"""How near to the border of another step or of a lane an arrow may run for how long, in pixels:
further along, it seems to be a second line of the border."""
_PARALLEL, _RUN = 10.0, 60.0
"""Likewise on one side of a lane's border: further along, it seems to be a second border."""
_CLEAR = 1.0
"""Between a title, a lane's name or a number and any arrow, in pixels."""
_NO_LIMIT = 1e9
_COVERED = ("node", "label", "edge_label", "title", "lane_label")
"""What a number on a disc must not stand on."""


def judge(
    marks: Sequence[Mark],
    flow: Flow,
    width: int,
    height: int,
    *,
    em: float,
    contrast: float,
    min_text: float,
    path: Trail | None = None,
) -> Declined | None:
    """Why a picture is not legible, or None; its proportions are left to the caller.

    `em` is the smallest text's em in pixels, `contrast` the lowest of any text, `min_text` an em
    once the picture is scaled down to a megapixel. Marks of arrows are called `edge:` and the
    arrow's id, those of steps `node:` and theirs. `path` saves sampling the arrows again.
    """
    ends = {f"edge:{e.id}": (f"node:{e.source}", f"node:{e.target}") for e in flow.edges}
    parts = [mark for mark in marks if mark.role not in ("lane", "lane_head", "disc")]
    fault = legibility.judge(
        parts, ends, width, height, em=em, contrast=contrast, min_text=min_text, path=path,
        longest=_NO_LIMIT,
    )  # fmt: skip
    if fault is not None:
        return fault
    path = path or legibility.trail([mark for mark in marks if mark.role == "edge"])
    return (
        _heads(marks)
        or cornered(marks, ends)
        or _words(marks, path)
        or _discs(marks)
        or _lanes(marks, flow)
        or bordering(marks, ends, path)
    )


def _heads(marks: Sequence[Mark]) -> Declined | None:
    """Every two arrows must end apart, so that each has a head of its own, and none ends where
    another begins."""
    edges, lines = [], []
    for mark in marks:
        if isinstance(mark.outline, Polyline):
            edges.append(mark)
            lines.append(mark.outline.points)
    if len(lines) < 2:
        return None
    x, y = np.array([points[end] for end in (-1, 0) for points in lines]).T
    count = len(lines)
    away = np.hypot(x[:count, None] - x, y[:count, None] - y)
    for what, part, least in (
        ("arrow heads meet", away[:, :count], _APART),
        ("arrow ends where another begins", away[:, count:], _LEAVING),
    ):
        np.fill_diagonal(part, np.inf)
        if part.min() < least:
            first, second = np.unravel_index(int(part.argmin()), part.shape)
            return Declined(what, f"{edges[first].id} and {edges[second].id}")
    return None


def cornered(marks: Sequence[Mark], ends: Mapping[str, tuple[str, str]]) -> Declined | None:
    """No arrow begins or ends where a corner of its step is rounded off far.

    `ends` gives the marks of the two steps of each arrow's mark.
    """
    boxed = {mark.id: mark for mark in marks if isinstance(mark.outline, Rectangle)}
    for mark in marks:
        if mark.role != "edge" or not isinstance(mark.outline, Polyline):
            continue
        points = mark.outline.points
        for (x, y), end in zip((points[0], points[-1]), ends[mark.id], strict=True):
            if (step := boxed.get(end)) is None:
                continue
            x0, y0, x1, y1 = step.box
            line = step.ink.width / 2 if step.ink else 0.0
            if min(x - x0, x1 - x, y - y0, y1 - y) - line > _CUT:
                return Declined("arrow ends at a rounded corner", f"{mark.id} and {step.id}")
    return None


def _words(marks: Sequence[Mark], path: Trail) -> Declined | None:
    """No arrow runs through a title, a lane's name or a number."""
    words = [m for m in marks if m.role in ("title", "caption", "lane_label", "tag", "lane_head")]
    if not words or not len(path.points):
        return None
    x0, y0, x1, y1 = np.array([mark.box for mark in words]).T[:, :, None]
    x, y = path.points.T
    hit = (x0 - _CLEAR < x) & (x < x1 + _CLEAR) & (y0 - _CLEAR < y) & (y < y1 + _CLEAR)
    for at in np.flatnonzero(hit.any(axis=1)).tolist():
        return Declined("arrow through a word", words[at].id)
    return None


def bordering(
    marks: Sequence[Mark], ends: Mapping[str, tuple[str, str]], path: Trail
) -> Declined | None:
    """No arrow runs along the border of a step that is not its own, or of a lane.

    `ends` gives the marks of the two steps of each arrow's mark.
    """
    edges = [mark for mark in marks if mark.role == "edge"]
    boxes = [mark for mark in marks if mark.role in ("node", "lane")]
    if not edges or not boxes:
        return None
    x0, y0, x1, y1 = np.array([mark.box for mark in boxes]).T[:, :, None]
    x, y = path.points.T
    # How far each place is inside each box; below 0 outside.
    depth = np.minimum(np.minimum(x - x0, x1 - x), np.minimum(y - y0, y1 - y))
    starts = path.starts()
    step = np.hypot(*np.diff(path.points, axis=0, prepend=path.points[:1]).T)
    step[starts] = 0.0
    most = np.array([[_ALONG[mark.role]] for mark in boxes])
    long = np.add.reduceat((np.abs(depth) < _BESIDE) * step, starts, axis=1) > most
    lanes = [at for at, mark in enumerate(boxes) if mark.role == "lane"]
    # What crosses a border, however flat, is not long on either side of it.
    for side in (depth[lanes], -depth[lanes]):
        beside = (side >= 0) & (side < _PARALLEL)
        long[lanes] |= np.add.reduceat(beside * step, starts, axis=1) > _RUN
    for box, edge in np.argwhere(long).tolist():
        if boxes[box].id not in ends[edges[edge].id]:
            return Declined("arrow along a border", f"{edges[edge].id} and {boxes[box].id}")
    return None


def _discs(marks: Sequence[Mark]) -> Declined | None:
    """A disc covers neither a text nor another step."""
    discs = [mark for mark in marks if mark.role == "disc"]
    if not discs:
        return None
    others = [mark for mark in marks if mark.role in _COVERED]
    x0, y0, x1, y1 = np.array([disc.box for disc in discs]).T[:, :, None]
    left, top, right, bottom = np.array([mark.box for mark in others]).T
    met = (x0 < right) & (left < x1) & (y0 < bottom) & (top < y1)
    for at, which in np.argwhere(met).tolist():
        if others[which].role != "node" or others[which].id != discs[at].parent:
            return Declined("number over something", discs[at].id)
    return None


def _lanes(marks: Sequence[Mark], flow: Flow) -> Declined | None:
    """Every lane holds its steps and no others, and no border runs through a text."""
    if not flow.lanes:
        return None
    lanes = {mark.facts[0]: mark.box for mark in marks if mark.role == "lane"}
    steps = {mark.facts[0]: mark.box for mark in marks if mark.role == "node"}
    for node in flow.nodes:
        for lane, box in lanes.items():
            if lane == node.lane and not _holds(box, steps[node.id]):
                return Declined("lane does not hold its steps", node.id)
            if lane != node.lane and _meet(box, steps[node.id]):
                return Declined("step in two lanes", node.id)
    plates = {mark.parent: mark.box for mark in marks if mark.role == "plate"}
    for mark in marks:
        text = plates.get(mark.parent, mark.box) if mark.role == "edge_label" else mark.box
        if mark.role in ("edge_label", "tag") and not any(
            _holds(box, text, _BORDER) for box in lanes.values()
        ):
            return Declined("text on a lane's border", mark.id)
        if mark.role == "lane_label" and not _holds(lanes[mark.facts[0]], mark.box, 1.0):
            return Declined("lane too narrow for its name", mark.id)
    return None


def _holds(outer: Box, inner: Box, spare: float = _INNER) -> bool:
    return (
        outer[0] + spare <= inner[0]
        and outer[1] + spare <= inner[1]
        and inner[2] <= outer[2] - spare
        and inner[3] <= outer[3] - spare
    )


def _meet(one: Box, other: Box) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]
