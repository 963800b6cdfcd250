"""What all graph samplers share: where to start, what may be added, and the finished Graph."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random

import numpy as np

from figloom.errors import Lacking, RecipeError
from figloom.knowledge import Ints, Knowledge
from figloom.seeds import Draw
from figloom.types import Graph, Provenance, Relation, Triple

Sizes = tuple[int, int]
"""Least and most, both included."""

LARGEST = 30
HUB = 2000
"""Entities with more triples than this are neither started from nor grown through."""


def check(sizes: Sizes, what: str, source: Knowledge) -> Sizes:
    """Refuse a range that is upside down, outside 1..30 or larger than the source."""
    least, most = sizes
    if not 1 <= least <= most <= LARGEST:
        raise RecipeError(
            f"{what} = [{least}, {most}] is impossible: give least and most, 1 to {LARGEST}."
        )
    there = len(source.entities) if what == "entities" else len(source.heads)
    if most > there:
        asked = f"{what} = [{least}, {most}] asks for more than the {there} {what} of"
        raise Lacking(f"{asked} {source.name!r}.", f"{asked} {source.name!r}")
    return sizes


def scheduled(draw: Draw, sizes: Sizes, what: str) -> int:
    """The size of this slot, every size equally often."""
    least, most = sizes
    return least + draw.level(f"size/{what}", most - least + 1)


def first(draw: Draw, starts: Ints, walk: str) -> int:
    """The unit's start entity: units walk keyed permutations of the starts, one a round.

    With one permutation for all rounds, a slot whose start fails would meet it again and again
    where the number of slots and that of starts share a factor.
    """
    turn, place = divmod(draw.unit, len(starts))
    return int(starts[draw.walk(f"start/{walk}/{turn}", place, len(starts))])


def some(starts: Ints, source: Knowledge, split: str, wanted: str) -> Ints:
    """The starts, or Lacking when there are none."""
    if not len(starts):
        lack = f"no entity of {source.name!r} in split {split!r} has {wanted}"
        raise Lacking(
            f"{lack}. Give a larger source, or a recipe of your own without this block or with "
            "smaller graphs.",
            lack,
        )
    return starts


class Sketch:
    """A subgraph as it grows: chosen entities in order, and chosen triples by index."""

    def __init__(self, source: Knowledge, split: str, start: int, max_degree: int) -> None:
        self.source, self.split, self.max_degree = source, split, max_degree
        self.entities = [start]
        self.edges: list[int] = []
        self._labels = [int(source.label[start])]

    def other(self, edge: int, end: int) -> int:
        """The far end of a triple."""
        head, tail = int(self.source.heads[edge]), int(self.source.tails[edge])
        return tail if head == end else head

    def fresh(self, end: int) -> Ints:
        """Triples from a chosen entity to labels not chosen yet; none from a hub but the start."""
        source = self.source
        if end != self.entities[0] and source.degree[end] > self.max_degree:
            return np.empty(0, dtype=np.int64)
        edges = source.edges(end, self.split)
        others = source.heads[edges] + source.tails[edges] - end
        return edges[~np.isin(source.label[others], self._labels)]

    def options(self, end: int, random: Random) -> list[int]:
        """Those triples in random order, one an entity."""
        edges = self.fresh(end).tolist()
        found: dict[int, int] = {}
        for edge in random.sample(edges, len(edges)):
            found.setdefault(int(self.source.label[self.other(edge, end)]), edge)
        return list(found.values())

    def add(self, edge: int, end: int) -> int:
        """Take a triple and its far end; returns that entity."""
        new = self.other(edge, end)
        self.edges.append(edge)
        self.entities.append(new)
        self._labels.append(int(self.source.label[new]))
        return new

    def drop(self) -> None:
        """Take back the last addition."""
        self.edges.pop()
        self.entities.pop()
        self._labels.pop()

    def among(self) -> tuple[list[int], bool]:
        """All triples between chosen entities, and whether the other split owns some of them."""
        source = self.source
        chosen = np.array(sorted(self.entities))
        out = np.concatenate([source.out_edges(e) for e in self.entities])
        tails = source.tails[out]
        inside = np.isin(tails, chosen) & (source.heads[out] != tails)
        out = out[inside]
        mine = source.owned[out] == (self.split == "eval")
        return out[mine].tolist(), bool((~mine).any())


def self_loops(source: Knowledge, entities: Iterable[int]) -> list[int]:
    """Self-loops of the entities."""
    return [e for n in entities for e in source.out_edges(n).tolist() if source.tails[e] == n]


def joined_twice(source: Knowledge, edges: Iterable[int]) -> bool:
    """Whether two of the triples join the same two entities, either way round."""
    pairs = [frozenset((int(source.heads[e]), int(source.tails[e]))) for e in edges]
    return len(set(pairs)) < len(pairs)


def finish(sketch: Sketch, edges: list[int], random: Random) -> Graph:
    """The Graph, its triples and entities in random order, so that order tells nothing."""
    source = sketch.source
    edges, entities = list(edges), list(sketch.entities)
    random.shuffle(edges)
    random.shuffle(entities)
    return Graph(
        entities=tuple(source.entities[e] for e in entities),
        relations=_relations(source, edges),
        triples=tuple(
            Triple(
                f"t{number}",
                source.entities[source.heads[edge]].id,
                source.relations[source.rels[edge]].id,
                source.entities[source.tails[edge]].id,
            )
            for number, edge in enumerate(edges)
        ),
        hub=source.entities[sketch.entities[0]].id,
        provenance=Provenance(source.name, source.licence),
    )


def _relations(source: Knowledge, edges: list[int]) -> tuple[Relation, ...]:
    return tuple(source.relations[r] for r in sorted({int(source.rels[e]) for e in edges}))
