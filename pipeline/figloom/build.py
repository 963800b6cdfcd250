"""A recipe becomes a dataset folder: shards by a pool of workers, resumed, repaired, finished."""

from __future__ import annotations

import fcntl
import json
import shutil
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import asdict
from hashlib import blake2b
from pathlib import Path
from typing import Any

from figloom import files, manifest, repeats, workers
from figloom.errors import Lacking, OutputError, RecipeError, Short, SourceError, unknown
from figloom.recipe import SPLITS
from figloom.run import VERSION
from figloom.shards import (
    Job,
    Start,
    left_out,
    note_of,
    note_path,
    orders,
    relevant,
    shard_count,
    shard_path,
)
from figloom.terminal import counted
from figloom.workers import Progress

MOST = 10_000_000
"""Pictures of one build: what its shards' five digits and its list of items allow."""


def build(job: Job, out: Path, *, processes: int = 1, progress: Progress | None = None) -> Path:
    """Build or finish the dataset in `out` and return the folder.

    Nothing is written before the recipe, the source and one item of every block are known good.
    Finished shards of an interrupted build are kept as they are, and so is a finished build.
    Raises Short when the source has not enough for so many.
    """
    refuse_impossible(job)
    tell = progress or (lambda done, total: None)
    if complete(job, out) and not (out / ".partial").exists():
        return out
    try:
        _build(job, out, processes, tell)
    except Lacking as error:
        raise Short(str(error)) from None
    return out


def _build(job: Job, out: Path, processes: int, progress: Progress) -> None:
    if job.exclude and not complete(job, out):
        repeats.require(job, progress)
    with _claimed(out):
        if not complete(job, out):
            files.write_whole(out / ".partial" / "job.json", _identity(job).encode())
            _make_all(job, out, processes, progress)
            manifest.finish(job, out)
        shutil.rmtree(out / ".partial")


def refuse_impossible(job: Job) -> None:
    """RecipeError for a split or count that there cannot be; Lacking if no block can be made."""
    if job.split not in SPLITS:
        raise RecipeError(unknown("split", job.split, SPLITS))
    if not 1 <= job.count <= MOST:
        raise RecipeError(f"--count is {job.count}; give a whole number from 1 to {MOST:,}.")
    if not orders(job):
        out = left_out(job)
        least = min(len(block.roles) for block in job.recipe().blocks if block.name not in out)
        raise RecipeError(
            f"--count is {job.count}, and the smallest item of recipe {job.name!r} is {least} "
            "pictures; ask for at least so many."
        )


def _identity(job: Job) -> str:
    """What must be equal for two runs to be parts of one build."""
    told = asdict(job)
    told["source"] = job.recipe().source.plugin.name
    told["text"] = blake2b(job.text.encode(), digest_size=16).hexdigest()
    told["exclude"] = blake2b("".join(sorted(job.excluded())).encode(), digest_size=16).hexdigest()
    return json.dumps({**told, "data": job.read().fingerprint, "version": VERSION}, sort_keys=True)


def complete(job: Job, out: Path) -> bool:
    """Whether the folder holds this very build, finished; OutputError if it holds another thing."""
    try:
        if not out.exists():
            return False
        if not out.is_dir():
            raise OutputError(f"{out} is a file. Choose another --out.")
        content = {path.name for path in out.iterdir()}
    except OSError as error:
        raise OutputError(files.cannot_write(out, error)) from None
    known = next(
        (p for p in (out / "manifest.json", out / ".partial/job.json") if p.exists()), None
    )
    if known is None and content - {".partial"}:
        raise OutputError(f"{out} is not empty and not a build. Choose another --out.")
    if known is None:
        return False
    there = _told(known)
    if there is None:
        raise OutputError(f"{out} is not a build of figloom's. Choose another --out.")
    if there != json.loads(_identity(job)):
        raise OutputError(
            f"{out} holds another build (recipe, seed, split, count, source or version differ). "
            "Choose another --out, or delete that folder."
        )
    return known.name == "manifest.json"


def _told(known: Path) -> dict[str, Any] | None:
    """What a folder says it was built from; None if that is not ours to read."""
    try:
        there = json.loads(known.read_text("utf-8"))
        job = there["job"] if known.name == "manifest.json" else there
        return dict(job)
    except (OSError, ValueError, KeyError, TypeError):
        return None


@contextmanager
def _claimed(out: Path) -> Iterator[None]:
    """Hold the folder against a second build.

    A failure before any shard leaves nothing behind, nor does a source that is too small; but what
    was there before stays.
    """
    place = out / ".partial"
    new: list[Path] = []
    try:
        new += [at for at in (place, out / "data", out, *out.parents) if not at.exists()]
        place.mkdir(parents=True, exist_ok=True)
        lock = (place / "lock").open("w")
    except OSError as error:
        _withdraw(out, new)
        raise OutputError(files.cannot_write(out, error)) from None
    with lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise OutputError(
                f"Another build is writing to {out}. Wait for it, or choose another --out."
            ) from None
        try:
            yield
        except BaseException as error:
            useless = isinstance(error, SourceError) or not any(place.glob("shard-*.json"))
            if place in new and useless:
                _withdraw(out, new)
            raise


def _withdraw(out: Path, new: Sequence[Path]) -> None:
    """Take away the folders that this build made, the innermost first."""
    for folder in new:
        if folder.parent == out:
            shutil.rmtree(folder, ignore_errors=True)
        else:
            with suppress(OSError):
                folder.rmdir()


def _make_all(job: Job, out: Path, processes: int, progress: Progress) -> None:
    """Make what is missing, then replace items that repeat an earlier one until none does."""
    count = shard_count(job)
    while True:
        turn, skips = _memory(out)
        missing = [index for index in range(count) if not _made(job, out, index, skips)]
        workers.run(job, out, missing, skips, processes, progress)
        found = [item for index in range(count) for item in note_of(out, index)["items"]]
        again = repeats.replaced(job, found)
        if not again:
            return
        if turn == repeats.ROUNDS:
            raise Short(
                f"{job.read().name!r} is too small for --count {job.count}: after "
                f"{repeats.ROUNDS} rounds of replacing what repeats, {len(again)} of "
                f"{counted(len(orders(job)), 'item')} still show what others do. Give a larger "
                "source."
            )
        told = {"round": turn + 1, "skips": {**skips, **again}}
        files.write_whole(_memory_path(out), json.dumps(told, sort_keys=True).encode())


def _memory_path(out: Path) -> Path:
    return out / ".partial" / "skips.json"


def _memory(out: Path) -> tuple[int, dict[str, Start]]:
    """The round of replacement that a build is in, and where items start in it."""
    path = _memory_path(out)
    if not path.exists():
        return 0, {}
    told = json.loads(path.read_text("utf-8"))
    return told["round"], {key: (lap, attempt) for key, (lap, attempt) in told["skips"].items()}


def _made(job: Job, out: Path, index: int, skips: dict[str, Start]) -> bool:
    path = shard_path(out, job, index)
    if not (path.exists() and note_path(out, index).exists()):
        return False
    note = note_of(out, index)
    right = note["skips"] == relevant(skips, [item["key"] for item in note["items"]])
    return bool(right and note["bytes"] == path.stat().st_size)
