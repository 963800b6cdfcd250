"""The words of the questions: `templates/wording/<family>/<subtask>.toml`, checked when loaded."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from string import Template
from typing import Any

from figloom import files
from figloom.errors import RecipeError, unknown


@dataclass(frozen=True, slots=True)
class Wording:
    """One way to put a question; `$name` marks what `fill` inserts and `$$` is a dollar sign."""

    id: str
    """Unique within its file."""
    text: str
    file: str = field(default="(not from a file)", repr=False)
    """Where it stands, for error messages."""

    def fill(self, **values: str) -> str:
        """The question's text; RecipeError if a placeholder lacks a value or a value its place."""
        template = Template(self.text)
        wanted = set(template.get_identifiers())
        for name in sorted(wanted - set(values)):
            raise RecipeError(f"{self.file}: wording {self.id!r} needs a value for ${name}.")
        for name in sorted(set(values) - wanted):
            raise RecipeError(f"{self.file}: wording {self.id!r} has no place for ${name}.")
        return template.substitute(values)


@cache
def wordings(family: str, subtask: str) -> tuple[Wording, ...]:
    """All wordings of a subtask in the order of their file; RecipeError if the file is faulty."""
    root = files.templates() / "wording"
    families = {place.name: place for place in root.iterdir() if place.is_dir()}
    if family not in families:
        raise RecipeError(f"{root}: {unknown('family with wordings', family, families)}")
    known = {path.stem: path for path in families[family].glob("*.toml")}
    if subtask not in known:
        raise RecipeError(f"{families[family]}: {unknown('wording file', subtask, known)}")
    return load(known[subtask])


def load(path: Path) -> tuple[Wording, ...]:
    """Read and check one file of wordings; RecipeError names the file and the fault."""
    table = files.read_toml(path)
    _keys(table, {"needs", "wording"}, str(path))
    needs, entries = table["needs"], table["wording"]
    if not isinstance(needs, list) or not all(isinstance(name, str) for name in needs):
        raise RecipeError(f"{path}: `needs` must be a list of placeholder names without the $.")
    if not isinstance(entries, list) or not entries:
        raise RecipeError(f"{path}: it must hold at least one [[wording]] table.")
    found: dict[str, Wording] = {}
    for position, entry in enumerate(entries, start=1):
        wording = _wording(entry, f"{path}: wording number {position}", path)
        if wording.id in found:
            raise RecipeError(f"{path}: two wordings have the id {wording.id!r}.")
        _placeholders(wording, set(needs))
        found[wording.id] = wording
    return tuple(found.values())


def _wording(entry: Any, where: str, path: Path) -> Wording:
    if not isinstance(entry, dict):
        raise RecipeError(f"{where} must be a [[wording]] table with `id` and `text`.")
    _keys(entry, {"id", "text"}, where)
    for key, value in entry.items():
        if not isinstance(value, str) or not value.strip():
            raise RecipeError(f"{where}: `{key}` must be a text that is not empty.")
    return Wording(entry["id"], entry["text"].strip(), str(path))


def _keys(table: Mapping[str, Any], expected: set[str], where: str) -> None:
    for key in table:
        if key not in expected:
            raise RecipeError(f"{where}: {unknown('key', key, expected)}")
    for key in sorted(expected - set(table)):
        raise RecipeError(f"{where}: the key {key!r} is missing.")


def _placeholders(wording: Wording, needs: set[str]) -> None:
    template = Template(wording.text)
    if not template.is_valid():
        raise RecipeError(
            f"{wording.file}: wording {wording.id!r} has a $ that starts no placeholder; write $$."
        )
    used = set(template.get_identifiers())
    for name in sorted(used - needs):
        raise RecipeError(
            f"{wording.file}: wording {wording.id!r} uses ${name}, which `needs` does not list."
        )
    for name in sorted(needs - used):
        raise RecipeError(f"{wording.file}: wording {wording.id!r} does not use ${name}.")
