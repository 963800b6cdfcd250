"""`figloom eval`: a model asked about a dataset, and its replies scored, from the command line."""

from __future__ import annotations

import os
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from figloom import terminal
from figloom.commands import eval_mistakes as mistakes
from figloom.errors import RecipeError

if TYPE_CHECKING:
    from figloom.exam.answerer import Answerer
    from figloom.exam.controls import Skipped
    from figloom.exam.sample import Sample
    from figloom.exam.settings import Settings
    from figloom.exam.source import Source
    from figloom.scores.summary import Summary

_URL = "OPENAI_BASE_URL"
_LONGEST, _SHORT = 200, 40
"""Bytes of a run's name, and of each part of one that is longer."""


def eval_(
    dataset: Annotated[
        str, typer.Argument(help="Folder of a finished build, or BENCHMARK=PATH of released files.")
    ],
    model: Annotated[
        str, typer.Option(help="As the server names it, or baseline:NAME of a local one.")
    ],
    base_url: Annotated[
        str,
        typer.Option(
            help="Address of the server, e.g. http://localhost:8000/v1; default: "
            f"{_URL}, or OpenAI's own.",
        ),
    ] = "",
    limit: Annotated[
        int, typer.Option(help="Samples, spread over the dataset; 0 asks all.", min=0)
    ] = 0,
    tasks: Annotated[
        str, typer.Option(help="Tasks or subtasks, with commas between; default: all.")
    ] = "",
    temperature: Annotated[float, typer.Option(min=0.0, max=2.0)] = 0.0,
    max_tokens: Annotated[int, typer.Option(help="Of a reply.", min=1)] = 2048,
    max_pixels: Annotated[
        int, typer.Option(help="Make larger pictures smaller, and count them; 0 never.", min=0)
    ] = 0,
    concurrency: Annotated[
        int, typer.Option(help="Requests at a time, at most; fewer where the server slows.", min=1)
    ] = 32,
    timeout: Annotated[float, typer.Option(help="Seconds that a reply may take.", min=0.1)] = 120.0,
    structured: Annotated[
        bool, typer.Option("--structured", help="Ask for JSON by schema where the server can.")
    ] = False,
    prompt: Annotated[
        str, typer.Option(help="direct, cot, chartcot or cot-from:MODEL.")
    ] = "direct",
    control: Annotated[
        str,
        typer.Option(
            help="What is shown instead: blind, other_image, facts, rotated, no_pictures, no_text, "
            "labels or no_labels."
        ),
    ] = "",
    source: Annotated[
        str | None,
        typer.Option(help="As in build, where a control draws a build of your own files again."),
    ] = None,
    seed: Annotated[int, typer.Option(help="Sent to the server, and chooses for --limit.")] = 0,
    price_in: Annotated[float, typer.Option(help="Per million tokens.", min=0.0)] = 0.0,
    price_out: Annotated[float, typer.Option(help="Per million tokens.", min=0.0)] = 0.0,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Only estimate tokens and cost.")
    ] = False,
    out_: Annotated[
        Path | None,
        typer.Option("--out", "-o", help="Folder; default: output/runs/DATASET--MODEL."),
    ] = None,
) -> None:
    """Ask a model every question of a dataset, and score its replies.

    Run the same command again to finish a run that was interrupted, or to ask again what found no
    reply; the exit code is 1 while a sample has none. It stops after 16 samples in a row without
    one, after 3 before the first reply has come, and where the key is refused. The key is taken
    from OPENAI_API_KEY.
    Example: figloom eval output/quickstart-s0 --model qwen2.5-vl --base-url http://localhost:8000/v1
    """
    from figloom import benchmarks
    from figloom.exam import prompts, schemas, tokens
    from figloom.exam.controls import controlled, is_cheap
    from figloom.exam.selection import left_out, nothing_left, select
    from figloom.exam.session import Session
    from figloom.exam.settings import Settings
    from figloom.exam.source import opened as open_
    from figloom.scores.run import judge_run

    mistakes.refuse_model(model)
    mistakes.refuse_endless(
        temperature=temperature, timeout=timeout, price_in=price_in, price_out=price_out
    )
    settings = Settings(
        temperature=temperature,
        max_tokens=max_tokens,
        max_pixels=max_pixels,
        seed=seed,
        prompt=prompt,
        control=control,
        structured=structured,
        limit=limit,
        tasks=mistakes.tasks_of(tasks),
    )
    style = prompts.style(prompt)
    opened = open_(dataset, benchmarks.readers())
    run = out_ or _default(opened, settings, model)
    mistakes.refuse_within(run, opened.path)
    build = None if opened.benchmark else opened.path
    controlled(control, (), build, source)  # an unknown one is refused before anything is asked
    answerer = _answerer(model, base_url, settings, concurrency, timeout, opened)

    def make(sample: Sample) -> Any:
        schema = schemas.of_question(sample.question) if structured else None
        return prompts.dialog(sample, style, schema)

    skipped = Counter[str]()
    with terminal.progress("Looking"):
        plain = _askable(opened.samples(), skipped)
        chosen = select(plain, limit=limit, tasks=settings.tasks, seed=seed)
        kept, lost = control if is_cheap(control) else "", Counter[str]()

        def kept_of() -> Iterator[Sample]:
            return _askable(controlled(kept, _chosen(opened, chosen.ids), build), lost)

        many = sum(1 for _ in kept_of()) if kept else len(chosen.ids)
        without = skipped + lost
        if not many:
            raise nothing_left(without)
        expected = tokens.estimate(
            map(make, kept_of()), many, model, max_tokens, max_pixels, style.calls
        )
    if dry_run:
        terminal.say(expected.told(price_in, price_out))
        terminal.say(*filter(None, [left_out(without)]))
        return
    if answerer.host:
        terminal.note(expected.told(price_in, price_out))
    session = Session(
        run, opened, settings, answerer, make, (price_in, price_out), expected.tokens_in, skipped,
        wanted=chosen.ids,
    )  # fmt: skip
    with terminal.progress("Asking") as report:
        shown = controlled(control, _chosen(opened, chosen.ids), build, source)
        try:
            told = session.take(_askable(shown, skipped), lambda done: report(done, many))
        except KeyboardInterrupt:
            terminal.note(f"Every reply so far is kept in {run}.")
            raise
    for name in told["left_out"]:
        terminal.warn(f"the server refuses {name}: it was left out, and run.json says so.")
    with terminal.progress("Scoring") as report:
        found = judge_run(run, report)
    _say(run, told, found)
    if not session.asked:
        served = f", from {told['server']}" if told["server"] else ""
        terminal.say(f"0 asked: all replies were there{served}")
    if told["counts"]["faults"]:
        raise typer.Exit(1)


