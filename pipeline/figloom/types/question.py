"""Questions, their one right answer, and the verdict on a reply."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Answer = (
    bool
    | int
    | float
    | str
    | tuple[str, ...]
    | tuple[float, ...]
    | tuple[tuple[str, str], ...]
    | tuple[tuple[str, float], ...]
    | None
)
"""By kind: bool yes_no; int integer; float number; str choice (a letter), text, summary; strings
texts, ordered, triple; floats box; (slot, text) slots; (fact, weight) checklist; None unknown."""

AnswerKind = Literal[
    "yes_no", "integer", "number", "choice", "text", "texts", "ordered", "slots", "triple",
    "box", "checklist", "summary", "unknown",
]  # fmt: skip


@dataclass(frozen=True, slots=True)
class Scoring:
    """Which metric judges a reply, and its arguments (numbers or words, by name)."""

    metric: str
    args: tuple[tuple[str, int | float | str], ...] = ()


@dataclass(frozen=True, slots=True)
class Negative:
    """An answer that is wrong, and how near it comes."""

    answer: Answer
    """Of the question's kind; for a choice, a letter."""
    kind: str
    """How it was made: `entity_in_slot`, `relation_of_head`, `neighbour_value`, ..."""
    distance: float | None = None
    """In the unit of the answer; None where there is no such unit."""
    marks: tuple[str, ...] = ()
    evidence: str = ""


@dataclass(frozen=True, slots=True)
class Step:
    """One sentence of a rationale and the marks it points at."""

    text: str
    marks: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Question:
    """A question with its one right answer; known by its record and its place there."""

    text: str
    answer: Answer
    kind: AnswerKind
    scoring: Scoring
    family: str
    """`maps`, `charts`, `flows`."""
    task: str
    """`count`, `detect`, `complete`, ..."""
    subtask: str
    wording: str
    """Id of the template the text was made from."""
    choices: tuple[str, ...] = ()
    """Options in the order of their letters, A first."""
    accepted: tuple[str, ...] = ()
    """Other forms of the answer that are right."""
    unit: str = ""
    group: str = ""
    """Questions with the same group are scored together."""
    polarity: bool | None = None
    tags: tuple[str, ...] = ()
    marks: tuple[str, ...] = ()
    """Ids of the marks the answer rests on."""
    negatives: tuple[Negative, ...] = ()
    rationale: tuple[Step, ...] = ()


@dataclass(frozen=True, slots=True)
class Verdict:
    """The judgment of one reply; `unscored` is never a zero."""

    outcome: Literal["right", "wrong", "unscored"]
    score: float
    """0 to 1; 0 and without meaning when unscored."""
    extracted: str = ""
    why: str = ""
