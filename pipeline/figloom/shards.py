"""The unit of work: which items stand in a shard, and how one shard is made.

The same function runs in this process, in a pool, or anywhere else that has the job.
"""

from __future__ import annotations

import json
import os
import tomllib
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass, replace
from functools import cache, lru_cache
from hashlib import sha256
from pathlib import Path
from typing import Any

from figloom import blocks, files, recipe, stopping
from figloom.contents import content, tally
from figloom.emit import parquet
from figloom.errors import DatasetError, OutputError
from figloom.recipe import Recipe
from figloom.render.plots import browser
from figloom.run import ABREAST, Filled, Filling, Order, filling, key_of, together
from figloom.types import Record

ITEMS = 200
"""Items a shard of a large build: what a kill may cost a worker, and few files for millions."""

SMALL = 20
"""Items a shard of a small build: a hundred charts are ten seconds of work, which one shard would
give to one process however many there are."""

SHARDS = 16
"""Shards that a build has before they grow beyond `SMALL`: as many cores are busy then, and files
are few still. From 3,200 items on there are more, of `ITEMS` each."""

Start = tuple[int, int]
"""Lap and attempt that an item starts from."""


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
    shard: int = ITEMS
    """Items a shard, at most."""

    def recipe(self) -> Recipe:
        """The parsed recipe."""
        return _recipe(Path.cwd(), self.name, self.text, self.source)

    def read(self) -> Any:
        """The source, read once a process."""
        return _source(Path.cwd(), self.name, self.text, self.source)

    def excluded(self) -> frozenset[str]:
        """Spec hashes of the excluded datasets."""
        return _excluded(Path.cwd(), self.exclude)


# Recipes and options may name files from the working directory, so it is part of the keys.


@cache
def _recipe(here: Path, name: str, text: str, source: str | None) -> Recipe:
    return recipe.parse(name, text, tomllib.loads(text), source)


@cache
def _source(here: Path, name: str, text: str, source: str | None) -> Any:
    call = _recipe(here, name, text, source).source
    return call.plugin.call(**call.options)


@cache
def _excluded(here: Path, folders: tuple[str, ...]) -> frozenset[str]:
    places = [finished(here / folder, folder) for folder in folders]
    return frozenset(spec for place in places for _, _, spec in parquet.specs(place))


def finished(folder: Path, shown: object = None) -> Path:
    """The folder, or a DatasetError when a build in it has not come to its end."""
    if (folder / ".partial").is_dir():
        raise DatasetError(
            f"{shown or folder} is not finished; run the `figloom build` that began it once more."
        )
    return folder


def orders(job: Job) -> Sequence[Order]:
    """Every slot of the build, the blocks mixed in proportion; fixed before anything is drawn."""
    return _plan(Path.cwd(), job).orders


def left_out(job: Job) -> Mapping[str, str]:
    """Name of each block that the source cannot carry, and what it lacks for that."""
    return _plan(Path.cwd(), job).left_out


_found: dict[tuple[Path, Job], Mapping[str, str]] = {}


def take_over(job: Job, left_out: Mapping[str, str]) -> None:
    """Leave those blocks out, as the process that began the build found: it tried them all."""
    _found[Path.cwd(), job] = left_out


@lru_cache(maxsize=2)
def _plan(here: Path, job: Job) -> blocks.Plan:
    found = _found.get((here, job))
    if found is not None:
        return blocks.known(job.recipe(), found, job.seed, job.split, job.count)
    return blocks.plan(job.recipe(), job.read(), job.seed, job.split, job.count)


