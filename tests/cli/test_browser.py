"""A browser that is none, and one that dies in the midst of a build."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import psutil
import pytest

from figloom.errors import SetupError
from figloom.render.plots import browser


@pytest.fixture(autouse=True)
def ours(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The cache of this machine, where ECharts is, and no browser before or after."""
    browser.close()
    monkeypatch.delenv("FIGLOOM_CACHE")
    yield
    browser.close()


def _program(place: Path, text: str, mode: int = 0o755) -> Path:
    place.write_text(f"#!/bin/sh\n{text}\n", "utf-8")
    place.chmod(mode)
    return place


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("exit 1", "does not start as a browser: it ended at once, with exit code 1."),
        ("echo 'x: no libatomic.so.1' >&2; exit 127", "a browser: x: no libatomic.so.1."),
        ("exec sleep 60", "it gave no answer within 2 s."),
        ("", "it ended at once, with exit code 0."),
    ],
)
def test_a_program_that_is_no_browser(
    elsewhere: Path, monkeypatch: pytest.MonkeyPatch, text: str, fault: str
) -> None:
    place = _program(elsewhere / "fake", text)
    monkeypatch.setattr(browser, "_PATIENCE", 2.0)
    monkeypatch.setenv("FIGLOOM_CHROMIUM", str(place))
    with pytest.raises(SetupError) as caught:
        browser.check()
    said = str(caught.value)
    assert said.startswith(f"{place} does not start as a browser: ")
    assert fault in said
    assert said.endswith(
        "Name a Chromium there, or unset FIGLOOM_CHROMIUM to take the one that is installed."
    )


def test_what_is_no_program(
    refused: Callable[..., str], elsewhere: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    _program(elsewhere / "text", "exit 0", 0o644)
    for name, fault in (
        ("text", "may not be executed"),
        ("nowhere", "does not exist"),
        (".", "is a folder"),
        ("text/below", "does not exist"),
        ("x" * 300, "cannot be looked at: File name too long"),
    ):
        monkeypatch.setenv("FIGLOOM_CHROMIUM", name)
        sentence = refused("build", "charts", "--count", 4, "--out", "out")
        assert f"FIGLOOM_CHROMIUM names {name}, which {fault}. Name a Chromium" in sentence


def test_no_build_without_a_browser(
    refused: Callable[..., str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FIGLOOM_CHROMIUM", "/bin/false")
    sentence = refused("build", "charts", "--count", 4, "--out", "out")
    assert "/bin/false does not start as a browser" in sentence


RECIPE = """
source = "tables"
count = 30
render = { name = "chart", renderers = ["echarts"] }

[[block]]
name = "bars"
sample = { name = "table", chart = "bar" }
ask = ["value"]
"""


def _without(folder: Path) -> tuple[dict[str, Any], dict[str, bytes]]:
    """The manifest without the deaths, and every other file."""
    told = json.loads((folder / "manifest.json").read_text("utf-8"))
    del told["browser_restarts"]
    files = {str(p.relative_to(folder)): p.read_bytes() for p in folder.rglob("*") if p.is_file()}
    del files["manifest.json"]
    return told, files


def test_a_death_is_in_the_manifest_and_in_the_summary(figloom: Any, elsewhere: Path) -> None:
    (elsewhere / "mine.toml").write_text(RECIPE, "utf-8")
    calm = figloom("build", "mine.toml", "--out", "calm")
    assert calm.code == 0, calm.err
    assert "browser" not in calm.out
    killed: list[int] = []

    def kill() -> None:
        deadline = time.monotonic() + 60
        while not (elsewhere / "out/.partial/job.json").exists() and time.monotonic() < deadline:
            time.sleep(0.005)
        for process in psutil.Process().children(recursive=True):
            with suppress(psutil.Error):
                if "chrom" in process.name() and "--type=" not in " ".join(process.cmdline()):
                    process.kill()
                    killed.append(process.pid)

    killer = threading.Thread(target=kill)
    killer.start()
    ran = figloom("build", "mine.toml", "--out", "out")
    killer.join()
    assert killed
    assert ran.code == 0
    assert "Chromium died" in ran.err
    told = json.loads((elsewhere / "out/manifest.json").read_text("utf-8"))
    assert told["browser_restarts"] == 1
    assert ran.out.splitlines()[-1] == (
        "browser        died once and was started again; nothing is missing"
    )
    assert _without(elsewhere / "out") == _without(elsewhere / "calm")
    assert (
        json.loads((elsewhere / "calm/manifest.json").read_text("utf-8"))["browser_restarts"] == 0
    )
