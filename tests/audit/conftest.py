"""Small builds, and a way to put changed rows of them on disk again."""

from __future__ import annotations

import json
from collections.abc import Callable
from itertools import count
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from figloom import recipe
from figloom.audit.shard import parsed
from figloom.build import build
from figloom.shards import Job

Rows = list[dict[str, Any]]

_JSON = ("facts", "marks", "axes", "trace")
_QUESTION_JSON = ("answer", "metric_args", "negatives", "rationale")


def _job(name: str, source: str | None, seed: int, split: str, number: int) -> Job:
    text = recipe.load(name, source).text
    return Job(name=name, text=text, source=source, seed=seed, split=split, count=number)


@pytest.fixture(scope="session")
def built(tmp_path_factory: pytest.TempPathFactory) -> Callable[..., Path]:
    """Makes a dataset, once a session for equal arguments."""
    known: dict[tuple[object, ...], Path] = {}

    def made(
        name: str, number: int, split: str = "train", seed: int = 1, source: str | None = None
    ) -> Path:
        key = (name, number, split, seed, source)
        if key not in known:
            place = tmp_path_factory.mktemp("built") / f"{name}-{split}-s{seed}"
            known[key] = build(_job(name, source, seed, split, number), place)
        return known[key]

    return made


def _items(folder: Path) -> list[Rows]:
    """Parsed rows of every item."""
    found: dict[str, Rows] = {}
    for path in sorted((folder / "data").glob("*.parquet")):
        for row in pq.read_table(path).to_pylist():
            found.setdefault(row["key"], []).append(parsed(row))
    return list(found.values())


@pytest.fixture(scope="session")
def items(built: Callable[..., Path]) -> list[Rows]:
    """Items with and without pictures, with and without names, with twins and without."""
    return _items(built("quickstart", 60)) + _items(built("maps-ablation", 20))


@pytest.fixture(scope="session")
def written(
    built: Callable[..., Path], tmp_path_factory: pytest.TempPathFactory
) -> Callable[[Rows], Path]:
    """Puts rows on disk as a dataset of one shard, whose manifest is else that of another."""
    donor = built("quickstart", 60)
    told = json.loads((donor / "manifest.json").read_text("utf-8"))
    whole = sum(shard["records"] for shard in told["shards"])
    name = "data/train-00000-of-00001.parquet"
    told["shards"] = [{**told["shards"][0], "file": name, "records": whole}]
    schema = pq.read_schema(next((donor / "data").iterdir()))
    number, place = count(), tmp_path_factory.mktemp("changed")

    def write(rows: Rows) -> Path:
        folder = place / str(next(number))
        (folder / "data").mkdir(parents=True)
        (folder / "manifest.json").write_text(json.dumps(told), "utf-8")
        table = pa.Table.from_pylist([_stored(row) for row in rows], schema)
        pq.write_table(table, folder / name)
        return folder

    return write


def _stored(row: dict[str, Any]) -> dict[str, Any]:
    questions = [
        {**question, **{name: json.dumps(question[name]) for name in _QUESTION_JSON}}
        for question in row["questions"]
    ]
    return {**row, **{name: json.dumps(row[name]) for name in _JSON}, "questions": questions}
