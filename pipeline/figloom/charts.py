"""Chart types: what facts each needs, what it is called, and who draws it.

A type is a `Chart` in any module under `render/charts/`, found by walking that folder. Samplers ask
it what it needs, questions how it is called, the plug-in `chart` to draw it.
"""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, Literal

from figloom.errors import RecipeError, unknown

Family = Literal[
    "area", "bar", "box", "combination", "line", "node_link", "pie", "radar", "scatter",
    "distribution", "heat_map", "flow_of_values", "gauge", "hierarchy", "stock",
]  # fmt: skip
Renderer = Literal["matplotlib", "echarts"]
RENDERERS: tuple[Renderer, ...] = ("matplotlib", "echarts")


@dataclass(frozen=True, slots=True)
class Need:
    """What a type asks of the facts it draws; ranges are [least, most], both included."""

    shape: Literal["grid", "spread", "points", "ohlc", "tree", "links"]
    count: tuple[int, int]
    """Categories of a grid, groups of a spread, points, candles, leaves of a tree, nodes."""
    series: tuple[int, int] = (1, 1)
    """Series of a grid, groups of points, inner nodes of a tree, links between nodes."""
    along: Literal["any", "names", "time", "ordered"] = "any"
    """What the categories of a grid are: names, equal steps of time in their order, or either
    where the names have an order of their own."""
    positive: bool = False
    """No value below zero; and none at zero where `whole`."""
    whole: bool = False
    """Values are parts that add up: one additive measure, above zero."""
    shares: bool = False
    """Values are turned into percent of their category's sum, to one decimal, adding up to 100."""
    least: float = 0.0
    """The smallest absolute value is at least this part of the largest (of the whole's sum where
    `whole`)."""
    apart: float = 0.0
    """Any two series of a grid differ by at least this part of the largest value in at least half
    of the categories."""
    decades: float = 0.0
    """The largest value is at least 10 to this power times the smallest: for log axes."""
    loose: bool = False
    """The value axis may leave zero out, where all values are far from it."""
    units: int = 1
    """Measures of different unit or size: 2 gives the last series to a second value axis `y2`."""
    drawn: tuple[str, ...] = ()
    """How the series are drawn, in turn, where a chart mixes kinds; the last holds for the rest."""
    errors: bool = False
    """Every cell has `low` and `high`: its mean less and plus one standard deviation."""
    descending: bool = False
    """Categories stand from the largest value to the smallest."""
    named: bool = False
    """Points carry names of their own, unique."""
    third: bool = False
    """Points carry a third measure in `size`."""
    bins: bool = False
    """One group of samples with the edges of 6 to 14 equal bins."""
    samples: int = 0
    """Least samples a group of a spread."""
    directed: bool = True
    """Links have a direction."""
    volume: bool = False
    """Candles carry a volume."""
    label: int = 24
    """Longest category, series or node label, in characters."""


@dataclass(frozen=True, slots=True, eq=False)
class Chart:
    """One type of chart; it means the same facts in every renderer."""

    name: str
    family: Family
    said: str
    """As a question calls it, with its article: "a stacked bar chart"."""
    need: Need
    matplotlib: Callable[..., None] | None
    """(shape, sheet) -> None: draws on a `render.plots.sheet.Sheet`."""
    echarts: Callable[..., dict[str, Any]] | None
    """(shape, plan) -> ECharts option, with a `render.plots.plan.Plan`."""
    aliases: Mapping[str, bool | None]
    """Names of the same type elsewhere (ChartBench's), and whether those write values beside the
    marks; None where that may be either."""
    kin: tuple[str, ...] = ()
    """Types and families that a reader might rightly call it as well: never offered as false."""
    labelled: bool = True
    """Whether values can be written beside its marks."""

    def renderers(self) -> tuple[Renderer, ...]:
        """Those that draw it."""
        return tuple(name for name in RENDERERS if getattr(self, name) is not None)


@cache
def charts() -> Mapping[str, Chart]:
    """All chart types by name, in order of name."""
    package = importlib.import_module("figloom.render.charts")
    found: dict[str, Chart] = {}
    for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
        for value in vars(importlib.import_module(module.name)).values():
            if isinstance(value, Chart) and found.setdefault(value.name, value) is not value:
                raise RuntimeError(f"two chart types are called {value.name!r}")
    return dict(sorted(found.items()))


@cache
def called(name: str) -> tuple[Chart, bool | None]:
    """The type of that name or alias, and whether the alias says that values are written."""
    known = charts()
    if name in known:
        return known[name], None
    for chart in known.values():
        if name in chart.aliases:
            return chart, chart.aliases[name]
    every = [*known, *(alias for chart in known.values() for alias in chart.aliases)]
    raise RecipeError(unknown("chart type", name, dict.fromkeys(every)))
