"""Flowcharts drawn by Mermaid in the kept browser's page."""

from __future__ import annotations

import base64
import math
from collections.abc import Iterator, Sequence
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np

from figloom.later import Later
from figloom.render.flows.legibility import judge
from figloom.render.flows.looks import contrast, sized
from figloom.render.flows.mermaid_marks import marks
from figloom.render.flows.mermaid_text import (
    Attempt,
    heads,
    lacking,
    numbered,
    ovals,
    settings,
    source,
)
from figloom.render.flows.renderers import Renderer, Task
from figloom.render.fonts import missing
from figloom.render.graphs.curves import Trail
from figloom.render.graphs.legibility import TOO_LONG
from figloom.render.plots import browser
from figloom.render.wrapping import clean
from figloom.types import Declined, Flow, Mark, Picture, Polyline

LIBRARY = browser.Library("Mermaid", Path(__file__).with_name("mermaid.js"))
_TURNED = {"TB": "LR", "LR": "TB", "BT": "LR", "RL": "TB"}
_WIDE, _HIGH = 3.0, 4.0
"""A chart may be so many times wider than high, and so many times higher than wide."""
_GAP = 2.0
"""An arrow may end so far from an ellipse, in pixels."""
_ROOM = 0.97
"""A text may have so much of an ellipse, corner to corner."""
_BESIDE, _CROSSING = 2.5, 8
"""An arrow crosses a lane's border: so near to it lie no more of its points, six pixels apart."""
_STEEP = 0.4
"""Least rise of an arrow at a bar."""
_SMALL = "text too small"


def answer(requests: Sequence[Any]) -> list[dict[str, Any]]:
    """Draw a batch; the replies of `mermaid.js`, in order."""
    return browser.drawn(LIBRARY, requests)


def draw(task: Task) -> Declined | Later:
    """Ask the page for the first try; more follow until one is legible."""
    if lacks := lacking(task.flow):
        return Declined("not in Mermaid", lacks)
    if (fault := _unwritable(task)) is not None:
        return fault
    attempts = list(_attempts(task))
    return _asked(task, attempts) if attempts else Declined("not in Mermaid", "bars, RL")


def _unwritable(task: Task) -> Declined | None:
    flow, family = task.flow, task.look.font
    texts = [numbered(node) for node in flow.nodes] + [clean(edge.text) for edge in flow.edges]
    for text in (*texts, *(clean(lane.name) for lane in flow.lanes), clean(flow.title)):
        if lost := missing(text, family):
            return Declined("no glyph", f"no glyph for {lost!r} in {text!r}")
    return None


def _attempts(task: Task) -> Iterator[Attempt]:
    """Layouts to try, in order: wider, tighter, across where the look allows it."""
    turned = _TURNED[task.direction]
    ways = [(task.direction, [1.0, 1.35, 0.75, 1.8])]
    if turned in task.allowed:
        ways.append((turned, [1.0, 1.4, 0.75]))
    bars = any(node.figure == "bar" for node in task.flow.nodes)
    for direction, spreads in ways:
        # Mermaid's bars lie along charts that run to the left.
        if not (bars and direction == "RL"):
            yield from (Attempt(direction, spread) for spread in spreads)


def _left(attempts: list[Attempt], fault: Declined) -> list[Attempt]:
    """Tries that may mend a fault: wider ones help no text that is small, nor a long chart."""
    tried, *others = attempts
    if fault.reason in (TOO_LONG, _SMALL):
        return [
            one for one in others if one.direction != tried.direction or one.spread < tried.spread
        ]
    return others


def _asked(task: Task, attempts: list[Attempt]) -> Later:
    attempt, look = attempts[0], sized(task.look)
    request = {
        "text": source(task.flow, look, task.palette, task.fills, attempt.direction),
        "config": settings(look, task.palette, attempt.spread),
        "page": {
            "margin": look.margin, "ground": task.palette.ground,
            "arrow": {"size": look.arrow_size, "colour": task.palette.edge},
            "heads": heads(task.flow, look, task.palette, task.number),
            "ovals": ovals(task.flow),
            "sideways": attempt.direction in ("LR", "RL"),
        },
    }  # fmt: skip

    def finish(reply: dict[str, Any]) -> Picture | Declined | Later:
        return _finished(task, attempts, reply)

    return Later(request, answer, finish)


