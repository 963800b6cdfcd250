"""Excel workbooks and Parquet files as frames of texts, as delimited files are."""

from __future__ import annotations

import datetime
import re
import warnings
from collections.abc import Iterator
from itertools import chain, islice
from pathlib import Path
from typing import Any
from zipfile import BadZipFile

import pyarrow as pa
import pyarrow.compute as pc

from figloom.errors import SetupError, SourceError
from figloom.read.frames import Frame, Keeper, block, framed
from figloom.read.headers import unit_of
from figloom.read.heads import LOOK, Head, head

_BLOCK = 8192
_SIGN = re.compile(r"\[\$(?P<told>[$€£¥₹₩]|[A-Z]{3})?[^\]]*\]|(?P<bare>[$€£¥₹₩])")


def parquet(path: Path) -> list[Frame]:
    """The one table of a Parquet file; columns of nested or binary values are left out."""
    import pyarrow.parquet as pq

    try:
        file = pq.ParquetFile(path)
    except pa.ArrowInvalid:
        raise SourceError(f"{path} is no whole Parquet file. Fetch or write it again.") from None
    with file:
        kinds = {field.name: field.type for field in file.schema_arrow}
        left = [
            name
            for name, type in kinds.items()
            if pa.types.is_nested(type)
            or pa.types.is_binary(type)
            or pa.types.is_large_binary(type)
        ]
        names = [n for n in kinds if n not in left and not n.startswith("__index_level_")]
        if not names or not file.metadata.num_rows:
            raise SourceError(f"{path} has no rows of texts or numbers. Give another file.")
        keeper = Keeper(len(names))
        for batch in file.iter_batches(columns=names):
            keeper.add([_texts(batch.column(name)) for name in names])
    notes = [f"{', '.join(map(repr, left))}: nested or binary values, left out"] if left else []
    return [framed(Head("", tuple(names), 0), keeper, point=".", notes=notes)]


def _texts(column: pa.Array) -> pa.Array:
    if pa.types.is_dictionary(column.type):
        column = column.dictionary_decode()
    return pc.fill_null(column.cast(pa.string()), "")


def excel(path: Path) -> list[Frame]:
    """The tables of a workbook: each visible sheet that has a header and rows."""
    try:
        import openpyxl
        from openpyxl.utils.exceptions import InvalidFileException
    except ImportError:
        raise SetupError("Excel files need openpyxl. Run: pip install openpyxl") from None
    found: list[Frame] = []
    faults: list[str] = []
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of styles and rules that figloom does not need
        try:
            book = openpyxl.load_workbook(path, read_only=True, data_only=True)
        except (InvalidFileException, BadZipFile, KeyError, ValueError, TypeError):
            raise SourceError(f"{path} is no whole Excel file. Save it as .xlsx or CSV.") from None
        try:
            sheets = [sheet for sheet in book.worksheets if sheet.sheet_state == "visible"]
            for sheet in sheets:
                name = sheet.title if len(sheets) > 1 else ""
                try:
                    found.append(_sheet(sheet, name, f"{path}, sheet {sheet.title!r}"))
                except SourceError as fault:
                    faults.append(str(fault))
        finally:
            book.close()
    if not found:
        raise SourceError(faults[0] if faults else f"{path} has no visible sheet. Show one.")
    return found


def _sheet(sheet: Any, name: str, where: str) -> Frame:
    sheet.reset_dimensions()  # those a file states are often wrong
    rows = _rows(sheet)
    first = list(islice(rows, LOOK))
    top = head(first, where)
    keeper = Keeper(len(top.header))
    rest = chain(first[top.rows :], rows)
    while taken := list(islice(rest, _BLOCK)):
        filled = [row for row in taken if any(row)]
        if filled:
            keeper.add(block(filled, len(top.header)))
    return framed(top, keeper, sheet=name, point=".")


def _rows(sheet: Any) -> Iterator[list[str]]:
    for row in sheet.iter_rows():
        cells = [_shown(cell) for cell in row]
        while cells and not cells[-1]:
            cells.pop()
        yield cells


def _shown(cell: Any) -> str:
    """A cell's value as text; a share shown as percent, and money, keep their sign."""
    value = cell.value
    if value is None:
        return ""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, int | float):
        look = cell.number_format or ""
        if look.rstrip(";@ ").endswith("%"):
            return f"{value * 100:.12g}%"
        sign = _SIGN.search(look)
        money = (sign["told"] or sign["bare"] or "") if sign else ""
        return f"{money if unit_of(money) else ''}{value!r}".removesuffix(".0")
    if isinstance(value, datetime.datetime):
        return value.isoformat(" ").removesuffix(" 00:00:00")
    if isinstance(value, datetime.date | datetime.time):
        return value.isoformat()
    return str(value)
