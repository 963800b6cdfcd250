"""One entity hidden behind ?????, with four false ones that fit its place."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from figloom.knowledge import Knowledge
from figloom.modify.corrupt_entity import Hardness, Target
from figloom.modify.false_entities import false_others
from figloom.modify.slots import (
    Edge,
    Versions,
    edges_at,
    provable,
)
from figloom.negatives.hidden import OPTIONS
from figloom.registry import plugin
from figloom.seeds import Draw
from figloom.types import Candidate, Declined, Edit, Entity, Facts, Graph

MASK = "?????"
_PATIENCE = 200
"""Entities tried as easy options: a small source may not have four that are false."""


@plugin()
def mask_entity(
    graph: Graph,
    source: Knowledge,
    draw: Draw,
    *,
    hardness: Hardness = "hard",
    target: Target = "any",
    attempts: int = 6,
) -> Versions | Declined:
    """`hard`: all options fit every slot, and each would be the truth there equally often.

    `target` is the hub, another entity (`leaf`), or each half the time (`any`).
    """
    random = draw.random("mask_entity")
    hub = target == "hub" or (target == "any" and draw.level("mask_entity/target", 2) == 0)
    names = [graph.hub] if hub else [e.id for e in graph.entities if e.id != graph.hub]
    for old in random.sample(names, min(len(names), attempts)):
        edges = edges_at(graph, source, old)
        others = _others(graph, source, draw, edges, old, hardness) if edges else None
        if others:
            return (("main", _masked(graph, source, edges, old, others)),)
    return Declined("no four false entities fit " + ("the hub" if hub else "a leaf"))


def _others(
    graph: Graph, source: Knowledge, draw: Draw, edges: list[Edge], old: str, hardness: Hardness
) -> list[int] | None:
    if hardness == "easy":
        return _anything(graph, source, draw, edges)
    random = draw.random(f"mask_entity/others/{old}")
    return false_others(graph, source, draw.split, old, OPTIONS - 1, random, placed=False)


def _anything(graph: Graph, source: Knowledge, draw: Draw, edges: list[Edge]) -> list[int] | None:
    random = draw.random("mask_entity/anything")
    used = {int(source.label[source.index[e.id]]) for e in graph.entities}
    found: list[int] = []
    for _ in range(_PATIENCE):
        new = random.randrange(len(source.entities))
        settled, false = provable(source, edges, np.array([new]))
        if int(source.label[new]) not in used and settled[0] and false.any():
            used.add(int(source.label[new]))
            found.append(new)
        if len(found) == OPTIONS - 1:
            return found
    return None


def _masked(
    graph: Graph, source: Knowledge, edges: list[Edge], old: str, others: list[int]
) -> Facts:
    hidden = Entity(id=old, name=MASK)
    shown = replace(graph, entities=tuple(hidden if e.id == old else e for e in graph.entities))
    _, false = provable(source, edges, np.array(others))
    negatives = tuple(
        Candidate(
            id=source.entities[other].id,
            name=source.entities[other].name,
            evidence=f"{source.name} does not hold it in "
            + ", ".join(e.triple.id for e, row in zip(edges, false, strict=True) if row[place]),
        )
        for place, other in enumerate(others)
    )
    before = source.entities[source.index[old]].name
    edit = Edit("mask_entity", (old,), before, MASK, before_id=old, negatives=negatives)
    return Facts(shown, graph, (edit,))
