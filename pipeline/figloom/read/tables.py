"""Tab-separated files of triples and of what is known about their ids, read fast and strictly."""

from __future__ import annotations

import csv
import os
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.csv
from numpy.typing import NDArray

from figloom.errors import SourceError

COLUMNS = ("head", "relation", "tail")


def existing(path: Path, what: str) -> Path:
    """The path, or a SourceError that says what is missing there."""
    if not path.exists():
        raise SourceError(f"{what} {path} does not exist. Check the path given with --source.")
    return path


def triples(files: Sequence[Path]) -> tuple[list[str], list[str], NDArray[np.int64]]:
    """Entity ids and relation ids in order of text, and an (n, 3) array of indices into them."""
    codes = pa.dictionary(pa.int32(), pa.string())
    table = pa.concat_tables([_read(file, codes) for file in files]).unify_dictionaries()
    heads, relations, tails = (table[name].combine_chunks() for name in COLUMNS)
    entities = sorted({*heads.dictionary.to_pylist(), *tails.dictionary.to_pylist()})
    names = sorted(relations.dictionary.to_pylist())
    columns = [_indices(heads, entities), _indices(relations, names), _indices(tails, entities)]
    return entities, names, np.stack(columns, axis=1)


def _indices(column: pa.DictionaryArray, names: list[str]) -> NDArray[np.int64]:
    place = pc.index_in(column.dictionary, pa.array(names, pa.string())).to_numpy()
    found: NDArray[np.int64] = place[column.indices.to_numpy()].astype(np.int64)
    return found


def _read(file: Path, codes: pa.DataType) -> pa.Table:
    """One file; a first line that only names the columns is passed over."""
    existing(file, "The triple file")
    with file.open("rb") as lines:
        titled = lines.readline().split() == [name.encode() for name in COLUMNS]
    options = pa.csv.ReadOptions(column_names=list(COLUMNS), skip_rows=int(titled))
    parse = pa.csv.ParseOptions(delimiter="\t", quote_char=False)
    convert = pa.csv.ConvertOptions(column_types=dict.fromkeys(COLUMNS, codes))
    try:
        table = pa.csv.read_csv(file, options, parse, convert)
    except pa.ArrowInvalid as error:
        raise SourceError(_fault(file, str(error))) from None
    for name in COLUMNS:
        if pc.any(pc.equal(table[name].cast(pa.string()), "")).as_py():
            raise SourceError(f"{file} has a line with an empty {name}. Remove or fill it.")
    if table.num_rows == 0:
        raise SourceError(f"{file} holds no triples.")
    return table


def _fault(file: Path, message: str) -> str:
    if "empty" in message.lower():
        return f"{file} holds no triples."
    with file.open(encoding="utf-8", errors="replace") as lines:
        for number, line in enumerate(lines, 1):
            width = line.rstrip("\n").count("\t") + 1
            if width != len(COLUMNS):
                return (
                    f"{file}, line {number}: {width} tab-separated columns where head, relation "
                    "and tail make 3."
                )
    return f"{file} cannot be read as UTF-8 tab-separated triples: {message.splitlines()[0]}."


def mapping(file: Path, what: str) -> dict[str, str]:
    """A two-column file `id<TAB>text` as a dictionary."""
    existing(file, what)
    found = {}
    with file.open(encoding="utf-8", newline="") as lines:
        for number, row in enumerate(csv.reader(lines, delimiter="\t", quoting=csv.QUOTE_NONE), 1):
            if not row:
                continue
            if len(row) != 2:
                raise SourceError(
                    f"{file}, line {number}: {len(row)} columns where id and text make 2."
                )
            found[row[0]] = row[1].strip()
    return found


def rows(file: Path, columns: tuple[str, ...]) -> list[dict[str, str]]:
    """A file with a header line as dictionaries; it must have the columns named."""
    existing(file, "The file")
    with file.open(encoding="utf-8", newline="") as lines:
        reader = csv.DictReader(lines, delimiter="\t", quoting=csv.QUOTE_NONE)
        missing = set(columns) - set(reader.fieldnames or ())
        if missing:
            raise SourceError(f"{file} lacks the column {sorted(missing)[0]!r} in its first line.")
        return list(reader)


PICTURES = (".svg", ".png", ".jpg", ".jpeg", ".webp")


class PictureFolder:
    """A user's pictures: `<id>.png` side by side, or a folder an id with pictures inside.

    Freebase ids are looked up as `m.xyz` for `/m/xyz`, as picture collections write them.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = existing(folder, "The picture folder")
        self._known = {
            (entry.name if entry.is_dir() else Path(entry.name).stem): entry.name
            for entry in sorted(os.scandir(folder), key=lambda entry: entry.name)
            if entry.is_dir() or entry.name.lower().endswith(PICTURES)
        }

    def reference(self, entity: str) -> str:
        """What an Entity carries as its picture; empty if there is none."""
        for name in (entity, entity.strip("/").replace("/", "."), entity.replace("/", "_")):
            if name in self._known:
                return self._known[name]
        return ""

    def locate(self, reference: str) -> Path:
        """The picture's file; of several in a folder, the first by name."""
        place = self.folder / reference
        if place.is_file():
            return place
        inside = sorted(p for p in place.glob("*") if p.suffix.lower() in PICTURES)
        if not inside:
            raise SourceError(f"{place} holds no picture ({', '.join(PICTURES)}).")
        return inside[0]
