"""Hubs in company: entities of which several others have all the relations that are shown, so that
these do not give them away when they are to be guessed or replaced."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

import numpy as np

from figloom.knowledge import Ints, Knowledge, Side
from figloom.negatives.shown import fillers


@lru_cache(maxsize=16)
def with_peers(source: Knowledge, split: str, least: int, most_degree: int) -> Ints:
    """Starts of which so many edges can be shown in the company of other entities."""
    starts = source.starts(split, "neighbours", least, most_degree)
    kept = [
        hub
        for hub in starts.tolist()
        if len(
            in_company(
                source,
                split,
                hub,
                commonest_first(source, split, hub, source.edges(hub, split).tolist()),
                least,
            )
        )
        == least
    ]
    return np.array(kept, dtype=np.int64)


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
