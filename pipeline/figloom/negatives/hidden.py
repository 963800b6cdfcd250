"""Which relation of an entity to hide, and between which others to choose.

The five options are drawn first and then which of them is the truth, so that head, options and
frequencies say nothing. Options come in pairs where they can: of each pair, some tail of the one
fits the other and the reverse, and only such tails are shown. Whoever knows all domains and ranges
then still has to choose between the two, and each is the truth equally often.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from random import Random

import numpy as np

from figloom.knowledge import Bools, Ints, Knowledge
from figloom.negatives.fits import akin, fitting, in_range
from figloom.negatives.shown import neighbours, straight
from figloom.seeds import Draw

OPTIONS = 5
"""Of a completion question."""

_TRIES = 40
_PAIRS = OPTIONS // 2

Pair = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Hidden:
    """A triple by index, and the four relations that are false in its place."""

    edge: int
    others: tuple[int, ...]


def hide(source: Knowledge, draw: Draw, head: int) -> Hidden | None:
    """The draw's question about the head, or None when its relations allow none. Sampler and
    modifier both ask for it: the one to show the triple, the other to hide its relation."""
    return _drawn(_offer(source, draw.split, head), draw.random("hide"))


def _drawn(offer: _Offer, random: Random) -> Hidden | None:
    if len(offer.relations) < OPTIONS:
        return None
    for _ in range(_TRIES):
        options, blocks = _options(offer, random)
        fit = offer.showing(options, blocks)
        if fit.any(axis=1).all():
            place = random.randrange(OPTIONS)
            edge = random.choice(np.flatnonzero(fit[place]).tolist())
            others = [int(offer.relations[o]) for o in options if o != options[place]]
            return Hidden(int(offer.edges[edge]), tuple(others))
    return None


def _options(offer: _Offer, random: Random) -> tuple[list[int], list[int]]:
    """Five places in the head's relations, and the number of the pair or single each is in."""
    options: list[int] = []
    for pair in random.sample(offer.pairs, len(offer.pairs)):
        if len(options) < 2 * _PAIRS and not set(pair) & set(options):
            options += pair
    blocks = [place // 2 for place in range(len(options))]
    rest = [place for place in range(len(offer.relations)) if place not in options]
    single = random.sample(rest, OPTIONS - len(options))
    return options + single, blocks + [OPTIONS + place for place in range(len(single))]


@dataclass(frozen=True, slots=True)
class _Offer:
    """What stars of one head can show of it."""

    relations: Ints
    edges: Ints
    """Triples with this head, ordered by relation."""
    own: Ints
    """Place of each triple's relation."""
    false: Bools
    """Shape (relations, edges): whether the relation is false in the triple's place."""
    fits: Bools
    """Whether its range holds the triple's tail."""
    pairs: list[Pair]
    """Places of relations that can be mistaken for each other both ways."""

    def showing(self, options: list[int], blocks: list[int]) -> Bools:
        """Shape (options, edges): the triples with which each option can be the truth, all others
        being false and exactly those of its block in range."""
        right = self.own == np.array(options)[:, None]
        false, fits = self.false[options], self.fits[options]
        together = np.equal.outer(blocks, blocks)[:, right.argmax(axis=0)]
        found: Bools = right & ((right | false) & (fits == together)).all(axis=0)
        return found


@lru_cache(maxsize=1024)
def _offer(source: Knowledge, split: str, head: int) -> _Offer:
    edges = source.edges(head, split)
    edges = edges[source.heads[edges] == head]
    edges = edges[np.argsort(source.rels[edges], kind="stable")]
    relations, starts, own = np.unique(source.rels[edges], return_index=True, return_inverse=True)
    tails = source.tails[edges]
    grid = np.repeat(relations, len(edges)), np.tile(tails, len(relations))
    false = ~source.may_hold(head, *grid).reshape(len(relations), len(edges))
    false &= ~akin(source)[np.ix_(relations, source.rels[edges])]
    fits = in_range(source)[np.ix_(source.label[tails], relations)].T
    mistaken = np.logical_or.reduceat(false & fits, starts, axis=1) if len(edges) else false
    pairs = np.argwhere(np.triu(mistaken & mistaken.T)).tolist()
    return _Offer(relations, edges, own, false, fits, [(a, b) for a, b in pairs])


@lru_cache(maxsize=4)
def promising(source: Knowledge, split: str) -> tuple[Ints, Ints]:
    """For every entity, how many pairs of options a question about it can have, 0 to 2; and
    about how many of its neighbours can then be shown beside."""
    pairs, room = np.zeros((2, len(source.entities)), dtype=np.int64)
    for head in _mistakable(source, split):
        offer = _offer(source, split, head)
        hidden = _drawn(offer, Random("is there a question"))
        if hidden is not None:
            options = [*hidden.others, source.rels[hidden.edge]]
            barred = np.isin(source.rels[offer.edges], options).sum()
            pairs[head] = _apart(offer.pairs)
            room[head] = neighbours(source, split)[head] - barred
    return pairs, room


def _apart(pairs: list[Pair]) -> int:
    """How many of the pairs share no place, up to two."""
    two = any(not set(a) & set(b) for a in pairs for b in pairs)
    return 1 + two


def _mistakable(source: Knowledge, split: str) -> list[int]:
    """Heads with two relations of which each has a triple that the other fits."""
    edges, wrong = fitting(source)
    mine = np.isin(edges, straight(source, split))
    mine &= source.evaluates[source.heads[edges]] == (split == "eval")
    heads, right, wrong = source.heads[edges[mine]], source.rels[edges[mine]], wrong[mine]
    many = len(source.relations)
    there, back = (heads * many + right) * many + wrong, (heads * many + wrong) * many + right
    found: list[int] = np.unique(np.intersect1d(there, back) // many**2).tolist()
    return found
