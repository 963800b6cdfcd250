"""The files that a person gives as a source: one of them, or all of a kind in a folder."""

from __future__ import annotations

from pathlib import Path

from figloom.errors import SourceError

_LARGEST = 2_000_000
"""Bytes of a file that a person has written."""


def own_files(place: Path, ending: str, what: str, more: str = "") -> list[Path]:
    """The file itself, or the folder's files with that ending in order of name; SourceError where
    there is none. `what` is one of them in words: "a story's TOML file"; `more` a sentence on what
    else may have been meant where there is no such place."""
    if place.is_file():
        return [_written(place)]
    found = sorted(place.glob(f"*{ending}")) if place.is_dir() else []
    if not found:
        lack = f"holds no *{ending} file" if place.is_dir() else "does not exist"
        hint = f" {more}" if more and not place.is_dir() else ""
        raise SourceError(f"{place} {lack}. Give {what}, or a folder of them.{hint}")
    return [_written(file) for file in found]


def _written(file: Path) -> Path:
    try:
        size = file.stat().st_size
    except OSError as error:
        raise SourceError(f"{file} cannot be read: {error.strerror or error}.") from None
    if size > _LARGEST:
        raise SourceError(
            f"{file} has {size:,} bytes, more than anybody writes by hand: keep a file to "
            f"{_LARGEST:,}."
        )
    return file


def own_text(file: Path) -> str:
    """The text of a file; UnicodeDecodeError where it is none, SourceError where it cannot be
    read."""
    try:
        return file.read_text("utf-8-sig")
    except OSError as error:
        raise SourceError(f"{file} cannot be read: {error.strerror or error}.") from None
