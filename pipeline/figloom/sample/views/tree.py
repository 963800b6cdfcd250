"""Trees of two levels: a column grouped by another, with sums or counts that add up."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from math import comb
from random import Random

import numpy as np

from figloom.charts import Need
from figloom.rounding import decimals, rounded, scale, shares
from figloom.sample.views.cells import Cells, How, cells
from figloom.sample.views.columns import Key, factor, fixes, fixings, follows, texts
from figloom.sample.views.fitting import fit_labels, parts_of, spans
from figloom.sample.views.titles import LONGEST, by, measured, part, restricted
from figloom.tables import Column, Table
from figloom.types import Declined, Tree, TreeNode

_REPLACED = 40
_LEAVES = 2
"""Fewest of a parent."""


@dataclass(frozen=True, slots=True)
class View:
    """Leaves, the column that groups them, and what is added up (None: rows are counted)."""

    leaves: Key
    parents: Key
    measure: Column | None
    fixed: tuple[Key, ...] = ()
    noun: str = ""

    @property
    def kinds(self) -> tuple[object, ...]:
        """What it is a view of, coarse to fine."""
        return (self.leaves, self.parents, self.measure)


@lru_cache(maxsize=4096)
def views(table: Table, need: Need) -> tuple[View, ...]:
    """Pairs of text columns of which one follows from the other, with each additive measure."""
    measures: list[Column | None] = [c for c in table.of("number") if c.additive]
    found = []
    for leaves in texts(table):
        for parents in texts(table):
            if leaves == parents or not _nested(table, leaves, parents):
                continue
            noun = leaves.column.counted or parents.column.counted
            counts = [None] if noun and not table.prepared else []
            found += [
                View(leaves, parents, measure, fixed, noun)
                for fixed in fixes(table, (leaves,))
                if parents not in fixed and fixings(table, fixed, leaves, need.count[0])
                for measure in (*measures, *counts)
            ]
    return tuple(found)


def taken(
    table: Table, view: View, need: Need, sizes: tuple[int, int], random: Random
) -> Tree | Declined:
    """Some parents, each with some of its leaves, two at least; a parent's value is their sum.

    Leaves differ in value, and so do parents. All labels differ after casefold.
    """
    codes = random.choice(fixings(table, view.fixed, view.leaves, need.count[0]))
    found = _cells(table, view, codes)
    by_parent = _usable(table, view, need, found)
    if len(by_parent) < need.series[0]:
        return Declined("too few parents with leaves enough")
    many = min(max(sizes[1], need.series[0]), len(by_parent), sizes[0] // _LEAVES)
    parents = random.sample(sorted(by_parent), max(many, need.series[0]))
    order = _dealt(parents, by_parent, random)
    if len(order) < need.count[0]:
        return Declined("too few leaves")
    what = measured(view.measure, _how(table, view.measure), found.repeated, view.noun, table)
    made = _settled(found.values[:, 0], order, sizes[0], need, view.measure)
    if isinstance(made, Declined):
        return made
    cuts = _cuts(table, view, found, made[0])
    title = by(what, table, (view.parents, cuts[0]), (view.leaves, cuts[1]))
    title += restricted(table, view.fixed, codes)
    if len(title) > LONGEST:
        return Declined("title too long")
    return _tree(table, view, made, title, what, random)


def same(table: Table, view: View, need: Need) -> float:
    """Chance that two draws of the view are the same, as if all parents had as many leaves."""
    fixed = fixings(table, view.fixed, view.leaves, need.count[0])
    by_parent = _usable(table, view, need, _cells(table, view, fixed[0]))
    many = len(by_parent)
    each = sum(map(len, by_parent.values())) / max(1, many)
    chance = 0.0
    for parents, often in spans(need.series, many):
        leaves = round(each * parents)
        some = sum(o**2 / comb(leaves, size) for size, o in spans(need.count, leaves))
        chance += often**2 * some / comb(many, parents)
    return chance / len(fixed)


def _nested(table: Table, leaves: Key, parents: Key) -> bool:
    """Whether each leaf stands under one parent, and most parents have several."""
    inner, outer = factor(table, leaves).size, factor(table, parents).size
    return 1 < outer <= inner / _LEAVES and follows(table, leaves, parents)


def _how(table: Table, measure: Column | None) -> How:
    if measure is None:
        return "count"
    return "alone" if table.prepared else "sum"


def _cells(table: Table, view: View, codes: tuple[int, ...]) -> Cells:
    how = _how(table, view.measure)
    return cells(table, view.leaves, None, view.measure, how, view.fixed, codes)


def _cuts(
    table: Table, view: View, found: Cells, shown: list[tuple[int, int, float]]
) -> tuple[str, str]:
    """How many of all parents and of all leaves are shown, where not every one is."""
    inner, outer = factor(table, view.leaves), factor(table, view.parents)
    there = np.append(np.isfinite(found.values[:, 0]) & parts_of(inner), False)
    above = outer.codes[there[inner.codes]]
    parents = np.unique(above[above >= 0])
    return (
        part(len({parent for parent, *_ in shown}), int(parts_of(outer)[parents].sum())),
        part(len(shown), int(there.sum())),
    )


def _usable(table: Table, view: View, need: Need, found: Cells) -> dict[int, list[int]]:
    """Leaves that may stand, by parent; parents with fewer than two are left out."""
    inner, outer = factor(table, view.leaves), factor(table, view.parents)
    under = dict(zip(inner.codes.tolist(), outer.codes.tolist(), strict=True))
    fit, fit_parents = fit_labels(inner, need.label), fit_labels(outer, need.label)
    upper = {name.casefold() for name in outer.names}
    by_parent: dict[int, list[int]] = {}
    for leaf in np.flatnonzero(fit & (np.nan_to_num(found.values[:, 0]) > 0)).tolist():
        parent = under[leaf]
        if parent >= 0 and fit_parents[parent] and inner.name(leaf).casefold() not in upper:
            by_parent.setdefault(parent, []).append(leaf)
    return {parent: leaves for parent, leaves in by_parent.items() if len(leaves) >= _LEAVES}


def _dealt(
    parents: list[int], by_parent: dict[int, list[int]], random: Random
) -> list[tuple[int, int]]:
    """(parent, leaf) such that the first ones give every parent two, the others are random."""
    mixed = {parent: random.sample(by_parent[parent], len(by_parent[parent])) for parent in parents}
    first = [(parent, leaf) for parent in parents for leaf in mixed[parent][:_LEAVES]]
    rest = [(parent, leaf) for parent in parents for leaf in mixed[parent][_LEAVES:]]
    return first + random.sample(rest, len(rest))


def _settled(
    values: np.ndarray[tuple[int, ...], np.dtype[np.float64]],
    order: list[tuple[int, int]],
    wanted: int,
    need: Need,
    measure: Column | None,
) -> tuple[list[tuple[int, int, float]], str] | Declined:
    """Leaves with their values as shown, and the unit."""
    reason = ""
    for digits in (3, 4):
        chosen, rest = order[:wanted], order[wanted:]
        for _ in range(_REPLACED):
            sizes = [float(values[leaf]) for _, leaf in chosen]
            divisor, unit = scale(max(sizes), measure.unit if measure else "")
            scaled = [size / divisor for size in sizes]
            told = rounded(scaled, decimals(scaled, digits))
            if need.shares:
                told, unit = shares(sizes), "%"
            reason, bad = _offender(told, [parent for parent, _ in chosen], need)
            if not reason:
                return [(*pair, value) for pair, value in zip(chosen, told, strict=True)], unit
            chosen, rest = _replaced(chosen, rest, bad)
            parents = {parent for parent, _ in chosen}
            if len(chosen) < need.count[0] or len(parents) < need.series[0]:
                break
    return Declined(reason)


def _replaced(
    chosen: list[tuple[int, int]], rest: list[tuple[int, int]], bad: int
) -> tuple[list[tuple[int, int]], list[tuple[int, int]]]:
    """Without the bad leaf, for which another comes, of its own parent if that were left alone."""
    parent = chosen[bad][0]
    kept = [pair for place, pair in enumerate(chosen) if place != bad]
    alone = [above for above, _ in kept].count(parent) < _LEAVES
    spare = [pair for pair in rest if not alone or pair[0] == parent]
    if spare:
        return [*kept, spare[0]], [pair for pair in rest if pair != spare[0]]
    if not alone:
        return kept, rest
    kept, rest = ([pair for pair in some if pair[0] != parent] for some in (kept, rest))
    return [*kept, *rest[:_LEAVES]], rest[_LEAVES:]


def _offender(told: list[float], parents: list[int], need: Need) -> tuple[str, int]:
    seen: set[float] = set()
    for place, value in enumerate(told):
        if value in seen:
            return "ties", place
        seen.add(value)
    if min(told) <= 0 or min(told) < need.least * sum(told):
        return "values too uneven", told.index(min(told))
    sums = _sums(told, parents)
    if len(set(sums.values())) < len(sums):
        return "ties", len(told) - 1
    return "", -1


def _sums(told: list[float], parents: list[int]) -> dict[int, float]:
    places = max(len(repr(value).partition(".")[2]) for value in told)
    sums: dict[int, float] = {}
    for parent, value in zip(parents, told, strict=True):
        sums[parent] = round(sums.get(parent, 0.0) + value, places)
    return sums


def _tree(
    table: Table,
    view: View,
    made: tuple[list[tuple[int, int, float]], str],
    title: str,
    what: str,
    random: Random,
) -> Tree:
    leaves, unit = made
    sums = _sums([value for *_, value in leaves], [parent for parent, *_ in leaves])
    total = _sums(list(sums.values()), [0] * len(sums))[0]
    upper, lower = factor(table, view.parents), factor(table, view.leaves)
    nodes = [TreeNode("root", what, "", total)]
    for n, parent in enumerate(random.sample(sorted(sums), len(sums))):
        nodes.append(TreeNode(f"n{n}", upper.name(parent), "root", sums[parent]))
        own = [(leaf, value) for above, leaf, value in leaves if above == parent]
        nodes += [
            TreeNode(f"n{n}.{m}", lower.name(leaf), f"n{n}", value)
            for m, (leaf, value) in enumerate(random.sample(own, len(own)))
        ]
    return Tree(title, tuple(nodes), unit, table.provenance, measure=what)
