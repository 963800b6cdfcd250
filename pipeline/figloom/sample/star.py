"""One-hop stars: an entity and some of its triples."""

from __future__ import annotations

from math import comb
from random import Random

import numpy as np

from figloom.chances import commonest_first, in_company, own_relations
from figloom.errors import RecipeError
from figloom.knowledge import Ints, Knowledge
from figloom.registry import plugin
from figloom.rivals import OPTIONS, TOLD, Need, hubs, rivals
from figloom.sample.subgraph import HUB, Sizes, Sketch, check, finish, first, scheduled, some
from figloom.seeds import Draw
from figloom.types import Declined, Graph

_TRIES = 6
_MOST = 9
"""Triples of a star that is sized by its relation types, unless those alone are more."""


def _collision(
    source: Knowledge,
    split: str,
    *,
    triples: Sizes | None = None,
    entities: Sizes | None = None,
    relations: Sizes | None = None,
    need: Need = "nothing",
    max_degree: int = HUB,
    **_: object,
) -> float:
    """Chance that two stars agree: in size, in hub, and in the hub's partners."""
    what, sizes = _size(source, triples, entities, relations)
    chances = []
    for size in range(sizes[0], sizes[1] + 1):
        leaves = max(1, size - 1 if what == "entities" else size)
        starts = _starts(source, split, what, leaves, max_degree, need)
        ways = [comb(min(int(source.degree[hub]), 500), leaves) or 1 for hub in starts]
        chances.append(sum(1 / way for way in ways) / len(starts) ** 2)
    return sum(chances) / len(chances) ** 2


def _require(
    source: Knowledge,
    split: str,
    *,
    triples: Sizes | None = None,
    entities: Sizes | None = None,
    relations: Sizes | None = None,
    need: Need = "nothing",
    max_degree: int = HUB,
    **_: object,
) -> None:
    """Lacking when no star of one of the sizes can start anywhere."""
    what, sizes = _size(source, triples, entities, relations)
    for size in range(sizes[0], sizes[1] + 1):
        leaves = size - 1 if what == "entities" else size
        _starts(source, split, what, max(1, leaves), max_degree, need)


@plugin(collision=_collision, require=_require)
def star(
    source: Knowledge,
    draw: Draw,
    *,
    triples: Sizes | None = None,
    entities: Sizes | None = None,
    relations: Sizes | None = None,
    twofold: bool = False,
    need: Need = "nothing",
    max_degree: int = HUB,
) -> Graph | Declined:
    """A hub with `triples` edges, `entities` nodes or `relations` distinct relation types.

    Exactly one of the three gives the size, [least, most], every size equally often. With
    `twofold`, a neighbour may be joined to the hub by several triples. `need` chooses
    edges on which a hard question can be asked: see `rivals.Need`.
    """
    what, sizes = _size(source, triples, entities, relations)
    size = scheduled(draw, sizes, what)
    leaves = size - 1 if what == "entities" else size
    random = draw.random("sample")
    starts = _starts(source, draw.split, what, max(1, leaves), max_degree, need)
    hub = first(draw, starts, f"{what}/{leaves}")
    sketch = Sketch(source, draw.split, hub, max_degree)
    options = sketch.options(hub, random)
    if what == "relations":
        options = _of_distinct_relations(source, options, size, random)
    elif need == "peers":
        options = _with_peers(source, draw.split, options, hub, leaves, random)
    elif need == "varied":
        options = _varied(source, draw.split, options, hub, leaves, random)
    elif need == "rival":
        options = _with_rival(source, options, hub, leaves, random)
    else:
        options = options[:leaves]
    if len(options) < leaves:
        return Declined("too few neighbours with labels of their own")
    for edge in options:
        sketch.add(edge, hub)
    edges = list(sketch.edges)
    if twofold:
        edges += _again(sketch, edges, what, random)
    return finish(sketch, edges, random)


