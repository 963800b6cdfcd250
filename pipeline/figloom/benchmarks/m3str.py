"""M3STR as released (arXiv 2506.01293): task JSON files beside a folder of pictures.

Rows whose picture is missing or broken are skipped and counted; the authors' scripts drop them
without a word. Their filter stays: entity counts of 10 and more are not asked.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from figloom.benchmarks import released
from figloom.errors import DatasetError
from figloom.exam.call import Image
from figloom.exam.controls import Skipped
from figloom.exam.sample import Sample
from figloom.types import Answer, AnswerKind, Question, Scoring

ABOUT = "M3STR's task files (task1_count.json, ...) with their folder of pictures."

_WHAT = "M3STR's task files and pictures"
_MOST = 10
"""Entities from which on the authors ask no count."""
_FOLDERS = ("", "images", "dataset", "dataset/images")
_OPTION = re.compile(r"^\s*\(?([A-E])[.):]\s*(.*?)\s*(?=^\s*\(?[A-E][.):]|\Z)", re.M | re.S)

_COUNTS = (("count_entities", "num_entity"), ("count_relations", "num_relation"))
_DETECTS = (
    ("detect_entity", ("entity",)),
    ("detect_relation", ("relation",)),
    ("detect_any", ("entity", "relation")),
)
_FILES = {
    "task1_count": "task1_count",
    "task2_detection": "task2_detection",
    "task3_entity_with_answer": "task3_entity_reason",
    "task3_relation_with_answer": "task4_relation_reason",
}
"""Task files, and the folders of their pictures."""

Found = Iterator[Sample | Skipped]


def read(path: Path) -> Found:
    """Samples of all task files in a folder, or of one of them; DatasetError if there is none."""
    root = path if path.is_dir() else path.parent
    found = {
        file: pictures
        for name, pictures in _FILES.items()
        for file in (root / f"{name}.json", root / "dataset" / f"{name}.json")
        if file.is_file() and path in (root, file)
    }
    if not found:
        raise DatasetError(
            f"{path} holds no task file of M3STR ({', '.join(_FILES)}, as .json): give the folder "
            "with them."
        )
    for file, pictures in found.items():
        yield from _file(file, root, pictures)


def _file(file: Path, root: Path, pictures: str) -> Found:
    name = file.stem
    folders = [f"{folder}/{extra}".strip("/") for folder in _FOLDERS for extra in ("", pictures)]
    for number, row in enumerate(released.json_rows(file, _WHAT)):
        where = f"{file}, row {number},"
        image = released.picture(root, str(released.field(row, "image_file", where)), folders)
        for question in _questions(name, row, where):
            identity = f"m3str/{name}/{number}/{question.subtask}"
            if isinstance(image, str):
                yield Skipped(identity, image)
            else:
                yield _sample(identity, f"m3str/{name}/{number}", question, image)


def _sample(identity: str, item: str, question: Question, image: Image) -> Sample:
    return Sample(identity, question, item, item, image=image, tags=(("block", question.subtask),))


def _questions(name: str, row: dict[str, Any], where: str) -> Iterator[Question]:
    if name == "task1_count":
        for subtask, key in _COUNTS:
            count = released.field(row, key, where)
            if subtask != "count_entities" or count < _MOST:
                yield _asked(subtask, int(count), "integer", "count")
    elif name == "task2_detection":
        changed = released.field(row, "modified_type", where)
        for subtask, kinds in _DETECTS:
            yield _asked(subtask, changed in kinds, "yes_no", "detect")
    else:
        subtask = "complete_entity" if "entity" in name else "complete_relation"
        text = str(released.field(row, "input", where))
        answer = str(released.field(row, "answer", where)).strip()
        options = dict(_OPTION.findall(text))
        choices = tuple(" ".join(options.get(letter, letter).split()) for letter in "ABCDE")
        yield Question(
            text, answer, "choice", Scoring("choice"), "maps", "complete", subtask, "m3str",
            choices=choices,
        )  # fmt: skip


def _asked(subtask: str, answer: Answer, kind: AnswerKind, task: str) -> Question:
    text = f"{released.words('m3str', 'lead')} {released.words('m3str', subtask)}"
    scoring = Scoring(kind, (("yes_means", "error"),) if kind == "yes_no" else ())
    polarity = answer if isinstance(answer, bool) else None
    return Question(text, answer, kind, scoring, "maps", task, subtask, "m3str", polarity=polarity)
