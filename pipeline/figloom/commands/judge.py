"""`figloom judge`: another model reads the replies that no rule could score."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from figloom import terminal
from figloom.commands import judge_people as people
from figloom.errors import DatasetError, RecipeError, unknown

if TYPE_CHECKING:
    from collections.abc import Sequence

    from figloom.exam.folder import Result
    from figloom.judges.figures import Row
    from figloom.judges.judging import Asked

_URL = "OPENAI_BASE_URL"
_NOTHING = "–"


def judge(
    run: Annotated[Path, typer.Argument(help="Folder of a run that is scored.")],
    model: Annotated[
        str, typer.Option(help="The judge, as its server names it; empty only compares.")
    ] = "",
    base_url: Annotated[
        str,
        typer.Option(envvar=_URL, show_envvar=False, help=f"Address of its server; or {_URL}."),
    ] = "",
    rubric: Annotated[
        str, typer.Option(help="equal, answer, summary or extract; default: by kind of question.")
    ] = "",
    everything: Annotated[
        bool, typer.Option("--all", help="Judge every reply, not only those the rule left open.")
    ] = False,
    votes: Annotated[int, typer.Option(help="Opinions on each reply.", min=1, max=99)] = 1,
    check: Annotated[
        int, typer.Option(help="Replies that the rule scored, to compare the two.", min=0)
    ] = 50,
    temperature: Annotated[
        float | None,
        typer.Option(help="Default: 0, or 0.7 for several votes.", min=0.0, max=2.0),
    ] = None,
    concurrency: Annotated[int, typer.Option(help="Requests at a time, at most.", min=1)] = 32,
    against: Annotated[
        Path | None, typer.Option(help="CSV of people's points, with the columns id and points.")
    ] = None,
) -> None:
    """Have a model judge the replies that the rule left open, and say how far both agree.

    Verdicts that the rule gave stay. A further judge replaces the one before; opinions are kept,
    so that none is asked for twice. Example: figloom judge output/runs/flowce-s3--qwen2.5-vl
    --model gpt-4o --votes 3
    """
    from figloom.exam import folder
    from figloom.judges import figures, judging, opinions
    from figloom.judges.rubrics import RUBRICS
    from figloom.scores.run import judge_run

    if rubric and rubric not in RUBRICS:
        raise RecipeError(unknown("rubric", rubric, RUBRICS))
    folder.about(run)
    results = _by_rule(run)
    points = people.read(against, results) if against is not None else {}
    if model:
        asked = judging.chosen(results, rubric, everything=everything, check=check, votes=votes)
        if not asked.items:
            raise DatasetError(f"Nothing in {run} is open to a judge: --all judges every reply.")
        if against is not None:
            people.refuse_apart(against, points, asked)
        heat = temperature if temperature is not None else 0.7 * (votes > 1)
        _ask(run, asked, model, base_url, heat, concurrency)
    found = opinions.read(run)
    if not found:
        raise DatasetError(f"{run} holds no opinions yet: name a judge by --model.")
    judge_run(run)
    _table(figures.rows(results, found))
    if against is not None:
        people.compare(points, results, found)


def _by_rule(run: Path) -> list[Result]:
    """Results as the rule alone judges them, whoever has judged them since."""
    from dataclasses import replace

    from figloom.exam import folder
    from figloom.scores.run import RULE, verdict

    return [
        replace(one, verdict=verdict(one.sample, one.said), by=RULE) for one in folder.results(run)
    ]


def _ask(
    run: Path, asked: Asked, model: str, base_url: str, temperature: float, concurrency: int
) -> None:
    from figloom.exam.remote import Remote
    from figloom.exam.settings import Settings
    from figloom.judges import judging, opinions

    settings = Settings(temperature=temperature, max_tokens=256)
    answerer = Remote(model, base_url, settings, concurrency)
    total = len(asked.items) * asked.votes
    with terminal.progress("Judging") as report:
        found, faults = judging.judge(
            run, asked, answerer, settings, lambda done: report(done, total)
        )
    opinions.write(run, found)
    if faults:
        why = next(iter(faults.values()))
        terminal.warn(
            f"{terminal.counted(len(faults), 'reply', 'replies')} found no judge ({why}): run the "
            "same command again to go on."
        )


def _table(rows: Sequence[Row]) -> None:
    from figloom.scores import tables

    head = ("", "rubric", "n", "points", "judge %", "rule %", "spread", "unread", "agree %", "of")
    tables.table(
        head,
        [
            (
                row.task,
                row.rubric,
                str(row.n),
                *map(_told, (row.points, row.share, row.proxy, row.spread)),
                str(row.unread),
                _told(row.agreement),
                str(row.compared),
            )
            for row in rows
        ],
    )


def _told(value: float | None) -> str:
    return _NOTHING if value is None else f"{value:.2f}"
