"""Hard false entities: what fits a place of the graph, is false there under the local closed world,
and would be the truth there as often as the truth itself."""

from __future__ import annotations

from random import Random

import numpy as np

from figloom.knowledge import Bools, Ints, Knowledge
from figloom.modify.slots import Edge, edges_at, owned, provable
from figloom.negatives.chances import (
    Floats,
    chance_of_others,
    donors,
    drawn,
    evenly,
    pooled,
    star_chances,
)
from figloom.negatives.company import peers
from figloom.types import Graph

_ROWS = 12
"""Donors looked at for each option: enough to tell how often the others would be true beside it."""
_DRAWS = 3
"""How often a set of false answers is drawn for one place. More would bring back what `evenly`
takes away."""
_POOL = 60
"""Fillers looked at to tell how many of all would be false there."""


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
