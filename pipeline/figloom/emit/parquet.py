"""Records on disk: shards of Parquet that `datasets.load_dataset` opens as they are.

A shard's bytes depend on its records alone. Only a row group (100 records) is in memory at a time
besides what the caller holds.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Sequence
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq

from figloom.emit.rows import from_row, to_row
from figloom.emit.schema import LEAVES, SCHEMA
from figloom.errors import DatasetError, OutputError
from figloom.files import cannot_write
from figloom.types import Record

ROW_GROUP = 100

_IMAGE_BYTES = "image.bytes"
_SHARD = re.compile(r"(?P<split>\w+(?:\.\w+)*)-(?P<index>\d{5})-of-(?P<count>\d{5})\.parquet")
_REPEATED = [name for name in LEAVES if name not in (_IMAGE_BYTES, "id", "key", "facts", "marks")]


def shard_name(split: str, index: int, count: int) -> str:
    """File name of one shard, as the Hub expects it: `train-00000-of-00007.parquet`."""
    return f"{split}-{index:05}-of-{count:05}.parquet"


def write_shard(records: Sequence[Record], path: Path) -> None:
    """Write records to the path given and sync it; the caller renames it into its place.

    Raises OutputError when the disk refuses.
    """
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("wb") as file:
            _write(records, file)
            file.flush()
            os.fsync(file.fileno())
    except OSError as error:
        raise OutputError(cannot_write(path, error)) from None


def _write(records: Sequence[Record], sink: object) -> None:
    # PNG does not compress again, and a dictionary or statistics of pictures only cost space.
    writer = pq.ParquetWriter(
        sink,
        SCHEMA,
        compression={name: "NONE" if name == _IMAGE_BYTES else "ZSTD" for name in LEAVES},
        use_dictionary=_REPEATED,
        write_statistics=[name for name in LEAVES if name != _IMAGE_BYTES],
        write_page_index=True,
    )
    with writer:
        for start in range(0, len(records), ROW_GROUP):
            rows = [to_row(record) for record in records[start : start + ROW_GROUP]]
            writer.write_table(pa.Table.from_pylist(rows, SCHEMA), row_group_size=ROW_GROUP)


def read_shard(path: Path) -> Iterator[Record]:
    """Records of one shard in order; DatasetError when it is not a whole shard of ours."""
    with _opened(path) as file:
        try:
            for group in range(file.num_row_groups):
                # `to_pylist` of a whole group would hold every picture twice.
                for batch in file.read_row_group(group).to_batches(max_chunksize=10):
                    yield from map(from_row, batch.to_pylist())
        except (pa.ArrowException, OSError, ValueError) as error:
            reason = str(error).splitlines()[0]
            raise DatasetError(f"{path} is damaged ({reason}); build it again.") from None


def read_folder(folder: Path) -> Iterator[Record]:
    """Records of a whole dataset, shard by shard; DatasetError before the first if it lacks any."""
    paths = shards(folder)
    return (record for path in paths for record in read_shard(path))


def specs(folder: Path) -> list[tuple[str, str, str]]:
    """Key, role and spec of every record, reading only those columns."""
    columns = ["key", "role", "spec"]
    found: list[tuple[str, str, str]] = []
    for path in shards(folder):
        with _opened(path) as file:
            table = file.read(columns=columns)
            found += zip(*(table[name].to_pylist() for name in columns), strict=True)
    return found


def shards(folder: Path) -> list[Path]:
    """Files of a whole dataset in order of name; DatasetError names what is missing or strange."""
    data = folder / "data"
    # The Hub's loader passes over hidden files too.
    here = data.iterdir() if data.is_dir() else ()
    paths = sorted(path for path in here if not path.name.startswith("."))
    if not paths:
        raise DatasetError(f"{folder} is not a dataset: it has no data/*.parquet; build one first.")
    counts: dict[str, set[int]] = {}
    for path in paths:
        name = _SHARD.fullmatch(path.name)
        if name is None:
            raise DatasetError(f"{path} does not belong in a dataset; move it out of data/.")
        counts.setdefault(name["split"], set()).add(int(name["count"]))
    names = {path.name for path in paths}
    for split, wanted in counts.items():
        expected = {shard_name(split, i, max(wanted)) for i in range(max(wanted))}
        present = {name for name in names if name.rpartition("-of-")[0].rpartition("-")[0] == split}
        if present != expected:
            odd = sorted(expected - present or present - expected)[0]
            what = "lacks" if odd in expected else "has beside another build's shards"
            raise DatasetError(f"{folder} is not whole: it {what} data/{odd}; finish the build.")
    return paths


def _opened(path: Path) -> pq.ParquetFile:
    try:
        file = pq.ParquetFile(path)
    except (pa.ArrowException, OSError) as error:
        reason = str(error).splitlines()[0]
        raise DatasetError(f"{path} is not a Parquet file ({reason}); build it again.") from None
    if not file.schema_arrow.equals(SCHEMA):
        file.close()
        raise DatasetError(f"{path} was not written by this version of figloom; build it again.")
    return file
