"""How often a map shows what in a place, so that false answers can be drawn as often as true ones.

A solver that knows every frequency still gains nothing if, for each set of options, each option is
equally likely the true one. False answers are therefore drawn as they occur as truths, and a set
that would make the truth likelier than another option is given up in proportion (`evenly`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import permutations
from random import Random

import numpy as np
from numpy.typing import NDArray

from figloom.knowledge import Bools, Ints, Knowledge, Side
from figloom.negatives.shown import neighbours, shown_counts

Floats = NDArray[np.float64]

WINDOW = 40
"""Donors are the triples of so many hubs on each side in degree."""


@dataclass(frozen=True, slots=True)
class Donors:
    """Triples that a star may show in one slot: rows of hub, filler, and chance, up to a factor,
    that a star of the hub shows this triple. Ordered by the hub's degree."""

    hubs: Ints
    fillers: Ints
    weights: Floats


def donors(source: Knowledge, split: str, relation: int, side: Side, hub: int) -> Donors:
    """The triples whose hubs are nearest in degree to this one."""
    found, starts, degrees = _slot(source, split, relation, side)
    low, high = (np.searchsorted(degrees, source.degree[hub], end) for end in ("left", "right"))
    first = max(0, min((int(low) + int(high)) // 2 - WINDOW, len(starts) - 2 * WINDOW))
    last = first + 2 * WINDOW
    start = int(starts[first]) if len(starts) else 0
    rows = slice(start, int(starts[last]) if last < len(starts) else len(found.hubs))
    return Donors(found.hubs[rows], found.fillers[rows], found.weights[rows])


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


def pooled(found: Donors, labels: Ints, barred: Ints) -> tuple[Ints, Floats]:
    """One entity a label with the weight of its rows, but for the barred labels."""
    free = ~np.isin(labels[found.fillers], barred)
    _, first, place = np.unique(labels[found.fillers[free]], return_index=True, return_inverse=True)
    return found.fillers[free][first], np.bincount(place, found.weights[free]).astype(float)


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


def log_ways(many: Ints, taken: int) -> Floats:
    """Logarithm of the binomial coefficient, -inf where there are too few."""
    table = _log_factorials(1 << 17)
    enough = many >= taken
    safe = np.where(enough, many, taken)
    ways = table[safe] - table[taken] - table[safe - taken]
    return np.where(enough, ways, -np.inf)


@lru_cache(maxsize=4)
def _log_factorials(most: int) -> Floats:
    return np.concatenate([[0.0], np.cumsum(np.log(np.arange(1, most + 1)))])


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


def evenly(chances: Floats, truth: int, random: Random) -> bool:
    """Whether to keep a set of options of which each comes up as the truth with these chances."""
    return bool(random.random() * chances[truth] < chances.min())


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


@lru_cache(maxsize=8)
def _orders(count: int) -> Ints:
    """Shape (options, orders, options - 1): the other options of each, in every order."""
    options = range(count)
    return np.array([list(permutations([o for o in options if o != n])) for n in options])
