"""Texts of cells as points of time: dates of many forms, judged by the whole column."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cache

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from figloom.tables import Values

MONTHS = (
    "January", "February", "March", "April", "May", "June", "July", "August", "September",
    "October", "November", "December",
)  # fmt: skip
_PIVOT = 30
"""Two-digit years up to this are of this century."""
_NAMES = r"(?P<n>jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]{0,6}\.?"
_YEAR = r"'?(?P<y>\d{4}|\d\d)"
_LONG = r"(?P<y>\d{4})"
_CLOCK = (
    r"(?:[T,\s]\s*(?P<h>\d{1,2}):(?P<i>\d\d)(?::(?P<s>\d\d)(?:[.,]\d+)?)?\s*(?P<ap>[ap]\.?m\.?)?"
    r"\s*(?:Z|UTC|GMT|(?P<z>[-+]\d\d:?\d\d))?)?"
)
_WEEKDAY = r"(?:(?:mon|tue|wed|thu|fri|sat|sun)[a-z]{0,6}\.?,?\s+)?"
_FORMS = tuple(
    re.compile(form, re.IGNORECASE)
    for form in (
        rf"{_LONG}(?P<p>[-/.])(?P<m>\d\d?)(?P=p)(?P<d>\d\d?){_CLOCK}",
        rf"{_WEEKDAY}(?P<a>\d\d?)(?P<p>[-/.])(?P<b>\d\d?)(?P=p){_YEAR}{_CLOCK}",
        rf"{_WEEKDAY}(?P<d>\d\d?)(?:st|nd|rd|th)?\.?[-\s/]*(?:of )?{_NAMES},?[-\s/]*{_YEAR}"
        rf"{_CLOCK}",
        rf"{_WEEKDAY}{_NAMES}\s*(?P<d>\d\d?)(?:st|nd|rd|th)?,?\s+{_LONG}{_CLOCK}",
        rf"{_WEEKDAY}{_NAMES}\s+(?P<d>\d\d?)(?:st|nd|rd|th)?,?\s+{_LONG}",
        rf"{_NAMES}[-\s/,]*{_YEAR}",
        rf"{_LONG}[-\s/]*{_NAMES}(?:[-\s/](?P<d>\d\d?))?",
        rf"{_LONG}[-/](?P<m>\d\d)",
        rf"(?P<m>\d\d?)/{_LONG}",
        rf"{_LONG}\s*[-:/]?\s*Q(?P<q>[1-4])",
        rf"Q(?P<q>[1-4])[-\s/:]*{_YEAR}",
    )
)
_SHORT = 5
"""The place in `_FORMS` of a month's name with a year."""
_PACKED = tuple(
    re.compile(form)
    for form in (
        r"(?P<m>\d\d?)/(?P<y>\d\d)",
        rf"{_LONG}(?P<m>\d\d)(?P<d>\d\d)",
        rf"{_LONG}(?P<m>\d\d)",
    )
)
_ISO = r"^[12]\d{3}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])([T ]\d\d:\d\d(:\d\d)?)?$"
_DAYTIME = re.compile(
    r"(?:-?\d+ days? )?\d{1,3}:\d\d(:\d\d)?(\.\d+)?(\s*[ap]\.?m\.?)?", re.IGNORECASE
)
_SEASON = re.compile(r"(\d{4})[-/](\d\d)")


@dataclass(frozen=True, slots=True)
class Dates:
    """Texts as points of time."""

    values: Values
    """datetime64[s], one a text, NaT where it is none."""
    refused: str = ""
    """Why these are no points of time although they look like some."""


def dates(texts: Sequence[str], *, named: bool, order: str = "") -> Dates | None:
    """Distinct texts as points of time; None if they do not look like any.

    `named` says that the column's name speaks of time; `order` ("dmy" or "mdy") settles what
    01/02/2020 is where the column does not.
    """
    column = pa.array(texts, pa.string())
    if pc.all(pc.match_substring_regex(column, _ISO)).as_py():
        with suppress(ValueError):  # such as the 31st of June: one by one below
            return Dates(np.array(texts, dtype="datetime64[s]"))
    if _count(_DAYTIME.fullmatch, texts) > 0.9:
        return Dates(_none(texts), "times of day or durations, without a date")
    if all(
        (found := _SEASON.fullmatch(t)) and (int(found[1]) + 1) % 100 == int(found[2])
        for t in texts
    ):
        return None  # 2010-11 is a season here, not a November
    matches = _matches(texts, _FORMS + _PACKED if named else _FORMS)
    share = sum(match is not None for match in matches) / len(texts)
    if share < (0.5 if named else 0.9):
        return None
    try:
        values = _values(matches, order or _order(matches))
    except ValueError as fault:
        return Dates(_none(texts), str(fault))
    if _either(matches, values):
        return Dates(_none(texts), f"{texts[0]!r} may be a day or a year")
    good = 1 - np.isnat(values).mean()
    if good < 0.5:
        return None
    if good < 0.95:
        wrong = texts[int(np.flatnonzero(np.isnat(values))[0])]
        return Dates(_none(texts), f"mixes dates with others, such as {wrong!r}")
    return Dates(values)


