"""`figloom score`: the figures of a file of replies, from the command line."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from figloom import terminal
from figloom.errors import RecipeError, unknown

FORMATS = ("chartbench",)


def score(
    file: Annotated[Path, typer.Argument(help="File of replies, one JSON object a line.")],
    format_: Annotated[str, typer.Option("--format", help="Whose replies: chartbench.")],
    json_: Annotated[
        bool, typer.Option("--json", help="Print JSON, with the figures of every chart type.")
    ] = False,
) -> None:
    """Score published replies as their authors do, and beside it with their faults corrected.

    Example: figloom score gpt4o.jsonl --format chartbench
    """
    if format_ not in FORMATS:
        raise RecipeError(unknown("format", format_, FORMATS))
    from figloom.scores import chartbench, show
    from figloom.scores.comparison import compare

    rows = chartbench.read(file)
    with terminal.progress("Scoring") as report:
        found = compare(rows, report)
    if json_:
        terminal.say(show.as_json(file.name, found))
    else:
        show.say(file.name, found)
