"""Hard negatives: what fits a slot of the graph and is false under the local closed world."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from random import Random

import numpy as np

from figloom.knowledge import Bools, Ints, Knowledge, Side
from figloom.types import Facts, Graph, Relation, Triple

Versions = tuple[tuple[str, Facts], ...]
"""Role and facts of each record that one sample becomes."""

POOL = 40
"""Negatives are drawn from so many nearest to the truth on each side."""


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
        relation = source.relation_index[triple.relation]
        if triple.head == triple.tail:
            continue
        if triple.head == entity:
            found.append(Edge(triple, relation, "head", source.index[triple.tail]))
        elif triple.tail == entity:
            found.append(Edge(triple, relation, "tail", source.index[triple.head]))
    return found


def rows(edge: Edge, entities: Ints | int) -> tuple[Ints | int, int, Ints | int]:
    """Head, relation, tail with the entities put into the edge's slot."""
    if edge.side == "head":
        return entities, edge.relation, edge.other
    return edge.other, edge.relation, entities


@dataclass(frozen=True, slots=True)
class Field:
    """Candidates for a slot, with the two measures a guesser could go by."""

    entities: Ints
    frequency: Ints
    """Triples in which a candidate fills these slots."""
    degree: Ints

    def take(self, keep: Bools) -> Field:
        """The candidates where `keep` is true."""
        return Field(self.entities[keep], self.frequency[keep], self.degree[keep])


def fitting(source: Knowledge, graph: Graph, edges: Sequence[Edge]) -> Field:
    """Entities that the source knows in all these slots and that the graph does not show."""
    found = source.slot(edges[0].relation, edges[0].side)[0]
    for edge in edges[1:]:
        found = np.intersect1d(found, source.slot(edge.relation, edge.side)[0])
    shown = np.array([source.label[source.index[entity.id]] for entity in graph.entities])
    found = found[~np.isin(source.label[found], shown)]
    return measured(source, edges, found)


def measured(source: Knowledge, edges: Sequence[Edge], entities: Ints) -> Field:
    """The entities with their frequency in the slots and their degree."""
    frequency = sum(
        (source.slot_counts(edge.relation, edge.side, entities) for edge in edges),
        np.zeros(len(entities), dtype=np.int64),
    )
    return Field(entities, frequency, source.degree[entities])


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


def around(
    field: Field, truth: Field, lower: int, higher: int, labels: Ints, random: Random
) -> list[int] | None:
    """`lower` candidates below the truth in both measures and `higher` above it, or None.

    With lower + higher fixed and lower scheduled, the truth's rank is uniform in both measures.
    """
    frequency, degree = int(truth.frequency[0]), int(truth.degree[0])
    below = (field.frequency <= frequency) & (field.degree < degree)
    above = (field.frequency >= frequency) & (field.degree > degree)
    chosen: list[int] = []
    for side, count in ((below, lower), (above, higher)):
        near = _nearest(field.take(side), frequency, degree)
        picked = _apart(near, count, labels, random, chosen)
        if len(picked) < count:
            return None
        chosen += picked
    return chosen


def _nearest(field: Field, frequency: int, degree: int) -> list[int]:
    gap = np.abs(np.log((field.degree + 1) / (degree + 1)))
    gap = gap + np.abs(np.log((field.frequency + 1) / (frequency + 1)))
    order: list[int] = field.entities[np.argsort(gap, kind="stable")[:POOL]].tolist()
    return order


def _apart(
    entities: list[int], count: int, labels: Ints, random: Random, taken: list[int]
) -> list[int]:
    """Up to `count` random ones whose labels differ from each other's and from the taken."""
    used = {int(labels[entity]) for entity in taken}
    picked = []
    for entity in random.sample(entities, len(entities)):
        if len(picked) == count:
            break
        if int(labels[entity]) not in used:
            used.add(int(labels[entity]))
            picked.append(entity)
    return picked


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
