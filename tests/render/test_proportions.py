"""Pictures are neither strips nor threads, as long as the graph allows it."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from figloom.render.graphs.looks import looks
from figloom.render.graphs.node_link import node_link
from figloom.seeds import Draw
from figloom.source import Source
from figloom.types import Entity, Facts, Graph, Picture, Provenance, Relation, Triple


def linked(pairs: list[tuple[int, int]]) -> Facts:
    entities = tuple(Entity(f"e{at}", f"Number {at}") for at in range(len(pairs) + 1))
    triples = tuple(Triple(f"t{at}", f"e{a}", "r", f"e{b}") for at, (a, b) in enumerate(pairs))
    made = Provenance("test", "CC0-1.0")
    graph = Graph(entities, (Relation("r", "shares border with"),), triples, "e0", made)
    return Facts(graph, graph)


@pytest.mark.parametrize("style", looks())
def test_no_star_is_a_strip(style: str, slot: Callable[..., Draw], source: Source) -> None:
    for size in (4, 9):
        facts = linked([(0, at) for at in range(1, size + 1)])
        result = node_link(facts, slot(0), source, styles=(style,))
        if isinstance(result, Picture):
            sides = result.width, result.height
            assert max(sides) <= 4 * min(sides)


def test_long_chains_are_drawn_but_never_as_a_thread(
    slot: Callable[..., Draw], source: Source
) -> None:
    facts = linked([(at, at + 1) for at in range(14)])
    results = [node_link(facts, slot(0), source, styles=(style,)) for style in looks()]
    pictures = [result for result in results if isinstance(result, Picture)]
    assert len(pictures) >= len(looks()) / 2
    assert all(max(p.width, p.height) <= 8 * min(p.width, p.height) for p in pictures)
