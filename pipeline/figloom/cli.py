"""The command line: `figloom setup | build | look | export | audit | eval | score | report | ...`.

Every command imports what it needs, so that help comes at once.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from figloom import stopping, terminal
from figloom.commands.audit import audit
from figloom.commands.eval import eval_
from figloom.commands.judge import judge
from figloom.commands.report import report
from figloom.commands.score import score
from figloom.commands.serve import serve_baseline
from figloom.errors import Faults, FigloomError, RecipeError, Short, SourceError, unknown

if TYPE_CHECKING:
    from figloom.shards import Job
    from figloom.types import Record

app = typer.Typer(
    add_completion=False,
    pretty_exceptions_enable=False,
)

RecipeName = Annotated[str, typer.Argument(help="Name of a recipe, or path of a TOML file.")]
Seed = Annotated[int, typer.Option(help="Any whole number; no two seeds share their draws.")]
Source = Annotated[
    str | None,
    typer.Option(
        help="Where facts come from: NAME, NAME=PATH (fb15k237=FOLDER), or a table of options as "
        'in a recipe: \'{ name = "llm", model = "NAME" }\'.'
    ),
]
Split = Annotated[str, typer.Option(help="train or eval; they share no hub and no triple.")]

_STOPPED = 130
"""What Typer makes of any KeyboardInterrupt."""


def main() -> None:
    """Entry point: what a person can mend becomes one sentence and exit code 2."""
    try:
        code = app(prog_name="figloom", standalone_mode=False)
        sys.stdout.flush()
    except Faults as error:
        terminal.complain(*str(error).splitlines())
        code = 2
    except FigloomError as error:
        terminal.complain(str(error))
        code = 2
    except (KeyboardInterrupt, typer.Abort):
        code = _STOPPED
    except BrokenPipeError:
        terminal.silence()
        code = 0
    except Exception as error:
        code = _misused(error)
    if code == _STOPPED:
        terminal.complain("stopped. Run the same command again to go on.")
        code = stopping.code()
    sys.exit(code if isinstance(code, int) else 0)


def _misused(error: Exception) -> int:
    """One sentence for a mistyped command; everything else is a fault of ours and raised."""
    message = getattr(error, "format_message", None)
    if message is None:
        raise error
    place = getattr(getattr(error, "ctx", None), "command_path", "figloom")
    said = message().strip().rstrip(".")
    terminal.complain(f"{said}{'' if said.endswith('?') else '.'} See {place} --help.")
    return 2


@app.callback(invoke_without_command=True)
def figloom(
    context: typer.Context,
    version: Annotated[bool, typer.Option("--version", help="Say which version this is.")] = False,
) -> None:
    """Draw structured data and ask questions whose answers are known exactly.

    Begin with: figloom build quickstart
    """
    if version:
        from importlib.metadata import version as installed

        terminal.say(f"figloom {installed('figloom')}")
        raise typer.Exit
    if context.invoked_subcommand is None:
        help_text = context.get_help()
        if help_text:
            terminal.say(help_text)


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
        terminal.say(f"{what:<12} {found}")
    if fb15k237:
        from figloom.read.fb15k237 import download

        terminal.say(f"{'fb15k237':<12} {download(say=terminal.note)}")


@app.command()
def build(
    recipe: RecipeName,
    seed: Seed = 0,
    count: Annotated[int | None, typer.Option(help="Pictures; default: the recipe's.")] = None,
    split: Split = "train",
    workers: Annotated[int, typer.Option(help="Processes; 0 takes one a core.", min=0)] = 0,
    out_: Annotated[
        Path | None, typer.Option("--out", "-o", help="Folder; default: output/RECIPE-sSEED.")
    ] = None,
    source: Source = None,
    exclude: Annotated[
        list[Path] | None, typer.Option(help="Dataset whose items must not come again; repeatable.")
    ] = None,
) -> None:
    """Build a dataset; run the same command again to finish one that was interrupted.

    Example: figloom build m3str --source fb15k237=FOLDER --seed 7 --count 700
    """
    with stopping.heard():
        _build(recipe, seed, count, split, workers, out_, source, exclude or ())


def _build(
    recipe: str,
    seed: int,
    count: int | None,
    split: str,
    workers: int,
    out_: Path | None,
    source: str | None,
    exclude: Sequence[Path],
) -> None:
    from figloom import build as builder
    from figloom.workers import cores

    job = _job(recipe, seed, count, split, source, tuple(str(path) for path in exclude))
    suffix = "" if split == "train" else f"-{split}"
    place = out_ or Path("output") / f"{job.name}-s{seed}{suffix}"
    started = time.monotonic()
    _warn(job)
    short = None
    with terminal.progress("Building") as report:
        before = builder.complete(job, place)
        try:
            builder.build(job, place, processes=workers or cores(), progress=report)
        except Short as error:
            short = error
    if short:
        raise SourceError(f"{short} {_other_count(job)}")
    terminal.built(place, None if before else time.monotonic() - started)


@app.command()
def look(
    what: Annotated[str, typer.Argument(help="A recipe, or the folder of a dataset.")],
    number: Annotated[int, typer.Option("-n", help="Pictures.", min=1, max=12)] = 12,
    seed: Seed = 0,
    split: Split = "train",
    source: Source = None,
    block: Annotated[str | None, typer.Option(help="Only this block, e.g. one chart type.")] = None,
    out_: Annotated[Path | None, typer.Option("--out", "-o", help="PNG file to write.")] = None,
) -> None:
    """Draw a contact sheet of a recipe, one of its blocks or a dataset, without building.

    Example: figloom look charts --block radar -n 6 --seed 3
    """
    from figloom import files
    from figloom import look as looking

    folder = Path(what)
    if folder.is_dir():
        records = looking.of_dataset(folder, number, block)
        name = folder.resolve().name
    else:
        job = _job(what, seed, None, split, source, ())
        if block is None:
            _warn(job)
        records = looking.of_recipe(job, number, block)
        name = f"{folder.stem}-s{seed}"
    if block is not None:
        name += f"-{block}"
    place = out_ or Path("output") / f"look-{name}.png"
    files.write_whole(place, looking.sheet(records))
    terminal.say(place)


@app.command()
def export(
    dataset: Annotated[Path, typer.Argument(help="Folder of a finished build.")],
    to: Annotated[str, typer.Option(help="Format; `figloom list emit` names them.")],
    out_: Annotated[
        Path | None, typer.Option("--out", "-o", help="Folder; default: DATASET-FORMAT beside it.")
    ] = None,
) -> None:
    """Write a dataset in another format, from its shards: nothing is drawn again.

    Example: figloom export output/quickstart-s0 --to llava
    """
    from figloom import registry
    from figloom.emit import parquet
    from figloom.shards import finished

    plugin = registry.find("emit", to, "--to")
    place = out_ or dataset.resolve().with_name(f"{dataset.resolve().name}-{to}")
    total = len(parquet.specs(finished(dataset)))
    with terminal.progress("Exporting") as report:
        rows = plugin.call(_counted(parquet.read_folder(dataset), total, report), place)
    terminal.say(f"{terminal.counted(rows, 'row')} in {place}")


app.command()(audit)
app.command("eval")(eval_)
app.command()(score)
app.command()(judge)
app.command()(report)
app.command("serve-baseline")(serve_baseline)


@app.command("list")
def list_(
    what: Annotated[
        str,
        typer.Argument(
            help="recipes, charts, structures, stories, baselines, controls, or a verb: read, "
            "sample, modify, render, ask, emit, evaluate."
        ),
    ] = "recipes",
) -> None:
    """List recipes, types of charts, stories, baselines, controls, or a verb's plug-ins.

    Example: figloom list sample
    """
    from figloom import listing

    terminal.columns(listing.rows(what))


def _job(
    name: str,
    seed: int,
    count: int | None,
    split: str,
    source: str | None,
    exclude: tuple[str, ...],
) -> Job:
    from figloom import recipe as recipes
    from figloom.shards import Job

    if split not in recipes.SPLITS:
        raise RecipeError(unknown("split", split, recipes.SPLITS))
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


def _other_count(job: Job) -> str:
    from figloom import fitting

    with terminal.progress("", "Looking for a --count that works"):
        count = fitting.largest(job)
    if not count:
        return "No smaller --count works."
    return f"Or ask for --count {count} (pictures of all blocks together), which can be built."


_NOTES = 20
"""Notes of a source that are printed."""

_NAMED = 6
"""Blocks left out of which each gets a line."""


def _warn(job: Job) -> None:
    """Say what the source left out of what it was given, and which blocks it cannot carry."""
    from figloom.build import refuse_impossible
    from figloom.shards import left_out

    with terminal.progress("Preparing"):
        refuse_impossible(job)
        left = left_out(job)
    source = job.read()
    for note in source.notes[:_NOTES]:
        terminal.warn(note)
    if len(source.notes) > _NOTES:
        more = terminal.counted(len(source.notes) - _NOTES, "more note", "more notes")
        terminal.warn(f"{more} on what {source.name!r} left out.")
    if len(left) > _NAMED:
        terminal.warn(
            f"{len(left)} of {len(job.recipe().blocks)} blocks are left out, since {source.name!r} "
            f"cannot carry them: {', '.join(left)}. The manifest says what each lacks."
        )
        return
    for block, lack in left.items():
        terminal.warn(f"block {block!r} is left out: {lack}.")


def _counted(records: Iterator[Record], total: int, report: terminal.Report) -> Iterator[Record]:
    for number, record in enumerate(records, 1):
        yield record
        report(number, total)
