"""The questions of a dataset, found again by what a served model sees: a prompt and its pictures.

Only texts, facts, marks and axes are read: no column that an answer stands in is ever opened.
"""

from __future__ import annotations

import json
import re
import threading
from collections import OrderedDict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from hashlib import blake2b
from pathlib import Path
from sys import intern
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from figloom.audit import shard
from figloom.emit.rows import from_row
from figloom.errors import DatasetError
from figloom.exam import telling

_ASKED = ("question", "family", "subtask", "wording")
_SEEN = ["text", "image.bytes", *(f"questions.list.element.{name}" for name in _ASKED)]
_FACTS = ["key", "role", "split", "width", "height", "text", "style", "spec", "facts", "drawn",
          "marks", "axes", "trace"]  # fmt: skip
_BATCH = 25
_GROUPS = 8
"""Row groups whose facts are kept at hand: whoever asks mostly asks in order."""
_OPTION = re.compile(r"^([A-Z])\. (.*)$", re.MULTILINE)
_OPTIONS = re.compile(r"(?:^[A-Z]\. .*(?:\n|\Z))+", re.MULTILINE)
_HOLE = "\0"


@dataclass(frozen=True, slots=True)
class Asked:
    """A question without its answer."""

    text: str
    bare: str
    """The text with a hole where its options stand."""
    options: tuple[str, ...]
    family: str
    subtask: str
    wording: str

    def as_told(self, options: tuple[str, ...]) -> dict[str, Any]:
        """What the audit reads of a question, with the options in the order of the prompt."""
        return {
            "question": self.text, "family": self.family, "subtask": self.subtask,
            "wording": self.wording, "choices": [*options],
        }  # fmt: skip


@dataclass(frozen=True, slots=True)
class Match:
    """The question that a prompt asks, and of which records."""

    asked: Asked
    options: tuple[str, ...]
    """In the order of the prompt."""
    shown: tuple[int, ...]
    """Those whose picture comes with the prompt."""
    asking: tuple[int, ...]
    """All that ask this."""


@dataclass(frozen=True, slots=True)
class _Entry:
    """One record: where it is stored, its text where it has no picture, its questions."""

    file: int
    group: int
    row: int
    text: str
    asked: tuple[Asked, ...]


