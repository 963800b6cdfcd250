"""Numbers in English words: "two hundred and fifty thousand", "one point five", "a half"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from decimal import Decimal

# fmt: off
_SMALL = (
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
    "eleven", "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen",
    "nineteen",
)
# fmt: on
_TENS = ("twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")
_VALUES = dict(zip(_SMALL, range(20), strict=True)) | dict(
    zip(_TENS, range(20, 100, 10), strict=True)
)
_LARGE = {"thousand": 10**3, "million": 10**6, "billion": 10**9, "trillion": 10**12}
_PARTS = {"half": 2, "halves": 2, "third": 3, "thirds": 3, "quarter": 4, "quarters": 4}
_UNIT = "|".join(_VALUES)
_NUMBER = re.compile(
    rf"(?:\b(minus|negative)\s+)?\b(?:an?\s+(?=hundred|thousand|million|billion|trillion))?"
    rf"((?:{_UNIT}|(?<=a )(?:hundred|{'|'.join(_LARGE)}))"
    rf"(?:(?:\s+and\s+|[\s-]+)(?:{_UNIT}|hundred|{'|'.join(_LARGE)}))*)\b"
    rf"(?:\s+point((?:\s+(?:{'|'.join(_SMALL[:10])}))+)\b)?"
    r"(\s+and\s+an?\s+(?:half|quarter)\b)?(?:\s+(hundred|thousand|million|billion|trillion)\b)?",
    re.IGNORECASE,
)
_PART = re.compile(
    r"\b(?:(one|an?|two|three)[\s-]+)?(half|halves|(?<=[eao][\s-])thirds?|(?<=[ea][\s-])quarters?)"
    r"\b(?!\s+(?:bar|of\s+the)\b)",
    re.IGNORECASE,
)
_PRONOUN = re.compile(
    r"\b(?:no|any|each|every|this|that|which|the|another|some|by|the\s+only)[\s-]+$", re.IGNORECASE
)
_PRONOUN_AFTER = re.compile(r"\s+(?:of|another|by|can|could|may|might|must)\b", re.IGNORECASE)

Found = tuple[int, int, tuple[Decimal, ...]]
"""Start, end, value."""


def worded(text: str) -> Iterator[Found]:
    """Numbers spelt out in a text with their places, in order."""
    found: list[Found] = []
    taken: list[tuple[int, int]] = []
    for match in _PART.finditer(text):
        above = _VALUES.get((match[1] or "one").lower(), 1)
        value = Decimal(above) / _PARTS[match[2].lower()]
        if not re.search(r"\band\s+$", text[max(0, match.start() - 6) : match.start()]):
            found.append((match.start(), match.end(), (value,)))
            taken.append(match.span())
    for match in _NUMBER.finditer(text):
        inside = any(a < match.end() and match.start() < b for a, b in taken)
        if not inside and not _is_pronoun(text, match):
            found.append((match.start(), match.end(), (_value(match),)))
    yield from sorted(found)


def _value(match: re.Match[str]) -> Decimal:
    total, group = 0, 0
    for word in re.split(r"[\s-]+", match[2].lower()):
        if word in _VALUES:
            group += _VALUES[word]
        elif word == "hundred":
            group = (group or 1) * 100
        elif word in _LARGE:
            total, group = total + (group or 1) * _LARGE[word], 0
    value = Decimal(total + group)
    if match[3]:
        value += Decimal("0." + "".join(str(_VALUES[word]) for word in match[3].lower().split()))
    if match[4]:
        value += Decimal("0.5") if "half" in match[4].lower() else Decimal("0.25")
    if match[5]:
        value *= (_LARGE | {"hundred": 100})[match[5].lower()]
    return -value if match[1] else value


def _is_pronoun(text: str, match: re.Match[str]) -> bool:
    if match[0].lower() != "one":
        return False
    before = _PRONOUN.search(text[max(0, match.start() - 12) : match.start()])
    return bool(before or _PRONOUN_AFTER.match(text, match.end()))
