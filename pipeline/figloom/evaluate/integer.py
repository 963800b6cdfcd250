"""A whole number in digits of any script or in English words up to ninety-nine.

Numbers are not bound to the things they count: a reply with several different numbers is unscored
unless it announces its answer. "At least 7" is no answer; "about 7" is 7.
"""

from __future__ import annotations

import re
from decimal import Decimal

from figloom.evaluate.extraction import extract, judged, misfit
from figloom.evaluate.sums import result
from figloom.registry import plugin
from figloom.types import Question, Verdict

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
_LATIN = "A-Za-zÀ-ɏ"
_DIGITS = re.compile(
    rf"(?<![{_LATIN}\d_.,])(?:(?<![)\]])[-−+])?(?:\d{{1,3}}(?:,\d{{3}})+(?![,\d])|\d+)(?:\.\d+)?"
    rf"(?![{_LATIN}\d_]|[.,]\d)"
)
_WORDS = re.compile(
    rf"\b(?:(?P<tens>{'|'.join(_TENS)})(?:[\s-]+(?P<ones>{'|'.join(_SMALL[1:10])}))?"
    rf"|(?P<small>{'|'.join(_SMALL)}))\b",
    re.IGNORECASE,
)
_PRONOUN_BEFORE = re.compile(
    r"\b(?:no|any|each|every|this|that|which|the|another|some|by|the\s+only)[\s-]+$", re.IGNORECASE
)
_PRONOUN_AFTER = re.compile(r"\s+(?:of|another|by|can|could|may|might|must)\b", re.IGNORECASE)
_BOUND = re.compile(
    r"\b(?:at (?:least|most)|(?:more|less|fewer|greater) than|up to|over|under|between"
    r"|between\s+\S+\s+and|not|n't)\s+$",
    re.IGNORECASE,
)
_OPEN_END = re.compile(r"\s*(?:\+(?!\s*\d)|or (?:more|fewer|less)\b)", re.IGNORECASE)
_LISTED = re.compile(r"^[ \t]*(\d+)[.)][ \t]+(?=\S)", re.MULTILINE)


@plugin()
def integer(question: Question, reply: str) -> Verdict:
    """Judge a reply to a counting question; a fraction or another whole number is wrong."""
    answer = question.answer
    if not isinstance(answer, int) or isinstance(answer, bool):
        raise misfit("integer", question, "a whole number as answer")
    found = extract(_without_list_numbers(reply), _alone, _search)
    return judged(found, lambda value: value == answer, lambda value: f"{value:f}")


def _alone(line: str) -> frozenset[Decimal]:
    """Numbers of a line that starts with one and says little more, such as "7 entities"."""
    start = line.lstrip(" \t([{\"'*=#")
    starts = _DIGITS.match(start) or _WORDS.match(start)
    return _search(line) if starts and len(start.split()) <= 5 else frozenset()


def _search(text: str) -> frozenset[Decimal]:
    found = _numbers(text)
    worked = _numbers(result(text)) if len(found) > 1 else frozenset()
    return worked if len(worked) == 1 else found


def _numbers(text: str) -> frozenset[Decimal]:
    found = {
        Decimal(match[0].replace(",", "").replace("−", "-"))
        for match in _DIGITS.finditer(text)
        if not _is_bound(text, match)
    }
    for match in _WORDS.finditer(text):
        if not _is_bound(text, match) and not _is_pronoun(text, match):
            found.add(_value(match))
    return frozenset(found)


def _value(match: re.Match[str]) -> Decimal:
    words = (match["tens"], match["ones"], match["small"])
    return Decimal(sum(_VALUES[word.lower()] for word in words if word))


def _is_bound(text: str, match: re.Match[str]) -> bool:
    before = _BOUND.search(text[max(0, match.start() - 24) : match.start()])
    return bool(before or _OPEN_END.match(text, match.end()))


def _is_pronoun(text: str, match: re.Match[str]) -> bool:
    if match[0].lower() != "one":
        return False
    before = _PRONOUN_BEFORE.search(text[max(0, match.start() - 12) : match.start()])
    return bool(before or _PRONOUN_AFTER.match(text, match.end()))


def _without_list_numbers(reply: str) -> str:
    """The reply without the numbers of a list 1, 2, 3, which count lines and not things."""
    places = [int(match[1][:9]) for match in _LISTED.finditer(reply)]
    if len(places) < 2 or places != [*range(1, len(places) + 1)]:
        return reply
    return _LISTED.sub("", reply)
