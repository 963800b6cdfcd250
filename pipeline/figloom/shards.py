"""The unit of work: which items stand in a shard, and how one shard is made.

The same function runs in this process, in a pool, or anywhere else that has the job.
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, replace
from functools import cache
from hashlib import blake2b, sha256
from pathlib import Path
from typing import Any

from isal import isal_zlib

from figloom import codec, files, recipe
from figloom.emit import parquet
from figloom.errors import OutputError
from figloom.recipe import Recipe
from figloom.run import Order, fill, key_of
from figloom.types import Question, Record

ITEMS = 200
"""Items a shard: what a kill may cost a worker."""


@dataclass(frozen=True, slots=True)
class Job:
    """All that decides a dataset's bytes, and can be sent to another process."""

    name: str
    """Of the recipe."""
    text: str
    """The recipe's TOML."""
    source: str | None
    """As in `--source`; None takes the recipe's own."""
    seed: int
    split: str
    count: int
    """Pictures asked for, variants not counted."""
    exclude: tuple[str, ...] = ()
    """Dataset folders whose items must not come again."""

    def recipe(self) -> Recipe:
        """The parsed recipe."""
        return _recipe(self.name, self.text, self.source)

    def read(self) -> Any:
        """The source, read once a process."""
        return _source(self.name, self.text, self.source)

    def excluded(self) -> frozenset[str]:
        """Spec hashes of the excluded datasets."""
        return _excluded(self.exclude)


@cache
def _recipe(name: str, text: str, source: str | None) -> Recipe:
    return recipe.parse(name, text, tomllib.loads(text), source)


@cache
def _source(name: str, text: str, source: str | None) -> Any:
    call = _recipe(name, text, source).source
    return call.plugin.call(**call.options)


@cache
def _excluded(folders: tuple[str, ...]) -> frozenset[str]:
    return frozenset(spec for folder in folders for _, _, spec in parquet.specs(Path(folder)))


def orders(job: Job) -> list[Order]:
    """Every slot of the build, the blocks mixed in proportion; fixed before anything is drawn."""
    blocks = job.recipe().blocks
    total = sum(block.share for block in blocks)
    counts, owed = [], 0.0
    for block in blocks:
        # What one block cannot take, since its items are several pictures, the next one gets.
        owed += job.count * block.share / total
        items = max(0, round(owed / len(block.roles)))
        owed -= items * len(block.roles)
        counts.append(items)
    placed = [
        ((slot + 0.5) / count, number, Order(job.seed, job.split, block, slot, count))
        for number, (block, count) in enumerate(zip(blocks, counts, strict=True))
        for slot in range(count)
    ]
    return [order for _, _, order in sorted(placed, key=lambda entry: entry[:2])]


def shard_count(items: int) -> int:
    """Number of shards for so many items."""
    return max(1, -(-items // ITEMS))


def slice_of(all_orders: list[Order], index: int) -> list[Order]:
    """The orders of one shard."""
    count = shard_count(len(all_orders))
    edges = [place * len(all_orders) // count for place in (index, index + 1)]
    return all_orders[edges[0] : edges[1]]


def shard_path(out: Path, job: Job, index: int, count: int) -> Path:
    """Where a finished shard stands."""
    return out / "data" / parquet.shard_name(job.split, index, count)


def note_path(out: Path, index: int) -> Path:
    """What is known of a finished shard, beside the half-written files until the build ends."""
    return out / ".partial" / f"shard-{index:05}.json"


def make(
    job: Job, out: Path, index: int, skips: Mapping[str, int], tick: Callable[[], None]
) -> None:
    """Make one shard and its note; `skips` are the laps that repeated items start from."""
    built = job.recipe()
    everything = orders(job)
    records: list[Record] = []
    refusals, items = [], []
    for order in slice_of(everything, index):
        key = key_of(built, order)
        lap = skips.get(key, 0)
        item, refused = fill(built, job.read(), replace(order, lap=lap), job.excluded())
        records += item.records
        refusals += [asdict(refusal) for refusal in refused]
        specs = list(dict.fromkeys(record.spec for record in item.records))
        trace = item.records[0].trace
        items.append({"key": key, "lap": (trace.unit - trace.slot) // trace.count, "specs": specs})
        tick()
    path = shard_path(out, job, index, shard_count(len(everything)))
    draft = out / ".partial" / path.name
    parquet.write_shard(records, draft)
    note = {
        "file": f"data/{path.name}",
        "skips": relevant(skips, [item["key"] for item in items]),
        "bytes": draft.stat().st_size,
        "sha256": sha256(draft.read_bytes()).hexdigest(),
        "content": content(records),
        "records": len(records),
        "pictures": sum(record.picture is not None for record in records),
        "questions": [tally(q) for record in records for q in record.questions],
        "items": items,
        "refusals": refusals,
    }
    files.write_whole(note_path(out, index), json.dumps(note).encode())
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        draft.replace(path)
    except OSError as error:
        raise OutputError(files.cannot_write(path, error)) from None


def relevant(skips: Mapping[str, int], keys: list[str]) -> dict[str, int]:
    """The part of `skips` that concerns these items."""
    return {key: skips[key] for key in keys if key in skips}


def tally(question: Question) -> tuple[str, str]:
    """Subtask and answer, for the manifest's distribution of answers."""
    answer = question.answer
    told = "" if isinstance(answer, tuple) or question.kind in ("text", "summary") else str(answer)
    return question.subtask, told


def content(records: list[Record]) -> str:
    """Checksum of pixels and questions, equal wherever the bytes of the PNG encoder differ."""
    total = blake2b(digest_size=16)
    for record in records:
        total.update(f"{record.key}/{record.role}/{record.text}".encode())
        total.update(codec.dumps(record.questions, tuple[Question, ...]).encode())
        if record.picture:
            total.update(_rows(record.picture.png))
    return total.hexdigest()


def _rows(png: bytes) -> bytes:
    """The filtered pixel rows inside a PNG; our encoder's filter is fixed, so equal for equal
    pixels."""
    place, packed = 8, []
    while place < len(png):
        size = int.from_bytes(png[place : place + 4], "big")
        if png[place + 4 : place + 8] == b"IDAT":
            packed.append(png[place + 8 : place + 8 + size])
        place += size + 12
    rows: bytes = isal_zlib.decompress(b"".join(packed))
    return rows
