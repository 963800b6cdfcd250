"""Data files of packages (CSV, JSON, SQLite) as Arrow tables, without running the package."""

from __future__ import annotations

import io
import json
import re
import sqlite3
from collections.abc import Mapping
from contextlib import closing
from functools import lru_cache
from pathlib import Path
from typing import Any

import pyarrow as pa
from pyarrow import csv

_MISSING = ["", "NA", "nan"]


def read(path: str, entry: Mapping[str, Any]) -> pa.Table:
    """The file as it stands; several tables of one file share one reading.

    Of `entry` these keys count: `header` (names for a file without any), `spaced` (blanks follow
    its commas), `records` (where the rows stand in a JSON object), `query` (of a database).
    Raises OSError or ValueError for what cannot be read.
    """
    if "query" in entry:
        return _query(path, entry["query"])
    return _read(
        path,
        tuple(entry.get("header", ())),
        entry.get("spaced", False),
        entry.get("records", ""),
    )


@lru_cache(maxsize=4)
def _read(path: str, header: tuple[str, ...], spaced: bool, records: str) -> pa.Table:
    if path.endswith(".json"):
        return _json(Path(path), records)
    return _csv(path, header, spaced)


def _csv(path: str, header: tuple[str, ...], spaced: bool) -> pa.Table:
    table = csv.read_csv(
        io.BytesIO(re.sub(rb", +", b",", Path(path).read_bytes())) if spaced else path,
        csv.ReadOptions(column_names=list(header) or None, use_threads=False),
        convert_options=csv.ConvertOptions(null_values=_MISSING, strings_can_be_null=True),
    )
    return table.rename_columns([name.strip() for name in table.column_names])


def _json(path: Path, records: str) -> pa.Table:
    found = json.loads(path.read_text("utf-8"))
    return pa.Table.from_pylist(found[records] if records else found).flatten()


def _query(path: str, query: str) -> pa.Table:
    try:
        with closing(sqlite3.connect(f"{Path(path).as_uri()}?immutable=1", uri=True)) as database:
            database.row_factory = sqlite3.Row
            return pa.Table.from_pylist([dict(row) for row in database.execute(query)])
    except sqlite3.Error as error:
        raise ValueError(str(error)) from None
