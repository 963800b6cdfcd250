"""Tab-separated files of triples and of what is known about their ids, read fast and strictly."""

from __future__ import annotations

import os
from codecs import BOM_UTF8
from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.csv
from numpy.typing import NDArray

from figloom.errors import SourceError
from figloom.terminal import counted

COLUMNS = ("head", "relation", "tail")


def existing(path: Path, what: str) -> Path:
    """The path, or a SourceError that says what is missing there."""
    if not path.exists():
        raise SourceError(f"{what} {path} does not exist. Check the path given with --source.")
    return path


def folder(path: Path, what: str) -> Path:
    """The path of an existing folder, or a SourceError."""
    if not existing(path, what).is_dir():
        raise SourceError(f"{what} {path} is a file. Give the folder it stands in.")
    return path


def file(path: Path, what: str) -> Path:
    """The path of an existing file that can be read, or a SourceError."""
    if existing(path, what).is_dir():
        raise SourceError(f"{what} {path} is a folder. Give a file, or rename the folder.")
    try:
        path.open("rb").close()
    except OSError as error:
        raise SourceError(f"{what} {path} cannot be read: {error.strerror}.") from None
    return path


def triples(files: Sequence[Path]) -> tuple[list[str], list[str], NDArray[np.int64]]:
    """Entity ids and relation ids in order of text, and an (n, 3) array of indices into them."""
    codes = pa.dictionary(pa.int32(), pa.string())
    table = pa.concat_tables([_read(path, codes) for path in files]).unify_dictionaries()
    heads, relations, tails = (table[name].combine_chunks() for name in COLUMNS)
    entities = sorted({*heads.dictionary.to_pylist(), *tails.dictionary.to_pylist()})
    names = sorted(relations.dictionary.to_pylist())
    columns = [_indices(heads, entities), _indices(relations, names), _indices(tails, entities)]
    return entities, names, np.stack(columns, axis=1)


def _indices(column: pa.DictionaryArray, names: list[str]) -> NDArray[np.int64]:
    place = pc.index_in(column.dictionary, pa.array(names, pa.string())).to_numpy()
    found: NDArray[np.int64] = place[column.indices.to_numpy()].astype(np.int64)
    return found


def _read(path: Path, codes: pa.DataType) -> pa.Table:
    """One file; a first line that only names the columns is passed over."""
    file(path, "The triple file")
    with path.open("rb") as lines:
        title = lines.readline().removeprefix(BOM_UTF8).split()
    options = pa.csv.ReadOptions(
        column_names=list(COLUMNS), skip_rows=int(title == [name.encode() for name in COLUMNS])
    )
    parse = pa.csv.ParseOptions(delimiter="\t", quote_char=False)
    convert = pa.csv.ConvertOptions(column_types=dict.fromkeys(COLUMNS, codes))
    try:
        table = pa.csv.read_csv(path, options, parse, convert)
    except pa.ArrowInvalid as error:
        raise SourceError(_fault(path, str(error))) from None
    for name in COLUMNS:
        if pc.any(pc.equal(table[name].cast(pa.string()), "")).as_py():
            raise SourceError(f"{path} has a line with an empty {name}. Remove or fill it.")
    if table.num_rows == 0:
        raise SourceError(f"{path} holds no triples. Give a file of head, relation, tail.")
    return table


def _fault(path: Path, message: str) -> str:
    with path.open("rb") as lines:
        for number, line in enumerate(lines, 1):
            if not line.strip(b"\r\n"):
                continue
            width = line.count(b"\t") + 1
            if width != len(COLUMNS):
                columns = "column" if width == 1 else "columns"
                return (
                    f"{path}, line {number}: {width} tab-separated {columns}, but head, relation "
                    "and tail make 3. Separate them by tabs, one triple a line."
                )
            if not _is_text(line):
                return f"{path}, line {number} is not UTF-8. Save the file as UTF-8."
    if "empty" in message.lower():
        return f"{path} holds no triples. Give a file of head, relation, tail."
    return f"{path} cannot be read as tab-separated triples: {message.splitlines()[0]}."


def _is_text(line: bytes) -> bool:
    try:
        line.decode()
    except UnicodeDecodeError:
        return False
    return True


