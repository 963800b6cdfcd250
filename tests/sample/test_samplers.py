"""Every graph sampler, on random graphs with loops, namesakes and both splits."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from itertools import combinations
from random import Random
from typing import Any, get_type_hints

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from figloom import registry
from figloom.errors import FigloomError, RecipeError, SourceError
from figloom.knowledge import Knowledge, normalise
from figloom.sample.subgraph import LARGEST
from figloom.seeds import Draw
from figloom.types import Declined, Graph

# Those that take a knowledge graph; samplers of tables have tests of their own.
SAMPLERS = [
    name
    for name, plugin in registry.plugins("sample").items()
    if get_type_hints(plugin.call)["source"] is Knowledge
]
GROWERS = [name for name in SAMPLERS if name != "star"]

Rows = list[tuple[int, int, int]]
number = st.integers(0, 11)
rows = st.lists(st.tuples(number, st.integers(0, 3), number), min_size=4, max_size=70)
quick = settings(
    max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)


def _draw(unit: int, split: str, seed: int = 1) -> Draw:
    return Draw(seed, "test", split, "block", unit, unit)


def _sampled(
    source: Knowledge, name: str, split: str, unit: int, **options: Any
) -> Graph | Declined | None:
    plugin = registry.find("sample", name, "here")
    try:
        made: Graph | Declined = plugin.call(source, _draw(unit, split), **options)
    except FigloomError:
        return None
    return made


def _shown(graph: Graph) -> Counter[tuple[str, str, str]]:
    return Counter((t.head, t.relation, t.tail) for t in graph.triples)


def _check(source: Knowledge, graph: Graph, split: str, twofold: bool = False) -> None:
    """What holds for every sample."""
    ids = [entity.id for entity in graph.entities]
    labels = [normalise(entity.name) for entity in graph.entities]
    assert len(set(labels)) == len(labels), "labels are unique"
    assert graph.hub in ids
    shown = _shown(graph)
    assert max(shown.values()) == 1, "no triple twice"
    assert {end for head, _, tail in shown for end in (head, tail)} == set(ids), "all connected"
    assert {r.id for r in graph.relations} == {relation for _, relation, _ in shown}
    for head, relation, tail in shown:
        place = source.triple_index(
            source.index[head], source.relation_index[relation], source.index[tail]
        )
        assert head == tail or source.owned[place] == (split == "eval"), "of its own split"
    assert source.evaluates[source.index[graph.hub]] == (split == "eval")
    pairs = Counter(frozenset(pair) for pair in ((h, t) for h, _, t in shown) if pair[0] != pair[1])
    assert twofold or max(pairs.values(), default=1) == 1, "no second or reverse edge"


@pytest.mark.parametrize("name", SAMPLERS)
@pytest.mark.parametrize("what", ["entities", "triples"])
@given(rows=rows, size=st.integers(1, 6), split=st.sampled_from(["train", "eval"]), unit=number)
@quick
def test_sizes_are_exact_and_samples_clean(
    knowledge: Callable[..., Knowledge],
    name: str,
    what: str,
    rows: Rows,
    size: int,
    split: str,
    unit: int,
) -> None:
    # Two of the things have the same name.
    names = [f"thing {n - (n == 9)}" for n in range(12)]
    source = knowledge(rows, names=names, eval_share=0.4)
    graph = _sampled(source, name, split, unit, **{what: (size, size)})
    if not isinstance(graph, Graph) or not graph.triples:
        return
    assert len(graph.entities if what == "entities" else graph.triples) == size
    _check(source, graph, split)
    assert not any(t.head == t.tail for t in graph.triples)


@pytest.mark.parametrize("name", GROWERS)
@given(rows=rows, size=st.integers(2, 6), split=st.sampled_from(["train", "eval"]), unit=number)
@quick
def test_induced_shows_every_triple_among_the_chosen(
    knowledge: Callable[..., Knowledge],
    name: str,
    rows: Rows,
    size: int,
    split: str,
    unit: int,
) -> None:
    source = knowledge(rows, eval_share=0.4)
    graph = _sampled(
        source, name, split, unit, entities=(size, size), induced=True, twofold=True, loops=True
    )
    if not isinstance(graph, Graph):
        return
    _check(source, graph, split, twofold=True)
    ids = {entity.id for entity in graph.entities}
    named = {
        (source.entities[h].id, source.relations[r].id, source.entities[t].id) for h, r, t in rows
    }
    among = {(h, r, t) for h, r, t in named if h in ids and t in ids}
    assert set(_shown(graph)) == among


@pytest.mark.parametrize("name", SAMPLERS)
@given(rows=rows, unit=number, cap=st.integers(2, 6))
@quick
def test_hubs_are_capped(
    knowledge: Callable[..., Knowledge], name: str, rows: Rows, unit: int, cap: int
) -> None:
    source = knowledge(rows, eval_share=0.3)
    graph = _sampled(source, name, "train", unit, entities=(3, 3), max_degree=cap)
    if not isinstance(graph, Graph):
        return
    inner = [
        e.id for e in graph.entities if sum(e.id in (t.head, t.tail) for t in graph.triples) > 1
    ]
    for entity in {graph.hub, *(inner if name != "star" else ())}:
        if name == "breadth_first" or name == "depth_first":
            # Induced: triples between two leaves are shown too.
            entity = graph.hub
        assert source.degree[source.index[entity]] <= cap


@pytest.mark.parametrize("what", ["entities", "triples"])
@pytest.mark.parametrize("name", SAMPLERS)
def test_every_size_that_is_possible(
    knowledge: Callable[..., Knowledge], name: str, what: str
) -> None:
    """On a complete graph of 40, drawn as a tree: all of 1 to 30."""
    source = knowledge([(a, 0, b) for a, b in combinations(range(40), 2)], eval_share=0.001)
    options: dict[str, Any] = {} if name == "star" else {"induced": False}
    if name == "breadth_first":
        options["fan"] = 30
    for size in range(1, LARGEST + 1):
        graph = _sampled(source, name, "train", size, **{what: (size, size)}, **options)
        if what == "entities" and size == 1:
            continue
        assert isinstance(graph, Graph), (size, graph)
        assert len(graph.entities if what == "entities" else graph.triples) == size
        _check(source, graph, "train")


@pytest.mark.parametrize("sizes", [(5, 2), (0, 0), (0, 3), (1, 31), (31, 31), (-1, 2)])
@pytest.mark.parametrize("what", ["entities", "triples"])
@pytest.mark.parametrize("name", SAMPLERS)
def test_impossible_sizes(
    knowledge: Callable[..., Knowledge], name: str, what: str, sizes: tuple[int, int]
) -> None:
    source = knowledge([(a, 0, b) for a, b in combinations(range(40), 2)])
    plugin = registry.find("sample", name, "here")
    with pytest.raises(RecipeError, match="is impossible"):
        plugin.call(source, _draw(0, "train"), **{what: sizes})
    with pytest.raises(RecipeError):
        plugin.call(source, _draw(0, "train"))
    with pytest.raises(RecipeError):
        plugin.call(source, _draw(0, "train"), entities=(2, 2), triples=(2, 2))


@pytest.mark.parametrize("name", SAMPLERS)
def test_more_than_the_graph_holds(knowledge: Callable[..., Knowledge], name: str) -> None:
    source = knowledge([(0, 0, 1), (1, 0, 2)])
    plugin = registry.find("sample", name, "here")
    with pytest.raises(SourceError, match="asks for more than the 3 entities of 'random'"):
        plugin.call(source, _draw(0, "train"), entities=(2, 9))


@pytest.mark.parametrize("name", SAMPLERS)
def test_every_size_equally_often(knowledge: Callable[..., Knowledge], name: str) -> None:
    random = Random("equally")
    pairs = random.sample(list(combinations(range(60), 2)), 500)
    source = knowledge([(a, 0, b) for a, b in pairs], eval_share=0.001)
    sizes: Counter[int] = Counter()
    for unit in range(84):
        plugin = registry.find("sample", name, "here")
        for attempt in range(200):
            draw = Draw(1, "test", "train", "block", unit, unit, attempt)
            graph = plugin.call(source, draw, entities=(3, 9))
            if isinstance(graph, Graph):
                sizes[len(graph.entities)] += 1
                break
    assert sizes == Counter(dict.fromkeys(range(3, 10), 12))


def test_stars_with_namesakes_and_loops(knowledge: Callable[..., Knowledge]) -> None:
    rows = [(0, 0, n) for n in range(8)] + [(2, 1, 0), (0, 1, 3)]
    names = ["hub", *(f"leaf {n // 2}" for n in range(1, 8))]
    source = knowledge(rows, names=names, eval_share=0.0)
    graph = _sampled(source, "star", "train", 0, triples=(4, 4))
    if isinstance(graph, Graph):
        _check(source, graph, "train")
    assert _sampled(source, "star", "train", 0, triples=(6, 6)) is None


def test_a_unit_meets_another_start_in_every_round(knowledge: Callable[..., Knowledge]) -> None:
    """Where slots and starts share a factor, all units of a slot used to have the same start."""
    source = knowledge([(a, 0, b) for a, b in combinations(range(12), 2)], eval_share=0.001)
    plugin = registry.find("sample", "star", "here")
    count = len(source.starts("train", "neighbours", 2, 2000)) * 5
    for slot in range(6):
        hubs = set()
        for lap in range(12):
            graph = plugin.call(
                source, Draw(1, "test", "train", "b", slot, slot + lap * count), triples=(2, 2)
            )
            hubs.add(graph.hub)
        assert len(hubs) > 3
