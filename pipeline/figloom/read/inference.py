"""A frame's columns judged together: roles, units, additivity, parents, trading parts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from figloom.errors import SourceError
from figloom.knowledge import normalise
from figloom.read import cells
from figloom.read.columns import Judged, Refused, forced, judged
from figloom.read.frames import Frame
from figloom.read.headers import header, says
from figloom.read.raws import Raw, raws
from figloom.read.structure import PARTS, Kept, is_additive, keys, parents_of, recurs, trading
from figloom.read.wide import melted
from figloom.tables import Column, Part, Values

_NUMBERS: tuple[Part, ...] = (*PARTS, "lower", "upper")
_TEXTS: tuple[Part, ...] = ("source", "target")
ROLES = ("category", "number", "time", "dmy", "mdy", "person", "place", "skip", *_NUMBERS, *_TEXTS)
"""What a person may say a column is: a role, a time by its order, a part, or `skip`."""
_PERSONS = 2000


@dataclass(frozen=True, slots=True)
class Inferred:
    """What a frame holds, as a table's columns."""

    columns: tuple[Column, ...]
    values: Mapping[str, Values]
    prepared: bool
    notes: tuple[str, ...]
    """What was left out or blanked, and why; each the end of a sentence about the table."""


def infer(
    frame: Frame,
    *,
    roles: Mapping[str, str],
    units: Mapping[str, str],
    where: object,
    values: str = "",
) -> Inferred:
    """Judge a frame; `roles` and `units` by the normalised name of a column come first.

    `values` is what the numbers of a wide table are, with a column a time; if given, it is made a
    long one.

    SourceError when a role that was asked for does not fit the column's values.
    """
    columns, notes = raws(frame)
    point = _point(frame, columns)
    if values:
        columns, more = melted(columns, point, values, {*roles, *units})
        notes += more
    kept, left = _sorted(columns, point, frame.sampled, roles, where)
    kept, same = _distinct(_whole_names(kept))
    left.extend(same)
    kept = [_measured(entry, units) for entry in trading(kept)]
    names = _names(kept)
    if frame.sampled:
        notes.append(f"{frame.rows} rows: {len(frame.columns[0])} drawn evenly, sums left out")
    notes.extend(entry.what.note for entry in kept if entry.what.note)
    prepared, countable = keys(kept, frame.sampled)
    parents = parents_of(kept, names)
    timed = any(entry.what.role == "time" for entry in kept)
    told = [
        Column(
            name=name,
            role=entry.what.role,
            unit=entry.what.unit,
            additive=not frame.sampled and is_additive(entry, timed, prepared),
            part=entry.part,
            parent=parents.get(name, ""),
            counted="record" if countable and recurs(entry) else "",
        )
        for name, entry in zip(names, kept, strict=True)
    ]
    read = {name: entry.what.values for name, entry in zip(names, kept, strict=True)}
    return Inferred(tuple(told), read, prepared, (*notes, *_reasons(left)))


def _point(frame: Frame, columns: Sequence[Raw]) -> str:
    """The file's decimal sign, by those columns that leave no doubt."""
    told = [cells.points(raw.texts[:1000]) for raw in columns if raw.texts]
    sure = {next(iter(found)) for found in told if len(found) == 1}
    return next(iter(sure)) if len(sure) == 1 and not frame.point else frame.point


def _sorted(
    columns: Sequence[Raw], point: str, sampled: bool, roles: Mapping[str, str], where: object
) -> tuple[list[Kept], list[tuple[str, str]]]:
    """Columns that can be drawn, and the names of the others with the reason."""
    kept: list[Kept] = []
    left: list[tuple[str, str]] = []
    for raw in columns:
        asked = roles.get(normalise(raw.header)) or roles.get(normalise(raw.head.name), "")
        if asked == "skip":
            continue
        try:
            if asked:
                part: Part = next((part for part in (*_NUMBERS, *_TEXTS) if part == asked), "")
                role = "number" if part in _NUMBERS else "category" if part else asked
                kept.append(Kept(raw, forced(raw, role, point=point), part))
            else:
                kept.append(Kept(raw, _bounded(judged(raw, point=point, sampled=sampled))))
        except Refused as reason:
            if asked:
                raise SourceError(
                    f"{where}: column {raw.header!r} cannot be {asked!r}: {reason}. "
                    "Give another role, or skip."
                ) from None
            left.append((raw.header, str(reason)))
    return kept, left


