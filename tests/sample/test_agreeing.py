"""How often two draws agree, as manifests state it, against very many draws of small sources."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from figloom.read.programs import programs
from figloom.read.triples import triples
from figloom.recipe import load
from figloom.registry import find
from figloom.run import spec_of
from figloom.seeds import Draw
from figloom.types import Declined

CHAIN = "".join(f"n{at}\tr{at % 3}\tn{at + 1}\n" for at in range(30))
HUBS = "".join(f"hub{hub}\tr{at % 4}\tleaf{hub}{at}\n" for hub in range(4) for at in range(6))
FUNCTIONS = """
def larger(a, b):
    if b > a:
        a = b
    return a


def summed(n):
    total = 0
    for i in range(n):
        total += i
    return total


def doubled(n):
    double = 2 * n
    print(double)
    return n
"""
DRAWS = 2000

CASES: dict[str, tuple[str, str, dict[str, object]]] = {
    "walks on a chain": (CHAIN, "random_walk", {"entities": (3, 3)}),
    "trees on a chain": (CHAIN, "breadth_first", {"entities": (3, 5)}),
    "stars on a chain": (CHAIN, "star", {"triples": (1, 2)}),
    "stars at hubs": (HUBS, "star", {"triples": (2, 4)}),
    "programs": (FUNCTIONS, "flow", {"structure": "program"}),
}


@pytest.mark.parametrize("case", CASES)
def test_the_stated_chance_is_that_of_very_many_draws(case: str, tmp_path: Path) -> None:
    text, name, options = CASES[case]
    source: object
    if name == "flow":
        (tmp_path / "own.py").write_text(text, "utf-8")
        source = programs(path=tmp_path)
    else:
        (tmp_path / "own.tsv").write_text(text, "utf-8")
        source = triples(path=tmp_path / "own.tsv")
    sampler, seen = find("sample", name, "a test"), Counter[str]()
    assert sampler.collision
    stated = sampler.collision(source, "train", **options)
    for turn in range(DRAWS):
        draw = Draw(turn, "many", "train", "b", turn, turn)
        made = sampler.call(source, draw, **{**sampler.defaults, **options})
        if not isinstance(made, Declined):
            seen[spec_of(made, [])] += 1
    pairs = seen.total() * (seen.total() - 1)
    true = sum(many * (many - 1) for many in seen.values()) / pairs
    assert 0.85 < stated / true < 1.3
    # What a manifest says there is at least, there is.
    assert int(1 / stated) <= len(seen)


def test_a_chance_too_small_to_be_seen_is_not_reckoned_where_edges_are_chosen() -> None:
    recipe = load("maps")
    source = recipe.source.plugin.call(**recipe.source.options)
    (block,) = (block for block in recipe.blocks if block.name == "hidden_relation")
    assert block.sample.plugin.collision
    stated = block.sample.plugin.collision(source, "eval", **block.sample.options)
    # Of 750,000 pairs, 11 agreed.
    assert 1e-5 < stated < 4e-5
