"""Replies from wherever they are kept: a run, anybody's file, or the papers' own results."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from figloom import benchmarks, terminal
from figloom.errors import DatasetError, RecipeError
from figloom.exam import folder, source
from figloom.exam.controls import Skipped
from figloom.exam.folder import Result
from figloom.exam.sample import Sample
from figloom.scores import flowce_results, m3str_results, reply_file
from figloom.scores.run import RULE, judge_run, judged, remarks
from figloom.scores.summary import Summary, summary

Report = Callable[[int, int], None]


@dataclass(frozen=True, slots=True)
class Told:
    """One set of replies, judged."""

    name: str
    results: list[Result]
    summary: Summary
    model: str = ""
    """As a run names it, with the prompt and control that are not the usual ones."""
    dataset: str = ""
    """Its checksum; empty where it is not known."""


def gather(
    places: Sequence[str], form: str, dataset: str | None, report: Report | None = None
) -> list[Told]:
    """Judge what each place holds; one set for all where FlowCE's dimensions come in files."""
    if form != "replies" and dataset is not None:
        raise RecipeError(f"--format {form} holds its own answers: leave --dataset away.")
    if form == "flowce":
        return [_told("FlowCE", flowce_results.read([_file(place) for place in places]))]
    if form == "m3str":
        models = m3str_results.read([_file(place) for place in places])
        return [_told(name, results) for name, results in models.items()]
    several = len(places) > 1
    _once(places)
    return [_replies(place, dataset, several, report) for place in places]


def _replies(place: str, dataset: str | None, several: bool, report: Report | None) -> Told:
    if place != "-" and Path(place).is_dir():
        return _run(Path(place), dataset, several, report)
    if dataset is None:
        raise RecipeError(
            f"{place} is a file of replies: say with --dataset what they answer."
            if place == "-" or Path(place).exists()
            else f"There is no {place}: give a run's folder or a file of replies."
        )
    return _answered(place, dataset, samples(dataset), report)


def _once(places: Sequence[str]) -> None:
    many = Counter(place if place == reply_file.STDIN else Path(place).resolve()
                   for place in places)  # fmt: skip
    twice = [place for place, count in many.items() if count > 1]
    if twice:
        raise RecipeError(
            f"{reply_file.name(str(twice[0]))} is named twice: a run cannot be compared with "
            "itself, so name each once."
        )


def _run(run: Path, dataset: str | None, several: bool, report: Report | None) -> Told:
    """A run judged by rule again; one of several as it has been judged."""
    about = folder.about(run)
    if dataset is not None:
        raise RecipeError(f"{run} is a run and knows its dataset: leave --dataset away.")
    if not (several and (run / folder.VERDICTS).exists()):
        judge_run(run, report)
    title = " by ".join(part for part in (about["dataset"]["name"], about["model"]) if part)
    told = _told(title or run.name, list(folder.results(run)))
    checksum = str(about["dataset"].get("checksum") or "")
    return replace(told, model=_setting(about), dataset=checksum)


def _setting(about: dict[str, Any]) -> str:
    """The model, and how it was asked where that is not the usual way."""
    settings = about.get("settings")
    told = settings if isinstance(settings, dict) else {}
    prompt = told.get("prompt")
    parts = (about["model"], "" if prompt == "direct" else prompt, told.get("control"))
    return ", ".join(str(part) for part in parts if part)


def _answered(place: str, dataset: str, asked: list[Sample], report: Report | None) -> Told:
    name, replies = reply_file.name(place), reply_file.read(place, {one.id for one in asked})
    for line in remarks(replies):
        terminal.warn(f"{name}: {line}")
    if not replies.said:
        raise DatasetError(
            f"{name} answers no sample of the dataset: its ids must be like {asked[0].id!r}."
        )
    verdicts = dict(judged(asked, replies, report))
    results = [Result(one, replies.of(one.id), verdicts[one.id], RULE) for one in asked]
    return replace(_told(name, results), dataset=dataset)


def samples(dataset: str) -> list[Sample]:
    """All samples of a dataset, their pictures left out; DatasetError where it has none."""
    opened = source.opened(dataset, benchmarks.readers())
    found = [replace(one, image=None) for one in opened.samples() if not isinstance(one, Skipped)]
    if not found:
        raise DatasetError(f"{dataset} holds no questions.")
    return found


def _told(name: str, results: list[Result]) -> Told:
    return Told(name, results, summary(results))


def _file(place: str) -> Path:
    if Path(place).is_dir() or not Path(place).exists():
        raise DatasetError(f"There is no file {place}: give a file of results.")
    return Path(place)
