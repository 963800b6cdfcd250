"""What can be read off a chart: every number it shows, and how a question names it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Literal

from figloom.charts import Chart, called
from figloom.errors import RecipeError
from figloom.types import Facts, Grid, Links, Ohlc, Picture, Points, Shape, Spread, Tree

VISIBLE = 0.6
"""A mark of which less is seen is not asked about."""
_PARTS = ("Lower whisker end", "Lower quartile", "Median", "Upper quartile", "Upper whisker end")
_FIVE = ("low", "q1", "median", "q3", "high")


@dataclass(frozen=True, slots=True)
class Reading:
    """One number of a chart."""

    fact: str
    value: float
    what: str
    """The measure: "Sales", "Median of Fuel economy", "Closing price"."""
    where: str
    """What it is the number of, in quotation marks: “Apples” in “North”."""
    unit: str
    rows: tuple[str, str]
    """Category and series: readings are compared within one of them."""
    keys: tuple[float | str, float | str]
    """Sort keys of both: a time's value, a name's folded letters."""
    names: tuple[str, str]
    """Of both as the chart writes them."""
    time: bool
    """Whether the category is a step of time."""
    part: str = ""
    """Of the fact's marks, where it has several."""
    dimension: str = ""
    """Of the axis it is read from; empty for the chart's own value axis."""
    scopes: tuple[str, str] = ("", "")
    """What follows the measure when all readings of its category, or of its series, are meant."""
    whole: bool = False
    """Whether it is a count, with nothing between two whole numbers."""
    axis: Literal["zero", "loose", "log"] = "zero"
    """Whether its axis holds zero, may leave it out where all values are far from it, or is
    logarithmic."""


def kind(facts: Facts) -> Chart:
    """The chart type of the facts; a RecipeError when they are no chart's."""
    name = getattr(facts.shown, "chart", "")
    if not name:
        raise RecipeError(f"Questions about charts cannot be asked of a {facts.shown.shape}.")
    return called(name)[0]


def everything(facts: Facts) -> list[Reading]:
    """Every number of the chart, seen or not."""
    chart = kind(facts)
    return [_on_axis(chart, reading) for reading in _of(facts.shown)]


def readings(facts: Facts, picture: Picture | None) -> list[Reading]:
    """Every number of the chart that a reader can see: not hidden, and at a labelled place."""
    found = everything(facts)
    if picture is None:
        return found
    ticks = {
        tick.text
        for axis in picture.axes
        if axis.scale == "category" and len(axis.ticks) > 1
        for tick in axis.ticks
    }
    hidden = {fact for mark in picture.marks if mark.visible < VISIBLE for fact in mark.facts}
    return [r for r in found if r.fact not in hidden and (not ticks or _told(facts, r, ticks))]


def _on_axis(chart: Chart, reading: Reading) -> Reading:
    if chart.need.decades:
        return replace(reading, axis="log")
    loose = chart.need.loose or reading.dimension == "y2"
    return replace(reading, axis="loose") if loose else reading


def _told(facts: Facts, reading: Reading, ticks: set[str]) -> bool:
    """Whether the reading's category is written at the axis; long time axes leave some out."""
    if not reading.time or not isinstance(facts.shown, Grid):
        return True
    names = {category.id: category.name for category in facts.shown.categories}
    return names.get(reading.rows[0], "") in ticks


def _of(shape: Shape) -> Iterator[Reading]:
    if isinstance(shape, Grid):
        yield from _of_grid(shape)
    elif isinstance(shape, Spread):
        yield from _of_spread(shape)
    elif isinstance(shape, Points):
        yield from _of_points(shape)
    elif isinstance(shape, Ohlc):
        yield from _of_candles(shape)
    elif isinstance(shape, Tree):
        yield from _of_tree(shape)
    elif isinstance(shape, Links):
        yield from _of_links(shape)


def quoted(name: str) -> str:
    """A name as questions show it."""
    return f"“{name}”"


def _of_grid(grid: Grid) -> Iterator[Reading]:
    categories = {category.id: category for category in grid.categories}
    series = {one.id: one for one in grid.series}
    axes = [one.axis for one in grid.series]
    for cell in grid.cells:
        category, one = categories[cell.category], series[cell.series]
        if cell.value is None:
            continue
        many = len(grid.series) > 1
        what = grid.axes[1] if len(grid.axes) > 1 else grid.title
        if len(set(axes)) > 1:
            # Every axis shows a measure of its own, which is the series.
            what, many = one.name, axes.count(one.axis) > 1
        place, scopes = quoted(category.name), ("", "")
        if many:
            joint = "in" if category.value is not None else "at"
            scopes = (f" {joint} {place}", f" of {quoted(one.name)}")
            place = f"{quoted(one.name)} {joint} {place}"
        yield Reading(
            fact=cell.id, value=cell.value, what=what, where=place, unit=one.unit,
            rows=(category.id, one.id),
            keys=(category.name.casefold() if category.value is None else category.value,
                  one.name.casefold()),
            names=(category.name, one.name), time=category.value is not None,
            dimension="y2" if one.axis == "y2" else "", scopes=scopes,
        )  # fmt: skip


