"""What holds of every flowchart, whatever made it: samplers decline what breaks it, tests assert
it, and an edited chart must keep it."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from itertools import combinations

from figloom.flows import FIGURES, grammar
from figloom.flows.conditions import exclusive
from figloom.flows.labels import alike, folded, within
from figloom.flows.regrown import arrows
from figloom.types import Flow, FlowEdge, FlowNode

SILENT = ("fork", "join", "connector")
"""Kinds that bear no text."""
FREE = ("participants", "architecture")
"""Structures whose steps may have several plain arrows out."""


def faults(flow: Flow, figures: bool = True) -> list[str]:
    """Everything wrong with a flowchart, one sentence each; empty where it is sound. Without
    `figures`, those are left for later."""
    known = {node.id for node in flow.nodes}
    broken = list(_numbered(flow))
    broken += [f"{e.id} has an end that is no node" for e in flow.edges
               if not {e.source, e.target} <= known]  # fmt: skip
    if broken or len(known) < len(flow.nodes):
        return broken or ["two nodes have one id"]
    graph = Ways(flow)
    checks = (_labels(flow), _arrows(graph), _decisions(graph), _reached(graph), _bars(graph))
    rest = (_retries(graph), _lanes(flow), _counts(graph), _tree(flow))
    drawn = misdrawn(flow) if figures else []
    return [said for check in (*checks, *rest, drawn) for said in check]


def misdrawn(flow: Flow) -> list[str]:
    """What is wrong with the figures alone."""
    return list(_figures(flow))


class Ways:
    """A flow's arrows by their ends, for walking."""

    def __init__(self, flow: Flow) -> None:
        self.flow = flow
        self.node: Mapping[str, FlowNode] = {node.id: node for node in flow.nodes}
        self.out: dict[str, list[FlowEdge]] = {node.id: [] for node in flow.nodes}
        self.into: dict[str, list[FlowEdge]] = {node.id: [] for node in flow.nodes}
        for edge in flow.edges:
            self.out[edge.source].append(edge)
            self.into[edge.target].append(edge)

    def after(self, *starts: str, without: str = "") -> set[str]:
        """The starts and all that is reached from them, never passing `without`."""
        seen, todo = set[str](), [start for start in starts if start != without]
        while todo:
            here = todo.pop()
            if here not in seen:
                seen.add(here)
                todo += [e.target for e in self.out[here] if e.target != without]
        return seen

    def before(self, *ends: str) -> set[str]:
        """The ends and all from which they are reached."""
        seen, todo = set[str](), list(ends)
        while todo:
            here = todo.pop()
            if here not in seen:
                seen.add(here)
                todo += [e.source for e in self.into[here]]
        return seen

    def dominates(self, node: str, other: str) -> bool:
        """Whether every way from the entry to `other` passes `node`."""
        return node == other or other not in self.after(self.flow.entry, without=node)


def _numbered(flow: Flow) -> Iterator[str]:
    for letter, things in (("n", flow.nodes), ("e", flow.edges), ("l", flow.lanes)):
        if [thing.id for thing in things] != [f"{letter}{n + 1}" for n in range(len(things))]:
            yield f"ids are not {letter}1, {letter}2, ... in order"


def _labels(flow: Flow) -> Iterator[str]:
    for node in flow.nodes:
        if (node.kind in SILENT) == bool(folded(node.text)):
            yield f"{node.id} is a {node.kind} and says {node.text!r}"
    code = flow.language == "python"
    for one, other in combinations([n.text for n in flow.nodes if n.text], 2):
        if (within(one, other) or within(other, one)) if code else alike(one, other):
            yield f"{one!r} and {other!r} are too alike"


def _arrows(graph: Ways) -> Iterator[str]:
    flow, seen = graph.flow, set[tuple[str, str]]()
    for edge in flow.edges:
        if edge.source == edge.target:
            yield f"{edge.id} leads from {edge.source} to itself"
        if (edge.source, edge.target) in seen:
            yield f"two arrows lead from {edge.source} to {edge.target}"
        seen.add((edge.source, edge.target))
        worded = graph.node[edge.source].kind == "decision" or flow.structure == "architecture"
        if edge.text and not worded:
            yield f"{edge.id} bears {edge.text!r} and leaves no decision"
    for node in flow.nodes:
        many = len(graph.out[node.id])
        if node.kind == "end":
            wrong = many > 0
        elif flow.structure in FREE:
            wrong = flow.structure == "participants" and not many
        elif node.kind == "decision" or node.kind == "fork":
            wrong = many < 2
        else:
            wrong = many != 1
        if wrong:
            yield f"{node.id}, a {node.kind}, has {many} arrows out"


def _decisions(graph: Ways) -> Iterator[str]:
    flow = graph.flow
    known = {variable.id: variable for variable in flow.variables}
    used = set[str]()
    for node in flow.nodes:
        if node.kind != "decision":
            continue
        said = [folded(edge.text) for edge in graph.out[node.id]]
        if not all(said) or len(set(said)) < len(said):
            yield f"{node.id} has answers that are missing or the same: {said}"
        whens = tuple(edge.when for edge in graph.out[node.id])
        if any(whens):
            used |= {name for name in known if any(name in when for when in whens)}
            if why := exclusive(whens, flow.variables):
                yield f"{node.id}: {why}"
    if set(known) - used and flow.language != "python":
        yield f"variables {sorted(set(known) - used)} are tested nowhere"
    yield from (f"{e.id} has a condition and leaves no decision" for e in flow.edges
                if e.when and graph.node[e.source].kind != "decision")  # fmt: skip


