"""Rows of a dataset as plain dictionaries, straight from its Parquet files."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from figloom.errors import DatasetError

Row = dict[str, Any]

_JSON = ("facts", "marks", "axes", "trace")
_QUESTION_JSON = ("answer", "metric_args", "negatives", "rationale")
_COLUMNS = {
    *("id", "key", "role", "split", "image", "width", "height", "text", "spec", "questions"),
    *("drawn", *_JSON),
}
_BATCH = 10


def files(folder: Path) -> list[Path]:
    """The shards of a finished dataset in order; DatasetError when the folder is none."""
    if not folder.is_dir():
        raise DatasetError(f"{folder} is not a folder; give the folder of a finished build.")
    if not (folder / "manifest.json").is_file() or (folder / ".partial").is_dir():
        raise DatasetError(f"{folder} is not a finished build; run its `figloom build` once more.")
    found = sorted(path for path in (folder / "data").glob("*") if path.name[0] != ".")
    if not found:
        raise DatasetError(f"{folder} has no data/*.parquet; build it again.")
    return found


def manifest(folder: Path) -> dict[str, Any]:
    """What the dataset says of itself; DatasetError when that is no JSON object."""
    try:
        told = json.loads((folder / "manifest.json").read_text("utf-8"))
    except (OSError, ValueError) as error:
        raise DatasetError(f"{folder}/manifest.json cannot be read: {error}.") from None
    if not isinstance(told, dict):
        raise DatasetError(f"{folder}/manifest.json is not an object; build the dataset again.")
    return told


def length(path: Path) -> int:
    """Rows of a shard; 0 when it cannot be opened."""
    try:
        return int(pq.read_metadata(path).num_rows)
    except (pa.ArrowException, OSError):
        return 0


def rows(path: Path) -> Iterator[Row]:
    """Raw rows of a shard; ValueError or pyarrow's exceptions when it is damaged."""
    with pq.ParquetFile(path) as file:
        lacking = _COLUMNS - {*file.schema_arrow.names}
        if lacking:
            raise ValueError(f"it lacks the column {min(lacking)}")
        for batch in file.iter_batches(_BATCH):
            yield from batch.to_pylist()


def parsed(row: Row) -> Row:
    """The row with its JSON columns as values; ValueError when one is no JSON."""
    whole = {**row, **{name: json.loads(row[name]) for name in _JSON}}
    whole["questions"] = [
        {**question, **{name: json.loads(question[name]) for name in _QUESTION_JSON}}
        for question in row["questions"]
    ]
    return whole
