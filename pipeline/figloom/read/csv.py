"""Any person's own tables from CSV, TSV, Parquet and Excel files."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from hashlib import blake2b
from pathlib import Path

from figloom.errors import SourceError, unknown
from figloom.knowledge import normalise
from figloom.read.capitals import proper
from figloom.read.frames import Frame, files_of, frames
from figloom.read.headers import header, titled
from figloom.read.inference import ROLES, Inferred, infer
from figloom.read.wide import run, values_of
from figloom.registry import plugin
from figloom.seeds import share
from figloom.tables import Table, Tables, Values
from figloom.terminal import counted
from figloom.types import Provenance

Pairs = tuple[str, ...] | dict[str, str]
"""`("column=word", ...)`, or a table from a recipe."""

_FEWEST = 4
"""Rows of the fullest table, below which there is nothing to choose for a chart."""


@plugin()
def csv(
    *,
    path: Path,
    title: str = "",
    roles: Pairs = (),
    units: Pairs = (),
    melt: bool = True,
    values: str = "",
    licence: str = "unknown",
    eval_share: float = 0.1,
) -> Tables:
    """A CSV, TSV, Parquet or Excel file, or a folder of them; what columns mean is inferred.

    A column's role may be given as `column=role`, with category, number, time, dmy or mdy (times
    by their order), person, place, open, high, low, close, volume or skip; its unit likewise.

    A wide table, with a column for each year, quarter, month or day at equal steps (2001,
    2001 [YR2001], FY2019, Jan 2020, January), is turned into a long one: a row for each name and
    time. `values` says what its numbers are ("GDP (USD)"), else the file's name does; with `melt`
    false, or for columns that are given a role or unit, it stays as it is.
    """
    tables, notes = tables_of(
        path,
        source="csv",
        licence=licence,
        title=title,
        roles=roles,
        units=units,
        melt=melt,
        values=values,
        eval_share=eval_share,
    )
    fullest = max(map(len, tables))
    if fullest < _FEWEST:
        has = "has no table of more than" if len(tables) > 1 else "has"
        raise SourceError(
            f"{path} {has} {counted(fullest, 'row')}, too few for any chart: give at least "
            f"{_FEWEST} rows, better 12 or more."
        )
    settings = repr((title, roles, units, melt, values, licence, eval_share))
    return Tables("csv", licence, tables, fingerprint(path, settings), notes=notes)


def fingerprint(path: Path, settings: str = "") -> str:
    """A hash of the names and bytes of the table files at a path, and of the settings."""
    told = blake2b(settings.encode(), digest_size=16)
    for file in files_of(path):
        told.update(file.name.encode())
        with file.open("rb") as data:
            while part := data.read(1 << 22):
                told.update(part)
    return told.hexdigest()


def tables_of(
    path: Path,
    *,
    source: str,
    licence: str,
    title: str = "",
    roles: Pairs = (),
    units: Pairs = (),
    melt: bool = True,
    values: str = "",
    eval_share: float,
    credit: str = "",
) -> tuple[list[Table], list[str]]:
    """The tables of a file or of a folder's files, and notes of what was left out and why.

    SourceError when there is none, or a role or unit names no column. One bad file among several
    is left out with a note.
    """
    if not 0 < eval_share < 1:
        raise SourceError(
            f"Source {source!r}: eval_share is {eval_share}; give 0 < eval_share < 1."
        )
    asked, given = _pairs(roles, "role"), _pairs(units, "unit")
    for role in asked.values():
        if role not in ROLES:
            raise SourceError(f"{path}: {unknown('role', role, ROLES)}")
    tables: list[Table] = []
    notes: list[str] = []
    found, faults = _frames(path)
    wide = [_values(values, file, frame) if melt else "" for file, frame in found]
    _must_exist(path, [frame for _, frame in found], wide, {**asked, **given})
    for (file, frame), numbers in zip(found, wide, strict=True):
        where = f"{file}, sheet {frame.sheet!r}" if frame.sheet else str(file)
        told = infer(
            frame,
            roles={normalise(name): role for name, role in asked.items()},
            units={normalise(name): unit for name, unit in given.items()},
            where=where,
            values=numbers,
        )
        name = _title(title, file, frame, len(found))
        notes.extend(f"{name}: {note}." for note in (*frame.notes, *told.notes))
        fault = _unusable(told)
        if fault:
            faults.append(f"{where} has no usable column: {fault}.")
            continue
        keys = (file.name, frame.sheet) if frame.sheet else (file.name,)
        tables.append(
            Table(
                id=_id(path, file, frame),
                title=name,
                columns=told.columns,
                provenance=Provenance(source, licence, keys, credit),
                split="eval" if share(f"table/{normalise(name)}") < eval_share else "train",
                rows=_held(told.values),
                prepared=told.prepared,
                proper=proper([column.name for column in told.columns]),
            )
        )
    if not tables:
        raise SourceError(faults[0])
    return tables, [*notes, *(f"Left out: {fault}" for fault in faults)]


def _frames(path: Path) -> tuple[list[tuple[Path, Frame]], list[str]]:
    """Every frame with its file, and what is wrong with files that have none."""
    found: list[tuple[Path, Frame]] = []
    faults = []
    for file in files_of(path):
        try:
            found.extend((file, frame) for frame in frames(file))
        except SourceError as fault:
            faults.append(str(fault))
    if not found:
        raise SourceError(faults[0])
    return found, faults


def _pairs(given: Pairs, what: str) -> dict[str, str]:
    if isinstance(given, Mapping):
        return dict(given)
    for pair in given:
        if "=" not in pair:
            raise SourceError(f"{pair!r} gives no {what}. Write it as 'column={what}'.")
    return {name: word for name, _, word in (pair.rpartition("=") for pair in given)}


def _values(values: str, file: Path, frame: Frame) -> str:
    """What the numbers of a wide table are: as given, or by a column, title, sheet or file."""
    stem = file.name.partition(".")[0] or file.name
    return values or values_of(frame, frame.title or frame.sheet or stem)


def _must_exist(
    path: Path, found: Sequence[Frame], wide: Sequence[str], named: Mapping[str, str]
) -> None:
    known = {name for frame in found for name in frame.header if name}
    for frame, values in zip(found, wide, strict=True):
        if values and (times := run(frame.header)):
            known |= {times.said, values}
    forms = {normalise(name) for name in known} | {normalise(header(name).name) for name in known}
    for name in named:
        if normalise(name) not in forms:
            raise SourceError(f"{path}: {unknown('column', name, known)}")


def _title(title: str, file: Path, frame: Frame, many: int) -> str:
    """The one given, or the line above the header, or the file's name."""
    own = frame.title or titled(file.name.partition(".")[0]) or file.name
    if frame.sheet:
        own = f"{own}: {frame.sheet}"
    return title if title and many == 1 else f"{title}: {own}" if title else own


def _id(path: Path, file: Path, frame: Frame) -> str:
    inside = file.relative_to(path).as_posix() if path.is_dir() else file.name
    return f"{inside}#{frame.sheet}" if frame.sheet else inside


def _unusable(told: Inferred) -> str:
    """Why nothing of a table can be drawn; empty if something can."""
    if any(column.role == "number" or column.counted for column in told.columns):
        return ""
    return "; ".join(("no numbers, and rows that cannot be counted", *told.notes[-2:]))


def _held(values: Mapping[str, Values]) -> Callable[[], Mapping[str, Values]]:
    return lambda: values
