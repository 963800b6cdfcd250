"""Local models that need no key, one plug-in a file: what any model should beat, or cannot.

A plug-in takes the dataset that will be asked about (or None) and its options, and returns a
function from a prompt and its pictures, all that a served model sees, to a reply.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

from figloom import registry
from figloom.errors import DatasetError, RecipeError, unknown

PREFIX = "baseline:"
"""Opens the name of a local model where hosted ones are named too."""

Speak = Callable[[str, tuple[bytes, ...]], str]
"""From a prompt and its encoded pictures to a reply; called from several threads."""


class Model(Protocol):
    """What answers in this process."""

    @property
    def name(self) -> str:
        """As it was asked for, with the prefix."""
        ...

    def reply(self, prompt: str, images: tuple[bytes, ...]) -> str:
        """What the model says to a text and the pictures beside it."""
        ...


@dataclass(frozen=True, slots=True)
class _Local:
    name: str
    speak: Speak

    def reply(self, prompt: str, images: tuple[bytes, ...]) -> str:
        return self.speak(prompt, images)


def find(name: str, dataset: str | Path | None, argument: str = "--model", **options: Any) -> Model:
    """The model of a name such as `baseline:random`, `oracle` or `blind=TRAINING_DATASET`.

    `dataset` is the build that the questions come from, `argument` where the name was given.
    RecipeError for a name or option that does
    not exist, DatasetError for a dataset that is missing or not whole.
    """
    bare, _, train = name.removeprefix(PREFIX).partition("=")
    known = registry.plugins("models")
    if bare not in known:
        raise RecipeError(unknown("baseline", bare, known))
    model, where = known[bare], f"{argument} {PREFIX}{bare}"
    if train:
        if "train" not in model.defaults:
            raise RecipeError(f"{where} learns from no dataset: leave out {'=' + train!r}.")
        options = {**options, "train": train}
    speak: Speak = model.call(
        None if dataset is None else Path(dataset), **model.options(options, where)
    )
    return _Local(f"{PREFIX}{bare}" + (f"={train}" if train else ""), speak)


def needed(dataset: Path | None, name: str) -> Path:
    """The dataset, without which a model knows nothing."""
    if dataset is None:
        raise DatasetError(
            f"{PREFIX}{name} knows nothing but builds of figloom: name the folder of the one "
            "that it is asked about, by --dataset or as what eval asks."
        )
    return dataset
