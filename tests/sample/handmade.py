"""Small tables made by hand, and all checks that facts for a chart must pass."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import combinations, pairwise
from random import Random
from typing import Any

import numpy as np

from figloom.charts import Need
from figloom.rounding import needed
from figloom.sample.table import sampled
from figloom.sample.views.orders import natural
from figloom.seeds import Draw
from figloom.tables import Column, Table, Tables, numbers, texts
from figloom.types import Declined, Grid, Links, Ohlc, Points, Provenance, Spread, Tree

ORIGIN = Provenance("handmade", "CC0-1.0", ("rows",))


def made(
    id: str, columns: Sequence[Column], rows: Mapping[str, Any], prepared: bool = False
) -> Table:
    values = {
        column.name: (
            numbers(rows[column.name])
            if column.role == "number"
            else np.array(rows[column.name], dtype="datetime64[s]")
            if column.role == "time"
            else texts(rows[column.name])
        )
        for column in columns
    }
    return Table(id, f"Table {id}", tuple(columns), ORIGIN, "train", lambda: values, prepared)


def source(*tables: Table) -> Tables:
    return Tables("handmade", "CC0-1.0", tables, "1")


def draw(number: int, seed: int = 7, block: str = "b", split: str = "train") -> Draw:
    return Draw(seed, "test", split, block, number, number)


def ways(many: int = 12) -> Table:
    """Prepared: one row a route, with what it carries; most ports have no route to most towns."""
    pairs = [(a, b) for a in range(many) for b in range(many) if (a * b) % 3 == 1]
    return made(
        "ways",
        (
            Column("Port", "place", counted="route"),
            Column("Town", "place"),
            Column("Freight", "number", "t", additive=True),
        ),
        {
            "Port": [f"Port {a}" for a, _ in pairs],
            "Town": [f"Town {b}" for _, b in pairs],
            "Freight": [40 + 7 * number for number in range(len(pairs))],
        },
        prepared=True,
    )


def sales(rows: int = 3000, shops: int = 12, seed: str = "sales") -> Table:
    """Raw rows: a shop (in a region), a product, a day, sums and prices."""
    random = Random(seed)
    names = [f"Shop {chr(65 + n)}" for n in range(shops)]
    where = {name: f"Region {n % 3 + 1}" for n, name in enumerate(names)}
    picked = [random.choice(names) for _ in range(rows)]
    return made(
        "sales",
        (
            Column("Shop", "category", parent="Region", counted="sale"),
            Column("Region", "place"),
            Column("Product", "category"),
            Column("Date", "time"),
            Column("Revenue", "number", "USD", additive=True),
            Column("Cost", "number", "USD", additive=True),
            Column("Unit price", "number", "USD"),
            Column("Weight", "number", "kg"),
        ),
        {
            "Shop": picked,
            "Region": [where[name] for name in picked],
            "Product": [random.choice(("Tea", "Coffee", "Cocoa", "Milk")) for _ in range(rows)],
            "Date": [
                str(np.datetime64("2015-01-01") + random.randrange(5 * 365)) for _ in range(rows)
            ],
            "Revenue": [random.lognormvariate(5, 0.7) for _ in range(rows)],
            "Cost": [random.lognormvariate(4, 0.7) for _ in range(rows)],
            "Unit price": [random.uniform(3, 30) for _ in range(rows)],
            "Weight": [random.gauss(20, 4) for _ in range(rows)],
        },
    )


def countries(many: int = 30, years: int = 12) -> Table:
    """Prepared: one row a country and year."""
    random = Random("countries")
    names = [f"Land {n}" for n in range(many)]
    pairs = [(name, 1990 + 2 * year) for name in names for year in range(years)]
    return made(
        "countries",
        (
            Column("Country", "place", parent="Continent"),
            Column("Continent", "place"),
            Column("Year", "time"),
            Column("Population", "number", "people", additive=True),
            Column("Income", "number", "USD"),
            Column("Life expectancy", "number", "years"),
        ),
        {
            "Country": [name for name, _ in pairs],
            "Continent": [f"Continent {int(name[5:]) % 4}" for name, _ in pairs],
            "Year": [f"{year}-01-01" for _, year in pairs],
            "Population": [float(random.randint(10**5, 9 * 10**7)) for _ in pairs],
            "Income": [random.lognormvariate(9, 1) for _ in pairs],
            "Life expectancy": [random.uniform(45, 85) for _ in pairs],
        },
        prepared=True,
    )


def shares(days: int = 400) -> Table:
    """Open, high, low, close and volume of trading days."""
    random = Random("shares")
    day, price = np.datetime64("2019-01-01"), 80.0
    rows: dict[str, list[Any]] = {
        name: [] for name in ("Date", "Open", "High", "Low", "Close", "Volume")
    }
    while len(rows["Date"]) < days:
        if np.is_busday(day):
            close = price * random.lognormvariate(0, 0.02)
            spread = 1 + random.uniform(0.001, 0.02)
            values = (price, max(price, close) * spread, min(price, close) / spread, close)
            rows["Date"].append(str(day))
            for name, value in zip(("Open", "High", "Low", "Close"), values, strict=True):
                rows[name].append(round(value, 2))
            rows["Volume"].append(float(random.randint(10**5, 10**7)))
            price = close
        day += 1
    return made(
        "shares",
        (
            Column("Date", "time"),
            Column("Open", "number", "USD", part="open"),
            Column("High", "number", "USD", part="high"),
            Column("Low", "number", "USD", part="low"),
            Column("Close", "number", "USD", part="close"),
            Column("Volume", "number", "shares", additive=True, part="volume"),
        ),
        rows,
        prepared=True,
    )


def check(shape: Grid | Spread | Points | Ohlc | Tree | Links, need: Need) -> None:
    """Everything that a Need promises its chart."""
    assert shape.shape == need.shape
    assert shape.title
    assert len(shape.title) <= 90
    CHECKS[shape.shape](shape, need)


def met(tables: Tables, need: Need, name: str, draws: int = 100) -> None:
    """Whatever is drawn of the tables is fit, and seven draws of ten are something."""
    good = 0
    for number in range(draws):
        made = sampled(tables, draw(number, block=name), need, name)
        if not isinstance(made, Declined):
            check(made, need)
            good += 1
    assert good >= 0.7 * draws


def _labels(names: Sequence[str], need: Need) -> None:
    folded = [name.casefold() for name in names]
    assert len(set(folded)) == len(folded)
    assert all(0 < len(name) <= need.label for name in names)
    assert not {"total", "other", "others", "all"} & set(folded)


def _grid(grid: Grid, need: Need) -> None:
    many, wide = len(grid.categories), len(grid.series)
    assert need.count[0] <= many <= need.count[1]
    assert need.series[0] <= wide <= need.series[1]
    assert len(grid.cells) == many * wide
    _labels([category.name for category in grid.categories], need)
    if wide > 1:
        _labels([series.name for series in grid.series], need)
    times = [category.value for category in grid.categories]
    timed = all(time is not None for time in times)
    assert timed or all(time is None for time in times)
    if need.along in ("names", "time"):
        assert timed == (need.along == "time")
    if need.along == "ordered" and not timed:
        places = natural([category.name for category in grid.categories])
        assert places
        assert places == sorted(places)
    if timed:
        assert times == sorted(times)  # type: ignore[type-var]
    by_series = {
        s.id: [cell.value or 0.0 for cell in grid.cells if cell.series == s.id] for s in grid.series
    }
    by_category = {
        c.id: [cell.value or 0.0 for cell in grid.cells if cell.category == c.id]
        for c in grid.categories
    }
    for values in (*by_series.values(), *by_category.values()):
        assert len(set(values)) == len(values)
    every = [abs(value) for values in by_series.values() for value in values]
    assert np.isfinite(every).all()
    if need.units == 1:
        places = needed(every)
        assert places == 0 or max(every) * 10**places < 10**4 or need.shares
    if need.positive or need.whole:
        assert all(cell.value is not None and cell.value >= 0 for cell in grid.cells)
    if need.whole:
        assert min(every) > 0
    if need.shares:
        for values in by_category.values() if wide > 1 else by_series.values():
            assert abs(sum(values) - 100) <= 0.5 * len(values) / 10 ** needed(values) + 1e-9
            assert {series.unit for series in grid.series} == {"%"}
    if need.least and not need.whole and need.units == 1:
        assert min(every) >= need.least * max(every)
    for one, other in combinations(by_series.values() if need.apart else (), 2):
        far = [abs(a - b) >= need.apart * max(every) for a, b in zip(one, other, strict=True)]
        assert sum(far) >= len(far) / 2
    if need.decades:
        assert max(every) >= 10**need.decades * min(every) > 0
    if need.units == 2:
        assert [series.axis for series in grid.series] == ["y"] * (wide - 1) + ["y2"]
        assert len(grid.axes) == 3
    else:
        assert len(grid.axes) == 2
    if need.drawn:
        assert [s.drawn for s in grid.series][: len(need.drawn)] == list(need.drawn[:wide])
    if need.errors:
        assert all(c.low <= c.value <= c.high for c in grid.cells)  # type: ignore[operator]
    if need.descending:
        sums = [sum(by_category[c.id]) for c in grid.categories]
        assert sums == sorted(sums, reverse=True)


def _spread(spread: Spread, need: Need) -> None:
    assert need.count[0] <= len(spread.groups) <= need.count[1]
    if not need.bins:
        _labels([group.name for group in spread.groups], need)
    for group in spread.groups:
        assert max(1, need.samples) <= len(group.samples) <= 300
        low, middle, high = np.quantile(group.samples, (0.25, 0.5, 0.75))
        assert group.five is not None
        assert np.allclose(group.five[1:4], (low, middle, high), rtol=0, atol=1e-9)
        reach = 1.5 * (high - low) + 1e-9
        inside = [v for v in group.samples if low - reach <= v <= high + reach]
        assert group.five[0] == min(*inside, low)
        assert group.five[4] == max(*inside, high)
        assert Counter(inside) + Counter(group.outliers) == Counter(group.samples)
    middles = [group.five[2] for group in spread.groups if group.five]
    assert len(set(middles)) == len(middles)
    if need.bins:
        steps = np.diff(spread.bins)
        assert 6 <= len(steps) <= 14
        assert np.allclose(steps, steps[0])
        (group,) = spread.groups
        assert spread.bins[0] <= min(group.samples) <= max(group.samples) < spread.bins[-1]
        counts = np.histogram(group.samples, spread.bins)[0]
        assert all(one or other for one, other in pairwise(counts))


def _points(points: Points, need: Need) -> None:
    assert need.count[0] <= len(points.points) <= need.count[1]
    assert len(points.names) == len(points.units) == 2 + need.third
    places = [(p.x, p.y) for p in points.points]
    assert len(set(places)) == len(places)
    groups = {p.group for p in points.points} - {""}
    assert need.series[0] <= max(1, len(groups)) <= need.series[1]
    assert all((p.size is not None) == need.third for p in points.points)
    if need.named:
        _labels([p.name for p in points.points], need)
        span = np.ptp(np.array(places), axis=0)
        for n, one in enumerate(places):
            for other in places[:n]:
                assert np.any(np.abs(np.subtract(one, other)) >= 0.025 * span)
        assert len({p.x for p in points.points}) == len(places) == len({p.y for p in points.points})


def _ohlc(ohlc: Ohlc, need: Need) -> None:
    assert need.count[0] <= len(ohlc.candles) <= need.count[1]
    times = [candle.time for candle in ohlc.candles]
    assert times == sorted(set(times))
    for c in ohlc.candles:
        assert 0 < c.low <= min(c.open, c.close) < max(c.open, c.close) <= c.high
        assert (c.volume is not None) == need.volume
    highs, lows = sorted(c.high for c in ohlc.candles), sorted(c.low for c in ohlc.candles)
    assert highs[-1] > highs[-2]
    assert lows[0] < lows[1]


def _tree(tree: Tree, need: Need) -> None:
    (root,) = [node for node in tree.nodes if not node.parent]
    inner = [node for node in tree.nodes if node.parent == root.id]
    leaves = [n for n in tree.nodes if n.parent not in ("", root.id)]
    assert need.count[0] <= len(leaves) <= need.count[1]
    assert need.series[0] <= len(inner) <= need.series[1]
    _labels([node.name for node in (*inner, *leaves)], need)
    for upper in (root, *inner):
        below = [node.value or 0.0 for node in tree.nodes if node.parent == upper.id]
        assert len(below) >= 2
        assert upper.value is not None
        assert abs(upper.value - sum(below)) < 1e-6 * upper.value
        assert len(set(below)) == len(below)
    assert len({leaf.value for leaf in leaves}) == len(leaves)
    smallest = min(leaf.value or 0.0 for leaf in leaves)
    assert smallest >= need.least * sum(leaf.value or 0.0 for leaf in leaves)


def _links(links: Links, need: Need) -> None:
    assert need.count[0] <= len(links.nodes) <= need.count[1]
    assert need.series[0] <= len(links.links) <= need.series[1]
    _labels([node.name for node in links.nodes], need)
    pairs = [frozenset((link.source, link.target)) for link in links.links]
    assert len(set(pairs)) == len(pairs)
    assert all(len(pair) == 2 for pair in pairs)
    values = [link.value for link in links.links]
    # Weights that need not be told apart are not drawn, and may be equal.
    assert not need.least or len(set(values)) == len(values)
    assert min(values) > 0
    reached, grown = {links.nodes[0].id}, True
    while grown:
        more = {end for pair in pairs if pair & reached for end in pair} - reached
        grown = bool(more)
        reached |= more
    assert reached == {node.id for node in links.nodes}
    ahead = {(link.source, link.target) for link in links.links}
    while ahead:
        sinks = {t for _, t in ahead} - {s for s, _ in ahead}
        assert sinks, "the links run in a circle"
        ahead = {(s, t) for s, t in ahead if t not in sinks}


CHECKS: dict[str, Any] = {
    "grid": _grid,
    "spread": _spread,
    "points": _points,
    "ohlc": _ohlc,
    "tree": _tree,
    "links": _links,
}
