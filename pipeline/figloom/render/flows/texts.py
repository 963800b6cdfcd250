"""Where the texts of arrows stand: in rooms of their own, or in the gap that the arrow crosses
first."""

from __future__ import annotations

import itertools
from collections.abc import Sequence

import numpy as np

from figloom.render.flows.clip import Place
from figloom.render.flows.engine import Attempt
from figloom.render.graphs.cells import Tag
from figloom.render.graphs.outlines import Path
from figloom.render.graphs.tags import beside
from figloom.types import Dot, Flow

_OFF = 21.0
"""Between a text in a gap and the steps above and below it, in pixels."""
_BESIDE = 3.0
"""Between an arrow and the room of its text, in pixels."""
_HUG = 2.0
"""What is painted of an arrow's text counts as so much larger each way, in pixels, so that it does
not hug its arrow."""
_STRAIGHT, _ELBOW = 0.5, 14.0
"""A piece is level or upright that is off by no more; one beside a text is so much longer."""
_HALVINGS = 5


def below(flow: Flow, tags: Sequence[Tag | None], gap: float) -> list[float]:
    """By how much the gap between two ranks is too small for what the arrows of each step say."""
    need: dict[str, float] = {}
    for edge, tag in zip(flow.edges, tags, strict=True):
        if tag is not None:
            need[edge.source] = max(need.get(edge.source, 0.0), tag.height + 2 * _OFF - gap)
    return [need.get(node.id, 0.0) for node in flow.nodes]


def placed(
    flow: Flow,
    spots: Sequence[Place],
    paths: Sequence[Path],
    tags: Sequence[Tag | None],
    rooms: Sequence[Dot],
    attempt: Attempt,
) -> list[Dot | None]:
    """Centres of the arrows' texts, in order; `paths` go on after the arrows with lines on which no
    text may stand."""
    texts: list[Dot | None] = [None] * len(tags)
    told = [at for at, tag in enumerate(tags) if tag is not None]
    shown = [tag for tag in tags if tag is not None]
    if not shown:
        return texts
    order = [*told, *(at for at in range(len(paths)) if at >= len(tags) or tags[at] is None)]
    halves = np.array([(tag.width / 2, tag.height / 2) for tag in shown])
    inks = np.array([tag.ink for tag in shown]) + _HUG * np.array((-1.0, -1.0, 1.0, 1.0))
    nodes = np.array([(p.x, p.y) for p in spots]), np.array([(p.a, p.b) for p in spots])
    given = [*rooms]
    if not attempt.roomy:
        source = {node.id: spot for node, spot in zip(flow.nodes, spots, strict=True)}
        given = [
            _aside(paths[at], tag, source[flow.edges[at].source], attempt)
            for at, tag in zip(told, shown, strict=True)
        ]
    elif attempt.splines == "square":
        given = [_first(paths[at], tag) for at, tag in zip(told, shown, strict=True)]
    found = beside([paths[at] for at in order], given, nodes, halves, inks)
    for at, spot in zip(told, found, strict=True):
        texts[at] = spot
    return texts


def _aside(path: Path, tag: Tag, source: Place, attempt: Attempt) -> Dot:
    """In the gap after a step, on the side to which the arrow turns."""
    way, half = 1 if attempt.direction == "TB" else -1, tag.height / 2
    goal = source.y + (source.b + _OFF + half) * way
    # Curves are nearly straight beside a text; right-angled arrows may turn there.
    heights = (goal - half, goal, goal + half) if attempt.splines == "square" else (goal,)
    met = [found for y in heights if (found := _meeting(path.points, y))]
    if not met:
        return _first(path, tag)
    off = tag.width / 2 + _BESIDE + max(abs(slope) for _, slope in met) * half
    right = sum(x for x, _ in met) >= (source.x - 1) * len(met)
    return (max(met)[0] + off if right else min(met)[0] - off), goal


def _meeting(points: Sequence[Dot], goal: float) -> tuple[float, float] | None:
    """Where a chain of Bézier curves first comes to a height, and how far it goes across for each
    pixel down there; None if it never does."""
    for at in range(0, len(points) - 1, 3):
        (x0, y0), (x1, y1), (x2, y2), (x3, y3) = points[at : at + 4]
        if (y0 < goal) == (y3 < goal):
            continue
        p1, p2, p3 = 3 * (x1 - x0), 3 * (x0 - 2 * x1 + x2), x3 - x0 + 3 * (x1 - x2)
        q1, q2, q3 = 3 * (y1 - y0), 3 * (y0 - 2 * y1 + y2), y3 - y0 + 3 * (y1 - y2)
        t = step = 0.5
        for _ in range(_HALVINGS):
            step /= 2
            t += step if (((q3 * t + q2) * t + q1) * t + y0 < goal) == (y0 < goal) else -step
        down = (3 * q3 * t + 2 * q2) * t + q1
        across = (3 * p3 * t + 2 * p2) * t + p1
        return ((p3 * t + p2) * t + p1) * t + x0, across / down if down else 0.0
    return None


def _first(path: Path, tag: Tag) -> Dot:
    """Beside the first straight piece of an arrow that has room for it, not in an elbow."""
    (x0, y0), (x1, y1) = _piece(path, tag)
    if abs(x1 - x0) > abs(y1 - y0):
        side = 1 if x1 > x0 else -1
        return x0 + side * (tag.width / 2 + 6), y0 - tag.height / 2 - 3
    side = 1 if y1 > y0 else -1
    return x0 + tag.width / 2 + 3, y0 + side * (tag.height / 2 + 6)


def _piece(path: Path, tag: Tag) -> tuple[Dot, Dot]:
    """The first level or upright piece as long as the text, or else the longest."""
    dots = path.points[::3]
    pieces = [
        (max(abs(x1 - x0) - tag.width, abs(y1 - y0) - tag.height), ((x0, y0), (x1, y1)))
        for (x0, y0), (x1, y1) in itertools.pairwise(dots)
        if min(abs(x1 - x0), abs(y1 - y0)) < _STRAIGHT
    ]
    long = next((piece for spare, piece in pieces if spare > _ELBOW), None)
    return long or max(pieces, default=(0.0, (dots[0], dots[1])))[1]
