"""Delimited text files, whatever their encoding, delimiter and quoting, as frames."""

from __future__ import annotations

import codecs
import csv
import gzip
import io
import re
import zlib
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import islice
from pathlib import Path
from typing import IO, TYPE_CHECKING, cast

import pyarrow as pa
import pyarrow.csv

from figloom.errors import SourceError
from figloom.read.frames import Frame, Keeper, block, framed, kind
from figloom.read.heads import LOOK, Head, head
from figloom.terminal import counted

if TYPE_CHECKING:
    from _csv import Reader as _Reader

_START = 1 << 18
"""Bytes looked at to find the delimiter."""
_FAST = 1 << 21
"""Above this many bytes, pyarrow is tried first: it is stricter, and several times faster."""
_BLOCK = 16_384
_BOMS = {codecs.BOM_UTF8: "utf-8-sig", codecs.BOM_UTF16_LE: "utf-16", codecs.BOM_UTF16_BE: "utf-16"}
_DELIMITERS = {".tsv": "\t", ".tab": "\t", ".psv": "|"}
_NO_LETTERS = bytes(range(65)) + bytes(range(91, 97)) + bytes(range(123, 128))
_LINES = 50
"""A cell with more line ends than this is an unclosed quote."""


def delimited(path: Path) -> list[Frame]:
    """The one table of a text file; SourceError when it is not text, or has no header or rows."""
    encoding = _encoding(path)
    with _text(path, encoding) as file:
        start = file.read(_START)
    if len(start) == _START:
        start = start[: start.rfind("\n") + 1] or start
    told = re.match(r"sep=(.)\r?\n", start)
    delimiter = told[1] if told else _delimiter(start, _DELIMITERS.get(kind(path), ""))
    skip = 1 if told else 0
    first = list(islice(_reader(io.StringIO(start, newline=""), delimiter), LOOK + skip))[skip:]
    top = head(first, path)
    notes = [] if encoding.startswith("utf-8") else [f"read as {encoding}"]
    keeper, odd = _read(path, encoding, delimiter, top, skip)
    if odd:
        notes.append(f"left out cells of {counted(odd, 'line')} beyond the header's last")
    # Where the comma parts cells, a bare number's point is a point.
    point = "." if delimiter == "," else ""
    return [framed(top, keeper, point=point, notes=notes)]


def _read(path: Path, encoding: str, delimiter: str, top: Head, skip: int) -> tuple[Keeper, int]:
    """All rows, and how many had cells beyond the header."""
    if path.stat().st_size > _FAST and not skip:
        try:
            return _fast(path, encoding, delimiter, top), 0
        except pa.ArrowInvalid:
            pass  # ragged lines: the slower reader mends them
    keeper, odd, width = Keeper(len(top.header)), 0, len(top.header)
    with _text(path, encoding) as file:
        reader = _reader(file, delimiter)
        for _ in range(top.rows + skip):
            next(reader)
        line = reader.line_num
        try:
            while rows := list(islice(reader, _BLOCK)):
                if reader.line_num - line > len(rows) + _LINES:
                    _must_close(rows, path)
                line = reader.line_num
                odd += sum(len(row) > width and any(map(str.strip, row[width:])) for row in rows)
                rows = [row for row in rows if any(row)]
                if rows:
                    keeper.add(block(rows, width))
        except csv.Error:
            raise SourceError(_unclosed(path)) from None
    return keeper, odd


def _fast(path: Path, encoding: str, delimiter: str, top: Head) -> Keeper:
    names = [str(place) for place in range(len(top.header))]
    with _text(path, encoding) as file:
        reader = _reader(file, delimiter)
        for _ in range(top.rows):
            next(reader)
        lines = reader.line_num
    stream = pa.csv.open_csv(
        pa.input_stream(str(path), compression="gzip" if path.suffix.lower() == ".gz" else None),
        pa.csv.ReadOptions(
            column_names=names, skip_rows=lines, block_size=1 << 22, encoding=encoding
        ),
        pa.csv.ParseOptions(delimiter=delimiter, newlines_in_values=True),
        pa.csv.ConvertOptions(column_types=dict.fromkeys(names, pa.string())),
    )
    keeper = Keeper(len(names))
    for batch in stream:
        if batch.num_rows:
            keeper.add(batch.columns)
    return keeper


