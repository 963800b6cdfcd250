"""Pictures of samples, read from the datasets that they come from."""

from __future__ import annotations

import base64
import io
from collections.abc import Callable, Collection, Iterator
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from figloom import benchmarks
from figloom.emit import parquet
from figloom.errors import DatasetError, FigloomError
from figloom.exam.pictures import mime
from figloom.exam.sample import Sample
from figloom.exam.source import opened

_LONGEST = 1400
"""Pixels of the longer side; what is larger is made smaller."""
_HEAVIEST = 400_000
"""Bytes; what is heavier is encoded again."""
_QUALITY = 85

Found = dict[str, bytes]


def read(dataset: dict[str, Any], wanted: Collection[str]) -> Found:
    """Pictures by their id, as they stand in a dataset that run.json names.

    DatasetError where it is gone or another one than was asked.
    """
    path, benchmark = str(dataset["path"]), str(dataset["benchmark"])
    try:
        source = opened(f"{benchmark}={path}" if benchmark else path, benchmarks.readers())
        if source.checksum != dataset["checksum"]:
            raise DatasetError(f"{path} is another dataset by now than the run was asked about.")
        if benchmark:
            return _of_samples(source.samples(), wanted)
        return dict(_of_shards(Path(path), wanted))
    except FigloomError:
        raise
    except (OSError, ValueError, pa.ArrowException) as error:
        raise DatasetError(f"{path} cannot be read: {error}.") from None


def _of_samples(samples: Iterator[Any], wanted: Collection[str]) -> Found:
    return {
        one.picture: one.image.data
        for one in samples
        if isinstance(one, Sample) and one.picture in wanted and one.image is not None
    }


def _of_shards(folder: Path, wanted: Collection[str]) -> Iterator[tuple[str, bytes]]:
    """Only the row groups that hold one of them are read, and of these only the pictures."""
    for path in parquet.shards(folder):
        with pq.ParquetFile(path) as file:
            for group in range(file.num_row_groups):
                names = file.read_row_group(group, ["id"])["id"].to_pylist()
                places = [at for at, name in enumerate(names) if name in wanted]
                if not places:
                    continue
                column = file.read_row_group(group, ["image"])["image"]
                for at in places:
                    image = column[at].as_py()
                    if image and image["bytes"]:
                        yield names[at], image["bytes"]


def smaller(data: bytes) -> bytes | None:
    """The picture itself, or a copy for the page where it is huge; None for what is no picture."""
    from PIL import Image

    try:
        mime(data)
        with Image.open(io.BytesIO(data)) as picture:
            if max(picture.size) <= _LONGEST and len(data) <= _HEAVIEST:
                return data
            plain = picture if picture.mode in ("RGB", "RGBA") else picture.convert("RGBA")
            plain.thumbnail((_LONGEST, _LONGEST), Image.Resampling.LANCZOS)
            buffer = io.BytesIO()
            plain.save(buffer, "WEBP", quality=_QUALITY)
    except (OSError, ValueError, DatasetError, Image.DecompressionBombError):
        return None
    return buffer.getvalue()


def url(data: bytes) -> str:
    """As a page holds it."""
    return f"data:{mime(data)};base64,{base64.b64encode(data).decode()}"


Warn = Callable[[str], None]
"""Told what a person at the command line should know and a reader of the page need not."""
