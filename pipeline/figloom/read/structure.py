"""How the columns of one table belong together: trading parts, keys, parents, sums."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from figloom.read.columns import Judged
from figloom.read.headers import says
from figloom.read.raws import Raw
from figloom.tables import Part, Values

PARTS: tuple[Part, ...] = ("open", "high", "low", "close", "volume")
_GROUPS = 60
"""Most values of a column that groups another's."""
_FACTORS = 6
"""Most columns whose combinations are looked at."""
_COUNTABLE = 30
"""Fewest rows of a table whose rows may be counted."""


@dataclass(frozen=True, slots=True)
class Kept:
    """A column that stays, as it was and as it is judged."""

    raw: Raw
    what: Judged
    part: Part = ""

    @property
    def is_text(self) -> bool:
        """Whether its values are words."""
        return self.what.role in ("category", "person", "place")


def trading(kept: Sequence[Kept]) -> list[Kept]:
    """Parts of a trading period, where the values are in the order that they must have."""
    if any(entry.part for entry in kept):
        return list(kept)
    place: dict[Part, int] = {}
    for number, entry in enumerate(kept):
        words = entry.raw.head.words
        for part in PARTS:
            odd = any(f" {word} " in words for word in ("adj", "adjusted", "average", "avg"))
            if entry.what.role == "number" and f" {part} " in words and not odd:
                place.setdefault(part, number)
    if any(part not in place for part in PARTS[:4]):
        return list(kept)
    opened, high, low, closed = (kept[place[part]].what.values for part in PARTS[:4])
    known = ~np.isnan(opened + high + low + closed)
    slack = 1e-6 * np.abs(high)
    fits = (low - slack <= np.minimum(opened, closed)) & (
        high + slack >= np.maximum(opened, closed)
    )
    if not known.any() or fits[known].mean() < 0.98:
        return list(kept)
    parts = {number: part for part, number in place.items()}
    return [replace(entry, part=parts.get(number, "")) for number, entry in enumerate(kept)]


def keys(kept: Sequence[Kept], sampled: bool) -> tuple[bool, bool]:
    """Whether each row is one thing of its own, and whether rows may be counted."""
    if sampled or not kept:
        return False, False
    rows = len(kept[0].what.values)
    things = [e for e in kept if e.what.role in ("category", "place")]
    times = [e for e in kept if e.what.role == "time"]
    if any(_unique(_codes(e)) for e in things) or any(_regular(e.what.values) for e in times):
        return True, False
    among = [entry for entry in (*times, *things) if entry.raw.filled == rows]
    dense = unique = False
    for one, other in combinations([(e, _codes(e)) for e in among[:20]], 2):
        sizes = [int(codes.max()) + 1 for _, codes in (one, other)]
        if sizes[0] * sizes[1] < rows or not _unique(one[1] * sizes[1] + other[1]):
            continue
        unique = unique or one[0].what.role == "time"
        dense = dense or sizes[0] * sizes[1] <= 2 * rows
    designed = _designed([_codes(entry) for entry in among[:_FACTORS]], rows)
    return dense, rows >= _COUNTABLE and not (dense or unique or designed)


def _designed(factors: Sequence[NDArray[np.int64]], rows: int) -> bool:
    """Whether there is one row for every, or every other, combination of all texts and times."""
    sizes = [int(codes.max()) + 1 for codes in factors]
    if not factors or math.prod(sizes) > 2 * rows:
        return False
    joined = np.zeros(rows, np.int64)
    for codes, size in zip(factors, sizes, strict=True):
        joined = joined * size + codes
    return _unique(joined)


def recurs(entry: Kept) -> bool:
    """Whether a text column's values stand in two rows or more on average."""
    return (
        entry.is_text
        and entry.what.role != "person"
        and 2 * len(entry.raw.texts) <= entry.raw.filled
    )


def _codes(entry: Kept) -> NDArray[np.int64]:
    """Values as numbers from 0, -1 where missing."""
    values = entry.what.values
    if entry.what.role == "time":
        seconds = values.astype(np.int64)
        codes = np.unique(seconds, return_inverse=True)[1].astype(np.int64)
        codes[np.isnat(values)] = -1
        return codes
    place: dict[str, int] = {"": -1}
    return np.array([place.setdefault(t, len(place) - 1) for t in values.tolist()], np.int64)


def _unique(codes: NDArray[np.int64]) -> bool:
    known = codes[codes >= 0]
    return len(known) >= 0.95 * len(codes) and len(np.unique(known)) == len(known)


def _regular(times: Values) -> bool:
    """Whether times are unique and, if many, at steps of a calendar rather than whenever."""
    known = np.sort(times[~np.isnat(times)]).astype(np.int64)
    steps = np.diff(known)
    if len(known) < 0.95 * len(times) or len(steps) == 0 or not steps.all():
        return False
    return len(known) <= 60 or bool(
        np.unique(steps, return_counts=True)[1].max() > 0.4 * len(steps)
    )


def parents_of(kept: Sequence[Kept], names: Sequence[str]) -> dict[str, str]:
    """For each text column, the nearest one that groups its values, by name."""
    coded = [
        (name, entry, _codes(entry))
        for name, entry in zip(names, kept, strict=True)
        if entry.what.role in ("category", "place")
    ]
    found: dict[str, tuple[int, str]] = {}
    for name, child, codes in coded:
        for group, parent, groups in coded:
            sizes = int(codes.max()) + 1, int(groups.max()) + 1
            if not 2 <= sizes[1] <= min(_GROUPS, sizes[0] // 2) or not _related(child, parent):
                continue
            both = (codes >= 0) & (groups >= 0)
            pairs = len(np.unique(codes[both] * sizes[1] + groups[both]))
            if pairs == len(np.unique(codes[both])):
                found[name] = max(found.get(name, (0, "")), (sizes[1], group))
    return {name: group for name, (_, group) in found.items()}


def _related(child: Kept, parent: Kept) -> bool:
    """Whether the names speak of one thing in two sizes."""
    inside = parent.raw.head.words.strip() in child.raw.head.words
    places = child.what.role == parent.what.role == "place"
    return inside or places or says(parent.raw.head.words, "grouping")


def is_additive(entry: Kept, timed: bool, prepared: bool) -> bool:
    """Whether sums over rows mean something, by name, unit and values."""
    words, unit = entry.raw.head.words, entry.what.unit
    if entry.what.role != "number" or entry.part:
        return entry.part == "volume"
    if unit == "%":
        total = float(np.nansum(entry.what.values))
        return prepared and not timed and abs(total - 100) <= 1.5
    if says(words, "average") or "/" in unit or " per " in unit or "°" in unit:
        return False
    return says(words, "additive") or (says(words, "stock") and not timed)
