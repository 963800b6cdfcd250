"""`figloom judge`: another model reads the replies that no rule could score."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from figloom import terminal
from figloom.errors import DatasetError, RecipeError, unknown

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from figloom.exam.folder import Result
    from figloom.judges.figures import Row
    from figloom.judges.opinions import Opinion

_URL = "OPENAI_BASE_URL"
_NOTHING = "–"
_POINTLESS = (
    "Rubric 'extract' gives no points that --against could compare with people's: judge by "
    "--rubric answer, equal or summary."
)


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
    from figloom.judges import figures, opinions
    from figloom.judges.rubrics import RUBRICS
    from figloom.scores.run import judge_run

    if rubric and rubric not in RUBRICS:
        raise RecipeError(unknown("rubric", rubric, RUBRICS))
    if against is not None and rubric and RUBRICS[rubric].copies:
        raise RecipeError(_POINTLESS)
    folder.about(run)
    results = _by_rule(run)
    if model:
        heat = temperature if temperature is not None else 0.7 * (votes > 1)
        _ask(run, results, model, base_url, rubric, everything, votes, check, heat, concurrency)
    found = opinions.read(run)
    if not found:
        raise DatasetError(f"{run} holds no opinions yet: name a judge by --model.")
    judge_run(run)
    _table(figures.rows(results, found))
    if against is not None:
        _against(against, results, found)


def _by_rule(run: Path) -> list[Result]:
    """Results as the rule alone judges them, whoever has judged them since."""
    from dataclasses import replace

    from figloom.exam import folder
    from figloom.scores.run import RULE, verdict

    return [
        replace(one, verdict=verdict(one.sample, one.said), by=RULE) for one in folder.results(run)
    ]


def _ask(
    run: Path,
    results: Sequence[Result],
    model: str,
    base_url: str,
    rubric: str,
    everything: bool,
    votes: int,
    check: int,
    temperature: float,
    concurrency: int,
) -> None:
    from dataclasses import replace

    from figloom.exam.remote import Remote
    from figloom.exam.settings import Settings
    from figloom.judges import judging, opinions

    asked = replace(
        judging.chosen(results, rubric, everything=everything, check=check), votes=votes
    )
    if not asked.items:
        raise DatasetError(f"Nothing in {run} is open to a judge: --all judges every reply.")
    settings = Settings(temperature=temperature, max_tokens=256)
    answerer = Remote(model, base_url, settings, concurrency)
    total = len(asked.items) * votes
    with terminal.progress("Judging") as report:
        found, faults = judging.judge(
            run, asked, answerer, settings, lambda done: report(done, total)
        )
    opinions.write(run, found)
    if faults:
        why = next(iter(faults.values()))
        terminal.warn(
            f"{len(faults)} replies found no judge ({why}): run the same command again to ask "
            "about them."
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


def _against(file: Path, results: Sequence[Result], found: Mapping[str, Opinion]) -> None:
    """How far the judge, and the rule beside it, agree with people."""
    from figloom.judges.agreement import agreement, labels
    from figloom.judges.rubrics import RUBRICS

    people = labels(file)
    ids = {one.sample.id for one in results}
    strange = sorted(people.keys() - ids)
    if strange:
        raise DatasetError(
            f"{file} names {len(strange)} ids that the run does not have, {strange[0]!r} first."
        )
    scores = {one.sample.id: one.verdict for one in results}
    copied = [name for name in people if name in found and RUBRICS[found[name].rubric].copies]
    judged = {name: one.mean for name, one in found.items() if one.mean is not None}
    if copied and not people.keys() & judged.keys():
        raise DatasetError(_POINTLESS)
    if copied:
        terminal.say(f"judge  left out {len(copied)} replies judged by extract: it gives no points")
    ruled = {name: one.score for name, one in scores.items() if one.outcome != "unscored"}
    for who, points in (("judge", judged), ("rule", ruled)):
        common = sorted(people.keys() & points.keys())
        if who == "rule" and len(common) < 3:
            terminal.say(f"rule   scores {len(common)} of these replies: too few to compare")
            continue
        told = agreement([points[name] for name in common], [people[name] for name in common])
        terminal.say(
            f"{who:<6} n {told.n}  Pearson {_with(told.pearson, told.pearson_interval)}  "
            f"Spearman {_with(told.spearman, told.spearman_interval)}"
        )


def _with(value: float | None, interval: tuple[float, float] | None) -> str:
    if value is None:
        return _NOTHING
    return f"{value:.3f}" + (f" ({interval[0]:.3f} to {interval[1]:.3f})" if interval else "")


def _told(value: float | None) -> str:
    return _NOTHING if value is None else f"{value:.2f}"
