"""A whole knowledge graph in a few arrays: lookups, slots, truth and splits, read-only.

Entities and relations are small integers here and ids elsewhere. Truth is judged at the level of
the *shown labels*: two entities with one name count as one.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterable, Sequence
from functools import cached_property, lru_cache
from hashlib import blake2b
from pathlib import Path
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from figloom.errors import SourceError
from figloom.seeds import share
from figloom.types import Entity, Relation

Ints = NDArray[np.int64]
Bools = NDArray[np.bool_]
Side = Literal["head", "tail"]
Counted = Literal["neighbours", "relations"]

RELATED = 0.25
"""Two relations are related when they share this part of the rarer one's ordered pairs."""
_FEW = 5


def normalise(name: str) -> str:
    """The form under which two shown labels are the same: case, punctuation and a leading "the"
    tell nothing apart in a picture."""
    folded = unicodedata.normalize("NFKC", name).casefold()
    words = "".join(c if c.isalnum() or c in "+#" else " " for c in folded).split()
    if words[:1] == ["the"] and len(words) > 1:
        words = words[1:]
    return " ".join(words) or folded


class Knowledge:
    """The read-only handle that samplers and modifiers get.

    `triples` has shape (n, 3): head, relation, tail as indices into `entities` and `relations`.
    `related` and `inverse` name pairs of relations that mean nearly the same, in the same or the
    other direction, beside those found by overlap.
    """

    def __init__(
        self,
        name: str,
        licence: str,
        entities: Sequence[Entity],
        relations: Sequence[Relation],
        triples: NDArray[np.integer],
        *,
        eval_share: float = 0.1,
        related: Iterable[tuple[int, int]] = (),
        inverse: Iterable[tuple[int, int]] = (),
        locate: Callable[[str], Path] | None = None,
        credits: str = "",
    ) -> None:
        if not len(triples):
            raise SourceError(f"Source {name!r} holds no triples.")
        self.name, self.licence, self.credits = name, licence, credits
        self.notes: tuple[str, ...] = ()
        self.entities, self.relations = entities, relations
        self.eval_share = eval_share
        self._locate = locate
        self._said = (tuple(related), tuple(inverse))
        names = [normalise(entity.name) for entity in entities]
        _, labels = np.unique(names, return_inverse=True)
        self.label: Ints = labels.astype(np.int64)
        """Index of each entity's normalised name."""
        self.evaluates: Bools = np.array([share(f"split/{n}") < eval_share for n in names])
        """Whether an entity, as a hub, belongs to the eval split."""
        self.heads, self.rels, self.tails = self._distinct(triples)
        counts = np.bincount(self.label[self.heads], minlength=len(names))
        counts = counts + np.bincount(self.label[self.tails], minlength=len(names))
        self.degree: Ints = counts[self.label]
        """Triples at an entity's label, loops counted twice."""
        self._order_of_names = np.empty(len(names), dtype=np.int64)
        self._order_of_names[np.argsort(np.array(names), kind="stable")] = np.arange(len(names))
        self.owned: Bools = self.owner(self.heads, self.tails)
        """Whether each triple belongs to the eval split."""
        self._keys = np.sort(self._key(self.heads, self.rels, self.tails))
        self._by_head, self._head_keys = self._order(self.heads)
        self._by_tail, self._tail_keys = self._order(self.tails)

    def _distinct(self, triples: NDArray[np.integer]) -> tuple[Ints, Ints, Ints]:
        heads, rels, tails = (triples[:, column].astype(np.int64) for column in range(3))
        _, first = np.unique(self._key(heads, rels, tails), return_index=True)
        kept = np.sort(first)
        return heads[kept], rels[kept], tails[kept]

    def _key(self, heads: Ints | int, rels: Ints | int, tails: Ints | int) -> Ints:
        """One integer a labelled triple."""
        size = len(self.entities)
        left = self.label[heads] * len(self.relations) + rels
        key: Ints = left * size + self.label[tails]
        return key

    def owner(self, heads: Ints | int, tails: Ints | int) -> Bools:
        """Whether a triple of these ends is eval's: it goes with its rarer end, ties by name."""
        owned: Bools = self.evaluates[self.rarer(heads, tails)]
        return owned

    def rarer(self, heads: Ints | int, tails: Ints | int) -> Ints:
        """The end with fewer triples, or the first by name."""
        head, tail = self.degree[heads], self.degree[tails]
        first = self._order_of_names[heads] <= self._order_of_names[tails]
        return np.where((head < tail) | ((head == tail) & first), heads, tails)

    def _order(self, ends: Ints) -> tuple[Ints, Ints]:
        keys = ends * len(self.relations) + self.rels
        order = np.argsort(keys, kind="stable")
        return order, keys[order]

    @cached_property
    def index(self) -> dict[str, int]:
        """Place of each entity id."""
        return {entity.id: place for place, entity in enumerate(self.entities)}

    @cached_property
    def relation_index(self) -> dict[str, int]:
        """Place of each relation id."""
        return {relation.id: place for place, relation in enumerate(self.relations)}

    @cached_property
    def fingerprint(self) -> str:
        """Hash of all triples, names and pictures, by which two copies of a source are equal."""
        total = blake2b(digest_size=16)
        for column in (self.heads, self.rels, self.tails):
            total.update(column.tobytes())
        told = [(e.id, e.name, e.description, e.type, e.picture) for e in self.entities]
        total.update(repr((told, [(r.id, r.name) for r in self.relations])).encode())
        return total.hexdigest()

    # --- lookups ------------------------------------------------------------------------------

    def picture(self, reference: str) -> Path:
        """File of a picture reference; SourceError when the source has no such picture."""
        if self._locate is None:
            raise SourceError(
                f"Source {self.name!r} has no pictures, but {reference!r} asks for one."
            )
        return self._locate(reference)

    def out_edges(self, entity: int) -> Ints:
        """Indices of the triples with this head."""
        return self._between(self._by_head, self._head_keys, entity)

    def in_edges(self, entity: int) -> Ints:
        """Indices of the triples with this tail."""
        return self._between(self._by_tail, self._tail_keys, entity)

    def edges(self, entity: int, split: str) -> Ints:
        """Indices of the triples at an entity that the split may show, without self-loops."""
        found = np.concatenate([self.out_edges(entity), self.in_edges(entity)])
        mine = self.owned[found] == (split == "eval")
        straight = self.label[self.heads[found]] != self.label[self.tails[found]]
        kept: Ints = found[mine & straight]
        return kept

    def _between(self, order: Ints, keys: Ints, entity: int) -> Ints:
        size = len(self.relations)
        low, high = np.searchsorted(keys, (entity * size, (entity + 1) * size))
        found: Ints = order[low:high]
        return found

    def partners(self, entity: int, relation: int, side: Side) -> Ints:
        """The entities that stand on `side` of the relation's triples with this one."""
        order, keys, ends = (
            (self._by_head, self._head_keys, self.tails)
            if side == "tail"
            else (self._by_tail, self._tail_keys, self.heads)
        )
        key = entity * len(self.relations) + relation
        low, high = np.searchsorted(keys, (key, key + 1))
        return ends[order[low:high]]

    def triple_index(self, head: int, relation: int, tail: int) -> int:
        """Index of a known triple; KeyError when there is none."""
        key = head * len(self.relations) + relation
        low, high = np.searchsorted(self._head_keys, (key, key + 1))
        for index in self._by_head[low:high].tolist():
            if self.tails[index] == tail:
                return int(index)
        raise KeyError((head, relation, tail))

    def relations_at(self, entity: int, side: Side) -> Ints:
        """Distinct relations in which the entity has partners on `side`."""
        edges = self.out_edges(entity) if side == "tail" else self.in_edges(entity)
        found: Ints = np.array(sorted(set(self.rels[edges].tolist())), dtype=np.int64)
        return found

    # --- slots --------------------------------------------------------------------------------

    @lru_cache(maxsize=4096)  # noqa: B019 - one Knowledge lives as long as its process
    def slot(self, relation: int, side: Side) -> tuple[Ints, Ints]:
        """Entities seen on `side` of a relation, ascending, and in how many triples each."""
        ends = self.tails if side == "tail" else self.heads
        low, high = np.searchsorted(self._rel_keys, (relation, relation + 1))
        found: tuple[Ints, Ints] = np.unique(ends[self._by_rel[low:high]], return_counts=True)
        return found

    def slot_counts(self, relation: int, side: Side, entities: Ints) -> Ints:
        """How often each entity fills the slot, zero if never."""
        known, counts = self.slot(relation, side)
        place = np.minimum(np.searchsorted(known, entities), len(known) - 1)
        return np.where(known[place] == entities, counts[place], 0)

    @cached_property
    def relation_counts(self) -> Ints:
        """Triples a relation."""
        return np.bincount(self.rels, minlength=len(self.relations))

    @cached_property
    def _by_rel(self) -> Ints:
        return np.argsort(self.rels, kind="stable")

    @cached_property
    def _rel_keys(self) -> Ints:
        return self.rels[self._by_rel]

    # --- truth --------------------------------------------------------------------------------

    def holds(self, heads: Ints | int, rels: Ints | int, tails: Ints | int) -> Bools:
        """Whether the labelled triples are known in any split; arguments broadcast."""
        keys = np.atleast_1d(self._key(heads, rels, tails))
        place = np.minimum(np.searchsorted(self._keys, keys), len(self._keys) - 1)
        known: Bools = self._keys[place] == keys
        return known

    def may_hold(self, heads: Ints | int, rels: Ints | int, tails: Ints | int) -> Bools:
        """`holds`, or holds for a related relation, or reversed for one's inverse.

        Local closed-world negatives must be outside this wider set: a pair that stands in a
        near-synonym of the relation is too likely true.
        """
        head, rel, tail = np.broadcast_arrays(
            *(np.atleast_1d(part) for part in (heads, rels, tails))
        )
        known = self.holds(head, rel, tail)
        starts, others, turned = self._kin_rows
        open_ = np.flatnonzero(~known)
        many = np.diff(starts)[rel[open_]]
        row = np.repeat(open_, many)
        place = np.arange(len(row)) + np.repeat(starts[rel[open_]] - np.cumsum(many) + many, many)
        back = turned[place]
        left, right = np.where(back, tail[row], head[row]), np.where(back, head[row], tail[row])
        known[row[self.holds(left, others[place], right)]] = True
        return known

    @cached_property
    def _kin_rows(self) -> tuple[Ints, Ints, Bools]:
        """First row of each relation, and one past the last; in each row one of its kin, and
        whether that is an inverse."""
        starts = np.cumsum([0, *(len(same) + len(inverse) for same, inverse in self.kin)])
        others = [other for same, inverse in self.kin for other in (*same, *inverse)]
        turned = [n >= len(same) for same, inverse in self.kin for n in range(len(same + inverse))]
        return starts, np.array(others, dtype=np.int64), np.array(turned, dtype=np.bool_)

    @cached_property
    def kin(self) -> list[tuple[tuple[int, ...], tuple[int, ...]]]:
        """For each relation, those that mostly share its ordered pairs, and its inverses."""
        size, many = len(self.entities), len(self.relations)
        pairs = self.label[self.heads] * size + self.label[self.tails]
        turned = self.label[self.tails] * size + self.label[self.heads]
        same = _overlaps(pairs, self.rels, pairs, self.rels, many)
        inverse = _overlaps(pairs, self.rels, turned, self.rels, many)
        least = np.minimum.outer(self.relation_counts, self.relation_counts)
        close = [(t >= _FEW) & (t >= RELATED * least) for t in (same, inverse)]
        for table, said in zip(close, self._said, strict=True):
            for first, second in said:
                table[first, second] = table[second, first] = True
        np.fill_diagonal(close[0], False)
        return [
            tuple(tuple(np.flatnonzero(table[r]).tolist()) for table in close)  # type: ignore[misc]
            for r in range(many)
        ]

    # --- starts -------------------------------------------------------------------------------

    def starts(self, split: str, what: Counted, least: int, most_degree: int) -> Ints:
        """Entities of the split with at least so many neighbours, or relation types, among their
        triples of the split; loops are left out."""
        fit = self._own(split, what) >= least
        return np.flatnonzero(
            fit & (self.evaluates == (split == "eval")) & (self.degree <= most_degree)
        )

    @lru_cache(maxsize=64)  # noqa: B019
    def grown(self, split: str, least: int, most_degree: int) -> Ints:
        """Entities of the split from which so many can be reached along its triples, without
        passing through an entity of higher degree; loops are left out."""
        ends = self.label[self.heads], self.label[self.tails]
        mine = (self.owned == (split == "eval")) & (ends[0] != ends[1])
        heads, tails = self.heads[mine], self.tails[mine]
        open_ = (self.degree[heads] <= most_degree) & (self.degree[tails] <= most_degree)
        group = _components(heads[open_], tails[open_], len(self.entities))
        size = np.bincount(group, minlength=len(self.entities))[group]
        fit = (self.evaluates == (split == "eval")) & (self.degree <= most_degree)
        return np.flatnonzero(fit & (size >= least))

    @lru_cache(maxsize=8)  # noqa: B019
    def _own(self, split: str, what: Counted) -> Ints:
        mine = (self.owned == (split == "eval")) & (
            self.label[self.heads] != self.label[self.tails]
        )
        ends = np.concatenate([self.heads[mine], self.tails[mine]])
        if what == "relations":
            others = np.concatenate([self.rels[mine], self.rels[mine]])
        else:
            others = self.label[np.concatenate([self.tails[mine], self.heads[mine]])]
        width = max(len(self.entities), len(self.relations))
        keys = np.sort(ends * width + others)
        distinct = keys[np.diff(keys, prepend=-1) > 0]
        return np.bincount(distinct // width, minlength=len(self.entities))


def _overlaps(left: Ints, left_rel: Ints, right: Ints, right_rel: Ints, many: int) -> Ints:
    """Table (many, many): pairs that carry the first relation on the left and the second right."""
    order = np.argsort(right, kind="stable")
    sorted_right = right[order]
    # Sorted needles keep the binary searches in the cache.
    ascending = np.argsort(left, kind="stable")
    left, left_rel = left[ascending], left_rel[ascending]
    low = np.searchsorted(sorted_right, left, "left")
    high = np.searchsorted(sorted_right, left, "right")
    spans = high - low
    rows = np.repeat(np.arange(len(left)), spans)
    offset = np.arange(len(rows)) - np.repeat(np.cumsum(spans) - spans, spans)
    columns = order[np.repeat(low, spans) + offset]
    flat = left_rel[rows] * many + right_rel[columns]
    return np.bincount(flat, minlength=many * many).reshape(many, many)


def _components(heads: Ints, tails: Ints, size: int) -> Ints:
    """Number of each entity's connected component: that of its least member."""
    group = np.arange(size)
    while True:
        least = np.minimum(group[heads], group[tails])
        lower = group.copy()
        np.minimum.at(lower, heads, least)
        np.minimum.at(lower, tails, least)
        lower = lower[lower]
        if (lower == group).all():
            return group
        group = lower
