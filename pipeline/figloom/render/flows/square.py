"""Right-angled arrows between steps that have their places, one after the other.

Graphviz's own are not used: they put texts on wrong arrows, and its router stops the whole process
where it meets a case that it did not foresee. Everything is thought of as running downwards: u
is across the chart, v along it.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from figloom.render.flows.clip import Place
from figloom.render.flows.engine import Attempt
from figloom.types import Dot, Flow

_CLEAR = 9.0
"""Between an arrow and a step that is not its own, or another arrow that runs along it."""
_STEP = 26.0
"""Between two arrows that meet a step at the same side."""
_SHARES = (0.5, 0.3, 0.7, 0.4, 0.6, 0.2, 0.8, 0.95)
"""Where between two ranks arrows may run across."""
_FAULT, _CROSSING, _BEND, _LENGTH = 1000.0, 14.0, 7.0, 0.02


class _Step(NamedTuple):
    """A step's centre and half sizes, across and along the chart."""

    u: float
    v: float
    a: float
    b: float
    tips: bool
    """Whether arrows leave sideways where they can."""
    bar: bool


_Segment = tuple[float, float, float, float]
"""Least and greatest places of a straight piece: u, v, u, v."""


def squared(
    flow: Flow, places: Sequence[Place], curves: Sequence[tuple[Dot, ...]], attempt: Attempt,
    gap: float, head: float,
) -> list[tuple[Dot, ...]] | None:  # fmt: skip
    """Corners of every arrow, from inside its first step to inside its last; None where one finds
    no way. `gap` is the room between ranks, `head` the length of an arrow's head."""
    return _Router(flow, places, curves, attempt, gap, head).routes()


def turned(dot: Dot, direction: str) -> Dot:
    """A place on the page as one across and along the chart."""
    x, y = dot
    return {"TB": (x, y), "BT": (x, -y), "LR": (y, x), "RL": (y, -x)}[direction]


def back(dot: Dot, direction: str) -> Dot:
    """A place across and along the chart as one on the page."""
    u, v = dot
    return {"TB": (u, v), "BT": (u, -v), "LR": (v, u), "RL": (-v, u)}[direction]


