"""Rows of a dataset, the items they make up, and a stage's refusal."""

from __future__ import annotations

from dataclasses import dataclass

from figloom.types.facts import Facts
from figloom.types.picture import Picture
from figloom.types.question import Question


@dataclass(frozen=True, slots=True)
class Stage:
    """One plug-in as it was called; `options` is a JSON object."""

    verb: str
    name: str
    options: str = "{}"


@dataclass(frozen=True, slots=True)
class Trace:
    """All that re-makes a record."""

    seed: int
    recipe: str
    block: str
    slot: int
    unit: int
    attempt: int
    count: int
    """Slots of the block: which units a slot falls back to depends on it."""
    stages: tuple[Stage, ...] = ()
    version: str = ""


@dataclass(frozen=True, slots=True)
class Record:
    """A row of the dataset: a picture (or the facts as text) and its questions."""

    key: str
    """Of its item, e.g. `maps/count_entities/00017`; with `role` it is unique in a build."""
    role: str
    """`main`, `clean`, `twin`, `variant:<name>`."""
    split: str
    facts: Facts
    questions: tuple[Question, ...]
    trace: Trace
    spec: str
    """Hash of the facts shown and the questions, without seed or style."""
    picture: Picture | None = None
    text: str = ""
    """The facts as text, where there is no picture."""


@dataclass(frozen=True, slots=True)
class Item:
    """Records that are accepted, declined, split and scored together."""

    key: str
    records: tuple[Record, ...] = ()


@dataclass(frozen=True, slots=True)
class Declined:
    """A stage's refusal, counted by the run."""

    reason: str
    """A short phrase without numbers or names, so that it can be counted."""
    detail: str = ""
