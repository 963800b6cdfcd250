"""The gallery's data: items with picture, question, reply, extraction and verdict, within limits
that are told."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import Any

from figloom.emit.answers import answer_text
from figloom.errors import DatasetError
from figloom.exam.folder import Result
from figloom.report import inert, pictures
from figloom.report.chosen import chosen, left_out
from figloom.report.runs import Run
from figloom.report.sections.heat import drawn_as
from figloom.seeds import digest

MOST = 200
"""Items of one run."""
_ALL = 1600
"""Items of all runs."""
_TEXT, _SHORT, _CHAIN = 3000, 600, 6
"""Characters of a question or a reply; of an answer or a reason; earlier replies of a dialog."""
_WORDS = 5_000_000
"""Bytes of all items without their pictures."""
_BYTES = 13_000_000
"""Of all pictures, before they grow by a third as text."""
_SHOWN = {
    "blind": "The model saw no picture.",
    "facts": "The model saw these facts as text, and no picture.",
    "other_image": "The model saw the picture of another item.",
}


def data(runs: Sequence[Run], warn: pictures.Warn) -> dict[str, Any]:
    """What the page's program shows; `warn` is told of datasets that are gone."""
    most = min(MOST, max(1, _ALL // len(runs)))
    while True:
        taken = [chosen(run.results, most) for run in runs]
        items = [_item(one, at, run) for at, (run, part) in enumerate(zip(runs, taken, strict=True))
                 for one in part]  # fmt: skip
        if most == 1 or len(inert.script(items).encode("utf-8", "replace")) <= _WORDS:
            break
        most //= 2
    places, urls, notes = _pictures(runs, taken, warn)
    for run, part in zip(runs, taken, strict=True):
        if len(part) < len(run.results):
            told = ", ".join(f"{some:,} of {all_:,} {outcome}" for outcome, (some, all_)
                             in left_out(run.results, part).items() if all_)  # fmt: skip
            notes.append(f"{run.label}: {told} are shown, spread over the subtasks by a hash.")
    pictures_of = (places.get((runs[at].checksum, one.sample.picture), -1)
                   for at, part in enumerate(taken) for one in part)  # fmt: skip
    items = [item | {"picture": place} for item, place in zip(items, pictures_of, strict=True)]
    # One question's replies stand side by side, and kinds of questions are mixed.
    items.sort(key=lambda item: (digest(f"gallery/{item['id']}"), item["run"]))
    names = [inert.shown(run.label) for run in runs]
    return {"runs": names, "items": items, "pictures": urls, "notes": list(map(inert.shown, notes))}


def _item(one: Result, at: int, run: Run) -> dict[str, Any]:
    sample, said, verdict = one.sample, one.said, one.verdict
    question = sample.question
    told = {
        "id": sample.id,
        "task": f"{question.family}/{question.task}",
        "subtask": question.subtask,
        "type": drawn_as(dict(sample.tags)),
        "question": sample.prompt,
        "answer": answer_text(question),
        "reply": said.text,
        "fault": said.fault,
        "extracted": verdict.extracted,
        "why": verdict.why,
        "by": "" if one.by == "rule" else one.by,
        "finish": "" if said.finish == "stop" else said.finish,
        "seen": _seen(run),
    }
    long = ("question", "reply")
    clean = {key: inert.clipped(text, _TEXT if key in long else _SHORT)
             for key, text in told.items() if text}  # fmt: skip
    chain = [inert.clipped(text, _TEXT) for text in said.chain[:_CHAIN]]
    score = {} if verdict.score in (0.0, 1.0) else {"score": round(verdict.score, 3)}
    return clean | score | ({"chain": chain} if chain else {}) | {
        "run": at, "outcome": verdict.outcome,
    }  # fmt: skip


def _seen(run: Run) -> str:
    """What the model saw instead of the picture that is shown."""
    if not run.control or run.control == "rotated":
        return ""
    words = run.control.replace("_", " ")
    return _SHOWN.get(run.control, f"The model saw this drawn in another way ({words}).")


def _pictures(
    runs: Sequence[Run], taken: Sequence[list[Result]], warn: pictures.Warn
) -> tuple[dict[tuple[str, str], int], list[str], list[str]]:
    """Place of each picture in the list of their addresses, that list, and what is left out."""
    wanted: defaultdict[str, dict[str, None]] = defaultdict(dict)
    sources: dict[str, Run] = {}
    for run, part in zip(runs, taken, strict=True):
        sources.setdefault(run.checksum, run)
        wanted[run.checksum] |= dict.fromkeys(one.sample.picture for one in part)
    places: dict[tuple[str, str], int] = {}
    urls: list[str] = []
    notes: list[str] = []
    room, small, left = _BYTES, 0, 0
    for checksum, names in wanted.items():
        run = sources[checksum]
        try:
            found = pictures.read(run.about["dataset"], names)
        except DatasetError as error:
            warn(f"the gallery has no pictures of {run.dataset}: {error}")
            notes.append(f"The dataset {run.dataset} is not where it was, so its items are shown "
                         "without pictures.")  # fmt: skip
            continue
        for name, copy, is_small in _copies(found, names):
            if len(copy) > room:
                left += 1
                continue
            room -= len(copy)
            small += is_small
            places[checksum, name] = len(urls)
            urls.append(pictures.url(copy))
    if small:
        notes.append(f"{small:,} large pictures are shown as smaller copies.")
    if left:
        notes.append(f"{left:,} pictures are left out, to keep the page small.")
    return places, urls, notes


def _copies(found: pictures.Found, names: dict[str, None]) -> Iterator[tuple[str, bytes, bool]]:
    for name in names:
        copy = pictures.smaller(found[name]) if name in found else None
        if copy is not None:
            yield name, copy, copy != found[name]
