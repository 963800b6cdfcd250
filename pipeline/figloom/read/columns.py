"""One column judged: its role and values, or why it is left out."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median

import numpy as np
from numpy.typing import NDArray

from figloom.read import cells, dates
from figloom.read.headers import says
from figloom.read.names import are_persons, are_places
from figloom.read.raws import Raw
from figloom.tables import Role, Values

FEW = 12
"""Whole numbers with so many values or fewer may be classes."""
_SOME = 30
"""Codes with so many values or fewer may be categories."""
_BLANK = 0.8
_TRUTHS = (("true", "false"), ("yes", "no"), ("y", "n"))
_ODD = {
    "web addresses": re.compile(r"(https?://|www\.)\S+", re.IGNORECASE),
    "e-mail addresses": re.compile(r"[^@\s]+@[^@\s]+\.[a-z]+", re.IGNORECASE),
    "file names": re.compile(r"\S+\.(jpe?g|png|gif|svg|pdf|html?|csv|txt|mp[34])", re.IGNORECASE),
    "identifiers": re.compile(r"[0-9a-f]{8}-[0-9a-f-]{20,}|[0-9a-f]{24,}", re.IGNORECASE),
    "lists": re.compile(r"[\[{(].*[,:].*[\]})]"),
    "phone numbers": re.compile(r"(?!\d{4}-\d{4}$)\(?\+?\d[\d\s().-]{6,}\d( ?x\d+)?"),
    "street addresses": re.compile(
        r"\d+\w? [\w .]+ (st|street|ave|avenue|rd|road|blvd|lane|ln|dr)\b.*", re.IGNORECASE
    ),
}
_CODE = re.compile(r"(?=(?:.*\d){5})(?!.*[a-z]{3}).+|(?=.*\d)(?!.*[A-Za-z]{3}).+")


class Refused(Exception):
    """Why a column is left out: the end of a sentence."""


@dataclass(frozen=True, slots=True)
class Judged:
    """A column that can be drawn."""

    role: Role
    values: Values
    unit: str = ""
    note: str = ""
    """What was done to single cells."""


def judged(raw: Raw, *, point: str, sampled: bool) -> Judged:
    """The role that a column's name and values speak for, or Refused."""
    rows = len(raw.codes)
    if not raw.texts:
        raise Refused("empty")
    if raw.filled < (1 - _BLANK) * rows:
        raise Refused("mostly blank")
    if len(raw.texts) == 1:
        raise Refused("the same in every row")
    if len(raw.texts) == 2 and {text.lower() for text in raw.texts} in map(set, _TRUTHS):
        return Judged("category", _spread(raw, [_truth(text) for text in raw.texts]))
    read = cells.numbers(raw.texts, point)
    good = raw.counts[~np.isnan(read.values)].sum() / raw.filled
    if read.refused:
        raise Refused(read.refused)
    if good > 0.95:
        return _numeric(raw, read, sampled)
    named = says(raw.head.words, "time")
    found = dates.dates(raw.texts, named=named)
    if found and found.refused:
        raise Refused(found.refused)
    if found:
        return Judged("time", _times(raw, found.values), note=_lost(raw, np.isnat(found.values)))
    # "2", "3", "5 and more" are classes; "12", "15", "low" are numbers gone wrong.
    classes = _repeated(raw, 20) and all(any(map(str.isdigit, text)) for text in raw.texts)
    if good >= 0.5 and not classes:
        raise Refused("mixes numbers and words")
    return _textual(raw)


def forced(raw: Raw, role: str, *, point: str) -> Judged:
    """A column in the role that a person gave it, or Refused."""
    if not raw.texts:
        raise Refused("empty")
    if role in ("category", "person", "place"):
        return Judged(role, _spread(raw, _merged(raw)))  # type: ignore[arg-type]
    read = cells.numbers(raw.texts, point)
    if role in ("time", "dmy", "mdy"):
        years = dates.years(read.values)
        if years is not None:
            return Judged("time", _times(raw, years))
        found = dates.dates(raw.texts, named=True, order=role if role != "time" else "")
        if found is None or found.refused:
            raise Refused(found.refused if found else f"{raw.texts[0]!r} is no date")
        return Judged("time", _times(raw, found.values), note=_lost(raw, np.isnat(found.values)))
    bad = np.isnan(read.values)
    if read.refused or bad.mean() > 0.5:
        first = raw.texts[int(np.flatnonzero(bad)[0])]
        raise Refused(read.refused or f"{first!r} is no number")
    return Judged("number", _floats(raw, read.values), read.unit, _lost(raw, bad))


def _numeric(raw: Raw, read: cells.Read, sampled: bool) -> Judged:
    known = read.values[~np.isnan(read.values)]
    whole = bool((known % 1 == 0).all())
    words = raw.head.words
    if whole and (moments := _moments(raw, read.values)) is not None:
        return Judged("time", _times(raw, moments), note=_lost(raw, np.isnat(moments)))
    padded = whole and any(
        text[0] == "0" and text.isdigit() and len(text) > 1 for text in raw.texts
    )
    if whole and (padded or says(words, "code") or _phones(raw)):
        if _repeated(raw, _SOME):
            return Judged("category", _spread(raw, list(raw.texts)))
        raise Refused("codes, not numbers")
    if whole and not read.unit and not raw.head.unit:
        if set(known.tolist()) == {0.0, 1.0} and (len(raw.codes) >= 10 or says(words, "flag")):
            return Judged("category", _spread(raw, ["Yes" if v else "No" for v in read.values]))
        if says(words, "class") and _repeated(raw, FEW):
            return Judged("category", _spread(raw, [_class(words, v) for v in read.values]))
        if _numbers_rows(raw, read.values, sampled):
            raise Refused("row numbers")
        if says(words, "identifier") and (len(known) > 0.3 * raw.filled or " id " in words):
            raise Refused("identifiers")
    if not words.strip():
        raise Refused("without a name")
    note = _lost(raw, np.isnan(read.values))
    return Judged("number", _floats(raw, read.values), raw.head.unit or read.unit, note)


