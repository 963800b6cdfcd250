"""The hand-made records of tests/types, as a list and as a dataset on disk."""

from __future__ import annotations

import runpy
from dataclasses import replace
from pathlib import Path

import pytest

from figloom.emit.card import card
from figloom.emit.parquet import shard_name, write_shard
from figloom.types import Record

HANDMADE = Path(__file__).parents[1] / "types" / "handmade.py"


@pytest.fixture(scope="session")
def records() -> list[Record]:
    made: list[Record] = runpy.run_path(str(HANDMADE))["everything"]()
    return made


@pytest.fixture(scope="session")
def many(records: list[Record]) -> list[Record]:
    """More than two row groups of them."""
    return [
        replace(record, key=f"{record.key[:-5]}{turn:05}", split="train")
        for turn in range(27)
        for record in records
    ]


@pytest.fixture(scope="session")
def manifest(many: list[Record], records: list[Record]) -> dict[str, object]:
    return {
        "recipe": "handmade",
        "seed": 7,
        "version": "0.1.0",
        "families": ["maps"],
        "sources": [{"name": "handmade", "licence": "CC0-1.0", "credit": "A | B"}],
        "splits": {
            "train": {"records": len(many), "questions": 900, "bytes": 12345},
            "test": {"records": len(records), "questions": 40, "bytes": 678},
        },
        "subtasks": {"count_entities": {"train": 900}, "box_of": {"train": 5, "test": 40}},
        "declines": [{"stage": "render", "reason": "labels overlap", "count": 1234}],
        "example": {"question": "How many?\n```\nA. 1", "answer": "7"},
    }


@pytest.fixture(scope="session")
def dataset(
    many: list[Record],
    records: list[Record],
    manifest: dict[str, object],
    tmp_path_factory: pytest.TempPathFactory,
) -> Path:
    """A complete folder: two training shards, one of test, and the card."""
    folder = tmp_path_factory.mktemp("built") / "handmade-s7"
    half = len(many) // 2
    parts = [("train", 0, 2, many[:half]), ("train", 1, 2, many[half:])]
    for split, index, count, rows in [*parts, ("test", 0, 1, records)]:
        write_shard(rows, folder / "data" / shard_name(split, index, count))
    for other in ("manifest.json", "declined.jsonl", "preview.png"):
        (folder / other).write_text("{}", "utf-8")
    (folder / "README.md").write_text(card(manifest), "utf-8")
    return folder
