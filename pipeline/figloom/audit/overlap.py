"""Datasets against each other: specs, hubs, triples and tables, by the labels shown."""

from __future__ import annotations

import json
import math
from collections.abc import Iterator
from hashlib import blake2b
from itertools import combinations
from typing import Any

from figloom.audit import charts_case, flows_case
from figloom.audit.charts_case import Case as Chart
from figloom.audit.flows_case import Case as Flow
from figloom.audit.labels import MASK, digest, plain
from figloom.audit.maps import Case
from figloom.audit.questions import Fault
from figloom.audit.shard import Row

_CERTAIN = 1e-4
"""More shared items than chance gives with this probability are reported."""


class Contents:
    """Specs, hubs, triples and tables of one dataset, each with the first record that has it."""

    def __init__(self, name: str, told: dict[str, Any]) -> None:
        self.name, self.told = name, told
        self.splits: set[str] = set()
        self.hubs: dict[str, str] = {}
        self.triples: dict[int, str] = {}
        self.tables: dict[str, str] = {}
        self.specs: dict[str, str] = {}
        """Key of the first item, by a spec hash of the audit's own."""
        self.items: dict[str, set[str]] = {}
        """Specs of each block's items."""

    def add(self, row: Row, case: Case | Chart | Flow) -> Iterator[Fault]:
        """Note one record; a fault when another item had its spec."""
        self.splits.add(row["split"])
        if isinstance(case, Chart):
            self.tables.setdefault(charts_case.table(case.shown), row["key"])
            own = charts_case.spec(row)
        elif isinstance(case, Flow):
            self.tables.setdefault(flows_case.origin(case.shown), row["key"])
            own = flows_case.spec(row)
        else:
            self._graphs(row, case)
            own = spec(row, case)
        self.items.setdefault(row["trace"]["block"], set()).add(own)
        if self.specs.setdefault(own, row["key"]) != row["key"]:
            yield "spec of another item", self.specs[own]

    def _graphs(self, row: Row, case: Case) -> None:
        for graph in (case.shown, case.truth):
            if graph.hub != MASK:
                self.hubs.setdefault(plain(graph.hub), row["key"])
            for said in graph.statements.values():
                if MASK not in said:
                    self.triples.setdefault(digest(said), f"{' | '.join(said)} ({row['key']})")


def spec(row: Row, case: Case) -> str:
    """Hash of what is shown and asked, by label."""
    shown = sorted(digest(said) for said in case.shown.statements.values())
    asked = sorted((q["subtask"], sorted(map(plain, q["choices"]))) for q in row["questions"])
    return blake2b(json.dumps([shown, asked]).encode(), digest_size=12).hexdigest()


def compared(everything: list[Contents]) -> Iterator[tuple[str, Fault | str]]:
    """For each two datasets: their names, and a fault, or a sentence on what they share."""
    for one, other in combinations(everything, 2):
        names = f"{one.name} and {other.name}"
        shared = sorted(one.specs.keys() & other.specs.keys())
        expected = _expected(one, other)
        chance = "unknown" if expected is None else f"{expected:.2f}"
        said = f"{len(shared)} specs shared, {chance} expected by chance"
        apart = one.splits.isdisjoint(other.splits)
        if shared and (apart or _tail(expected or 0.0, len(shared)) < _CERTAIN):
            yield names, ("specs shared", f"{said}, first {one.specs[shared[0]]}")
        else:
            yield names, said
        if apart:
            yield from ((names, fault) for fault in _met(one, other))


def _met(one: Contents, other: Contents) -> Iterator[Fault]:
    """Hubs, triples and tables of two splits that both have."""
    for hub in sorted(one.hubs.keys() & other.hubs.keys()):
        yield "hub in two splits", f"{hub} ({one.hubs[hub]}, {other.hubs[hub]})"
    for table in sorted(one.tables.keys() & other.tables.keys()):
        yield "table in two splits", f"{table} ({one.tables[table]}, {other.tables[table]})"
    for triple in sorted(one.triples.keys() & other.triples.keys()):
        yield "triple in two splits", one.triples[triple]


def _expected(one: Contents, other: Contents) -> float | None:
    """Shared specs that the stated capacities give by chance; None where they say nothing.

    A block's chance that two items agree is its `expected_overlap` over its items squared.
    """
    if not one.splits.isdisjoint(other.splits) and one.told.get("recipe") != other.told.get(
        "recipe"
    ):
        return None
    if one.splits.isdisjoint(other.splits):
        return 0.0
    blocks = {entry["block"]: entry for entry in one.told.get("capacity", ())}
    found = []
    for name, entry in blocks.items():
        sizes = len(one.items.get(name, ())), len(other.items.get(name, ()))
        same = entry["expected_overlap"] / entry["items"] ** 2
        found.append(min(same * math.prod(sizes), *sizes))
    return math.fsum(found)


def _tail(mean: float, count: int) -> float:
    """Chance of at least so many events of a Poisson law."""
    if mean <= 0:
        return 0.0 if count else 1.0
    terms = (math.exp(k * math.log(mean) - mean - math.lgamma(k + 1)) for k in range(count))
    return max(0.0, 1.0 - math.fsum(terms))
