"""Planning tries no more than it must, and what it draws is not drawn again."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from figloom import blocks, shards
from figloom.render.plots import browser
from figloom.run import key_of
from figloom.shards import Job, orders

RECIPE = """
source = "{source}"
count = 48
render = {{ name = "{render}" }}

[[block]]
name = "one"
sample = {sample}
ask = ["{ask}"]

[[block]]
name = "other"
sample = {sample}
ask = ["{ask}"]
"""
CHARTS = RECIPE.format(
    source="tables", render="chart", sample='{ name = "table", chart = "bar" }', ask="read_number"
)
TEXTS = RECIPE.format(
    source="world", render="as_text", sample='{ name = "star", triples = [3, 8] }',
    ask="count_triples",
)  # fmt: skip


def _job(text: str, **changes: Any) -> Job:
    return Job(**{"name": "mine", "text": text, "source": None, "seed": 4, "split": "train",
                  "count": 48, **changes})  # fmt: skip


@pytest.mark.parametrize(("text", "slots"), [(CHARTS, 3), (TEXTS, 14)])
def test_so_many_slots_of_a_block_are_tried(
    monkeypatch: pytest.MonkeyPatch, text: str, slots: int
) -> None:
    tried: Counter[str] = Counter()
    fill = blocks.fill

    def counted(recipe: Any, source: Any, order: Any, **options: Any) -> Any:
        tried[order.block.name] += 1
        return fill(recipe, source, order, **options)

    monkeypatch.setattr(blocks, "fill", counted)
    orders(_job(text, seed=17))
    assert tried == {"one": slots, "other": slots}


@pytest.mark.parametrize(("exclude", "again"), [((), 46), (("nothing",), 48)])
def test_what_was_drawn_on_trial_is_not_drawn_again(
    monkeypatch: pytest.MonkeyPatch, exclude: tuple[str, ...], again: int
) -> None:
    """But where a build excludes items, of which trials know nothing."""
    monkeypatch.setattr(shards, "_excluded", lambda *_: frozenset())
    job = _job(CHARTS, exclude=exclude)
    made: list[str] = []
    filling = shards.filling

    def counted(recipe: Any, source: Any, order: Any, *rest: Any) -> Any:
        made.append(key_of(recipe, order))
        return filling(recipe, source, order, *rest)

    monkeypatch.setattr(shards, "filling", counted)
    found = list(shards.filled(job, orders(job), {}))
    assert len(made) == again
    monkeypatch.setattr(blocks, "_tried", lambda *_: ({}, {}))
    shards._plan.cache_clear()
    assert list(shards.filled(job, orders(job), {})) == found
    shards._plan.cache_clear()
    browser.close()
