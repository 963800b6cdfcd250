"""A recipe becomes a dataset folder: shards by a pool of workers, resumed, repaired, finished."""

from __future__ import annotations

import fcntl
import json
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import asdict
from hashlib import blake2b
from pathlib import Path
from typing import Any

from figloom import files, manifest, workers
from figloom.errors import OutputError, RecipeError, SourceError, unknown
from figloom.recipe import SPLITS
from figloom.run import VERSION, fill
from figloom.shards import Job, note_path, orders, relevant, shard_count, shard_path

Progress = Callable[[int, int], None]
"""Called with items done and items in all."""

ROUNDS = 20
"""How often repeated items are replaced before the source counts as too small."""


def build(job: Job, out: Path, *, processes: int = 1, progress: Progress | None = None) -> Path:
    """Build or finish the dataset in `out` and return the folder.

    Nothing is written before the recipe, the source and one item of every block are known good.
    Finished shards of an interrupted build are kept as they are.
    """
    if job.split not in SPLITS:
        raise RecipeError(unknown("split", job.split, SPLITS))
    if job.count < 1:
        raise RecipeError(f"--count is {job.count}; give at least 1.")
    _refuse_other(job, out)
    if (out / "manifest.json").exists():
        return out
    rehearse(job)
    with _claimed(out):
        files.write_whole(out / ".partial" / "job.json", _identity(job).encode())
        _make_all(job, out, processes, progress or (lambda done, total: None))
        manifest.finish(job, out)
        shutil.rmtree(out / ".partial")
    return out


def rehearse(job: Job) -> None:
    """Ask, without drawing, the first slot of every block: what is impossible fails here."""
    recipe, source, excluded = job.recipe(), job.read(), job.excluded()
    seen = set()
    for order in orders(job):
        if order.block.name not in seen:
            seen.add(order.block.name)
            fill(recipe, source, order, excluded, drawn=False)


def _identity(job: Job) -> str:
    """What must be equal for two runs to be parts of one build."""
    told = asdict(job)
    told["source"] = job.recipe().source.plugin.name
    told["text"] = blake2b(job.text.encode(), digest_size=16).hexdigest()
    told["exclude"] = blake2b("".join(sorted(job.excluded())).encode(), digest_size=16).hexdigest()
    return json.dumps({**told, "data": job.read().fingerprint, "version": VERSION}, sort_keys=True)


def _refuse_other(job: Job, out: Path) -> None:
    """Refuse a folder that holds anything but this very build."""
    if not out.exists():
        return
    if not out.is_dir():
        raise OutputError(f"{out} is a file. Choose another --out.")
    try:
        content = {path.name for path in out.iterdir()}
    except OSError as error:
        raise OutputError(files.cannot_write(out, error)) from None
    known = next(
        (p for p in (out / "manifest.json", out / ".partial/job.json") if p.exists()), None
    )
    if known is None:
        if content - {".partial"}:
            raise OutputError(f"{out} is not empty and not a build. Choose another --out.")
        return
    there = json.loads(known.read_text("utf-8"))
    if there.get("job", there) != json.loads(_identity(job)):
        raise OutputError(
            f"{out} holds another build (recipe, seed, split, count, source or version differ). "
            "Choose another --out, or delete that folder."
        )


@contextmanager
def _claimed(out: Path) -> Iterator[None]:
    """Hold the folder against a second build of the same."""
    try:
        (out / ".partial").mkdir(parents=True, exist_ok=True)
        lock = (out / ".partial" / "lock").open("w")
    except OSError as error:
        raise OutputError(files.cannot_write(out, error)) from None
    with lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise OutputError(
                f"Another build is writing to {out}. Wait, or choose --out."
            ) from None
        yield


def _make_all(job: Job, out: Path, processes: int, progress: Progress) -> None:
    """Make what is missing, then replace items that repeat an earlier one until none does."""
    everything = orders(job)
    count = shard_count(len(everything))
    memory = out / ".partial" / "skips.json"
    for _ in range(ROUNDS):
        skips = json.loads(memory.read_text()) if memory.exists() else {}
        missing = [index for index in range(count) if not _made(job, out, index, count, skips)]
        workers.run(job, out, missing, skips, processes, progress, len(everything))
        repeats = _repeats(out, count)
        if not repeats:
            return
        files.write_whole(memory, json.dumps({**skips, **repeats}, sort_keys=True).encode())
    raise SourceError(
        f"{len(repeats)} of {len(everything)} items still repeat others after {ROUNDS} rounds: "
        f"{job.read().name!r} is too small for --count {job.count}."
    )


def _made(job: Job, out: Path, index: int, count: int, skips: dict[str, int]) -> bool:
    if not (shard_path(out, job, index, count).exists() and note_path(out, index).exists()):
        return False
    note = _note(out, index)
    return bool(note["skips"] == relevant(skips, [item["key"] for item in note["items"]]))


def _note(out: Path, index: int) -> dict[str, Any]:
    note: dict[str, Any] = json.loads(note_path(out, index).read_text("utf-8"))
    return note


def _repeats(out: Path, count: int) -> dict[str, int]:
    """Items with a record that an earlier item has too, and the unit each goes on from."""
    seen: set[str] = set()
    again = {}
    for index in range(count):
        for item in _note(out, index)["items"]:
            if seen.intersection(item["specs"]):
                again[item["key"]] = item["lap"] + 1
            else:
                seen.update(item["specs"])
    return again
