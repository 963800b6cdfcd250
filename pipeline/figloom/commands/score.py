"""`figloom score`: the figures of a run or of anybody's replies, from the command line."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from figloom import terminal
from figloom.errors import RecipeError, unknown

if TYPE_CHECKING:
    from figloom.scores.gathering import Told

FORMATS = ("replies", "chartbench", "m3str", "flowce")


def score(
    places: Annotated[
        list[str],
        typer.Argument(help="Folder of a run, or file of replies; - reads standard input."),
    ],
    dataset: Annotated[
        str | None,
        typer.Option(help="What a file of replies answers: a build, or BENCHMARK=PATH."),
    ] = None,
    format_: Annotated[
        str, typer.Option("--format", help=f"Whose replies: {', '.join(FORMATS)}.")
    ] = "replies",
    by: Annotated[
        str, typer.Option(help="What the table is broken down by: subtask, task, kind, type, ...")
    ] = "subtask",
    seeds: Annotated[
        bool, typer.Option("--seeds", help="Mean and spread over runs that differ in their seed.")
    ] = False,
    json_: Annotated[bool, typer.Option("--json", help="Print JSON, with every figure.")] = False,
) -> None:
    """Judge replies and print their figures; two runs are compared on what both have scored.

    A file of replies holds a JSON object with an id and a text on each line. The published result
    files of ChartBench, M3STR and FlowCE need no dataset. Example: figloom score
    output/runs/m3str-s7--gpt-4o
    """
    if format_ not in FORMATS:
        raise RecipeError(unknown("format", format_, FORMATS))
    if format_ == "chartbench":
        _chartbench(places, json_)
        return
    from figloom.scores import gathering

    with terminal.progress("Scoring") as report:
        told = gathering.gather(places, format_, dataset, report)
    if seeds:
        _seeds(told, json_)
    elif format_ == "replies" and len(told) == 2:
        _compared(told, json_)
    elif format_ == "replies" and len(told) > 2:
        raise RecipeError(
            f"{len(told)} runs cannot be compared at once: give two, or add --seeds for the mean "
            "over datasets that differ in their seed."
        )
    else:
        _each(told, by, json_)


def _chartbench(places: list[str], json_: bool) -> None:
    from figloom.scores import chartbench, show
    from figloom.scores.comparison import compare

    if len(places) > 1:
        raise RecipeError("--format chartbench reads one file at a time: give a command to each.")
    file = Path(places[0])
    rows = chartbench.read(file)
    with terminal.progress("Scoring") as report:
        found = compare(rows, report)
    if json_:
        terminal.say(show.as_json(file.name, found))
    else:
        show.say(file.name, found)


def _each(told: list[Told], by: str, json_: bool) -> None:
    from figloom.scores import telling

    for one in told:
        if by not in one.summary.by:
            raise RecipeError(unknown("label", by, one.summary.by))
    if json_:
        _print([{"name": one.name} | one.summary.told() for one in told])
        return
    for number, one in enumerate(told):
        terminal.say(*[""] * bool(number))
        telling.say(one.name, one.summary, by)


def _compared(told: list[Told], json_: bool) -> None:
    from figloom.scores import telling
    from figloom.scores.paired import paired

    one, two = told
    found = paired(one.results, two.results)
    if not found.whole.n and not any(found.whole.unscored):
        raise RecipeError(
            f"{one.name} and {two.name} have no sample in common: only runs on one dataset can be "
            "compared; --seeds takes datasets that differ in their seed."
        )
    if json_:
        _print([{"a": one.name, "b": two.name} | found.told()])
    else:
        telling.say_paired((one.name, two.name), found)
        for name, side in (("A", one), ("B", two)):
            terminal.say(*(f"{name}: {line}" for line in telling.judges(side.summary)))


def _seeds(told: list[Told], json_: bool) -> None:
    from figloom.scores import telling
    from figloom.scores.seeds import seeds

    _differ_in_seed(told)
    found = seeds([one.summary for one in told])
    if json_:
        _print([{"names": [one.name for one in told]} | found.told()])
    else:
        telling.say_seeds([one.name for one in told], found)


def _differ_in_seed(told: list[Told]) -> None:
    """One model in one setting, each time on another dataset."""
    what = "--seeds is for runs of one model on datasets that differ in their seed"
    if len(told) < 2:
        raise RecipeError(f"{what}: give two runs or more.")
    first, *others = told
    for one in others:
        if one.model != first.model:
            raise RecipeError(
                f"{what}, but {first.name} ({first.model}) and {one.name} ({one.model}) differ in "
                "more: leave --seeds away to compare two of them."
            )
    known: dict[str, str] = {}
    for one in told:
        if one.dataset and one.dataset in known:
            raise RecipeError(
                f"{what}, but {known[one.dataset]} and {one.name} are on the same dataset: leave "
                "--seeds away to compare two of them."
            )
        known[one.dataset] = one.name


def _print(told: list[dict[str, Any]]) -> None:
    """One object, or a list where there are several; escaped to ASCII, so that nothing in it can
    move a cursor."""
    text = json.dumps(told[0] if len(told) == 1 else told, indent=2)
    terminal.say(text.replace("\x7f", "\\u007f"))
