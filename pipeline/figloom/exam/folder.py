"""A run on disk: which samples were asked, what was replied, and how each reply was judged.

run.json        dataset, model, settings, versions; counts, tokens and times once it is over
samples.jsonl   the samples in order, without images
journal.jsonl   each reply and each fault, written as it comes
replies.jsonl   a line a sample in the same order: id and text, or the fault
verdicts.jsonl  a line a sample: right, wrong or unscored, what was extracted, and why
scores.json     the figures of the verdicts
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from figloom import files
from figloom.errors import DatasetError
from figloom.exam import sample as samples
from figloom.exam.sample import Sample
from figloom.types import Verdict

ABOUT, SAMPLES, JOURNAL = "run.json", "samples.jsonl", "journal.jsonl"
REPLIES, VERDICTS, SCORES = "replies.jsonl", "verdicts.jsonl", "scores.json"

_NAMED = {"model": str, "dataset": dict, "dataset.name": str}
"""What every run tells of itself."""
RESUMED = _NAMED | {"dataset.checksum": str, "settings": dict}
"""What a further run in the same folder needs to know besides."""

_NO_REPLY = "there is no reply"
_ANEW = (
    "delete it, and run the same figloom eval command again; what the journal holds is not asked "
    "again."
)


@dataclass(frozen=True, slots=True)
class Said:
    """What a run holds of one sample's reply."""

    text: str
    """Empty where there is a fault."""
    fault: str = ""
    """Why there is no reply: such a sample is unscored, never wrong."""
    chain: tuple[str, ...] = ()
    """Earlier replies of the same dialog: thoughts that led to this one."""
    mode: str = "free"
    finish: str = "stop"
    tokens: tuple[int, int] = (0, 0)
    """Of all calls of the sample: in and out."""


@dataclass(frozen=True, slots=True)
class Replies:
    """A file of replies, one for an id."""

    said: dict[str, Said]
    repeated: int
    """Replies whose id came before: the first one counts."""
    unknown: int
    """Replies with an id that no sample has."""

    def of(self, name: str) -> Said:
        """The reply to a sample; a fault where there is none."""
        return self.said.get(name) or Said("", _NO_REPLY)


@dataclass(frozen=True, slots=True)
class Result:
    """One sample with what was replied and how that was judged."""

    sample: Sample
    said: Said
    verdict: Verdict
    by: str = "rule"
    """Who judged: `rule`, or the extractor or judge by name."""


def about(run: Path, needed: Mapping[str, type] = _NAMED) -> dict[str, Any]:
    """What run.json says; DatasetError where the folder is no run, or what is needed is not told.

    `needed` are keys, those of an inner object after a dot, and what their values must be.
    """
    path = run / ABOUT
    try:
        told = json.loads(path.read_text("utf-8"))
    except FileNotFoundError:
        raise DatasetError(
            f"{run} is not a run: it has no {ABOUT}; make one with figloom eval."
        ) from None
    except OSError as error:
        raise DatasetError(f"{path} cannot be read: {error}.") from None
    except (ValueError, RecursionError) as error:
        raise DatasetError(f"{path} is no JSON ({error}): {_ANEW}") from None
    for key, kind in needed.items():
        found = told
        for part in key.split("."):
            found = found.get(part) if isinstance(found, dict) else None
        if not isinstance(found, kind):
            raise DatasetError(f"{path} does not tell the run's {key}: {_ANEW}")
    whole: dict[str, Any] = told
    return whole


def write_about(run: Path, told: dict[str, Any]) -> None:
    """Replace run.json as a whole."""
    files.write_whole(run / ABOUT, (json.dumps(told, indent=1, ensure_ascii=False) + "\n").encode())


def write_samples(run: Path, asked: Iterable[Sample]) -> None:
    """Replace samples.jsonl as a whole."""
    _write(run / SAMPLES, (samples.dumps(sample) for sample in asked))


def read_samples(run: Path) -> Iterator[Sample]:
    """Samples of a run in order, without images' bytes; DatasetError for a line that is none."""
    path = run / SAMPLES
    for number, line in _lines(path):
        try:
            sample = samples.loads(line)
        except ValueError:
            raise DatasetError(
                f"{path}, line {number}, is damaged: run the same figloom eval command again."
            ) from None
        yield sample


def write_replies(run: Path, said: Iterable[tuple[str, Said]]) -> None:
    """Replace replies.jsonl as a whole; pairs of sample id and what was said."""
    _write(run / REPLIES, (json.dumps(_reply_row(name, one), ensure_ascii=False)
                           for name, one in said))  # fmt: skip


