"""Small builds, what their samples are, and a model asked all of them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from figloom import recipe
from figloom.exam.sample import Sample, of_dataset
from figloom.models import Model
from figloom.score import score
from figloom.shards import Job
from figloom.types import Verdict

Judged = list[tuple[Sample, str, Verdict]]


@pytest.fixture(scope="session")
def built(
    tmp_path_factory: pytest.TempPathFactory, untried: Callable[[Job, Path], Path]
) -> Callable[..., Path]:
    """Makes a dataset, once a session for equal arguments."""
    known: dict[tuple[object, ...], Path] = {}

    def made(name: str, count: int, seed: int = 5, split: str = "eval") -> Path:
        key = (name, count, seed, split)
        if key not in known:
            place = tmp_path_factory.mktemp("built") / f"{name}-s{seed}"
            text = recipe.load(name, None).text
            job = Job(name=name, text=text, source=None, seed=seed, split=split, count=count)
            known[key] = untried(job, place)
        return known[key]

    return made


def pictures(sample: Sample) -> tuple[bytes, ...]:
    return (sample.image.data,) if sample.image else ()


def asked(model: Model, dataset: Path) -> Judged:
    """Every sample of a dataset, what the model replies, and how that is judged."""
    found: Judged = []
    for sample in of_dataset(dataset):
        reply = model.reply(sample.prompt, pictures(sample))
        found.append((sample, reply, score(sample.question, reply)))
    return found


@pytest.fixture
def ask() -> Callable[[Model, Path], Judged]:
    return asked
