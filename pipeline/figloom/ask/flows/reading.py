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
        """The steps that every way from the entry to a step passes, itself left out.

        Parallel branches all run, so each counts for the join that waits for it. Where several
        arrows leave what is no decision and no fork, as where participants are parted, no way is
        one run: every set is empty.
        """
        entry = self.flow.entry
        found: dict[str, frozenset[str]] = {node.id: frozenset() for node in self.flow.nodes}
        parting = ("decision", "fork")
        if any(len(self.out[n.id]) > 1 and n.kind not in parting for n in self.flow.nodes):
            return found
        behind = self.reached[entry] if entry else frozenset[str]()
        for node in self.flow.nodes:
            apart = self.reach(entry, (node.id,)) if node.id != entry else frozenset()
            for other in behind - apart - {node.id}:
                found[other] |= {node.id}
        return self._joined(found)

    def _joined(self, found: dict[str, frozenset[str]]) -> dict[str, frozenset[str]]:
        """Add what stands on the branches that a join waits for, to it and to all behind it."""
        for join in (node.id for node in self.flow.nodes if node.kind == "join"):
            ways = [found[edge.source] | {edge.source} for edge in self.into[join]]
            waited = frozenset().union(*ways)
            for node in self.node:
                if node == join or join in found[node]:
                    found[node] |= waited - {node}
        return found

    def marks(self, facts: Iterable[str], *roles: str) -> tuple[Mark, ...]:
        """What shows the facts."""
        return self.picture.showing(tuple(facts), roles) if self.picture else ()


def reading(facts: Facts, picture: Picture | None) -> Reading:
    """What is shown; RecipeError when it is no flowchart."""
    flow = facts.shown
    if not isinstance(flow, Flow):
        raise RecipeError(f"questions about flowcharts cannot be asked of a {flow.shape}.")
    return Reading(flow, picture)
