"""Where templates, bundled sources, caches and half-written files live."""

from __future__ import annotations

import errno
import os
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO, Any

import platformdirs

from figloom.errors import OutputError, RecipeError, SetupError

_PACKAGE = Path(__file__).resolve().parent


def _data(folder: str) -> Path:
    for place in (_PACKAGE / folder, _PACKAGE.parents[1] / folder):
        if place.is_dir():
            return place
    raise RuntimeError(f"this installation of figloom lacks its {folder} folder")


def templates() -> Path:
    """Folder of words and looks, inside the wheel or beside the checkout."""
    return _data("templates")


def sources() -> Path:
    """Folder of bundled facts and catalogues."""
    return _data("sources")


def cache() -> Path:
    """The user's cache folder for this package; created on first use."""
    place = Path(os.environ.get("FIGLOOM_CACHE") or platformdirs.user_cache_dir("figloom"))
    try:
        place.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise SetupError(
            f"The cache folder {place} cannot be made: {error.strerror or error}. Name another one "
            "in FIGLOOM_CACHE."
        ) from None
    return place


def read_toml(path: Path) -> dict[str, Any]:
    """Parse a TOML file; a syntax error becomes one sentence with its line."""
    try:
        return tomllib.loads(path.read_text("utf-8-sig"))
    except ValueError as error:
        # No TOML, no UTF-8, or a number of more digits than Python reads.
        raise RecipeError(f"{path} is not valid TOML: {error}.") from None
    except RecursionError:
        raise RecipeError(f"{path} is nested too deep: flatten its tables and lists.") from None
    except OSError as error:
        raise RecipeError(f"{path} cannot be read: {error.strerror or error}.") from None


def write_whole(path: Path, data: bytes) -> None:
    """Write a file that is either whole or absent: beside its place, synced, then renamed."""
    with whole(path) as file:
        file.write(data)


@contextmanager
def whole(path: Path) -> Iterator[IO[bytes]]:
    """A file to write piece by piece, which takes its place when the block ends without error."""
    draft = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with draft.open("wb") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        draft.replace(path)
    except OSError as error:
        raise OutputError(cannot_write(path, error)) from None
    finally:
        # Whatever keeps a draft from being removed kept it from being written, which has been said.
        with suppress(OSError):
            draft.unlink(missing_ok=True)


def sync_folder(folder: Path) -> None:
    """Make a rename inside the folder outlive a power cut."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def cannot_write(path: Path, error: OSError) -> str:
    """Sentence for a failed write."""
    remedy = "Choose another --out."
    if error.errno in (errno.ENOSPC, errno.EDQUOT):
        remedy = "Free some space, or choose another --out."
    elif error.errno in (errno.EROFS, errno.EACCES, errno.EPERM):
        remedy = "Make its folder writable, choose another --out, or work in a copy."
    return f"Cannot write {path}: {error.strerror or error}. {remedy}"
