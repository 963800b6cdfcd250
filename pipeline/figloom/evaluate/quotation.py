"""Known triples found in text by their names, which may themselves hold commas, pipes or arrows."""

from __future__ import annotations

import re
from functools import lru_cache

from figloom.evaluate.spelling import core, fold, outermost

Names = tuple[str, str, str]
"""Head, relation, tail."""

_GAP = r"[\s|,;:>\-–—=→\[\](){}\"'«»*]+"
_LEFT = r"\s*(?:<[-=–—]+|←)[\s\[(]*"
_LEFT_AGAIN = r"[\s\])]*(?:<?[-=–—]+|←)\s*"
_BEFORE = re.compile(
    r"(?:^|[^\w\s|>→]|\b(?:is|are|was|be|that|triple|statement|edge|fact|claim|one|and|or|either|both|not|maybe"
    r"|perhaps|possibly|probably|likely))\s*$"
)
_AFTER = re.compile(
    r"\s*$|(?!\s*(?:\||[-=–—]+>|→)|\s+>)\s*[^\w\s]"
    r"|\s+(?:is|are|was|does|should|because|since|as|which|and|or|isn|doesn|cannot)\b"
)


def quoted(line: str, known: tuple[Names, ...]) -> frozenset[Names]:
    """Known triples that stand in a line with only separators between their names."""
    text = fold(line)
    for form in (fold, core):
        spans = [
            (match.start(), match.end(), names)
            for names in known
            for pattern in _patterns(*map(form, names))
            for match in pattern.finditer(text)
            if _stands_alone(text, match)
        ]
        longest = outermost(spans)
        if longest:
            return longest
    return frozenset()


def resembles(names: Names, known: tuple[Names, ...]) -> bool:
    """Whether each name holds that of one known triple, so that a split may have caught prose."""
    return any(
        all(core(part) in name for part, name in zip(triple, names, strict=True))
        for triple in known
    )


def spelt(names: Names, known: tuple[Names, ...]) -> Names:
    """The triple as the map spells it, or in its folded form if the map lacks it."""
    for form in (fold, core):
        for candidate in known:
            if all(form(a) == form(b) for a, b in zip(names, candidate, strict=True)):
                return candidate
    return (core(names[0]), core(names[1]), core(names[2]))


@lru_cache(maxsize=512)
def _patterns(head: str, relation: str, tail: str) -> tuple[re.Pattern[str], ...]:
    h, r, t = re.escape(head), re.escape(relation), re.escape(tail)
    forward, back = h + _GAP + r + _GAP + t, t + _LEFT + r + _LEFT_AGAIN + h
    return re.compile(forward), re.compile(back)


def _stands_alone(text: str, match: re.Match[str]) -> bool:
    before = text[max(0, match.start() - 20) : match.start()]
    return bool(_BEFORE.search(before) and _AFTER.match(text, match.end()))