def _size(
    source: Knowledge, triples: Sizes | None, entities: Sizes | None, relations: Sizes | None
) -> tuple[str, Sizes]:
    given = {"triples": triples, "entities": entities, "relations": relations}
    named = [(what, sizes) for what, sizes in given.items() if sizes is not None]
    if len(named) != 1:
        raise RecipeError("A star is sized by exactly one of triples, entities and relations.")
    what, sizes = named[0]
    return what, check(sizes, "triples" if what == "relations" else what, source)


def _starts(
    source: Knowledge,
    split: str,
    what: str,
    leaves: int,
    max_degree: int,
    need: Need,
) -> Ints:
    if what == "relations":
        found = source.starts(split, "relations", leaves, max_degree)
        return some(found, source, split, f"{leaves} relation types")
    found = hubs(source, split, leaves, max_degree, need)
    return some(found, source, split, f"{leaves} neighbours{TOLD[need]}")


def _with_rival(
    source: Knowledge, options: list[int], hub: int, leaves: int, random: Random
) -> list[int]:
    """One edge that has a rival, as often as it shall be used, and others, without rivals if
    there are enough."""
    edges = np.array(options, dtype=np.int64)
    weights = rivals(source).weight(edges, (source.tails[edges] == hub).astype(np.int64))
    if not weights.sum():
        return []
    chosen = random.choices(options, weights.tolist())[0]
    left = [edge for edge, weight in zip(options, weights, strict=True) if not weight]
    left += [e for e, weight in zip(options, weights, strict=True) if weight and e != chosen]
    return [chosen, *left[: leaves - 1]]


def _with_peers(
    source: Knowledge, split: str, options: list[int], hub: int, leaves: int, random: Random
) -> list[int]:
    """Edges such that enough other entities have all their relations too."""
    for _ in range(_TRIES):
        taken = in_company(source, split, hub, random.sample(options, len(options)), leaves)
        if len(taken) == leaves:
            return taken
    return in_company(source, split, hub, commonest_first(source, split, hub, options), leaves)


def _varied(
    source: Knowledge, split: str, options: list[int], hub: int, leaves: int, random: Random
) -> list[int]:
    """Triples with the hub as head, each of another relation and all relations equally often, and
    up to half with the hub as tail; relations enough are left over to be false options."""
    into = [edge for edge in options if source.tails[edge] == hub][: leaves // 2]
    out: dict[int, int] = {}
    for edge in options:
        if source.heads[edge] == hub:
            out.setdefault(int(source.rels[edge]), edge)
    wanted = leaves - len(into)
    if wanted > min(len(out), int(own_relations(source, split)[hub]) - OPTIONS + 1):
        return []
    return into + random.sample(list(out.values()), wanted)


def _of_distinct_relations(
    source: Knowledge, options: list[int], size: int, random: Random
) -> list[int]:
    """One triple for each of `size` relations, then some more of the same relations."""
    by_relation: dict[int, list[int]] = {}
    for edge in options:
        by_relation.setdefault(int(source.rels[edge]), []).append(edge)
    if len(by_relation) < size:
        return []
    chosen = random.sample(sorted(by_relation), size)
    taken = [by_relation[relation][0] for relation in chosen]
    spare = [edge for relation in chosen for edge in by_relation[relation][1:]]
    extra = min(random.randint(0, max(0, _MOST - size)), len(spare))
    return taken + random.sample(spare, extra)


def _again(sketch: Sketch, edges: list[int], what: str, random: Random) -> list[int]:
    """Some of the further triples between the hub and chosen neighbours."""
    if what == "triples":
        return []
    inside, _ = sketch.among()
    source, hub, taken = sketch.source, sketch.entities[0], set(edges)
    kinds = {int(source.rels[edge]) for edge in edges}
    spare = [
        edge
        for edge in inside
        if edge not in taken
        and hub in (int(source.heads[edge]), int(source.tails[edge]))
        and (what != "relations" or int(source.rels[edge]) in kinds)
    ]
    return random.sample(spare, random.randint(0, min(len(spare), 3)))
