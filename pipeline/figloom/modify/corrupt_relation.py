"""One edge's relation replaced by a false one; its clean twin shows that relation truly."""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

import numpy as np

from figloom.knowledge import Ints, Knowledge
from figloom.modify.corrupt_entity import Hardness
from figloom.modify.slots import Edge, Versions, edges_at, rows, with_entity, with_relation
from figloom.registry import plugin
from figloom.rivals import level, rivals
from figloom.seeds import Draw
from figloom.types import Declined, Edit, Facts, Graph, Triple


class _Choice(NamedTuple):
    """A false relation for an edge, and the entity that would make it true."""

    edge: Edge
    relation: int
    partner: int | None
    """None: the clean graph is the original."""


@plugin(roles=("main", "clean"))
def corrupt_relation(
    graph: Graph, source: Knowledge, draw: Draw, *, hardness: Hardness = "hard"
) -> Versions | Declined:
    """`hard`: both ends stand in the false relation elsewhere, and the clean twin shows the same
    relation labels with another, true, entity at the edge's free end."""
    edited = edit(graph, source, draw, hardness)
    if isinstance(edited, Declined):
        return edited
    shown, change, clean = edited
    return (("main", Facts(shown, graph, (change,))), ("clean", Facts(clean, clean)))


def edit(
    graph: Graph, source: Knowledge, draw: Draw, hardness: Hardness
) -> tuple[Graph, Edit, Graph] | Declined:
    """The corrupted graph, its Edit, and the clean twin."""
    random = draw.random("corrupt_relation")
    for triple in random.sample(graph.triples, len(graph.triples)):
        edge = _free_end(graph, source, triple)
        if edge is None:
            continue
        choice = _choose(graph, source, draw, edge, hardness)
        if choice is not None:
            return _edited(graph, source, choice)
    return Declined("no false relation fits an edge")


def _free_end(graph: Graph, source: Knowledge, triple: Triple) -> Edge | None:
    """The edge as seen from an end that has no other triple in the graph."""
    for end in (triple.tail, triple.head):
        edges = edges_at(graph, source, end)
        if end != graph.hub and len(edges) == 1 and triple.head != triple.tail:
            return edges[0]
    return None


def _choose(
    graph: Graph, source: Knowledge, draw: Draw, edge: Edge, hardness: Hardness
) -> _Choice | None:
    random = draw.random(f"corrupt_relation/{edge.triple.id}")
    leaf = _leaf(source, edge)
    same, _ = source.kin[edge.relation]
    if hardness == "easy":
        for _ in range(50):
            relation = random.randrange(len(source.relations))
            put = replace(edge, relation=relation)
            if relation not in (edge.relation, *same) and not source.may_hold(*rows(put, leaf))[0]:
                return _Choice(edge, relation, None)
        return None
    index = source.triple_index(*(int(part) for part in rows(edge, leaf)))
    known = rivals(source).of(index)
    for relation in random.sample(known, len(known)):
        partners = _partners(graph, source, draw, replace(edge, relation=relation), leaf)
        if len(partners):
            return _Choice(edge, relation, int(partners[random.randrange(len(partners))]))
    return None


def _partners(graph: Graph, source: Knowledge, draw: Draw, put: Edge, leaf: int) -> Ints:
    """True fillers of the false edge's free end: all rarer than the leaf, or all commoner."""
    found = source.partners(put.other, put.relation, put.side)
    shown = np.array([source.label[source.index[e.id]] for e in graph.entities])
    head, _, tail = rows(put, found)
    keep = ~np.isin(source.label[found], shown)
    keep &= source.owner(head, tail) == (draw.split == "eval")
    found = found[keep]
    lower = level("rival", draw)
    degree, own = source.degree[found], source.degree[leaf]
    found = found[(degree < own) if lower else (degree > own)]
    count = source.slot_counts(put.relation, put.side, found)
    truth = source.slot_counts(put.relation, put.side, np.array([leaf]))[0]
    agree = (count <= truth) if lower else (count >= truth)
    return found[agree] if agree.any() else found


def _leaf(source: Knowledge, edge: Edge) -> int:
    return source.index[edge.triple.head if edge.side == "head" else edge.triple.tail]


def _edited(graph: Graph, source: Knowledge, choice: _Choice) -> tuple[Graph, Edit, Graph]:
    edge, relation = choice.edge, source.relations[choice.relation]
    shown = with_relation(graph, edge.triple.id, relation)
    clean = graph
    if choice.partner is not None:
        leaf = source.entities[_leaf(source, edge)].id
        clean = with_entity(shown, source, leaf, choice.partner)
    before = source.relations[edge.relation].name
    return (
        shown,
        Edit(
            operation="corrupt_relation",
            facts=(edge.triple.id,),
            before=before,
            after=relation.name,
            before_id=edge.triple.relation,
            after_id=relation.id,
            evidence=f"{source.name} knows both ends in {relation.name!r} elsewhere, not together",
        ),
        clean,
    )