def _reached(graph: Ways) -> Iterator[str]:
    flow = graph.flow
    if not flow.entry:
        if flow.structure != "architecture":
            yield "it has no entry"
        alone = [n for n in graph.node if not graph.out[n] and not graph.into[n]]
        rooted = graph.after(*(n for n in graph.node if not graph.into[n]))
        ends = graph.before(*(n for n in graph.node if not graph.out[n]))
        yield from (f"{n} stands alone" for n in alone)
        yield from (f"{n} lies on a ring without a way in or out"
                    for n in graph.node if n not in rooted & ends)  # fmt: skip
        return
    if flow.entry not in graph.node or (graph.into[flow.entry] and flow.nodes[0].kind == "start"):
        yield "its entry is no node, or arrows lead back to its start"
        return
    if [n.id for n in flow.nodes if n.kind == "start"] not in ([], [flow.entry]):
        yield "it starts elsewhere than at its entry"
    reached = graph.after(flow.entry)
    ending = graph.before(*(n.id for n in flow.nodes if n.kind == "end"))
    yield from (f"{n} is not reached from the entry" for n in graph.node if n not in reached)
    yield from (f"{n} reaches no end" for n in graph.node if n not in ending)


def _bars(graph: Ways) -> Iterator[str]:
    joins = {node.id for node in graph.flow.nodes if node.kind == "join"}
    for fork in (node.id for node in graph.flow.nodes if node.kind == "fork"):
        if len(graph.into[fork]) != 1:
            # A bar that several arrows reach looks like one that waits for all of them.
            yield f"{fork} has {len(graph.into[fork])} arrows in"
        inner, todo, met = {fork}, [e.target for e in graph.out[fork]], set[str]()
        while todo:
            here = todo.pop()
            if here in joins:
                met.add(here)
            elif here not in inner:
                inner.add(here)
                todo += [e.target for e in graph.out[here]]
        within = inner - {fork}
        if len(met) != 1 or any(graph.node[n].kind == "end" for n in within):
            yield f"the branches of {fork} do not all meet in one join"
            continue
        join = met.pop()
        joins -= {join}
        if len(graph.into[join]) < len(graph.out[fork]):
            yield f"{join} gathers fewer arrows than {fork} sends out"
        if any(e.source not in inner for n in (*within, join) for e in graph.into[n]):
            yield f"an arrow from outside leads between {fork} and {join}"
    yield from (f"{join} gathers what no fork has split" for join in sorted(joins))


def _retries(graph: Ways) -> Iterator[str]:
    for edge in graph.flow.edges:
        if edge.kind == "retry" and not graph.dominates(edge.target, edge.source):
            yield f"{edge.id} goes back to {edge.target}, which need not have come before"


def _lanes(flow: Flow) -> Iterator[str]:
    lanes = {lane.id for lane in flow.lanes}
    if lanes and not 2 <= len(lanes) <= 4:
        yield f"it has {len(lanes)} lanes"
    if {node.lane for node in flow.nodes} != (lanes or {""}):
        yield "nodes stand in no lane or in an unknown one, or a lane is empty"


def _figures(flow: Flow) -> Iterator[str]:
    figures = {node.figure for node in flow.nodes} - {"bar"}
    if len({FIGURES[figure] for figure in figures}) < len(figures):
        yield "two figures have one name"
    if {"rectangle", "rounded"} <= figures:
        yield "it has rectangles and rounded ones"
    if any((node.figure == "bar") != (node.kind in ("fork", "join")) for node in flow.nodes):
        yield "forks and joins, and these alone, are bars"
    if figures == {"rounded"} or flow.structure in FREE:
        return
    if any((node.kind == "decision") != (node.figure == "diamond") for node in flow.nodes):
        yield "decisions, and these alone, are diamonds"
    used: dict[str, set[str]] = {}
    for node in flow.nodes:
        used.setdefault("start" if node.kind == "end" else node.kind, set()).add(node.figure)
    if any(len(several) > 1 for several in used.values()):
        yield "steps of one kind have several figures"


def _counts(graph: Ways) -> Iterator[str]:
    if graph.flow.language != "counts":
        return
    counts: dict[str, int] = json.loads(graph.flow.program)
    if set(counts) != set(graph.node) or min(counts.values()) <= 0:
        yield "not every box has a count above 0"
        return
    for node in graph.flow.nodes:
        if str(counts[node.id]) not in folded(node.text).split():
            yield f"{node.id} says {node.text!r} and counts {counts[node.id]}"
        below = [edge.target for edge in graph.out[node.id]]
        alone = below and all(len(graph.into[n]) == 1 for n in below)
        if alone and counts[node.id] != sum(counts[n] for n in below):
            yield f"the boxes after {node.id} do not add up to {counts[node.id]}"
    leaves = sum(counts[n] for n in graph.node if not graph.out[n])
    if leaves != counts[graph.flow.entry]:
        yield f"{counts[graph.flow.entry]} come in and {leaves} go out"


def _tree(flow: Flow) -> Iterator[str]:
    tree = grammar(flow)
    if tree and arrows(tree, flow.entry) != {(e.source, e.target) for e in flow.edges}:
        yield "the grammar tree tells of other arrows"
