"""The command line, run in this process as a person would: words in; code, stdout, stderr out."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest

from figloom import cli


class Ran(NamedTuple):
    code: int
    out: str
    err: str


@pytest.fixture(autouse=True)
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A working directory that is not the checkout."""
    place = tmp_path / "here"
    place.mkdir()
    monkeypatch.chdir(place)
    monkeypatch.setenv("FIGLOOM_CACHE", str(tmp_path / "cache"))
    return place


@pytest.fixture
def figloom(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Callable[..., Ran]:
    """Runs `figloom WORDS...`."""

    def run(*words: object) -> Ran:
        monkeypatch.setattr(sys, "argv", ["figloom", *map(str, words)])
        with pytest.raises(SystemExit) as ended:
            cli.main()
        said = capsys.readouterr()
        return Ran(int(str(ended.value.code or 0)), said.out, said.err)

    return run


@pytest.fixture
def refused(figloom: Callable[..., Ran], elsewhere: Path) -> Callable[..., str]:
    """Runs a command that must fail as every mistake does; its one sentence."""

    def run(*words: object) -> str:
        before = sorted(elsewhere.rglob("*"))
        code, out, err = figloom(*words)
        assert code == 2, err
        assert out == ""
        assert err.startswith("figloom: ")
        assert err.count("\n") == 1
        assert err.endswith(".\n")
        assert "Traceback" not in err
        assert sorted(elsewhere.rglob("*")) == before, "something was written"
        return err

    return run
