"""Which triples can carry a hard relation error, found for a whole source at once.

A false relation that no type gives away exists for about one edge in twenty of FB15K-237: samplers
start where there is one instead of trying.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from figloom.knowledge import Bools, Ints, Knowledge, Side
from figloom.negatives.balance import Family, balanced
from figloom.negatives.fits import fitting
from figloom.negatives.shown import shown_counts
from figloom.seeds import Draw

_UNEVEN = 0.5
"""Weight in train of errors that are not balanced at their hub. Without them, few hubs are left,
and the same errors come again and again; with more, a hub's relations are remembered."""
_POWERS = 4
"""Powers of two in which counts at a hub are told apart."""
_SHARES = 6
"""Steps in which the shares of hubs are told apart."""
_WHOLE = 1_000_000
_SIDES: tuple[Side, Side] = ("head", "tail")


@dataclass(frozen=True, slots=True)
class Rivals:
    """Triples at a hub with a false relation for each, and how often to take it."""

    hubs: Ints
    """Ascending."""
    edges: Ints
    wrong: Ints
    weights: Ints
    shares: Ints
    """For every entity, how often it is a start."""

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

    For every leaf, r is changed to s as often as s to r, and so it is for hubs with about so many
    triples of r and of s. In train, where hubs come again, most errors are balanced at their hub,
    too: each of its relations is as often put there falsely as taken away.
    """
    rows = _errors(source)
    leaf, kind, hub = _at_leaf(source, rows), _at_such_hubs(source, rows), _at_hub(source, rows)
    alike = balanced(rows.hubs, [leaf, kind])
    even = balanced(rows.hubs, [leaf, hub])
    weights = np.where(source.evaluates[rows.hubs], alike, even + _UNEVEN * alike)
    shares = np.bincount(rows.hubs, weights, len(source.entities))
    order = np.lexsort((rows.wrong, rows.edges, rows.hubs))
    order = order[weights[order] > 0]
    return Rivals(
        rows.hubs[order],
        rows.edges[order],
        rows.wrong[order],
        np.rint(weights[order] * _WHOLE).astype(np.int64),
        np.rint(shares * _SHARES).astype(np.int64),
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
    apart = source.label[source.heads[edges]] != source.label[source.tails[edges]]
    found = []
    for tail, ends in enumerate((source.heads, source.tails)):
        hubs = ends[edges]
        kept = apart & (source.evaluates[hubs] == source.owned[edges])
        rows = _Rows(edges, np.full(len(edges), tail), hubs, source.rels[edges], wrong)
        found.append(rows.take(kept))
    parts = ([getattr(rows, name) for rows in found] for name in _Rows.__slots__)
    return _Rows(*map(np.concatenate, parts))


def _at_leaf(source: Knowledge, rows: _Rows) -> Family:
    """States: the leaf, and both relations in order."""
    leaves = np.where(rows.tail == 1, source.heads[rows.edges], source.tails[rows.edges])
    base = source.label[leaves] * 2 + rows.tail
    return Family(*(base * len(source.relations) ** 2 + pair for pair in _pairs(source, rows)))


def _at_such_hubs(source: Knowledge, rows: _Rows) -> Family:
    """States: both relations in order, and about how many triples the hub can show of each."""
    right, wrong = _steps(source, rows, rows.right), _steps(source, rows, rows.wrong)
    size = _POWERS + 1
    there, back = (pair * 2 + rows.tail for pair in _pairs(source, rows))
    return Family((there * size + right) * size + wrong, (back * size + wrong) * size + right)


def _at_hub(source: Knowledge, rows: _Rows) -> Family:
    """States: the hub and one relation."""
    base = (rows.hubs * 2 + rows.tail) * len(source.relations)
    return Family(base + rows.right, base + rows.wrong)


def _pairs(source: Knowledge, rows: _Rows) -> tuple[Ints, Ints]:
    """One number for the true and the false relation, and for the reverse."""
    many = len(source.relations)
    return rows.right * many + rows.wrong, rows.wrong * many + rows.right


def _steps(source: Knowledge, rows: _Rows, relations: Ints) -> Ints:
    """About how many triples of the relation each hub can show, in powers of two."""
    counts = np.zeros(len(relations), dtype=np.int64)
    for split in ("train", "eval"):
        ours = source.evaluates[rows.hubs] == (split == "eval")
        for number, side in enumerate(_SIDES):
            here = np.flatnonzero(ours & (rows.tail == number))
            counts[here] = shown_counts(source, split, relations[here], side, rows.hubs[here])
    return np.minimum(np.log2(np.maximum(counts, 1)).astype(np.int64), _POWERS)
