"""Flowcharts drawn once for all tests that look at them."""

from __future__ import annotations

import runpy
from collections.abc import Callable
from pathlib import Path

import pytest

from figloom.render.flows.flow import flow
from figloom.seeds import Draw
from figloom.types import Declined, Facts, Picture


class Nowhere:
    """A source that is asked nothing."""

    name, licence = "nowhere", "CC0-1.0"
    notes: tuple[str, ...] = ()

    def picture(self, reference: str) -> Path:
        raise AssertionError(reference)


@pytest.fixture(scope="session")
def drawn() -> Callable[..., Picture | Declined]:
    """Draw a chart in the slot of that number."""

    def draw(facts: Facts, slot: int, split: str = "eval", **options: object) -> Picture | Declined:
        made = flow(facts, Draw(3, "flows", split, "block", slot, slot), Nowhere(), **options)  # type: ignore[arg-type]
        assert isinstance(made, Picture | Declined)
        return made

    return draw


@pytest.fixture(scope="session")
def handmade() -> Callable[..., Facts]:
    """A flowchart by seed, structure and size."""
    made: Callable[..., Facts] = runpy.run_path(str(Path(__file__).with_name("handmade.py")))[
        "handmade"
    ]
    return made