def read_replies(file: Path) -> Iterator[tuple[str, Said]]:
    """Id and reply of each line; anybody's lines with an `id` and a `text` will do."""
    for number, line in _lines(file):
        try:
            row = json.loads(line)
            name, said = str(row["id"]), _said(row)
        except (ValueError, LookupError, TypeError, RecursionError):
            raise DatasetError(
                f"{file}, line {number}, is no reply: each line is a JSON object with an id and "
                "a text; the same figloom eval command writes the file anew."
            ) from None
        yield name, said


def gather(replies: Iterable[tuple[str, Said]], known: Collection[str]) -> Replies:
    """The first reply to each known id; later ones and those to no sample are counted."""
    said: dict[str, Said] = {}
    repeated = unknown = 0
    for name, one in replies:
        if name not in known:
            unknown += 1
        elif name in said:
            repeated += 1
        else:
            said[name] = one
    return Replies(said, repeated, unknown)


def write_verdicts(run: Path, judged: Iterable[tuple[str, Verdict, str]]) -> None:
    """Replace verdicts.jsonl as a whole; sample id, verdict, and who judged."""
    rows = (
        {
            "id": name,
            "outcome": verdict.outcome,
            "score": verdict.score,
            "extracted": verdict.extracted,
            "why": verdict.why,
            "by": by,
        }
        for name, verdict, by in judged
    )
    _write(run / VERDICTS, (json.dumps(row, ensure_ascii=False) for row in rows))


def read_verdicts(run: Path) -> Iterator[tuple[str, Verdict, str]]:
    """Sample id, verdict, and who judged; DatasetError for a line that is no verdict."""
    path = run / VERDICTS
    for number, line in _lines(path):
        try:
            row = json.loads(line)
            verdict = Verdict(row["outcome"], row["score"], row["extracted"], row["why"])
            name, by = str(row["id"]), str(row["by"])
        except (ValueError, KeyError, TypeError, RecursionError):
            raise DatasetError(
                f"{path}, line {number}, is damaged: run figloom score {run} again."
            ) from None
        yield name, verdict, by


def results(run: Path) -> Iterator[Result]:
    """Sample, reply and verdict of a scored run, in order."""
    verdicts = {name: (verdict, by) for name, verdict, by in read_verdicts(run)}
    replies = gather(read_replies(run / REPLIES), verdicts.keys())
    for sample in read_samples(run):
        if sample.id not in verdicts:
            raise DatasetError(
                f"{run} lacks a verdict on {sample.id}: run figloom score {run} again."
            )
        yield Result(sample, replies.of(sample.id), *verdicts[sample.id])


def _reply_row(name: str, said: Said) -> dict[str, Any]:
    row: dict[str, Any] = {"id": name, "text": said.text}
    if said.fault:
        row["fault"] = said.fault
    if said.chain:
        row["chain"] = list(said.chain)
    return row | {"mode": said.mode, "finish": said.finish, "tokens": list(said.tokens)}


def _said(row: dict[str, Any]) -> Said:
    tokens = row.get("tokens") or (0, 0)
    return Said(
        text=str(row["text"]),
        fault=str(row.get("fault") or ""),
        chain=tuple(map(str, row.get("chain") or ())),
        mode=str(row.get("mode") or "free"),
        finish=str(row.get("finish") or "stop"),
        tokens=(int(tokens[0]), int(tokens[1])),
    )


def encoded(line: str) -> bytes:
    """A line of JSON in UTF-8; half a surrogate pair, which a reply may hold, stays escaped."""
    return f"{line}\n".encode("utf-8", "backslashreplace")


def _write(path: Path, lines: Iterable[str]) -> None:
    with files.whole(path) as file:
        file.writelines(encoded(line) for line in lines)


def _lines(path: Path) -> Iterator[tuple[int, bytes]]:
    """Lines with their numbers, those without a word left out."""
    try:
        # Of bytes only a line feed ends a line: a reply may hold every other kind of break.
        with path.open("rb") as file:
            yield from ((at, line) for at, line in enumerate(file, start=1) if line.strip())
    except FileNotFoundError:
        run = path.parent
        if (run / ABOUT).exists() and not ((run / SAMPLES).exists() and (run / REPLIES).exists()):
            raise DatasetError(
                f"{run} is unfinished: run the same figloom eval command again."
            ) from None
        raise DatasetError(f"There is no {path}: make it with figloom eval.") from None
    except OSError as error:
        raise DatasetError(f"{path} cannot be read: {error}.") from None
