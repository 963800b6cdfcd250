"""Completion: which of five lettered options stands behind the mask."""

from __future__ import annotations

from figloom.ask.graphs import FAMILY, LETTERS, marks, phrase, shown
from figloom.errors import RecipeError
from figloom.registry import plugin
from figloom.seeds import Draw
from figloom.types import Edit, Facts, Negative, Picture, Question, Scoring, Step


@plugin()
def complete_entity(facts: Facts, picture: Picture | None, draw: Draw) -> tuple[Question, ...]:
    """Which entity is hidden."""
    return (_complete("complete_entity", "mask_entity", facts, picture, draw),)


@plugin()
def complete_relation(facts: Facts, picture: Picture | None, draw: Draw) -> tuple[Question, ...]:
    """Which relation is hidden."""
    return (_complete("complete_relation", "mask_relation", facts, picture, draw),)


def _complete(
    subtask: str, operation: str, facts: Facts, picture: Picture | None, draw: Draw
) -> Question:
    edit = _mask(facts, operation)
    others = draw.random(f"ask/{subtask}").sample(edit.negatives, len(edit.negatives))
    place = draw.level(f"{subtask}/letter", len(others) + 1)
    choices = [other.name for other in others]
    choices.insert(place, edit.before)
    options = "\n".join(f"{LETTERS[n]}. {choice}" for n, choice in enumerate(choices))
    wording, text = phrase(draw, subtask, options=options)
    letters = [letter for n, letter in enumerate(LETTERS[: len(choices)]) if n != place]
    return Question(
        text=text,
        answer=LETTERS[place],
        kind="choice",
        scoring=Scoring("choice"),
        family=FAMILY,
        task="complete",
        subtask=subtask,
        wording=wording,
        choices=tuple(choices),
        accepted=(edit.before,),
        tags=(f"size:{len(shown(facts).triples)}",),
        marks=marks(picture, edit.facts),
        negatives=tuple(
            Negative(letter, operation, evidence=f"{other.name}: {other.evidence}")
            for letter, other in zip(letters, others, strict=True)
        ),
        rationale=(Step(f"The source holds {edit.before!r} there.", marks(picture, edit.facts)),),
    )


def _mask(facts: Facts, operation: str) -> Edit:
    for edit in facts.edits:
        if edit.operation == operation:
            return edit
    raise RecipeError(f"This question needs the modifier {operation!r} in its block.")
