"""The folder an export goes to: complete or absent, and never written over what a person put there.

An exporter writes into a hidden folder beside the place asked for, which takes its name at the end.
A hidden note says what a finished export holds; only such a folder is ever replaced.
"""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from figloom.emit.rows import picture_name, record_id
from figloom.errors import OutputError
from figloom.files import cannot_write
from figloom.types import Record

_NOTE = ".export.json"


@contextmanager
def export_folder(out: Path, format: str) -> Iterator[Path]:
    """A folder to fill, renamed to `out` when the block ends and removed when it fails.

    Raises OutputError when `out` holds anything but a finished export of the same format, or
    cannot be written.
    """
    _refuse_foreign(out, format)
    # A link should keep pointing to its folder.
    out = out.resolve()
    draft = out.with_name(f".{out.name}.partial")
    try:
        shutil.rmtree(draft, ignore_errors=True)
        draft.mkdir(parents=True)
        yield draft
        content = sorted([path.name for path in draft.iterdir()])
        note = {"format": format, "content": [*content, _NOTE]}
        (draft / _NOTE).write_text(json.dumps(note) + "\n", "utf-8")
        _settle(draft, out)
    except OSError as error:
        raise OutputError(cannot_write(out, error)) from None
    finally:
        shutil.rmtree(draft, ignore_errors=True)


def write_array(path: Path, rows: Iterable[dict[str, Any]]) -> int:
    """Write rows as one JSON array, a row a line, never holding more than one; their number."""
    count = 0
    with path.open("w", encoding="utf-8", newline="\n") as file:
        for row in rows:
            file.write(",\n" if count else "[\n")
            json.dump(row, file, ensure_ascii=False)
            count += 1
        file.write("\n]\n" if count else "[]\n")
    return count


def write_picture(record: Record, folder: Path) -> str | None:
    """Store a record's PNG as it is; its path from `folder`, or None when there is no picture
    or nothing is asked about it."""
    if record.picture is None or not record.questions:
        return None
    name = picture_name(record_id(record))
    place = folder / "images" / name
    place.parent.mkdir(exist_ok=True)
    place.write_bytes(record.picture.png)
    return f"images/{name}"


def _refuse_foreign(out: Path, format: str) -> None:
    if Path.cwd().is_relative_to(out.resolve()):
        raise OutputError(f"{out} holds the working directory; choose an --out of its own.")
    if out.is_dir():
        names = {path.name for path in out.iterdir()}
        if not names or names <= _content(out / _NOTE, format):
            return
    elif not os.path.lexists(out):
        return
    raise OutputError(
        f"{out} already holds something other than a finished {format} export; "
        "choose another --out or move it away."
    )


def _content(note: Path, format: str) -> set[str]:
    try:
        said = json.loads(note.read_text("utf-8"))
        return set(said["content"]) if said["format"] == format else set()
    except (OSError, ValueError, KeyError, TypeError):
        return set()


def _settle(draft: Path, out: Path) -> None:
    # A rename may reach the disk before the files it names: one sync for all of them.
    getattr(os, "sync", lambda: None)()
    if not out.exists():
        draft.replace(out)
        return
    old = out.with_name(f".{out.name}.old")
    shutil.rmtree(old, ignore_errors=True)
    out.replace(old)
    try:
        draft.replace(out)
    except OSError:
        old.replace(out)
        raise
    shutil.rmtree(old, ignore_errors=True)