def years(numbers: Values) -> Values | None:
    """Numbers as years (1995, or 95 for 1995); None where they cannot be."""
    known = numbers[~np.isnan(numbers)]
    if not len(known) or (known % 1 != 0).any():
        return None
    if (known >= 30).all() and (known <= 99).all():
        numbers = numbers + 1900
    elif (known < 1000).any() or (known > 2200).any():
        return None
    return np.array(
        ["NaT" if np.isnan(year) else f"{int(year):04d}" for year in numbers], "datetime64[Y]"
    ).astype("datetime64[s]")


def seconds(numbers: Values) -> Values | None:
    """Seconds or milliseconds since 1970 as points of time; None where they cannot be."""
    known = numbers[~np.isnan(numbers)]
    for unit in (1, 1000):
        if len(known) and (known >= 3e8 * unit).all() and (known < 4e9 * unit).all():
            whole = np.where(np.isnan(numbers), 0, numbers // unit).astype("datetime64[s]")
            whole[np.isnan(numbers)] = np.datetime64("NaT")
            return whole
    return None


def _none(texts: Sequence[str]) -> Values:
    return np.full(len(texts), np.datetime64("NaT"), "datetime64[s]")


def _count(test: Callable[[str], object], texts: Sequence[str]) -> float:
    return sum(test(text) is not None for text in texts) / len(texts)


def _matches(texts: Sequence[str], forms: Sequence[re.Pattern[str]]) -> list[re.Match[str] | None]:
    found, last = [], forms[0]
    for text in texts:
        match = last.fullmatch(text)
        if match is None:
            for form in forms:
                if match := form.fullmatch(text):
                    last = form
                    break
        found.append(match)
    return found


def _either(matches: Sequence[re.Match[str] | None], values: Values) -> bool:
    """Whether all are like Oct-18, which may be a day, and in no order as months of years."""
    short = [m is not None and m.re is _FORMS[_SHORT] and 1 <= int(m["y"]) <= 31 for m in matches]
    steps = np.diff(values[short].astype(np.int64))
    return all(short) and not ((steps > 0).all() or (steps < 0).all())


def _order(matches: Sequence[re.Match[str] | None]) -> str:
    """Whether 1/2/2020 is in February ("dmy") or January ("mdy") here; ValueError if unclear."""
    both = [m for m in matches if m and "a" in m.re.groupindex]
    first, second = {int(m["a"]) for m in both}, {int(m["b"]) for m in both}
    if not both:
        return ""
    days = max(first) > 12
    if days and max(second) > 12:
        raise ValueError("mixes day/month with month/day")
    if days or max(second) > 12:
        return "dmy" if days else "mdy"
    if all(m["p"] == "." for m in both):
        return "dmy"
    years = {m["y"] for m in both}
    # A 1 that never changes, over two years or more, is the day of monthly figures.
    for fixed, moving, order in ((first, second, "dmy"), (second, first, "mdy")):
        if fixed == {1} and len(moving) > 5 and len(years) > 1:
            return order
    text = both[0].group(0)
    raise ValueError(f"{text!r} may be day/month or month/day; set its role to dmy or mdy")


def _values(matches: Sequence[re.Match[str] | None], order: str) -> Values:
    told = [_moment(m.groupdict(), order) if m else None for m in matches]
    zones = {zone for moment in told if moment for zone in (moment[1],)}
    whole = [
        "NaT"
        if moment is None
        else (moment[0] - (moment[1] if len(zones) > 1 else timedelta())).isoformat()
        for moment in told
    ]
    return np.array(whole, dtype="datetime64[s]")


def _moment(part: dict[str, str | None], order: str) -> tuple[datetime, timedelta] | None:
    """A point of time, as its clock shows it, and how far that clock is ahead of UTC."""
    year = part.get("y") or ""
    whole = int(year) if len(year) == 4 else int(year) + (2000 if int(year) <= _PIVOT else 1900)
    month, day = part.get("m"), part.get("d")
    if part.get("a"):
        day, month = (part["a"], part["b"]) if order == "dmy" else (part["b"], part["a"])
    if part.get("q"):
        month = str(3 * int(part["q"] or 1) - 2)
    if name := part.get("n"):
        month = str(_month(name))
    hour = int(part.get("h") or 0)
    if half := part.get("ap"):
        hour = hour % 12 + 12 * (half[0] in "pP")
    try:
        moment = datetime(
            whole,
            int(month or 1),
            int(day or 1),
            hour,
            int(part.get("i") or 0),
            int(part.get("s") or 0),
        )
    except ValueError:
        return None
    zone = (part.get("z") or "+0000").replace(":", "")
    ahead = timedelta(hours=int(zone[1:3]), minutes=int(zone[3:]))
    return moment, ahead if zone[0] == "+" else -ahead


@cache
def _month(name: str) -> int:
    return [month[:3].lower() for month in MONTHS].index(name[:3].lower()) + 1
