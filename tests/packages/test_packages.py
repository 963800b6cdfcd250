"""Packages of npm: fetched once, checked by their integrity, never kept when they are others."""

from __future__ import annotations

import base64
import hashlib
import io
import os
import tarfile
from pathlib import Path

import pytest

from figloom import packages
from figloom.errors import SetupError
from figloom.packages import Package

CODE = b"window.echarts = 1;"


def _tarball() -> bytes:
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w:gz") as tar:
        info = tarfile.TarInfo("package/dist/mine.js")
        info.size = len(CODE)
        tar.addfile(info, io.BytesIO(CODE))
    return out.getvalue()


@pytest.fixture
def npm(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> bytes:
    """An `npm` that packs one tarball, and a catalogue that knows it."""
    data = _tarball()
    (tmp_path / "it.tgz").write_bytes(data)
    program = tmp_path / "bin" / "npm"
    program.parent.mkdir()
    program.write_text(f'#!/bin/sh\ncp "{tmp_path}/it.tgz" "$5/mine-1.0.0.tgz"\n', "utf-8")
    program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{program.parent}{os.pathsep}{os.environ['PATH']}")
    monkeypatch.setenv("FIGLOOM_CACHE", str(tmp_path / "cache"))
    integrity = base64.b64encode(hashlib.sha512(data).digest()).decode()
    known = {"mine": Package("1.0.0", "dist/mine.js", integrity)}
    monkeypatch.setattr(packages, "PACKAGES", known)
    return data


def test_a_package_is_fetched_once(npm: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(SetupError, match="Run once: figloom setup"):
        packages.file("mine")
    assert packages.fetch("mine").read_bytes() == CODE
    monkeypatch.setenv("PATH", "/nowhere")
    assert packages.fetch("mine") == packages.file("mine")


def test_another_tarball_is_not_kept(npm: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    other = {"mine": Package("1.0.0", "dist/mine.js", "AAAA")}
    monkeypatch.setattr(packages, "PACKAGES", other)
    with pytest.raises(SetupError, match="is not the one we know"):
        packages.fetch("mine")
    with pytest.raises(SetupError, match="not here yet"):
        packages.file("mine")


def test_without_npm_it_says_how_to_get_it(npm: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "/nowhere")
    with pytest.raises(SetupError, match="npm is needed once"):
        packages.fetch("mine")


def test_a_failing_npm_is_one_sentence(
    npm: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "bin" / "npm").write_text("#!/bin/sh\necho offline >&2\nexit 1\n", "utf-8")
    with pytest.raises(SetupError, match=r"npm could not fetch mine@1.0.0: offline\."):
        packages.fetch("mine")
