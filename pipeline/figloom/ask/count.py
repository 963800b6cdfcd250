"""Counting: entities, distinct relation types, edges."""

from __future__ import annotations

from figloom.ask.graphs import FAMILY, marks, names, phrase, shown
from figloom.registry import plugin
from figloom.seeds import Draw
from figloom.types import Facts, Negative, Picture, Question, Scoring, Step


@plugin()
def count_entities(facts: Facts, picture: Picture | None, draw: Draw) -> tuple[Question, ...]:
    """How many entities are shown."""
    graph = shown(facts)
    found = {entity.id: entity.name for entity in graph.entities}
    return (_count("count_entities", found, {}, "node", picture, draw),)


@plugin()
def count_relations(facts: Facts, picture: Picture | None, draw: Draw) -> tuple[Question, ...]:
    """How many different relation types are shown, however often each occurs."""
    graph = shown(facts)
    name = names(graph)
    found = {triple.id: name[triple.relation] for triple in graph.triples}
    first = {label: triple for triple, label in reversed(found.items())}
    others = {"edges": len(found)} if len(found) != len(first) else {}
    distinct = {triple: label for label, triple in first.items()}
    return (_count("count_relations", distinct, others, "edge_label", picture, draw),)


@plugin()
def count_triples(facts: Facts, picture: Picture | None, draw: Draw) -> tuple[Question, ...]:
    """How many edges are shown, repeated labels counted each time."""
    graph = shown(facts)
    name = names(graph)
    found = {
        triple.id: f"{name[triple.head]} {name[triple.relation]} {name[triple.tail]}"
        for triple in graph.triples
    }
    kinds = len({triple.relation for triple in graph.triples})
    others = {"relation_types": kinds} if kinds != len(found) else {}
    return (_count("count_triples", found, others, "edge", picture, draw),)


def _count(
    subtask: str,
    found: dict[str, str],
    others: dict[str, int],
    role: str,
    picture: Picture | None,
    draw: Draw,
) -> Question:
    answer = len(found)
    wording, text = phrase(draw, subtask)
    wrong = [("off_by_one", answer + gap) for gap in (-1, 1) if answer + gap >= 0]
    wrong += [(kind, value) for kind, value in others.items() if abs(value - answer) > 1]
    return Question(
        text=text,
        answer=answer,
        kind="integer",
        scoring=Scoring("integer"),
        family=FAMILY,
        task="count",
        subtask=subtask,
        wording=wording,
        tags=(f"size:{answer}",),
        marks=marks(picture, tuple(found), role),
        negatives=tuple(
            Negative(value, kind, distance=float(abs(value - answer))) for kind, value in wrong
        ),
        rationale=(
            *tuple(
                Step(f"{number}. {label}", marks(picture, (fact,), role))
                for number, (fact, label) in enumerate(found.items(), 1)
            ),
            Step(f"That makes {answer}."),
        ),
    )
