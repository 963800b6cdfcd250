"""Hubs in company: entities of which several others have all the relations that are shown, so that
these do not give them away when they are to be guessed or replaced."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

import numpy as np

from figloom.knowledge import Ints, Knowledge, Side
from figloom.negatives.shown import fillers, straight


def with_peers(source: Knowledge, split: str, least: int, most_degree: int) -> Ints:
    """Starts of which so many edges can be shown in the company of other entities."""
    starts = source.starts(split, "neighbours", least, most_degree)
    found: Ints = starts[_most(source, split, most_degree)[starts] >= least]
    return found


@lru_cache(maxsize=4)
def _most(source: Knowledge, split: str, most_degree: int) -> Ints:
    """How many edges of every entity can be shown in company, the commonest taken first."""
    hubs, slots, many = _commonest(source, split)
    wanted = source.starts(split, "neighbours", 1, most_degree)
    bounds = np.searchsorted(hubs, [wanted, wanted + 1]).T.tolist()
    bits = {slot: filled(source, split, *_slot(slot)) for slot in np.unique(slots).tolist()}
    rows = [(bits[slot], edges) for slot, edges in zip(slots.tolist(), many.tolist(), strict=True)]
    least, found = company(source, split), np.zeros(len(source.entities), np.int64)
    for hub, (low, high) in zip(wanted.tolist(), bounds, strict=True):
        left = -1
        for entities, edges in rows[low:high]:
            rest = left & entities
            if rest.bit_count() > least:
                found[hub] += edges
                left = rest
    return found


def _commonest(source: Knowledge, split: str) -> tuple[Ints, Ints, Ints]:
    """Entities, ascending, with the slots they fill, as `commonest_first` orders their edges, and
    with how many of these."""
    edges = straight(source, split)
    heads, rels, tails = source.heads[edges], source.rels[edges], source.tails[edges]
    hubs, others = np.concatenate([heads, tails]), np.concatenate([tails, heads])
    slots = np.concatenate([2 * rels, 2 * rels + 1])
    known = np.unique(slots)
    many = np.array([len(fillers(source, split, *_slot(slot))) for slot in known.tolist()])
    # As `Knowledge.edges` has them: those with the entity as head first, by relation.
    order = np.lexsort([slots // 2, slots % 2, -many[np.searchsorted(known, slots)], hubs])
    pairs = hubs * len(source.entities) + source.label[others]
    _, first = np.unique(pairs[order], return_index=True)
    hubs, slots = (column[order[np.sort(first)]] for column in (hubs, slots))
    # Edges of one slot stand together.
    new = np.flatnonzero((np.diff(hubs, prepend=-1) != 0) | (np.diff(slots, prepend=-1) != 0))
    return hubs[new], slots[new], np.diff(new, append=len(hubs))


def _slot(number: int) -> tuple[int, Side]:
    """The relation and the side of a slot: twice the relation, and one more for tails."""
    return number // 2, "tail" if number % 2 else "head"


def peers(source: Knowledge, split: str, slots: Iterable[tuple[int, Side]]) -> Ints:
    """Entities of the split that it may show in each of these slots."""
    sets = sorted((fillers(source, split, *slot) for slot in sorted(set(slots))), key=len)
    found = sets[0]
    for others in sets[1:]:
        found = among(found, others)
    return found


def in_company(
    source: Knowledge, split: str, hub: int, edges: Iterable[int], most: int
) -> list[int]:
    """Up to `most` of the edges, taken in order while enough entities have all their relations."""
    least, left = company(source, split), -1
    taken: list[int] = []
    for edge in edges:
        side: Side = "head" if source.heads[edge] == hub else "tail"
        rest = left & filled(source, split, int(source.rels[edge]), side)
        if rest.bit_count() > least:
            taken.append(edge)
            left = rest
            if len(taken) == most:
                break
    return taken


def commonest_first(source: Knowledge, split: str, hub: int, edges: list[int]) -> list[int]:
    """The edges by the number of entities that have such a one, one a neighbour."""

    def many(edge: int) -> int:
        side: Side = "head" if source.heads[edge] == hub else "tail"
        return -len(fillers(source, split, int(source.rels[edge]), side))

    found: dict[int, int] = {}
    for edge in sorted(edges, key=many):
        other = int(source.heads[edge] + source.tails[edge]) - hub
        found.setdefault(int(source.label[other]), edge)
    return list(found.values())


@lru_cache(maxsize=4)
def company(source: Knowledge, split: str) -> int:
    """How many entities beside the hub shall have all its relations, if the hub is to be guessed
    or replaced: the more, the less its relations alone give it away."""
    there = len(source.starts(split, "neighbours", 1, len(source.heads)))
    return max(6, min(30, there // 90))


@lru_cache(maxsize=4096)
def filled(source: Knowledge, split: str, relation: int, side: Side) -> int:
    """The same entities as the bits of one number, which is fast to intersect and to count."""
    bits = np.zeros(len(source.entities), dtype=np.bool_)
    bits[fillers(source, split, relation, side)] = True
    return int.from_bytes(np.packbits(bits).tobytes(), "big")


def among(some: Ints, others: Ints) -> Ints:
    """Those that are also among the others, which are ordered."""
    if not len(others):
        return others
    place = np.minimum(np.searchsorted(others, some), len(others) - 1)
    shared: Ints = some[others[place] == some]
    return shared
