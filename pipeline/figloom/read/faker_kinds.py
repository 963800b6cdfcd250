"""Kinds of invented tables: which columns each has, and how its rows are filled."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Any

import numpy as np

from figloom.read import generators
from figloom.read.faker_deal import Deal, dates
from figloom.tables import Column, Part


def numbers(deal: Deal) -> tuple[Column, ...]:
    """One column a measure."""
    return tuple(Column(m.name, "number", m.unit, m.additive) for m in deal.measures)


def time(deal: Deal) -> Column:
    """The column of times, named after their step."""
    return Column(deal.every.capitalize(), "time")


Filled = list[Sequence[Any]]


@dataclass(frozen=True, slots=True)
class Kind:
    """One kind of table."""

    columns: Callable[[Deal], tuple[Column, ...]]
    rows: Callable[[Deal, Random], Filled]
    """Values in the order of the columns."""
    measures: tuple[int, int] = (1, 1)
    """How many measures it holds, at least and at most."""
    prepared: bool = True


def _crossed(first: Sequence[Any], second: Sequence[Any]) -> tuple[list[Any], list[Any]]:
    return [a for a in first for _ in second], [b for _ in first for b in second]


def _flat(rows: Sequence[Sequence[float]]) -> list[float]:
    return [value for row in rows for value in row]


def _turned(rows: Sequence[Sequence[Any]]) -> list[list[Any]]:
    return [list(column) for column in zip(*rows, strict=True)]


def _category_rows(deal: Deal, rng: Random) -> Filled:
    names = deal.names(rng, deal.spec.of, 5, 16)
    return [names, *(generators.levels(rng, measure, len(names)) for measure in deal.measures)]


def _crossed_rows(deal: Deal, rng: Random) -> Filled:
    first, second = deal.names(rng, deal.spec.of, 3, 9), deal.names(rng, deal.spec.by, 2, 6)
    grids = [generators.grid(rng, m, len(first), len(second)) for m in deal.measures]
    return [*_crossed(first, second), *map(_flat, grids)]


def _series_rows(deal: Deal, rng: Random) -> Filled:
    times, names = deal.times(rng), deal.names(rng, deal.spec.by, 2, 6)
    measure, size = deal.measures[0], (len(names), len(times))
    lines = generators.lines(rng, measure, deal.path, *size, deal.period)
    return [*_crossed(times, names), _flat(_turned(lines))]


def _sample_rows(deal: Deal, rng: Random) -> Filled:
    """Many rows a group, or a group and another name, or a group and a time."""
    names = deal.names(rng, deal.spec.of, 3, 8)
    others: list[Any] = [""]
    if deal.every:
        names, others = names[:4], dates(rng, deal.every, rng.randint(5, 10))
    elif deal.grouped:
        others = deal.names(rng, _other(deal), 2, 4)
    typical = rng.randint(15, 60) if others == [""] else rng.randint(12, 24)
    counts = [rng.randint(typical * 2 // 3, typical * 4 // 3) for _ in names for _ in others]
    cells = zip(*_crossed(names, others), counts, strict=True)
    pairs = [pair for *pair, count in cells for _ in range(count)]
    texts = [list(column) for column in zip(*pairs, strict=True)]
    made = (generators.samples(rng, measure, counts) for measure in deal.measures)
    return [*(texts[:1] if others == [""] else texts), *map(_flat, made)]


def _point_rows(deal: Deal, rng: Random) -> Filled:
    names = deal.names(rng, deal.spec.of, 15, 60)
    groups = deal.names(rng, "series", 2, 4)
    grouped = [[rng.choice(groups) for _ in names]] if deal.grouped else []
    return [names, *grouped, *generators.cloud(rng, deal.measures, len(names))]


def _candle_rows(deal: Deal, rng: Random) -> Filled:
    days, first = rng.randint(60, 250), dates(rng, "day", 1)[0]
    trading = np.busday_offset(first, np.arange(days), roll="forward")
    price, volume = deal.measures
    return [list(trading), *generators.candles(rng, price, volume, days)]


def _tree_rows(deal: Deal, rng: Random) -> Filled:
    groups = deal.theme.groups
    parents = rng.sample(list(groups), rng.randint(3, min(6, len(groups))))
    pairs = []
    for parent in parents:
        size = len(groups[parent])
        pairs += [(parent, t) for t in rng.sample(groups[parent], rng.randint(min(2, size), size))]
    values = generators.levels(rng, deal.measures[0], len(pairs))
    return [[parent for parent, _ in pairs], [thing for _, thing in pairs], values]


def _share_rows(deal: Deal, rng: Random) -> Filled:
    names, step = deal.names(rng, deal.spec.of, 3, 8), rng.choice((0.1, 0.1, 1.0))
    if deal.every:
        times = dates(rng, deal.every, rng.randint(5, 12))
        shares = generators.drifting(rng, len(names), len(times), step)
        return [*_crossed(times, names), _flat(shares)]
    if deal.spec.by:
        others = deal.names(rng, deal.spec.by, 2, 6)
        shares = [generators.shares(rng, len(names), step) for _ in others]
        return [*_crossed(others, names), _flat(shares)]
    return [names, generators.shares(rng, len(names), step)]


def _error_rows(deal: Deal, rng: Random) -> Filled:
    measure, names = deal.measures[0], deal.names(rng, deal.spec.of, 2 if deal.every else 4, 8)
    if deal.every:
        times = deal.times(rng)
        path = rng.choice(("trend", "walk"))
        lines = generators.lines(rng, measure, path, len(names), len(times), deal.period)
        texts, means = list(_crossed(times, names)), _flat(_turned(lines))
    elif deal.spec.by:
        others = deal.names(rng, deal.spec.by, 2, 4)
        texts = list(_crossed(names, others))
        means = _flat(generators.grid(rng, measure, len(names), len(others)))
    else:
        texts, means = [names], generators.levels(rng, measure, len(names))
    return [*texts, means, *generators.between(rng, measure, means)]


def _dual_rows(deal: Deal, rng: Random) -> Filled:
    times = deal.times(rng)
    return [
        times,
        *generators.dual(rng, deal.measures, deal.spec.paths, len(times), deal.period),
    ]


def _link_rows(deal: Deal, rng: Random) -> Filled:
    """Every node is linked to one before it, others follow; each pair is linked one way only."""
    nodes = deal.names(rng, deal.spec.of, 6, 12)
    pairs = {(place, rng.randrange(place)) for place in range(1, len(nodes))}
    for _ in range(rng.randint(len(nodes), 3 * len(nodes))):
        one, other = rng.sample(range(len(nodes)), 2)
        pairs.add((max(one, other), min(one, other)))
    links = [rng.sample((nodes[one], nodes[other]), 2) for one, other in sorted(pairs)]
    rng.shuffle(links)
    measure = deal.measures[0]
    return [*_turned(links), generators.levels(rng, measure, len(links))]


def _dimensions(deal: Deal) -> tuple[Column, ...]:
    """Times or the other names where there are some, and the names."""
    first = (time(deal),) if deal.every else (deal.label(deal.spec.by),) if deal.spec.by else ()
    return (*first, deal.label(deal.spec.of))


def _interval(deal: Deal) -> tuple[Column, ...]:
    measure = deal.measures[0]
    return (
        Column(measure.name, "number", measure.unit),
        Column("Lower limit", "number", measure.unit, part="lower"),
        Column("Upper limit", "number", measure.unit, part="upper"),
    )


def _other(deal: Deal) -> str:
    """The axis that samples may be crossed with."""
    return "things" if deal.spec.of == "series" else "series"


def _sample_columns(deal: Deal) -> tuple[Column, ...]:
    group = replace(deal.label(deal.spec.of), counted=deal.spec.one)
    crossed = (deal.label(_other(deal)),) if deal.grouped else ()
    return (group, *((time(deal),) if deal.every else crossed), *numbers(deal))


def _error_columns(deal: Deal) -> tuple[Column, ...]:
    texts = _dimensions(deal)
    return (*(texts if deal.every else texts[::-1]), *_interval(deal))


def _trading(deal: Deal) -> tuple[Column, ...]:
    price, volume = deal.measures
    parts: tuple[Part, ...] = ("open", "high", "low", "close")
    prices = (Column(p.capitalize(), "number", price.unit, part=p) for p in parts)
    traded = Column(volume.name, "number", volume.unit, volume.additive, part="volume")
    return (Column("Date", "time"), *prices, traded)


def _end(deal: Deal, part: Part, name: str) -> Column:
    return deal.label(deal.spec.of, part, f"{deal.theme.columns[deal.spec.of]} of {name}")


def _tree_columns(deal: Deal) -> tuple[Column, ...]:
    parent = deal.theme.columns["parent"]
    return (
        Column(parent, "category"),
        replace(deal.label("things"), parent=parent),
        *numbers(deal),
    )


KINDS = {
    "categories": Kind(lambda d: (d.label(d.spec.of), *numbers(d)), _category_rows, (1, 3)),
    "crossed": Kind(
        lambda d: (d.label(d.spec.of), d.label(d.spec.by), *numbers(d)), _crossed_rows, (1, 2)
    ),
    "series": Kind(lambda d: (time(d), d.label(d.spec.by), *numbers(d)), _series_rows),
    "samples": Kind(
        _sample_columns,
        _sample_rows,
        (1, 2),
        prepared=False,
    ),
    "points": Kind(
        lambda d: (
            d.label(d.spec.of),
            *([d.label("series")] if d.grouped else []),
            *numbers(d),
        ),
        _point_rows,
        (2, 3),
    ),
    "ohlc": Kind(_trading, _candle_rows, (2, 2)),
    "hierarchy": Kind(_tree_columns, _tree_rows),
    "shares": Kind(
        lambda d: (*_dimensions(d), Column(d.spec.share, "number", "%", additive=True)),
        _share_rows,
        (0, 0),
    ),
    "errors": Kind(_error_columns, _error_rows),
    "dual": Kind(lambda d: (time(d), *numbers(d)), _dual_rows, (2, 2)),
    "links": Kind(
        lambda d: (
            _end(d, "source", "origin"),
            _end(d, "target", "destination"),
            *numbers(d),
        ),
        _link_rows,
    ),
}
"""By name, as themes give them."""
