"""What a stored chart says: every number in it, with the words that name it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from figloom.audit.labels import Faulty

FIVE = {"low": "Lower whisker end", "q1": "Lower quartile", "median": "Median",
        "q3": "Upper quartile", "high": "Upper whisker end"}  # fmt: skip
PRICES = {"open": "Opening price", "high": "Highest price", "low": "Lowest price",
          "close": "Closing price"}  # fmt: skip
_LISTS = {"grid": ("cells",), "spread": ("groups",), "points": ("points",), "ohlc": ("candles",),
          "tree": ("nodes",), "links": ("nodes", "links")}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Told:
    """One number of a chart."""

    fact: str
    value: float
    what: str
    """The measure, as a question calls it."""
    name: str
    """Of the category, group, point, period or node."""
    beside: str
    """Of the series, where the chart has several for the measure; of a node, its parent."""
    row: str
    """Numbers of one measure with one row are compared over their names."""
    unit: str
    dimension: str = ""
    """Of its axis where that is not the chart's own value axis."""
    part: str = ""
    order: float | str | None = None
    """Where it stands in time."""
    whole: bool = False
    main: bool = False
    """Of a node: whether it stands right below the root."""


def facts(shown: dict[str, Any]) -> list[str]:
    """Ids of all that the chart shows; Faulty when two are equal or the shape is unknown."""
    shape = shown["shape"]
    if shape not in _LISTS:
        raise Faulty(f"no audit knows the shape {shape!r}")
    found = [part["id"] for name in _LISTS[shape] for part in shown[name]]
    everything = [*found, *(part["id"] for part in shown.get("series", ()))]
    if shape == "grid":
        everything += [part["id"] for part in shown["categories"]]
    if len({*everything}) != len(everything):
        raise Faulty("ids of facts are not unique")
    return found


def told(shown: dict[str, Any]) -> list[Told]:
    """All numbers of the chart; Faulty where names do not tell them apart."""
    found = list(_READERS[shown["shape"]](shown))
    seen: set[tuple[str, str, str]] = set()
    for one in found:
        key = (one.what, one.name, "" if shown["shape"] == "tree" else one.beside)
        if key in seen:
            raise Faulty(f"two values are called {one.what!r} of {one.name!r}")
        seen.add(key)
    return found


def _grid(shown: dict[str, Any]) -> Iterator[Told]:
    categories = {part["id"]: part for part in shown["categories"]}
    series = {part["id"]: part for part in shown["series"]}
    rows = [part["axis"] for part in series.values()]
    mixed = len({*rows}) > 1
    for cell in shown["cells"]:
        category, row = categories[cell["category"]], series[cell["series"]]
        if cell["value"] is None:
            continue
        several = rows.count(row["axis"]) > 1
        measure = shown["axes"][1] if len(shown["axes"]) > 1 else shown["title"]
        yield Told(
            cell["id"], cell["value"], row["name"] if mixed else measure, category["name"],
            row["name"] if several else "", row["name"], row["unit"],
            "y2" if row["axis"] == "y2" else "", order=category["value"],
        )  # fmt: skip


def _spread(shown: dict[str, Any]) -> Iterator[Told]:
    measure = shown["axes"][1] if len(shown["axes"]) > 1 else shown["title"]
    for group in shown["groups"]:
        if shown["bins"]:
            for place, (low, high, count) in enumerate(bins(shown, group)):
                name = f"{measure} from {low:g} to {high:g}"
                yield Told(group["id"], count, "Count", name, "", "bins", "", part=f"bin{place}",
                           order=low, whole=True)  # fmt: skip
        elif group["five"]:
            for (part, name), value in zip(FIVE.items(), group["five"], strict=True):
                yield Told(group["id"], value, f"{name} of {measure}", group["name"], "", name,
                           shown["unit"], part=part)  # fmt: skip


def bins(shown: dict[str, Any], group: dict[str, Any]) -> Iterator[tuple[float, float, float]]:
    """Both edges and the count of each bin; the last one holds its upper edge."""
    edges = shown["bins"]
    for low, high in pairwise(edges):
        inside = [v for v in group["samples"] if low <= v < high or v == high == edges[-1]]
        yield low, high, float(len(inside))


