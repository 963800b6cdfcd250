"""Stories that a real, small language model tells, and a build of flowcharts made of them.

What so small a model tells is mostly refused, and which of it is kept may differ from one kind of
processor to another: what is asserted holds for any model.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

sys.path.insert(0, str(Path(__file__).parent))

import llama_server

from figloom.read.stories import stories
from figloom.read.stories_llm import stories_llm
from figloom.read.stories_llm_checks import faults

pytest.importorskip("openai", reason="the openai package is not installed")
pytestmark = pytest.mark.skipif(
    bool(llama_server.lacking()), reason=f"{llama_server.lacking()} is missing: run `make llama`"
)

TOLD = 4
"""Stories asked for: two architectures and two studies, which are the shortest to tell."""
RECIPE = """
about = "Whatever a model tells."
source = "stories"
count = 8
attempts = 6
render = "flow"

[[block]]
each = { structure = "every" }
sample = "flow"
ask = ["several"]
"""


def test_a_build_of_what_a_real_model_tells(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FIGLOOM_CACHE", str(tmp_path / "cache"))
    (tmp_path / "told.toml").write_text(RECIPE, "utf-8")
    with llama_server.serving(tmp_path) as url:
        # All that is told goes to train, where one of ours for either section is too.
        table = (
            f'{{ name = "stories_llm", model = "smol", base_url = "{url}", stories = {TOLD}, '
            'sections = ["layers", "study"], eval_share = 0.001 }'
        )
        first = _built(tmp_path, table, "first")
    again = _built(tmp_path, table, "again")
    assert _shards(again) == _shards(first)
    assert _source(again) == _source(first)
    audited = _figloom(tmp_path, "audit", first)
    assert audited.returncode == 0, audited.stdout + audited.stderr

    source = stories_llm(
        model="smol", base_url=url, stories=TOLD, sections=("layers", "study"), eval_share=0.001
    )
    ours = {story.id for story in stories().stories}
    kept = [story for story in source.stories if story.id not in ours]
    assert len(source.stories) == TOLD
    assert not [fault for story in kept for fault in faults(story, "")]
    told = _source(first)
    assert told["notes"] == list(source.notes)
    counted = [re.match(rf"(\d+) of {TOLD} stories are ours, not the model's: \S", note)
               for note in source.notes]  # fmt: skip
    assert sum(int(found[1]) for found in counted if found) == TOLD - len(kept)
    assert "cannot be reached" not in " ".join(source.notes)
    assert told["credit"] == ("Invented by smol" if kept else "")


def _built(place: Path, table: str, name: str) -> Path:
    ran = _figloom(place, "build", "told.toml", "--source", table, "--out", place / name)
    assert ran.returncode == 0, ran.stderr
    return place / name


def _figloom(place: Path, *words: object) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "figloom", *map(str, words)],
        capture_output=True, text=True, timeout=600, check=False, cwd=place, env=os.environ,
    )  # fmt: skip


def _shards(dataset: Path) -> Mapping[str, bytes]:
    found = {file.name: file.read_bytes() for file in sorted((dataset / "data").iterdir())}
    assert found
    return found


def _source(dataset: Path) -> Mapping[str, Any]:
    (told,) = json.loads((dataset / "manifest.json").read_text("utf-8"))["sources"]
    return told
