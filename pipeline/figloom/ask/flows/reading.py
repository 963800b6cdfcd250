"""A flowchart as questions read it: steps, arrows, what can follow what."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from functools import cached_property

from figloom.errors import RecipeError
from figloom.types import Facts, Flow, FlowEdge, FlowNode, Mark, Picture

BARS = ("fork", "join", "connector")
"""Kinds without a text: arrows are followed through them."""


class Reading:
    """One flow, by id and by arrow; `picture` is None where nothing is drawn."""

    def __init__(self, flow: Flow, picture: Picture | None) -> None:
        self.flow, self.picture = flow, picture
        self.node = {node.id: node for node in flow.nodes}
        self.edge = {edge.id: edge for edge in flow.edges}
        self.out: dict[str, list[FlowEdge]] = {node.id: [] for node in flow.nodes}
        self.into: dict[str, list[FlowEdge]] = {node.id: [] for node in flow.nodes}
        for edge in flow.edges:
            self.out[edge.source].append(edge)
            self.into[edge.target].append(edge)

    @cached_property
    def named(self) -> tuple[FlowNode, ...]:
        """Steps with a text, in the order of the flow."""
        return tuple(node for node in self.flow.nodes if node.kind not in BARS)

    @cached_property
    def decisions(self) -> tuple[FlowNode, ...]:
        """Decisions, in the order of the flow."""
        return tuple(node for node in self.flow.nodes if node.kind == "decision")

    @cached_property
    def ends(self) -> tuple[str, ...]:
        """Where nothing goes on."""
        return tuple(node.id for node in self.flow.nodes if not self.out[node.id])

    def text(self, node: str) -> str:
        """A step's text as questions quote it."""
        return f"“{self.node[node].text}”"

    def sort(self, node: str) -> str:
        """What a step's text tells of its part in the chart: questions, beginnings and ends are
        told by their words, in programs what is read and returned too, of participants those who
        leave."""
        kind = self.node[node].kind
        if self.flow.language == "python" or kind in ("start", "end", "decision"):
            return kind
        return "bar" if kind in BARS else "step" if self.out[node] else "last"

    def after(self, node: str) -> tuple[str, ...]:
        """Steps that come directly after: ends of its arrows, followed through bars."""
        return self._through(self.out, node, "target")

    def before(self, node: str) -> tuple[str, ...]:
        """Steps that come directly before, likewise."""
        return self._through(self.into, node, "source")

    def led(self, edge: FlowEdge) -> tuple[str, ...]:
        """Steps that an arrow leads to, followed through bars."""
        kind = self.node[edge.target].kind
        return self.after(edge.target) if kind in BARS else (edge.target,)

    def _through(self, arrows: dict[str, list[FlowEdge]], node: str, end: str) -> tuple[str, ...]:
        found: dict[str, None] = {}
        waiting = deque(getattr(edge, end) for edge in arrows[node])
        while waiting:
            other = waiting.popleft()
            if self.node[other].kind in BARS:
                waiting.extend(getattr(edge, end) for edge in arrows[other])
            else:
                found[other] = None
        return tuple(found)

    def reach(self, node: str, without: Iterable[str] = ()) -> frozenset[str]:
        """What can come after a step, by one arrow or more, never passing the steps `without`."""
        barred, seen, waiting = set(without), set[str](), deque([node])
        while waiting:
            for edge in self.out[waiting.popleft()]:
                if edge.target not in seen and edge.target not in barred:
                    seen.add(edge.target)
                    waiting.append(edge.target)
        return frozenset(seen)

    @cached_property
    def reached(self) -> dict[str, frozenset[str]]:
        """What can come after each step."""
        return {node.id: self.reach(node.id) for node in self.flow.nodes}

    @cached_property
    def passed(self) -> dict[str, frozenset[str]]:
        """The steps that every run has passed when it comes to a step, itself left out.

        Parallel branches all run, so a join has behind it what each branch that it waits for has;
        every other step only what all arrows into it have: the largest sets of which that is true.
        Where several arrows leave what is no decision and no fork, as where participants are
        parted, no way is one run: every set is empty.
        """
        entry, parting = self.flow.entry, ("decision", "fork")
        if any(len(self.out[n.id]) > 1 and n.kind not in parting for n in self.flow.nodes):
            entry = ""
        known = {entry, *self.reach(entry)} if entry else set[str]()
        found = {node: frozenset(known if node in known else ()) for node in self.node}
        ways = {
            node: self._gathered(node) if self.node[node].kind == "join" else [self.into[node]]
            for node in found
            if node in known and node != entry
        }
        changed = bool(entry)
        found |= {entry: frozenset()} if entry else {}
        while changed:
            changed = False
            for node, several in ways.items():
                behind = [
                    frozenset.intersection(
                        *(found[e.source] | {e.source} for e in way if e.source in known)
                    )
                    for way in several
                ]
                new = frozenset[str]().union(*behind) - {node}
                changed, found[node] = changed or new != found[node], new
        return found

    def _gathered(self, join: str) -> list[list[FlowEdge]]:
        """Arrows into a join by the branch that they come from."""
        for fork in self.forks:
            arms = [
                (edge, {edge.target, *self.reach(edge.target, (join, fork))})
                for edge in self.out[fork]
            ]
            ways = [
                [edge for edge in self.into[join] if edge is first or edge.source in arm]
                for first, arm in arms
            ]
            if all(ways) and sum(map(len, ways)) == len(self.into[join]):
                return ways
        return [[edge] for edge in self.into[join]]

    @cached_property
    def forks(self) -> tuple[str, ...]:
        """Bars at which a run splits."""
        return tuple(node.id for node in self.flow.nodes if node.kind == "fork")

    def abreast(self, one: str, other: str) -> bool:
        """Whether two steps stand on different branches of a fork: no arrow tells their order."""
        for fork in self.forks:
            arms = [{edge.target, *self.reach(edge.target, (fork,))} for edge in self.out[fork]]
            first, second = ([step in arm for arm in arms] for step in (one, other))
            if sum(first) == sum(second) == 1 and first != second:
                return True
        return False

    def marks(self, facts: Iterable[str], *roles: str) -> tuple[Mark, ...]:
        """What shows the facts."""
        return self.picture.showing(tuple(facts), roles) if self.picture else ()


def reading(facts: Facts, picture: Picture | None) -> Reading:
    """What is shown; RecipeError when it is no flowchart."""
    flow = facts.shown
    if not isinstance(flow, Flow):
        raise RecipeError(f"questions about flowcharts cannot be asked of a {flow.shape}.")
    return Reading(flow, picture)
