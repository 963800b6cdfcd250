"""Which words of a table's column names keep their capital inside a sentence."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from figloom.read.dates import MONTHS
from figloom.read.headers import lexicon
from figloom.read.names import is_land

_WEEKDAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
_FOREIGN = frozenset(["ano", "annee", "jahr", "plz"])


def proper(names: Sequence[str]) -> frozenset[str]:
    """First words that stay as the file has them: all of them where the names are not plainly
    English, as nouns of other languages have capitals; else months, weekdays and countries."""
    first = {name.partition(" ")[0] for name in names}
    if not _english(names):
        return frozenset(first)
    return frozenset(word for word in first if word in (*MONTHS, *_WEEKDAYS) or is_land(word))


def _english(names: Sequence[str]) -> bool:
    """Whether most names hold a word that English column names have, and no other letters."""
    if any(letter.isalpha() and not letter.isascii() for name in names for letter in name):
        return False
    known = [name for name in names if set(name.lower().split()) & _vocabulary()]
    return 2 * len(known) > len(names)


@cache
def _vocabulary() -> frozenset[str]:
    """The words of `sources/columns.toml`."""
    words, short = lexicon()["words"].values(), lexicon()["short"].values()
    told = (*(entry for entries in words for entry in entries), *short)
    english = {word.strip("$").lower() for entry in told for word in entry.split()}
    return frozenset(english - _FOREIGN)
