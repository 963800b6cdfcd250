"""Long charts folded: they go on beside their first part, as a text does in the next column.

A chart is cut at arrows without a text that are the only thing where they are: they then lead from
the end of a part around to the beginning of the next. Everything is thought of as running
downwards: u is across the chart, v along it.
"""

from __future__ import annotations

import bisect
import itertools
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from figloom.render.flows.arrows import angled, rounded
from figloom.render.flows.engine import Attempt, rank_room
from figloom.render.flows.looks import Look
from figloom.render.flows.square import back, turned
from figloom.render.graphs.cells import Tag
from figloom.render.graphs.curves import dots
from figloom.render.graphs.outlines import Path, headed
from figloom.types import Box, Dot, Flow

_GUTTER = 44.0
"""Between two parts and the arrow that leads from one to the other, in pixels."""
_CLEAR = 12.0
"""Between that arrow and other steps, in pixels."""
_MOST = 0.72
"""Longest part, by the whole: of a chart that is nearly all in one, a fold makes little."""
_BEND = 8.0
"""Radius of the arrow's corners, in looks whose arrows are curved."""


class Drawing(NamedTuple):
    """Steps, steps with the room for their numerals, arrows and centres of their texts."""

    boxes: Sequence[Box]
    wide: Sequence[Box]
    paths: Sequence[Path]
    texts: Sequence[Dot | None]


class _Span(NamedTuple):
    """Where something begins and ends, across and along the chart."""

    u0: float
    v0: float
    u1: float
    v1: float


class _Cut(NamedTuple):
    """An arrow that may be led around, and the place along the chart that it alone is at."""

    edge: int
    place: float


def folded(
    flow: Flow, drawing: Drawing, tags: Sequence[Tag | None], look: Look, attempt: Attempt
) -> Drawing | None:
    """The drawing in `attempt.parts` beside each other; None where it cannot be cut well."""
    spans = _spans(drawing, tags, attempt.direction)
    cuts = _best(_cuts(flow, drawing, spans, attempt.direction), _around(spans), attempt.parts)
    if not cuts:
        return None
    of = [bisect.bisect([cut.place for cut in cuts], span.v0) for span in spans]
    # The arrows that are led around belong to no part.
    apart = {len(drawing.boxes) + cut.edge for cut in cuts}
    parts = [
        _around([span for at, span in enumerate(spans) if of[at] == part and at not in apart])
        for part in range(attempt.parts)
    ]
    room = 0.6 * rank_room(look, attempt) + look.arrow_size
    moves, gutters = [(0.0, 0.0)], list[float]()
    for before, part in itertools.pairwise(parts):
        gutters.append(before.u1 + moves[-1][0] + _GUTTER)
        moves.append((gutters[-1] + _GUTTER - part.u0, parts[0].v0 + room - part.v0))
    shifts = [back(moves[part], attempt.direction) for part in of]
    count, bend = len(drawing.boxes), look.bend or (_BEND if look.splines == "spline" else 0.0)
    paths = [
        Path(tuple([_there(dot, by) for dot in path.points]), _there(path.tip, by))
        for path, by in zip(drawing.paths, shifts[count:], strict=True)
    ]
    for at, (cut, gutter) in enumerate(zip(cuts, gutters, strict=True)):
        path, top = drawing.paths[cut.edge], parts[0].v0
        p, start = _there(turned(path.points[0], attempt.direction), moves[at])
        q, end = _there(turned(path.tip, attempt.direction), moves[at + 1])
        low = parts[at].v1 + moves[at][1] + room
        corners = ((p, start), (p, low), (gutter, low), (gutter, top), (q, top), (q, end))
        chain = angled([back(dot, attempt.direction) for dot in corners])
        paths[cut.edge] = headed(rounded(chain, bend), look.arrow_size)
    return Drawing(
        [_shifted(box, by) for box, by in zip(drawing.boxes, shifts, strict=False)],
        [_shifted(box, by) for box, by in zip(drawing.wide, shifts, strict=False)],
        paths,
        [spot and _there(spot, by) for spot, by in zip(drawing.texts, shifts[count:], strict=True)],
    )


def _best(cuts: Iterable[_Cut], whole: _Span, parts: int) -> tuple[_Cut, ...]:
    """The cuts that leave no part long; none where one would be nearly as long as the whole."""
    sets = itertools.combinations(sorted(cuts, key=lambda cut: cut.place), parts - 1)

    def longest(some: tuple[_Cut, ...]) -> float:
        places = (whole.v0, *(cut.place for cut in some), whole.v1)
        return max(end - start for start, end in itertools.pairwise(places))

    best = min(sets, key=longest, default=())
    return best if best and longest(best) < _MOST * (whole.v1 - whole.v0) else ()


def _cuts(flow: Flow, drawing: Drawing, spans: Sequence[_Span], direction: str) -> Iterator[_Cut]:
    """Every place at which nothing but one arrow without a text is in the way."""
    at = {node.id: place for place, node in enumerate(flow.nodes)}
    steps = [_turned(box, direction) for box in drawing.boxes]
    for edge, arrow in enumerate(flow.edges):
        source, target = at[arrow.source], at[arrow.target]
        high, low = steps[source].v1, steps[target].v0
        if drawing.texts[edge] is not None or low <= high:
            continue
        middle, own = (high + low) / 2, len(steps) + edge
        if any(span.v0 < middle < span.v1 for place, span in enumerate(spans) if place != own):
            continue
        path = drawing.paths[edge]
        p, q = (turned(dot, direction)[0] for dot in (path.points[0], path.tip))
        # It goes straight on from its step to the end of the part, and straight to the next.
        if not any(
            (high < span.v0 < middle or middle < span.v1 < low)
            and span.u0 - _CLEAR < (p if span.v0 < middle else q) < span.u1 + _CLEAR
            for span in steps
        ):
            yield _Cut(edge, middle)


def _spans(drawing: Drawing, tags: Sequence[Tag | None], direction: str) -> list[_Span]:
    """Of the steps, then of the arrows with their texts."""
    spans = [_turned(box, direction) for box in drawing.wide]
    for path, spot, tag in zip(drawing.paths, drawing.texts, tags, strict=True):
        corners: list[Dot] = [*path.points, path.tip]
        if spot is not None and tag is not None:
            corners += [(spot[0] - tag.width / 2, spot[1] - tag.height / 2),
                        (spot[0] + tag.width / 2, spot[1] + tag.height / 2)]  # fmt: skip
        every = dots([corners])
        (x0, y0), (x1, y1) = every.min(axis=0).tolist(), every.max(axis=0).tolist()
        spans.append(_turned((x0, y0, x1, y1), direction))
    return spans


def _turned(box: Box, direction: str) -> _Span:
    (u0, v0), (u1, v1) = turned(box[:2], direction), turned(box[2:], direction)
    return _Span(min(u0, u1), min(v0, v1), max(u0, u1), max(v0, v1))


def _around(spans: Sequence[_Span]) -> _Span:
    columns = list(zip(*spans, strict=True))
    return _Span(min(columns[0]), min(columns[1]), max(columns[2]), max(columns[3]))


def _there(dot: Dot, by: Dot) -> Dot:
    return dot[0] + by[0], dot[1] + by[1]


def _shifted(box: Box, by: Dot) -> Box:
    return box[0] + by[0], box[1] + by[1], box[2] + by[0], box[3] + by[1]
