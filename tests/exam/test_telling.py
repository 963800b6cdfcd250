"""The facts as text say all that is shown, whatever it is."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest

from figloom import codec, recipe
from figloom.exam.telling import told
from figloom.run import Order, fill
from figloom.types import Record, Shape

_SAID = {"name", "text", "title"}
_COUNTED = {"value", "low", "high", "x", "y", "size", "open", "close", "volume"}


def _records(name: str) -> Iterator[Record]:
    """An undrawn item of each block."""
    loaded = recipe.load(name)
    source = loaded.source.plugin.call(**loaded.source.options)
    for block in loaded.blocks:
        item, _ = fill(loaded, source, Order(3, "train", block, 0, 1), drawn=False)
        yield from item.records


def _leaves(told: Any, keys: set[str]) -> Iterator[Any]:
    if isinstance(told, list):
        for one in told:
            yield from _leaves(one, keys)
    elif isinstance(told, dict):
        for key, value in told.items():
            if key in keys and not isinstance(value, list | dict):
                yield value
            elif key not in ("provenance", "variables", "bins", "entities"):
                yield from _leaves(value, keys)


@pytest.mark.parametrize("name", ["quickstart", "charts", "flows"])
def test_every_name_and_number_is_told(name: str) -> None:
    for record in _records(name):
        text, shown = told(record), record.facts.shown
        facts = json.loads(codec.dumps(shown, Shape))
        for word in _leaves(facts, _SAID):
            assert " ".join(word.split()) in text, (record.key, word)
        if shown.shape in ("grid", "points", "ohlc", "links"):
            # A category's value only orders it, and links without a measure have none to tell.
            facts.pop("categories", None)
            if shown.shape == "links" and not shown.measure:
                continue
            for number in _leaves(facts, _COUNTED):
                if number is not None:
                    assert f"{number:.12g}" in text, (record.key, number)


def test_labels_stay_on_their_line() -> None:
    record = next(_records("quickstart"))
    lines = told(record).splitlines()
    assert lines[0] == "Entities:"
    graph: Any = record.facts.shown
    assert len(lines) == 2 + len(graph.entities) + len(graph.triples)
