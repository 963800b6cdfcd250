"""What the maps of a split may show of a source: its triples, and who stands where in them."""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from figloom.knowledge import Ints, Knowledge, Side


@lru_cache(maxsize=4)
def straight(source: Knowledge, split: str) -> Ints:
    """Triples that the split may show, loops left out."""
    mine = source.owned == (split == "eval")
    return np.flatnonzero(mine & (source.label[source.heads] != source.label[source.tails]))


@lru_cache(maxsize=4)
def neighbours(source: Knowledge, split: str) -> Ints:
    """Distinct neighbours of every entity in the split."""
    edges = straight(source, split)
    size = len(source.entities)
    ends = np.concatenate([source.heads[edges], source.tails[edges]])
    others = source.label[np.concatenate([source.tails[edges], source.heads[edges]])]
    return np.bincount(np.unique(ends * size + others) // size, minlength=size)


@lru_cache(maxsize=4)
def own_relations(source: Knowledge, split: str) -> Ints:
    """How many relations every entity has as head in the split."""
    keys = _shown_counts(source, split, "head")[0]
    return np.bincount(keys // len(source.relations), minlength=len(source.entities))


def shown_counts(
    source: Knowledge, split: str, relation: int | Ints, side: Side, entities: Ints
) -> Ints:
    """In how many triples of the split each entity fills the slot."""
    keys, counts = _shown_counts(source, split, side)
    wanted = entities * len(source.relations) + relation
    place = np.minimum(np.searchsorted(keys, wanted), len(keys) - 1)
    found: Ints = np.where(keys[place] == wanted, counts[place], 0)
    return found


@lru_cache(maxsize=4)
def _shown_counts(source: Knowledge, split: str, side: Side) -> tuple[Ints, Ints]:
    edges = straight(source, split)
    ends = source.heads[edges] if side == "head" else source.tails[edges]
    found: tuple[Ints, Ints] = np.unique(
        ends * len(source.relations) + source.rels[edges], return_counts=True
    )
    return found


@lru_cache(maxsize=4096)
def fillers(source: Knowledge, split: str, relation: int, side: Side) -> Ints:
    """Entities of the split that it may show in the slot, ordered."""
    rels, edges = _by_relation(source, split)
    low, high = np.searchsorted(rels, (relation, relation + 1))
    edges = edges[low:high]
    ends = np.unique(source.heads[edges] if side == "head" else source.tails[edges])
    found: Ints = ends[source.evaluates[ends] == (split == "eval")]
    return found


@lru_cache(maxsize=4)
def _by_relation(source: Knowledge, split: str) -> tuple[Ints, Ints]:
    """Relations, ascending, and the triples that the split may show in the same order."""
    edges = straight(source, split)
    edges = edges[np.argsort(source.rels[edges], kind="stable")]
    return source.rels[edges], edges
