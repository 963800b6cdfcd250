"""FlowCE as released (arXiv 2406.10057): five TSV files, and a folder of the pictures they link to.

The release holds links, not pictures: what a person has fetched into a folder is read; rows whose
picture is not there are skipped and counted.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator
from pathlib import Path

from figloom.benchmarks import released
from figloom.errors import DatasetError
from figloom.exam.controls import Skipped
from figloom.exam.sample import Sample
from figloom.types import AnswerKind, Question, Scoring

ABOUT = "FlowCE's five TSV files with a folder of the pictures they link to."

_WHAT = "FlowCE's TSV files and the pictures"
_TASKS = {
    "logical_verification": "verify",
    "information_extraction": "extract",
    "location_recognition": "locate",
    "reasoning": "reason",
    "summary": "summarise",
}
_COLUMNS = ("index", "question", "answer", "image_path")
_FOLDERS = ("", "images", "flowce_benchmark")
_SUFFIXES = ("", ".png", ".jpg", ".jpeg", ".gif", ".webp")
_COMMA = re.compile(r"\s*,\s+")
_STRIPPED = "\ufeff\u200b\u00a0 \t\r\n"

Found = Iterator[Sample | Skipped]


def read(path: Path) -> Found:
    """Samples of the TSV files below a folder, or of one of them; DatasetError if there is none."""
    files = sorted(path.rglob("*.tsv")) if path.is_dir() else [path]
    known = [file for file in files if file.stem.lower() in _TASKS]
    if not known:
        raise DatasetError(
            f"{path} holds none of FlowCE's files ({', '.join(_TASKS)}, as .tsv): give the folder "
            "with them."
        )
    root = path if path.is_dir() else path.parent
    for file in known:
        yield from _file(file, root)


def _file(file: Path, root: Path) -> Found:
    dimension = file.stem.lower()
    # Answers hold line breaks inside quotes, so that lines are no rows.
    rows = csv.DictReader(io.StringIO(released.text_of(file, _WHAT), newline=""), delimiter="\t")
    for number, row in enumerate(rows, 1):
        where = f"{file}, row {number},"
        index, asked, answer, path = (
            str(released.field(dict(row), name, where) or "").strip(_STRIPPED) for name in _COLUMNS
        )
        item = f"flowce/{dimension}/{index}"
        identity = f"{item}/{number}"
        folders = [f"{folder}/{extra}".strip("/") for folder in _FOLDERS for extra in
                   ("", dimension, file.parent.name)]  # fmt: skip
        tries = (released.picture(root, f"{path or index}{suffix}", folders)
                 for suffix in _SUFFIXES)  # fmt: skip
        image = next((one for one in tries if not isinstance(one, str)), None)
        if image is None:
            yield Skipped(identity, "its picture is missing")
        elif not (asked and answer):
            yield Skipped(identity, "its row lacks a question or an answer")
        else:
            one = question(_TASKS[dimension], asked, answer)
            yield Sample(identity, one, item, item, image=image,
                         tags=(("block", dimension),))  # fmt: skip


def question(task: str, asked: str, answer: str) -> Question:
    """The question of a row: its dimension, its text and its right answer."""
    kind: AnswerKind
    truth: str | bool | tuple[str, ...] = answer
    if answer.lower() in ("yes", "no") and task != "summarise":
        kind, truth = "yes_no", answer.lower() == "yes"
    elif task == "extract":
        kind, truth = "texts", tuple(_COMMA.split(answer))
    else:
        kind = "summary" if task == "summarise" else "text"
    metric = Scoring("judged" if kind == "summary" else kind)
    return Question(
        text=released.words("flowce", task, question=asked),
        answer=truth,
        kind=kind,
        scoring=metric,
        family="flows",
        task=task,
        subtask=task,
        wording="flowce",
        polarity=truth if isinstance(truth, bool) else None,
    )
