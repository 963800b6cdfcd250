"""ChartBench reply files: written by hand, or the published ones."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from figloom import cli

sys.path.insert(0, str(Path(__file__).parent))

DATA = Path(__file__).parents[2].parent / "shared" / "data" / "chartbench"


@pytest.fixture
def write(tmp_path: Path) -> Callable[..., Path]:
    """Writes rows, numbered unless they have an id, as a reply file."""

    def to_file(*rows: dict[str, Any]) -> Path:
        numbers = count()
        place = tmp_path / "model.jsonl"
        lines = [json.dumps({"id": next(numbers), **row}, ensure_ascii=False) for row in rows]
        place.write_text("\n".join(lines) + "\n", "utf-8")
        return place

    return to_file


@pytest.fixture
def published() -> Path:
    """The folder of the published reply files."""
    if not DATA.is_dir():
        pytest.skip("ChartBench's reply files are not in ../shared/data/chartbench")
    return DATA


@pytest.fixture
def figloom(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Callable[..., tuple[int, str, str]]:
    """The command line in this process: exit code, stdout, stderr."""

    def run(*words: object) -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "argv", ["figloom", *map(str, words)])
        with pytest.raises(SystemExit) as ended:
            cli.main()
        said = capsys.readouterr()
        return int(str(ended.value.code or 0)), said.out, said.err

    return run
