"""The official Kaggle client against a stand-in on this machine; the real one is never asked."""

from __future__ import annotations

import contextlib
import gc
import io
import os
import resource
import shutil
import socket
import subprocess
import sys
import time
import warnings
from collections import namedtuple
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace

import pytest

sys.path.insert(0, str(Path(__file__).parents[1] / "servers"))
from kaggle_server import TOKEN, Fault, KaggleServer, Shelved, running

from figloom import files
from figloom.errors import FigloomError, OutputError, SetupError, SourceError
from figloom.read import kaggle_fetch
from figloom.read.kaggle import kaggle
from figloom.read.kaggle_fetch import dataset
from figloom.recipe import reader

SLUG = "ada/rain-of-towns"
RAIN = "Town,Rain (mm),Days\n" + "".join(
    f"{town},{rain},{days}\n"
    for town, rain, days in [
        *(("Aldmoor", 812.5, 140), ("Brackwell", 640.0, 121), ("Corrin", 955.2, 163)),
        *(("Dunholt", 701.9, 133), ("Eskley", 588.4, 109), ("Farrow", 1020.7, 171)),
    ]
)
LARGE = b"a,b\n" + b"1,2\n" * 1_000_000
"""Four megabytes: the client writes by the megabyte."""


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[KaggleServer]:
    for name in [*os.environ]:
        if name.startswith("KAGGLE_") or name.lower() in ("http_proxy", "all_proxy"):
            monkeypatch.delenv(name)
    monkeypatch.setenv("FIGLOOM_CACHE", str(tmp_path / "cache"))
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("KAGGLE_CONFIG_DIR", str(tmp_path / "config"))
    with contextlib.redirect_stdout(io.StringIO()):
        from kaggle.api import kaggle_api_extended
    from kagglesdk import kaggle_env

    monkeypatch.setattr(kaggle_api_extended.KaggleApi, "config", str(tmp_path / "kaggle.json"))
    monkeypatch.setenv("KAGGLE_API_TOKEN", TOKEN)
    # The client waits 2 and 4 seconds before it takes up a transfer again.
    hurried = SimpleNamespace(sleep=lambda seconds: None, mktime=time.mktime)
    monkeypatch.setattr(kaggle_api_extended, "time", hurried)
    with running() as started:
        monkeypatch.setitem(kaggle_env._env_to_endpoint, kaggle_env.KaggleEnv.PROD, started.url)
        started.shelf[SLUG] = Shelved("Rain of towns", {"rain.csv": RAIN.encode()})
        yield started


def _place(slug: str = SLUG) -> Path:
    return files.cache() / "kaggle" / slug


def _refused(kind: type[FigloomError], slug: str = SLUG, pattern: str = "*") -> str:
    with pytest.raises(kind) as caught:
        dataset(slug, pattern, ())
    sentence = str(caught.value)
    assert "\n" not in sentence
    assert TOKEN not in sentence
    assert "s3cret" not in sentence
    assert len(sentence) < 400
    return sentence


def _nothing_whole(slug: str = SLUG) -> None:
    assert not [file for file in (_place(slug) / "files").rglob("*") if file.is_file()]


def test_the_source_of_a_command_line(server: KaggleServer) -> None:
    call = reader(f"kaggle={SLUG}", "--source")
    source = call.plugin.call(**call.options)
    (table,) = source.tables
    assert table.title == "Rain of towns"
    assert [(c.name, c.role, c.unit) for c in table.columns][:2] == [
        ("Town", "place", ""),
        ("Rain", "number", "mm"),
    ] or [(c.role, c.unit) for c in table.columns][1] == ("number", "mm")
    assert len(table) == 6
    assert table.id.startswith(f"{SLUG}/")
    assert table.provenance.source == "kaggle"
    assert table.provenance.licence == source.licence == "CC0-1.0"
    assert table.provenance.keys[:2] == (SLUG, "rain.csv")
    assert f"kaggle.com/datasets/{SLUG}" in table.provenance.credit
    assert source.credits == table.provenance.credit


def test_two_datasets_with_a_file_of_one_name(server: KaggleServer) -> None:
    server.shelf["bob/more-rain"] = Shelved(
        "More rain", {"rain.csv": RAIN.replace("640.0", "641.0").encode()}, ("CC-BY-4.0",)
    )
    source = kaggle(path=(SLUG, "bob/more-rain"))
    assert len({table.id for table in source.tables}) == 2
    assert source.licence == "CC0-1.0 AND CC-BY-4.0"
    alone = kaggle(path=SLUG)
    assert alone.fingerprint != source.fingerprint
    assert alone.fingerprint == kaggle(path=SLUG).fingerprint