def _moments(raw: Raw, numbers: Values) -> Values | None:
    """Whole numbers as years, packed dates or seconds since 1970, where the name says time."""
    words = raw.head.words
    known = numbers[~np.isnan(numbers)]
    if not words.strip() and ((known > 1500) & (known < 2100)).all() and len(known) > 2:
        return dates.years(numbers)
    if raw.head.unit or not (says(words, "time") or says(words, "year")):
        return None
    if (known >= 1000).all() or raw.head.name == "Year":
        years = dates.years(numbers)
        if years is not None:
            return years
    found = dates.dates(raw.texts, named=True)
    if found is not None and not found.refused:
        return found.values
    return dates.seconds(numbers)


def _numbers_rows(raw: Raw, values: Values, sampled: bool) -> bool:
    """Whether a column counts the rows: 0, 1, 2 and so on, or ranks them."""
    if says(raw.head.words, "time") or len(values) < 5 or len(values) < len(raw.codes):
        return False
    steps = np.diff(values)
    ranked = says(raw.head.words, "rank") and set(steps.tolist()) <= {1.0, -1.0}
    unnamed = not raw.head.words.strip() or says(raw.head.words, "identifier")
    start = float(values[0])
    counting = bool((steps >= 1).all() if sampled else (steps == 1).all())
    return ranked or (counting and (unnamed or start in (0.0, 1.0)))


def _textual(raw: Raw) -> Judged:
    words, texts = raw.head.words, raw.texts
    for what, form in _ODD.items():
        if sum(form.fullmatch(text) is not None for text in texts) > 0.5 * len(texts):
            raise Refused(what)
    if are_persons(words, texts):
        return Judged("person", _spread(raw, _merged(raw)))
    lengths = [len(text) for text in texts]
    long = median(lengths) > 40 or sum(text.count(" ") for text in texts) > 6 * len(texts)
    if long or (says(words, "text") and median(lengths) > 24) or any("\n" in t for t in texts):
        raise Refused("free text")
    if says(words, "private"):
        raise Refused("private or addresses")
    coded = sum(_CODE.fullmatch(text) is not None for text in texts) > 0.6 * len(texts)
    if len(texts) > FEW and says(words, "identifier"):
        raise Refused("identifiers")
    if len(texts) > _SOME and (coded or says(words, "code")):
        raise Refused("codes")
    role: Role = "place" if are_places(words, texts) else "category"
    return Judged(role, _spread(raw, _merged(raw)))


def _repeated(raw: Raw, most: int) -> bool:
    """Whether there are few values, each in several rows on average."""
    return len(raw.texts) <= most and raw.filled >= 3 * len(raw.texts)


def _phones(raw: Raw) -> bool:
    return says(raw.head.words, "private") and all(len(text) > 6 for text in raw.texts)


def _truth(text: str) -> str:
    return "Yes" if text.lower() in ("true", "yes", "y") else "No"


def _class(words: str, value: float) -> str:
    if np.isnan(value):
        return ""
    if " month " in words and 1 <= value <= 12:
        return dates.MONTHS[int(value) - 1]
    return f"Q{int(value)}" if " quarter " in words and 1 <= value <= 4 else str(int(value))


def _merged(raw: Raw) -> list[str]:
    """Texts as shown: those that differ in case or gaps only become the most frequent of them."""
    plain = [_spaced(text.strip()) for text in raw.texts]
    best: dict[str, tuple[int, int, str]] = {}
    tally: Counter[str] = Counter()
    for text, count in zip(plain, raw.counts.tolist(), strict=True):
        tally[text] += count
    for place, text in enumerate(plain):
        key = text.casefold()
        best[key] = max(best.get(key, (0, 0, "")), (tally[text], -place, text))
    return [best[text.casefold()][2] for text in plain]


def _spaced(text: str) -> str:
    return text.replace("_", " ").strip() or text if " " not in text else text


def _spread(raw: Raw, texts: Sequence[str]) -> Values:
    return np.array([*texts, ""], dtype=object)[raw.codes]


def _floats(raw: Raw, values: Values) -> Values:
    return np.append(values, np.nan)[raw.codes]


def _times(raw: Raw, values: Values) -> Values:
    return np.append(values, np.datetime64("NaT", "s"))[raw.codes]


def _lost(raw: Raw, bad: NDArray[np.bool_]) -> str:
    """What cells could not be read."""
    if not bad.any():
        return ""
    count = int(raw.counts[bad].sum())
    some = ", ".join(repr(raw.texts[n][:20]) for n in np.flatnonzero(bad)[:3])
    what = "1 cell" if count == 1 else f"{count} cells"
    return f"{what} of {raw.header!r} cannot be read ({some}): blank"
