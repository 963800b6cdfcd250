"""The plug-in that writes a knowledge graph as text, for questions asked without a picture."""

from __future__ import annotations

from figloom.errors import RecipeError
from figloom.registry import plugin
from figloom.render.wrapping import clean
from figloom.seeds import Draw
from figloom.source import Source
from figloom.types import Facts, Graph


@plugin()
def as_text(facts: Facts, draw: Draw, source: Source, *, descriptions: bool = False) -> str:
    """Entities and numbered triples of the graph shown, both shuffled so that no order tells."""
    graph = facts.shown
    if not isinstance(graph, Graph):
        raise RecipeError(f"render 'as_text' writes graphs, not a {graph.shape}.")
    random = draw.random("as_text")
    names = {entity.id: clean(entity.name) for entity in graph.entities}
    relations = {relation.id: clean(relation.name) for relation in graph.relations}
    entities, triples = list(graph.entities), list(graph.triples)
    random.shuffle(entities)
    random.shuffle(triples)
    lines = ["Entities:"]
    for entity in entities:
        note = clean(entity.description) if descriptions else ""
        lines.append(f"- {names[entity.id]}: {note}" if note else f"- {names[entity.id]}")
    lines.append("Triples:")
    for number, triple in enumerate(triples, 1):
        head, tail = names[triple.head], names[triple.tail]
        lines.append(f"{number}. {head} -- {relations[triple.relation]} --> {tail}")
    return "\n".join(lines)
