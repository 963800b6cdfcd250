"""Replies and faults of a run, each written as it comes, so that a kill loses nothing.

One JSON object a line: `key` (see settings.key_of), `sample`, `call` (its place in the dialog),
and `reply`, or `fault` with the reason. A line that a kill has torn is cut off by the next run;
of several replies to one key the first counts. Only places of lines are kept in memory.
"""

from __future__ import annotations

import fcntl
import json
import os
import time
from collections import Counter
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import asdict
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from figloom.errors import DatasetError, OutputError
from figloom.exam.call import Reply
from figloom.exam.folder import JOURNAL, encoded
from figloom.files import cannot_write

_SYNC = 1.0
"""Seconds of lines, at most, that a power cut may cost."""


class Journal:
    """The journal of a run's folder, closed by `with`; one process at a time has it."""

    def __init__(self, run: Path) -> None:
        self.path = run / JOURNAL
        try:
            run.mkdir(parents=True, exist_ok=True)
            self._file = self.path.open("a+b")
        except OSError as error:
            raise OutputError(cannot_write(self.path, error)) from None
        self._places: dict[bytes, int] = {}
        self._repeats = Counter[bytes]()
        self._end, self._synced, self._dirty = 0, time.monotonic(), False
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            self._file.close()
            raise OutputError(
                f"Another figloom eval is at work in {run}: wait for it, or choose another --out."
            ) from None
        try:
            self._mend()
        except DatasetError:
            self._file.close()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        try:
            self.sync()
        finally:
            # What a full disk did not take, closing would try to write once more.
            with suppress(OSError):
                self._file.close()

    def __contains__(self, key: str) -> bool:
        return bytes.fromhex(key) in self._places

    @property
    def has_replies(self) -> bool:
        """Whether any reply is kept."""
        return bool(self._places)

    @property
    def is_empty(self) -> bool:
        """Whether no line was ever written."""
        return self._end == 0

    def row(self, key: str) -> dict[str, Any]:
        """The line of a reply."""
        self._file.seek(self._places[bytes.fromhex(key)])
        row: dict[str, Any] = json.loads(self._file.readline())
        return row

    def reply(self, key: str) -> Reply:
        """A reply that is kept."""
        return Reply(**self.row(key)["reply"])

    def repeats(self, key: str) -> int:
        """How often requests for a reply were sent again, whether or not it came."""
        return self._repeats[bytes.fromhex(key)]

    def keep(self, key: str, sample: str, call: int, reply: Reply, more: Mapping[str, Any]) -> None:
        """Write a reply, with more that is to be known of how it was asked."""
        place = self._end
        self._write({"key": key, "sample": sample, "call": call, "reply": asdict(reply), **more})
        self._places.setdefault(bytes.fromhex(key), place)
        self._repeats[bytes.fromhex(key)] += reply.tries - 1

    def fault(self, key: str, sample: str, call: int, why: str, tries: int) -> None:
        """Write that no reply came; the next run asks again."""
        self._write({"key": key, "sample": sample, "call": call, "fault": why, "tries": tries})
        self._repeats[bytes.fromhex(key)] += tries - 1

    def sync(self) -> None:
        """Bring to the disk what is written, at most once a second."""
        if self._dirty:
            self._dirty, self._synced = False, time.monotonic()
            try:
                os.fsync(self._file.fileno())
            except OSError as error:
                raise OutputError(cannot_write(self.path, error)) from None

    @property
    def is_due(self) -> bool:
        """Whether it is time to sync."""
        return self._dirty and time.monotonic() - self._synced >= _SYNC

    def _write(self, row: Mapping[str, Any]) -> None:
        data = encoded(json.dumps(row, ensure_ascii=False))
        try:
            self._file.write(data)
            self._file.flush()
        except OSError as error:
            raise OutputError(cannot_write(self.path, error)) from None
        self._end, self._dirty = self._end + len(data), True

    def _mend(self) -> None:
        """Learn where each reply stands, and cut off a torn last line."""
        self._file.seek(0)
        for number, line in enumerate(self._file, start=1):
            if not line.endswith(b"\n"):
                self._file.truncate(self._end)
                break
            try:
                row = json.loads(line)
                key = bytes.fromhex(row["key"])
                tries = row.get("tries", 1)
                if "reply" in row:
                    tries = Reply(**row["reply"]).tries
                    self._places.setdefault(key, self._end)
                self._repeats[key] += tries - 1
            except (ValueError, KeyError, TypeError, RecursionError):
                raise DatasetError(
                    f"{self.path}, line {number}, is damaged: delete that line, and run again."
                ) from None
            self._end += len(line)
