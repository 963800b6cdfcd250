"""Stories as sources hold them: what happens in some walk of life, in order, with its own words.

A story is more than one chart shows; samplers take parts of it in their order, so that every chart
tells something sensible. Texts may hold {slots}: those of the story, those that Faker fills
(`FILLED`), and its variables, each of which stands for one of its limits.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from hashlib import blake2b
from pathlib import Path
from typing import Literal

from figloom.errors import SourceError
from figloom.types import FlowKind, Variable

FILLED = ("person", "company", "city", "number", "date")
"""Slots that Faker fills: a surname, a company, a city, a number of three or four digits, a date
such as "12 May"."""

Texts = tuple[str, ...]
"""Alternatives, any of which does; at most six words each, as a rule two or three."""


@dataclass(frozen=True, slots=True)
class Step:
    """One thing done."""

    step: Texts
    kind: Literal["process", "io", "subprocess", "store", "document", "preparation"] = "process"
    actor: str = ""
    """Who does it; empty where it is the one who did the last step."""


@dataclass(frozen=True, slots=True)
class Branch:
    """An answer to a decision and what follows from it."""

    label: Texts
    parts: tuple[StoryPart, ...] = ()
    end: Texts = ()
    """Names of an end of its own; empty where the branch joins the others again."""
    when: str = ""
    """The condition over variables under which it is taken: "total > {total}"."""


@dataclass(frozen=True, slots=True)
class Decision:
    """A question with two to five answers."""

    decision: Texts
    branches: tuple[Branch, ...]
    actor: str = ""


@dataclass(frozen=True, slots=True)
class Loop:
    """What is repeated until a question is answered otherwise."""

    loop: Texts
    again: Texts
    """Labels of the answer that leads round again."""
    done: Texts
    parts: tuple[StoryPart, ...]
    first: Literal["test", "block"] = "block"
    """Whether the question comes before the parts or after them."""
    actor: str = ""


@dataclass(frozen=True, slots=True)
class Parallel:
    """Things done side by side, all of which must end before the story goes on."""

    parallel: tuple[tuple[StoryPart, ...], ...]


StoryPart = Step | Decision | Loop | Parallel


@dataclass(frozen=True, slots=True)
class Quantity:
    """A variable that decisions of a story test, and the limits they may test it against."""

    name: str
    """As a question calls it, with its article: "the order total"."""
    low: float
    high: float
    limits: tuple[float, ...]
    unit: str = ""
    """Set after the number; "$" and "€" before it."""
    step: float = 1.0


@dataclass(frozen=True, slots=True)
class Advice:
    """A question of a decision tree, or a leaf of it: what is advised."""

    say: Texts
    answers: Mapping[str, Advice] = field(default_factory=dict)
    """By the label of the answer; empty for a leaf."""


@dataclass(frozen=True, slots=True)
class Study:
    """The words of a participant flow, whose counts the sampler makes up."""

    subjects: str
    """What is counted: "patients"."""
    assessed: Texts
    reasons: Texts
    """Why some are left out before they are allocated."""
    allocated: Texts
    """What the stage is called at which the arms part: "Randomised"."""
    arms: Texts
    """What the groups get."""
    lost: Texts
    """Why some leave after that."""
    analysed: Texts


@dataclass(frozen=True, slots=True)
class Layer:
    """Parts of an architecture that stand at one level; each level works with the next."""

    name: str
    components: Texts
    kind: FlowKind = "process"
    link: Texts = ()
    """What the arrows to the next level may say."""


@dataclass(frozen=True, slots=True)
class Story:
    """One theme with its own nouns, verbs and endings; any of its sections may be empty."""

    id: str
    split: Literal["train", "eval"]
    titles: Texts
    actors: Texts = ()
    """Who acts, two to four, each a lane of its own."""
    start: Texts = ("Start",)
    end: Texts = ("End",)
    """How the main way ends."""
    slots: Mapping[str, Texts] = field(default_factory=dict)
    variables: Mapping[str, Quantity] = field(default_factory=dict)
    parts: tuple[StoryPart, ...] = ()
    tree: Advice | None = None
    study: Study | None = None
    layers: tuple[Layer, ...] = ()


@dataclass(frozen=True, slots=True)
class CodedStory(Story):
    """A program of a person's own in place of words."""

    program: str = ""
    """Source of one function that `figloom.flows.programs` can run."""
    inputs: tuple[Variable, ...] = ()
    """Its parameters, and the whole numbers that they may be."""


class Stories:
    """The read-only handle that samplers get."""

    def __init__(
        self,
        name: str,
        licence: str,
        stories: Sequence[Story],
        notes: Sequence[str] = (),
        credits: str = "",
    ) -> None:
        if not stories:
            raise SourceError(f"Source {name!r} has no story.")
        self.name, self.licence, self.credits = name, licence, credits
        self.stories, self.notes = tuple(stories), tuple(notes)

    @property
    def things(self) -> tuple[str, str]:
        """What one of them is called, and several: a person's programs are functions."""
        coded = all(isinstance(story, CodedStory) for story in self.stories)
        return ("function", "functions") if coded else ("story", "stories")

    @cached_property
    def fingerprint(self) -> str:
        """Hash of all stories, by which two states of a source are told apart."""
        return blake2b(repr(self.stories).encode(), digest_size=16).hexdigest()

    def of(self, split: str) -> tuple[Story, ...]:
        """Stories of a split, in the source's order."""
        return tuple(story for story in self.stories if story.split == split)

    def picture(self, reference: str) -> Path:
        """Stories hold no pictures: always a SourceError."""
        raise SourceError(f"Source {self.name!r} has no pictures, but {reference!r} asks for one.")
