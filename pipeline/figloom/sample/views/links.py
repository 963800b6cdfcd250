"""Links: how much goes from one text column's values to another's."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import permutations
from math import comb
from random import Random

import numpy as np

from figloom.charts import Need
from figloom.rounding import decimals, rounded, scale
from figloom.sample.views.cells import MOST, How, cells
from figloom.sample.views.columns import Key, factor, fixes, fixings, follows, texts
from figloom.sample.views.fitting import fit_labels, spans
from figloom.sample.views.titles import LONGEST, by, lowered, measured, restricted
from figloom.tables import Column, Table
from figloom.types import Category, Declined, Link, Links

_FULL = 0.6
"""Part of all pairs that may be linked, at most."""
_TRIES = 12

Edge = tuple[str, str]


@dataclass(frozen=True, slots=True)
class View:
    """Where links begin and end, and what is added up (None: rows are counted)."""

    source: Key
    target: Key
    measure: Column | None
    fixed: tuple[Key, ...] = ()
    noun: str = ""

    @property
    def kinds(self) -> tuple[object, ...]:
        """What it is a view of, coarse to fine."""
        return (self.source, self.target, self.measure)


@lru_cache(maxsize=4096)
def views(table: Table, need: Need) -> tuple[View, ...]:
    """Pairs of text columns, with each additive measure."""
    measures: list[Column | None] = [c for c in table.of("number") if c.additive]
    found = []
    for source, target in _pairs(table):
        if factor(table, source).size * factor(table, target).size > MOST:
            continue
        if not source.column.part and _full(table, source, target):
            continue
        noun = source.column.counted or target.column.counted
        counts = [None] if noun and not table.prepared else []
        found += [
            View(source, target, measure, fixed, noun)
            for fixed in fixes(table, (source, target))
            if fixings(table, fixed, source, 1)
            for measure in (*measures, *counts)
        ]
    return tuple(found)


def taken(
    table: Table, view: View, need: Need, sizes: tuple[int, int], random: Random
) -> Links | Declined:
    """A connected part of all links, without cycles: no link leads back, none stands twice.

    Where the two columns share names, a name is one node, and links follow a random order of
    nodes. Weights are above zero, and differ where the need has a `least`, which is to be read.
    """
    codes = random.choice(fixings(table, view.fixed, view.source, 1))
    weights, repeated = _weights(table, view, need, codes)
    what = measured(view.measure, _how(table, view), repeated, view.noun, table)
    begin, end = {edge[0] for edge in weights}, {edge[1] for edge in weights}
    title = by(what, table, (view.source, ""), (view.target, ""))
    if view.source.column.part or begin & end:
        ends = (lowered(key.said, table) for key in (view.source, view.target))
        title = f"{what} from {' to '.join(ends)}"
    title += restricted(table, view.fixed, codes)
    if len(title) > LONGEST:
        return Declined("title too long")
    reason = "too few links that hang together"
    for _ in range(_TRIES):
        forward = _forward(weights, random)
        chosen = _grown(forward, sizes, need, random)
        if not chosen:
            continue
        values = [weights[edge] for edge in chosen]
        divisor, unit = scale(max(values), view.measure.unit if view.measure else "")
        scaled = [value / divisor for value in values]
        for digits in (3, 4):
            told = rounded(scaled, decimals(scaled, digits))
            reason = _reason(told, need)
            if not reason:
                made = _links(table, chosen, told, (title, what, unit), random)
                return replace(made, directed=need.directed)
    return Declined(reason)


def same(table: Table, view: View, need: Need) -> float:
    """Chance that two draws of the view are the same, as if links lay evenly among nodes."""
    fixed = fixings(table, view.fixed, view.source, 1)
    weights, _ = _weights(table, view, need, fixed[0])
    nodes = len({end for edge in weights for end in edge})
    if nodes < need.count[0]:
        return 1 / len(fixed)
    chance = 0.0
    for some, often in spans(need.count, nodes):
        within = max(some - 1, round(len(weights) * (some / nodes) ** 2))
        links = sum(o**2 / comb(within, s) for s, o in spans(need.series, within))
        chance += often**2 * links / comb(nodes, some)
    return chance / len(fixed)


def _pairs(table: Table) -> list[tuple[Key, Key]]:
    """The table's own ends of links, or any two text columns."""
    source, target = table.part("source"), table.part("target")
    if source and target:
        return [(Key(source), Key(target))]
    return [
        (one, other)
        for one, other in permutations(texts(table), 2)
        if not follows(table, one, other) and not follows(table, other, one)
    ]


