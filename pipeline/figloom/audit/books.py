"""The manifest against the shards: files, checksums, counts, distribution of answers."""

from __future__ import annotations

import hashlib
import json
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from figloom.audit.questions import Fault
from figloom.audit.shard import Row

_NAME = re.compile(r"data/(.+)-(\d{5})-of-(\d{5})\.parquet")
_TUPLES = ("texts", "ordered", "slots", "triple", "box", "checklist")


class Ledger:
    """What the rows of a dataset amount to."""

    def __init__(self) -> None:
        self.sizes: dict[str, Counter[str]] = {}
        """Records, pictures and questions of each split."""
        self.shards: Counter[str] = Counter()
        self.subtasks: Counter[tuple[str, str]] = Counter()
        self.answers: Counter[tuple[str, str]] = Counter()
        self.keys: set[str] = set()

    def add(self, file: str, row: Row) -> None:
        """Count one row of a shard."""
        sizes = self.sizes.setdefault(row["split"], Counter())
        self.shards[file] += 1
        sizes["records"] += 1
        sizes["pictures"] += row["image"] is not None
        sizes["questions"] += len(row["questions"])
        self.keys.add(row["key"])
        for question in row["questions"]:
            self.subtasks[question["subtask"], row["split"]] += 1
            if question["kind"] not in (*_TUPLES, "text", "summary"):
                self.answers[question["subtask"], str(question["answer"])] += 1


def faults(told: dict[str, Any], folder: Path, ledger: Ledger) -> Iterator[Fault]:
    """Where the manifest says something else than the files and rows of its folder."""
    yield from _files(told, folder, ledger)
    sizes = {split: dict(count) for split, count in ledger.sizes.items()}
    total = sum(path.stat().st_size for path in (folder / "data").glob("*.parquet"))
    # A build has one split.
    wanted = {split: {**count, "bytes": total} for split, count in sizes.items()}
    if told["splits"] != wanted:
        yield "manifest tells other counts", f"{told['splits']}, found {wanted}"
    if told["items"] != len(ledger.keys):
        yield "manifest tells other counts", f"{told['items']} items, found {len(ledger.keys)}"
    for what, found in (("subtasks", ledger.subtasks), ("answers", ledger.answers)):
        if (fault := _differing(told[what], found)) is not None:
            yield f"manifest tells other {what}", fault
    yield from _declines(told, folder)


def _files(told: dict[str, Any], folder: Path, ledger: Ledger) -> Iterator[Fault]:
    names = {entry["file"] for entry in told["shards"]}
    present = {f"data/{path.name}" for path in (folder / "data").iterdir() if path.name[0] != "."}
    for name in sorted(names ^ present):
        yield "shard missing or needless", name
    splits = [_NAME.fullmatch(name) for name in sorted(present)]
    if any(name is None or int(name[3]) != len(names) for name in splits):
        yield "shard has a strange name", f"{sorted(present)[0]}, of {len(names)}"
    elif {name[1] for name in splits if name} != {*ledger.sizes}:
        yield "shard of another split", ", ".join(sorted(ledger.sizes))
    for entry in told["shards"]:
        if entry["file"] not in present:
            continue
        data = (folder / entry["file"]).read_bytes()
        if hashlib.sha256(data).hexdigest() != entry["sha256"]:
            yield "checksum differs", entry["file"]
        if (len(data), ledger.shards[entry["file"]]) != (entry["bytes"], entry["records"]):
            yield "manifest tells other counts", f"{entry['file']}: bytes or records"


def _differing(told: dict[str, dict[str, int]], found: Counter[tuple[str, str]]) -> str | None:
    said = {(name, value): count for name, row in told.items() for value, count in row.items()}
    odd = sorted(key for key in said.keys() | found.keys() if said.get(key, 0) != found[key])
    return f"{odd[0]}: {said.get(odd[0], 0)}, found {found[odd[0]]}" if odd else None


def _declines(told: dict[str, Any], folder: Path) -> Iterator[Fault]:
    path = folder / "declined.jsonl"
    lines = path.read_text("utf-8").split("\n")[:-1] if path.is_file() else []
    found = Counter((line["stage"], line["reason"]) for line in map(json.loads, lines))
    if found != {(entry["stage"], entry["reason"]): entry["count"] for entry in told["declines"]}:
        yield "manifest tells other declines", f"{len(lines)} lines in declined.jsonl"
