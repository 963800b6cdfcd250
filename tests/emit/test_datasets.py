"""`datasets.load_dataset(folder)` simply works, offline, with old and new versions."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import venv
from pathlib import Path

import pytest

from figloom.types import Record

LOAD = """
import json, sys
import datasets
rows = datasets.load_dataset(sys.argv[1])
pictures = [row["image"] for row in rows["test"]]
print(json.dumps({
    "version": datasets.__version__,
    "splits": {name: len(split) for name, split in rows.items()},
    "sizes": [list(picture.size) if picture else None for picture in pictures],
    "formats": sorted({picture.format for picture in pictures if picture}),
    "ids": rows["test"]["id"][:],
    "questions": [[q["question"] for q in row] for row in rows["test"]["questions"][:]],
    "polarity": [[q["polarity"] for q in row] for row in rows["test"]["questions"][:]],
    "choices": [[q["choices"] for q in row] for row in rows["test"]["questions"][:]],
}))
"""


def load(python: str | Path, folder: Path, home: Path) -> dict[str, object]:
    env = {**os.environ, "HF_HOME": str(home), "HF_DATASETS_OFFLINE": "1", "HF_HUB_OFFLINE": "1"}
    done = subprocess.run(
        [str(python), "-c", LOAD, str(folder)], env=env, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr[-2000:]
    loaded: dict[str, object] = json.loads(done.stdout.splitlines()[-1])
    return loaded


def matches(loaded: dict[str, object], many: list[Record], records: list[Record]) -> None:
    pictures = [record.picture for record in records]
    assert loaded["splits"] == {"train": len(many), "test": len(records)}
    assert loaded["sizes"] == [[p.width, p.height] if p else None for p in pictures]
    assert loaded["formats"] == ["PNG"]
    assert loaded["ids"] == [f"{record.key}/{record.role}" for record in records]
    assert loaded["questions"] == [[q.text for q in r.questions] for r in records]
    assert loaded["polarity"] == [[q.polarity for q in r.questions] for r in records]
    assert loaded["choices"] == [[list(q.choices) for q in r.questions] for r in records]


@pytest.mark.parametrize("readme", [True, False], ids=["with card", "without card"])
def test_the_installed_datasets_reads_a_folder(
    readme: bool, dataset: Path, many: list[Record], records: list[Record], tmp_path: Path
) -> None:
    pytest.importorskip("datasets")
    folder = dataset
    if not readme:
        folder = tmp_path / "bare"
        folder.mkdir()
        (folder / "data").symlink_to(dataset / "data")
    matches(load(sys.executable, folder, tmp_path / "home"), many, records)


@pytest.mark.slow
def test_datasets_3_6_reads_a_folder(
    dataset: Path, many: list[Record], records: list[Record], tmp_path: Path
) -> None:
    venv.create(tmp_path / "venv", with_pip=True)
    python = tmp_path / "venv" / "bin" / "python"
    install = [str(python), "-m", "pip", "install", "-q", "--no-compile"]
    subprocess.run([*install, "datasets==3.6.0", "pillow"], check=True)
    loaded = load(python, dataset, tmp_path / "home")
    assert loaded["version"] == "3.6.0"
    matches(loaded, many, records)
