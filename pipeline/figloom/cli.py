"""The command line: `figloom setup | build | look | export | list`."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    TaskProgressColumn,
    TextColumn,
    TimeRemainingColumn,
)
from rich.table import Table

from figloom import recipe as recipes
from figloom import registry
from figloom.errors import FigloomError, RecipeError, unknown

app = typer.Typer(
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    help="Draw structured data and ask questions whose answers are known exactly.",
)
out, err = Console(), Console(stderr=True)

_PLAIN_EVERY = 5.0
"""Seconds between lines of progress where there is no terminal."""

RecipeName = Annotated[str, typer.Argument(help="Name of a recipe, or path of a TOML file.")]
Seed = Annotated[int, typer.Option(help="Any whole number; no two seeds share their draws.")]
Source = Annotated[
    str | None, typer.Option(help="Where facts come from, e.g. fb15k237=FOLDER; default: recipe's.")
]


def main() -> None:
    """Entry point: a FigloomError becomes one sentence and exit code 2."""
    try:
        app()
    except FigloomError as error:
        err.print(f"figloom: {error}", style="red", markup=False, highlight=False, soft_wrap=True)
        sys.exit(2)
    except KeyboardInterrupt:
        err.print("figloom: stopped. Run the same command again to go on.", style="red")
        sys.exit(130)


@app.command()
def setup(
    fb15k237: Annotated[
        bool, typer.Option("--fb15k237", help="Also download FB15K-237 (24 MB) into the cache.")
    ] = False,
) -> None:
    """Check that this machine can draw, and say what it will draw with.

    Example: figloom setup
    """
    from figloom import setup as checks

    for what, found in checks.check():
        out.print(f"{what:<12} {found}", markup=False, highlight=False, soft_wrap=True)
    if fb15k237:
        from figloom.read.fb15k237 import download

        out.print(f"fb15k237     {download()}", markup=False, highlight=False, soft_wrap=True)


@app.command()
def build(
    recipe: RecipeName,
    seed: Seed = 0,
    count: Annotated[int | None, typer.Option(help="Pictures; default: the recipe's.")] = None,
    split: Annotated[str, typer.Option(help="train or eval; they share no hub, no triple.")] = "train",
    workers: Annotated[int, typer.Option(help="Processes; 0 takes one a core.", min=0)] = 0,
    out_: Annotated[
        Path | None, typer.Option("--out", help="Folder; default: output/RECIPE-sSEED.")
    ] = None,
    source: Source = None,
    exclude: Annotated[
        list[Path] | None, typer.Option(help="Dataset whose items must not come again; repeatable.")
    ] = None,
) -> None:
    """Build a dataset; run the same command again to finish one that was interrupted.

    Example: figloom build m3str --source fb15k237=FOLDER --seed 7 --count 700
    """
    from figloom import build as builder

    job = _job(recipe, seed, count, split, source, tuple(str(path) for path in exclude or ()))
    suffix = "" if split == "train" else f"-{split}"
    place = out_ or Path("output") / f"{job.name}-s{seed}{suffix}"
    started = time.monotonic()
    with _progress("Building") as report:
        builder.build(job, place, processes=workers or (os.cpu_count() or 1), progress=report)
    _say_built(place, time.monotonic() - started)


@app.command()
def look(
    what: Annotated[str, typer.Argument(help="A recipe, or the folder of a dataset.")],
    number: Annotated[int, typer.Option("-n", help="Pictures.", min=1, max=12)] = 12,
    seed: Seed = 0,
    split: Annotated[str, typer.Option(help="train or eval.")] = "train",
    source: Source = None,
    out_: Annotated[Path | None, typer.Option("--out", help="PNG file to write.")] = None,
) -> None:
    """Draw a contact sheet of a recipe or a dataset, without building.

    Example: figloom look maps -n 6 --seed 3
    """
    from figloom import files
    from figloom import look as looking

    folder = Path(what)
    if folder.is_dir():
        records = looking.of_dataset(folder, number)
        name = folder.resolve().name
    else:
        job = _job(what, seed, max(number, 1), split, source, ())
        records = looking.of_recipe(job, number)
        name = f"{job.name}-s{seed}"
    place = out_ or Path("output") / f"look-{name}.png"
    files.write_whole(place, looking.sheet(records))
    out.print(str(place), markup=False, highlight=False, soft_wrap=True)


@app.command()
def export(
    dataset: Annotated[Path, typer.Argument(help="Folder of a finished build.")],
    to: Annotated[str, typer.Option(help="Format; `figloom list emit` names them.")],
    out_: Annotated[
        Path | None, typer.Option("--out", help="Folder; default: DATASET-FORMAT beside it.")
    ] = None,
) -> None:
    """Write a dataset in another format, from its shards: nothing is drawn again.

    Example: figloom export output/quickstart-s0 --to llava
    """
    from figloom.emit import parquet

    plugin = registry.find("emit", to, "--to")
    place = out_ or dataset.resolve().with_name(f"{dataset.resolve().name}-{to}")
    total = len(parquet.specs(dataset))
    with _progress("Exporting") as report:
        rows = plugin.call(_counted(parquet.read_folder(dataset), total, report), place)
    out.print(f"{rows} rows in {place}", markup=False, highlight=False, soft_wrap=True)


@app.command("list")
def list_(
    what: Annotated[
        str, typer.Argument(help=f"recipes, or a verb: {', '.join(registry.VERBS)}.")
    ] = "recipes",
) -> None:
    """List recipes, or the plug-ins of a verb with their options.

    Example: figloom list sample
    """
    table = Table(box=None, pad_edge=False, show_header=False)
    if what == "recipes":
        for name in recipes.names():
            table.add_row(name, recipes.load(name).about)
    elif what in registry.VERBS:
        for name, plugin in registry.plugins(what).items():
            options = ", ".join(plugin.defaults)
            table.add_row(name, plugin.summary + (f" [{options}]" if options else ""))
    else:
        raise RecipeError(unknown("list", what, ("recipes", *registry.VERBS)))
    out.print(table, markup=False, highlight=False)


def _job(
    name: str, seed: int, count: int | None, split: str, source: str | None, exclude: tuple[str, ...]
) -> "Job":
    from figloom.shards import Job

    loaded = recipes.load(name, source)
    return Job(
        name=loaded.name,
        text=loaded.text,
        source=source,
        seed=seed,
        split=split,
        count=loaded.count if count is None else count,
        exclude=exclude,
    )


def _say_built(place: Path, seconds: float) -> None:
    import json

    told = json.loads((place / "manifest.json").read_text("utf-8"))
    sizes = next(iter(told["splits"].values()))
    tried = told["items"] + sum(entry["count"] for entry in told["declines"])
    out.print(
        f"{sizes['pictures']} pictures, {sizes['questions']} questions in {seconds:.0f} s "
        f"({tried - told['items']} of {tried} attempts declined)\n"
        f"dataset        {place}\ncontact sheet  {place / 'preview.png'}",
        markup=False,
        highlight=False,
        soft_wrap=True,
    )


@contextmanager
def _progress(verb: str) -> Iterator[Callable[[int, int], None]]:
    """A bar with rate and time left on a terminal, a line now and then elsewhere."""
    if not err.is_terminal:
        yield _Lines(verb).report
        return
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TaskProgressColumn(show_speed=True),
        TextColumn("{task.fields[rate]}"),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=err, transient=True) as bar:
        task = bar.add_task(verb, total=None, rate="")
        begun: list[tuple[float, int]] = []

        def report(done: int, total: int) -> None:
            begun.append((time.monotonic(), done)) if not begun else None
            since = time.monotonic() - begun[0][0]
            rate = f"{(done - begun[0][1]) / since:.0f}/s" if since > 0 else ""
            bar.update(task, completed=done, total=total, rate=rate)

        yield report


class _Lines:
    """Plain lines of progress with rate and time left."""

    def __init__(self, verb: str) -> None:
        self.verb, self.begun, self.said = verb, 0.0, 0.0
        self.first = 0

    def report(self, done: int, total: int) -> None:
        """Say how far it is, at most every few seconds."""
        now = time.monotonic()
        if not self.begun:
            self.begun, self.said, self.first = now, now, done
        if now - self.said < _PLAIN_EVERY:
            return
        self.said = now
        rate = (done - self.first) / (now - self.begun)
        left = f", {(total - done) / rate:.0f} s left" if rate else ""
        err.print(f"{self.verb} {done}/{total}, {rate:.0f}/s{left}", markup=False, highlight=False)


def _counted(records: Iterator, total: int, report: Callable[[int, int], None]) -> Iterator:
    for number, record in enumerate(records, 1):
        yield record
        report(number, total)
