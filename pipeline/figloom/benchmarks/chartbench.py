"""ChartBench as released (arXiv 2312.15915): a JSONL of questions beside a folder of pictures."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from figloom.benchmarks import released
from figloom.errors import DatasetError
from figloom.exam.controls import Skipped
from figloom.exam.sample import Sample
from figloom.types import Question, Scoring

ABOUT = "ChartBench's test.jsonl (or test_mini.jsonl) with its folder of pictures."

_WHAT = "ChartBench's test.jsonl and pictures"
_NAMES = ("test.jsonl", "test_mini.jsonl")
_FOLDERS = ("", "..", "data")
_TASKS = {"CR": "recognise", "VE": "value", "VC": "compare", "GC": "overall", "NQA": "number"}
_NUMBER = re.compile(r"\s*([-+]?\d[\d,]*(?:\.\d+)?)\s*([%KMB]?)\s*")
_UNITS = {"": "", "%": "%", "K": "thousand", "M": "million", "B": "billion"}
_TOLERANCE = 0.05

Found = Iterator[Sample | Skipped]


def read(path: Path) -> Found:
    """Samples of a JSONL file, or of the first of its known names in a folder.

    A pair of statements is asked as two samples of one group. Identical pairs, which no pair of
    answers can get right, are skipped and counted.
    """
    file = _file(path)
    for where, row in released.lines(file, _WHAT):
        yield from _row(row, file.parent, where)


def _file(path: Path) -> Path:
    if not path.is_dir():
        return path
    for name in _NAMES:
        if (path / name).is_file():
            return path / name
    raise DatasetError(f"{path} holds no {' or '.join(_NAMES)}: give the folder with {_WHAT}.")


def _row(row: dict[str, Any], root: Path, where: str) -> Found:
    try:
        kind, said = row["type"], row["conversation"]
        type_, task = str(kind["image"]), _TASKS[kind["task"]]
        asked = [(str(one["query"]), one["label"]) for one in said]
        name, number = str(row["image"]), int(row["id"])
    except (KeyError, TypeError, ValueError) as error:
        raise DatasetError(f"{where} lacks {error}: give {_WHAT} as released.") from None
    image = released.picture(root, name, _folders(name))
    item = f"chartbench/{number}"
    for place, (query, label) in enumerate(asked):
        identity = f"{item}/{place}"
        question = _question(query, label, task, type_, item)
        if isinstance(image, str):
            yield Skipped(identity, image)
        elif len(asked) == 2 and asked[0][0] == asked[1][0]:
            yield Skipped(identity, "its two statements are the same")
        else:
            tags = (("block", type_), ("type", type_), ("family", str(kind["chart"])))
            yield Sample(identity, question, f"chartbench/{name}", item, image=image, tags=tags)


def _folders(name: str) -> list[str]:
    return list(_FOLDERS) if name.startswith("./data") else [*_FOLDERS, "test"]


def _question(query: str, label: Any, task: str, type_: str, item: str) -> Question:
    labels = [str(one) for one in (label if isinstance(label, list) else [label])]
    if task != "number" or labels[0].lower() in ("yes", "no"):
        truth = labels[0].lower() == "yes"
        text = released.words("chartbench", "statement", query=query)
        group = "" if task == "number" else item
        return Question(
            text, truth, "yes_no", Scoring("yes_no"), "charts", task, task, "chartbench",
            group=group, polarity=truth, tags=(f"type:{type_}",),
        )  # fmt: skip
    text = released.words("chartbench", "number", query=query)
    told = _NUMBER.fullmatch(labels[0])
    if told is None:
        return Question(
            text, labels[0], "text", Scoring("text"), "charts", task, task, "chartbench",
            accepted=tuple(labels[1:]), tags=(f"type:{type_}",),
        )  # fmt: skip
    value = float(told[1].replace(",", ""))
    scoring = Scoring("number", (("tolerance", _TOLERANCE * abs(value)),))
    return Question(
        text, value, "number", scoring, "charts", task, task, "chartbench",
        unit=_UNITS[told[2]], tags=(f"type:{type_}",),
    )  # fmt: skip
