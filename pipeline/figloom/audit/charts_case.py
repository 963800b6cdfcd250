"""One record of the family of charts, ready to be asked: its numbers, axes, marks and type."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from hashlib import blake2b
from typing import Any

from figloom.audit import charts_axes, charts_facts
from figloom.audit.charts_axes import Ruler
from figloom.audit.charts_facts import Told
from figloom.audit.labels import Faulty
from figloom.charts import Chart, called
from figloom.errors import RecipeError

BODIES = frozenset({"bar", "wedge", "cell", "tile", "stage", "box", "candle", "node", "bubble"})
"""Roles of marks with an outline of their own."""


@dataclass(frozen=True, slots=True)
class Case:
    """What a chart says and how it can be read."""

    shown: dict[str, Any]
    chart: Chart
    ids: list[str]
    known: list[Told]
    rulers: list[Ruler]
    marks: list[dict[str, Any]]
    size: tuple[int, int]
    drawn: bool
    """Whether there is a picture."""

    def ruler(self, one: Told) -> Ruler:
        """What a number is read with."""
        like = [o.value for o in self.known if (o.what, o.unit) == (one.what, one.unit)]
        return charts_axes.chosen(self.rulers, one.dimension, like, one.whole)

    def measures(self) -> tuple[str, ...]:
        """What the chart measures, by name."""
        return tuple(dict.fromkeys(one.what for one in self.known))

    def showing(self, fact: str) -> list[dict[str, Any]]:
        """Marks of a fact, without those of a legend."""
        legend = ("legend", "legend_key")
        return [m for m in self.marks if fact in m["facts"] and m["role"] not in legend]


def is_chart(row: dict[str, Any]) -> bool:
    """Whether the facts of a row are those of a chart."""
    return bool(row["facts"]["shown"].get("chart"))


def case_of(row: dict[str, Any]) -> Case:
    """The chart of a row; Faulty when its facts contradict themselves or its type is unknown."""
    shown = row["facts"]["shown"]
    if row["facts"]["edits"] or shown != row["facts"]["truth"]:
        raise Faulty("a chart shows something else than holds, and no question asks about that")
    try:
        chart = called(shown["chart"])[0]
    except RecipeError as error:
        raise Faulty(str(error)) from None
    if chart.need.shape != shown["shape"]:
        raise Faulty(f"{chart.name} drawn of a {shown['shape']}")
    return Case(
        shown, chart, charts_facts.facts(shown), charts_facts.told(shown),
        charts_axes.rulers(row["axes"]), row["marks"], (row["width"], row["height"]),
        bool(row["image"]),
    )  # fmt: skip


def table(shown: dict[str, Any]) -> str:
    """The table that the facts are taken from."""
    told = shown["provenance"]
    return " ".join([told["source"], *told["keys"]])


def spec(row: dict[str, Any]) -> str:
    """Hash of what is shown and asked."""
    shown = {name: part for name, part in row["facts"]["shown"].items() if name != "provenance"}
    asked = sorted(question["subtask"] for question in row["questions"])
    text = json.dumps([shown, asked], sort_keys=True)
    return blake2b(text.encode(), digest_size=12).hexdigest()


def statements(row: dict[str, Any]) -> Iterator[list[dict[str, Any]]]:
    """The questions of a row by group, statements alone."""
    groups: dict[str, list[dict[str, Any]]] = {}
    for question in row["questions"]:
        if question["kind"] == "yes_no":
            groups.setdefault(question["group"], []).append(question)
    yield from groups.values()
