"""Answers that a reply gives as JSON, or as what Python prints of a dictionary."""

from __future__ import annotations

import ast
import json
import re
from typing import Any

_FLAT = re.compile(r"\{[^{}]*\}")
_ALONE = re.compile(r"\s*(?:```|~~~)?[ \t]*\w*\s*(\{[^{}]*\})\s*(?:```|~~~)?\s*")
_KEYS = frozenset({"answer", "final_answer", "final answer", "finalanswer"})
_LONGEST = 20_000
"""Characters of an object; longer ones are prose."""


def answers(text: str) -> list[str]:
    """The answer of each object with a key `answer`, or of one that is the whole reply and has one
    key; only plain values and lists of one, true as Yes."""
    found = []
    for match in _FLAT.finditer(text):
        value = _read(match[0])
        said = {str(key).strip().casefold(): one for key, one in (value or {}).items()}
        found += [_told(said[key]) for key in said if key in _KEYS]
    if found:
        return [one for one in found if one is not None]
    alone = _ALONE.fullmatch(text)
    value = _read(alone[1]) if alone else None
    only = _told(next(iter(value.values()))) if value and len(value) == 1 else None
    return [] if only is None else [only]


def _read(text: str) -> dict[Any, Any] | None:
    if len(text) > _LONGEST:
        return None
    for read in (json.loads, ast.literal_eval):
        try:
            value = read(text)
        except (ValueError, SyntaxError, TypeError, MemoryError, RecursionError):
            continue
        return value if isinstance(value, dict) else None
    return None


def _told(value: Any) -> str | None:
    """A plain value as text; None for one that has parts."""
    if isinstance(value, list) and len(value) == 1:
        value = value[0]
    match value:
        case bool():
            return "Yes" if value else "No"
        case str() | int() | float():
            return str(value)
        case None:
            return ""
    return None
