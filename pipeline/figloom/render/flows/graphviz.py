"""Flowcharts laid out by Graphviz in this process and drawn on our own canvas."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from figloom.render.flows.cells import Cell, cells
from figloom.render.flows.engine import Attempt, Places
from figloom.render.flows.layout import Layout, lay_out
from figloom.render.flows.legibility import judge
from figloom.render.flows.looks import Look, contrast, sized
from figloom.render.flows.marks import marks
from figloom.render.flows.numerals import misread
from figloom.render.flows.paint import paint
from figloom.render.flows.renderers import Renderer, Task
from figloom.render.flows.scene import compose, smallest
from figloom.render.graphs.cells import Tag
from figloom.render.graphs.legibility import TOO_LONG
from figloom.render.png import encode
from figloom.types import Declined, Flow, Picture

_TURNED = {"TB": "LR", "LR": "TB", "BT": "LR", "RL": "TB"}
_CHAIN = 1.4
"""How much too long a chart may be where nothing makes it shorter."""
_STRETCHES = (1.6, 2.3, 3.2)
"""Wider gaps between the ranks of a chart that is long across them."""
_NARROW = 0.65
"""Narrower ones between those of a long chart with lanes."""


def draw(task: Task) -> Picture | Declined:
    """Try layouts until one is legible."""
    look, flow = sized(task.look), task.flow
    measured = cells(flow, look)
    if isinstance(measured, Declined):
        return measured
    steps, tags = measured
    verdict = Declined("no layout")
    long: dict[str, Layout] = {}
    crowded: dict[str, float] = {}
    known: dict[Attempt, Places] = {}
    for attempt in _attempts(task):
        # More room between the steps does not help where all stand in a row.
        if attempt.direction in long:
            continue
        # Nor does it where texts are too small on so large a chart: there alone less of it does.
        small = crowded.get(attempt.direction)
        if attempt.spread >= small if small is not None else attempt.spread < 1:
            continue
        layout = lay_out(flow, steps, tags, look, attempt, task.number, known)
        if isinstance(layout, Declined):
            verdict = layout
            continue
        for shorter in _shorter(flow, attempt, layout):
            if layout.length() <= 1:
                break
            other = lay_out(flow, steps, tags, look, shorter, task.number, known)
            if isinstance(other, Layout) and other.length() < layout.length():
                layout = other
        if layout.length() > 1:
            verdict = Declined(TOO_LONG, f"{layout.width} x {layout.height}")
            long[attempt.direction] = layout
            continue
        made = _judged(task, look, steps, tags, layout)
        if isinstance(made, Picture):
            return made
        verdict = made
        if verdict.reason == "text too small":
            crowded[attempt.direction] = attempt.spread
    for layout in sorted(long.values(), key=Layout.length):
        if layout.length() > _CHAIN:
            break
        made = _judged(task, look, steps, tags, layout)
        if isinstance(made, Picture):
            return made
        verdict = made
    return verdict


def _judged(
    task: Task, look: Look, steps: Sequence[Cell], tags: Sequence[Tag | None], layout: Layout
) -> Picture | Declined:
    """The finished picture, where it is legible."""
    scene = compose(task.flow, steps, tags, layout, look, task.palette, task.fills)
    found, path = marks(scene)
    pairs = zip(task.flow.nodes, steps, strict=True)
    led = {node.id for node, cell in pairs if cell.tagged == "lead"}
    fault = misread(found, led) or judge(
        found, task.flow, scene.width, scene.height, em=smallest(scene),
        contrast=contrast(look, task.palette), min_text=task.min_text, path=path,
    )  # fmt: skip
    if fault is not None:
        return fault
    return task.picture(encode(paint(scene)), scene.width, scene.height, found)


def _shorter(flow: Flow, attempt: Attempt, layout: Layout) -> Iterator[Attempt]:
    """What may make a long chart shorter: a fold, or wider gaps where it is long across; lanes
    cannot be folded, but narrower gaps help a little."""
    if attempt.sideways != (layout.width > layout.height):
        yield from (attempt._replace(stretch=stretch) for stretch in _STRETCHES)
    elif flow.lanes:
        yield attempt._replace(stretch=_NARROW)
    else:
        yield from (attempt._replace(parts=parts) for parts in (2, 3))


def _attempts(task: Task) -> Iterator[Attempt]:
    """Layouts to try, in order: wider, tighter, across where the look allows it.

    Where not every arrow finds a right-angled way, all run along straight pieces instead.
    """
    own, turned = task.look.splines, _TURNED[task.direction]
    if own == "square":
        yield from _spreads(task, task.direction, own, (1.35,))
    straight = "polyline" if own == "square" else own
    yield from _spreads(task, task.direction, straight, (1.0, 1.35, 0.8))
    if turned in task.allowed:
        yield from _spreads(task, turned, own, (1.0, 1.35, 0.8))


def _spreads(
    task: Task, direction: str, splines: str, spreads: Sequence[float]
) -> Iterator[Attempt]:
    """A process first with its texts in the gaps between its ranks, where it runs down or up: its
    arrows are straighter, and the layout takes half the time. A web has too many for that.
    """
    first = Attempt(direction, 1.0, splines)
    if task.flow.entry and not first.sideways and any(edge.text for edge in task.flow.edges):
        first = first._replace(roomy=False)
    yield first
    for spread in spreads:
        if (attempt := Attempt(direction, spread, splines)) != first:
            yield attempt


RENDERER = Renderer("graphviz", draw)
