"""A frame's cells made ready to judge: texts cleaned, blanks known, rows that are no data gone."""

from __future__ import annotations

import html
import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from math import isinf

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from figloom.read.frames import Frame
from figloom.read.headers import Header, header, lexicon

_HUGE = re.compile(r"[-+]?\d+([.,]\d+)?[eE]\+?\d{3,}")
_FOOT = 20
"""Most footnote lines below a table."""


@dataclass(frozen=True, slots=True)
class Raw:
    """One column before it is judged."""

    header: str
    """As the file calls it."""
    head: Header
    texts: tuple[str, ...]
    """Distinct texts in order of their first row; none stands for nothing."""
    codes: NDArray[np.int64]
    """One a row: its place in `texts`, -1 where blank."""

    @property
    def filled(self) -> int:
        """How many rows are not blank."""
        return int((self.codes >= 0).sum())

    @property
    def counts(self) -> NDArray[np.int64]:
        """How many rows each text has."""
        return np.bincount(self.codes[self.codes >= 0], minlength=len(self.texts))


def raws(frame: Frame) -> tuple[list[Raw], list[str]]:
    """A frame's columns, and notes of the rows that were left out."""
    encoded, notes = [], []
    for name, column in zip(frame.header, frame.columns, strict=True):
        texts, codes, infinite = _encoded(column)
        encoded.append((texts, codes))
        if infinite:
            notes.append(f"{_many(infinite, 'cell')} of {name!r} infinite: blank")
    keep = np.ones(len(encoded[0][1]), bool) if encoded else np.ones(0, bool)
    for drop, what in (
        (_blank(encoded), ""),
        (_repeats(frame.header, encoded), "names again"),
        (_feet(encoded), "footnotes"),
        (_totals(encoded), "totals"),
    ):
        drop &= keep
        if what and drop.any():
            notes.append(f"left out {_many(int(drop.sum()), 'row')} of {what}")
        keep &= ~drop
    return [
        Raw(name, header(name), *_narrowed(texts, codes[keep]))
        for name, (texts, codes) in zip(frame.header, encoded, strict=True)
    ], notes


def _many(count: int, what: str) -> str:
    return f"1 {what}" if count == 1 else f"{count} {what}s"


def _encoded(column: pa.Array) -> tuple[list[str], NDArray[np.int64], int]:
    """Distinct texts, the place of each row's among them, and how many cells are infinite."""
    coded = column.dictionary_encode()
    raw = coded.dictionary.to_pylist()
    cleaned = [_clean(text) for text in raw]
    missing = _words("missing") - ({"na"} if _abbreviates(cleaned) else set())
    infinite = np.array([_infinite(text) for text in cleaned], bool)
    place: dict[str, int] = {}
    turned = np.array(
        [
            -1 if endless or t.lower() in missing else place.setdefault(t, len(place))
            for t, endless in zip(cleaned, infinite.tolist(), strict=True)
        ],
        np.int64,
    )
    rows = coded.indices.to_numpy()
    return list(place), turned[rows], int(infinite[rows].sum())


def _infinite(text: str) -> bool:
    """Whether a cell says infinity, or a number that no computer's number can hold."""
    if text.lower() in _words("infinite"):
        return True
    return bool(_HUGE.fullmatch(text)) and isinf(float(text.replace(",", ".")))


@cache
def _words(kind: str) -> frozenset[str]:
    return frozenset(lexicon()["cells"][kind])


def _clean(text: str) -> str:
    if "&" in text:
        text = html.unescape(text)
    lines = text.strip().count("\n")
    text = " ".join(text.split()).strip("\ufeff\u200b")
    return f"{text}\n" if lines > 1 else text


def _abbreviates(texts: Sequence[str]) -> bool:
    """Whether NA is one of many two-letter codes here, as of continents or countries."""
    rest = [text for text in texts if text and text != "NA"]
    return "NA" in texts and len(rest) > 2 and all(len(t) == 2 and t.isupper() for t in rest)


def _narrowed(
    texts: Sequence[str], codes: NDArray[np.int64]
) -> tuple[tuple[str, ...], NDArray[np.int64]]:
    """Texts that are used, in order of their first row."""
    used, first, turned = np.unique(codes, return_index=True, return_inverse=True)
    order = [n for n in np.argsort(first, kind="stable").tolist() if used[n] >= 0]
    place = np.full(len(used), -1, np.int64)
    place[order] = np.arange(len(order))
    return tuple(texts[used[n]] for n in order), place[turned]


_Columns = Sequence[tuple[list[str], NDArray[np.int64]]]


def _counted(encoded: _Columns) -> NDArray[np.int64]:
    return np.asarray(np.sum([codes >= 0 for _, codes in encoded], axis=0), np.int64)


def _blank(encoded: _Columns) -> NDArray[np.bool_]:
    return np.asarray(_counted(encoded) == 0)


def _repeats(names: Sequence[str], encoded: _Columns) -> NDArray[np.bool_]:
    """Rows where most cells are their column's name."""
    same = np.zeros(len(encoded[0][1]), np.int64)
    for name, (texts, codes) in zip(names, encoded, strict=True):
        if name in texts:
            same += codes == texts.index(name)
    return np.asarray(2 * same > len(names))


def _feet(encoded: _Columns) -> NDArray[np.bool_]:
    """Last rows of a wide table with one cell only."""
    counts, feet = _counted(encoded), np.zeros(len(encoded[0][1]), bool)
    if len(encoded) > 2:
        for row in range(len(counts) - 1, max(0, len(counts) - _FOOT) - 1, -1):
            if counts[row] > 1:
                break
            feet[row] = True
    return feet


def _totals(encoded: _Columns) -> NDArray[np.bool_]:
    """Rows whose first texts say that they sum others up."""
    rows = len(encoded[0][1])
    found = np.zeros(rows, bool)
    for texts, codes in encoded[:3]:
        places = [n for n, text in enumerate(texts) if _is_total(text, _words("total"))]
        if places:
            found |= np.isin(codes, places)
    if 2 * found.sum() > rows or rows < 3:
        return np.zeros(rows, bool)
    live = np.flatnonzero(~found & (_counted(encoded) > 0))
    for texts, codes in encoded[:1]:
        last = codes[live[-1]] if len(live) else -1
        if (
            last >= 0
            and _is_total(texts[last], _words("total") | _words("last"))
            and (codes == last).sum() == 1
        ):
            found[live[-1]] = True
    return found


def _is_total(text: str, words: frozenset[str]) -> bool:
    folded = text.casefold().strip(" :.*-")
    return folded in words or folded.startswith(("grand total", "total (", "subtotal "))