def _of_spread(spread: Spread) -> Iterator[Reading]:
    measure = spread.axes[1] if len(spread.axes) > 1 else spread.title
    if spread.bins:
        yield from _of_bins(spread, measure)
        return
    for group in spread.groups:
        for name, part, value in zip(_PARTS, _FIVE, group.five or (), strict=False):
            if part in ("low", "high") and called(spread.chart)[0].family == "distribution":
                # A violin has no whiskers.
                continue
            yield Reading(
                fact=group.id, value=value, what=f"{name} of {measure}", where=quoted(group.name),
                unit=spread.unit, rows=(group.id, part), keys=(group.name.casefold(), part),
                names=(group.name, part), time=False, part=part,
            )  # fmt: skip


def _of_bins(spread: Spread, measure: str) -> Iterator[Reading]:
    """Counts of a histogram: bins hold their lower edge, the last one both."""
    (group,) = spread.groups
    last = len(spread.bins) - 2
    for number, (low, high) in enumerate(pairwise(spread.bins)):
        count = sum(low <= v < high or (number == last and v == high) for v in group.samples)
        yield Reading(
            fact=group.id, value=float(count), what="Count", unit="",
            where=f"{measure} from {low:g} to {high:g}", rows=(f"bin{number}", "bins"),
            keys=(low, "bins"), names=("", ""), time=False, part=f"bin{number}", whole=True,
        )  # fmt: skip


def _of_points(points: Points) -> Iterator[Reading]:
    for point in points.points:
        if not point.name:
            continue
        told = [("x", point.x), ("y", point.y)]
        if len(points.names) > 2 and point.size is not None:
            told.append(("size", point.size))
        for at, (dimension, value) in enumerate(told):
            yield Reading(
                fact=point.id, value=value, what=points.names[at], where=quoted(point.name),
                unit=points.units[at], rows=(point.id, dimension),
                keys=(point.name.casefold(), dimension), names=(point.name, dimension), time=False,
                dimension=dimension,
            )  # fmt: skip


def _of_candles(ohlc: Ohlc) -> Iterator[Reading]:
    names = {"open": "Opening price", "high": "Highest price", "low": "Lowest price",
             "close": "Closing price"}  # fmt: skip
    for candle in ohlc.candles:
        for part, name in names.items():
            yield Reading(
                fact=candle.id, value=getattr(candle, part), what=name, where=quoted(candle.time),
                unit=ohlc.unit, rows=(candle.id, part), keys=(candle.time, part),
                names=(candle.time, part), time=True, part=part,
            )  # fmt: skip


def _of_tree(tree: Tree) -> Iterator[Reading]:
    names = {node.id: node.name for node in tree.nodes}
    # The root is not drawn, so its name means nothing to a reader.
    roots = {node.id for node in tree.nodes if not node.parent}
    for node in tree.nodes:
        if node.value is None or not node.parent:
            continue
        yield Reading(
            fact=node.id, value=node.value, what=tree.measure or tree.title,
            where=quoted(node.name), unit=tree.unit, rows=(node.id, node.parent),
            keys=(node.name.casefold(), names[node.parent].casefold()),
            names=(node.name, names[node.parent]), time=False,
            scopes=("", " among the main groups" if node.parent in roots
                    else f" within {quoted(names[node.parent])}"),
        )  # fmt: skip


def _of_links(links: Links) -> Iterator[Reading]:
    directed = links.directed
    for node in links.nodes:
        counts = {
            "outgoing arrows": sum(link.source == node.id for link in links.links),
            "incoming arrows": sum(link.target == node.id for link in links.links),
        }
        if not directed:
            counts = {"links": sum(counts.values())}
        for what, count in counts.items():
            yield Reading(
                fact=node.id, value=float(count), what=f"Number of {what}", where=quoted(node.name),
                unit="", rows=(node.id, what), keys=(node.name.casefold(), what),
                names=(node.name, what), time=False, whole=True,
            )  # fmt: skip
