"""Detection: does the map hold a wrong entity, a wrong relation, anything wrong; and which."""

from __future__ import annotations

from figloom.ask.graphs import FAMILY, marks, phrase, shown, statement
from figloom.registry import plugin
from figloom.seeds import Draw
from figloom.types import Edit, Facts, Negative, Picture, Question, Scoring, Step

_ENTITY = ("corrupt_entity",)
_RELATION = ("corrupt_relation",)


@plugin()
def detect_entity(facts: Facts, picture: Picture | None, draw: Draw) -> tuple[Question, ...]:
    """Yes when an entity was replaced; the negatives are clean graphs."""
    return (_detect("detect_entity", facts, picture, draw, _ENTITY),)


@plugin()
def detect_relation(facts: Facts, picture: Picture | None, draw: Draw) -> tuple[Question, ...]:
    """Yes when a relation was replaced; the negatives are clean graphs."""
    return (_detect("detect_relation", facts, picture, draw, _RELATION),)


@plugin()
def detect_any(facts: Facts, picture: Picture | None, draw: Draw) -> tuple[Question, ...]:
    """Yes when an entity or a relation was replaced."""
    return (_detect("detect_any", facts, picture, draw, _ENTITY + _RELATION),)


@plugin()
def name_wrong_triple(facts: Facts, picture: Picture | None, draw: Draw) -> tuple[Question, ...]:
    """Which triple is false; asked only where exactly one is."""
    wrong = _wrong(facts.edits, _ENTITY + _RELATION)
    if len(wrong) != 1:
        return ()
    graph = shown(facts)
    triples = {triple.id: triple for triple in graph.triples}
    said = {name: statement(graph, triple) for name, triple in triples.items()}
    wording, text = phrase(draw, "name_wrong_triple")
    parts = triples[wrong[0]]
    return (
        Question(
            text=text,
            answer=said[wrong[0]],
            kind="triple",
            scoring=Scoring("triple"),
            family=FAMILY,
            task="detect",
            subtask="name_wrong_triple",
            wording=wording,
            tags=(f"size:{len(triples)}",),
            marks=marks(picture, wrong, "edge", "edge_label")
            + marks(picture, (parts.head, parts.tail), "node"),
            negatives=tuple(
                Negative(said[name], "true_triple", marks=marks(picture, (name,), "edge"))
                for name in triples
                if name not in wrong
            ),
            rationale=_why(facts, picture),
        ),
    )


def _wrong(edits: tuple[Edit, ...], operations: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(fact for edit in edits if edit.operation in operations for fact in edit.facts)


def _detect(
    subtask: str, facts: Facts, picture: Picture | None, draw: Draw, operations: tuple[str, ...]
) -> Question:
    wrong = _wrong(facts.edits, operations)
    wording, text = phrase(draw, subtask)
    return Question(
        text=text,
        answer=bool(wrong),
        kind="yes_no",
        scoring=Scoring("yes_no", (("yes_means", "error"),)),
        family=FAMILY,
        task="detect",
        subtask=subtask,
        wording=wording,
        polarity=bool(wrong),
        tags=(f"size:{len(shown(facts).triples)}",),
        marks=marks(picture, wrong, "edge", "edge_label"),
        negatives=(Negative(not wrong, "opposite"),),
        rationale=_why(facts, picture),
    )


def _why(facts: Facts, picture: Picture | None) -> tuple[Step, ...]:
    graph = shown(facts)
    triples = {triple.id: triple for triple in graph.triples}
    steps = []
    for edit in facts.edits:
        for fact in edit.facts:
            said = " ".join(statement(graph, triples[fact]))
            text = f"“{said}” does not hold: {edit.after!r} stands in place of {edit.before!r}."
            steps.append(Step(text, marks(picture, (fact,), "edge", "edge_label")))
    return tuple(steps) or (Step("Every triple shown is known to the source."),)
