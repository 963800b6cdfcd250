"""One-hop stars: an entity and some of its triples."""

from __future__ import annotations

from math import comb
from random import Random

from figloom.errors import RecipeError
from figloom.knowledge import Ints, Knowledge
from figloom.negatives.company import commonest_first, in_company
from figloom.negatives.hidden import hide
from figloom.negatives.needs import TOLD, Need, hubs
from figloom.negatives.rivals import rivals
from figloom.registry import plugin
from figloom.sample.agreeing import agreeing
from figloom.sample.subgraph import HUB, Sizes, Sketch, check, finish, first, scheduled, some
from figloom.seeds import Draw
from figloom.terminal import counted
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
    **more: object,
) -> float:
    """Chance that two stars agree: in size, in hub, and in the hub's partners. Where it is too
    small to be seen in draws, it is reckoned from the hubs' degrees, if any of their edges will do.
    """
    what, sizes = _size(source, triples, entities, relations)
    chances = []
    for size in range(sizes[0], sizes[1] + 1):
        leaves = max(1, size - 1 if what == "entities" else size)
        starts = _starts(source, split, what, leaves, max_degree, need)
        ways = [comb(min(int(source.degree[hub]), 500), leaves) or 1 for hub in starts]
        chances.append(sum(1 / way for way in ways) / len(starts) ** 2)
    options = {"triples": triples, "entities": entities, "relations": relations, "need": need,
               "max_degree": max_degree, **more}  # fmt: skip
    reckoned = sum(chances) / len(chances) ** 2 if need == "nothing" else 1.0
    return agreeing(star, source, split, options, reckoned)


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
    edges on which a hard question can be asked: see `negatives.needs.Need`.
    """
    what, sizes = _size(source, triples, entities, relations)
    size = scheduled(draw, sizes, what)
    leaves = size - 1 if what == "entities" else size
    random = draw.random("sample")
    starts = _starts(source, draw.split, what, max(1, leaves), max_degree, need)
    hub = first(draw, starts, f"{what}/{leaves}")
    sketch = Sketch(source, draw.split, hub, max_degree)
    if what == "relations":
        options = _of_distinct_relations(source, sketch.options(hub, random), size, random)
    elif need == "peers":
        options = _with_peers(sketch, leaves, random)
    elif need == "varied":
        options = _varied(sketch, draw, leaves, random)
    elif need == "rival":
        options = _with_rival(sketch, draw, leaves, random)
    else:
        options = sketch.options(hub, random)[:leaves]
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
        return some(found, source, split, counted(leaves, "relation type"))
    found = hubs(source, split, leaves, max_degree, need)
    return some(found, source, split, f"{counted(leaves, 'neighbour')}{TOLD[need]}")


def _with_rival(sketch: Sketch, draw: Draw, leaves: int, random: Random) -> list[int]:
    """The edge that can be false, and others."""
    picked = rivals(sketch.source).pick(draw, sketch.entities[0])
    return [picked[0], *_beside(sketch, picked[0], random)][:leaves] if picked else []


def _beside(sketch: Sketch, edge: int, random: Random) -> list[int]:
    """One edge of the hub for each neighbour but the far end of this one, in random order."""
    label, hub = sketch.source.label, sketch.entities[0]
    end = label[sketch.other(edge, hub)]
    return [e for e in sketch.options(hub, random) if label[sketch.other(e, hub)] != end]


def _with_peers(sketch: Sketch, leaves: int, random: Random) -> list[int]:
    """Edges such that enough other entities have all their relations too."""
    source, split, hub = sketch.source, sketch.split, sketch.entities[0]
    options = sketch.options(hub, random)
    for _ in range(_TRIES):
        taken = in_company(source, split, hub, random.sample(options, len(options)), leaves)
        if len(taken) == leaves:
            return taken
    return in_company(source, split, hub, commonest_first(source, split, hub, options), leaves)


def _varied(sketch: Sketch, draw: Draw, leaves: int, random: Random) -> list[int]:
    """The edge to be hidden, and others that show none of its options at the hub: up to half with
    the hub as tail, and of those with the hub as head, as many relations as there are first."""
    source, hub = sketch.source, sketch.entities[0]
    hidden = hide(source, draw, hub)
    if hidden is None:
        return []
    barred = (*hidden.others, int(source.rels[hidden.edge]))
    into: list[int] = []
    out: dict[int, list[int]] = {}
    for edge in _beside(sketch, hidden.edge, random):
        if source.tails[edge] == hub:
            into.append(edge)
        elif (relation := int(source.rels[edge])) not in barred:
            out.setdefault(relation, []).append(edge)
    first = [edges[0] for edges in out.values()]
    later = [edge for edges in out.values() for edge in edges[1:]]
    into = into[: leaves // 2]
    return [hidden.edge, *into, *random.sample(first, len(first)), *later][:leaves]


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
