"""Where samples come from: the folder of a build, or `benchmark=PATH` for released files."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from hashlib import file_digest, sha256
from pathlib import Path

from figloom.emit import parquet
from figloom.errors import DatasetError, unknown
from figloom.exam import sample
from figloom.exam.controls import Skipped
from figloom.exam.redrawn import VARIANT
from figloom.exam.sample import Sample
from figloom.shards import finished

Found = Iterator[Sample | Skipped]
"""Samples in their order, and what cannot be asked."""

Reader = Callable[[Path], Found]
"""What is read from released files."""


@dataclass(frozen=True, slots=True)
class Source:
    """A dataset that can be read more than once, always in the same order."""

    name: str
    path: Path
    benchmark: str
    """Empty for a build of ours."""
    checksum: str
    """Of what it holds; equal on every machine."""
    samples: Callable[[], Found]
    """Variants of a build's records are left out: controls ask for them."""


def opened(spec: str, readers: Mapping[str, Reader]) -> Source:
    """The dataset of `FOLDER` or `benchmark=PATH`; DatasetError where it is none."""
    benchmark, is_named, place = spec.partition("=")
    if is_named and not Path(spec).exists():
        if benchmark not in readers:
            raise DatasetError(unknown("benchmark", benchmark, readers))
        path = Path(place)
        if not path.exists():
            raise DatasetError(f"There is no {path}: give {benchmark}=PATH of the released files.")
        name = f"{benchmark}-{path.resolve().stem}"
        read = readers[benchmark]
        return Source(name, path, benchmark, _checksum_of(path), lambda: read(path))
    folder = Path(spec)
    if not folder.is_dir():
        raise DatasetError(f"There is no folder {folder}: name the folder of a finished build.")
    paths = parquet.shards(finished(folder))
    return Source(
        folder.resolve().name, folder, "", _checksum(folder, paths), lambda: _plain(folder)
    )


def _plain(folder: Path) -> Found:
    return (one for one in sample.of_dataset(folder) if VARIANT not in one.role)


def _checksum(folder: Path, shards: list[Path]) -> str:
    """Of pixels and questions by the manifest, or else of the shards' bytes."""
    try:
        told = json.loads((folder / "manifest.json").read_text("utf-8"))
        contents = [str(shard["content"]) for shard in told["shards"]]
    except (OSError, ValueError, LookupError, TypeError):
        contents = [_digest(path) for path in shards]
    return sha256("\n".join(contents).encode()).hexdigest()[:32]


def _checksum_of(path: Path) -> str:
    """Of a file's bytes, or of the names and sizes of a folder's files."""
    if path.is_file():
        return _digest(path)[:32]
    files = (file for file in sorted(path.rglob("*")) if file.is_file())
    told = "\n".join(f"{file.relative_to(path)} {file.stat().st_size}" for file in files)
    return sha256(told.encode()).hexdigest()[:32]


def _digest(path: Path) -> str:
    with path.open("rb") as file:
        return file_digest(file, "sha256").hexdigest()
