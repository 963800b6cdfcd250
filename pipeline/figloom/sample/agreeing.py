"""How often two graphs that a sampler draws are one: the chance that a build's manifest states."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from functools import lru_cache
from math import sqrt
from typing import Any

from figloom.knowledge import Knowledge, normalise
from figloom.seeds import Draw
from figloom.types import Declined, Graph

_DRAWS = 400
"""Graphs that are compared in pairs, at most: where no two of so many agree, two builds of a
hundred pictures of a block have an eighth of a picture in common."""
_ENOUGH = 200
"""Pairs that agree after which the chance is known to some seven percent."""

Sampler = Callable[..., Graph | Declined]


def agreeing(
    sampler: Sampler, source: Knowledge, split: str, options: Mapping[str, Any], bound: float
) -> float:
    """Chance that two draws agree in every name and triple, by the pairs of some draws, with a
    standard error on top, so that there are at least as many graphs as it tells of.

    Where none of them agree it is `bound`, or one in the number of pairs if that is less.
    """
    return _judged(sampler, source, split, tuple(sorted(options.items())), bound)


@lru_cache(maxsize=256)
def _judged(
    sampler: Sampler,
    source: Knowledge,
    split: str,
    options: tuple[tuple[str, Any], ...],
    bound: float,
) -> float:
    seen, same, pairs = Counter[object](), 0, 0
    for turn in range(_DRAWS):
        draw = Draw(turn, "repeats", split, "repeats", turn, turn)
        made = sampler(source, draw, **dict(options))
        if isinstance(made, Declined):
            continue
        said = _said(made)
        same += seen[said]
        pairs += seen.total()
        seen[said] += 1
        if same >= _ENOUGH:
            break
    return (same + sqrt(same)) / pairs if same else min(bound, 1 / max(1, pairs))


def _said(graph: Graph) -> object:
    """What a graph says, whatever its order."""
    name = {one.id: normalise(one.name) for one in graph.entities}
    name |= {one.id: normalise(one.name) for one in graph.relations}
    triples = (tuple(name[end] for end in (t.head, t.relation, t.tail)) for t in graph.triples)
    return frozenset(name[one.id] for one in graph.entities), frozenset(triples)
