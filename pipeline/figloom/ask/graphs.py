"""What all questions about graphs share: names, statements, marks and the words of the question."""

from __future__ import annotations

from figloom.errors import RecipeError
from figloom.seeds import Draw
from figloom.types import Facts, Graph, Picture, Triple
from figloom.wording import wordings

FAMILY = "maps"
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


def shown(facts: Facts) -> Graph:
    """The graph in the picture; a RecipeError when the facts are of another family."""
    if not isinstance(facts.shown, Graph):
        raise RecipeError(f"Questions about graphs cannot be asked of a {facts.shown.shape}.")
    return facts.shown


def names(graph: Graph) -> dict[str, str]:
    """Shown name of every entity and relation id."""
    found = {entity.id: entity.name for entity in graph.entities}
    return found | {relation.id: relation.name for relation in graph.relations}


def statement(graph: Graph, triple: Triple) -> tuple[str, str, str]:
    """Head, relation and tail of a triple as shown."""
    name = names(graph)
    return name[triple.head], name[triple.relation], name[triple.tail]


def marks(picture: Picture | None, facts: tuple[str, ...], *roles: str) -> tuple[str, ...]:
    """Ids of the marks that show the facts; empty when there is no picture."""
    return tuple(mark.id for mark in picture.showing(facts, roles)) if picture else ()


def phrase(draw: Draw, subtask: str, **values: str) -> tuple[str, str]:
    """Id and text of this slot's wording; all wordings of a subtask are used equally often."""
    known = wordings(FAMILY, subtask)
    chosen = known[draw.level(f"{subtask}/wording", len(known))]
    return f"{subtask}/{chosen.id}", chosen.fill(**values)