def shard_count(job: Job) -> int:
    """Number of shards of the build; fixed by its count alone."""
    items = len(orders(job))
    return max(1, -(-items // job.shard), min(SHARDS, -(-items // SMALL)))


def slice_of(job: Job, index: int) -> Sequence[Order]:
    """The orders of one shard."""
    everything, count = orders(job), shard_count(job)
    low, high = (place * len(everything) // count for place in (index, index + 1))
    return everything[low:high]


def shard_path(out: Path, job: Job, index: int) -> Path:
    """Where a finished shard stands."""
    return out / "data" / parquet.shard_name(job.split, index, shard_count(job))


def note_path(out: Path, index: int) -> Path:
    """What is known of a finished shard, beside the half-written files until the build ends."""
    return out / ".partial" / f"shard-{index:05}.json"


def note_of(out: Path, index: int) -> dict[str, Any]:
    """The note of a finished shard."""
    note: dict[str, Any] = json.loads(note_path(out, index).read_text("utf-8"))
    return note


def make(
    job: Job, out: Path, index: int, skips: Mapping[str, Start], tick: Callable[[int], None]
) -> None:
    """Make one shard and its note; `skips` say where items start that repeated others, and `tick`
    is called with the number of items after each batch.

    Items of an earlier version of the shard that start where they did are taken from it.
    """
    built = job.recipe()
    known = _known(job, out, index, skips)
    restarts = _restarts(out, index) - browser.counts.crashes
    records: list[Record] = []
    refusals: list[dict[str, Any]] = []
    items = []
    wanted = [order for order in slice_of(job, index) if key_of(built, order) not in known]
    fresh = filled(job, wanted, skips)
    for order in slice_of(job, index):
        key = key_of(built, order)
        made, refused = known.get(key) or next(fresh)
        records += made
        refusals += refused
        items.append(entry(made))
        if len(items) % ABREAST == 0:
            tick(ABREAST)
    tick(len(items) % ABREAST)
    path = shard_path(out, job, index)
    with _draft(records, out, path) as draft:
        note = {
            "file": f"data/{path.name}",
            "skips": relevant(skips, [str(item["key"]) for item in items]),
            **_sums(draft),
            "content": content(records),
            "records": len(records),
            "pictures": sum(record.picture is not None for record in records),
            "questions": [tally(q) for record in records for q in record.questions],
            "items": items,
            "refusals": refusals,
            "restarts": restarts + browser.counts.crashes,
        }
        told = json.dumps(note).encode()
        with stopping.held():
            # A note speaks for the shard beside it: it goes before, and comes after.
            note_path(out, index).unlink(missing_ok=True)
            _place(draft, path)
            files.write_whole(note_path(out, index), told)


def _restarts(out: Path, index: int) -> int:
    """How often the browser died over an earlier version of the shard."""
    return int(note_of(out, index)["restarts"]) if note_path(out, index).exists() else 0


Made = tuple[list[Record], list[dict[str, Any]]]
"""Records of an item, and the attempts that declined."""


def entry(made: Sequence[Record]) -> dict[str, Any]:
    """What is noted of an item: its key, where it was found, and what it shows and asks."""
    trace = made[0].trace
    return {
        "key": made[0].key,
        "lap": (trace.unit - trace.slot) // trace.count,
        "attempt": trace.attempt,
        "specs": list(dict.fromkeys(record.spec for record in made)),
    }


def filled(
    job: Job, wanted: Sequence[Order], skips: Mapping[str, Start], drawn: bool = True
) -> Iterator[Made]:
    """Items in the order of their slots, several in the making at a time."""
    # Trials knew of no excluded items.
    ready = _plan(Path.cwd(), job).drawn if drawn and not job.exclude else {}
    slots = (_slot(job, order, skips, ready, drawn) for order in wanted)
    for item, refused in together(slots, ABREAST):
        yield list(item.records), [asdict(refusal) for refusal in refused]


def _slot(
    job: Job, order: Order, skips: Mapping[str, Start], ready: Mapping[str, Filled], drawn: bool
) -> Filling:
    key = key_of(job.recipe(), order)
    if key in ready and key not in skips:
        return ready[key]
    lap, attempt = skips.get(key, (0, 0))
    order = replace(order, lap=lap, attempt=attempt)
    made = yield from filling(job.recipe(), job.read(), order, job.excluded(), drawn)
    return made


def _staying(note: Mapping[str, Any], skips: Mapping[str, Start]) -> list[str]:
    keys = [item["key"] for item in note["items"]]
    return [key for key in keys if note["skips"].get(key) == relevant(skips, [key]).get(key)]


def _known(job: Job, out: Path, index: int, skips: Mapping[str, Start]) -> dict[str, Made]:
    """What an earlier version of the shard holds of the items that are to stay."""
    path = shard_path(out, job, index)
    if not (path.exists() and note_path(out, index).exists()):
        return {}
    note = note_of(out, index)
    there: dict[str, Made] = {key: ([], []) for key in _staying(note, skips)}
    for record in parquet.read_shard(path):
        if record.key in there:
            there[record.key][0].append(record)
    for refusal in note["refusals"]:
        if refusal["key"] in there:
            there[refusal["key"]][1].append(refusal)
    return there


@contextmanager
def _draft(records: list[Record], out: Path, path: Path) -> Iterator[Path]:
    """The shard, beside `data/` until it is renamed into its place."""
    # A worker of a build just killed may still be at the same shard for a moment.
    draft = out / ".partial" / f"{path.name}.{os.getpid()}"
    try:
        parquet.write_shard(records, draft)
        yield draft
    finally:
        draft.unlink(missing_ok=True)


def _sums(draft: Path) -> dict[str, Any]:
    """Size and SHA-256 of a file."""
    data = draft.read_bytes()
    return {"bytes": len(data), "sha256": sha256(data).hexdigest()}


def _place(draft: Path, path: Path) -> None:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        draft.replace(path)
        files.sync_folder(path.parent)
    except OSError as error:
        raise OutputError(files.cannot_write(path, error)) from None


def relevant(skips: Mapping[str, Start], keys: list[str]) -> dict[str, list[int]]:
    """The part of `skips` that concerns these items, as JSON has it."""
    return {key: list(skips[key]) for key in keys if key in skips}
