"""Flowcharts laid out by Graphviz in this process and drawn on our own canvas."""

from __future__ import annotations

from collections.abc import Iterator

from figloom.render.flows.cells import cells
from figloom.render.flows.engine import Attempt
from figloom.render.flows.layout import lay_out
from figloom.render.flows.legibility import judge
from figloom.render.flows.looks import contrast, sized
from figloom.render.flows.marks import marks
from figloom.render.flows.paint import paint
from figloom.render.flows.renderers import Renderer, Task
from figloom.render.flows.scene import Scene, compose, smallest
from figloom.render.graphs.legibility import TOO_LONG
from figloom.render.png import encode
from figloom.types import Declined, Mark, Picture

_TURNED = {"TB": "LR", "LR": "TB", "BT": "TB", "RL": "LR"}
_LONGEST = 3.0
"""A chart may be so many times longer than wide."""
_CHAIN = 8.0
"""Likewise where it is long however it is laid out."""


def draw(task: Task) -> Picture | Declined:
    """Try layouts until one is legible."""
    look, flow = sized(task.look), task.flow
    measured = cells(flow, look)
    if isinstance(measured, Declined):
        return measured
    steps, tags = measured
    verdict: Declined = Declined("no layout")
    best: tuple[Scene, tuple[Mark, ...]] | None = None
    most = _CHAIN
    long: set[str] = set()
    for attempt in _attempts(task):
        if attempt.direction in long:
            continue
        layout = lay_out(flow, steps, tags, look, attempt, task.number)
        if isinstance(layout, Declined):
            verdict = layout
            continue
        scene = compose(flow, steps, tags, layout, look, task.palette, task.fills)
        found, path = marks(scene)
        fault = judge(
            found, flow, scene.width, scene.height, em=smallest(scene),
            contrast=contrast(look, task.palette), min_text=task.min_text, path=path,
        )  # fmt: skip
        if fault is not None:
            verdict = fault
            continue
        length = max(scene.width, scene.height) / min(scene.width, scene.height)
        if length < most:
            best, most = (scene, found), length
        if length <= _LONGEST:
            break
        # More room between the steps does not help against that.
        long.add(attempt.direction)
        verdict = Declined(TOO_LONG, f"{scene.width} x {scene.height}")
    if best is None:
        return verdict
    scene, found = best
    return task.picture(encode(paint(scene)), scene.width, scene.height, found)


def _attempts(task: Task) -> Iterator[Attempt]:
    """Layouts to try, in order: wider, tighter, across where the look allows it.

    Where not every arrow finds a right-angled way, all run along straight pieces instead.
    """
    own, turned = task.look.splines, _TURNED[task.direction]
    ways = [(task.direction, own)]
    if own == "square":
        ways.append((task.direction, "polyline"))
    if turned in task.allowed:
        ways.append((turned, own))
    for direction, splines in ways:
        for spread in (1.0, 1.35, 0.8):
            yield Attempt(direction, spread, splines)


RENDERER = Renderer("graphviz", draw)