def _measured(entry: Kept, units: Mapping[str, str]) -> Kept:
    """With the unit that a person gave its column, by either name."""
    names = normalise(entry.raw.header), normalise(entry.raw.head.name)
    unit = next((units[name] for name in names if name in units), entry.what.unit)
    return replace(entry, what=replace(entry.what, unit=unit))


def _bounded(what: Judged) -> Judged:
    if what.role == "person" and len(set(what.values.tolist())) > _PERSONS:
        raise Refused(f"more than {_PERSONS} persons")
    return what


def _distinct(kept: Sequence[Kept]) -> tuple[list[Kept], list[tuple[str, str]]]:
    """Without columns that repeat another under the same name."""
    first: dict[str, list[Kept]] = {}
    left = []
    for entry in kept:
        others = first.setdefault(normalise(entry.raw.head.name), [])
        if any(_equal(entry.what.values, other.what.values) for other in others):
            left.append((entry.raw.header, "twice the same"))
        else:
            others.append(entry)
    stay = {id(entry) for others in first.values() for entry in others}
    return [entry for entry in kept if id(entry) in stay], left


def _unnamed(what: Judged) -> str:
    """What a column without a name is called."""
    if what.role == "time":
        known = what.values[~np.isnat(what.values)]
        return "Year" if (known == known.astype("datetime64[Y]")).all() else "Time"
    return "Place" if what.role == "place" else "Name"


def _whole_names(kept: Sequence[Kept]) -> list[Kept]:
    """First and last names in two columns become one column of persons."""
    halves = [
        next((e for e in kept if e.what.role == "person" and says(e.raw.head.words, half)), None)
        for half in ("first_name", "last_name")
    ]
    first, last = halves
    if first is None or last is None or first is last:
        return list(kept)
    both = zip(first.what.values.tolist(), last.what.values.tolist(), strict=True)
    names = np.array([" ".join(filter(None, pair)) for pair in both], dtype=object)
    raw = replace(first.raw, head=header("Name"))
    whole = replace(first, raw=raw, what=replace(first.what, values=names))
    return [whole if e is first else e for e in kept if e is not last]


def _equal(one: Values, other: Values) -> bool:
    return one.dtype == other.dtype and (
        bool((one == other).all())
        if one.dtype == object
        else np.array_equal(one, other, equal_nan=True)
    )


def _names(kept: Sequence[Kept]) -> list[str]:
    """Names to show, told apart by their unit or a number where they are the same."""
    names: list[str] = []
    taken: set[str] = set()
    for entry in kept:
        name, turn = entry.raw.head.name or _unnamed(entry.what), 2
        if normalise(name) in taken and entry.what.unit:
            name = f"{name} ({entry.what.unit})"
        plain = name
        while normalise(name) in taken:
            name, turn = f"{plain} ({turn})", turn + 1
        taken.add(normalise(name))
        names.append(name)
    return names


def _reasons(left: Sequence[tuple[str, str]]) -> list[str]:
    """One note a reason, with the columns it holds for."""
    by: dict[str, list[str]] = {}
    for name, reason in left:
        by.setdefault(reason, []).append(repr(name) if name else "the column without a name")
    return [
        f"left out {', '.join(names[:6])}"
        + (f" and {len(names) - 6} more" if len(names) > 6 else "")
        + f": {reason}"
        for reason, names in by.items()
    ]