def _full(table: Table, source: Key, target: Key) -> bool:
    """Whether nearly everything goes with everything, so that a link says nothing."""
    begin, end = factor(table, source).codes, factor(table, target).codes
    both = (begin >= 0) & (end >= 0)
    many = len(set(zip(begin[both].tolist(), end[both].tolist(), strict=True)))
    return many > _FULL * factor(table, source).size * factor(table, target).size


def _how(table: Table, view: View) -> How:
    if view.measure is None:
        return "count"
    return "alone" if table.prepared else "sum"


def _weights(
    table: Table, view: View, need: Need, codes: tuple[int, ...]
) -> tuple[dict[Edge, float], bool]:
    """Weight of every link above zero, and whether some come from several rows."""
    how = _how(table, view)
    found = cells(table, view.source, view.target, view.measure, how, view.fixed, codes)
    begin, end = factor(table, view.source), factor(table, view.target)
    fit = fit_labels(begin, need.label)[:, None] & fit_labels(end, need.label)
    rows, columns = np.nonzero(fit & (np.nan_to_num(found.values) > 0))
    return {
        (begin.name(row), end.name(column)): float(found.values[row, column])
        for row, column in zip(rows.tolist(), columns.tolist(), strict=True)
        if begin.name(row).casefold() != end.name(column).casefold()
    }, found.repeated


def _forward(weights: dict[Edge, float], random: Random) -> list[Edge]:
    """Links that lead onward in a random order of the nodes; all, where no name is at both ends."""
    sources, targets = {edge[0] for edge in weights}, {edge[1] for edge in weights}
    edges = list(weights)
    if sources & targets:
        nodes = sorted(sources | targets)
        place = {node: n for n, node in enumerate(random.sample(nodes, len(nodes)))}
        edges = [edge for edge in edges if place[edge[0]] < place[edge[1]]]
    return random.sample(edges, len(edges))


def _grown(edges: list[Edge], sizes: tuple[int, int], need: Need, random: Random) -> list[Edge]:
    """Links between about `sizes` nodes and links, grown from the first; empty if too few."""
    if not edges:
        return []
    nodes, chosen = set(edges[0]), [edges[0]]
    while len(nodes) < sizes[0]:
        onward = [edge for edge in edges if (edge[0] in nodes) != (edge[1] in nodes)]
        if not onward or len(chosen) == need.series[1]:
            break
        chosen.append(random.choice(onward))
        nodes |= set(chosen[-1])
    inside = [e for e in edges if e[0] in nodes and e[1] in nodes and e not in chosen]
    chosen += inside[: max(0, sizes[1] - len(chosen))]
    fine = need.count[0] <= len(nodes) and need.series[0] <= len(chosen) <= need.series[1]
    fine = fine and all(len({edge[end] for edge in chosen}) > 1 for end in (0, 1))
    return chosen if fine and len({n.casefold() for n in nodes}) == len(nodes) else []


def _reason(told: list[float], need: Need) -> str:
    # Weights that need not be told apart are not drawn.
    if need.least and len(set(told)) < len(told):
        return "ties"
    return "values too uneven" if min(told) <= max(0.0, need.least * max(told)) else ""


def _links(
    table: Table, edges: list[Edge], told: list[float], names: tuple[str, str, str], random: Random
) -> Links:
    title, what, unit = names
    nodes = sorted({end for edge in edges for end in edge})
    random.shuffle(nodes)
    ids = {node: f"n{n}" for n, node in enumerate(nodes)}
    order = random.sample(range(len(edges)), len(edges))
    return Links(
        title,
        tuple(Category(ids[node], node) for node in nodes),
        tuple(
            Link(f"l{n}", ids[edges[p][0]], ids[edges[p][1]], told[p]) for n, p in enumerate(order)
        ),
        unit,
        table.provenance,
        measure=what,
    )
