"""Datasets of Kaggle, brought into the cache by the official client: whole files or none.

A dataset's folder holds `dataset.json` (what it is, and its table files, written once its licence
is accepted), the whole files under `files/` and what came of broken-off ones under `partial/`.
"""

from __future__ import annotations

import contextlib
import difflib
import hashlib
import io
import json
import os
import re
import shutil
import zipfile
from collections.abc import Iterator, Mapping
from fnmatch import fnmatch
from functools import partial
from pathlib import Path, PurePosixPath
from typing import Any

from figloom import files
from figloom.errors import OutputError, SetupError, SourceError

SUFFIXES = (".csv", ".tsv", ".parquet", ".xlsx")
TIMEOUT = 60.0
"""Seconds without a byte after which a connection counts as lost."""
TRIES = 2
"""How often a broken transfer is taken up again at once, after 2 and 4 seconds."""

_SLUG = re.compile(r"[A-Za-z0-9][\w-]*/[A-Za-z0-9][\w-]*")
_PACKAGE = (
    "Reading from Kaggle for the first time needs its official client. "
    'Run: pip install "figloom[kaggle]"'
)
_KEY = (
    "Kaggle gives data to accounts only, and no valid key of one was found. Make one at "
    "kaggle.com/settings/api and put it into KAGGLE_API_TOKEN or ~/.kaggle/access_token."
)
_FREE = (
    *("CC0-1.0", "PDDL", "ODC-BY-1.0", "CC-BY-3.0", "CC-BY-4.0", "US-Government-Works"),
    *("CDLA-Permissive-1.0", "CDLA-Permissive-2.0", "Apache 2.0", "Apache-2.0", "MIT"),
)
"""Licences, as Kaggle's interface writes them, that let pictures of the data be passed on."""
_SPDX = {"PDDL": "PDDL-1.0", "Apache 2.0": "Apache-2.0", "ODC-BY-1.0": "ODC-By-1.0"}


def dataset(
    slug: str, pattern: str, licences: tuple[str, ...]
) -> tuple[Mapping[str, Any], dict[str, Path]]:
    """What a dataset is (title, licence, version, files), and its wanted files, whole on disk.

    SourceError for what Kaggle does not have or allow, SetupError without a client or a key.
    """
    if not _SLUG.fullmatch(slug):
        raise SourceError(
            f"{slug!r} is no dataset of Kaggle: give owner/name, as its address ends in."
        )
    place = files.cache() / "kaggle" / slug
    about = place / "dataset.json"
    known = json.loads(about.read_text("utf-8")) if about.exists() else None
    if known:
        _allow(slug, known["licence"], licences)
    wanted = _wanted(slug, known["files"], pattern) if known else []
    missing = [name for name in wanted if not (place / "files" / name).exists()]
    if known is None or missing:
        with _connection(slug, place) as api:
            if known is None:
                known = _about(api, slug)
                _allow(slug, known["licence"], licences)
                wanted = missing = _wanted(slug, known["files"], pattern)
                files.write_whole(about, json.dumps(known, indent=1).encode())
            _room(slug, place, sum(known["files"][name] for name in missing))
            for name in missing:
                _fetch(api, slug, known["version"], name, place)
    return known, {name: place / "files" / name for name in wanted}


def _wanted(slug: str, names: Mapping[str, int], pattern: str) -> list[str]:
    chosen = [name for name in sorted(names) if fnmatch(name, pattern)]
    if not chosen:
        held = ", ".join(sorted(names)[:20]) or f"no file that ends in {', '.join(SUFFIXES)}"
        raise SourceError(f"Kaggle dataset {slug!r} has no table {pattern!r}. It has: {held}.")
    return chosen


def _allow(slug: str, licence: str, more: tuple[str, ...]) -> None:
    """Refuse a licence that is neither permissive nor accepted by the person."""
    allowed = {_SPDX.get(name, name).casefold() for name in (*_FREE, *more)}
    if not set(licence.casefold().split(" and ")) <= allowed:
        raise SourceError(
            f"Kaggle dataset {slug!r} has licence {licence!r}, which may not let its charts be "
            f"passed on. If it allows your use, set licences = [{json.dumps(licence)}] at the "
            "source in the recipe."
        )


def _about(api: Any, slug: str) -> dict[str, Any]:
    """Title, licence, version and table files (name to bytes) of a dataset, as Kaggle says."""
    from kagglesdk.datasets.types.dataset_api_service import (
        ApiGetDatasetMetadataRequest,
        ApiGetDatasetRequest,
    )

    short, full = ApiGetDatasetRequest(), ApiGetDatasetMetadataRequest()
    for request in (short, full):
        request.owner_slug, request.dataset_slug = slug.split("/")
    with api.build_kaggle_client() as server:
        version = server.datasets.dataset_api_client.get_dataset(short).current_version_number
        told = server.datasets.dataset_api_client.get_dataset_metadata(full)
    if told.error_message:
        raise ValueError(told.error_message)
    licences = [_SPDX.get(entry.name, entry.name) for entry in told.info.licenses if entry.name]
    sizes: dict[str, int] = {}
    token = None
    while True:
        page = api.dataset_list_files(slug, page_token=token, page_size=200)
        if page.error_message:
            raise ValueError(page.error_message)
        for file in page.files:
            parts = PurePosixPath(file.name).parts
            if file.name.lower().endswith(SUFFIXES) and not {"..", "/"} & set(parts):
                sizes[file.name] = file.total_bytes
        token = page.next_page_token
        if not token:
            break
    return {
        "title": told.info.title or slug.partition("/")[2],
        "licence": " AND ".join(licences) or "unknown",
        "version": version,
        "files": sizes,
    }