def _rows(path: Path, what: str) -> Iterator[tuple[int, list[str]]]:
    """Line number and cells of every line that is not empty."""
    with file(path, what).open("rb") as lines:
        for number, line in enumerate(lines, 1):
            if not _is_text(line):
                raise SourceError(f"{path}, line {number} is not UTF-8. Save the file as UTF-8.")
            text = line.removeprefix(BOM_UTF8).decode().rstrip("\r\n")
            if text:
                yield number, text.split("\t")


def mapping(path: Path, what: str) -> dict[str, str]:
    """A two-column file `id<TAB>text` as a dictionary."""
    found = {}
    for number, row in _rows(path, what):
        if len(row) != 2:
            columns = "column" if len(row) == 1 else "columns"
            raise SourceError(
                f"{path}, line {number}: {len(row)} tab-separated {columns}, but id and text "
                "make 2."
            )
        found[row[0]] = row[1].strip()
    return found


def rows(path: Path, columns: tuple[str, ...]) -> list[dict[str, str]]:
    """A file with a header line as dictionaries; it must have the columns named."""
    table = [row for _, row in _rows(path, "The file")]
    header = table[0] if table else []
    missing = [name for name in columns if name not in header]
    if missing:
        raise SourceError(f"{path} lacks the column {missing[0]!r} in its first line.")
    uneven = next((row for row in table if len(row) != len(header)), None)
    if uneven is not None:
        raise SourceError(
            f"{path}: the line of {uneven[0]!r} has {counted(len(uneven), 'column')}, the first "
            f"line {len(header)}."
        )
    return [dict(zip(header, row, strict=True)) for row in table[1:]]


Pairs = list[tuple[int, int]]


def related_pairs(file: Path, relations: Sequence[str]) -> tuple[Pairs, Pairs]:
    """Pairs of places in `relations` that mean nearly the same, and pairs that are inverses, from
    a file with the columns relation, related and why (`synonym`, `implied` or `inverse`)."""
    place = {relation: number for number, relation in enumerate(relations)}
    found: tuple[Pairs, Pairs] = ([], [])
    for row in rows(file, ("relation", "related", "why")):
        if row["relation"] in place and row["related"] in place:
            pair = (place[row["relation"]], place[row["related"]])
            found[row["why"] == "inverse"].append(pair)
    return found


PICTURES = (".svg", ".png", ".jpg", ".jpeg", ".webp")


class PictureFolder:
    """A user's pictures: `<id>.png` side by side, or a folder an id with pictures inside.

    Freebase ids are looked up as `m.xyz` for `/m/xyz`, as picture collections write them. Files
    that do not end in one of `PICTURES`, such as `.gif`, are passed over.
    """

    def __init__(self, place: Path) -> None:
        self.folder = folder(place, "The picture folder")
        self._known = {
            (entry.name if entry.is_dir() else Path(entry.name).stem): entry.name
            for entry in sorted(os.scandir(place), key=lambda entry: entry.name)
            if entry.is_dir() or entry.name.lower().endswith(PICTURES)
        }

    def reference(self, entity: str) -> str:
        """What an Entity carries as its picture; empty if there is none.

        A file that is no picture is a SourceError here, before anything is drawn.
        """
        for name in (entity, entity.strip("/").replace("/", "."), entity.replace("/", "_")):
            if name in self._known:
                _must_be_picture(self.locate(self._known[name]))
                return self._known[name]
        return ""

    def locate(self, reference: str) -> Path:
        """The picture's file; of several in a folder, the first by name."""
        place = self.folder / reference
        if place.is_file():
            return place
        inside = sorted(p for p in place.glob("*") if p.suffix.lower() in PICTURES)
        if not inside:
            raise SourceError(f"{place} holds no picture ({', '.join(PICTURES)}). Remove it.")
        return inside[0]


def _must_be_picture(path: Path) -> None:
    """Refuse what its first bytes show to be none of the formats that can be drawn."""
    with file(path, "The picture").open("rb") as data:
        start = data.read(512)
    if path.suffix.lower() == ".svg":
        known = start.removeprefix(BOM_UTF8).lstrip().startswith(b"<")
    else:
        known = start.startswith((b"\x89PNG", b"\xff\xd8", b"RIFF"))
    if not known:
        raise SourceError(
            f"{path} is not a PNG, JPEG, WebP or SVG picture (SVG must be named .svg, the others "
            "must not). Replace it, or remove it."
        )
