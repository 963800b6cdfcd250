"""Which mark groups thousands and which parts decimals, in English, German, French, Indian."""

from __future__ import annotations

import re
import unicodedata
from decimal import Decimal

_GROUPED = re.compile(r"\d{1,3}(?:([.,])\d{3})(?:\1\d{3})*|\d{1,2}(?:,\d{2})+,\d{3}")
_COMMA = re.compile(r"(?<![\d.,])\d+(?:[. ']\d{3})*,(?:\d{1,2}|\d{4,})(?![\d,])(?!\.\d)")
_POINT = re.compile(r"(?<![\d.,])\d+(?:[, ']\d{3})*\.(?:\d{1,2}|\d{4,})(?![\d.])(?!,\d)")
_GERMAN = re.compile(r"\b(?:Mio|Mrd|Tsd|Millionen|Milliarden?|milliards?)\b")


_VULGAR = re.compile(r"(\d?)\s?([¼-¾⅐-⅞])")
_RAISED = re.compile(r"(?<=\d)[⁺⁻⁰¹²³⁴-⁹]+")


def legible(text: str) -> str:
    """The text with "3½" as "3 1/2" and "10⁶" as "10^6", which NFKC alone would run together."""
    if text.isascii():
        return text
    text = _VULGAR.sub(lambda m: f"{m[1]} {unicodedata.normalize('NFKC', m[2])}", text)
    return _RAISED.sub(lambda m: f"^{unicodedata.normalize('NFKC', m[0])}", text)


def decimal_mark(text: str) -> str:
    """The mark that the numbers of a text agree on: "," or "."; empty if they do not tell."""
    comma = bool(_COMMA.search(text)) or bool(_GERMAN.search(text))
    point = bool(_POINT.search(text))
    return ("," if comma else ".") if comma != point else ""


def readings(body: str, mark: str = "") -> tuple[Decimal, ...]:
    """Values that digits with marks can stand for, likeliest first; none for "1.2.3".

    "1.234" is 1.234 or 1234, and "1,234" the other way round, unless the decimal `mark` is known.
    "0.234" and "1234.567" group nothing; nobody writes 5,200 for 5.2.
    """
    body = re.sub(r"[ '’]", "", body)
    marks = [char for char in body if char in ".,"]
    if not marks:
        return (Decimal(body),)
    whole, _, parts = body.rpartition(marks[-1])
    if len({*marks}) == 2:
        clean = whole.replace("," if marks[-1] == "." else ".", "")
        return (Decimal(f"{clean}.{parts}"),) if marks.count(marks[-1]) == 1 else ()
    grouped = bool(_GROUPED.fullmatch(body)) and not body.startswith("0")
    thousands = Decimal(body.replace(marks[0], ""))
    if len(marks) > 1:
        return (thousands,) if grouped else ()
    decimal = Decimal(f"{whole or 0}.{parts}")
    if not grouped or mark == marks[0]:
        return (decimal,)
    if mark:
        return (thousands,)
    if marks[0] == ".":
        return (decimal, thousands)
    return (thousands,) if body.endswith("0") else (thousands, decimal)
