"""What the picture says, what holds, and the edits between them."""

from __future__ import annotations

from dataclasses import dataclass

from figloom.types.shapes import Shape


@dataclass(frozen=True, slots=True)
class Candidate:
    """A negative that `modify` proposes, already filtered against the whole source."""

    id: str
    name: str
    """As it would be shown."""
    evidence: str
    """Why it is false, in words that name the rule."""


@dataclass(frozen=True, slots=True)
class Edit:
    """How `shown` differs from `truth`."""

    operation: str
    """`mask_entity`, `mask_relation`, `corrupt_entity`, `corrupt_relation`, ..."""
    facts: tuple[str, ...]
    """Ids of what is masked or false in `shown`; of what is missing there, ids in `truth`."""
    before: str
    """What stood there in `truth`, as shown: a name, or a value as text."""
    after: str
    """What is shown there."""
    evidence: str = ""
    negatives: tuple[Candidate, ...] = ()
    before_id: str = ""
    after_id: str = ""
    """Ids of both in the source, where they have some."""


@dataclass(frozen=True, slots=True)
class Facts:
    """What the picture says (`shown`), what holds (`truth`), and the edits between them."""

    shown: Shape
    truth: Shape
    edits: tuple[Edit, ...] = ()