def _reader(file: IO[str], delimiter: str) -> _Reader:
    return csv.reader(file, delimiter=delimiter, skipinitialspace=True)


def _must_close(rows: list[list[str]], path: Path) -> None:
    if any(cell.count("\n") > _LINES for row in rows for cell in row):
        raise SourceError(_unclosed(path))


def _unclosed(path: Path) -> str:
    return f'{path} has a cell that opens with " and is never closed. Close or remove that quote.'


@contextmanager
def _bytes(path: Path) -> Iterator[IO[bytes]]:
    """The file's bytes, unpacked; SourceError if they cannot be."""
    packed = path.suffix.lower() == ".gz"
    try:
        with cast(IO[bytes], gzip.open(path)) if packed else path.open("rb") as file:
            yield file
    except (gzip.BadGzipFile, zlib.error, EOFError):
        raise SourceError(f"{path} is no whole gzip file. Fetch or pack it again.") from None


@contextmanager
def _text(path: Path, encoding: str) -> Iterator[IO[str]]:
    with _bytes(path) as file:
        text = io.TextIOWrapper(file, encoding, newline="")
        try:
            yield text
        except UnicodeError:
            raise SourceError(_unreadable(path)) from None
        finally:
            text.detach()


def _encoding(path: Path) -> str:
    """UTF-8 or UTF-16 if all of the file is that, else Western European; SourceError if none."""
    with _bytes(path) as file:
        start = file.read(_START)
        for mark, name in _BOMS.items():
            if start.startswith(mark):
                return name
        if start.count(0):
            return _wide(start, path)
        decoder = codecs.getincrementaldecoder("utf-8")()
        part, plain, high = start, 0, Counter[int]()
        try:
            while part:
                decoder.decode(part)
                part = file.read(_START)
            decoder.decode(b"", final=True)
            return "utf-8"
        except UnicodeDecodeError:
            part = part or b" "
        while part:
            letters = part.translate(None, _NO_LETTERS)
            beyond = letters.translate(None, bytes(range(128)))
            high.update(beyond)
            plain += len(letters) - len(beyond)
            part = file.read(_START)
    # Western texts are mostly plain letters; those of other scripts are not.
    if high.total() * 3 > plain or any(byte < 9 for byte in start):
        raise SourceError(_unreadable(path))
    return "latin-1" if high.keys() & {0x81, 0x8D, 0x8F, 0x90, 0x9D} else "cp1252"


def _wide(start: bytes, path: Path) -> str:
    """UTF-16 without a mark has a zero in most second bytes."""
    for place, name in ((1, "utf-16-le"), (0, "utf-16-be")):
        if start[place::2].count(0) > len(start) // 4 and not start[1 - place :: 2].count(0):
            return name
    raise SourceError(_unreadable(path))


def _unreadable(path: Path) -> str:
    return f"{path} is neither UTF-8, UTF-16 nor Western European text. Save it as UTF-8."


def _delimiter(start: str, usual: str) -> str:
    """The delimiter that cuts most lines into one number of cells, the header's among them."""
    best, chosen = 0.5, usual or ","
    for delimiter in dict.fromkeys(filter(None, (usual, ",", ";", "\t", "|"))):
        try:
            rows = [row for row in _reader(io.StringIO(start, newline=""), delimiter) if any(row)]
        except csv.Error:
            continue
        widths = Counter(map(len, rows))
        if not widths:
            continue
        width, count = max(widths.items(), key=lambda item: (item[1] * (item[0] > 1), item[0]))
        # Lines above the header may be of any width, so one of the first ten must agree.
        among = any(len(row) == width and not _has_numbers(row) for row in rows[:10])
        score = count / len(rows) * (1 if among else 0.3)
        if width > 1 and score > best:
            best, chosen = score, delimiter
    return chosen


def _has_numbers(row: list[str]) -> bool:
    return sum(cell.strip().replace(".", "").isdigit() for cell in row) * 2 > len(row)
