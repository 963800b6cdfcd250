"""Small builds to examine."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from figloom import recipe
from figloom.build import build
from figloom.shards import Job

CHARTS = """
source = "tables"
count = 6
render = { name = "chart", renderers = ["matplotlib"], labels = false }

[[block]]
each = { chart = ["bar", "pie", "node_link_directed"] }
sample = "table"
ask = ["recognise", "value"]
"""


def job(name: str, count: int, text: str = "") -> Job:
    told = text or recipe.load(name).text
    return Job(name=name, text=told, source=None, seed=5, split="train", count=count)


@pytest.fixture(scope="session")
def built(tmp_path_factory: pytest.TempPathFactory) -> Callable[..., Path]:
    """Makes a dataset, once a session for equal arguments."""
    known: dict[tuple[str, int], Path] = {}

    def made(name: str, count: int, text: str = "") -> Path:
        if (name, count) not in known:
            place = tmp_path_factory.mktemp("examined") / name
            known[name, count] = build(job(name, count, text), place, processes=1)
        return known[name, count]

    return made


@pytest.fixture(scope="session")
def chart_recipe() -> str:
    """Recipe of small charts."""
    return CHARTS


@pytest.fixture(scope="session")
def charts(built: Callable[..., Path]) -> Path:
    """Charts without value labels; one of three types never has any."""
    return built("drawn", 6, CHARTS)
