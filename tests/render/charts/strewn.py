"""Made-up points, spreads, candles and links, and their pictures in many looks."""

from __future__ import annotations

from datetime import date, timedelta
from functools import cache
from random import Random
from typing import Any

import numpy as np
from sample_size import SAMPLES

from figloom.charts import Renderer, called
from figloom.later import Later
from figloom.render.plots import browser
from figloom.render.plots.chart import chart
from figloom.render.plots.looks import looks
from figloom.seeds import Draw
from figloom.types import (
    Candle,
    Category,
    DataPoint,
    Declined,
    Facts,
    Group,
    Link,
    Links,
    Ohlc,
    Picture,
    Points,
    Provenance,
    Spread,
)

FLAT = ("scatter", "scatter_smooth", "bubble")
POINTS = (*FLAT, "scatter_3d")
SPREADS = ("box", "box_horizontal", "violin")
CANDLES = ("stock", "candles_volume")
LINKED = ("node_link_directed", "node_link_undirected")
KINDS = (*POINTS, *SPREADS, *CANDLES, *LINKED)
DATA = frozenset({"point", "bubble", "box", "whisker", "quartile", "median", "outlier", "violin",
                  "candle", "wick", "price", "bar", "node", "link", "name"})  # fmt: skip
NAMES = ("Aspen", "Beech wood", "Cedar", "Dogwood", "Elm", "Fir", "Ginkgo", "Hazel grove",
         "Ironwood", "Juniper", "Katsura", "Larch", "Maple", "Nutmeg tree", "Oak",
         "Poplar")  # fmt: skip
GROUPS = ("North", "South coast", "East")
PARTS = ("low", "q1", "median", "q3", "high")
HERE = Provenance("made up", "CC0-1.0")


def points(kind: str, random: Random) -> Points:
    need = called(kind)[0].need
    names = random.sample(NAMES, random.randint(*need.count))
    many = random.choice((1, min(3, need.series[1])))
    slope, found = random.choice((-1, 1)), list[DataPoint]()
    while len(found) < len(names):
        x = round(random.uniform(10, 90), 1)
        y = round(500 + 4 * slope * (x - 50) + random.gauss(0, 90), 1)
        near = any(abs(x - p.x) < 3 and abs(y - p.y) < 25 for p in found)
        if y > 0 and not near:
            at = len(found)
            found.append(
                DataPoint(f"p{at}", x, y, float(random.randint(20, 900)) if need.third else None,
                          GROUPS[at % many] if many > 1 else "", names[at])
            )  # fmt: skip
    titles = ("Age", "Height", "Mass of the crown")
    return Points("Trees", tuple(found), titles[: 3 if need.third else 2],
                  ("years", "cm", "kg")[: 3 if need.third else 2], HERE, chart=kind)  # fmt: skip


def spread(kind: str, random: Random) -> Spread:
    need, groups = called(kind)[0].need, []
    for at, name in enumerate(random.sample(NAMES, random.randint(*need.count))):
        middle, wide = random.uniform(40, 60), random.uniform(5, 9)
        samples = sorted(round(random.gauss(middle, wide), 1) for _ in range(40))
        low, median, high = (round(float(v), 3) for v in np.quantile(samples, (0.25, 0.5, 0.75)))
        reach = 1.5 * (high - low)
        inside = [v for v in samples if low - reach <= v <= high + reach]
        outside = tuple(v for v in samples if not low - reach <= v <= high + reach)
        five = (inside[0], low, median, high, inside[-1])
        groups.append(Group(f"g{at}", name, tuple(samples), five, outside))
    return Spread("Girth by tree", tuple(groups), "cm", HERE, axes=("Tree", "Girth"), chart=kind)


def ohlc(kind: str, random: Random) -> Ohlc:
    price, candles = 100.0, []
    for at in range(random.randint(*called(kind)[0].need.count)):
        first = price
        last = first
        while last == first:
            last = round(first + random.gauss(0, 3), 1)
        low = round(min(first, last) - random.choice((0, 1.5 * random.random())), 1)
        high = round(max(first, last) + random.choice((0, 1.5 * random.random())), 1)
        volume = float(random.randint(200, 900)) if kind == "candles_volume" else None
        day = date(2019, 3, 4) + timedelta(days=7 * at)
        candles.append(Candle(f"d{at}", str(day), first, high, low, last, volume))
        price = last
    return Ohlc("Shares, by week", tuple(candles), "EUR", HERE, "thousand shares", chart=kind)


def links(kind: str, random: Random) -> Links:
    need = called(kind)[0].need
    names = random.sample(NAMES, random.randint(*need.count))
    pairs = [(a, b) for a in range(len(names)) for b in range(a + 1, len(names))]
    chosen = random.sample(pairs, random.randint(len(names) - 1, min(len(pairs), need.series[1])))
    turned = [pair[:: random.choice((1, -1))] for pair in chosen]
    return Links(
        "Trade", tuple(Category(f"n{at}", name) for at, name in enumerate(names)),
        tuple(Link(f"l{at}", f"n{a}", f"n{b}", 1.0 + at) for at, (a, b) in enumerate(turned)),
        "t", HERE, directed=kind == "node_link_directed", chart=kind,
    )  # fmt: skip


@cache
def made(kind: str, number: int) -> Any:
    """Facts within the type's need."""
    makers = {"points": points, "spread": spread, "ohlc": ohlc, "links": links}
    return makers[called(kind)[0].need.shape](kind, Random(f"{kind}/{number}"))


def drawn(kind: str, renderer: Renderer, numbers: range, labels: bool | None = None) -> list[Any]:
    """Every picture in another look; every second one has its values written."""
    names, found = list(looks()), list[Any]()
    for number in numbers:
        shape = made(kind, number)
        style = names[(5 * number + 3 * KINDS.index(kind)) % len(names)]
        found.append(
            chart(Facts(shape, shape), Draw(3, "test", "eval", kind, number, number), None,  # type: ignore[arg-type]
                  renderers=(renderer,), styles=(style,),
                  labels=number % 2 == 0 if labels is None else labels)
        )  # fmt: skip
    later = [one for one in found if isinstance(one, Later)]
    replies = iter(browser.draw([one.request for one in later]))
    return [one.finish(next(replies)) if isinstance(one, Later) else one for one in found]


@cache
def pictures(kind: str, renderer: Renderer) -> tuple[Picture | Declined, ...]:
    return tuple(drawn(kind, renderer, range(SAMPLES)))


def good(kind: str, renderer: Renderer) -> list[tuple[Any, Picture]]:
    return [(made(kind, number), picture) for number, picture in
            enumerate(pictures(kind, renderer)) if isinstance(picture, Picture)]  # fmt: skip
