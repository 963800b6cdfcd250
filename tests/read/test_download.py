"""FB15K-237 fetched from a stand-in on this machine; the real network is never asked."""

from __future__ import annotations

import gc
import hashlib
import socket
import sys
import warnings
from collections.abc import Iterator
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[1] / "servers"))
from local_server import Answer, LocalServer, served

from figloom.errors import SourceError
from figloom.read import fb15k237

GOOD = {remote: f"{name}\r\nof the release\n".encode() for name, (remote, _) in
        fb15k237.PARTS.items()}  # fmt: skip


class _Shelf(LocalServer):
    def __init__(self) -> None:
        super().__init__(_Answer)
        self.files = dict(GOOD)
        self.cut = False
        self.asked: list[str] = []


class _Answer(Answer):
    server: _Shelf

    def do_GET(self) -> None:
        name = self.path.strip("/")
        self.server.asked.append(name)
        data = self.server.files.get(name)
        if data is None:
            self.send_error(404)
            return
        self.send(200, data, length=len(data) + 100 * self.server.cut)


@pytest.fixture
def shelf(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[_Shelf]:
    monkeypatch.setenv("FIGLOOM_CACHE", str(tmp_path / "cache"))
    for name in ("http_proxy", "HTTP_PROXY", "all_proxy", "ALL_PROXY"):
        monkeypatch.delenv(name, raising=False)
    sums = {
        name: (remote, hashlib.sha256(GOOD[remote].replace(b"\r\n", b"\n")).hexdigest())
        for name, (remote, _) in fb15k237.PARTS.items()
    }
    monkeypatch.setattr(fb15k237, "PARTS", sums)
    with served(_Shelf()) as server:
        yield server


def _refused(home: str) -> str:
    with pytest.raises(SourceError) as caught:
        fb15k237.download(home)
    sentence = str(caught.value)
    assert "\n" not in sentence
    assert "--source fb15k237=FOLDER" in sentence
    return sentence


def test_fetched_once_with_plain_line_feeds(shelf: _Shelf) -> None:
    said: list[str] = []
    place = fb15k237.download(shelf.url, said.append)
    assert sorted(path.name for path in place.iterdir()) == sorted(fb15k237.PARTS)
    assert (place / "train.txt").read_bytes() == b"train.txt\nof the release\n"
    assert len(said) == len(shelf.asked) == 4
    fb15k237.download(shelf.url)
    assert len(shelf.asked) == 4


def test_another_file_is_not_taken(shelf: _Shelf, tmp_path: Path) -> None:
    shelf.files["dev.tsv"] = b"something else"
    assert "dev.tsv is not the released file (its checksum differs)" in _refused(shelf.url)
    cached = tmp_path / "cache" / "fb15k237"
    assert [path.name for path in cached.iterdir()] == ["train.txt"]
    shelf.files["dev.tsv"] = GOOD["dev.tsv"]
    fb15k237.download(shelf.url)
    assert shelf.asked.count("train.tsv") == 1


def test_not_there(shelf: _Shelf) -> None:
    del shelf.files["train.tsv"]
    assert "train.tsv cannot be fetched (Not Found)" in _refused(shelf.url)


@pytest.mark.parametrize("fault", ["missing", "cut"])
def test_no_connection_stays_open(shelf: _Shelf, fault: str) -> None:
    if fault == "missing":
        del shelf.files["train.tsv"]
    shelf.cut = fault == "cut"
    gc.collect()
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always", ResourceWarning)
        _refused(shelf.url)
        gc.collect()
    assert not [str(warning.message) for warning in caught]


def test_broken_off(shelf: _Shelf, tmp_path: Path) -> None:
    shelf.cut = True
    assert "train.tsv cannot be fetched (IncompleteRead" in _refused(shelf.url)
    assert not (tmp_path / "cache" / "fb15k237").exists()


def test_nobody_answers(shelf: _Shelf) -> None:
    # A port that was just given back is closed.
    with socket.socket() as closed:
        closed.bind(("127.0.0.1", 0))
        port = closed.getsockname()[1]
    assert "Connection refused" in _refused(f"http://127.0.0.1:{port}")


@pytest.mark.parametrize("home", ["no address", "file:///nowhere"])
def test_no_such_place(shelf: _Shelf, home: str) -> None:
    assert "cannot be fetched" in _refused(home)
