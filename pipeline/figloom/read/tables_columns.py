"""Columns of a file, cleaned as the catalogue says, in the forms that tables hold."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np
import pyarrow as pa

from figloom.tables import Values, numbers, texts

_SECONDS = pa.timestamp("s")
_CLEANINGS = {"pattern", "replace", "case", "words"}
_CASES: dict[str, Callable[[str], str]] = {
    "title": str.title,
    "capital": lambda text: text[:1].upper() + text[1:],
}


def values(
    frame: pa.Table, column: Mapping[str, Any], words: Mapping[str, Mapping[str, str]]
) -> Values:
    """One column, shape (rows,): texts, float64 numbers or datetime64[s] times by its role.

    `from` names its column in the file, or several whose texts are joined by `glue`. Then, in
    this order: `pattern` keeps the first group of a regular expression, or nothing where it does
    not match; `replace` replaces regular expressions; `case` is `title` or `capital`; `words` puts
    words in place of codes (a shared list of `words` by name, or one of its own); `scale` is what
    numbers are multiplied by. Raises KeyError for a column the file lacks, ValueError for a text
    that is no number or time.
    """
    sources = column.get("from", column["name"])
    if isinstance(sources, str) and not _CLEANINGS & column.keys():
        raw = frame[sources].combine_chunks()
        if column["role"] == "time" and pa.types.is_temporal(raw.type):
            times: Values = raw.cast(_SECONDS, safe=False).to_numpy(zero_copy_only=False)
            return times
        if column["role"] == "number" and not pa.types.is_string(raw.type):
            return _scaled(raw.cast(pa.float64()).to_numpy(zero_copy_only=False), column)
    cleaned = _cleaned(_texts(frame, column, sources), column, words)
    if column["role"] == "time":
        return np.array([text or "NaT" for text in cleaned], dtype="datetime64[s]")
    if column["role"] == "number":
        return _scaled(numbers([float(text) if text else None for text in cleaned]), column)
    return texts(cleaned)


def _texts(frame: pa.Table, column: Mapping[str, Any], sources: str | list[str]) -> list[str]:
    several = [sources] if isinstance(sources, str) else sources
    parts = [_shown(frame[one]) for one in several]
    glue = column.get("glue", ", ")
    return [glue.join(row) if all(row) else "" for row in zip(*parts, strict=True)]


def _shown(raw: pa.ChunkedArray) -> list[str]:
    if pa.types.is_temporal(raw.type):
        # As objects they would be pandas' or Python's, which print in different ways.
        raw = raw.cast(_SECONDS, safe=False).cast(pa.string())
    return [_text(value) for value in raw.to_pylist()]


def _text(value: object) -> str:
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    return "" if value is None else str(value)


def _cleaned(
    raw: Sequence[str], column: Mapping[str, Any], words: Mapping[str, Mapping[str, str]]
) -> list[str]:
    """The texts after the column's steps; each distinct one is cleaned once."""
    given = column.get("words", {})
    known = words[given] if isinstance(given, str) else given
    pattern = re.compile(column["pattern"]) if "pattern" in column else None
    replace = [(re.compile(old), new) for old, new in column.get("replace", {}).items()]
    case = _CASES[column["case"]] if "case" in column else str

    def clean(text: str) -> str:
        if pattern:
            match = pattern.search(text)
            text = match[1] if match else ""
        for old, new in replace:
            text = old.sub(new, text)
        text = case(text.strip())
        return known.get(text, text)

    shown = {text: clean(text) for text in set(raw)}
    return [shown[text] for text in raw]


def _scaled(found: Values, column: Mapping[str, Any]) -> Values:
    return np.asarray(found * column.get("scale", 1.0), dtype=np.float64)
