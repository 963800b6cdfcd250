"""FlowCE's tables with a column of predictions, as TSV, JSON or JSON lines.

Needed are `index`, `question`, `answer` and `prediction`. The dimension is read from a column
`dimension`, or else from `source`, `image_path` or the file's name, as the released files have it.
"""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from figloom.benchmarks.flowce import question
from figloom.errors import DatasetError
from figloom.exam.folder import Result, Said
from figloom.exam.sample import Sample
from figloom.scores.run import verdict

_NEEDED = ("index", "question", "answer", "prediction")
_FORM = f"FlowCE's rows have {', '.join(_NEEDED)}"
_DIMENSIONS = (
    ("verify", r"logical|verif"), ("extract", r"extract"), ("locate", r"locat"),
    ("reason", r"reason"), ("summarise", r"summar"),
)  # fmt: skip
_FAILED = re.compile(r"\s*Failed to obtain answer", re.IGNORECASE)
"""What VLMEvalKit writes where a model did not answer."""


def read(files: Sequence[Path]) -> list[Result]:
    """All rows of the files, judged; free text, which only a judge can compare, is unscored."""
    found: dict[str, Result] = {}
    for file in files:
        for number, row in enumerate(_rows(file), start=1):
            one = _result(row, file, f"{file}, row {number}")
            if one.sample.id in found:
                raise DatasetError(f"{file}, row {number}, has the index of an earlier row.")
            found[one.sample.id] = one
    if not found:
        raise DatasetError(f"{files[0]} holds no rows: {_FORM}.")
    return [*found.values()]


def _rows(file: Path) -> Iterator[Mapping[str, Any]]:
    try:
        text = file.read_text("utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise DatasetError(f"{file} cannot be read ({error}): give a TSV or JSON file.") from None
    start = text.lstrip()[:1]
    try:
        if start == "[":
            yield from json.loads(text)
        elif start == "{":
            yield from (json.loads(line) for line in text.split("\n") if line.strip())
        else:
            csv.field_size_limit(max(csv.field_size_limit(), len(text)))
            yield from csv.DictReader(io.StringIO(text, newline=""), delimiter="\t")
    except (ValueError, RecursionError, csv.Error) as error:
        raise DatasetError(f"{file} is broken ({error}): {_FORM}.") from None


def _result(row: Any, file: Path, where: str) -> Result:
    if not isinstance(row, Mapping) or any(row.get(name) is None for name in _NEEDED[:3]):
        raise DatasetError(f"{where} lacks one of {', '.join(_NEEDED[:3])}: {_FORM}.")
    if "prediction" not in row:
        raise DatasetError(f"{where} has no prediction: add that column with the model's replies.")
    task = _dimension(row, file, where)
    one = question(task, str(row["question"]), str(row["answer"]).strip())
    if task == "verify" and one.kind != "yes_no":
        raise DatasetError(f"{where} has the answer {one.answer!r}: a statement has Yes or No.")
    picture = str(row.get("image_path") or f"{task}/{row['index']}")
    said = _said(row["prediction"])
    sample = Sample(f"flowce/{task}/{row['index']}", one, picture, picture)
    return Result(sample, said, verdict(sample, said))


def _dimension(row: Mapping[str, Any], file: Path, where: str) -> str:
    for told in (row.get("dimension"), row.get("source"), row.get("image_path"), file.stem):
        for task, pattern in _DIMENSIONS:
            if told and re.search(pattern, str(told), re.IGNORECASE):
                return task
    raise DatasetError(
        f"{where} does not tell its dimension: name it in the file's name or in a column "
        "'dimension' (logical_verification, information_extraction, location_recognition, "
        "reasoning, summary)."
    )


def _said(prediction: Any) -> Said:
    if prediction is None:
        return Said("", "there is no reply")
    text = str(prediction)
    return Said("", text.strip()) if _FAILED.match(text) else Said(text)
