from __future__ import annotations

import re
from collections.abc import Callable

from figloom.render.graphs.as_text import as_text
from figloom.seeds import Draw
from figloom.source import Source
from figloom.types import Facts, Graph


def test_every_triple_once_and_numbered(
    grown: Callable[..., Facts], slot: Callable[..., Draw], source: Source
) -> None:
    facts = grown(2, 7)
    graph = facts.shown
    assert isinstance(graph, Graph)
    text = as_text(facts, slot(0), source, descriptions=True)
    names = {entity.id: entity.name for entity in graph.entities}
    relations = {relation.id: relation.name for relation in graph.relations}
    said = re.findall(r"^\d+\. (.*) -- (.*) --> (.*)$", text, re.MULTILINE)
    want = [(names[t.head], relations[t.relation], names[t.tail]) for t in graph.triples]
    assert sorted(said) == sorted(want)
    numbers = re.findall(r"^(\d+)\. ", text, re.MULTILINE)
    assert numbers == [str(number) for number in range(1, 8)]
    assert "a short description of it" in text
    assert "a short description of it" not in as_text(facts, slot(0), source)


def test_order_is_keyed_and_changes_with_the_slot(
    grown: Callable[..., Facts], slot: Callable[..., Draw], source: Source
) -> None:
    facts = grown(2, 7)
    assert as_text(facts, slot(0), source) == as_text(facts, slot(0), source)
    assert len({as_text(facts, slot(number), source) for number in range(8)}) > 1
