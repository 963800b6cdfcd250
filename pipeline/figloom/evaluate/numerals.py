"""Numbers as people write them, in figures and words, with their scale, percent and range.

A mark that may group thousands or part decimals ("1.234") leaves two readings, likeliest first,
unless another number of the text settles which mark parts decimals.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass, replace
from decimal import Decimal
from functools import lru_cache

from figloom.evaluate.counting import worded
from figloom.evaluate.dates import is_date
from figloom.evaluate.separators import decimal_mark, readings

_LATIN = "A-Za-zÀ-ɏ"
_SCALES = {
    100: "hundreds?|hundert",
    10**3: r"thousands?|tausend|tsd\.?|mille|milliers?|000s",
    10**4: "万",
    10**5: "lakhs?",
    10**6: r"millions?|millionen|mio\.?|mln|mn",
    10**7: "crores?",
    10**8: "亿",
    10**9: r"billions?|bn|bln|milliards?|milliarden|mrd\.?",
    10**12: "trillions?|tn|trn",
}
_SCALE = re.compile(
    rf"\s*-?\s*(?:{'|'.join(f'({words})' for words in _SCALES.values())})(?![{_LATIN}\d])",
    re.IGNORECASE,
)
_LETTER = re.compile(rf"\s?([kKMmBbT])(?![{_LATIN}\d²³/])")
_LETTERS = {"k": (10**3,), "K": (10**3,), "M": (10**6,), "B": (10**9,), "T": (10**12,)}
_EITHER = {"m": (1, 10**6), "b": (1, 10**9)}
"""Letters that are a unit as often as a scale."""
_PERCENT = re.compile(r"\s*\\?(?:%|(?:per\s?cent|pct|percentage\s+points?|prozent)\b)", re.I)

_BODY = re.compile(
    rf"(?<![{_LATIN}\d_#])(?:\d{{1,3}}(?:[ '’]\d{{3}})+(?![\d])(?:[.,]\d+)?"
    r"|\d+(?:[.,]\d+)*|(?<![\d.])\.\d+)"
)
_POWER = re.compile(
    r"[eE]([-+−]?\d{1,3})(?!\w)"
    r"|\s*(?:[x×*·]|\\times|\\cdot)\s*10\s*(?:\^|\*\*)\s*[{(]?\s*([-+−]?\d{1,3})[)}]?"
)
_OF_TEN = re.compile(r"\s*(?:\^|\*\*)\s*[{(]?\s*([-+−]?\d{1,3})[)}]?")
_FRACTION = re.compile(r"(?:\s+(\d{1,3}))?\s?[/⁄]\s?(\d{1,4})(?![\d/⁄.,-]\d|\d)")
_OUT_OF = re.compile(r"\s+(?:out\s+)?of\s+(\d{1,4})(?![\d.,]\d|\d)")
_TO_ONE = re.compile(r"(?:\s?:\s?|\s+to\s+)1(?![\d:]|[.,]\d|\s*%)")
_RATED = (10, 100, 1000)
_SIGN = re.compile(r"([\w)\]%°]?)(\s*)(?:[-−–]|\b(?:minus|negative))(\s*)[$€£¥₹]?\s*$", re.I)
_NAME = re.compile(rf"[{_LATIN}_][-–]$")
_NOT_ONE = re.compile(r"(?:st|nd|rd|th|D)\b|(?<=\d{4})s\b|-(?!fold|ish|fach)(?=[A-Za-z])")
_SKIP_BEFORE = re.compile(
    r"(?:\bper|(?:^|[^\d\s])\s*/|±|\+/-|\bplus or minus|\bgive or take)\s*$", re.IGNORECASE
)
_BOUND = re.compile(
    r"\b(?:at (?:least|most)|(?:more|less|fewer|greater|higher|lower) than|up to|over|under|above"
    r"|below|exceed(?:s|ing)?|not|isn't)\s+[$€£¥₹]?$",
    re.IGNORECASE,
)
_HEDGED_BOUND = re.compile(r"\b(?:just|slightly|barely|a (?:little|bit))\s+\w+(?:\s+than)?\s+\S?$")
_OPEN_END = re.compile(
    r"\s*(?:\+(?![\s/]*[-\d])|or (?:more|fewer|less|higher|lower|above|below)\b)"
)
_RANGE = re.compile(r"\s*(?:[-–—−~]|\b(?:to|bis|à)\b)\s*[$€£¥₹]?\s*")
_AND = re.compile(r"\s*(?:and|und|et)\s*[$€£¥₹]?\s*")
_BETWEEN = re.compile(r"\b(?:between|zwischen|entre)\s+[$€£¥₹]?\s*[-−]?$", re.IGNORECASE)
_CHANGES = re.compile(
    r"\b(?:r[oi]se[sn]?|f[ae]ll(?:s|en)?|grew|grows?|drop\w*|climb\w*|increas\w*|decreas\w*"
    r"|declin\w*|went|goes|chang\w*)\b[^.\n]*\bfrom\s+[$€£¥₹]?$",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Numeral:
    """One number or range of a text."""

    start: int
    end: int
    low: tuple[Decimal, ...]
    """Readings, likeliest first; never empty."""
    high: tuple[Decimal, ...]
    """The same as `low` unless it is a range."""


@dataclass(frozen=True, slots=True)
class _Part:
    start: int
    end: int
    values: tuple[Decimal, ...]
    factors: tuple[int, ...] = (1,)
    percent: bool = False


# A reply's text is asked for again and again while its one answer is sought.
@lru_cache(maxsize=64)
def numerals(text: str, unit: str = "", mark: str = "") -> tuple[Numeral, ...]:
    """All numbers of a text, in order, that stand for an amount.

    `unit` is that of the question: a letter that spells it is no scale, and a scale in it
    ("million USD") is divided out. `mark` is the decimal mark where it is known. Left out are
    ordinals, dates, parts of names, bounds ("more than 5") and what follows
    "per" or "±". Words count only where there are no figures: "two bars, the higher is 45".
    """
    parts = list(_parts(text, unit, mark or decimal_mark(text)))
    if not parts:
        parts = [_Part(*found) for found in worded(text) if not _is_bound(text, *found[:2])]
    return tuple(_numeral(group, unit) for group in _grouped(text, parts))


def _parts(text: str, unit: str, mark: str) -> Iterator[_Part]:
    end = 0
    for body in _BODY.finditer(text):
        if body.start() < end:
            continue
        part = _part(text, body, unit, mark)
        if part is None:
            continue
        end = part.end
        if not _is_bound(text, part.start, part.end):
            yield part


def _part(text: str, body: re.Match[str], unit: str, mark: str) -> _Part | None:
    before = text[max(0, body.start() - 40) : body.start()]
    if _NAME.search(before) or _SKIP_BEFORE.search(before) or _NOT_ONE.match(text, body.end()):
        return None
    if is_date(before, body[0], text[body.end() : body.end() + 20]):
        return None
    values, end = _powered(text, body, readings(body[0], mark))
    if not values:
        return None
    values, end = _divided(text, body, values, end)
    start, negative = _signed(before, body.start())
    if negative:
        values = tuple(-value for value in values)
    factors, end = _scaled(text, end, unit)
    percent = _PERCENT.match(text, end)
    return _Part(start, percent.end() if percent else end, values, factors, bool(percent))


def _signed(before: str, start: int) -> tuple[int, bool]:
    """Where the number begins with its sign, and whether it is negative."""
    sign = _SIGN.search(before)
    if not sign:
        return start, False
    previous, gap, after = sign.groups()
    bullet = after and not before[: sign.start()].rpartition("\n")[2].strip()
    stands = not (previous or bullet) or bool(gap and not after and not previous.isdigit())
    stands = stands or bool(re.search(r"[a-z]\s*[$€£¥₹]?\s*$", sign[0], re.IGNORECASE))
    return (start - len(sign[0]) + len(previous) + len(gap), True) if stands else (start, False)


def _powered(
    text: str, body: re.Match[str], values: tuple[Decimal, ...]
) -> tuple[tuple[Decimal, ...], int]:
    power = _POWER.match(text, body.end())
    if power:
        exponent = int((power[1] or power[2]).replace("−", "-"))
        return tuple(value.scaleb(exponent) for value in values), power.end()
    of_ten = _OF_TEN.match(text, body.end()) if body[0] == "10" else None
    if of_ten:
        return (Decimal(1).scaleb(int(of_ten[1].replace("−", "-"))),), of_ten.end()
    return values, body.end()


def _divided(
    text: str, body: re.Match[str], values: tuple[Decimal, ...], end: int
) -> tuple[tuple[Decimal, ...], int]:
    """A fraction's value, also of "3 to 1"; "8/10" and "8 out of 10" may also mean 8."""
    to_one = _TO_ONE.match(text, end)
    if to_one and not text[: body.start()].rstrip().endswith("from"):
        return values, to_one.end()
    out_of, fraction = _OUT_OF.match(text, end), _FRACTION.match(text, end)
    if out_of and int(out_of[1]) in _RATED:
        return (values[0], values[0] / int(out_of[1])), out_of.end()
    if not fraction or not body[0].isdigit() or len(body[0]) > 3 or not int(fraction[2]):
        return values, end
    below = int(fraction[2])
    if fraction[1]:
        return (values[0] + Decimal(fraction[1]) / below,), fraction.end()
    whole = (values[0],) if below in _RATED else ()
    return (values[0] / below, *whole), fraction.end()


