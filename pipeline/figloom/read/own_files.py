"""The files that a person gives as a source: one of them, or all of a kind in a folder."""

from __future__ import annotations

from pathlib import Path

from figloom.errors import SourceError


def own_files(place: Path, ending: str, what: str) -> list[Path]:
    """The file itself, or the folder's files with that ending in order of name; SourceError where
    there is none. `what` is one of them in words: "a story's TOML file"."""
    if place.is_file():
        return [place]
    found = sorted(place.glob(f"*{ending}")) if place.is_dir() else []
    if not found:
        lack = f"holds no *{ending} file" if place.is_dir() else "does not exist"
        raise SourceError(f"{place} {lack}. Give {what}, or a folder of them.")
    return found
