"""`figloom report`: the page and the tables of some runs, from the command line."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from figloom import terminal
from figloom.errors import OutputError, RecipeError

_PAGE = "report.html"


def report(
    runs: Annotated[list[Path], typer.Argument(help="Folders of runs, in the order shown.")],
    out_: Annotated[
        Path | None,
        typer.Option(
            "--out", "-o", help=f"A folder, or a file .html; default for one run: RUN/{_PAGE}."
        ),
    ] = None,
) -> None:
    """Write one page about some runs, and their tables as CSV, JSON, Markdown and LaTeX beside it.

    The page stands alone and needs no network. Runs on the same dataset are compared item by item;
    those under a control with the run in the full setting. Example: figloom report
    output/runs/m3str-s7--gpt-4o
    """
    from figloom import files
    from figloom.report import page, written
    from figloom.report.runs import read

    place = _place(runs, out_)
    with terminal.progress("Reading") as told:
        found = read(runs)
        told(1, 3)
        sections = page.sections(found)
        told(2, 3)
        files.write_whole(place, page.page(found, sections, terminal.warn))
        told(3, 3)
    for name, text in written.written(found, sections).items():
        files.write_whole(place.parent / name, text)
    terminal.say(f"report  {place}", f"tables  {place.parent / 'results'}.csv .json .md .tex")


def _place(runs: list[Path], out: Path | None) -> Path:
    if out is None:
        if len(runs) > 1:
            raise RecipeError(f"{len(runs)} runs go on one page: say with --out where it goes.")
        return runs[0] / _PAGE
    if out.suffix.lower() in (".html", ".htm") and not out.is_dir():
        return out
    if out.is_file():
        raise OutputError(f"--out {out} is a file: name a folder, or a file .html.")
    return out / _PAGE
