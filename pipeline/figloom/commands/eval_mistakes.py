"""What `figloom eval` refuses before anything is read or asked."""

from __future__ import annotations

import math
import os
from pathlib import Path

from figloom.errors import OutputError, RecipeError


def refuse_model(model: str) -> None:
    """RecipeError where the model has no name, or its name is the key, which is not repeated."""
    from figloom.client.server import KEY

    if not model.strip():
        raise RecipeError("--model is empty: give the name under which the server knows the model.")
    if model.strip() == os.environ.get(KEY, "").strip():
        raise RecipeError(
            f"--model is what {KEY} holds: give the name under which the server knows the model."
        )


def refuse_endless(**options: float) -> None:
    """RecipeError for an option that is no finite number."""
    for name, value in options.items():
        if not math.isfinite(value):
            raise RecipeError(
                f"--{name.replace('_', '-')} {value} is no number: give a finite one."
            )


def tasks_of(given: str) -> tuple[str, ...]:
    """Names in `--tasks`; RecipeError where something is given that names none."""
    names = tuple(name.strip() for name in given.split(",") if name.strip())
    if given and not names:
        raise RecipeError(f"--tasks {given!r} names no task: leave it out to ask all.")
    return names


def refuse_within(run: Path, dataset: Path) -> None:
    """OutputError where a run's files would come among those of the dataset, or around them."""
    out, data = run.resolve(), dataset.resolve()
    if out == data or out.is_relative_to(data) or data.is_relative_to(out):
        raise OutputError(
            f"The run's folder {run} and the dataset {dataset} lie one in the other: choose "
            "another --out."
        )
