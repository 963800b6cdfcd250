"""Places of a graph: who stands in them and who could, and the graph with something else there."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from figloom.knowledge import Bools, Ints, Knowledge, Side
from figloom.types import Facts, Graph, Relation, Triple

Versions = tuple[tuple[str, Facts], ...]
"""Role and facts of each record that one sample becomes."""


@dataclass(frozen=True, slots=True)
class Edge:
    """A triple as seen from the entity whose slot is in question."""

    triple: Triple
    relation: int
    side: Side
    """Where that entity stands."""
    other: int
    """The entity at the far end."""


def edges_at(graph: Graph, source: Knowledge, entity: str) -> list[Edge]:
    """The graph's triples at an entity, loops left out."""
    found = []
    for triple in graph.triples:
        if triple.head == triple.tail or entity not in (triple.head, triple.tail):
            continue
        relation = source.relation_index[triple.relation]
        if triple.head == entity:
            found.append(Edge(triple, relation, "head", source.index[triple.tail]))
        else:
            found.append(Edge(triple, relation, "tail", source.index[triple.head]))
    return found


def triple_of(graph: Graph, source: Knowledge, edge: int) -> Triple | None:
    """The graph's triple that is this one of the source."""
    head, relation, tail = source.heads[edge], source.rels[edge], source.tails[edge]
    wanted = (source.entities[head].id, source.relations[relation].id, source.entities[tail].id)
    return next((t for t in graph.triples if (t.head, t.relation, t.tail) == wanted), None)


def rows(edge: Edge, entities: Ints | int) -> tuple[Ints | int, int, Ints | int]:
    """Head, relation, tail with the entities put into the edge's slot."""
    if edge.side == "head":
        return entities, edge.relation, edge.other
    return edge.other, edge.relation, entities


def provable(source: Knowledge, edges: Sequence[Edge], entities: Ints) -> tuple[Bools, Bools]:
    """For each candidate, whether every edge is settled (known, or false and not merely
    unknown under a related relation), and which edges are false: shapes (n,), (edges, n)."""
    known = np.array([source.holds(*rows(edge, entities)) for edge in edges])
    maybe = np.array([source.may_hold(*rows(edge, entities)) for edge in edges])
    settled: Bools = (known | ~maybe).all(axis=0)
    return settled, ~known


def owned(source: Knowledge, edges: Sequence[Edge], entities: Ints, split: str) -> Bools:
    """Whether the split may show every edge with the candidate in place."""
    wanted = split == "eval"
    keep = np.ones(len(entities), dtype=np.bool_)
    for edge in edges:
        head, _, tail = rows(edge, entities)
        keep &= source.owner(head, tail) == wanted
    return keep


def with_entity(graph: Graph, source: Knowledge, old: str, new: int) -> Graph:
    """The graph with an entity replaced in all its triples."""
    entity = source.entities[new]
    swap = {old: entity.id}
    return replace(
        graph,
        entities=tuple(entity if e.id == old else e for e in graph.entities),
        triples=tuple(
            replace(t, head=swap.get(t.head, t.head), tail=swap.get(t.tail, t.tail))
            for t in graph.triples
        ),
        hub=swap.get(graph.hub, graph.hub),
    )


def with_relation(graph: Graph, triple: str, relation: Relation) -> Graph:
    """The graph with one triple's relation replaced."""
    triples = tuple(
        replace(t, relation=relation.id) if t.id == triple else t for t in graph.triples
    )
    used = {t.relation for t in triples}
    known = {r.id: r for r in (*graph.relations, relation)}
    return replace(graph, triples=triples, relations=tuple(known[name] for name in sorted(used)))
