"""Everything that can go wrong in a way a person can mend.

FigloomError            one sentence: what, where, what to do instead; the command exits with 2
├── RecipeError         a recipe, plug-in or option is unknown, misspelt or impossible
├── SourceError         the data to draw from is missing, broken or too small; Faults of files of
│                       a person's own are told all at once, a line each
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


class Faults(SourceError):
    """Files of a person's own have faults: one sentence for one, else a line each, all at once."""

    def __init__(self, faults: Sequence[str]) -> None:
        super().__init__(_listed(faults))
        self.faults = tuple(faults)


class Short(SourceError):
    """The source holds fewer items than were asked for; a smaller count may do."""


class SetupError(FigloomError):
    """Something the build needs is not installed on this machine."""


class OutputError(FigloomError):
    """The place to write to is not usable."""


class DatasetError(FigloomError):
    """A dataset on disk is not whole or not ours."""


_TOLD = 20
"""Faults of which each is told."""


def _listed(faults: Sequence[str]) -> str:
    sentences = [f"{fault.rstrip('.')}." for fault in faults]
    if len(sentences) == 1:
        return sentences[0]
    more = len(sentences) - _TOLD
    rest = [f"... and {more} more."] if more > 0 else []
    return "\n".join([f"There are {len(sentences)} faults:", *sentences[:_TOLD], *rest])


def unknown(what: str, name: str, known: Iterable[str]) -> str:
    """Sentence for a name that does not exist, with the nearest one and the whole list."""
    names = sorted(known)
    near = difflib.get_close_matches(name, names, n=1, cutoff=0.5)
    hint = f" Did you mean {near[0]!r}?" if near else ""
    return f"There is no {what} {name!r}.{hint} Known: {', '.join(names) or 'none'}."
