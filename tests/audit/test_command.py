"""`figloom audit` as a person runs it: what is said, and the exit code."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from figloom import cli


def _run(monkeypatch: pytest.MonkeyPatch, *words: object) -> int:
    monkeypatch.setattr(sys, "argv", ["figloom", "audit", *map(str, words)])
    with pytest.raises(SystemExit) as ended:
        cli.main()
    return int(str(ended.value.code))


def test_clean_dataset_exits_with_0(
    built: Callable[..., Path],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert _run(monkeypatch, built("maps-ablation", 20)) == 0
    said = capsys.readouterr()
    assert said.out.startswith("no finding in 1 dataset, ")
    assert said.err == ""


def test_findings_exit_with_1(
    built: Callable[..., Path],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    folder = built("maps-ablation", 20)
    assert _run(monkeypatch, folder, folder) == 1
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith("specs shared: 1; ")
    assert lines[-1].startswith("1 finding in 2 datasets, ")


def test_no_dataset_exits_with_2(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert _run(monkeypatch, tmp_path) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.startswith(f"figloom: {tmp_path}")
    assert "Traceback" not in said.err


def test_no_folder_is_a_mistake(monkeypatch: pytest.MonkeyPatch) -> None:
    assert _run(monkeypatch) == 2
