"""Faults put into stored rows by seed: the audit must find each, under its right name."""

from __future__ import annotations

import copy
import runpy
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest

from figloom.audit.walk import audit

_MUTATIONS = {
    name: mutation
    for file in ("mutated_answers.py", "mutated_records.py")
    for name, mutation in runpy.run_path(str(Path(__file__).with_name(file)))["MUTATIONS"].items()
}
_SEEDS = range(4)
Rows = list[dict[str, Any]]


def _found(folder: Path) -> set[str]:
    """Kinds of findings about records, without those about the borrowed manifest."""
    counts = audit([folder]).counts
    return {kind for kind in counts if not kind.startswith(("manifest ", "checksum "))}


@pytest.mark.parametrize("seed", _SEEDS)
@pytest.mark.parametrize("name", _MUTATIONS)
def test_mutation_is_caught(
    name: str, seed: int, items: list[Rows], written: Callable[[Rows], Path]
) -> None:
    mutate, kinds = _MUTATIONS[name]
    draw = Random(f"{name}/{seed}")
    for item in draw.sample(items, len(items)):
        changed = copy.deepcopy(item)
        if mutate(changed, draw):
            break
    else:
        raise AssertionError("no item has a place for it")
    found = _found(written(changed))
    assert found & kinds, f"{changed[0]['key']}: found {found or 'nothing'}"


def test_unchanged_items_are_clean(items: list[Rows], written: Callable[[Rows], Path]) -> None:
    assert len(_MUTATIONS) >= 50
    assert _found(written([row for item in items for row in item])) == set()