class Known:
    """An index of a finished build; DatasetError when the folder is none."""

    def __init__(self, folder: Path) -> None:
        self._files = shard.files(folder)
        self._entries: list[_Entry] = []
        self._pictures: dict[bytes, list[int]] = {}
        self._texts: dict[str, list[int]] = {}
        self._labels: dict[int, tuple[str, ...]] = {}
        self._facts_told: dict[int, str] = {}
        self._groups: OrderedDict[tuple[int, int], pa.Table] = OrderedDict()
        self._lock = threading.Lock()
        for number, path in enumerate(self._files):
            try:
                self._enter(number, path)
            except (pa.ArrowException, OSError, KeyError) as error:
                raise DatasetError(f"{path} cannot be read: {error}; build it again.") from None

    def _enter(self, number: int, path: Path) -> None:
        with pq.ParquetFile(path) as file:
            for group in range(file.num_row_groups):
                rows = (
                    row
                    for batch in file.iter_batches(_BATCH, row_groups=[group], columns=_SEEN)
                    for row in batch.to_pylist()
                )
                for place, row in enumerate(rows):
                    self._add(number, group, place, row)

    def _add(self, file: int, group: int, place: int, row: dict[str, Any]) -> None:
        at, asked = len(self._entries), tuple(map(_asked, row["questions"]))
        if row["image"]:
            self._pictures.setdefault(picture(row["image"]["bytes"]), []).append(at)
        for question in asked:
            self._texts.setdefault(question.bare, []).append(at)
        text = "" if row["image"] else row["text"]
        self._entries.append(_Entry(file, group, place, text, asked))

    def find(self, prompt: str, images: tuple[bytes, ...]) -> Match | None:
        """The question that stands in a prompt, with the record of its picture.

        None where no question of the dataset stands in it, or its picture is none of the dataset's.
        A question of another record may be asked of a picture.
        """
        bare, offered = parted(prompt)
        shown = [at for image in images for at in self._pictures.get(picture(image), ())]
        if images and not shown:
            return None
        found = _longest((q for at in shown for q in self._entries[at].asked), bare, offered)
        if found is not None:
            holding = tuple(at for at in shown if _alike(found[0], self._entries[at].asked))
            return Match(*found, holding, holding)
        texts = [bare] if bare in self._texts else [one for one in self._texts if one in bare]
        near = [at for text in texts for at in self._texts[text]]
        found = _longest((q for at in near for q in self._entries[at].asked), bare, offered)
        if found is None:
            return None
        asking = [at for at in near if _alike(found[0], self._entries[at].asked)]
        return Match(*found, tuple(shown), tuple(asking))

    def asked(self, prompt: str, images: tuple[bytes, ...]) -> Match | None:
        """The same, where the question alone matters: a picture that is unknown, as one that was
        made smaller is, counts as none."""
        return self.find(prompt, images) or self.find(prompt, ())

    def told(self, match: Match, prompt: str) -> tuple[int, ...]:
        """Records that ask this and whose facts stand in a prompt: in the words that `figloom eval`
        has for them, or else as all their labels in any others."""
        exact = tuple(at for at in match.asking if self._facts(at) in prompt)
        return exact or tuple(at for at in match.asking if self._named(at, prompt))

    def _named(self, at: int, prompt: str) -> bool:
        if at not in self._labels:
            known = dict.fromkeys(labels(self.row(at)))
            self._labels[at] = tuple(" ".join(label.split()).replace("|", "/") for label in known)
        return bool(self._labels[at]) and all(label in prompt for label in self._labels[at])

    def _facts(self, at: int) -> str:
        if at not in self._facts_told:
            row = {**self._stored(at), "image": {"bytes": b""}, "questions": []}
            self._facts_told[at] = self._entries[at].text or telling.told(from_row(row))
        return self._facts_told[at]

    def _stored(self, at: int) -> dict[str, Any]:
        entry = self._entries[at]
        with self._lock:
            table = self._group(entry.file, entry.group)
            (row,) = table.slice(entry.row, 1).to_pylist()
        return dict(row)

    def row(self, at: int) -> dict[str, Any]:
        """What the audit reads of a record, but for its questions."""
        row = self._stored(at)
        for name in ("facts", "marks", "axes"):
            row[name] = json.loads(row[name])
        return {**row, "image": row["width"] is not None, "questions": []}

    def _group(self, file: int, group: int) -> pa.Table:
        key = (file, group)
        if key not in self._groups:
            with pq.ParquetFile(self._files[file]) as opened:
                self._groups[key] = opened.read_row_group(group, columns=_FACTS)
            if len(self._groups) > _GROUPS:
                self._groups.popitem(last=False)
        self._groups.move_to_end(key)
        return self._groups[key]


def picture(png: bytes) -> bytes:
    """What a picture is known by."""
    return blake2b(png, digest_size=16).digest()


def parted(text: str) -> tuple[str, list[tuple[str, ...]]]:
    """A text with a hole for each list of lettered options, and those lists."""
    lists = [tuple(o for _, o in _OPTION.findall(found)) for found in _OPTIONS.findall(text)]
    return _OPTIONS.sub(_HOLE, text), lists


def labels(row: dict[str, Any]) -> Iterator[str]:
    """Names and texts in the facts that a record shows."""
    for part in row["facts"]["shown"].values():
        for one in part if isinstance(part, list) else ():
            if isinstance(one, dict):
                yield from filter(None, (one.get("name"), one.get("text")))


def _asked(told: dict[str, str]) -> Asked:
    bare, lists = parted(told["question"])
    rest = (intern(told[name]) for name in _ASKED[1:])
    return Asked(told["question"], bare, lists[0] if lists else (), *rest)


def _longest(
    asked: Iterable[Asked], bare: str, offered: list[tuple[str, ...]]
) -> tuple[Asked, tuple[str, ...]] | None:
    """The longest of the questions that stand in a text, and its options as the text has them."""
    found: tuple[Asked, tuple[str, ...]] | None = None
    for one in asked:
        if one.bare in bare and (found is None or len(one.text) > len(found[0].text)):
            same = [list_ for list_ in offered if sorted(list_) == sorted(one.options)]
            if same or not one.options:
                found = (one, same[-1] if same else ())
    return found


def _alike(question: Asked, asked: tuple[Asked, ...]) -> bool:
    """Whether a record asks the same, whatever the order of its options."""
    return any(
        one.bare == question.bare and sorted(one.options) == sorted(question.options)
        for one in asked
    )
