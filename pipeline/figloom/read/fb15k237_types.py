"""Types of FB15K-237's entities, derived from the relations they stand in.

Freebase names a relation by the type of its head: `/film/film/genre` starts at a film. The file
of types gives such domains a plain word, the most telling first, and leaves out those that tell
nothing (award nominees, topics).
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from figloom.read.tsv import rows

Ints = NDArray[np.int64]


def derive_types(file: Path, relations: Sequence[str], triples: Ints, entities: int) -> list[str]:
    """One type an entity: that of the most telling relation that leaves it, or else the commonest
    range of those that reach it, a range being the commonest type of its tails.

    `triples` has shape (n, 3): head, relation, tail as indices.
    """
    words = {row["domain"]: row["type"] for row in rows(file, ("domain", "type"))}
    places = {domain: place for place, domain in enumerate(words)}
    names = list(dict.fromkeys(words.values()))
    domains = ["/".join(relation.split("/")[1:3]) for relation in relations]
    telling = np.array([places.get(domain, len(places)) for domain in domains])
    word = np.array([names.index(word) for word in words.values()])
    heads, rels, tails = triples.T
    best = np.full(entities, len(places))
    np.minimum.at(best, heads, telling[rels])
    own = np.where(best < len(places), word[np.minimum(best, len(places) - 1)], -1)
    typed = own[tails] >= 0
    reach = _commonest(rels[typed], own[tails[typed]], len(relations), len(names))
    ranged = reach[rels] >= 0
    other = _commonest(tails[ranged], reach[rels[ranged]], entities, len(names))
    return [names[kind] if kind >= 0 else "" for kind in np.where(own >= 0, own, other)]


def _commonest(items: Ints, kinds: Ints, size: int, many: int) -> Ints:
    """For each item the kind it occurs with most often, the first of equals; -1 without any."""
    counts = np.bincount(items * many + kinds, minlength=size * many).reshape(size, many)
    best: Ints = np.where(counts.any(axis=1), counts.argmax(axis=1), -1)
    return best
