"""Numbers read back from the outlines of a chart's marks, beside those that the facts give."""

from __future__ import annotations

import math
from collections.abc import Iterator

from figloom.audit import charts_shapes
from figloom.audit.charts_case import Case
from figloom.audit.charts_facts import FIVE, PRICES, bins
from figloom.audit.charts_shapes import GRIDS, Check, Mark, Reader, Scene, edges, extent, middle
from figloom.audit.labels import Faulty


def _dot(scene: Scene, mark: Mark, fact: str) -> Iterator[Check]:
    """A point of a scatter; in space, its foot on the floor and how high it stands above."""
    point, (x, y) = scene.facts[fact], middle(mark)
    lean = _lean(scene)
    if lean is None:
        for name, place in (("x", x), ("y", y)):
            scale = scene.ruler(fact, name)
            yield Check(mark["id"], fact, name, scale.value(place), point[name],
                        scale.worth(1, point[name]))  # fmt: skip
    elif mark["part"] == "foot":
        across, depth = scene.ruler(fact, "x"), scene.ruler(fact, "y")
        back = (y - depth.first) / (depth.last - depth.first)
        yield Check(mark["id"], fact, "y", depth.value(y), point["y"], depth.worth(1, point["y"]))
        yield Check(mark["id"], fact, "x", across.value(x - back * lean), point["x"],
                    across.worth(1 + lean / abs(depth.last - depth.first), point["x"]))  # fmt: skip
    else:
        feet = [m for m in scene.case.marks if m["part"] == "foot" and m["facts"] == [fact]]
        scale = scene.ruler(fact, "size")
        found = scale.value(scale.first + y - middle(feet[0])[1])
        yield Check(mark["id"], fact, "size", found, point["size"], scale.worth(1, point["size"]))


def _lean(scene: Scene) -> float | None:
    """How far depth leans right, by the floor; None of a flat chart."""
    floors = [m["outline"]["points"] for m in scene.case.marks if m["role"] == "floor"]
    if not floors:
        return None
    lowest = max(y for _, y in floors[0])
    front = min(x for x, y in floors[0] if abs(y - lowest) < 0.5)
    return float(min(x for x, y in floors[0] if abs(y - lowest) >= 0.5) - front)


def _bubble(scene: Scene, mark: Mark, fact: str) -> Iterator[Check]:
    yield from _dot(scene, mark, fact)
    scale, size = scene.ruler(fact, "size"), scene.facts[fact]["size"]
    across = mark["ink"]["size"]
    worth = scale.worth(math.pi * across / 2, size)
    yield Check(mark["id"], fact, "size", scale.value(math.pi * across**2 / 4), size, worth)


def _bin(scene: Scene, mark: Mark, fact: str) -> Iterator[Check]:
    number = int(mark["part"].removeprefix("bin"))
    low, high, count = list(bins(scene.case.shown, scene.facts[fact]))[number]
    across, along, box = scene.ruler(fact, "x"), scene.ruler(fact, "y"), extent(mark)
    yield Check(mark["id"], fact, mark["part"], edges(along, mark)[1], count,
                along.worth(1, count))  # fmt: skip
    for name, pixel, edge in (("left", box[0], low), ("right", box[2], high)):
        yield Check(mark["id"], fact, f"{mark['part']} {name}", across.value(pixel), edge,
                    across.worth(1, edge))  # fmt: skip


def _level(scene: Scene, mark: Mark, fact: str) -> Iterator[Check]:
    """A line at one of the five numbers, or at a price, by its part."""
    known = _known(scene, fact)
    if mark["part"] in known:
        scale, true = scene.own(fact), known[mark["part"]]
        found = min(edges(scale, mark), key=lambda value: abs(value - true))
        yield Check(mark["id"], fact, mark["part"], found, true, scale.worth(1, true))


def _known(scene: Scene, fact: str) -> dict[str, float]:
    told = scene.facts[fact]
    known = dict(zip(FIVE, told.get("five") or (), strict=False))
    return known | {part: told[part] for part in PRICES if part in told}


def _span(first: str, last: str) -> Reader:
    """A body that reaches from one of the numbers to another, whichever is lower."""

    def read(scene: Scene, mark: Mark, fact: str) -> Iterator[Check]:
        known = _known(scene, fact)
        if first not in known:
            return
        scale, names = scene.own(fact), sorted((first, last), key=lambda name: known[name])
        for name, found in zip(names, edges(scale, mark), strict=True):
            yield Check(mark["id"], fact, f"body {name}", found, known[name],
                        scale.worth(1, known[name]))  # fmt: skip

    return read


def _violin(scene: Scene, mark: Mark, fact: str) -> Iterator[Check]:
    """Its ends are the least and the largest sample."""
    scale, samples = scene.own(fact), scene.facts[fact]["samples"]
    known = (min(samples), max(samples))
    for name, found, true in zip(("low", "high"), edges(scale, mark), known, strict=True):
        yield Check(mark["id"], fact, name, found, true, scale.worth(1, true))


def _outlier(scene: Scene, mark: Mark, fact: str) -> Iterator[Check]:
    scale, outliers = scene.own(fact), scene.facts[fact]["outliers"]
    value = edges(scale, mark)[0]
    if not outliers:
        raise Faulty(f"an outlier of {fact}, which has none")
    true = min(outliers, key=lambda one: abs(one - value))
    yield Check(mark["id"], fact, f"outlier {true:.9g}", value, true, scale.worth(1, true))


def _volume(scene: Scene, mark: Mark, fact: str) -> Iterator[Check]:
    scale, true = scene.ruler(fact, "volume", "y2"), scene.facts[fact]["volume"]
    yield Check(mark["id"], fact, "volume", edges(scale, mark)[1], true, scale.worth(1, true))


_READERS: dict[tuple[str, str], Reader] = {
    **GRIDS, ("points", "point"): _dot, ("points", "bubble"): _bubble,
    ("spread", "box"): _span("q1", "q3"), ("ohlc", "candle"): _span("open", "close"),
    ("spread", "bar"): _bin, ("spread", "violin"): _violin, ("spread", "outlier"): _outlier,
    ("ohlc", "bar"): _volume,
    **{("spread", role): _level for role in ("median", "quartile", "whisker")},
    **{("ohlc", role): _level for role in ("price", "wick")},
}  # fmt: skip


def checks(case: Case) -> Iterator[Check]:
    """Every number that can be read back; Faulty where an axis is missing for that."""
    around = charts_shapes.scene(case)
    for mark in case.marks:
        reader = _READERS.get((case.shown["shape"], mark["role"]))
        if reader is not None and len(mark["facts"]) == 1 and mark["facts"][0] in around.facts:
            yield from reader(around, mark, mark["facts"][0])
