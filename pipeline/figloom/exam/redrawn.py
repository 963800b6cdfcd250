"""Records of a build drawn in another way: its stored variants, or made again by its trace."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import groupby
from pathlib import Path
from typing import Any

from figloom.emit import parquet
from figloom.emit.rows import record_id
from figloom.errors import DatasetError, Lacking
from figloom.recipe import Block, Variant
from figloom.run import Order, fill
from figloom.shards import Job, finished
from figloom.types import Record

ByRole = Mapping[str, Record]

VARIANT = "variant:"
"""What the role of a record begins with, or goes on with, that is another one drawn otherwise."""


def redrawn(
    folder: Path, name: str, changes: Mapping[str, Any], source: str | None = None
) -> Iterator[tuple[Record, Record | None]]:
    """Each record of a finished build with the same one drawn as `changes` (options of its render
    plug-in) say, or with None where there is no such drawing.

    Where the build holds variants called `name`, they are taken. `source`, as in `--source`, is
    needed where the build read a person's own files. An item that comes out otherwise when it is
    made again is a DatasetError: its source or the program is not that of the build.
    """
    job = _job(folder, source)
    blocks = {block.name: _drawing(block, name, changes) for block in job.recipe().blocks}
    records = parquet.read_folder(finished(folder))
    for _, members in groupby(records, key=lambda record: record.key):
        there = {record.role: record for record in members}
        built = {role: record for role, record in there.items() if VARIANT not in role}
        if len(there) == len(built):
            block = blocks.get(next(iter(built.values())).trace.block)
            there = {**_again(job, block, built, folder)} if block else {}
        for role, record in built.items():
            yield record, there.get(_varied(role, name))


def _job(folder: Path, source: str | None) -> Job:
    """The job that built the folder, from its manifest; `source` says where its data are now."""
    try:
        told = json.loads((folder / "manifest.json").read_text("utf-8"))
        asked = told["job"]
        job = Job(
            name=asked["name"],
            text=told["toml"],
            source=source or asked["source"],
            seed=asked["seed"],
            split=asked["split"],
            count=asked["count"],
            shard=asked["shard"],
        )
    except (OSError, ValueError, KeyError, TypeError):
        raise DatasetError(
            f"{folder} does not say how it was built, so nothing in it can be drawn again: give "
            "the folder of a build of this version."
        ) from None
    if job.read().fingerprint != asked["data"]:
        raise DatasetError(
            f"{folder} was built from other data than {job.source!r} holds now: say where they are "
            f"by --source {asked['source']}=PATH."
        )
    return job


def _drawing(block: Block, name: str, changes: Mapping[str, Any]) -> Block | None:
    """The block with this drawing as its only variant; None if its plug-in has no such option."""
    if not changes.keys() <= block.render.plugin.defaults.keys():
        return None
    render = replace(block.render, options={**block.render.options, **changes})
    return replace(block, variants=(Variant(name, render),))


def _again(job: Job, block: Block, built: ByRole, folder: Path) -> ByRole:
    """Records of the item made once more, by role; none where the new drawing is declined."""
    trace = next(iter(built.values())).trace
    lap = (trace.unit - trace.slot) // trace.count
    order = Order(job.seed, job.split, block, trace.slot, trace.count, lap, trace.attempt)
    once = replace(job.recipe(), attempts=trace.attempt + 1)
    try:
        item, _ = fill(once, job.read(), order, laps=1)
    except Lacking:
        return {}
    made = {record.role: record for record in item.records}
    for role, record in built.items():
        if role not in made or made[role].questions != record.questions:
            raise DatasetError(
                f"{record_id(record)} of {folder} comes out otherwise when it is made again: use "
                "the version of figloom and the source that built it."
            )
    return made


def _varied(role: str, name: str) -> str:
    """Role of a record's variant."""
    return f"{VARIANT}{name}" if role == "main" else f"{role}:{VARIANT}{name}"
