"""What the readers of released files share: rows, pictures in a folder, and words to ask with."""

from __future__ import annotations

import io
import json
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path, PurePosixPath
from string import Template
from typing import Any

from PIL import Image as Pillow
from PIL import UnidentifiedImageError

from figloom import files
from figloom.errors import DatasetError
from figloom.exam.call import Image

_SENT = {"PNG": "image/png", "JPEG": "image/jpeg", "WEBP": "image/webp"}
"""Formats that every server reads; others are sent as PNG."""


def text_of(path: Path, what: str) -> str:
    """A file's text; DatasetError says which file of the benchmark is missing or broken."""
    try:
        return path.read_text("utf-8-sig")
    except FileNotFoundError:
        raise DatasetError(f"There is no {path}: give the folder that holds {what}.") from None
    except (OSError, UnicodeDecodeError) as error:
        raise DatasetError(f"{path} cannot be read: {error}.") from None


def json_rows(path: Path, what: str) -> list[dict[str, Any]]:
    """The objects of a JSON list."""
    try:
        rows = json.loads(text_of(path, what))
    except (ValueError, RecursionError) as error:
        raise DatasetError(f"{path} is not JSON: {error}.") from None
    if not isinstance(rows, list) or not all(isinstance(row, dict) for row in rows):
        raise DatasetError(f"{path} is no list of objects: give {what} as released.")
    return rows


def field(row: dict[str, Any], name: str, where: str) -> Any:
    """A value of a row; DatasetError names the row that lacks it."""
    if name not in row:
        raise DatasetError(f"{where} has no {name!r}: its keys are {', '.join(sorted(row))}.")
    return row[name]


def picture(root: Path, name: str, folders: Iterable[str] = ("",)) -> Image | str:
    """The picture that a row names, in one of the folders below `root`; or why there is none."""
    parts = [part for part in PurePosixPath(name).parts if part not in ("/", ".", "..")]
    places = (root / folder / Path(*parts) for folder in folders)
    path = next((place for place in places if place.is_file()), None)
    if path is None:
        return "its picture is missing"
    try:
        return _encoded(path)
    except (UnidentifiedImageError, OSError, ValueError, Pillow.DecompressionBombError):
        return "its picture cannot be opened"


def _encoded(path: Path) -> Image:
    data = path.read_bytes()
    with Pillow.open(io.BytesIO(data)) as opened:
        opened.load()
        width, height = opened.size
        if opened.format in _SENT:
            return Image(data, _SENT[opened.format], width, height)
        sheet = io.BytesIO()
        opened.convert("RGBA").save(sheet, "PNG")
    return Image(sheet.getvalue(), "image/png", width, height)


def words(benchmark: str, name: str, **parts: str) -> str:
    """Our words around a row's own."""
    return Template(_templates()[benchmark][name]).substitute(parts)


@cache
def _templates() -> dict[str, dict[str, str]]:
    path = files.templates() / "prompts" / "benchmarks.toml"
    told: dict[str, dict[str, str]] = files.read_toml(path)
    return told


def lines(path: Path, what: str) -> Iterator[tuple[str, dict[str, Any]]]:
    """Place and object of each line of a JSONL file."""
    for number, line in enumerate(text_of(path, what).split("\n"), 1):
        if not line.strip():
            continue
        where = f"{path}, line {number},"
        try:
            row = json.loads(line)
        except (ValueError, RecursionError):
            row = None
        if not isinstance(row, dict):
            raise DatasetError(f"{where} is no JSON object: give {what} as released.")
        yield where, row