def _answerer(
    model: str, base_url: str, settings: Settings, ceiling: int, timeout: float, opened: Source
) -> Answerer:
    from dataclasses import replace

    from figloom import models
    from figloom.exam.answerer import Local
    from figloom.exam.remote import POLICY, Remote
    from figloom.workers import cores

    if model.startswith(models.PREFIX) and base_url:
        raise RecipeError(
            f"--model {model} answers in this process: leave out --base-url, or name the model as "
            "the server does."
        )
    if not model.startswith(models.PREFIX):
        base_url = base_url or os.environ.get(_URL, "")
        return Remote(model, base_url, settings, ceiling, replace(POLICY, timeout=timeout))
    return Local(models.find(model, None if opened.benchmark else opened.path), cores())


def _chosen(opened: Source, ids: frozenset[str]) -> Iterator[Sample]:
    return (sample for sample in _askable(opened.samples()) if sample.id in ids)


def _askable(
    found: Iterator[Sample | Skipped], skipped: Counter[str] | None = None
) -> Iterator[Sample]:
    """The samples among what was found; the reasons of the others are counted."""
    from figloom.exam.controls import Skipped

    for one in found:
        if not isinstance(one, Skipped):
            yield one
        elif skipped is not None:
            skipped[one.reason] += 1


def _default(opened: Source, settings: Settings, model: str) -> Path:
    """Folder of a run by what tells it from others; long names are cut, as file systems want."""
    parts = [opened.name, model, settings.prompt if settings.prompt != "direct" else ""]
    parts += [settings.control, "structured" if settings.structured else ""]
    names = [re.sub(r"[^\w.+=-]+", "-", part).strip("-.") for part in parts if part]
    if len("--".join(names).encode()) > _LONGEST:
        names = [_short(name) for name in names]
    return Path("output") / "runs" / "--".join(names)


def _short(name: str) -> str:
    """The beginning of a long name, and a hash of all of it."""
    from figloom.seeds import digest

    if len(name.encode()) <= _SHORT:
        return name
    begins = name.encode()[: _SHORT - 17].decode(errors="ignore")
    return f"{begins}-{digest(name):016x}"


def _say(run: Path, told: dict[str, Any], found: Summary) -> None:
    """A summary, and what to do next."""
    from figloom.exam.selection import left_out
    from figloom.scores import telling

    counts = told["counts"]
    telling.say(run.name, found, "task")
    terminal.say(
        "",
        f"{counts['replied']} of {terminal.counted(counts['samples'], 'sample')} replied to, "
        f"{terminal.counted(counts['retried'], 'request')} repeated, "
        f"{told['tokens']['in']:,} tokens in, {told['tokens']['out']:,} out",
        *filter(None, [left_out(Counter(told["skipped"]))]),
        f"kept in {run}; by subtask: figloom score {run}",
    )
    if counts["faults"]:
        terminal.warn(
            f"{terminal.counted(counts['faults'], 'sample')} found no reply, unscored: run the "
            "same command again to ask again."
        )
