"""Which triples can carry a hard relation error, found for a whole source at once.

A false relation that no type gives away exists for about one edge in twenty of FB15K-237: samplers
start where there is one instead of trying.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from figloom.chances import Floats, shown_counts
from figloom.fits import fitting
from figloom.knowledge import Bools, Ints, Knowledge, Side
from figloom.seeds import Draw

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

    hubs: Ints
    """Ascending."""
    edges: Ints
    wrong: Ints
    weights: Ints
    shares: Ints
    """For every entity, how often it is a start: 0 to 4."""

    def pick(self, draw: Draw, hub: int) -> tuple[int, int] | None:
        """The draw's error at the hub: a triple and a false relation for it, or None when there
        is none. Sampler and modifier both ask for it: to show the triple, and to change it."""
        low, high = np.searchsorted(self.hubs, (hub, hub + 1)).tolist()
        weights = self.weights[low:high].tolist()
        if not sum(weights):
            return None
        row = draw.random("rival").choices(range(low, high), weights)[0]
        return int(self.edges[row]), int(self.wrong[row])


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
    order = np.lexsort((rows.wrong, rows.edges, rows.hubs))
    return Rivals(
        rows.hubs[order],
        rows.edges[order],
        rows.wrong[order],
        np.rint(weights[order] * _WHOLE).astype(np.int64),
        np.rint(shares * _LEVELS).astype(np.int64),
    )


@dataclass(frozen=True, slots=True)
class _Rows:
    edges: Ints
    tail: Ints
    """1 where the hub is the triple's tail."""
    hubs: Ints
    right: Ints
    wrong: Ints

    def take(self, kept: Bools) -> _Rows:
        return _Rows(
            self.edges[kept], self.tail[kept], self.hubs[kept], self.right[kept], self.wrong[kept]
        )


def _errors(source: Knowledge) -> _Rows:
    """All false relations of triples that a split may show at a hub of its own."""
    edges, wrong = fitting(source)
    straight_ = source.label[source.heads[edges]] != source.label[source.tails[edges]]
    found = []
    for tail, ends in enumerate((source.heads, source.tails)):
        hubs = ends[edges]
        kept = straight_ & (source.evaluates[hubs] == source.owned[edges])
        rows = _Rows(edges, np.full(len(edges), tail), hubs, source.rels[edges], wrong)
        found.append(rows.take(kept))
    parts = ([getattr(rows, name) for rows in found] for name in _Rows.__slots__)
    return _Rows(*map(np.concatenate, parts))


def _keys(source: Knowledge, rows: _Rows) -> list[tuple[Ints, Ints]]:
    """Two names of each error, one as seen forwards and one as its reverse would be seen."""
    many = len(source.relations)
    tail = rows.tail
    leaves = np.where(tail == 1, source.heads[rows.edges], source.tails[rows.edges])
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
