"""Numbers of grids, trees and bins read back from the outlines of their marks."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import accumulate
from typing import Any, NamedTuple

from figloom.audit.charts_axes import Ruler
from figloom.audit.charts_case import Case
from figloom.audit.labels import Faulty

Mark = dict[str, Any]
Box = tuple[float, float, float, float]


class Check(NamedTuple):
    """One number of a fact: as its mark says it, as it is, and what a pixel is worth there."""

    mark: str
    fact: str
    name: str
    found: float
    true: float
    worth: float


@dataclass(frozen=True, slots=True)
class Scene:
    """The chart with what all its marks need to be read."""

    case: Case
    facts: dict[str, dict[str, Any]]
    feet: dict[str, float]
    """Where a bar or band of a cell begins, as a value."""
    places: dict[str, tuple[int, int]]
    """Numbers of a cell's category and series."""
    centre: tuple[float, float]
    """Where the spokes of a radar meet."""

    def ruler(self, fact: str, *dimensions: str) -> Ruler:
        """The axis that a fact is read from; Faulty where the picture has none."""
        names = [part["name"] for part in self.case.shown.get("categories", ())]
        for one in self.case.rulers:
            spoke = one.dimension == "radius" and one.name == names[self.places[fact][0]]
            if spoke or (one.dimension in dimensions and one.dimension != "radius"):
                return one
        raise Faulty(f"no axis of {' or '.join(dimensions)}")

    def own(self, fact: str) -> Ruler:
        """The value axis of a grid's cell, or of groups and candles."""
        second = fact in self.places and self.series(fact)["axis"] == "y2"
        return self.ruler(fact, *(("y2",) if second else ("y", "x")))

    def series(self, fact: str) -> dict[str, Any]:
        """The series of a cell."""
        found: dict[str, Any] = self.case.shown["series"][self.places[fact][1]]
        return found


def scene(case: Case) -> Scene:
    """The scene of a case."""
    shown = case.shown
    lists = ("cells", "groups", "points", "candles", "nodes", "links")
    facts = {part["id"]: part for name in lists for part in shown.get(name, ())}
    spokes = [m["outline"]["points"] for m in case.marks if m["role"] == "spoke"]
    centre = tuple(spokes[0][0]) if spokes else (0.0, 0.0)
    if spokes and all(math.dist(points[0], spokes[0][0]) > 1 for points in spokes[1:]):
        centre = tuple(spokes[0][-1])
    places, feet = _grid(case) if shown["shape"] == "grid" else ({}, {})
    return Scene(case, facts, feet, places, centre)


def _grid(case: Case) -> tuple[dict[str, tuple[int, int]], dict[str, float]]:
    shown, feet = case.shown, dict[str, float]()
    columns = {part["id"]: number for number, part in enumerate(shown["categories"])}
    rows = {part["id"]: number for number, part in enumerate(shown["series"])}
    places = {
        cell["id"]: (columns[cell["category"]], rows[cell["series"]]) for cell in shown["cells"]
    }
    if case.chart.name == "waterfall" or any(
        word in case.chart.name for word in ("stacked", "percent")
    ):
        # A waterfall goes on from category to category, a stack from series to series.
        along = 0 if case.chart.name == "waterfall" else 1
        for number in range(len(rows) if along == 0 else len(columns)):
            stack = [c for c in shown["cells"] if places[c["id"]][1 - along] == number]
            stack.sort(key=lambda cell: places[cell["id"]][along])
            sums = accumulate((cell["value"] for cell in stack), initial=0.0)
            feet |= {cell["id"]: foot for cell, foot in zip(stack, sums, strict=False)}
    return places, feet


def extent(mark: Mark) -> Box:
    """Smallest and largest x and y of an outline."""
    outline, form = mark["outline"], mark["outline"]["form"]
    if form == "spot":
        return outline["x"], outline["y"], outline["x"], outline["y"]
    if form in ("polygon", "polyline"):
        xs, ys = zip(*outline["points"], strict=True)
        return min(xs), min(ys), max(xs), max(ys)
    if form == "wedge":
        return _arc(outline)
    x0, y0, x1, y1 = mark["box"]
    return x0, y0, x1, y1


def _arc(wedge: dict[str, Any]) -> Box:
    turns = [wedge["a0"], wedge["a1"]]
    turns += [t for t in range(-720, 721, 90) if wedge["a0"] <= t <= wedge["a1"]]
    dots = [
        (wedge["cx"] + far * math.cos(math.radians(turn)),
         wedge["cy"] + far * math.sin(math.radians(turn)))
        for turn in turns for far in (wedge["r0"], wedge["r1"])
    ]  # fmt: skip
    xs, ys = zip(*dots, strict=True)
    return min(xs), min(ys), max(xs), max(ys)


def middle(mark: Mark) -> tuple[float, float]:
    """Where a point is: its spot, or the middle of its outline."""
    x0, y0, x1, y1 = extent(mark)
    return (x0 + x1) / 2, (y0 + y1) / 2


def edges(scale: Ruler, mark: Mark) -> tuple[float, float]:
    """Values at both ends of an outline, the lower one first."""
    at = 0 if scale.dimension == "x" else 1
    box = extent(mark)
    low, high = sorted((scale.value(box[at]), scale.value(box[at + 2])))
    return low, high


def _ends(scene: Scene, mark: Mark, fact: str, ends: tuple[float, float]) -> Iterator[Check]:
    """Both ends of an outline along the value axis."""
    scale = scene.own(fact)
    for name, found, true in zip(("foot", "value"), edges(scale, mark), sorted(ends), strict=True):
        yield Check(mark["id"], fact, name, found, true, scale.worth(1, true))


