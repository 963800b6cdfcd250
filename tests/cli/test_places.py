"""Where a build or an export may not go, and what stands there already."""

from __future__ import annotations

import fcntl
import os
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

Refused = Callable[..., str]
RECIPE = """
render = "as_text"
count = 4

[[block]]
name = "stars"
sample = { name = "star", triples = [1, 3] }
ask = ["count_triples"]
"""


@pytest.fixture(autouse=True)
def recipe(elsewhere: Path) -> None:
    (elsewhere / "mine.toml").write_text(RECIPE, "utf-8")


def test_a_file(refused: Refused, elsewhere: Path) -> None:
    assert "mine.toml is a file" in refused("build", "mine.toml", "--out", "mine.toml")
    below = "mine.toml/below"
    assert f"Cannot write {below}" in refused("build", "mine.toml", "--out", below)


def test_a_foreign_folder(refused: Refused, elsewhere: Path) -> None:
    (elsewhere / "full").mkdir()
    (elsewhere / "full" / "thesis.txt").write_text("mine", "utf-8")
    assert "full is not empty and not a build" in refused("build", "mine.toml", "--out", "full")


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"job": 3}', "\x00", '{"job": {"a": 1}}'])
def test_a_foreign_manifest(refused: Refused, elsewhere: Path, text: str) -> None:
    (elsewhere / "full").mkdir()
    (elsewhere / "full" / "manifest.json").write_text(text, "utf-8")
    assert "Choose another --out" in refused("build", "mine.toml", "--out", "full")


@pytest.mark.parametrize("place", ["/proc/x", "/dev/null/x", "x" * 300])
def test_unwritable(refused: Refused, place: str) -> None:
    assert f"Cannot write {place}" in refused("build", "mine.toml", "--out", place)


def test_a_read_only_folder(refused: Refused, elsewhere: Path, mounted: Any) -> None:
    mounted(elsewhere / "disk", "ro")
    assert "Read-only file system" in refused("build", "mine.toml", "--out", "disk/out")


@pytest.fixture
def mounted() -> Iterator[Callable[[Path, str], None]]:
    """Mounts a small file system in memory; skips where that is not allowed."""
    places: list[Path] = []

    def mount(place: Path, options: str) -> None:
        place.mkdir()
        command = ["mount", "-t", "tmpfs", "-o", options, "tmpfs", str(place)]
        if os.geteuid() != 0 or subprocess.run(command, capture_output=True).returncode:
            pytest.skip("needs the right to mount a file system")
        places.append(place)

    yield mount
    for place in places:
        subprocess.run(["umount", str(place)], check=True)


def test_a_full_disk(figloom: Any, elsewhere: Path, mounted: Any) -> None:
    mounted(elsewhere / "disk", "size=64k")
    code, said, err = figloom("build", "quickstart", "--count", 12, "--out", "disk/out")
    assert (code, said) == (2, "")
    assert err.startswith("figloom: Cannot write disk/out/")
    assert "No space left on device. Free some space" in err
    assert err.count("\n") == 1
    assert list((elsewhere / "disk").iterdir()) == []


def test_a_disk_that_fills_up_keeps_what_was_finished(
    figloom: Any, elsewhere: Path, mounted: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    mounted(elsewhere / "disk", "size=600k")
    monkeypatch.setattr("figloom.manifest.contact_sheet", lambda records: bytes(700_000))
    code, _, err = figloom("build", "mine.toml", "--out", "disk/out")
    assert code == 2
    assert "Free some space" in err
    assert len(list((elsewhere / "disk/out/data").iterdir())) == 1
    monkeypatch.undo()
    monkeypatch.chdir(elsewhere)
    monkeypatch.setattr("figloom.manifest.contact_sheet", lambda records: b"small")
    code, _, err = figloom("build", "mine.toml", "--out", "disk/out")
    assert (code, err) == (0, "")


def test_another_build(figloom: Any, refused: Refused) -> None:
    assert figloom("build", "mine.toml", "--out", "out").code == 0
    for changes in (["--seed", 1], ["--count", 5], ["--split", "eval"]):
        sentence = refused("build", "mine.toml", "--out", "out", *changes)
        assert "out holds another build" in sentence


def _stamps(folder: Path) -> dict[Path, tuple[int, int]]:
    return {path: (path.stat().st_ino, path.stat().st_mtime_ns) for path in folder.rglob("*")}


def test_the_same_build_again_changes_nothing(figloom: Any, elsewhere: Path) -> None:
    first = figloom("build", "mine.toml")
    files = _stamps(elsewhere)
    again = figloom("build", "mine.toml")
    assert first.code == again.code == 0
    assert " in " in first.out
    assert "already complete, nothing to do" in again.out
    assert _stamps(elsewhere) == files
    assert "output/mine-s0" in first.out


def test_two_builds_at_once(refused: Refused, elsewhere: Path) -> None:
    place = elsewhere / "out" / ".partial"
    place.mkdir(parents=True)
    with (place / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        sentence = refused("build", "mine.toml", "--out", "out")
        assert "Another build is writing to out" in sentence


def test_an_unfinished_build_is_no_dataset(figloom: Any, refused: Refused, elsewhere: Path) -> None:
    assert figloom("build", "mine.toml", "--out", "out").code == 0
    (elsewhere / "out" / ".partial").mkdir()
    (elsewhere / "out" / "manifest.json").rename(elsewhere / "kept.json")
    for command in (
        ("export", "out", "--to", "llava"),
        ("look", "out"),
        ("build", "mine.toml", "--seed", 2, "--exclude", "out"),
    ):
        assert "out is not finished" in refused(*command)


def test_exports(figloom: Any, refused: Refused, elsewhere: Path) -> None:
    assert figloom("build", "mine.toml", "--out", "out").code == 0
    (elsewhere / "full").mkdir()
    (elsewhere / "full" / "thesis.txt").write_text("mine", "utf-8")
    for place in ("full", "out", ".", "mine.toml"):
        assert "choose" in refused("export", "out", "--to", "llava", "--out", place)
    assert "Cannot write" in refused("export", "out", "--to", "llava", "--out", "/proc/x")
    ran = figloom("export", "out", "--to", "llava")
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.startswith("4 rows in ")
    assert (elsewhere / "out-llava" / "llava.json").is_file()
    assert figloom("export", "out", "--to", "llava").code == 0
    data = elsewhere / "out" / "data" / "train-00000-of-00001.parquet"
    data.write_bytes(data.read_bytes()[:-100])
    assert "is not a Parquet file" in refused("export", "out", "--to", "sharegpt")


@pytest.mark.parametrize("place", ["/proc/x.png", "loop/x.png", "mine.toml/x.png", "x" * 300])
def test_a_file_that_cannot_be_written(refused: Refused, elsewhere: Path, place: str) -> None:
    (elsewhere / "loop").symlink_to("loop")
    assert f"Cannot write {place}: " in refused("look", "mine.toml", "--out", place)


def test_a_file_in_a_read_only_folder(refused: Refused, elsewhere: Path, mounted: Any) -> None:
    mounted(elsewhere / "disk", "ro")
    sentence = refused("look", "mine.toml", "--out", "disk/x.png")
    assert "Cannot write disk/x.png: Read-only file system. Make its folder writable" in sentence
