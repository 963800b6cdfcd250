"""Trees of two levels that add up, and links that hang together and never run in a circle."""

from __future__ import annotations

import runpy
from functools import cache
from pathlib import Path
from random import Random
from types import SimpleNamespace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from figloom.charts import Need
from figloom.sample.views import links
from figloom.tables import Column
from figloom.types import Declined

hand = SimpleNamespace(**runpy.run_path(str(Path(__file__).with_name("handmade.py"))))

NEEDS = {
    "tree": Need("tree", (5, 12), (2, 4), whole=True, positive=True, least=0.01),
    "links": Need("links", (5, 9), (5, 12), positive=True, least=0.02),
}


@cache
def tables():
    return hand.source(hand.sales(), hand.countries(), hand.ways())


@pytest.mark.parametrize("name", sorted(NEEDS))
def test_needs_are_met(name: str) -> None:
    hand.met(tables(), NEEDS[name], name)


ends = st.sampled_from("ABCDEFGH")


@given(st.lists(st.tuples(ends, ends, st.integers(-5, 999)), min_size=1, max_size=40))
@settings(max_examples=100, deadline=None)
def test_links_of_one_set_of_names_are_fit(rows: list[tuple[str, str, int]]) -> None:
    need = Need("links", (3, 8), (3, 12))
    table = hand.made(
        "moves",
        (
            Column("Origin", "place", part="source"),
            Column("Destination", "place", part="target"),
            Column("People", "number", "people", additive=True),
        ),
        {
            "Origin": [row[0] for row in rows],
            "Destination": [row[1] for row in rows],
            "People": [float(row[2]) for row in rows],
        },
    )
    for view in links.views(table, need):
        made = links.taken(table, view, need, (6, 8), Random("links"))
        if not isinstance(made, Declined):
            hand.check(made, need)
            assert "from origin to destination" in made.title
