"""Shipped recipes decline little: at most 30 % a stage, and no block much more than the others."""

from __future__ import annotations

from collections import Counter
from math import sqrt

import pytest

from figloom import recipe as recipes
from figloom.render.plots import browser
from figloom.run import Order, filling, together

MOST, TIMES = 0.3, 2.0
"""Of what a stage is given; and how many times the mean of all blocks a block may decline."""
LITTLE = 0.1
"""What any block may decline, where a stage declines hardly anything."""
SLOTS, ABREAST = 24, 24
STAGES = ("sample", "modify", "ask", "render")


def declined(name: str, split: str) -> dict[str, Counter[str]]:
    """How often each block of a recipe was declined by stage, and how many were made."""
    recipe = recipes.load(name)
    source = recipe.source.plugin.call(**recipe.source.options)
    found = {}
    for block in recipe.blocks:
        slots = (
            filling(recipe, source, Order(11, split, block, slot, SLOTS)) for slot in range(SLOTS)
        )
        told = found[block.name] = Counter(made=0)
        for _, refusals in together(slots, ABREAST):
            told.update(refusal.stage for refusal in refusals)
            told["made"] += 1
    browser.close()
    return found


def given(told: Counter[str], stage: str) -> int:
    """How many a stage was given: what later ones declined went through it."""
    return told["made"] + sum(told[later] for later in STAGES[STAGES.index(stage) :])


def faults(found: dict[str, Counter[str]]) -> list[str]:
    """Stages that decline too much, and blocks that do so far more often than the mean."""
    told = []
    total: Counter[str] = Counter()
    for one in found.values():
        total.update(one)
    for stage in STAGES:
        mean = total[stage] / given(total, stage)
        if mean > MOST:
            told.append(f"{stage} declines {mean:.1%} of all")
        for block, one in found.items():
            tried, times = given(one, stage), one[stage]
            bound = tried * min(1.0, max(LITTLE, TIMES * mean))
            # One standard error more, since so few are tried.
            if times > bound + sqrt(bound * (1 - bound / tried)):
                told.append(f"{stage} declines {times} of {tried} in {block}, {mean:.1%} of all")
    return told


def test_the_bounds_are_seen() -> None:
    """A stage that declines too much, and a block that does so alone."""
    even = {f"b{n}": Counter(made=24, ask=4) for n in range(42)}
    assert faults(even) == []
    assert faults({name: Counter(made=24, ask=12) for name in even}) == [
        "ask declines 33.3% of all"
    ]
    assert faults({**even, "b0": Counter(made=24, ask=30)}) == [
        "ask declines 30 of 54 in b0, 16.1% of all"
    ]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "split"), [("chartbench", "train"), ("flowce", "eval"), ("flows", "eval")]
)
def test_a_recipe_declines_little(name: str, split: str) -> None:
    assert faults(declined(name, split)) == []
