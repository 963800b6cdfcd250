"""Whole datasets: clean builds, damaged folders, and what two datasets share."""

from __future__ import annotations

import ast
import copy
import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import pytest

import figloom.audit
from figloom.audit.labels import plain
from figloom.audit.overlap import _tail
from figloom.audit.walk import audit
from figloom.errors import DatasetError

FB15K237 = Path(__file__).parents[3] / "shared" / "data" / "fb15k237"
_FIRST_PATH = {
    "ask",
    "modify",
    "sample",
    "run",
    "render",
    "emit",
    "read",
    "knowledge",
    "negatives",
    "codec",
    "contents",
    "wording",
    "build",
    "shards",
    "repeats",
    "manifest",
    "workers",
    "seeds",
    "recipe",
}
Rows = list[dict[str, Any]]
Built = Callable[..., Path]


@pytest.mark.parametrize(
    ("recipe", "count", "split"),
    [
        ("quickstart", 60, "train"),
        ("maps", 60, "train"),
        ("maps-ablation", 20, "train"),
        ("maps-ablation", 20, "eval"),
    ],
)
def test_build_is_clean(recipe: str, count: int, split: str, built: Built) -> None:
    findings = audit([built(recipe, count, split)])
    assert findings.clean, findings.lines()
    assert findings.seen["records"] >= count
    assert findings.seen["questions"] >= count


@pytest.mark.skipif(not FB15K237.is_dir(), reason="needs FB15K-237 beside the repository")
def test_m3str_is_clean(built: Built) -> None:
    findings = audit([built("m3str", 40, source=f"fb15k237={FB15K237}")])
    assert findings.clean, findings.lines()


def test_audit_imports_nothing_of_the_first_path() -> None:
    folder = Path(str(figloom.audit.__file__)).parent
    modules = sorted(folder.glob("*.py"))
    assert len(modules) > 5
    for module in modules:
        for node in ast.walk(ast.parse(module.read_text("utf-8"))):
            if isinstance(node, ast.ImportFrom):
                names = [f"{node.module}.{alias.name}" for alias in node.names]
            elif isinstance(node, ast.Import):
                names = [alias.name for alias in node.names]
            else:
                continue
            for name in names:
                parts = name.split(".")
                assert parts[0] != "figloom" or parts[1] not in _FIRST_PATH, f"{module}: {name}"


@pytest.fixture
def copied(built: Built, tmp_path: Path) -> Path:
    """A dataset to damage."""
    return shutil.copytree(built("quickstart", 60), tmp_path / "copied")


def _shard(folder: Path) -> Path:
    return next((folder / "data").iterdir())


def _retold(folder: Path, change: Callable[[dict[str, Any]], None]) -> None:
    path = folder / "manifest.json"
    told = json.loads(path.read_text("utf-8"))
    change(told)
    path.write_text(json.dumps(told), "utf-8")


@pytest.mark.parametrize("place", [0.1, 0.5, 0.9, 0.999])
def test_changed_bytes_are_found(copied: Path, place: float) -> None:
    path = _shard(copied)
    data = bytearray(path.read_bytes())
    data[int(len(data) * place)] ^= 0x55
    path.write_bytes(bytes(data))
    assert audit([copied]).counts["checksum differs"] == 1


@pytest.mark.parametrize(
    ("change", "kind"),
    [
        (lambda t: t["splits"]["train"].update(records=61), "manifest tells other counts"),
        (lambda t: t["splits"]["train"].update(pictures=59), "manifest tells other counts"),
        (lambda t: t["splits"]["train"].update(questions=85), "manifest tells other counts"),
        (lambda t: t["splits"]["train"].update(bytes=1), "manifest tells other counts"),
        (lambda t: t.update(items=47), "manifest tells other counts"),
        (lambda t: t["shards"][0].update(records=59), "manifest tells other counts"),
        (lambda t: t["shards"][0].update(sha256="0" * 64), "checksum differs"),
        (lambda t: t["subtasks"]["detect_entity"].update(train=1), "manifest tells other subtasks"),
        (lambda t: t["answers"]["detect_entity"].update(No=1), "manifest tells other answers"),
        (lambda t: t["answers"].pop("count_triples"), "manifest tells other answers"),
        (lambda t: t["declines"].clear(), "manifest tells other declines"),
        (lambda t: t["shards"].append({**t["shards"][0], "file": "data/x"}), "shard missing"),
        (lambda t: t.pop("items"), "manifest cannot be read"),
    ],
)
def test_changed_manifest_is_found(
    copied: Path, change: Callable[[dict[str, Any]], None], kind: str
) -> None:
    _retold(copied, change)
    assert any(found.startswith(kind) for found in audit([copied]).counts)


