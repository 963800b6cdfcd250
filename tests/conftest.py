"""Sources, slots and items of recipes that come with figloom, made once a process for all."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from figloom import blocks, recipe, registry, shards
from figloom.blocks import _mixed, _slots
from figloom.build import build
from figloom.errors import SourceError
from figloom.run import Order, fill
from figloom.shards import Job
from figloom.types import Item

_EMBEDDED = ("world", "tables", "stories")


@pytest.fixture(scope="session", autouse=True)
def _read_once() -> Iterator[None]:
    """Recipes that read the same embedded source share it: a sampler keeps what it finds out about
    a table with the table, and every recipe would have it found out again."""
    own = shards._source

    @cache
    def embedded(name: str) -> Any:
        return registry.find("read", name, "tests").call()

    def source(here: Path, name: str, text: str, given: str | None) -> Any:
        call = shards._recipe(here, name, text, given).source
        if call.plugin.name in _EMBEDDED and not call.options:
            return embedded(call.plugin.name)
        return own(here, name, text, given)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(shards, "_source", source)
        yield


def _untried(job: Job, out: Path) -> Path:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(blocks, "_tried", lambda *_: ({}, {}))
        patch.setattr("figloom.capacity.blocks", lambda _: [])
        return build(job, out)


def _planned(job: Job) -> tuple[Order, ...]:
    # `orders` tries each block on the source first, which takes longer than most tests; that
    # sources carry every block of ours is what tests/recipe finds out.
    return _mixed(_slots(job.recipe().blocks, job.seed, job.split, job.count))


def _undrawn(
    name: str, split: str, count: int, seed: int = 7, source: str | None = None
) -> tuple[Item, ...]:
    # However it is called, equal arguments are to be equal keys.
    return _filled(name, split, count, seed, source)


@cache
def _filled(name: str, split: str, count: int, seed: int, source: str | None) -> tuple[Item, ...]:
    job = Job(name, recipe.load(name).text, source, seed, split, count)
    found = []
    for order in _planned(job):
        try:
            found.append(fill(job.recipe(), job.read(), order, drawn=False)[0])
        except SourceError:
            continue
    assert len(found) > 0.9 * len(_planned(job))
    return tuple(found)


@pytest.fixture(scope="session")
def planned() -> Callable[[Job], tuple[Order, ...]]:
    """Every slot of a build, by a source that carries all blocks."""
    return _planned


@pytest.fixture(scope="session")
def undrawn() -> Callable[..., tuple[Item, ...]]:
    """Items of a build, not drawn; those for which a small source has no unit are left out."""
    return _undrawn


@pytest.fixture(scope="session")
def untried() -> Callable[[Job, Path], Path]:
    """Builds on a source that carries all blocks: none is tried first, and the manifest does not
    say how often each repeats. The shards are those of any build."""
    return _untried
