"""How often a source shows what in a place, so that false answers can be drawn exactly as often as
true ones.

A solver that knows every frequency still gains nothing if, for each set of options, each option is
equally likely the true one. False answers are therefore drawn as they occur as truths, and a set
that would make the truth likelier than another option is given up in proportion (`evenly`).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import permutations
from random import Random

import numpy as np
from numpy.typing import NDArray

from figloom.knowledge import Bools, Ints, Knowledge, Side

Floats = NDArray[np.float64]

WINDOW = 40
"""Donors are the triples of so many hubs on each side in degree."""


@lru_cache(maxsize=4)
def company(source: Knowledge, split: str) -> int:
    """How many entities beside the hub shall have all its relations, if the hub is to be guessed
    or replaced: the more, the less its relations alone give it away."""
    there = len(source.starts(split, "neighbours", 1, len(source.heads)))
    return max(6, min(30, there // 90))


@lru_cache(maxsize=4)
def straight(source: Knowledge, split: str) -> Ints:
    """Triples that the split may show, loops left out."""
    mine = source.owned == (split == "eval")
    return np.flatnonzero(mine & (source.label[source.heads] != source.label[source.tails]))


@dataclass(frozen=True, slots=True)
class Donors:
    """Triples that a star may show in one slot: rows of hub, filler, and chance, up to a factor,
    that a star of the hub shows this triple. Ordered by the hub's degree."""

    hubs: Ints
    fillers: Ints
    weights: Floats


@lru_cache(maxsize=4096)
def _slot(source: Knowledge, split: str, relation: int, side: Side) -> tuple[Donors, Ints, Ints]:
    """All donors of a slot; the first row of each hub, and its degree."""
    edges = _by_relation(source)[relation]
    hubs, fillers = source.heads[edges], source.tails[edges]
    if side == "head":
        hubs, fillers = fillers, hubs
    # A hub of the other split does as well, if its triple would be the split's with such a hub.
    kept = source.rarer(hubs, fillers) == hubs
    kept |= source.evaluates[fillers] == (split == "eval")
    hubs, fillers = hubs[kept], fillers[kept]
    order = np.lexsort((fillers, hubs, source.degree[hubs]))
    hubs, fillers = hubs[order], fillers[order]
    starts = np.flatnonzero(np.diff(hubs, prepend=-1))
    many = np.where(
        source.evaluates[hubs], neighbours(source, "eval")[hubs], neighbours(source, "train")[hubs]
    )
    weights = 1 / np.maximum(many, 1)
    return Donors(hubs, fillers, weights), starts, source.degree[hubs[starts]]


@lru_cache(maxsize=4)
def _by_relation(source: Knowledge) -> list[Ints]:
    edges = np.flatnonzero(source.label[source.heads] != source.label[source.tails])
    rels = source.rels[edges]
    order = np.argsort(rels, kind="stable")
    ends = np.cumsum(np.bincount(rels, minlength=len(source.relations)))
    return np.split(edges[order], ends[:-1])