class _Router:
    def __init__(
        self, flow: Flow, places: Sequence[Place], curves: Sequence[tuple[Dot, ...]],
        attempt: Attempt, gap: float, head: float,
    ) -> None:  # fmt: skip
        self.direction, self.gap, self.least = attempt.direction, gap, head + 8
        self.steps = []
        for place in places:
            u, v = turned((place.x, place.y), self.direction)
            a, b = (place.b, place.a) if attempt.sideways else (place.a, place.b)
            self.steps.append(_Step(u, v, a, b, place.figure == "diamond", place.figure == "bar"))
        self.rooms = [
            (step.u - step.a - _CLEAR, step.v - step.b - _CLEAR,
             step.u + step.a + _CLEAR, step.v + step.b + _CLEAR)
            for step in self.steps
        ]  # fmt: skip
        """What arrows that are not its own keep out of: u, v, u, v."""
        at = {node.id: index for index, node in enumerate(flow.nodes)}
        self.ends = [(at[edge.source], at[edge.target]) for edge in flow.edges]
        self.ways = [
            self._crossing(curve, *ends) for curve, ends in zip(curves, self.ends, strict=True)
        ]
        self.laid: list[tuple[float, float, float, float, bool]] = []
        """What others keep out of, around the pieces of arrows so far, and whether it is level."""
        self.leaving: dict[int, tuple[str, float]] = {}
        self.reaching: dict[int, float] = {}
        self.beside: set[int] = set()
        self.sides: set[tuple[int, str]] = set()

    def _crossing(self, curve: Sequence[Dot], source: int, target: int) -> list[Dot]:
        """Where Graphviz's curve runs between the two steps."""
        low, high = sorted((self.steps[source], self.steps[target]), key=lambda step: step.v)
        dots = [turned(dot, self.direction) for dot in curve[::3]]
        between = [dot for dot in dots if low.v + low.b < dot[1] < high.v - high.b]
        return between or [((low.u + high.u) / 2, (low.v + high.v) / 2)]

    def forward(self, edge: int) -> bool:
        """Whether an arrow runs on along the chart."""
        first, last = (self.steps[at] for at in self.ends[edge])
        return last.v - last.b - first.v - first.b >= self.least

    def routes(self) -> list[tuple[Dot, ...]] | None:
        ahead = [edge for edge in range(len(self.ends)) if self.forward(edge)]
        self._ports(ahead)
        found: dict[int, tuple[Dot, ...]] = {}
        # Short arrows first: they have the least choice.
        ahead.sort(key=lambda edge: self._span(edge))
        behind = [edge for edge in range(len(self.ends)) if edge not in self.leaving]
        for edge in (*ahead, *sorted(behind, key=self._span)):
            ways = self._onward(edge) if edge in self.leaving else self._backward(edge)
            best, least = None, _FAULT
            for corners in ways:
                cost = self._cost(edge, corners, least)
                if cost < least:
                    best, least = corners, cost
                if least < _CROSSING + 3 * _BEND and edge in self.leaving:
                    break
            if best is None:
                return None
            self.laid += [
                (u0 - _CLEAR, v0 - _CLEAR, u1 + _CLEAR, v1 + _CLEAR, v1 - v0 < u1 - u0)
                for u0, v0, u1, v1 in self._seen(edge, best)
            ]
            if edge not in self.leaving:
                self._take(edge, best)
            found[edge] = tuple(back(dot, self.direction) for dot in best)
        return [found[edge] for edge in range(len(self.ends))]

    def _span(self, edge: int) -> float:
        first, last = (self.steps[at] for at in self.ends[edge])
        return abs(last.v - first.v) + 0.3 * abs(last.u - first.u)

    def _ports(self, ahead: Sequence[int]) -> None:
        """Sides and places where the arrows that run on leave and reach their steps."""
        for at, step in enumerate(self.steps):
            out = [edge for edge in ahead if self.ends[edge][0] == at]
            out.sort(key=lambda edge: self._next(edge))
            if step.tips and len(out) > 1:
                for edge, side, sign in ((out[0], "left", -1), (out[-1], "right", 1)):
                    away = (self._next(edge) - step.u) * sign
                    if away > step.a + _CLEAR + 2 and edge in out:
                        self.leaving[edge] = (side, step.u)
                        self.sides.add((at, side))
                        out.remove(edge)
            for edge, u in zip(
                out, self._spread(step, [self._next(e) for e in out], True), strict=True
            ):
                self.leaving[edge] = ("foot", u)
            into = [edge for edge in ahead if self.ends[edge][1] == at]
            into.sort(key=lambda edge: self._last(edge))
            self._crowded(at, step, into)
            for edge, u in zip(
                into, self._spread(step, [self._last(e) for e in into]), strict=True
            ):
                self.reaching[edge] = u

    def _crowded(self, at: int, step: _Step, into: list[int]) -> None:
        """Where too many arrows reach a narrow step, the outermost come in at its sides."""
        for side, sign in (("left", -1), ("right", 1)):
            edge = (into or [-1])[0 if sign < 0 else -1]
            crowded = len(into) > 1 and 1.1 * step.a / len(into) < _CLEAR + 2 and not step.bar
            if crowded and (self._last(edge) - step.u) * sign > step.a + 2 * _CLEAR:
                self.beside.add(edge)
                self.sides.add((at, side))
                self.reaching[edge] = step.u
                into.remove(edge)

    def _spread(self, step: _Step, wanted: Sequence[float], leaving: bool = False) -> list[float]:
        count = len(wanted)
        if step.bar or (step.tips and leaving and count > 1):
            # Along a bar or a slope, arrows go straight where they can, in order and apart.
            room = step.a - 8 if step.bar else 0.62 * step.a
            found: list[float] = []
            for at, u in enumerate(wanted):
                low = max(found[-1] + _STEP, step.u - room) if found else step.u - room
                high = step.u + room - (count - 1 - at) * _STEP
                found.append(min(max(u, low), high))
            return found
        width = min(_STEP, 1.1 * step.a / max(count, 1))
        return [step.u + (at - (count - 1) / 2) * width for at in range(count)]

    def _next(self, edge: int) -> float:
        """Where an arrow goes first, across the chart."""
        target = self.ends[edge][1]
        return self.steps[target].u if len(self.ways[edge]) < 3 else self.ways[edge][0][0]

    def _last(self, edge: int) -> float:
        source = self.ends[edge][0]
        return self.steps[source].u if len(self.ways[edge]) < 3 else self.ways[edge][-1][0]

    def _onward(self, edge: int) -> Iterator[tuple[Dot, ...]]:
        """Ways of an arrow that runs on, those with few corners first."""
        first, last = (self.steps[at] for at in self.ends[edge])
        side, p = self.leaving[edge]
        q, goal = self.reaching[edge], last.v
        start = (p if side == "foot" else first.u, first.v)
        low, high = first.v + first.b, last.v - last.b
        downs = [low + self.gap * share for share in _SHARES]
        ups = [high - max(self.gap * share, self.least) for share in _SHARES]
        free = sorted({round(u, 1) for u, _ in self.ways[edge]}, key=lambda u: abs(u - q))
        if edge in self.beside:
            if side == "foot":
                yield start, (p, goal), (q, goal)
            for u in free:
                if side != "foot":
                    yield start, (u, first.v), (u, goal), (q, goal)
                    continue
                for down in downs:
                    yield start, (p, down), (u, down), (u, goal), (q, goal)
            return
        if side == "foot":
            if abs(p - q) < 0.5 or self._shiftable(edge, q):
                yield (q, first.v), (q, goal)
            elif self._landable(edge, p):
                yield (p, first.v), (p, goal)
            for v in (*downs, *ups):
                if low + 6 < v <= high - self.least:
                    yield start, (p, v), (q, v), (q, goal)
        else:
            yield start, (q, first.v), (q, goal)
        for u in (*free, *(extra for way in free for extra in (way - 14, way + 14))):
            for up in ups:
                if side != "foot":
                    yield start, (u, first.v), (u, up), (q, up), (q, goal)
                    continue
                for down in downs:
                    if down < up:
                        yield start, (p, down), (u, down), (u, up), (q, up), (q, goal)

    def _shiftable(self, edge: int, q: float) -> bool:
        """Whether an arrow may leave its step right above where it ends."""
        source = self.ends[edge][0]
        feet = [e for e, (side, _) in self.leaving.items()
                if side == "foot" and self.ends[e][0] == source]  # fmt: skip
        step = self.steps[source]
        return len(feet) == 1 and abs(q - step.u) < (0.2 if step.tips else 0.5) * step.a

    def _landable(self, edge: int, p: float) -> bool:
        """Whether an arrow may reach its step right below where it starts."""
        target = self.ends[edge][1]
        above = [e for e in self.reaching if self.ends[e][1] == target and e not in self.beside]
        step = self.steps[target]
        return above == [edge] and abs(p - step.u) < (0.2 if step.tips else 0.5) * step.a

    def _backward(self, edge: int) -> Iterator[tuple[Dot, ...]]:
        """Ways of an arrow that returns: out at a side, along, and in at a side or from above."""
        first, last = (self.steps[at] for at in self.ends[edge])
        low, high = sorted((first.v, last.v))
        near = [s for at, s in enumerate(self.steps) if low - s.b - 20 < s.v < high + s.b + 20]
        ways = [u for u, _ in self.ways[edge]]
        outer = {"left": min(s.u - s.a for s in near), "right": max(s.u + s.a for s in near)}
        for side, sign in (("left", -1), ("right", 1)):
            base = min if sign < 0 else max
            beyond = base(first.u + sign * first.a, last.u + sign * last.a) + sign * 18
            spots = [beyond, *(u for u in ways if (u - beyond) * sign >= 0)]
            spots += [outer[side] + sign * away for away in (18, 32, 46)]
            if (self.ends[edge][0], side) in self.sides:
                continue
            for u in spots:
                if (self.ends[edge][1], side) not in self.sides:
                    yield (first.u, first.v), (u, first.v), (u, last.v), (last.u, last.v)
                for share in _SHARES[:2]:
                    v = last.v - last.b - max(self.gap * share, self.least)
                    q = last.u + sign * min(_STEP, 0.5 * last.a)
                    yield (first.u, first.v), (u, first.v), (u, v), (q, v), (q, last.v)

    def _take(self, edge: int, corners: Sequence[Dot]) -> None:
        """Remember the sides that an arrow has used."""
        source, target = self.ends[edge]
        side = "left" if corners[1][0] < corners[0][0] else "right"
        self.sides |= {(source, side)} | ({(target, side)} if len(corners) == 4 else set())

    def _seen(self, edge: int, corners: Sequence[Dot]) -> list[_Segment]:
        """The straight pieces of an arrow, from border to border."""
        source, target = (self.steps[at] for at in self.ends[edge])
        line = [_border(source, corners[0], corners[1]), *corners[1:-1],
                _border(target, corners[-1], corners[-2])]  # fmt: skip
        return [
            (u0 if u0 < u1 else u1, v0 if v0 < v1 else v1,
             u1 if u0 < u1 else u0, v1 if v0 < v1 else v0)
            for (u0, v0), (u1, v1) in itertools.pairwise(line)
        ]  # fmt: skip

    def _cost(self, edge: int, corners: Sequence[Dot], most: float) -> float:
        """Faults, crossings, corners and length; from `_FAULT` on a way is none. It may be too
        low once it is no less than `most`."""
        cost = (len(corners) - 2) * _BEND
        if cost >= most:
            return cost
        pieces = self._seen(edge, corners)
        cost += _LENGTH * sum(u1 - u0 + v1 - v0 for u0, v0, u1, v1 in pieces)
        if cost >= most:
            return cost
        (source, target), last = self.ends[edge], len(corners) - 2
        for at, (u0, v0, u1, v1) in enumerate(pieces):
            for index, (left, top, right, bottom) in enumerate(self.rooms):
                if (
                    u0 < right and u1 > left and v0 < bottom and v1 > top
                    and not (index == source and at == 0)
                    and not (index == target and at == last)
                ):  # fmt: skip
                    return _FAULT
            level = v1 - v0 < u1 - u0
            for left, top, right, bottom, along in self.laid:
                if u0 <= right and u1 >= left and v0 <= bottom and v1 >= top:
                    if along == level:
                        return _FAULT
                    cost += _CROSSING
            if cost >= most:
                return cost
        return cost


def _border(step: _Step, dot: Dot, after: Dot) -> Dot:
    """Where an arrow from a place inside a step comes out of it."""
    (u, v), (x, y) = dot, after
    if abs(x - u) > abs(y - v):
        reach = step.a * (1 - abs(v - step.v) / step.b) if step.tips else step.a
        return (step.u + (reach if x > u else -reach), v)
    reach = step.b * (1 - abs(u - step.u) / step.a) if step.tips else step.b
    return (u, step.v + (reach if y > v else -reach))