def _bar(scene: Scene, mark: Mark, fact: str) -> Iterator[Check]:
    foot, value = scene.feet.get(fact, 0.0), scene.facts[fact]["value"]
    yield from (
        _part(scene, mark, fact)
        if _gathered(scene, fact)
        else _ends(scene, mark, fact, (foot, foot + value))
    )


def _gathered(scene: Scene, fact: str) -> bool:
    """Whether the bar is a second picture of some wedge's parts."""
    return any(m["part"] == "total" and fact in m["facts"] for m in scene.case.marks)


def _part(scene: Scene, mark: Mark, fact: str) -> Iterator[Check]:
    scale, value = scene.ruler(fact, "y"), scene.facts[fact]["value"]
    low, high = edges(scale, mark)
    yield Check(mark["id"], fact, "value", high - low, value, scale.worth(1, value))


def _point(scene: Scene, mark: Mark, fact: str) -> Iterator[Check]:
    cell, (x, y) = scene.facts[fact], middle(mark)
    true = cell["value"] + scene.feet.get(fact, 0.0)
    scale = scene.own(fact)
    place = x if scale.dimension == "x" else y
    if scale.dimension == "radius":
        place = math.dist((x, y), scene.centre)
        turn = math.degrees(math.atan2(y - scene.centre[1], x - scene.centre[0]))
        wanted = 360 * scene.places[fact][0] / len(scene.case.shown["categories"]) - 90
        off = math.radians((turn - wanted + 180) % 360 - 180) * place
        yield Check(mark["id"], fact, "spoke", off, 0.0, 1.0)
    yield Check(mark["id"], fact, "value", scale.value(place), true, scale.worth(1, true))


def _error(scene: Scene, mark: Mark, fact: str) -> Iterator[Check]:
    scale, (x, y) = scene.own(fact), middle(mark)
    true = scene.facts[fact][mark["part"]]
    found = scale.value(x if scale.dimension == "x" else y)
    yield Check(mark["id"], fact, mark["part"], found, true, scale.worth(1, true))


def _whisker(scene: Scene, mark: Mark, fact: str) -> Iterator[Check]:
    scale, cell = scene.own(fact), scene.facts[fact]
    for name, found in zip(("low", "high"), edges(scale, mark), strict=True):
        yield Check(mark["id"], fact, name, found, cell[name], scale.worth(1, cell[name]))


def _wedge(scene: Scene, mark: Mark, fact: str) -> Iterator[Check]:
    outline = mark["outline"]
    scales = [r for r in scene.case.rulers if r.dimension == "angle"]
    if not scales or outline["form"] != "wedge":
        raise Faulty("no axis of angles, or a wedge that is none")
    # A second circle shows again what the first one gathers.
    scale = scales[-1] if _gathered(scene, fact) else scales[0]
    value = scene.facts[fact]["value"]
    found = abs(scale.value(outline["a1"]) - scale.value(outline["a0"]))
    worth = scale.worth(math.degrees(1 / outline["r1"]), value)
    yield Check(mark["id"], fact, "value", found, value, worth)


def _stage(scene: Scene, mark: Mark, fact: str) -> Iterator[Check]:
    scale, value, box = scene.ruler(fact, "size"), scene.facts[fact]["value"], extent(mark)
    found = scale.value(scale.first + box[2] - box[0])
    yield Check(mark["id"], fact, "value", found, value, scale.worth(1, value))


def _cell(scene: Scene, mark: Mark, fact: str) -> Iterator[Check]:
    """The place of a cell's colour on the colour bar, to one of its stripes."""
    scale, value = scene.ruler(fact, "colour"), scene.facts[fact]["value"]
    stripes = [m for m in scene.case.marks if m["role"] == "scale"]
    if not stripes:
        raise Faulty("no colour bar to read a cell's colour from")
    own = _rgb(mark)
    like = min(stripes, key=lambda stripe: math.dist(_rgb(stripe), own))
    tall = like["box"][3] - like["box"][1]
    yield Check(mark["id"], fact, "value", scale.value(middle(like)[1]), value,
                scale.worth(tall, value))  # fmt: skip


def _rgb(mark: Mark) -> list[int]:
    fill = mark["ink"]["fill"]
    return [int(fill[at : at + 2], 16) for at in (1, 3, 5)]


def _tile(scene: Scene, mark: Mark, fact: str) -> Iterator[Check]:
    scale, value = scene.ruler(fact, "area"), scene.facts[fact]["value"]
    boxes = [extent(m) for m in scene.case.marks if m["role"] == "tile"]
    total = sum((b[2] - b[0]) * (b[3] - b[1]) for b in boxes)
    x0, y0, x1, y1 = extent(mark)
    found = scale.high * (x1 - x0) * (y1 - y0) / total
    worth = scale.high * (x1 - x0 + y1 - y0) / total
    yield Check(mark["id"], fact, "value", found, value, worth)


Reader = Callable[[Scene, Mark, str], Iterator[Check]]
GRIDS: dict[tuple[str, str], Reader] = {
    ("grid", "bar"): _bar, ("grid", "point"): _point, ("grid", "error"): _error,
    ("grid", "whisker"): _whisker, ("grid", "wedge"): _wedge, ("grid", "stage"): _stage,
    ("grid", "cell"): _cell, ("tree", "wedge"): _wedge, ("tree", "tile"): _tile,
}  # fmt: skip
"""By shape of the facts and role of the mark."""
