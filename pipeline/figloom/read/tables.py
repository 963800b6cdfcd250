"""The embedded tables: real data out of installed packages, as `sources/tables.toml` lists them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields
from functools import partial
from hashlib import blake2b
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from typing import Any

from figloom import files
from figloom.errors import SetupError, SourceError
from figloom.read.tables_columns import values
from figloom.read.tables_files import read
from figloom.read.tables_steps import reshaped
from figloom.registry import plugin
from figloom.tables import Column, Table, Tables, Values
from figloom.types import Provenance

_Packages = Mapping[str, Distribution]
_FIELDS = tuple(field.name for field in fields(Column))
_LICENCE = "As stated for each table: public domain, CC0, CC BY, MIT or BSD"


@plugin()
def tables() -> Tables:
    """Real tables out of installed packages: business, weather, people, sport, cars, films and
    more. Needs no network; each table names its licence."""
    place = files.sources() / "tables.toml"
    catalogue = files.read_toml(place)
    packages = {name: _installed(name) for name in catalogue["packages"]}
    versions = [f"{name} {package.version}" for name, package in sorted(packages.items())]
    state = blake2b(place.read_bytes() + "\n".join(versions).encode(), digest_size=16)
    found = [_table(entry, catalogue, packages) for entry in catalogue["table"]]
    credits = dict.fromkeys(table.provenance.credit for table in found)
    return Tables("tables", _LICENCE, found, state.hexdigest(), " ".join(credits))


def _installed(name: str) -> Distribution:
    try:
        return distribution(name)
    except PackageNotFoundError:
        raise SetupError(
            f"The embedded tables need the package {name}. Run: pip install {name}"
        ) from None


def _table(entry: Mapping[str, Any], catalogue: Mapping[str, Any], packages: _Packages) -> Table:
    keys = (f"{entry['package']}/{entry['file']}", entry["id"])
    return Table(
        id=entry["id"],
        title=entry["title"],
        columns=tuple(
            Column(**{key: value for key, value in column.items() if key in _FIELDS})
            for column in _columns(entry, catalogue)
        ),
        provenance=Provenance("tables", entry["licence"], keys, entry["credit"]),
        split=entry["split"],
        rows=partial(_rows, entry, catalogue, packages),
        prepared=entry.get("prepared", False),
    )


def _columns(entry: Mapping[str, Any], catalogue: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    """The table's own columns, or those that it shares with others by name."""
    columns = entry["columns"]
    found: list[Mapping[str, Any]] = (
        catalogue["columns"][columns] if isinstance(columns, str) else columns
    )
    return found


def _rows(
    entry: Mapping[str, Any], catalogue: Mapping[str, Any], packages: _Packages
) -> Mapping[str, Values]:
    """The table's columns by name; a package that no longer holds them is a SourceError."""
    known, name = catalogue["packages"], entry["package"]

    def place(package: str, file: str) -> str:
        return str(packages[package].locate_file(f"{known[package]['folder']}/{file}"))

    try:
        frame = reshaped(
            read(place(name, entry["file"]), entry),
            entry,
            lambda package, file: read(place(package, file), {}),
        )
        return {
            column["name"]: values(frame, column, catalogue["words"])
            for column in _columns(entry, catalogue)
        }
    except (KeyError, OSError, ValueError) as error:
        raise SourceError(
            f"Table {entry['id']!r} cannot be read from {name} {packages[name].version}: {error}. "
            f"Run: pip install {name}=={known[name]['version']}"
        ) from None
