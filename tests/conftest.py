"""Slots and items of recipes that come with figloom, made once a process for all who read them."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

import pytest

from figloom import recipe
from figloom.blocks import _mixed, _slots
from figloom.errors import SourceError
from figloom.run import Order, fill
from figloom.shards import Job
from figloom.types import Item


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
