"""Parsed TOML to the types of a story, strictly, with a fault that names the place.

Pydantic would do it too, but what it says of a union that nothing fits is no sentence.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import MISSING, fields, is_dataclass
from difflib import get_close_matches
from functools import cache
from types import NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

from figloom.errors import unknown
from figloom.stories import Decision, Loop, Parallel, Step

PARTS: Mapping[str, type] = {
    "step": Step,
    "decision": Decision,
    "loop": Loop,
    "parallel": Parallel,
}
"""The kinds of parts by the key that tells them apart."""


def decode(kind: Any, raw: Any, place: str) -> Any:
    """A value of a type out of `figloom.stories`; ValueError says where and what is wrong."""
    origin, args = get_origin(kind), get_args(kind)
    if origin in (Union, UnionType):
        kinds = [arg for arg in args if arg is not NoneType]
        return _record(kinds[0] if len(kinds) == 1 else _part(raw, place), raw, place)
    if is_dataclass(kind):
        return _record(kind, raw, place)
    if origin is tuple:
        if not isinstance(raw, list):
            raise ValueError(f"{place} is {_short(raw)}; give a list in [ ]")
        return tuple(decode(args[0], entry, f"{place}[{n}]") for n, entry in enumerate(raw))
    if origin is Literal:
        if raw not in args:
            raise ValueError(f"{place} is {_short(raw)}; {_chosen(str(raw), args)}")
        return raw
    if origin is not None and issubclass(origin, Mapping):
        _table(raw, place)
        for name in raw:
            _text(name, f"the name of {place}.{name!r}")
        return {name: decode(args[1], entry, f"{place}.{name}") for name, entry in raw.items()}
    return _number(raw, place) if kind is float else _text(raw, place)


def _record(kind: Any, raw: Any, place: str) -> Any:
    _table(raw, place)
    hints, known = _hints(kind), {field.name: field for field in fields(kind)}
    for key in raw:
        if key not in known:
            raise ValueError(
                _at(place, unknown("key", key, [name for name in known if name != "id"]))
            )
    for name, field in known.items():
        wanted = field.default is MISSING and field.default_factory is MISSING
        if wanted and name not in raw:
            raise ValueError(_at(place, f"the key {name!r} is missing; write it"))
    dot = f"{place}." if place else ""
    return kind(**{key: decode(hints[key], entry, f"{dot}{key}") for key, entry in raw.items()})


def _part(raw: Any, place: str) -> type:
    _table(raw, place)
    found = [key for key in PARTS if key in raw]
    if len(found) != 1:
        what = f"{' and '.join(found)} together" if found else f"none of {', '.join(PARTS)}"
        raise ValueError(f"{place} has {what}; give each part exactly one of these keys")
    return PARTS[found[0]]


@cache
def _hints(kind: type) -> Mapping[str, Any]:
    return get_type_hints(kind)


def _table(raw: Any, place: str) -> None:
    if not isinstance(raw, Mapping):
        raise ValueError(f"{place} is {_short(raw)}; give a table with keys")


def _text(raw: Any, place: str) -> str:
    if not isinstance(raw, str):
        raise ValueError(f"{place} is {_short(raw)}; give a text in quotes")
    strange = next((sign for sign in raw if not sign.isprintable()), None)
    if strange is not None:
        raise ValueError(
            f"{place} is {_short(raw)}; leave {strange!r} out, which no chart can show"
        )
    return raw


def _chosen(raw: str, words: Sequence[str]) -> str:
    """What to write in place of a word that is none of these."""
    near = get_close_matches(raw, words, n=1, cutoff=0.5)
    wanted = near or [word for word in words if word]
    return f"write {' or '.join(map(repr, wanted))}"


def _number(raw: Any, place: str) -> float:
    if isinstance(raw, bool) or not isinstance(raw, int | float) or not math.isfinite(raw):
        raise ValueError(f"{place} is {_short(raw)}; give a number")
    return float(raw)


def _at(place: str, fault: str) -> str:
    return f"{place}: {fault}" if place else fault


def _short(raw: Any) -> str:
    told = repr(raw)
    return told if len(told) <= 40 else f"{told[:37]}..."
