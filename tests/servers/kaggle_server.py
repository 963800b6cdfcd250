"""A server on this machine that speaks Kaggle's interface as far as datasets need it."""

from __future__ import annotations

import io
import time
import urllib.parse
import zipfile
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from typing import Any

from local_server import Answer, LocalServer, served

TOKEN = "KGAT_secret_0123456789"


@dataclass
class Shelved:
    """One dataset there."""

    title: str
    files: dict[str, bytes]
    licences: tuple[str, ...] = ("CC0-1.0",)
    version: int | None = 3
    zipped: frozenset[str] = frozenset()
    """Files sent inside a zip, as large ones are."""
    sizes: dict[str, int] = field(default_factory=dict)
    """Sizes that the listing gives in place of the true ones."""


@dataclass
class Fault:
    """What goes wrong at a method, or at `blob`, the place of the files."""

    status: int = 0
    headers: dict[str, str] = field(default_factory=dict)
    cut: int = 0
    """Bytes of a body after which the connection breaks off."""
    delay: float = 0.0
    times: int = 1_000_000


class KaggleServer(LocalServer):
    def __init__(self) -> None:
        super().__init__(_Answer)
        self.shelf: dict[str, Shelved] = {}
        self.faults: dict[str, Fault] = {}
        self.asked: list[tuple[str, str, str]] = []
        """Method, dataset or file, and the range asked for."""
        self.versions: list[int | None] = []
        """Versions that downloads asked for."""
        self.page = 2

    def count(self, method: str) -> int:
        return sum(asked[0] == method for asked in self.asked)


class _Answer(Answer):
    timeout = 10  # so that a client that stops reading holds nobody up
    server: KaggleServer

    def do_POST(self) -> None:
        body = self.body()
        method = self.path.rpartition("/")[2]
        slug = f"{body.get('ownerSlug', '')}/{body.get('datasetSlug', '')}"
        if self._fault(method, slug):
            return
        if method == "IntrospectToken":
            good = body["token"] == TOKEN
            self.send_json({"active": good, "username": "ada"} if good else {"active": False})
            return
        key = self.headers.get("Authorization", "")
        # Basic, of the older name and key: ada:0123456789abcdef.
        if key not in (f"Bearer {TOKEN}", "Basic YWRhOjAxMjM0NTY3ODlhYmNkZWY="):
            self.send_json({"code": 401, "message": "Unauthenticated"}, 401)
            return
        if slug not in self.server.shelf:
            said = "Permission 'datasets.get' was denied"
            self.send_json({"code": 403, "message": said}, 403)
            return
        getattr(self, f"_{method}")(slug, self.server.shelf[slug], body)

    def _GetDataset(self, slug: str, held: Shelved, body: dict[str, Any]) -> None:
        told = {"ref": slug, "title": held.title, "currentVersionNumber": held.version}
        self.send_json({name: value for name, value in told.items() if value is not None})

    def _GetDatasetMetadata(self, slug: str, held: Shelved, body: dict[str, Any]) -> None:
        licences = [{"name": name} for name in held.licences]
        self.send_json({"info": {"title": held.title, "licenses": licences}})

    def _ListDatasetFiles(self, slug: str, held: Shelved, body: dict[str, Any]) -> None:
        first = int(body.get("pageToken") or 0)
        names = list(held.files)
        page = [
            {"name": name, "totalBytes": held.sizes.get(name, len(held.files[name]))}
            for name in names[first : first + self.server.page]
        ]
        later = first + self.server.page
        more = {"nextPageToken": str(later)} if later < len(names) else {}
        self.send_json({"datasetFiles": page, **more})

    def _DownloadDataset(self, slug: str, held: Shelved, body: dict[str, Any]) -> None:
        name = body["fileName"]
        self.server.versions.append(body.get("datasetVersionNumber"))
        place = urllib.parse.quote(f"/blob/{slug}/{name}") + (".zip" * (name in held.zipped))
        self.send(302, headers={"Location": f"{self.server.url}{place}?signature=s3cret"})

    def do_GET(self) -> None:
        place = urllib.parse.unquote(self.path.partition("?")[0])
        owner, dataset, name = place.removeprefix("/blob/").split("/", 2)
        held = self.server.shelf[f"{owner}/{dataset}"]
        data = held.files[name.removesuffix(".zip")]
        if name.endswith(".zip"):
            packed = io.BytesIO()
            with zipfile.ZipFile(packed, "w") as pack:
                pack.writestr(name.rpartition("/")[2].removesuffix(".zip"), data)
            data = packed.getvalue()
        cut = self.server.faults.get("blob", Fault()).cut
        if self._fault("blob", name):
            return
        tag, start = f'"{hash(data):x}"', 0
        asked = self.headers.get("Range", "")
        if asked and self.headers.get("If-Range", tag) == tag:
            start = int(asked.removeprefix("bytes=").removesuffix("-"))
        headers = {
            "Accept-Ranges": "bytes",
            "ETag": tag,
            "Last-Modified": "Mon, 05 Jan 2026 10:00:00 GMT",
        }
        whole = data[start:]
        sent = whole[:cut] if cut else whole
        self.send(206 if start else 200, sent, headers, len(whole))
        self.close_connection = bool(cut)

    def _fault(self, method: str, about: str) -> bool:
        with self.server.lock:
            self.server.asked.append((method, about, self.headers.get("Range", "")))
            fault = self.server.faults.get(method)
            if fault:
                fault.times -= 1
                if not fault.times:
                    del self.server.faults[method]
        if fault:
            time.sleep(fault.delay)
        if not fault or not fault.status:
            return False
        told = {"code": fault.status, "message": "so it is"}
        self.send_json(told, fault.status, fault.headers)
        return True


def running() -> AbstractContextManager[KaggleServer]:
    """A server on a free port, gone afterwards."""
    return served(KaggleServer())
