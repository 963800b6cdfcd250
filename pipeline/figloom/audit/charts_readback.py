"""A drawn chart read back: every number from its mark, every place from its axes."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from typing import Any

from figloom.audit import charts_axes, charts_marks, charts_shapes, charts_written, readback
from figloom.audit.charts_case import Case
from figloom.audit.charts_facts import FIVE, PRICES
from figloom.audit.charts_shapes import Check, Mark, extent, middle
from figloom.audit.charts_written import bare
from figloom.audit.labels import Faulty

_TOUCH = 1.5
"""Pixels between a point and the line or area that runs through it, at most."""
_REACH = 4.0
"""Pixels between the end of a link and its node, at most."""
_BOX = 1.0
"""Pixels between the edges of a box and those of the outline in it, at most."""
_CORNER = 3.0
"""And of a spot, where markers are drawn larger than they are told."""
_SLACK = 1e-6

Fault = tuple[str, str]


def faults(row: dict[str, Any], case: Case) -> Iterator[Fault]:
    """Everything in which the picture of a row is not the chart shown."""
    if len({mark["id"] for mark in case.marks}) != len(case.marks):
        yield "mark ids not unique", f"{len(case.marks)} marks"
    if Counter(row["drawn"]) != Counter(case.ids):
        yield "drawn is not what is shown", f"{len(row['drawn'])} facts"
    for mark in case.marks:
        yield from readback.placed(mark, row["width"], row["height"])
        yield from _boxed(mark)
    yield from _known(case)
    yield from charts_axes.faults(row["axes"], case.marks)
    yield from _categories(case, row["axes"])
    try:
        found = list(charts_marks.checks(case))
    except Faulty as fault:
        yield "marks cannot be read back", str(fault)
        return
    for check in found:
        if not abs(check.found - check.true) <= check.worth * (1 + _SLACK) + 1e-12:
            told = f"{check.name} {check.found:.6g}, is {check.true:.6g} (±{check.worth:.3g})"
            yield "mark tells another value", f"{check.mark}: {told}"
    yield from _covered(case, found)
    yield from _joined(case)
    yield from _linked(case)
    yield from charts_written.faults(case)
    yield from readback.inked(row, case.marks)


def _boxed(mark: Mark) -> Iterator[Fault]:
    """The box of a mark is that of its outline."""
    form = mark["outline"]["form"]
    if form in ("rectangle", "ellipse"):
        return
    edges = extent(mark)
    if form == "spot":
        x, y = middle(mark)
        box = mark["box"]
        away = math.dist((x, y), ((box[0] + box[2]) / 2, (box[1] + box[3]) / 2))
        bad = away > _CORNER
    else:
        bad = max(abs(a - b) for a, b in zip(edges, mark["box"], strict=True)) > _BOX
    if bad:
        yield "box is not the outline's", mark["id"]


def _known(case: Case) -> Iterator[Fault]:
    """Marks name only facts that there are."""
    lists = ("cells", "series", "categories", "groups", "points", "candles", "nodes", "links")
    known = {part["id"] for name in lists for part in case.shown.get(name, ())}
    for mark in case.marks:
        if not {*mark["facts"]} <= known:
            yield "mark of an unknown fact", mark["id"]


def _categories(case: Case, axes: list[dict[str, Any]]) -> Iterator[Fault]:
    """Names along an axis are those of the categories (or series) in their order, and marks stand
    at their own."""
    if case.shown["shape"] != "grid":
        return
    names = [part["name"] for part in case.shown["categories"]]
    rows = [part["name"] for part in case.shown["series"]]
    places = charts_shapes.scene(case).places
    for axis in axes:
        if axis["scale"] != "category":
            continue
        told = {int(tick["value"]): tick["text"] for tick in axis["ticks"] if tick["text"]}
        order = 1 if case.chart.name == "heat_map" and axis["dimension"] == "y" else 0
        wanted = rows if order else names
        extra = ["Sum shown"] if case.chart.name == "waterfall" else []
        for number, text in told.items():
            if bare(text) != bare([*wanted, *extra][number]):
                yield "tick tells another category", f"{axis['dimension']}: {text!r}"
        for mark in _bodies(case):
            at = 0 if axis["dimension"] == "x" else 1
            place = (middle(mark)[at] - axis["pixels"][0]) / (axis["pixels"][1] - axis["pixels"][0])
            number = axis["low"] + place * (axis["high"] - axis["low"])
            if abs(number - places[mark["facts"][0]][order]) > 0.5:
                yield "mark at another category", mark["id"]


def _bodies(case: Case) -> Iterator[Mark]:
    """Marks that stand for one cell and show its value."""
    cells = {part["id"] for part in case.shown.get("cells", ())}
    for mark in case.marks:
        if mark["role"] in ("bar", "point", "error", "whisker", "stage", "cell") and (
            len(mark["facts"]) == 1 and mark["facts"][0] in cells
        ):
            yield mark


def _covered(case: Case, found: list[Check]) -> Iterator[Fault]:
    """Every fact has a mark for each of its numbers, and not two that say the same."""
    read = Counter((check.fact, check.name) for check in found)
    for need in _wanted(case):
        if not read[need]:
            yield "fact without a mark that can be read", " ".join(need)
    marked = {fact for mark in case.marks for fact in mark["facts"]}
    for fact in case.ids:
        if fact not in marked and not _is_root(case, fact):
            yield "fact without a mark", fact
    for (fact, name), count in read.items():
        if count > 1 and name == "value":
            yield "several marks of one fact", fact


def _is_root(case: Case, fact: str) -> bool:
    nodes = case.shown.get("nodes", ()) if case.shown["shape"] == "tree" else ()
    return any(node["id"] == fact and not node["parent"] for node in nodes)


def _wanted(case: Case) -> Iterator[tuple[str, str]]:
    shown, shape = case.shown, case.shown["shape"]
    if shape == "grid":
        for cell in shown["cells"]:
            ends = ["low", "high"] if case.chart.need.errors else []
            yield from (
                (cell["id"], name) for name in ("value", *ends) if cell["value"] is not None
            )
    elif shape == "points":
        names = ("x", "y", "size") if case.chart.need.third else ("x", "y")
        yield from ((point["id"], name) for point in shown["points"] for name in names)
    elif shape == "tree" and case.chart.name in ("sunburst", "treemap"):
        inner = {node["parent"] for node in shown["nodes"]}
        for node in shown["nodes"]:
            if node["parent"] and (node["id"] not in inner or case.chart.name == "sunburst"):
                yield node["id"], "value"
    elif shape == "spread":
        for group in shown["groups"]:
            bins = [f"bin{number}" for number in range(len(shown["bins"]) - 1)]
            outliers = [f"outlier {value:.9g}" for value in group["outliers"]]
            five = (
                [*FIVE, *(outliers if case.chart.family == "box" else [])] if group["five"] else []
            )
            yield from ((group["id"], name) for name in (bins or five))
    elif shape == "ohlc":
        for candle in shown["candles"]:
            volume = ["volume"] if case.chart.need.volume else []
            yield from ((candle["id"], name) for name in (*PRICES, *volume))


def _joined(case: Case) -> Iterator[Fault]:
    """Lines and areas run through the points that they join."""
    lines = [m for m in case.marks if m["role"] == "line" and m["outline"]["form"] == "polyline"
             and not m["facts"] and not m["part"]]  # fmt: skip
    areas = [m for m in case.marks if m["role"] in ("area", "band") and len(m["facts"]) == 1]
    if case.shown["shape"] != "grid":
        return
    series = {cell["id"]: cell["series"] for cell in case.shown["cells"]}
    points = [m for m in case.marks if m["role"] == "point" and len(m["facts"]) == 1]
    for point in points:
        if lines and min(_away(middle(point), line) for line in lines) > _TOUCH:
            yield "point off its line", point["id"]
        for area in areas:
            own = area["facts"][0] == series.get(point["facts"][0])
            if own and _away(middle(point), area) > _TOUCH:
                yield "point off its area", point["id"]
    dots = [middle(point) for point in points]
    for line in lines:
        for end in (line["outline"]["points"][0], line["outline"]["points"][-1]):
            if dots and min(math.dist(end, dot) for dot in dots) > _TOUCH:
                yield "line ends beside its points", line["id"]


def _linked(case: Case) -> Iterator[Fault]:
    """Each link goes from the border of its source to that of its target; so does its arrow."""
    if case.shown["shape"] != "links":
        return
    ends = {link["id"]: (link["source"], link["target"]) for link in case.shown["links"]}
    nodes = {m["facts"][0]: m for m in case.marks if m["role"] == "node" and len(m["facts"]) == 1}
    heads = {m["facts"][0]: m for m in case.marks if m["role"] == "link" and m["part"] == "head"}
    lines = {m["facts"][0]: m for m in case.marks if m["role"] == "link" and not m["part"]}
    for link, places in ends.items():
        if link not in lines or not {*places} <= nodes.keys():
            yield "link without its line or nodes", link
            continue
        points = lines[link]["outline"]["points"]
        source, target = (nodes[place] for place in places)
        touching = [_off(points[0], source)]
        if case.shown["directed"] != (link in heads):
            yield "arrow missing or needless", lines[link]["id"]
        tips = heads[link]["outline"]["points"] if link in heads else [points[-1]]
        touching.append(min(_off(tip, target) for tip in tips))
        if max(touching) > _REACH:
            yield "link beside its nodes", lines[link]["id"]


def _off(dot: list[float], node: Mark) -> float:
    """Pixels from a place to the border of a node."""
    radius = (node["box"][2] - node["box"][0]) / 2
    return float(abs(math.dist(dot, middle(node)) - radius))


def _away(dot: tuple[float, float], mark: Mark) -> float:
    """Pixels from a place to the border of an outline."""
    points = mark["outline"]["points"]
    closed = [*points, points[0]] if mark["outline"]["form"] == "polygon" else points
    return min(_gap(dot, a, b) for a, b in pairwise(closed))


def _gap(dot: tuple[float, float], a: list[float], b: list[float]) -> float:
    dx, dy = b[0] - a[0], b[1] - a[1]
    long = dx * dx + dy * dy
    part = ((dot[0] - a[0]) * dx + (dot[1] - a[1]) * dy) / long if long else 0.0
    part = min(1.0, max(0.0, part))
    return math.dist(dot, (a[0] + part * dx, a[1] + part * dy))
