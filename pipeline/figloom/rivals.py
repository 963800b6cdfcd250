"""Which triples can carry a hard relation question, found for a whole source at once.

A false relation that no type gives away exists for about one edge in twenty of FB15K-237: samplers
start where there is one instead of trying.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

import numpy as np

from figloom.chances import Floats, own_relations, shown_counts, straight, with_peers
from figloom.knowledge import Bools, Ints, Knowledge, Side

OPTIONS = 5
"""Of a completion question."""

Need = Literal["nothing", "several", "peers", "rival", "varied"]
"""`several`: the hub stands in three relations or more. `peers`: other entities have all the hub's
relations. `rival`: another relation fits an edge at both ends and is false. `varied`: the hub is
head of edges of different relations, and has more."""

TOLD = {
    "nothing": "",
    "several": " in three relations or more",
    "peers": " in relations that enough other entities have, too",
    "rival": " and an edge whose ends both stand in another relation that is false for them",
    "varied": f" and, as a head, {OPTIONS} relations more than are shown",
}
"""Each need in words, for errors: an entity with so many neighbours ..."""

_ROWS = 20_000
_SEVERAL = 3
_ROUNDS = 150
_STEP = 0.2
_SOFT = 0.02
_STRICT = 2
_FIRM, _FAVOUR = 4.0, 0.5
"""Bounds on the logarithms of the factors that bring balance."""
_LEVELS = 4
"""Steps in which the shares of hubs, and powers of two in which their counts, are told apart."""
_WHOLE = 1_000_000


@dataclass(frozen=True, slots=True)
class Rivals:
    """Triples at a hub with a false relation for each, and how often to take it."""

    keys: Ints
    """Twice the triple's index, plus one where the hub is its tail; ascending."""
    relations: Ints
    weights: Ints
    shares: Ints
    """For every entity, how often it is a start: 0 to 4."""

    def of(self, edge: int, hub: Side) -> tuple[list[int], list[int]]:
        """The rival relations of one triple and their weights."""
        key = 2 * edge + (hub == "tail")
        low, high = np.searchsorted(self.keys, (key, key + 1))
        rows = slice(int(low), int(high))
        return list(map(int, self.relations[rows])), list(map(int, self.weights[rows]))

    def weight(self, edges: Ints, hub: Ints) -> Ints:
        """Total weight of each triple in a star of an entity at one of its ends."""
        sums: Ints = np.concatenate([[0], np.cumsum(self.weights)])
        low, high = (np.searchsorted(self.keys, 2 * edges + hub + end) for end in (0, 1))
        weights: Ints = sums[high] - sums[low]
        return weights


@lru_cache(maxsize=4)
def rivals(source: Knowledge) -> Rivals:
    """Errors (h, r, t) -> (h, s, t) such that no pair of labels tells them from truths.

    Each shown pair is as often false as true: for every leaf and its relations r and s, and for
    hubs with about so many triples of r and of s, changes from r to s are taken as often as those
    from s to r. The weights solve these balances, each hub counting at most once; as far as there
    are enough errors, they favour that in each hub, too.
    """
    rows = _errors(source)
    families = [_balance(*keys) for keys in _keys(source, rows)]
    kept = _supported(families[:_STRICT])
    rows, families = rows.take(kept), [(there[kept], back[kept]) for there, back in families]
    weights = _balanced(rows.hubs, families, len(source.entities))
    shares = np.bincount(rows.hubs, weights, minlength=len(source.entities))
    order = np.lexsort((rows.wrong, rows.keys))
    return Rivals(
        rows.keys[order],
        rows.wrong[order],
        np.rint(weights[order] * _WHOLE).astype(np.int64),
        np.rint(shares * _LEVELS).astype(np.int64),
    )


@dataclass(frozen=True, slots=True)
class _Rows:
    keys: Ints
    hubs: Ints
    right: Ints
    wrong: Ints

    def take(self, kept: Bools) -> _Rows:
        return _Rows(self.keys[kept], self.hubs[kept], self.right[kept], self.wrong[kept])


def _errors(source: Knowledge) -> _Rows:
    """All false relations of triples that a split may show at a hub of its own."""
    edges, wrong = _fitting(source)
    shown = np.zeros(len(source.heads), dtype=np.bool_)
    for split in ("train", "eval"):
        shown[straight(source, split)] = True
    found = []
    for tail, ends in enumerate((source.heads, source.tails)):
        hubs = ends[edges]
        kept = shown[edges] & (source.evaluates[hubs] == source.owned[edges])
        found.append((2 * edges + tail, hubs, source.rels[edges], wrong, kept))
    keys, all_hubs, right, all_wrong, fits = map(np.concatenate, zip(*found, strict=True))
    return _Rows(keys, all_hubs, right, all_wrong).take(fits)


