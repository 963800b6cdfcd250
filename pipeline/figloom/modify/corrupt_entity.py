"""One entity replaced by another, so that at least one triple is false; and the clean graph."""

from __future__ import annotations

from typing import Literal

import numpy as np

from figloom.knowledge import Ints, Knowledge
from figloom.modify.false_entities import false_others
from figloom.modify.slots import (
    Edge,
    Versions,
    edges_at,
    owned,
    provable,
    with_entity,
)
from figloom.registry import plugin
from figloom.seeds import Draw
from figloom.types import Declined, Edit, Facts, Graph

Target = Literal["any", "hub", "leaf"]
Hardness = Literal["easy", "hard"]


@plugin(roles=("main", "clean"))
def corrupt_entity(
    graph: Graph,
    source: Knowledge,
    draw: Draw,
    *,
    hardness: Hardness = "hard",
    target: Target = "any",
    attempts: int = 4,
) -> Versions | Declined:
    """`hard`: the newcomer stands in such slots elsewhere, and there as often as the truth does.

    `target` is the hub, another entity (`leaf`), or each half the time (`any`).
    """
    edited = edit(graph, source, draw, hardness, target, (), attempts)
    if isinstance(edited, Declined):
        return edited
    return (("main", Facts(edited[0], graph, (edited[1],))), ("clean", Facts(graph, graph)))


def edit(
    graph: Graph,
    source: Knowledge,
    draw: Draw,
    hardness: Hardness,
    target: Target,
    spared: tuple[str, ...],
    attempts: int,
) -> tuple[Graph, Edit] | Declined:
    """The corrupted graph and its Edit; `spared` entities are left alone."""
    random = draw.random("corrupt_entity")
    hub = target == "hub" or (target == "any" and draw.level("corrupt_entity/target", 2) == 0)
    names = [graph.hub] if hub else [e.id for e in graph.entities if e.id != graph.hub]
    names = [name for name in names if name not in spared]
    for old in random.sample(names, min(len(names), attempts)):
        edges = edges_at(graph, source, old)
        if not edges:
            continue
        new = _newcomer(graph, source, draw, edges, old, hardness)
        if new is not None:
            return _edited(graph, source, edges, old, new)
    return Declined("no false entity fits " + ("the hub" if hub else "a leaf"))


def _newcomer(
    graph: Graph, source: Knowledge, draw: Draw, edges: list[Edge], old: str, hardness: Hardness
) -> int | None:
    random = draw.random(f"corrupt_entity/newcomer/{old}")
    if hardness == "easy":
        shown = {int(source.label[source.index[e.id]]) for e in graph.entities}
        for _ in range(50):
            new = random.randrange(len(source.entities))
            if int(source.label[new]) not in shown and _fit(source, draw, edges, new, old, graph):
                return new
        return None
    found = false_others(graph, source, draw.split, old, 1, random, placed=True)
    return found[0] if found else None


def _fit(
    source: Knowledge, draw: Draw, edges: list[Edge], new: int, old: str, graph: Graph
) -> bool:
    candidate: Ints = np.array([new])
    settled, false = provable(source, edges, candidate)
    mine = owned(source, edges, candidate, draw.split)
    hub = old != graph.hub or bool(source.evaluates[new]) == (draw.split == "eval")
    return bool(settled[0] and false.any() and mine[0] and hub)


def _edited(
    graph: Graph, source: Knowledge, edges: list[Edge], old: str, new: int
) -> tuple[Graph, Edit]:
    _, false = provable(source, edges, np.array([new]))
    wrong = tuple(edge.triple.id for edge, row in zip(edges, false, strict=True) if row[0])
    before, after = source.entities[source.index[old]].name, source.entities[new].name
    return with_entity(graph, source, old, new), Edit(
        operation="corrupt_entity",
        facts=wrong,
        before=before,
        after=after,
        before_id=old,
        after_id=source.entities[new].id,
        evidence=f"{source.name} knows {before} in these triples, and not {after}",
    )
