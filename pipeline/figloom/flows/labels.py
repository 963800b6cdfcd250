"""When two labels of a flowchart could be taken for each other by whoever reads or quotes them."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter, defaultdict
from difflib import SequenceMatcher
from functools import lru_cache
from itertools import count

LIKE = 0.85
"""Labels as alike as this or more are one label misread."""

_SILENT = re.compile(r"""[.,;:?"'`()\[\]{}“”‘’…]""")
_WORD = re.compile(r"\w+|[^\w\s]+")


@lru_cache(maxsize=1 << 16)
def folded(text: str) -> str:
    """A label without case, spaces and punctuation that tell nothing apart; signs such as `<` and
    `+` stay, since programs have them."""
    plain = _SILENT.sub(" ", unicodedata.normalize("NFKC", text).casefold())
    return " ".join(_WORD.findall(plain))


@lru_cache(maxsize=1 << 18)
def alike(one: str, other: str) -> bool:
    """Whether one label is nearly the other, or contains it word for word."""
    (a, mine), (b, others) = _spelt(one), _spelt(other)
    if (len(a), a) > (len(b), b):
        a, b = b, a
    shared, whole = (mine & others).bit_count(), len(a) + len(b)
    near = 2 * shared >= LIKE * whole
    # What contains a label has all its letters.
    if shared == len(a) and f" {a} " in f" {b} ":
        return True
    return near and SequenceMatcher(None, a, b, autojunk=False).ratio() >= LIKE


@lru_cache(maxsize=1 << 16)
def within(one: str, other: str) -> bool:
    """Whether a line of a program stands in another word for word: whoever quotes that one has said
    this one too. Code is read sign by sign, so that lines may else be as alike as they like."""
    a, b = (folded(text.replace("_", " ")) for text in (one, other))
    return f" {a} " in f" {b} "


_BIT: defaultdict[tuple[str, int], int] = defaultdict(count().__next__)
"""The bit that stands for a letter's first, second, ... place in a text."""


@lru_cache(maxsize=1 << 16)
def _spelt(text: str) -> tuple[str, int]:
    """A label folded, and a bit for each of its letters: two share as many letters, each as often
    as it comes, as they share bits."""
    label = folded(text)
    seen, found = Counter[str](), 0
    for letter in label:
        found |= 1 << _BIT[letter, seen[letter]]
        seen[letter] += 1
    return label, found


def quantity(value: float, unit: str) -> str:
    """A number with its unit, as charts and questions write it: "$1,500", "1 day", "5%"."""
    number = f"{value:,.10g}"
    if unit in ("$", "€", "£"):
        return f"{unit}{number}"
    unit = unit.removesuffix("s") if value == 1 else unit
    return f"{number}{unit}" if unit in ("", "%") else f"{number} {unit}"
