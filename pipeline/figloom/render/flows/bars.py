"""Arrows that come to the bars of forks and joins: no head lies along a bar."""

from __future__ import annotations

from collections.abc import Sequence

from figloom.render.flows.clip import straight
from figloom.render.flows.engine import Attempt
from figloom.render.flows.looks import Look
from figloom.render.flows.square import back, turned
from figloom.render.graphs.outlines import Path, headed
from figloom.types import Dot, Flow

_STEEP = 0.7
"""Least rise of an arrow at a bar, by how far it goes along."""
_RISE = 12.0
"""An arrow runs straight to a bar over its head's length and so much more, in pixels."""


def upright(flow: Flow, paths: Sequence[Path], look: Look, attempt: Attempt) -> list[Path]:
    """The arrows, those that come to a bar at a flat angle turned towards it at their ends.

    Those that leave one are let be: their heads would lie along the next step instead.
    """
    bars = {node.id for node in flow.nodes if node.figure == "bar"}
    return [
        _turned(path, look, attempt) if edge.target in bars else path
        for edge, path in zip(flow.edges, paths, strict=True)
    ]


def _turned(path: Path, look: Look, attempt: Attempt) -> Path:
    points = (*path.points[:-1], path.tip)
    ended = _ended(points, look.arrow_size + _RISE, attempt)
    return path if ended == points else headed(ended, look.arrow_size)


def _ended(points: tuple[Dot, ...], room: float, attempt: Attempt) -> tuple[Dot, ...]:
    """A chain of Bézier curves whose end is upright."""
    start, first, _, tip = points[-4:]
    (u0, v0), (u1, v1) = (turned(dot, attempt.direction) for dot in (start, tip))
    along, rise = abs(u1 - u0), abs(v1 - v0)
    if rise >= _STEEP * along or rise < room + 6:
        return points
    corner = back((u1, v1 - room if v1 > v0 else v1 + room), attempt.direction)
    if attempt.splines == "spline":
        return (*points[:-3], first, corner, tip)
    return (*points[:-3], *straight(start, corner)[1:], *straight(corner, tip)[1:])
