"""Files of any shape as frames: named columns of cell texts, not yet judged.

A file of millions of rows is read in one pass and bounded memory: rows are kept whose keyed
place among all is below a threshold that falls as the file goes on. What is kept depends on the
number of rows and columns only.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from figloom.errors import SourceError
from figloom.read.heads import Head

ROWS = 500_000
"""Most rows kept of one table."""
CELLS = 8_000_000
"""Most cells kept of one table; fewer rows of a table with many columns."""
SUFFIXES = (".csv", ".tsv", ".tab", ".psv", ".txt", ".parquet", ".pq", ".xlsx", ".xlsm")
_IN_FOLDER = frozenset(SUFFIXES) - {".txt"}


@dataclass(frozen=True, slots=True)
class Frame:
    """One table of a file, every cell a text."""

    sheet: str
    """Name of the sheet in a workbook that has several, else empty."""
    title: str
    """A line that stood above the header, if there was just one."""
    header: tuple[str, ...]
    columns: tuple[pa.Array, ...]
    """Texts, one array a column, all of one length."""
    rows: int
    """How many rows the file has; more than the columns hold if it was too long."""
    point: str
    """"." where a program wrote the numbers; "," or "" where a person may have meant either."""
    notes: tuple[str, ...] = ()

    @property
    def sampled(self) -> bool:
        """Whether rows were left out because there are too many."""
        return self.rows > len(self.columns[0])


class Keeper:
    """Blocks of rows in, at most `ROWS` rows (and `CELLS` cells) out, in their order."""

    def __init__(self, width: int) -> None:
        self._limit = max(1, min(ROWS, CELLS // max(width, 1)))
        self._mask = np.uint64(0)
        self._blocks: list[tuple[np.ndarray, list[pa.Array]]] = []
        self._width = width
        self.seen = 0

    def add(self, columns: Sequence[pa.Array]) -> None:
        """One block: arrays of texts of equal length."""
        places = _scattered(np.arange(self.seen, self.seen + len(columns[0]), dtype=np.uint64))
        self.seen += len(places)
        self._blocks.append((places, list(columns)))
        self._thin(len(self._blocks) - 1)
        while sum(len(places) for places, _ in self._blocks) > self._limit:
            self._mask = (self._mask << np.uint64(1)) | np.uint64(1)
            self._thin(0)

    def _thin(self, first: int) -> None:
        for number in range(first, len(self._blocks)):
            places, columns = self._blocks[number]
            kept = (places & self._mask) == 0
            if not kept.all():
                mask = pa.array(kept)
                self._blocks[number] = (places[kept], [column.filter(mask) for column in columns])

    def columns(self) -> tuple[pa.Array, ...]:
        """What was kept, one array a column."""
        blocks = [columns for _, columns in self._blocks]
        return tuple(
            pa.concat_arrays([block[place] for block in blocks])
            if blocks
            else pa.array([], pa.string())
            for place in range(self._width)
        )


def _scattered(numbers: np.ndarray) -> np.ndarray:
    """A fixed scatter of 64-bit numbers (the finaliser of SplitMix64, Steele et al. 2014)."""
    mixed = (numbers + np.uint64(1)) * np.uint64(0x9E3779B97F4A7C15)
    mixed = (mixed ^ (mixed >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    mixed = (mixed ^ (mixed >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return mixed ^ (mixed >> np.uint64(31))


def block(rows: Sequence[Sequence[str]], width: int) -> list[pa.Array]:
    """Rows of texts as columns; short rows are filled up with blanks, long ones cut."""
    whole = [
        row if len(row) == width else [*row[:width], *[""] * (width - len(row))] for row in rows
    ]
    return [pa.array(cells, pa.string()) for cells in zip(*whole, strict=True)]


def framed(
    head: Head, keeper: Keeper, *, sheet: str = "", point: str, notes: Sequence[str] = ()
) -> Frame:
    """What a reader found, as a frame."""
    columns = tuple(pc.fill_null(column, "") for column in keeper.columns())
    return Frame(sheet, head.title, head.header, columns, keeper.seen, point, tuple(notes))


def frames(path: Path) -> list[Frame]:
    """The tables of one file; SourceError when it cannot be read, or holds none."""
    from figloom.read import delimited, workbooks

    readers: dict[str, Callable[[Path], list[Frame]]] = {
        ".parquet": workbooks.parquet,
        ".pq": workbooks.parquet,
        ".xlsx": workbooks.excel,
        ".xlsm": workbooks.excel,
    }
    suffix = kind(path)
    if suffix not in SUFFIXES:
        raise SourceError(
            f"{path} is none of {', '.join(SUFFIXES)} (or .gz of a text file). Save it as CSV."
        )
    try:
        if not path.stat().st_size:
            raise SourceError(f"{path} is empty. Give a file with a header line and rows.")
        return readers.get(suffix, delimited.delimited)(path)
    except OSError as error:
        raise SourceError(f"{path} cannot be read: {error.strerror or error}.") from None


def kind(path: Path) -> str:
    """The ending that tells how to read a file, without that of a compressed one."""
    name = path.name.lower()
    return Path(name.removesuffix(".gz")).suffix


def files_of(path: Path) -> list[Path]:
    """The file, or every table file of a folder in order of name; SourceError if there is none."""
    if not path.exists():
        raise SourceError(f"{path} does not exist. Give a CSV, Parquet or Excel file or a folder.")
    if path.is_file():
        return [path]
    found = sorted(
        inside
        for inside in path.rglob("*")
        if inside.is_file() and kind(inside) in _IN_FOLDER and not _hidden(inside, path)
    )
    if not found:
        raise SourceError(f"{path} holds no CSV, TSV, Parquet or Excel file. Give another folder.")
    return found


def _hidden(path: Path, folder: Path) -> bool:
    return any(part.startswith((".", "~$", "__")) for part in path.relative_to(folder).parts)
