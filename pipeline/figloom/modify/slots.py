"""Hard negatives: what fits a slot of the graph, is false under the local closed world, and would
be the truth there as often as the truth itself."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from random import Random

import numpy as np

from figloom.chances import (
    Floats,
    chance_of_others,
    donors,
    drawn,
    evenly,
    peers,
    pooled,
    star_chances,
)
from figloom.knowledge import Bools, Ints, Knowledge, Side
from figloom.types import Facts, Graph, Relation, Triple

Versions = tuple[tuple[str, Facts], ...]
"""Role and facts of each record that one sample becomes."""

_ROWS = 12
"""Donors looked at for each option: enough to tell how often the others would be true beside it."""
_DRAWS = 3
"""How often a set of false answers is drawn for one place. More would bring back what `evenly`
takes away."""
_POOL = 60
"""Fillers looked at to tell how many of all would be false there."""


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


def shown(graph: Graph, source: Knowledge, edge: int) -> Triple | None:
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


def false_others(
    graph: Graph,
    source: Knowledge,
    split: str,
    old: str,
    count: int,
    random: Random,
    placed: bool,
) -> list[int] | None:
    """`count` false entities for the place of `old`, or None when this place should not be used.

    They stand in such slots elsewhere. `placed`: a new hub will be shown, so that the split must
    own the triples it makes.
    """
    edges = edges_at(graph, source, old)
    if not edges:
        return None
    if old == graph.hub:
        return _for_hub(graph, source, split, edges, count, random, placed)
    return _for_leaf(graph, source, split, edges, old, count, random)


def shown_labels(graph: Graph, source: Knowledge, but: str) -> Ints:
    """Labels of the graph's entities except one."""
    return np.array([source.label[source.index[e.id]] for e in graph.entities if e.id != but])


def _for_leaf(
    graph: Graph,
    source: Knowledge,
    split: str,
    edges: list[Edge],
    old: str,
    count: int,
    random: Random,
) -> list[int] | None:
    place = _Place(source, split, edges[0])
    labels = source.label
    barred = shown_labels(graph, source, old)
    pool, weights = pooled(place.donors, labels, barred)
    for further in edges[1:]:
        fits = source.slot_counts(further.relation, further.side, pool) > 0
        pool, weights = pool[fits], weights[fits]
    own = np.flatnonzero(labels[pool] == labels[source.index[old]])
    if len(own) != 1 or len(pool) <= count:
        return None
    settled, false = provable(source, edges, pool)
    allowed = settled & false.any(axis=0) & owned(source, edges, pool, split)
    for _ in range(_DRAWS):
        others = drawn(np.where(allowed, weights, 0), count, random)
        if others is None:
            return None
        chances = place.chances(pool, weights, [*others, int(own[0])], random)
        if evenly(chances, count, random):
            return [int(entity) for entity in pool[others]]
    return None


class _Place:
    """A leaf's slot in the graph at hand and in those of its donors."""

    def __init__(self, source: Knowledge, split: str, edge: Edge) -> None:
        self.source, self.split, self.edge = source, split, edge
        self.donors = donors(source, split, edge.relation, edge.side, edge.other)

    def chances(self, pool: Ints, weights: Floats, picked: list[int], random: Random) -> Floats:
        """For each picked option, how often it comes up as the truth with the others as false."""
        rows, option, shares = self._rows(self.source.label[pool[picked]], random)
        some = random.sample(range(len(pool)), min(_POOL, len(pool)))
        fine = self._fine(pool[[*picked, *some]], self.donors.hubs[rows])
        count = len(picked)
        rest = (weights[some, None] * fine[count:]).sum(axis=0) * (len(pool) / len(some))
        clear = fine[:count] | (np.arange(count)[:, None] == option)
        chosen = np.broadcast_to(weights[picked], (len(option), count))
        rest = np.maximum(rest, weights[picked].sum() - weights[picked][option])
        others = chance_of_others(chosen, rest[:, None])[np.arange(len(option)), option]
        total: Floats = np.bincount(option, shares * others * clear.all(axis=0), count).astype(
            float
        )
        return total

    def _rows(self, labels: Ints, random: Random) -> tuple[Ints, Ints, Floats]:
        """Some donor rows of each label, the label's place, and what weight they stand for."""
        rows, option, shares = [], [], []
        fillers = self.source.label[self.donors.fillers]
        for number, label in enumerate(labels.tolist()):
            mine = np.flatnonzero(fillers == label).tolist()
            some = random.sample(mine, min(_ROWS, len(mine)))
            rows += some
            option += [number] * len(some)
            shares += (self.donors.weights[some] * (len(mine) / len(some))).tolist()
        return np.array(rows), np.array(option), np.array(shares)

    def _fine(self, options: Ints, hubs: Ints) -> Bools:
        """Whether each option would be false, and showable, at each hub: (options, hubs)."""
        here, there = np.repeat(options, len(hubs)), np.tile(hubs, len(options))
        head, tail = (here, there) if self.edge.side == "head" else (there, here)
        fine = ~self.source.may_hold(head, self.edge.relation, tail)
        ours = self.source.rarer(head, tail) == there
        fine &= ours | (self.source.evaluates[here] == (self.split == "eval"))
        return fine.reshape(len(options), len(hubs))


def _for_hub(
    graph: Graph,
    source: Knowledge,
    split: str,
    edges: list[Edge],
    count: int,
    random: Random,
    placed: bool,
) -> list[int] | None:
    slots = [(edge.relation, edge.side) for edge in edges]
    pool = peers(source, split, slots)
    pool = pool[~np.isin(source.label[pool], shown_labels(graph, source, graph.hub))]
    truth = np.flatnonzero(source.label[pool] == source.label[source.index[graph.hub]])
    if len(truth) != 1:
        return None
    weights = star_chances(source, split, slots, pool)
    allowed = np.arange(len(pool)) != truth[0]
    settled, false = provable(source, edges, pool)
    allowed &= settled & false.any(axis=0)
    if placed:
        allowed &= owned(source, edges, pool, split)
    weights = np.where(allowed | (np.arange(len(pool)) == truth[0]), weights, 0)
    for _ in range(_DRAWS):
        others = drawn(np.where(allowed, weights, 0), count, random)
        if others is None:
            return None
        picked = [*others, int(truth[0])]
        own = weights[picked]
        chances = own * chance_of_others(own, weights.sum() - own)
        unlike = len(np.unique(source.label[pool[picked]])) == len(picked)
        if unlike and evenly(chances, count, random):
            return [int(entity) for entity in pool[others]]
    return None


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
