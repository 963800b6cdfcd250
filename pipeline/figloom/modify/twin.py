"""A second flowchart that differs by one edit: answers exchanged, an arrow re-aimed, a colour."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations
from random import Random
from typing import Literal

from figloom.flows.invariants import Ways, faults
from figloom.flows.programs import function
from figloom.modify.slots import Versions
from figloom.registry import plugin
from figloom.seeds import Draw
from figloom.stories import Stories
from figloom.types import Declined, Edit, Facts, Flow, FlowEdge, FlowNode

_TRIED = 40
"""Arrows and new targets that are tried, at most."""
_FAR = 5
"""Steps in reading order between an arrow's old target and its new one, at most."""

_FIXED = {"counts": "counts", "python": "a program"}
"""Languages of flows whose arrows stay: counts would not add up, and no function has such a way."""

Amid = Literal["any", "like", "near"]

Edited = tuple[Flow, Edit]
"""A flow and the edit that made it of the one given: `before` is what stood there."""


@plugin(roles=("main", "twin"))
def twin(
    flow: Flow,
    source: Stories,
    draw: Draw,
    *,
    edit: Literal["labels", "target", "colour"],
    amid: Amid = "any",
) -> Versions | Declined:
    """The flowchart and one that differs by a single edit; each is the other's truth. Which of
    them is the main one is scheduled. `amid` says what is edited where there is some: "like" what
    stands among its like (a decision behind another; an arrow to a step that others lead to; a step
    whose colour and figure others share), "near" an arrow to a step that is next to its old target
    as well. Of programs, only what a function of the same lines could be is shown."""
    if edit == "target" and flow.language in _FIXED:
        return Declined(f"no arrow of {_FIXED[flow.language]} is re-aimed")
    random = draw.random(f"twin/{edit}")
    edits = {"labels": _exchanged, "target": _reaimed, "colour": _recoloured}
    made = edits[edit](flow, random, amid)
    if made is None:
        return Declined(f"no {edit} can be edited")
    other, change = made
    back = replace(
        change,
        before=change.after,
        after=change.before,
        before_id=change.after_id,
        after_id=change.before_id,
    )
    # Facts tell how what is shown came of the truth.
    pair = (Facts(flow, other, (back,)), Facts(other, flow, (change,)))
    first = draw.level("twin/main", 2)
    return (("main", pair[first]), ("twin", pair[1 - first]))


def _exchanged(flow: Flow, random: Random, amid: Amid) -> Edited | None:
    """Two arrows of one decision with each other's words and conditions."""
    ways = Ways(flow)
    decisions = [node for node in flow.nodes if node.kind == "decision"]
    order = _negated(flow, random.sample(decisions, len(decisions)))
    if amid != "any":
        asking = [node.id for node in decisions]
        order.sort(key=lambda name: len(ways.before(name) & {*asking}) < 2)
    for decision in order:
        one, other = random.choice(list(combinations(ways.out[decision], 2)))
        swapped = {
            one.id: replace(one, text=other.text, when=other.when),
            other.id: replace(other, text=one.text, when=one.when),
        }
        made = replace(flow, edges=tuple(swapped.get(e.id, e) for e in flow.edges))
        # A tree speaks of arrows, whatever they say; a program says what its tests answer.
        made = made if flow.language == "tree" else _untold(made)
        if not faults(made):
            return made, Edit("swap_labels", (one.id, other.id), one.text, other.text)
    return None


def _negated(flow: Flow, decisions: list[FlowNode]) -> list[str]:
    """Ids of decisions whose answers may be exchanged, in the order in which to try them. A program
    may have a `not` in an `if`, or else in a `while`; a `for` goes on for as long as it can."""
    if flow.language != "python":
        return [node.id for node in decisions]
    parts = [*ast.walk(function(flow.program))]
    lines = [
        {part.lineno for part in parts if isinstance(part, sort)} for sort in (ast.If, ast.While)
    ]
    return [node.id for some in lines for node in decisions if node.line in some]


def _reaimed(flow: Flow, random: Random, amid: Amid) -> Edited | None:
    """One arrow that leads to another step nearby."""
    places = {node.id: place for place, node in enumerate(flow.nodes)}
    text = {node.id: node.text for node in flow.nodes}
    tried = list(_aims(flow, places))
    order = random.sample(tried, len(tried))
    if amid != "any":
        into = Counter(edge.target for edge in flow.edges)
        pairs = {(edge.source, edge.target) for edge in flow.edges}
        pairs |= {(target, source) for source, target in pairs}
        heavy = 2 if amid == "like" else 1
        order.sort(key=lambda aim: -heavy * (into[aim[1]] > 1) - ((aim[0].target, aim[1]) in pairs))
    for edge, target in order[:_TRIED]:
        edges = tuple(replace(e, target=target) if e.id == edge.id else e for e in flow.edges)
        made = _untold(replace(flow, edges=edges))
        if not faults(made):
            return made, Edit(
                "retarget",
                (edge.id,),
                text[edge.target],
                text[target],
                before_id=edge.target,
                after_id=target,
            )
    return None


def _aims(flow: Flow, places: dict[str, int]) -> Iterator[tuple[FlowEdge, str]]:
    """Arrows whose target is reached by others too, and steps near to it."""
    into = [edge.target for edge in flow.edges]
    kind = {node.id: node.kind for node in flow.nodes}
    fixed = ("start", "fork", "join", "connector")
    for edge in flow.edges:
        if into.count(edge.target) < 2 or edge.kind or kind[edge.target] in fixed:
            continue
        for target, place in places.items():
            near = 0 < abs(place - places[edge.target]) <= _FAR
            if near and target != edge.source and kind[target] not in fixed:
                yield edge, target


def _recoloured(flow: Flow, random: Random, amid: Amid) -> Edited | None:
    """One step in another colour of the chart."""
    filled = [node for node in flow.nodes if node.fill]
    colours = sorted({node.fill for node in filled})
    if len(colours) < 2:
        return None
    like = Counter((node.fill, node.figure) for node in filled)
    shared = [node for node in filled if like[node.fill, node.figure] > 2]
    node = random.choice(shared if amid != "any" and shared else filled)
    fill = random.choice([colour for colour in colours if colour != node.fill])
    nodes = tuple(replace(n, fill=fill) if n.id == node.id else n for n in flow.nodes)
    return replace(flow, nodes=nodes), Edit("recolour", (node.id,), node.fill, fill)


def _untold(flow: Flow) -> Flow:
    """The flow without the tree or program that it was made by, which tells another now."""
    variables = () if flow.language == "python" else flow.variables
    return replace(flow, program="", language="", variables=variables)
