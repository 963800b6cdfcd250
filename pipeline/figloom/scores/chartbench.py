"""ChartBench's own reply files: one JSON object a line, a pair of statements or a number each."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from figloom.errors import DatasetError
from figloom.terminal import counted

_FORM = (
    "ChartBench's rows have 'id', 'type' with 'chart', 'image', 'task' and 'QA', and "
    "'conversation' with 'label', 'query' and 'answer'"
)


@dataclass(frozen=True, slots=True)
class Exchange:
    """One question of a row and its reply."""

    query: str
    labels: tuple[str, ...]
    """Right answers; any of them will do."""
    answer: str
    filtered: str | None
    """What a language model took out of the answer, where the authors had one do so."""


@dataclass(frozen=True, slots=True)
class Row:
    """One line of a reply file."""

    id: int
    chart: str
    """One of the nine families; `node_link` is called `node`."""
    type: str
    """One of the 42 types."""
    task: str
    """CR, VE, VC, GC or NQA."""
    exchanges: tuple[Exchange, ...]
    """True and false statement, or one question for a number or an edge."""
    repeated: bool
    """Whether an earlier row of the file has the same id."""

    @property
    def is_pair(self) -> bool:
        """Whether it is a pair of statements."""
        return len(self.exchanges) == 2

    @property
    def is_identical(self) -> bool:
        """Whether the true and the false statement are the same."""
        return self.is_pair and self.exchanges[0].query == self.exchanges[1].query


def read(path: Path) -> list[Row]:
    """All rows in the order of the file; DatasetError names the line and what it lacks."""
    rows: list[Row] = []
    known: set[int] = set()
    for number, line in enumerate(_lines(path), start=1):
        if not line.strip():
            continue
        where = f"{path}, line {number}"
        try:
            row = json.loads(line)
        except ValueError:
            raise DatasetError(
                f"{where} is not JSON: --format chartbench reads one JSON object a line."
            ) from None
        rows.append(_row(row, where, known))
        known.add(rows[-1].id)
    if not rows:
        raise DatasetError(f"{path} holds no rows: give a file of replies, one JSON object a line.")
    return rows


def _lines(path: Path) -> list[str]:
    try:
        return path.read_text("utf-8").split("\n")
    except FileNotFoundError:
        raise DatasetError(f"There is no file {path}: give a file of ChartBench replies.") from None
    except UnicodeDecodeError:
        raise DatasetError(f"{path} is not UTF-8 text: give a JSONL file of replies.") from None
    except OSError as error:
        raise DatasetError(f"{path} cannot be read: {error.strerror}.") from None


def _row(row: Any, where: str, known: set[int]) -> Row:
    try:
        kind, said = row["type"], row["conversation"]
        pair = {"Acc+": True, "GPT-acc": False}[kind["QA"]]
        exchanges = tuple(_exchange(one) for one in said)
        chart, image, task = (str(kind[key]) for key in ("chart", "image", "task"))
        identity = int(row["id"])
    except (KeyError, TypeError, ValueError, AttributeError, IndexError) as error:
        lack = f"lacks {error}" if isinstance(error, KeyError) else "has another form"
        raise DatasetError(f"{where} {lack}: {_FORM}.") from None
    if len(exchanges) != (2 if pair else 1):
        raise DatasetError(
            f"{where} holds {counted(len(exchanges), 'question')}: "
            f"{'Acc+' if pair else 'GPT-acc'} rows hold "
            f"{2 if pair else 1}."
        )
    if pair and [one.labels for one in exchanges] != [("Yes",), ("No",)]:
        raise DatasetError(f"{where} is no pair: its labels must be Yes, then No.")
    family = "node" if chart == "node_link" else chart
    return Row(identity, family, image, task, exchanges, identity in known)


def _exchange(one: Any) -> Exchange:
    labels = one["label"] if isinstance(one["label"], list) else [one["label"]]
    filtered = one.get("gpt_filter")
    if not labels:
        raise ValueError
    return Exchange(
        query=str(one["query"]),
        labels=tuple(map(str, labels)),
        answer=str(one["answer"]),
        filtered=None if filtered is None else str(filtered),
    )
