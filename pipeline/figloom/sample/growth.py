"""Subgraphs grown step by step: breadth first, depth first, by random walk, or along a path."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from figloom.errors import RecipeError
from figloom.knowledge import Ints, Knowledge
from figloom.registry import plugin
from figloom.sample.agreeing import agreeing
from figloom.sample.subgraph import (
    HUB,
    Sizes,
    Sketch,
    check,
    finish,
    first,
    joined_twice,
    scheduled,
    self_loops,
    some,
)
from figloom.seeds import Draw
from figloom.terminal import counted
from figloom.types import Declined, Graph

_RESTART = 0.15
_PATIENCE = 200
_MISSES = 20

Step = Callable[[Sketch, Random], int | None]
"""Which chosen entity to grow from next; None when the way is blocked."""


def _collision(name: str) -> Callable[..., float]:
    """The chance that two graphs of the sampler of that name agree. Where it is too small to be
    seen in draws, that two start from one entity: those that do seldom go on alike."""

    def chance(source: Knowledge, split: str, **options: Any) -> float:
        starts = _starts(source, split, 2, options.get("max_degree", HUB))
        return agreeing(globals()[name], source, split, options, 1.0 / len(starts))

    return chance


def _require(
    source: Knowledge,
    split: str,
    *,
    entities: Sizes | None = None,
    triples: Sizes | None = None,
    induced: bool = False,
    max_degree: int = HUB,
    **_: Any,
) -> None:
    """Lacking when a graph of the largest size can start nowhere."""
    what, sizes = _size(source, entities, triples)
    _starts(source, split, _least(what, sizes[1], induced), max_degree)


@plugin(collision=_collision("breadth_first"), require=_require)
def breadth_first(
    source: Knowledge,
    draw: Draw,
    *,
    entities: Sizes | None = None,
    triples: Sizes | None = None,
    induced: bool = True,
    twofold: bool = False,
    loops: bool = False,
    fan: int = 3,
    max_degree: int = HUB,
) -> Graph | Declined:
    """Grow from the oldest entity that has taken fewer than `fan` new neighbours."""

    def oldest(sketch: Sketch, random: Random) -> int | None:
        for entity in sketch.entities:
            taken = sum(
                entity in (sketch.source.heads[e], sketch.source.tails[e]) for e in sketch.edges
            )
            if taken < fan + (entity != sketch.entities[0]) and len(sketch.fresh(entity)):
                return entity
        return None

    return _grow(source, draw, oldest, entities, triples, induced, twofold, loops, max_degree)


@plugin(collision=_collision("depth_first"), require=_require)
def depth_first(
    source: Knowledge,
    draw: Draw,
    *,
    entities: Sizes | None = None,
    triples: Sizes | None = None,
    induced: bool = True,
    twofold: bool = False,
    loops: bool = False,
    max_degree: int = HUB,
) -> Graph | Declined:
    """Grow from the newest entity that still has a neighbour to add."""

    def newest(sketch: Sketch, random: Random) -> int | None:
        return next((e for e in reversed(sketch.entities) if len(sketch.fresh(e))), None)

    return _grow(source, draw, newest, entities, triples, induced, twofold, loops, max_degree)


@plugin(collision=_collision("random_walk"), require=_require)
def random_walk(
    source: Knowledge,
    draw: Draw,
    *,
    entities: Sizes | None = None,
    triples: Sizes | None = None,
    induced: bool = False,
    twofold: bool = False,
    loops: bool = False,
    max_degree: int = HUB,
) -> Graph | Declined:
    """Walk from neighbour to neighbour, back to the start now and then, taking what is new."""

    def walker(sketch: Sketch, random: Random) -> int | None:
        here = sketch.entities[-1]
        for _ in range(_PATIENCE):
            edges = source.edges(here, sketch.split)
            there = sketch.other(int(edges[random.randrange(len(edges))]), here)
            if there not in sketch.entities and len(sketch.fresh(here)):
                return here
            here = there if there in sketch.entities else sketch.entities[0]
            here = sketch.entities[0] if random.random() < _RESTART else here
        return None

    return _grow(source, draw, walker, entities, triples, induced, twofold, loops, max_degree)


@plugin(collision=_collision("path"), require=_require)
def path(
    source: Knowledge,
    draw: Draw,
    *,
    entities: Sizes | None = None,
    triples: Sizes | None = None,
    induced: bool = False,
    twofold: bool = False,
    loops: bool = False,
    max_degree: int = HUB,
) -> Graph | Declined:
    """A simple path: grow from the newest entity only."""

    def last(sketch: Sketch, random: Random) -> int | None:
        return sketch.entities[-1]

    return _grow(source, draw, last, entities, triples, induced, twofold, loops, max_degree)


def _grow(
    source: Knowledge,
    draw: Draw,
    step: Step,
    entities: Sizes | None,
    triples: Sizes | None,
    induced: bool,
    twofold: bool,
    loops: bool,
    max_degree: int,
) -> Graph | Declined:
    what, sizes = _size(source, entities, triples)
    size = scheduled(draw, sizes, what)
    random = draw.random("sample")
    starts = _starts(source, draw.split, _least(what, size, induced), max_degree)
    start = first(draw, starts, f"{what}/{size}")
    sketch = Sketch(source, draw.split, start, max_degree)
    edges: list[int] = []
    misses = 0
    while _measure(what, sketch, edges) < size:
        end = step(sketch, random)
        fresh = sketch.fresh(end) if end is not None else ()
        if end is None or not len(fresh):
            return Declined("the way is blocked before the size is reached")
        sketch.add(int(fresh[random.randrange(len(fresh))]), end)
        grown = _edges(sketch, induced, loops)
        if _measure(what, sketch, grown) <= size:
            edges = grown
            continue
        sketch.drop()
        misses += 1
        if misses == _MISSES:
            return Declined("every further entity brings too many triples")
    if induced and sketch.among()[1]:
        return Declined("the other split owns a triple among the entities")
    if not twofold and joined_twice(source, edges):
        return Declined("two triples join the same entities")
    return finish(sketch, edges, random)


def _size(source: Knowledge, entities: Sizes | None, triples: Sizes | None) -> tuple[str, Sizes]:
    given = {"entities": entities, "triples": triples}
    named = [(what, sizes) for what, sizes in given.items() if sizes is not None]
    if len(named) != 1:
        raise RecipeError("A sample is sized by entities or by triples, not both.")
    what, sizes = named[0]
    return what, check(sizes, what, source)


def _least(what: str, size: int, induced: bool) -> int:
    # Induced triples can be twice as many as a tree of the same entities has.
    return size if what == "entities" else 2 + (size // 2 if induced else size - 1)


def _starts(source: Knowledge, split: str, least: int, max_degree: int) -> Ints:
    found = source.grown(split, least, max_degree)
    return some(found, source, split, f"{counted(least, 'entity', 'entities')} within reach")


def _edges(sketch: Sketch, induced: bool, loops: bool) -> list[int]:
    edges = sketch.among()[0] if induced else list(sketch.edges)
    return edges + (self_loops(sketch.source, sketch.entities) if loops else [])


def _measure(what: str, sketch: Sketch, edges: list[int]) -> int:
    return len(sketch.entities) if what == "entities" else len(edges)
