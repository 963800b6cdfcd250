"""Which triples can carry a hard relation question, found for a whole source at once.

A false relation that no type gives away exists for about one edge in twenty of FB15K-237, and a
relation whose rank among its head's is the one asked for for about two in five: samplers start
where there are some instead of trying.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

import numpy as np

from figloom.chances import own_relations
from figloom.knowledge import Bools, Ints, Knowledge, Side
from figloom.seeds import Draw

Need = Literal["nothing", "peers", "rival", "varied"]
"""`peers`: other entities have all the hub's relations. `rival`: another relation fits an edge at
both ends and is false. `varied`: edges of many relations, of a head that has many."""

OPTIONS = 5
SPARE = 2
"""Relations beyond the options that a head must have, since some say nearly the same."""
_ROWS = 20_000


def level(need: Need, draw: Draw) -> int:
    """The scheduled order of error and truth (0 rarer, 1 commoner), or rank of the truth."""
    if need == "rival":
        return draw.level("corrupt_relation/order", 2)
    return 0


@dataclass(frozen=True, slots=True)
class Rivals:
    """All pairs of a triple and a rival relation, ordered by triple."""

    edges: Ints
    """Index of the triple, repeated for each of its rivals."""
    relations: Ints

    def of(self, edge: int) -> list[int]:
        """The rival relations of one triple."""
        low, high = np.searchsorted(self.edges, (edge, edge + 1))
        found: list[int] = self.relations[low:high].tolist()
        return found


@lru_cache(maxsize=4)
def rivals(source: Knowledge) -> Rivals:
    """Find, for every triple (h, r, t), the relations that h has as head and t as tail elsewhere
    and that are neither known nor likely between the two."""
    many = len(source.relations)
    as_head, as_tail = _stands(source, source.heads), _stands(source, source.tails)
    akin = np.eye(many, dtype=np.bool_)
    for relation, (same, inverse) in enumerate(source.kin):
        akin[relation, [*same, *inverse]] = True
    edges, relations = [], []
    for low in range(0, len(source.heads), _ROWS):
        rows = slice(low, low + _ROWS)
        fits = as_head[source.heads[rows]] & as_tail[source.tails[rows]] & ~akin[source.rels[rows]]
        edge, relation = np.nonzero(fits)
        edges.append(edge + low)
        relations.append(relation)
    edge, relation = np.concatenate(edges), np.concatenate(relations)
    false = ~source.may_hold(source.heads[edge], relation, source.tails[edge])
    return Rivals(edge[false], relation[false])


@lru_cache(maxsize=32)
def suitable(source: Knowledge, split: str, need: Need, level: int, hub: Side) -> Bools:
    """For every triple, whether it meets the need in a star around its head, or its tail."""
    if need == "varied":
        many = own_relations(source, split)[source.heads] >= OPTIONS + SPARE
        return many if hub == "head" else np.zeros_like(many)
    found = rivals(source)
    anchors, leaves = source.heads, source.tails
    if hub == "tail":
        anchors, leaves = leaves, anchors
    # Partners of the anchor in the rival relation: the least and greatest degree of any.
    keys = anchors * len(source.relations) + source.rels
    order = np.argsort(keys, kind="stable")
    starts = np.flatnonzero(np.diff(keys[order], prepend=-1))
    distinct = keys[order][starts]
    degrees = source.degree[leaves][order]
    reduce = np.minimum if level else np.maximum
    extreme = reduce.reduceat(degrees, starts)
    wanted = anchors[found.edges] * len(source.relations) + found.relations
    best = extreme[np.searchsorted(distinct, wanted)]
    own = source.degree[leaves[found.edges]]
    fits = best < own if level else best > own
    has = np.zeros(len(source.heads), dtype=np.bool_)
    has[found.edges[fits]] = True
    return has


def _stands(source: Knowledge, ends: Ints) -> Bools:
    """Table (entities, relations): whether the entity is an end of such a triple."""
    table = np.zeros((len(source.entities), len(source.relations)), dtype=np.bool_)
    table[ends, source.rels] = True
    return table


@lru_cache(maxsize=256)
def hubs(
    source: Knowledge, split: str, least: int, most_degree: int, need: Need, level: int
) -> Ints:
    """Starts with so many neighbours of which one edge at least meets the need."""
    starts = source.starts(split, "neighbours", least, most_degree)
    if need in ("nothing", "peers"):
        return starts
    mine = source.owned == (split == "eval")
    fits = np.zeros(len(source.entities), dtype=np.bool_)
    fits[source.heads[mine & suitable(source, split, need, level, "head")]] = True
    fits[source.tails[mine & suitable(source, split, need, level, "tail")]] = True
    return starts[fits[starts]]
