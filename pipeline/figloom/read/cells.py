"""Texts of cells as numbers: separators, signs, currencies, percents, magnitudes, units."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from figloom.read.headers import unit_of
from figloom.tables import Values

_GAPS = " '’\u00a0\u2009\u202f"
_FORMS = {
    ".": re.compile(
        rf"\d+(\.\d*)?|\.\d+|[1-9]\d{{0,2}}(,\d{{3}})+(\.\d+)?|[1-9]\d{{0,2}}([{_GAPS}]\d{{3}})+(\.\d+)?"
        r"|[1-9]\d?(,\d\d)+,\d{3}(\.\d+)?"
    ),
    ",": re.compile(
        rf"\d+(,\d*)?|,\d+|[1-9]\d{{0,2}}(\.\d{{3}})+(,\d+)?|[1-9]\d{{0,2}}([{_GAPS}]\d{{3}})+(,\d+)?"
    ),
}
_PLAIN = r"^[-+]?(\d+\.?\d*|\.\d+)([eE][-+]?\d+)?$"
_MONEY = r"(?:(?:US|C|A|R|NZ|HK|S)?\$|€|£|¥|₹|₩|₽|₺|zł|USD|EUR|GBP|JPY|CHF|INR|CNY|CAD|AUD|Rs\.?)"
_CELL = re.compile(
    rf"(?P<open>\()?\s*(?P<sign>[-+−–])?\s*(?P<money>{_MONEY})?\s*(?P<after>[-+−–])?\s*"
    rf"(?P<digits>(?:\d[\d.,{_GAPS}]*\d|\d[.,]?|[.,]\d+))(?P<power>[eE][-+]?\d+)?\s*"
    r"(?P<tail>[^\d()*†‡\[\]]{0,20}?)\s*(?P<close>\))?(?P<late>%)?(?P<minus>-)?\s*(?:\*+|†|‡|\[\w{1,3}\]|(?<=\d)\(\d\d?\))?"
)
_POWERS = {
    3: ("k", "thousand", "tsd", "thsd"),
    5: ("lakh", "lakhs", "lac"),
    6: ("m", "mm", "mn", "mln", "mio", "million", "millions"),
    7: ("crore", "crores", "cr"),
    9: ("b", "bn", "bln", "billion", "billions", "mrd"),
    12: ("t", "tn", "trillion", "trillions"),
}
_TIMES = {word: power for power, words in _POWERS.items() for word in words}
_TRIED = 200
"""Texts tried, evenly spread, before all of them are."""
_ALONE = frozenset({"m", "t", "mm"})
"""Metres, tonnes and millimetres, unless money or another magnitude tells otherwise."""


@dataclass(frozen=True, slots=True)
class Read:
    """Texts as numbers."""

    values: Values
    """One a text, NaN where it is none."""
    unit: str = ""
    refused: str = ""
    """Why these are no numbers although they look like some; empty if they are, or do not."""


@dataclass(frozen=True, slots=True)
class _Cell:
    digits: str
    power: str
    negative: bool
    money: str
    tail: str


def points(texts: Sequence[str]) -> set[str]:
    """The decimal signs, "." and ",", that these texts can only be read with."""
    cells = [cell for cell in map(_cell, texts) if cell]
    return {
        point
        for point, other in ((".", ","), (",", "."))
        if any(_is(c.digits, point) and not _is(c.digits, other) for c in cells)
    }


def numbers(texts: Sequence[str], point: str) -> Read:
    """Distinct texts as numbers; `point` is the decimal sign of the file where these have none of
    their own, or "" if that is unknown."""
    plain = _plain(texts)
    if plain is not None and (point == "." or not _either(texts)):
        return Read(plain)
    nothing = Read(np.full(len(texts), np.nan))
    if not any(map(_cell, texts[:: max(1, len(texts) // _TRIED)])):
        return nothing
    cells = [_cell(text) for text in texts]
    kept = [cell for cell in cells if cell]
    if 2 * len(kept) < len(texts):
        return nothing
    own = Counter(sign for text in texts for sign in points([text]))
    if len(own) == 2:
        (sign, many), (_, few) = own.most_common()
        if 20 * few > many + few:
            return Read(nothing.values, refused="mixes decimal points and decimal commas")
        point = sign
    elif own:
        point = next(iter(own))
    elif not point and _either([cell.digits for cell in kept]):
        text = next(t for t, c in zip(texts, cells, strict=True) if c and _either([c.digits]))
        return Read(nothing.values, refused=f"{text!r} may be a thousand or a decimal")
    try:
        powers, unit = _tails(kept)
    except ValueError as fault:
        return Read(nothing.values, refused=str(fault))
    if powers is None:
        return nothing
    return Read(
        np.array([_value(c, point or ".", powers) if c else np.nan for c in cells], np.float64),
        unit,
    )


def _plain(texts: Sequence[str]) -> Values | None:
    """Texts as a program writes numbers, fast; None if any is not."""
    column = pa.array(texts, pa.string())
    if not pc.all(pc.match_substring_regex(column, _PLAIN), min_count=0).as_py():
        return None
    values: Values = pc.cast(pc.utf8_ltrim(column, "+"), pa.float64()).to_numpy()
    return values


def _cell(text: str) -> _Cell | None:
    if text[:1] == "[" and text[-1:] == "]":
        text = text[1:-1]
    match = _CELL.fullmatch(text)
    if not match or bool(match["open"]) != bool(match["close"]):
        return None
    digits, tail = match["digits"], match["tail"] or match["late"] or ""
    if not (_is(digits, ".") or _is(digits, ",")):
        return None
    signs = [match["sign"], match["after"], match["minus"]]
    if len([sign for sign in signs if sign]) > 1:
        return None
    negative = bool(match["open"]) or any(sign in ("-", "−", "–") for sign in signs)
    return _Cell(digits, match["power"] or "", negative, match["money"] or "", tail)


def _is(digits: str, point: str) -> bool:
    return _FORMS[point].fullmatch(digits) is not None


def _either(digits: Sequence[str]) -> bool:
    """Whether any of them is one number with a point and another with a comma."""
    return any(
        (("." in text) != ("," in text)) and _is(text, ".") and _is(text, ",")
        for text in (digit.lstrip("+-") for digit in digits)
    )


def _tails(cells: Sequence[_Cell]) -> tuple[dict[str, int] | None, str]:
    """What the words after the numbers multiply by, and the unit they share; None for no numbers.

    ValueError says why cells that look like numbers cannot be compared.
    """
    money = {unit_of(cell.money.rstrip(".")) or cell.money for cell in cells if cell.money}
    split = {tail: _split(tail) for tail in {cell.tail for cell in cells}}
    magnitudes = {tail.lower() for tail, (power, unit) in split.items() if power and not unit}
    if magnitudes <= _ALONE and len(magnitudes) == 1 and not money:
        # "5 m" may be metres; "5 M" is millions.
        split = {tail: (0, tail) if tail in _ALONE else parts for tail, parts in split.items()}
    counts = Counter(split[cell.tail][1] for cell in cells)
    units = {unit for unit in counts if unit}
    bare = counts[""] / len(cells)
    known = {unit_of(unit) for unit in units}
    if len(money | {unit_of(unit) or unit for unit in units}) > 1:
        if "" in known and not money:
            return None, ""
        listed = ", ".join(sorted(money | units)[:3])
        raise ValueError(f"mixes the units {listed}")
    if units and not money:
        unit = next(iter(units))
        if bare > 0.1 and _some_matter(cells, split):
            if unit_of(unit):
                raise ValueError(f"only some values say {unit!r}")
            return None, ""
        if not unit_of(unit) and len({cell.digits for cell in cells}) < 8:
            return None, ""
        return {tail: power for tail, (power, _) in split.items()}, unit_of(unit) or unit
    return {tail: power for tail, (power, _) in split.items()}, next(iter(money), "")


def _some_matter(cells: Sequence[_Cell], split: dict[str, tuple[int, str]]) -> bool:
    """Whether any number without a unit is not zero."""
    return any(not split[c.tail][1] and c.digits.strip("0.,") for c in cells)


def _split(tail: str) -> tuple[int, str]:
    """The power of ten and the unit of what stands after a number."""
    word, _, rest = tail.partition(" ")
    if word.lower() in _TIMES and word not in ("MM", "Mm"):
        return _TIMES[word.lower()], rest.strip()
    for length in (2, 1):  # "1.2bn€", "3k$"
        if (
            word[:length].lower() in _TIMES
            and unit_of(word[length:])
            and not word[length].isalpha()
        ):
            return _TIMES[word[:length].lower()], word[length:]
    return 0, tail


def _value(cell: _Cell, point: str, powers: dict[str, int]) -> float:
    if not _is(cell.digits, point):
        return float("nan")
    other = "," if point == "." else "."
    digits = cell.digits.translate(str.maketrans("", "", _GAPS + other)).replace(point, ".")
    power = int(cell.power[1:] or 0) if cell.power else 0
    value = float(f"{digits}e{power + powers[cell.tail]}")
    return -value if cell.negative and value else value