def test_needless_shard_is_found(copied: Path) -> None:
    shutil.copy(_shard(copied), copied / "data" / "train-00001-of-00001.parquet")
    counts = audit([copied]).counts
    assert counts["shard missing or needless"] == 1
    assert counts["item in two places"] > 1


def test_broken_row_is_found(copied: Path) -> None:
    table = pq.read_table(_shard(copied))
    rows = table.to_pylist()
    rows[3]["facts"] = rows[3]["facts"][:-9]
    pq.write_table(table.from_pylist(rows, table.schema), _shard(copied))
    assert audit([copied]).counts["row cannot be read"] == 1


def test_what_is_called_false_and_true_is_found(
    items: list[Rows], written: Callable[[Rows], Path]
) -> None:
    rows = next(item for item in items if item[0]["facts"]["edits"] and len(item) == 2)
    other = copy.deepcopy(rows[0])
    other["facts"]["truth"] = other["facts"]["shown"]
    counts = audit([written([*rows, other])]).counts
    assert counts["called false here and true elsewhere"] >= 1


def test_train_and_eval_share_nothing(built: Built) -> None:
    findings = audit([built("quickstart", 60), built("maps-ablation", 20, "eval")])
    assert findings.clean, findings.lines()
    assert any("0 specs shared" in note for note in findings.notes)


def test_two_seeds_share_what_chance_gives(built: Built) -> None:
    findings = audit([built("quickstart", 60), built("quickstart", 60, seed=2)])
    assert findings.clean, findings.lines()
    assert "expected by chance" in findings.notes[0]
    assert "unknown" not in findings.notes[0]


def test_the_same_dataset_twice_is_found(built: Built) -> None:
    folder = built("quickstart", 60)
    assert audit([folder, folder]).counts == {"specs shared": 1}


def test_a_hub_in_both_splits_is_found(
    built: Built, items: list[Rows], written: Callable[[Rows], Path]
) -> None:
    rows = copy.deepcopy(items[0])
    for row in rows:
        row["split"] = "eval"
    counts = audit([built("quickstart", 60), written(rows)]).counts
    assert counts["hub in two splits"] == 1
    assert counts["triple in two splits"] == len(rows[0]["facts"]["shown"]["triples"])
    assert counts["specs shared"] == 1


@pytest.mark.parametrize(
    ("one", "other"),
    [("The Hague", "hague"), ("Beyoncé", "BEYONCE\u0301"), ("X-Men", "x men"), ("ﬁn_al", "Fin al")],
)
def test_labels_that_read_alike(one: str, other: str) -> None:
    assert plain(one) == plain(other)


@pytest.mark.parametrize(
    ("one", "other"), [("C++", "C#"), ("The", "A"), ("?????", "!"), ("1", "2")]
)
def test_labels_that_do_not(one: str, other: str) -> None:
    assert plain(one) != plain(other)


def test_tail_of_poisson() -> None:
    assert _tail(0.0, 0) == 1.0
    assert _tail(0.0, 1) == 0.0
    assert _tail(2.0, 3) == pytest.approx(0.3233, abs=1e-4)
    assert _tail(800.0, 900) == pytest.approx(0.0003, abs=2e-4)


@pytest.mark.parametrize("missing", ["data", "manifest.json", ""])
def test_no_dataset_is_refused(copied: Path, missing: str) -> None:
    place = copied / missing
    shutil.rmtree(place) if place.is_dir() else place.unlink()
    with pytest.raises(DatasetError, match=r"build|folder"):
        audit([copied])
