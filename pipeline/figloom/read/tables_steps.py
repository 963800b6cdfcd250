"""The few steps that a catalogue may take from a file to a table: join, where, melt, needs, sum."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc


def reshaped(
    frame: pa.Table, entry: Mapping[str, Any], other: Callable[[str, str], pa.Table]
) -> pa.Table:
    """The frame after the steps that the entry names, always in this order.

    - `join`: a list of {package, file, on, to, take, else}: columns of another file (`take`: name
      there -> name here), where its `to` equals this one's `on`; `else` gives the values of keys
      that it lacks, rows without a partner go. Without `package` the table's own.
    - `where`: {column: value, [values] or {min, max}}: rows to keep.
    - `melt`: {columns, names, values}: one row for each of `columns` (name there -> name shown).
    - `needs`: columns without which a row goes.
    - `sum`: {by, of}: one row for each combination of `by`, with the sum of `of`.

    `other` reads a file of a package. Raises KeyError for a column that is not there.
    """
    for join in entry.get("join", ()):
        frame = _join(frame, other(join.get("package", entry["package"]), join["file"]), join)
    for column, wanted in entry.get("where", {}).items():
        frame = frame.filter(_mask(frame[column], wanted))
    if "melt" in entry:
        frame = _melt(frame, **entry["melt"])
    for column in entry.get("needs", ()):
        frame = frame.filter(pc.is_valid(frame[column]))
    if "sum" in entry:
        by, of = entry["sum"]["by"], entry["sum"]["of"]
        # Threads would leave the groups in any order.
        grouped = frame.group_by(by, use_threads=False).aggregate([(of, "sum")])
        frame = grouped.rename_columns({f"{of}_sum": of})
    return frame


def _join(frame: pa.Table, other: pa.Table, join: Mapping[str, Any]) -> pa.Table:
    keys = frame[join["on"]].to_pylist()
    found = np.ones(len(keys), dtype=np.bool_)
    for theirs, ours in join["take"].items():
        pairs = zip(other[join["to"]].to_pylist(), other[theirs].to_pylist(), strict=True)
        known = {key: value for key, value in pairs if value is not None} | join.get("else", {})
        taken = [known.get(key) for key in keys]
        found &= np.array([value is not None for value in taken])
        frame = frame.append_column(ours, pa.array(taken, other[theirs].type))
    return frame.filter(pa.array(found))


def _mask(column: pa.ChunkedArray, wanted: Any) -> pa.ChunkedArray:
    if not isinstance(wanted, Mapping):
        values = wanted if isinstance(wanted, list) else [wanted]
        return pc.is_in(column, value_set=pa.array(values).cast(column.type))
    least, most = wanted.get("min", -float("inf")), wanted.get("max", float("inf"))
    numbers = column.cast(pa.float64())
    return pc.and_(pc.greater_equal(numbers, least), pc.less_equal(numbers, most))


def _melt(frame: pa.Table, columns: Mapping[str, str], names: str, values: str) -> pa.Table:
    kept = frame.drop_columns(list(columns))
    return pa.concat_tables(
        kept.append_column(names, pa.array([shown] * len(frame), pa.string())).append_column(
            values, frame[source].cast(pa.float64())
        )
        for source, shown in columns.items()
    )
