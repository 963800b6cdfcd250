"""Which false relations fit a triple at both ends, so that no type gives them away."""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from figloom.knowledge import Bools, Ints, Knowledge

_ROWS = 20_000


@lru_cache(maxsize=4)
def fitting(source: Knowledge) -> tuple[Ints, Ints]:
    """For every triple (h, r, t), the relations that h has as head and t as tail elsewhere and
    that are neither known nor likely between the two: index of the triple, relation."""
    as_head, as_tail = _stands(source, source.heads), in_range(source)
    heads, tails = source.label[source.heads], source.label[source.tails]
    edges, relations = list[Ints](), list[Ints]()
    for low in range(0, len(heads), _ROWS):
        rows = slice(low, low + _ROWS)
        fits = as_head[heads[rows]] & as_tail[tails[rows]] & ~akin(source)[source.rels[rows]]
        row, wrong = np.nonzero(fits)
        edges.append(row + low)
        relations.append(wrong)
    edge, rival = np.concatenate(edges), np.concatenate(relations)
    false = ~source.may_hold(source.heads[edge], rival, source.tails[edge])
    return edge[false], rival[false]


@lru_cache(maxsize=4)
def in_range(source: Knowledge) -> Bools:
    """Table (labels, relations): whether a label is seen as a tail of the relation."""
    return _stands(source, source.tails)


@lru_cache(maxsize=4)
def akin(source: Knowledge) -> Bools:
    """Table (relations, relations): whether two are one, or nearly so in either direction."""
    table = np.eye(len(source.relations), dtype=np.bool_)
    for relation, (same, inverse) in enumerate(source.kin):
        table[relation, [*same, *inverse]] = True
    return table


def _stands(source: Knowledge, ends: Ints) -> Bools:
    table = np.zeros((len(source.entities), len(source.relations)), dtype=np.bool_)
    table[source.label[ends], source.rels] = True
    return table