def _finished(
    task: Task, attempts: list[Attempt], reply: dict[str, Any]
) -> Picture | Declined | Later:
    """The picture, or the next try."""
    width, height = reply["width"], reply["height"]
    found, path = marks(task.flow, reply, sized(task.look))
    em = min(mark.ink.size for mark in found if mark.ink is not None and mark.ink.size)
    # A number stands in its step's text, which is judged as a whole.
    fault = (
        _lanes(found, path)
        or _reached(task.flow, found)
        or _fits(task.flow, found)
        or _bars(task.flow, found)
    )
    fault = fault or judge(
        [mark for mark in found if mark.role != "tag"], task.flow, width, height, em=em,
        contrast=contrast(task.look, task.palette), min_text=task.min_text, path=path,
    )  # fmt: skip
    if fault is None and (width > _WIDE * height or height > _HIGH * width):
        fault = Declined(TOO_LONG, f"{width} x {height}")
    if fault is None:
        return task.picture(base64.b64decode(reply["png"]), width, height, found)
    left = _left(attempts, fault)
    return _asked(task, left) if left else fault


def _reached(flow: Flow, marks: Sequence[Mark]) -> Declined | None:
    """Arrows that run past an ellipse's corner do not meet it, however far they are drawn on."""
    known = {mark.id: mark for mark in marks}
    for edge, step, head in ovals(flow):
        line = known[f"edge:{edge}"].outline
        assert isinstance(line, Polyline)
        x, y = line.points[-1 if head else 0]
        x0, y0, x1, y1 = known[f"node:{step}"].box
        a, b = (x1 - x0) / 2, (y1 - y0) / 2
        if (math.hypot((x - x0) / a - 1, (y - y0) / b - 1) - 1) * min(a, b) > _GAP:
            return Declined("arrow misses its step", edge)
    return None


def _fits(flow: Flow, marks: Sequence[Mark]) -> Declined | None:
    """Mermaid makes room for a text in a box; in an ellipse it may stick out at the corners."""
    boxes = {mark.id: mark.box for mark in marks}
    for node in flow.nodes:
        if node.figure == "ellipse":
            x0, y0, x1, y1 = boxes[f"node:{node.id}"]
            u0, v0, u1, v1 = boxes[f"node:{node.id}:label"]
            if math.hypot((u1 - u0) / (x1 - x0), (v1 - v0) / (y1 - y0)) > _ROOM:
                return Declined("text outside its step", node.id)
    return None


def _bars(flow: Flow, marks: Sequence[Mark]) -> Declined | None:
    """An arrow that comes to a bar at a flat angle has its head along the bar."""
    boxes = {mark.id: mark.box for mark in marks}
    lines = {mark.id: mark.outline for mark in marks if mark.role == "edge"}
    bars = {node.id for node in flow.nodes if node.figure == "bar"}
    for edge in flow.edges:
        line = lines[f"edge:{edge.id}"]
        if edge.target not in bars or not isinstance(line, Polyline):
            continue
        x0, y0, x1, y1 = boxes[f"node:{edge.target}"]
        (u0, v0), (u1, v1) = line.points[-2:]
        across, along = abs(u1 - u0), abs(v1 - v0)
        if x1 - x0 < y1 - y0:
            across, along = along, across
        if along < _STEEP * across:
            return Declined("arrow along a bar", edge.id)
    return None


def _lanes(marks: Sequence[Mark], path: Trail) -> Declined | None:
    """Mermaid's lanes stand where there is room, and arrows may run along their borders; the page
    makes bands of them where they stand side by side or below each other."""
    lanes = [mark for mark in marks if mark.role == "lane"]
    for one, other in combinations(lanes, 2):
        apart = [abs(a - b) for a, b in zip(one.box, other.box, strict=True)]
        if max(apart[0], apart[2]) > 1 and max(apart[1], apart[3]) > 1:
            return Declined("lanes of unequal length", one.id)
    x, y = path.points.T
    for lane in lanes:
        x0, y0, x1, y1 = lane.box
        wide, high = (x > x0) & (x < x1), (y > y0) & (y < y1)
        for off, within in ((x - x0, high), (x - x1, high), (y - y0, wide), (y - y1, wide)):
            along = np.bincount(path.owner[within & (abs(off) < _BESIDE)])
            if along.max(initial=0) > _CROSSING:
                return Declined("arrow along a lane's border", lane.id)
    return None


RENDERER = Renderer("mermaid", draw)
