"""Where a table's header is: below titles and blank lines, in one row or two."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median

from figloom.errors import SourceError

LOOK = 100
"""Rows looked at to find the header."""
_NUMBER = re.compile(r"[-+(]?[$€£]?\d[\d.,' ]*%?\)?")
_YEAR = re.compile(r"(1[5-9]|20|21)\d\d([-/]\d\d)?")
_DATE = re.compile(r"\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}([ T].*)?")


@dataclass(frozen=True, slots=True)
class Head:
    """What stands above the rows."""

    title: str
    header: tuple[str, ...]
    rows: int
    """How many rows, from the first, do not belong to the data."""


def head(rows: Sequence[Sequence[str]], where: object) -> Head:
    """Find the header in the first rows; SourceError where there are no rows, or no header."""
    counts = [_count(row) for row in rows]
    if not any(counts):
        raise SourceError(f"{where} is empty. Give a file with a header line and rows.")
    typical = median(count for count in counts if count)
    least = min(2, typical) if typical < 4 else 0.6 * typical
    start = next(number for number, count in enumerate(counts) if count >= least)
    top = [" ".join(cell.split()) for cell in rows[start]]
    # A long row that is not the header's would add columns without a name.
    body = [list(row) for row in rows[start + 1 :]]
    if not any(counts[start + 1 :]):
        raise SourceError(f"{where} has a header but no rows. Give a file with rows.")
    _must_name(top, body, where)
    above = [list(row) for row, count in zip(rows[:start], counts[:start], strict=True) if count]
    if above and len(set(top) - {""}) < len([cell for cell in top if cell]):
        top = _under(above[-1], top)
    elif _is_second(body):
        top, body = _joined(top, body[0]), body[1:]
        start += 1
    title = ""
    if len(above) == 1 and sum(bool(cell.strip()) for cell in above[0]) == 1:
        title = " ".join("".join(above[0]).split())
    named = len(title) <= 80 and not re.match(r"#|.*(https?:|source)", title, re.IGNORECASE)
    return Head(title if named else "", tuple(top), start + 1)


def _count(row: Sequence[str]) -> int:
    """How many cells are filled; a blank before others, as above row names, is not missed."""
    filled = [bool(cell.strip()) for cell in row]
    return sum(filled) + (len(filled) > 1 and not filled[0] and all(filled[1:]))


def _must_name(top: Sequence[str], body: Sequence[Sequence[str]], where: object) -> None:
    """Refuse a first line that is data already."""
    named = [cell for cell in top if cell]
    values = [cell for cell in named if _NUMBER.fullmatch(cell) and not _YEAR.fullmatch(cell)]
    counted = all(cell.isdigit() for cell in values) and len(values) > 2
    if counted and [int(cell) for cell in values] == list(
        range(int(values[0]), int(values[0]) + len(values))
    ):
        return
    dated = any(
        _DATE.fullmatch(cell) and sum(_DATE.fullmatch(row[place]) is not None for row in body
                                      if place < len(row)) > len(body) / 2
        for place, cell in enumerate(top)
    )  # fmt: skip
    if 3 * len(values) >= len(named) or dated:
        raise SourceError(
            f"{where} has no line of column names: it begins with {', '.join(named[:3])}. "
            "Add a header line."
        )


def _numeric(body: Sequence[Sequence[str]], place: int) -> bool:
    cells = [row[place].strip() for row in body if place < len(row) and row[place].strip()]
    return bool(cells) and 5 * sum(map(bool, map(_NUMBER.fullmatch, cells))) >= 4 * len(cells)


def _is_second(body: Sequence[Sequence[str]]) -> bool:
    """Whether the first row below the header is words where the rest are numbers."""
    if len(body) < 4:
        return False
    first, rest = body[0], body[1:]
    places = [place for place in range(len(first)) if _numeric(rest, place)]
    words = [p for p in places if first[p].strip() and not _NUMBER.fullmatch(first[p].strip())]
    missing = {"na", "n/a", "nan", "null", "none", "-", "?", ".", "..", "x"}
    words = [place for place in words if first[place].strip().lower() not in missing]
    return len(places) > 0 and 5 * len(words) >= 3 * len(places) and len(words) > 1


def _joined(top: Sequence[str], second: Sequence[str]) -> list[str]:
    """Names with what stands below them, mostly units."""
    below = [*(cell.strip() for cell in second), *[""] * len(top)]
    return [
        f"{name} ({text.strip('()[]')})" if name and text else name or text
        for name, text in zip(top, below, strict=False)
    ]


def _under(groups: Sequence[str], top: Sequence[str]) -> list[str]:
    """Names that repeat, each with the group that stands above it or to its left."""
    told, group = [], ""
    for place, name in enumerate(top):
        above = groups[place].strip() if place < len(groups) else ""
        group = above or group
        told.append(f"{group} {name}".strip() if group and top.count(name) > 1 else name)
    return told