def test_fetched_once_then_without_network_key_or_client(server: KaggleServer) -> None:
    known, found = dataset(SLUG, "*", ())
    assert found["rain.csv"].read_text() == RAIN
    assert known["version"] == 3
    assert not any((_place() / "partial").iterdir())
    asked = len(server.asked)
    assert dataset(SLUG, "*", ()) == (known, found)
    assert len(server.asked) == asked
    script = (
        "import sys; from figloom.read.kaggle_fetch import dataset; "
        f"dataset({SLUG!r}, '*', ()); print({{'kaggle', 'requests'}} & {{*sys.modules}})"
    )
    told = subprocess.run(
        [sys.executable, "-c", script],
        env={**os.environ, "KAGGLE_API_TOKEN": ""},
        capture_output=True,
        text=True,
        check=True,
    )
    assert told.stdout == "set()\n"
    assert told.stderr == ""


def test_says_nothing(server: KaggleServer, capfd: pytest.CaptureFixture[str]) -> None:
    dataset(SLUG, "*", ())
    assert capfd.readouterr() == ("", "")


def test_only_tables_and_only_those_wanted(server: KaggleServer) -> None:
    server.shelf[SLUG].files = {
        "a.csv": b"x",
        "photo.png": b"png",
        "sub/b 1.csv": b"y",
        "../evil.csv": b"z",
        "/evil.csv": b"z",
        "c.TSV": b"v",
        "d.csv": b"w",
    }
    _, found = dataset(SLUG, "*.csv", ())
    assert {name: file.read_bytes() for name, file in found.items()} == {
        "a.csv": b"x",
        "d.csv": b"w",
        "sub/b 1.csv": b"y",
    }
    assert server.count("ListDatasetFiles") == 4
    sentence = _refused(SourceError, pattern="*2019*")
    assert "no table '*2019*'. It has: a.csv, c.TSV, d.csv, sub/b 1.csv." in sentence
    asked = len(server.asked)
    _, found = dataset(SLUG, "c*", ())
    assert found["c.TSV"].read_bytes() == b"v"
    assert [a[0] for a in server.asked[asked:]] == ["IntrospectToken", "DownloadDataset", "blob"]


def test_no_table_at_all(server: KaggleServer) -> None:
    server.shelf[SLUG].files = {"photo.png": b"png"}
    assert "no file that ends in .csv, .tsv" in _refused(SourceError)


def test_large_files_come_in_a_zip(server: KaggleServer) -> None:
    server.shelf[SLUG].files = {"sub/my rain.csv": RAIN.encode()}
    server.shelf[SLUG].zipped = frozenset(["sub/my rain.csv"])
    _, found = dataset(SLUG, "*", ())
    assert found["sub/my rain.csv"].read_text() == RAIN


def test_a_dataset_stays_at_its_version(server: KaggleServer) -> None:
    server.shelf[SLUG].files = {"a.csv": b"a", "b.csv": b"b"}
    dataset(SLUG, "a*", ())
    server.shelf[SLUG].version = 4
    known, _ = dataset(SLUG, "*", ())
    assert known["version"] == 3
    assert server.versions == [3, 3]


def test_a_dataset_without_versions(server: KaggleServer) -> None:
    server.shelf[SLUG].version = None
    dataset(SLUG, "*", ())
    assert server.versions == [None]