def _scaled(text: str, end: int, unit: str) -> tuple[tuple[int, ...], int]:
    letter = _LETTER.match(text, end)
    if letter:
        if unit.split()[:1] == [letter[1]]:
            return (1,), letter.end()
        return (_LETTERS | _EITHER)[letter[1]], letter.end()
    factor = 1
    while scale := _SCALE.match(text, end):
        factor, end = factor * _factor(scale), scale.end()
    return (factor,), end


@lru_cache(maxsize=256)
def _scales(unit: str) -> tuple[int, ...]:
    """Scales that a unit names, such as 1000000 for "million USD"."""
    found = (_factor(match) for match in _SCALE.finditer(f" {unit}"))
    return tuple({factor for factor in found if factor > 100})


def _factor(scale: re.Match[str]) -> int:
    return next(size for size, word in zip(_SCALES, scale.groups(), strict=True) if word)


def _is_bound(text: str, start: int, end: int) -> bool:
    before = text[max(0, start - 32) : start].replace("’", "'")
    bound = _BOUND.search(before) and not _HEDGED_BOUND.search(before)
    return bool(bound or _OPEN_END.match(text, end))


def _grouped(text: str, parts: list[_Part]) -> Iterator[tuple[_Part, _Part]]:
    """Each number twice, or the two ends of a range, which share a scale said once."""
    waiting = deque(parts)
    while waiting:
        low = waiting.popleft()
        if not waiting or not _joined(text, low, waiting[0]):
            yield low, low
            continue
        high = waiting.popleft()
        if low.factors == (1,) and not low.percent:
            low = replace(low, factors=high.factors, percent=high.percent)
        yield low, high


def _joined(text: str, low: _Part, high: _Part) -> bool:
    before, gap = text[max(0, low.start - 80) : low.start], text[low.end : high.start]
    if _AND.fullmatch(gap):
        return bool(_BETWEEN.search(before))
    return bool(_RANGE.fullmatch(gap)) and not _CHANGES.search(before)


def _numeral(ends: tuple[_Part, _Part], unit: str) -> Numeral:
    low, high = ends
    return Numeral(low.start, high.end, _amounts(low, unit), _amounts(high, unit))


def _amounts(part: _Part, unit: str) -> tuple[Decimal, ...]:
    """In the question's unit; a percent sign may be the unit or a hundredth part."""
    inside = _scales(unit) or (1,)
    found = [v * factor / size for v in part.values for factor in part.factors for size in inside]
    if part.factors == (1,) and inside != (1,):
        found = [*part.values, *found]
    if part.percent and unit != "%":
        found += [value / 100 for value in found]
    return tuple(dict.fromkeys(value.normalize() + 0 for value in found))
