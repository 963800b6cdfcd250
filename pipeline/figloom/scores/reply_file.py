"""Anybody's replies: lines of JSON with an id and a text, or a fault."""

from __future__ import annotations

import codecs
import json
import sys
from collections.abc import Collection, Iterator
from pathlib import Path
from typing import Any

from figloom.errors import DatasetError
from figloom.exam.folder import Replies, Said, gather

STDIN = "-"
_WIDE = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)


def name(place: str) -> str:
    """What a place is called."""
    return "standard input" if place == STDIN else place


def read(place: str, known: Collection[str]) -> Replies:
    """The first reply to each known id; later ones and those to no sample are counted.

    DatasetError, with the line, for what is no reply.
    """
    return gather(_rows(name(place), _text(place)), known)


def _text(place: str) -> str:
    try:
        data = sys.stdin.buffer.read() if place == STDIN else Path(place).read_bytes()
    except FileNotFoundError:
        raise DatasetError(
            f"There is no {place}: give a run's folder or a file of replies."
        ) from None
    except OSError as error:
        raise DatasetError(f"{name(place)} cannot be read: {error.strerror or error}.") from None
    if data.startswith(_WIDE) or b"\0" in data[:4]:
        raise DatasetError(f"{name(place)} is UTF-16, not UTF-8: save it as UTF-8.")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise DatasetError(
            f"{name(place)} is not UTF-8 text in line {line}: save it as UTF-8."
        ) from None


def _rows(called: str, text: str) -> Iterator[tuple[str, Said]]:
    # Only a line feed ends a line: a reply may hold every other kind of break.
    for number, line in enumerate(text.split("\n"), start=1):
        if not line.strip():
            continue
        try:
            row = json.loads(line)
        except (ValueError, RecursionError):
            row = None
        wrong = _wrong(row)
        if wrong:
            raise DatasetError(
                f"{called}, line {number}, is no reply, for {wrong}: each line is a JSON object "
                "with an id and a text, or with an id and a fault where there is no reply."
            )
        fault, finish = row.get("fault"), row.get("finish")
        yield str(row["id"]), Said(row.get("text") or "", fault or "", finish=finish or "stop")


def _wrong(row: Any) -> str:
    """What makes a line no reply; empty where it is one."""
    if not isinstance(row, dict):
        return "it is no JSON object"
    if not isinstance(row.get("id"), str | int) or isinstance(row["id"], bool):
        return "it has no id"
    text, fault = row.get("text"), row.get("fault")
    for key in ("text", "fault", "finish"):
        if row.get(key) is not None and not isinstance(row[key], str):
            return f"its {key} is no string"
    return "it has neither text nor fault" if text is None and not fault else ""
