"""Flowcharts built for good: equal shards however they are built, the published mix, twins."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

from figloom import recipe
from figloom.emit.parquet import read_folder
from figloom.run import Order, fill
from figloom.types import Flow

RECIPE = """
about = "Flowcharts of all structures."
source = "stories"
count = 48
attempts = 6
render = { name = "flow", renderers = ["graphviz", "mermaid"] }

[[block]]
each = { structure = "every" }
share = 4
sample = "flow"
ask = ["several"]

[[block]]
name = "twins"
share = 8
sample = { name = "flow", structure = ["process", "decision_tree"] }
modify = { name = "twin", edit = "labels" }
ask = ["reason_branch"]
"""

MIXED = """
about = "Arrows of two structures, only one of which may lead elsewhere."
source = "stories"
count = 8
attempts = 6
render = "flow"

[[block]]
name = "twins"
sample = { name = "flow", structure = ["process", "program"], nodes = [8, 30] }
modify = { name = "twin", edit = "target" }
ask = ["locate_next"]
"""


def _build(folder: Path, name: str, workers: int, hash_seed: str) -> Path:
    told = folder / "mixed.toml"
    told.write_text(RECIPE, "utf-8")
    out = folder / name
    command = [sys.executable, "-m", "figloom", "build", str(told), "--seed", "5",
               "--workers", str(workers), "--out", str(out)]  # fmt: skip
    subprocess.run(
        command, check=True, capture_output=True, env={**os.environ, "PYTHONHASHSEED": hash_seed}
    )
    return out


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    folder = tmp_path_factory.mktemp("flows")
    return _build(folder, "one", 1, "1"), _build(folder, "two", 2, "77")


def test_equal_for_any_workers_and_hash_seed(built: tuple[Path, Path]) -> None:
    shards = [sorted((one / "data").iterdir()) for one in built]
    assert [path.name for path in shards[0]] == [path.name for path in shards[1]]
    for one, other in zip(*shards, strict=True):
        assert one.read_bytes() == other.read_bytes(), one.name


def test_every_structure_and_both_renderers(built: tuple[Path, Path]) -> None:
    records = list(read_folder(built[0]))
    assert {record.facts.shown.structure for record in records} == {
        "architecture", "decision_tree", "participants", "process", "program", "retry",
    }  # fmt: skip
    drawn = Counter(record.picture.style.split("/")[0] for record in records if record.picture)
    assert set(drawn) == {"graphviz", "mermaid"}
    assert sum(len(record.questions) for record in records) > 2 * len(records)


def test_where_no_twin_can_be_had_of_a_structure_another_is_taken(tmp_path: Path) -> None:
    path = tmp_path / "mixed.toml"
    path.write_text(MIXED, "utf-8")
    mixed = recipe.load(str(path))
    source = mixed.source.plugin.call(**mixed.source.options)
    reasons = Counter[str]()
    for slot in range(4):
        order = Order(1, "train", mixed.blocks[0], slot, 4)
        item, refusals = fill(mixed, source, order, drawn=False)
        for record in item.records:
            assert isinstance(record.facts.shown, Flow)
            assert record.facts.shown.structure == "process"
        reasons.update(refusal.reason for refusal in refusals)
    assert reasons["no arrow of a program is re-aimed"] >= 2 * mixed.attempts


def test_twins_share_their_words_and_group_and_not_their_answer(built: tuple[Path, Path]) -> None:
    pairs: dict[str, dict[str, tuple[str, str, object]]] = {}
    for record in read_folder(built[0]):
        if "/twins/" in record.key:
            (question,) = record.questions
            told = (question.text, question.group, question.answer)
            pairs.setdefault(record.key, {})[record.role] = told
    assert len(pairs) >= 4
    for pair in pairs.values():
        main, twin = pair["main"], pair["twin"]
        assert main[:2] == twin[:2]
        assert main[2] != twin[2]


def test_the_audit_finds_nothing(built: tuple[Path, Path]) -> None:
    command = [sys.executable, "-m", "figloom", "audit", str(built[0])]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def test_flowce_in_its_published_mix() -> None:
    shares: Counter[str] = Counter()
    loaded = recipe.load("flowce")
    for block in loaded.blocks:
        (call,) = block.ask
        shares[call.plugin.name.split("_")[0]] += int(block.share["eval"])
    assert loaded.count == 505
    assert shares == {
        "verify": 105, "extract": 100, "locate": 100, "reason": 100, "summarise": 100,
    }  # fmt: skip


def test_the_manifest_says_what_was_declined(built: tuple[Path, Path]) -> None:
    manifest = json.loads((built[0] / "manifest.json").read_text("utf-8"))
    assert all(entry["reason"] for entry in manifest["declines"])
    assert not manifest["left_out"]
