"""Parsed TOML to the types of a story, strictly, with a fault that names the place.

Pydantic would do it too, but what it says of a union that nothing fits is no sentence.
"""

from __future__ import annotations

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
_LETTERS = 500
"""Letters of a text, of which conditions are the longest."""
_MOST = 200
"""Entries of a list."""
_LARGEST = 1e12
"""Beyond, a number is drawn with an exponent, and whole ones are not told apart."""


def decode(kind: Any, raw: Any, place: str, wrong: list[str]) -> Any:
    """A value of a type out of `figloom.stories`; what is wrong is added to `wrong`, each with its
    place, and then the value is of no use."""
    origin, args = get_origin(kind), get_args(kind)
    if origin in (Union, UnionType):
        kinds = [arg for arg in args if arg is not NoneType]
        chosen = kinds[0] if len(kinds) == 1 else _part(raw, place, wrong)
        return _record(chosen, raw, place, wrong) if chosen else None
    if is_dataclass(kind):
        return _record(kind, raw, place, wrong)
    if origin is tuple:
        if not isinstance(raw, list):
            wrong.append(f"{place} is {_short(raw)}; give a list in [ ]")
            return None
        if len(raw) > _MOST:
            wrong.append(f"{place} has {len(raw):,} entries; keep a list to {_MOST}")
            return None
        return tuple(decode(args[0], entry, f"{place}[{n}]", wrong) for n, entry in enumerate(raw))
    if origin is Literal:
        if raw not in args:
            wrong.append(f"{place} is {_short(raw)}; {_chosen(str(raw), args)}")
        return raw
    if origin is not None and issubclass(origin, Mapping):
        if not _table(raw, place, wrong):
            return None
        for name in raw:
            _text(name, f"the name of {place}.{name!r}", wrong)
        return {
            name: decode(args[1], entry, f"{place}.{name}", wrong) for name, entry in raw.items()
        }
    return _number(raw, place, wrong) if kind is float else _text(raw, place, wrong)


def _record(kind: Any, raw: Any, place: str, wrong: list[str]) -> Any:
    if not _table(raw, place, wrong):
        return None
    hints, known = _hints(kind), {field.name: field for field in fields(kind)}
    before, values, dot = len(wrong), dict[str, Any](), f"{place}." if place else ""
    for key, entry in raw.items():
        if key in known:
            values[key] = decode(hints[key], entry, f"{dot}{key}", wrong)
        else:
            names = [name for name in known if name != "id"]
            wrong.append(_at(place, unknown("key", key, names)))
    for name, field in known.items():
        wanted = field.default is MISSING and field.default_factory is MISSING
        if wanted and name not in raw:
            wrong.append(_at(place, f"the key {name!r} is missing; write it"))
    return kind(**values) if len(wrong) == before else None


def _part(raw: Any, place: str, wrong: list[str]) -> type | None:
    if not _table(raw, place, wrong):
        return None
    found = [key for key in PARTS if key in raw]
    if len(found) == 1:
        return PARTS[found[0]]
    what = f"{' and '.join(found)} together" if found else f"none of {', '.join(PARTS)}"
    wrong.append(f"{place} has {what}; give each part exactly one of these keys")
    return None


@cache
def _hints(kind: type) -> Mapping[str, Any]:
    return get_type_hints(kind)


def _table(raw: Any, place: str, wrong: list[str]) -> bool:
    if isinstance(raw, Mapping):
        return True
    wrong.append(f"{place} is {_short(raw)}; give a table with keys")
    return False


def _text(raw: Any, place: str, wrong: list[str]) -> str:
    if not isinstance(raw, str):
        wrong.append(f"{place} is {_short(raw)}; give a text in quotes")
        return ""
    if len(raw) > _LETTERS:
        wrong.append(f"{place} is {_short(raw)}, of {len(raw):,} letters; keep it to {_LETTERS}")
        return ""
    strange = next((sign for sign in raw if not sign.isprintable()), None)
    if strange is not None:
        wrong.append(f"{place} is {_short(raw)}; leave {strange!r} out, which no chart can show")
    return raw


def _chosen(raw: str, words: Sequence[str]) -> str:
    """What to write in place of a word that is none of these."""
    near = get_close_matches(raw, words, n=1, cutoff=0.5)
    wanted = near or [word for word in words if word]
    return f"write {' or '.join(map(repr, wanted))}"


def _number(raw: Any, place: str, wrong: list[str]) -> float:
    if isinstance(raw, bool) or not isinstance(raw, int | float) or not abs(raw) < _LARGEST:
        wrong.append(f"{place} is {_short(raw)}; give a number")
        return 0.0
    return float(raw)


def _at(place: str, fault: str) -> str:
    return f"{place}: {fault}" if place else fault


def _short(raw: Any) -> str:
    told = repr(raw)
    return told if len(told) <= 40 else f"{told[:37]}..."
