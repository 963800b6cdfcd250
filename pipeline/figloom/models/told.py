"""What the stored answers of a dataset look like, by subtask: their kinds, ranges and counts."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from figloom.audit import shard
from figloom.errors import DatasetError

_COLUMNS = ("question", "subtask", "kind", "answer", "answer_text", "choices")


@dataclass(frozen=True, slots=True)
class Told:
    """One question with its stored answer."""

    text: str
    subtask: str
    kind: str
    answer: Any
    """As its JSON says it."""
    words: str
    """The answer as a reply."""
    choices: tuple[str, ...]


@dataclass(slots=True)
class Form:
    """What the answers of one subtask can be."""

    kinds: set[str] = field(default_factory=set)
    numbers: list[float] = field(default_factory=list)
    """The least and the largest."""
    slots: tuple[str, ...] = ()
    words: Counter[str] = field(default_factory=Counter)


def questions(folder: Path) -> Iterator[Told]:
    """Every question of a finished build; DatasetError when the folder is none."""
    columns = [f"questions.list.element.{name}" for name in _COLUMNS]
    for path in shard.files(folder):
        try:
            with pq.ParquetFile(path) as file:
                rows = file.read(columns)["questions"].to_pylist()
        except (pa.ArrowException, OSError, KeyError) as error:
            raise DatasetError(f"{path} cannot be read: {error}; build it again.") from None
        for one in (one for asked in rows for one in asked):
            yield Told(
                one["question"], one["subtask"], one["kind"], json.loads(one["answer"]),
                one["answer_text"], tuple(one["choices"]),
            )  # fmt: skip


def forms(folder: Path) -> dict[str, Form]:
    """By subtask."""
    found: dict[str, Form] = {}
    for one in questions(folder):
        form = found.setdefault(one.subtask, Form())
        form.kinds.add(one.kind)
        form.words[one.words] += 1
        if one.kind in ("integer", "number"):
            ends = [*form.numbers, one.answer]
            form.numbers = [min(ends), max(ends)]
        elif one.kind == "slots":
            form.slots = tuple(name for name, _ in one.answer)
    return found