def _fitting(source: Knowledge) -> tuple[Ints, Ints]:
    """For every triple (h, r, t), the relations that h has as head and t as tail elsewhere and
    that are neither known nor likely between the two: index of the triple, relation."""
    many = len(source.relations)
    as_head, as_tail = _stands(source, source.heads), _stands(source, source.tails)
    akin = np.eye(many, dtype=np.bool_)
    for relation, (same, inverse) in enumerate(source.kin):
        akin[relation, [*same, *inverse]] = True
    edges, relations = list[Ints](), list[Ints]()
    for low in range(0, len(source.heads), _ROWS):
        rows = slice(low, low + _ROWS)
        fits = as_head[source.heads[rows]] & as_tail[source.tails[rows]] & ~akin[source.rels[rows]]
        row, wrong = np.nonzero(fits)
        edges.append(row + low)
        relations.append(wrong)
    edge, rival = np.concatenate(edges), np.concatenate(relations)
    false = ~source.may_hold(source.heads[edge], rival, source.tails[edge])
    return edge[false], rival[false]


def _keys(source: Knowledge, rows: _Rows) -> list[tuple[Ints, Ints]]:
    """Two names of each error, one as seen forwards and one as its reverse would be seen."""
    many = len(source.relations)
    edges, tail = rows.keys // 2, rows.keys % 2
    leaves = np.where(tail == 1, source.heads[edges], source.tails[edges])
    there, back = rows.right * many + rows.wrong, rows.wrong * many + rows.right
    base = (source.label[leaves] * 2 + tail) * many**2
    old, new = (_steps(source, rows, tail, relations) for relations in (rows.right, rows.wrong))
    size = _LEVELS + 1
    kind = (tail * many**2 + there) * size**2, (tail * many**2 + back) * size**2
    hub = (rows.hubs * 2 + tail) * many**2
    return [
        (base + there, base + back),
        (kind[0] + old * size + new, kind[1] + new * size + old),
        (hub + there, hub + back),
    ]


def _steps(source: Knowledge, rows: _Rows, tail: Ints, relations: Ints) -> Ints:
    """About how many triples of the relation a hub can show, in powers of two."""
    counts = np.zeros(len(relations), dtype=np.int64)
    for split in ("train", "eval"):
        ours = source.evaluates[rows.hubs] == (split == "eval")
        for number, side in enumerate(_SIDES):
            here = np.flatnonzero(ours & (tail == number))
            counts[here] = shown_counts(source, split, relations[here], side, rows.hubs[here])
    return np.minimum(np.log2(np.maximum(counts, 1)).astype(np.int64), _LEVELS)


_SIDES: tuple[Side, Side] = ("head", "tail")
Balance = tuple[Ints, Ints]


def _balance(there: Ints, back: Ints) -> Balance:
    """The two names as small numbers."""
    _, place = np.unique(np.concatenate([there, back]), return_inverse=True)
    return place[: len(there)], place[len(there) :]


def _supported(families: list[Balance]) -> Bools:
    """Which errors have a reverse in every family."""
    kept = np.ones(len(families[0][0]), dtype=np.bool_)
    while True:
        still = kept.copy()
        for there, back in families:
            live = np.zeros(_size(there, back), dtype=np.bool_)
            live[there[kept]] = True
            still &= live[back]
        if (still == kept).all():
            return kept
        kept = still


def _balanced(hubs: Ints, families: list[Balance], size: int) -> Floats:
    """Weights by iterative scaling, at most 1 a hub, under which errors and their reverses occur
    equally often in every family, or nearly so where that is only favoured."""
    pulls = [np.zeros(_size(*family)) for family in families]
    weights = np.ones(len(hubs))
    for _ in range(_ROUNDS):
        logs = np.zeros(len(hubs))
        for pull, (there, back) in zip(pulls, families, strict=True):
            logs += pull[there] - pull[back]
        raw = np.exp(logs)
        weights = raw / np.maximum(np.bincount(hubs, raw, minlength=size)[hubs], 1)
        for number, (pull, (there, back)) in enumerate(zip(pulls, families, strict=True)):
            out = np.bincount(there, weights, minlength=len(pull))
            into = np.bincount(back, weights, minlength=len(pull))
            pull += _STEP * np.log((into + _SOFT) / (out + _SOFT))
            most = _FIRM if number < _STRICT else _FAVOUR
            np.clip(pull, -most, most, out=pull)
    return weights


def _size(there: Ints, back: Ints) -> int:
    return int(max(there.max(initial=-1), back.max(initial=-1))) + 1


def _stands(source: Knowledge, ends: Ints) -> Bools:
    """Table (entities, relations): whether the entity is an end of such a triple."""
    table = np.zeros((len(source.entities), len(source.relations)), dtype=np.bool_)
    table[ends, source.rels] = True
    return table


@lru_cache(maxsize=64)
def hubs(source: Knowledge, split: str, least: int, most_degree: int, need: Need) -> Ints:
    """Starts with so many neighbours that meet the need; some come several times."""
    if need == "peers":
        return with_peers(source, split, least, most_degree)
    starts = source.starts(split, "neighbours", least, most_degree)
    if need == "several":
        return np.intersect1d(starts, source.starts(split, "relations", _SEVERAL, most_degree))
    if need == "varied":
        into = np.bincount(source.tails[straight(source, split)], minlength=len(source.entities))
        left = own_relations(source, split) - np.maximum(least - into, least - least // 2)
        return starts[left[starts] >= OPTIONS]
    if need == "rival":
        return np.repeat(starts, rivals(source).shares[starts])
    return starts