def test_the_older_key(server: KaggleServer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("KAGGLE_API_TOKEN")
    monkeypatch.setenv("KAGGLE_USERNAME", "ada")
    monkeypatch.setenv("KAGGLE_KEY", "0123456789abcdef")
    dataset(SLUG, "*", ())


def test_no_key(server: KaggleServer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("KAGGLE_API_TOKEN")
    assert "no valid key of one was found" in _refused(SetupError)
    assert not server.asked
    assert not _place().exists()


def test_a_key_of_the_past(server: KaggleServer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KAGGLE_API_TOKEN", "KGAT_expired")
    assert "no valid key of one was found" in _refused(SetupError)


def test_a_refused_key(server: KaggleServer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("KAGGLE_API_TOKEN")
    monkeypatch.setenv("KAGGLE_USERNAME", "ada")
    monkeypatch.setenv("KAGGLE_KEY", "wrong")
    assert "Kaggle refused the key" in _refused(SetupError)


@pytest.mark.parametrize("package", ["requests", "kaggle.api.kaggle_api_extended", "six"])
def test_no_client(server: KaggleServer, monkeypatch: pytest.MonkeyPatch, package: str) -> None:
    if package == "six":
        for name in [name for name in sys.modules if name.partition(".")[0] == "kaggle"]:
            monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, package, None)
    assert 'Run: pip install "figloom[kaggle]"' in _refused(SetupError)


@pytest.mark.parametrize(
    ("slug", "said"),
    [
        ("unsdsn/world-hapiness", "Did you mean 'unsdsn/world-happiness'?"),
        ("nobody/nothing-at-all", "Check owner/name in its address."),
    ],
)
def test_unknown_slug(server: KaggleServer, slug: str, said: str) -> None:
    sentence = _refused(SourceError, slug)
    assert f"no dataset {slug!r} that this account may read. {said}" in sentence
    assert not _place(slug).exists()


@pytest.mark.parametrize(
    "slug", ["rain", "a/b/c", "../up", "a/..", "https://kaggle.com/datasets/a/b", "", "a b/c"]
)
def test_no_slug(server: KaggleServer, slug: str) -> None:
    assert "give owner/name" in _refused(SourceError, slug)
    assert not server.asked


@pytest.mark.parametrize("licences", [("CC-BY-NC-SA-4.0",), ("unknown",), (), ("MIT", "other")])
def test_a_licence_that_is_not_free(server: KaggleServer, licences: tuple[str, ...]) -> None:
    server.shelf[SLUG].licences = licences
    sentence = _refused(SourceError)
    name = " AND ".join(licences) or "unknown"
    assert f"licence {name!r}" in sentence
    assert f'set licences = ["{name}"]' in sentence
    assert server.count("DownloadDataset") == 0
    assert not _place().exists()


def test_a_licence_that_the_person_accepts(server: KaggleServer) -> None:
    server.shelf[SLUG].licences = ("CC-BY-SA-4.0",)
    dataset(SLUG, "*", ("CC-BY-SA-4.0",))
    # What is in the cache is no more allowed than before.
    assert "licence 'CC-BY-SA-4.0'" in _refused(SourceError)
    assert kaggle(path=SLUG, licences=("CC-BY-SA-4.0",)).licence == "CC-BY-SA-4.0"


@pytest.mark.parametrize("name", ["PDDL", "apache-2.0", "US-Government-Works", "ODC-BY-1.0"])
def test_free_as_kaggle_writes_it(server: KaggleServer, name: str) -> None:
    server.shelf[SLUG].licences = (name,)
    dataset(SLUG, "*", ())


@pytest.mark.parametrize(
    "method", ["GetDataset", "GetDatasetMetadata", "ListDatasetFiles", "DownloadDataset", "blob"]
)
def test_too_many_requests(server: KaggleServer, method: str) -> None:
    server.faults[method] = Fault(429, {"Retry-After": "3600"})
    assert "no more requests for now (429)" in (sentence := _refused(SourceError))
    assert "in 3600 s" in sentence
    assert server.count(method) == 1, "nobody waits for an hour"
    _nothing_whole()
    del server.faults[method]
    dataset(SLUG, "*", ())


def test_kaggle_is_down(server: KaggleServer) -> None:
    server.faults["GetDataset"] = Fault(503)
    assert "Kaggle answers 503" in _refused(SourceError)


@pytest.mark.parametrize("method", ["IntrospectToken", "GetDataset", "blob"])
def test_no_answer(server: KaggleServer, monkeypatch: pytest.MonkeyPatch, method: str) -> None:
    monkeypatch.setattr(kaggle_fetch, "TIMEOUT", 0.3)
    server.faults[method] = Fault(delay=1.0)
    assert "no answer within 0.3 s" in _refused(SourceError)


def test_no_network(server: KaggleServer, monkeypatch: pytest.MonkeyPatch) -> None:
    from kagglesdk import kaggle_env

    # A port that was just given back is closed.
    with socket.socket() as closed:
        closed.bind(("127.0.0.1", 0))
        port = closed.getsockname()[1]
    monkeypatch.setitem(
        kaggle_env._env_to_endpoint, kaggle_env.KaggleEnv.PROD, f"http://127.0.0.1:{port}"
    )
    assert "could not be fetched (no connection" in _refused(SourceError)


def test_broken_off_and_taken_up_at_once(server: KaggleServer) -> None:
    server.shelf[SLUG].files = {"large.csv": LARGE}
    server.faults["blob"] = Fault(cut=2_500_000, times=1)
    _, found = dataset(SLUG, "*", ())
    assert found["large.csv"].read_bytes() == LARGE
    assert [asked[2] for asked in server.asked if asked[0] == "blob"] == ["", "bytes=2097152-"]


def test_broken_off_and_taken_up_by_the_next_run(server: KaggleServer) -> None:
    server.shelf[SLUG].files = {"a.csv": b"small", "large.csv": LARGE}
    dataset(SLUG, "a*", ())
    server.faults["blob"] = Fault(cut=1_100_000, times=kaggle_fetch.TRIES + 1)
    assert "what has come is kept in" in _refused(SourceError)
    assert [file.name for file in (_place() / "files").iterdir()] == ["a.csv"]
    asked = len(server.asked)
    _, found = dataset(SLUG, "*", ())
    assert found["large.csv"].read_bytes() == LARGE
    again = [a for a in server.asked[asked:] if a[0] == "blob"]
    # The first request learns what the file is now, the second asks for its rest.
    assert [a[2] for a in again] == ["", "bytes=3145728-"]
    assert all("large" in a[1] for a in again)


def test_what_was_left_of_another_file_is_not_taken(server: KaggleServer) -> None:
    server.shelf[SLUG].files = {"large.csv": LARGE}
    server.faults["blob"] = Fault(cut=1_100_000, times=kaggle_fetch.TRIES + 1)
    _refused(SourceError)
    server.shelf[SLUG].files = {"large.csv": b"a,b\n3,4\n"}
    _, found = dataset(SLUG, "*", ())
    assert found["large.csv"].read_bytes() == b"a,b\n3,4\n"


def test_a_leftover_from_unpacking(server: KaggleServer) -> None:
    server.shelf[SLUG].zipped = frozenset(["rain.csv"])
    server.shelf[SLUG].sizes = {"rain.csv": 0}
    server.faults["blob"] = Fault(status=500)
    _refused(SourceError)
    (rest,) = (_place() / "partial").iterdir()
    (rest / "unpacked").write_text("half of")
    del server.faults["blob"]
    assert dataset(SLUG, "*", ())[1]["rain.csv"].read_text() == RAIN


def test_too_large_for_the_disk(server: KaggleServer, monkeypatch: pytest.MonkeyPatch) -> None:
    usage = namedtuple("usage", "total used free")
    monkeypatch.setattr(shutil, "disk_usage", lambda place: usage(10**9, 10**9, 2_000_000))
    server.shelf[SLUG].sizes = {"rain.csv": 3_000_000}
    sentence = _refused(OutputError)
    assert "needs 3 MB" in sentence
    assert "2 MB are free" in sentence
    assert server.count("DownloadDataset") == 0


def test_the_disk_fills_up(server: KaggleServer) -> None:
    server.shelf[SLUG].files = {"large.csv": LARGE}
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (1_500_000, hard))
    gc.collect()
    try:
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always", ResourceWarning)
            sentence = _refused(OutputError)
            gc.collect()
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    assert not [str(warning.message) for warning in caught], "a connection stays open"
    assert sentence.startswith(f"Cannot write {_place()}: File too large.")
    _nothing_whole()
    assert dataset(SLUG, "*", ())[1]["large.csv"].read_bytes() == LARGE


def test_the_share_is_checked(server: KaggleServer) -> None:
    with pytest.raises(SourceError, match="0 < eval_share < 1"):
        kaggle(path=SLUG, eval_share=1.5)


def test_the_catalogue() -> None:
    known = files.read_toml(files.sources() / "kaggle.toml")["dataset"]
    assert len({entry["slug"] for entry in known}) == len(known) >= 20
    for entry in known:
        assert set(entry) == {"slug", "title", "licence", "shapes"}
        assert kaggle_fetch._SLUG.fullmatch(entry["slug"])
        assert entry["title"]
        assert entry["shapes"]
        kaggle_fetch._allow(entry["slug"], entry["licence"], ())
