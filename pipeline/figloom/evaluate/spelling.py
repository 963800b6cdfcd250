"""When two spellings are the same name: Unicode forms, case, spaces and outer punctuation aside."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from functools import lru_cache
from typing import TypeVar

T = TypeVar("T")

_QUOTES = str.maketrans(dict.fromkeys("‘’‚‛′`", "'") | dict.fromkeys("“”„‟«»″", '"'))


def readable(text: str) -> str:
    """NFKC without invisible characters, digits of every script as 0-9; case and lines kept."""
    if text.isascii():
        return text
    return "".join(_plain(mark) for mark in unicodedata.normalize("NFKC", text))


@lru_cache(maxsize=2048)
def fold(name: str) -> str:
    """A name for comparison: readable, case-folded, straight quotes, single spaces, no `_`."""
    # folding can undo the normal form, hence twice
    text = readable(readable(name).casefold()).translate(_QUOTES)
    return " ".join(text.replace("_", " ").split())


@lru_cache(maxsize=2048)
def core(name: str) -> str:
    """The folded name without punctuation at its ends, unless it has nothing else."""
    folded = fold(name)
    outer = "".join({mark for mark in folded if _is_punctuation(mark)})
    return folded.strip(f"{outer} ") or folded


def same(text: str, names: Iterable[str]) -> frozenset[int]:
    """Positions of the names that the text spells; outer punctuation decides only if it must."""
    listed = tuple(names)
    for form in (fold, core):
        wanted = form(text)
        found = frozenset(place for place, name in enumerate(listed) if form(name) == wanted)
        if found:
            return found
    return frozenset()


def outermost(spans: Iterable[tuple[int, int, T]]) -> frozenset[T]:
    """What the spans (start, end, name) hold that lie inside no other one: "York" inside "New
    York" is no mention of York."""
    found, reach = set(), -1
    last = (-1, -1)
    for start, end, name in sorted(spans, key=lambda span: (span[0], -span[1])):
        if end > reach or (start, end) == last:
            found.add(name)
            last = (start, end)
        reach = max(reach, end)
    return frozenset(found)


def _plain(mark: str) -> str:
    digit = unicodedata.decimal(mark, None)
    if digit is not None:
        return str(int(digit))
    return "" if unicodedata.category(mark) == "Cf" else mark


def _is_punctuation(mark: str) -> bool:
    return mark == "|" or unicodedata.category(mark).startswith("P")