def _points(shown: dict[str, Any]) -> Iterator[Told]:
    for point in shown["points"]:
        sizes = {"x": point["x"], "y": point["y"], "size": point["size"]}
        for (dimension, value), what, unit in zip(
            sizes.items(), shown["names"], shown["units"], strict=False
        ):
            if point["name"] and value is not None:
                yield Told(point["id"], value, what, point["name"], "", dimension, unit, dimension)


def _ohlc(shown: dict[str, Any]) -> Iterator[Told]:
    for candle in shown["candles"]:
        for part, what in PRICES.items():
            yield Told(candle["id"], candle[part], what, candle["time"], "", part, shown["unit"],
                       part=part, order=candle["time"])  # fmt: skip


def _tree(shown: dict[str, Any]) -> Iterator[Told]:
    names = {node["id"]: node["name"] for node in shown["nodes"]}
    roots = {node["id"] for node in shown["nodes"] if not node["parent"]}
    for node in shown["nodes"]:
        if node["parent"] and node["value"] is not None:
            yield Told(node["id"], node["value"], shown["measure"] or shown["title"],
                       node["name"], names[node["parent"]], node["parent"],
                       shown["unit"], main=node["parent"] in roots)  # fmt: skip


def _links(shown: dict[str, Any]) -> Iterator[Told]:
    for node in shown["nodes"]:
        out = sum(link["source"] == node["id"] for link in shown["links"])
        into = sum(link["target"] == node["id"] for link in shown["links"])
        counts = {"outgoing arrows": out, "incoming arrows": into}
        for what, count in (counts if shown["directed"] else {"links": out + into}).items():
            yield Told(node["id"], float(count), f"Number of {what}", node["name"], "", what, "",
                       whole=True)  # fmt: skip


_READERS = {"grid": _grid, "spread": _spread, "points": _points, "ohlc": _ohlc, "tree": _tree,
            "links": _links}  # fmt: skip


def named(known: list[Told], what: str, where: str) -> list[Told]:
    """The numbers of a measure at a place as a question writes it: “Apples” in “North”."""
    found = [one for one in known if one.what == what]
    return [one for one in found if where in _places(one)]


def _places(one: Told) -> tuple[str, ...]:
    if one.part.startswith("bin"):
        return (one.name,)
    if not one.beside or one.row != one.beside:
        return (f"“{one.name}”",)
    # A series is of a category, and in or at a time.
    return (f"“{one.beside}” {'at' if one.order is None else 'in'} “{one.name}”",)


def scope(known: list[Told], what: str, among: str) -> list[Told]:
    """The numbers that a statement looks at as a whole; Faulty where that is not clear.

    `among` is empty for all of a measure, " of “series”" for a series over its categories, and
    " at “category”" for a category over its series, " within “parent”" for its children; then
    " over all marks", or the names of some of those.
    """
    found = [one for one in known if one.what == what]
    head, rest = re.fullmatch(  # type: ignore[union-attr]
        r"(.*?)(?: over (all marks|“.*”))?(?: \(sums left out\))?", among, re.DOTALL
    ).groups()
    if head == " among the main groups":
        found = [one for one in found if one.main]
    elif head:
        word, name = re.fullmatch(r" (of|at|in|within) “(.*)”", head, re.DOTALL).groups()  # type: ignore[union-attr]
        found = [one for one in found if
                 (one.beside if word in ("of", "within") else one.name) == name
                 and (word != "within" or one.row != one.beside)]  # fmt: skip
    if rest and rest != "all marks":
        found = list(_some(found, rest))
    if not found:
        raise Faulty(f"nothing is called {what + among!r}")
    over_names = len({one.row for one in found}) == 1
    over_rows = len({one.name for one in found}) == 1
    every = not head and rest in (None, "all marks") and not any(one.main for one in found)
    if not over_names and not over_rows and not every:
        raise Faulty(f"{what + among!r} is several things")
    return found


def _some(found: list[Told], listed: str) -> Iterator[Told]:
    """Those of a list “A”, “B” and “C”, by name or by series; Faulty where one is not clear."""
    names = re.split(r"”(?:,| and) “", listed.removeprefix("“").removesuffix("”"))
    for name in names:
        called = [one for one in found if one.name == name]
        called = called if len(called) == 1 else [one for one in found if one.beside == name]
        if len(called) != 1:
            raise Faulty(f"{len(called)} values are called {name!r}")
        yield called[0]
