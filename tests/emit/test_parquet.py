"""Shards: their schema, their bytes, and what is refused."""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import subprocess
import sys
import tracemalloc
from collections.abc import Callable
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from figloom.emit.parquet import read_folder, read_shard, shards, specs, write_shard
from figloom.emit.rows import picture_name, record_id
from figloom.emit.schema import LEAVES, SCHEMA
from figloom.errors import DatasetError, OutputError
from figloom.types import Record

HERE = Path(__file__).parent
GOLDEN = HERE / "schema.json"
HANDMADE = HERE.parent / "types" / "handmade.py"


def test_the_schema_is_the_golden_one() -> None:
    seen = {
        "arrow": {field.name: str(field.type) for field in SCHEMA},
        "huggingface": json.loads(SCHEMA.metadata[b"huggingface"]),
    }
    assert seen == json.loads(GOLDEN.read_text("utf-8"))
    assert "List" not in SCHEMA.metadata[b"huggingface"].decode()


def test_a_shard_is_laid_out_for_the_hub(many: list[Record], tmp_path: Path) -> None:
    write_shard(many, tmp_path / "shard")
    meta = pq.ParquetFile(tmp_path / "shard").metadata
    groups = [meta.row_group(i) for i in range(meta.num_row_groups)]
    assert [group.num_rows for group in groups] == [100, 100, len(many) - 200]
    columns = {groups[0].column(i).path_in_schema: groups[0].column(i) for i in range(len(LEAVES))}
    assert list(columns) == LEAVES
    assert columns["image.bytes"].compression == "UNCOMPRESSED"
    assert columns["facts"].compression == "ZSTD"
    assert all(column.has_offset_index for column in columns.values())
    assert columns["key"].has_column_index


def digest_elsewhere(tmp_path: Path, hash_seed: str) -> str:
    path = tmp_path / f"shard-{hash_seed}"
    code = (
        "import pathlib, runpy, sys; from figloom.emit.parquet import write_shard;"
        "write_shard(runpy.run_path(sys.argv[1])['everything'](), pathlib.Path(sys.argv[2]))"
    )
    env = {**os.environ, "PYTHONHASHSEED": hash_seed}
    subprocess.run([sys.executable, "-c", code, str(HANDMADE), str(path)], check=True, env=env)
    return hashlib.sha256(path.read_bytes()).hexdigest()


def test_bytes_depend_on_the_records_alone(records: list[Record], tmp_path: Path) -> None:
    write_shard(tuple(records), tmp_path / "shard")
    here = hashlib.sha256((tmp_path / "shard").read_bytes()).hexdigest()
    assert {digest_elsewhere(tmp_path, seed) for seed in ("1", "2")} == {here}


def test_an_empty_shard_is_a_shard(tmp_path: Path) -> None:
    write_shard([], tmp_path / "shard")
    assert list(read_shard(tmp_path / "shard")) == []


def test_reading_holds_a_row_group_and_no_more(many: list[Record], tmp_path: Path) -> None:
    write_shard(many * 4, tmp_path / "shard")
    rows = read_shard(tmp_path / "shard")
    next(rows)
    tracemalloc.start()
    count = sum(1 for _ in rows)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert count == 4 * len(many) - 1
    assert peak < 8e6


def test_a_folder_is_read_in_order(
    dataset: Path, many: list[Record], records: list[Record]
) -> None:
    assert list(read_folder(dataset)) == [*records, *many]


def test_specs_are_read_without_the_rest(
    dataset: Path, many: list[Record], records: list[Record]
) -> None:
    assert specs(dataset) == [(r.key, r.role, r.spec) for r in [*records, *many]]


Harm = Callable[[Path], object]
HARMS: dict[str, tuple[Harm, str]] = {
    "shard missing": (lambda d: (d / "train-00000-of-00002.parquet").unlink(), "lacks data/train-"),
    "two builds": (
        lambda d: shutil.copy(d / "test-00000-of-00001.parquet", d / "test-00000-of-00003.parquet"),
        "is not whole",
    ),
    "stray copy": (
        lambda d: shutil.copy(
            d / "test-00000-of-00001.parquet", d / "test-00000-of-00001.parquet.tmp"
        ),
        "does not belong",
    ),
    "other file": (lambda d: (d / "notes.txt").write_text("x"), "does not belong"),
    "no data": (lambda d: shutil.rmtree(d), "is not a dataset"),
    "cut short": (lambda d: os.truncate(d / "test-00000-of-00001.parquet", 5000), "not a Parquet"),
    "other schema": (
        lambda d: pq.write_table(pa.table({"a": [1]}), d / "test-00000-of-00001.parquet"),
        "not written by this version",
    ),
}


@pytest.mark.parametrize("harm", HARMS)
def test_what_is_not_a_whole_dataset_is_refused(harm: str, dataset: Path, tmp_path: Path) -> None:
    folder = tmp_path / "copy"
    shutil.copytree(dataset, folder)
    damage, message = HARMS[harm]
    damage(folder / "data")
    with pytest.raises(DatasetError, match=message) as caught:
        list(read_folder(folder))
    assert "\n" not in str(caught.value)
    with pytest.raises(DatasetError):
        specs(folder)


def test_an_incomplete_folder_is_refused_before_the_first_record(
    dataset: Path, tmp_path: Path
) -> None:
    shutil.copytree(dataset, tmp_path / "copy")
    (tmp_path / "copy" / "data" / "train-00001-of-00002.parquet").unlink()
    with pytest.raises(DatasetError):
        read_folder(tmp_path / "copy")


def test_hidden_files_and_drafts_are_passed_over(dataset: Path, tmp_path: Path) -> None:
    shutil.copytree(dataset, tmp_path / "copy")
    (tmp_path / "copy" / "data" / ".DS_Store").write_text("x")
    (tmp_path / "copy" / ".partial").mkdir()
    assert shards(tmp_path / "copy") == [
        tmp_path / "copy" / "data" / path.name for path in shards(dataset)
    ]


def test_damaged_pages_are_one_sentence(dataset: Path, tmp_path: Path) -> None:
    source = dataset / "data" / "train-00000-of-00002.parquet"
    data = bytearray(source.read_bytes())
    column = pq.ParquetFile(source).metadata.row_group(0).column(LEAVES.index("facts"))
    data[column.data_page_offset + 40 : column.data_page_offset + 80] = bytes(40)
    (tmp_path / "shard").write_bytes(data)
    with pytest.raises(DatasetError, match="is damaged"):
        list(read_shard(tmp_path / "shard"))


def test_a_full_disk_is_one_sentence(records: list[Record]) -> None:
    if not Path("/dev/full").exists():
        pytest.skip("needs /dev/full")
    with pytest.raises(OutputError, match="Cannot write /dev/full"):
        write_shard(records, Path("/dev/full"))


def test_pictures_have_safe_and_different_names(many: list[Record]) -> None:
    assert picture_name("m3str/count/00017/main") == "m3str-count-00017-main.png"
    odd = ["a/b", "a-b", "A/b", "a:b", "a//b", "a/b/", "a\\b", "a b", "日本/a", "x" * 300, "..", ""]
    names = [picture_name(name) for name in odd] + [picture_name(record_id(r)) for r in many]
    assert len({name.lower() for name in names}) == len(names)
    assert all(set(name) <= set("abcdefghijklmnopqrstuvwxyz0123456789_.-") for name in names)
    assert max(map(len, names)) < 150
