"""Everything that can go wrong in a way a person can mend.

FigloomError            one sentence: what, where, what to do instead; the command exits with 2
├── RecipeError         a recipe, plug-in or option is unknown, misspelt or impossible
├── SourceError         the data to draw from is missing, broken or too small
├── SetupError          a font, library, picture package or browser is missing on this machine
├── OutputError         the place to write to is not usable
└── DatasetError        a dataset given to `export`, `--exclude` or `score` is not a whole one
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Sequence


class FigloomError(Exception):
    """A fault of the input or the machine, not of the program."""


class RecipeError(FigloomError):
    """A recipe, plug-in or option is unknown, misspelt or impossible."""


class SourceError(FigloomError):
    """The data to draw from is missing, broken or too small."""


class Lacking(SourceError):
    """The source cannot give what one block of a recipe asks for; others may well do.

    `lack` says what is missing, as words of a sentence without its end.
    """

    def __init__(self, message: str, lack: str = "") -> None:
        super().__init__(message)
        self.lack = lack


class Short(SourceError):
    """The source holds fewer items than were asked for; a smaller count may do."""


class SetupError(FigloomError):
    """Something the build needs is not installed on this machine."""


class OutputError(FigloomError):
    """The place to write to is not usable."""


class DatasetError(FigloomError):
    """A dataset on disk is not whole or not ours."""


def listed(faults: Sequence[str], most: int = 20) -> str:
    """What a person is told of the faults of a file: one sentence, or one a line."""
    if len(faults) == 1:
        return f"{faults[0].rstrip('.')}."
    lines = [f"There are {len(faults)} faults:", *faults[:most]]
    return "\n".join([*lines, *[f"... and {len(faults) - most} more."][: len(faults) > most]])


def unknown(what: str, name: str, known: Iterable[str]) -> str:
    """Sentence for a name that does not exist, with the nearest one and the whole list."""
    names = sorted(known)
    near = difflib.get_close_matches(name, names, n=1, cutoff=0.5)
    hint = f" Did you mean {near[0]!r}?" if near else ""
    return f"There is no {what} {name!r}.{hint} Known: {', '.join(names) or 'none'}."