def donors(source: Knowledge, split: str, relation: int, side: Side, hub: int) -> Donors:
    """The triples whose hubs are nearest in degree to this one."""
    found, starts, degrees = _slot(source, split, relation, side)
    low, high = (np.searchsorted(degrees, source.degree[hub], end) for end in ("left", "right"))
    first = max(0, min((int(low) + int(high)) // 2 - WINDOW, len(starts) - 2 * WINDOW))
    last = first + 2 * WINDOW
    start = int(starts[first]) if len(starts) else 0
    rows = slice(start, int(starts[last]) if last < len(starts) else len(found.hubs))
    return Donors(found.hubs[rows], found.fillers[rows], found.weights[rows])


@lru_cache(maxsize=4)
def _shown_counts(source: Knowledge, split: str, side: Side) -> tuple[Ints, Ints]:
    edges = straight(source, split)
    ends = source.heads[edges] if side == "head" else source.tails[edges]
    found: tuple[Ints, Ints] = np.unique(
        ends * len(source.relations) + source.rels[edges], return_counts=True
    )
    return found


def shown_counts(
    source: Knowledge, split: str, relation: int | Ints, side: Side, entities: Ints
) -> Ints:
    """In how many triples of the split each entity fills the slot."""
    keys, counts = _shown_counts(source, split, side)
    wanted = entities * len(source.relations) + relation
    place = np.minimum(np.searchsorted(keys, wanted), len(keys) - 1)
    found: Ints = np.where(keys[place] == wanted, counts[place], 0)
    return found


@lru_cache(maxsize=4096)
def fillers(source: Knowledge, split: str, relation: int, side: Side) -> Ints:
    """Entities of the split that it may show in the slot, ordered."""
    edges = straight(source, split)
    edges = edges[source.rels[edges] == relation]
    ends = np.unique(source.heads[edges] if side == "head" else source.tails[edges])
    found: Ints = ends[source.evaluates[ends] == (split == "eval")]
    return found


def peers(source: Knowledge, split: str, slots: Iterable[tuple[int, Side]]) -> Ints:
    """Entities of the split that it may show in each of these slots."""
    sets = sorted((fillers(source, split, *slot) for slot in sorted(set(slots))), key=len)
    found = sets[0]
    for others in sets[1:]:
        found = among(found, others)
    return found


@lru_cache(maxsize=4096)
def filled(source: Knowledge, split: str, relation: int, side: Side) -> int:
    """The same entities as the bits of one number, which is fast to intersect and to count."""
    bits = np.zeros(len(source.entities), dtype=np.bool_)
    bits[fillers(source, split, relation, side)] = True
    return int.from_bytes(np.packbits(bits).tobytes(), "big")


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


def among(some: Ints, others: Ints) -> Ints:
    """Those that are also among the others, which are ordered."""
    if not len(others):
        return others
    place = np.minimum(np.searchsorted(others, some), len(others) - 1)
    shared: Ints = some[others[place] == some]
    return shared


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


@lru_cache(maxsize=4)
def _log_factorials(most: int) -> Floats:
    return np.concatenate([[0.0], np.cumsum(np.log(np.arange(1, most + 1)))])


def log_ways(many: Ints, taken: int) -> Floats:
    """Logarithm of the binomial coefficient, -inf where there are too few."""
    table = _log_factorials(1 << 17)
    enough = many >= taken
    safe = np.where(enough, many, taken)
    ways = table[safe] - table[taken] - table[safe - taken]
    return np.where(enough, ways, -np.inf)


def star_chances(
    source: Knowledge, split: str, slots: Sequence[tuple[int, Side]], hubs: Ints
) -> Floats:
    """Chance, up to a common factor, that a random star of each hub has just these slots."""
    total = -log_ways(neighbours(source, split)[hubs], len(slots))
    total[np.isposinf(total)] = -np.inf
    for relation, side in sorted(set(slots)):
        many = shown_counts(source, split, relation, side, hubs)
        total += log_ways(many, slots.count((relation, side)))
    best = total.max(initial=-np.inf)
    return np.exp(total - best) if np.isfinite(best) else np.zeros(len(hubs))


def drawn(
    weights: Floats, count: int, random: Random, apart: Bools | None = None
) -> list[int] | None:
    """`count` different places, one after another by weight; None when there are too few.

    `apart` tells which places exclude which others.
    """
    left = weights.copy()
    found: list[int] = []
    for _ in range(count):
        sums = np.cumsum(left)
        if not len(sums) or sums[-1] <= 0:
            return None
        place = int(np.searchsorted(sums, random.random() * sums[-1], "right"))
        found.append(min(place, len(left) - 1))
        left[found[-1]] = 0
        if apart is not None:
            left[apart[found[-1]]] = 0
    return found


@lru_cache(maxsize=8)
def _orders(count: int) -> Ints:
    """Shape (options, orders, options - 1): the other options of each, in every order."""
    options = range(count)
    return np.array([list(permutations([o for o in options if o != n])) for n in options])


def chance_of_others(weights: Floats, rest: Floats) -> Floats:
    """For each option as the truth, the chance that drawing without replacement gives the others.

    `weights` has shape (..., options); `rest`, of a shape that broadcasts to it, is the weight of
    all that can be drawn beside that truth.
    """
    picked = weights[..., _orders(weights.shape[-1])]
    left = np.broadcast_to(rest, weights.shape)[..., None, None]
    before = np.cumsum(picked, axis=-1) - picked
    parts = picked / np.maximum(left - before, 1e-12)
    chances: Floats = parts.prod(axis=-1).sum(axis=-1)
    return chances


def evenly(chances: Floats, truth: int, random: Random) -> bool:
    """Whether to keep a set of options of which each comes up as the truth with these chances."""
    return bool(random.random() * chances[truth] < chances.min())


def pooled(found: Donors, labels: Ints, barred: Ints) -> tuple[Ints, Floats]:
    """One entity a label with the weight of its rows, but for the barred labels."""
    free = ~np.isin(labels[found.fillers], barred)
    _, first, place = np.unique(labels[found.fillers[free]], return_index=True, return_inverse=True)
    return found.fillers[free][first], np.bincount(place, found.weights[free]).astype(float)