def _room(slug: str, place: Path, size: int) -> None:
    free = shutil.disk_usage(place).free
    if free < size:
        raise OutputError(
            f"Kaggle dataset {slug!r} needs {size / 1e6:.0f} MB in {place}, where "
            f"{free / 1e6:.0f} MB are free. Free some space, or set FIGLOOM_CACHE to a larger disk."
        )


def _fetch(api: Any, slug: str, version: int, name: str, place: Path) -> None:
    """Download one file, taking up what an earlier run left, and put it in place when whole."""
    # The client names the file by its address, escapes and ".zip" included: so alone in a folder.
    rest = place / "partial" / hashlib.sha256(name.encode()).hexdigest()[:16]
    rest.mkdir(parents=True, exist_ok=True)
    whole = rest / "unpacked"
    whole.unlink(missing_ok=True)
    api.dataset_download_file(f"{slug}/{version}" if version else slug, name, path=str(rest))
    came = [file for file in rest.rglob("*") if file.is_file()]
    if len(came) != 1:
        shutil.rmtree(rest)
        raise ValueError(f"{name} came as {len(came)} files")
    got = came[0]
    if got.suffix == ".zip":
        with (
            zipfile.ZipFile(got) as pack,
            pack.open(pack.namelist()[0]) as packed,
            whole.open("wb") as out,
        ):
            shutil.copyfileobj(packed, out, 1 << 20)
        got = whole
    with got.open("rb+") as file:
        os.fsync(file.fileno())
    target = place / "files" / name
    target.parent.mkdir(parents=True, exist_ok=True)
    got.replace(target)
    files.sync_folder(target.parent)
    shutil.rmtree(rest)


def _client() -> Any:
    """The official client, signed in; SystemExit without a valid key."""
    # Importing it signs in too, and fails in silence.
    from kaggle.api.kaggle_api_extended import KaggleApi

    api = KaggleApi()
    api.authenticate()
    # A leftover counts as whole by its date alone; without this, one of another version too.
    api.download_needed = lambda *_: True
    api.download_file = partial(api.download_file, max_retries=TRIES, timeout=TIMEOUT)
    return api


@contextlib.contextmanager
def _patience() -> Iterator[None]:
    """Within it no connection waits for ever, and after it none stays open: the client sets no
    limit, takes none, and leaves what broke off to the garbage."""
    from requests.adapters import HTTPAdapter

    adapter: Any = HTTPAdapter
    endless, answers = adapter.send, []

    def send(self: Any, request: Any, *, timeout: Any = None, **rest: Any) -> Any:
        answers.append(endless(self, request, timeout=timeout or TIMEOUT, **rest))
        return answers[-1]

    adapter.send = send
    try:
        yield
    finally:
        adapter.send = endless
        for answer in answers:
            answer.close()


def _refusal(slug: str, answer: Any) -> SourceError | SetupError:
    """The sentence for an answer that is an error: a refused key, an unknown slug, too many."""
    status = answer.status_code
    if status < 400:
        status = answer.json()["code"]
    if status == 401:
        return SetupError(f"Kaggle refused the key it was given. {_KEY}")
    if status in (403, 404):
        known = files.read_toml(files.sources() / "kaggle.toml")["dataset"]
        near = difflib.get_close_matches(slug, [entry["slug"] for entry in known], n=1, cutoff=0.7)
        hint = f" Did you mean {near[0]!r}?" if near else " Check owner/name in its address."
        return SourceError(f"Kaggle has no dataset {slug!r} that this account may read.{hint}")
    if status == 429:
        wait = answer.headers.get("Retry-After", "")
        when = f"in {wait} s" if wait.isdigit() else "later"
        return SourceError(
            f"Kaggle takes no more requests for now (429), at dataset {slug!r}. Try again {when}: "
            "what has come is kept."
        )
    return SourceError(
        f"Kaggle answers {status} about dataset {slug!r}. Try again later: what has come is kept."
    )


@contextlib.contextmanager
def _connection(slug: str, place: Path) -> Iterator[Any]:
    """The official client, silent and signed in; what it raises becomes one sentence."""
    try:
        import requests
    except ImportError:
        raise SetupError(_PACKAGE) from None
    with contextlib.redirect_stdout(io.StringIO()):
        try:
            with _patience():
                yield _client()
        except (SourceError, SetupError, OutputError):
            raise
        except ImportError:
            raise SetupError(_PACKAGE) from None
        except SystemExit:
            raise SetupError(_KEY) from None
        except requests.HTTPError as error:
            raise _refusal(slug, error.response) from None
        except requests.RequestException as error:
            late = isinstance(error, requests.Timeout)
            why = f"no answer within {TIMEOUT:g} s" if late else "no connection, or a broken one"
            raise SourceError(
                f"Kaggle dataset {slug!r} could not be fetched ({why}). Try again later: what has "
                f"come is kept in {place}."
            ) from None
        except OSError as error:
            raise OutputError(files.cannot_write(place, error)) from None
        except Exception as error:
            said = " ".join(str(error).split())[:200] or type(error).__name__
            raise SourceError(
                f"Kaggle's answer about dataset {slug!r} cannot be used ({said}). "
                "Download it by hand and read it with --source csv=FOLDER."
            ) from None
