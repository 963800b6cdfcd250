"""Recognition: which type of chart this is."""

from __future__ import annotations

from functools import cache

import numpy as np

from figloom.ask.charts.phrases import pair
from figloom.ask.charts.readings import kind
from figloom.charts import Chart, called, charts
from figloom.registry import plugin
from figloom.seeds import Draw
from figloom.types import Facts, Picture, Question, Step

_ROUNDS = 200


@plugin()
def recognise(facts: Facts, picture: Picture | None, draw: Draw) -> tuple[Question, ...]:
    """Is this a T1 and not a T2? The false statement swaps the two types.

    T2 is never a type that the chart might rightly be called as well. Types are matched so that,
    all being drawn equally often by the names that a recipe uses, ours or ChartBench's, a statement
    is true as often as false.
    """
    chart = kind(facts)
    name = getattr(facts.shown, "chart", "")
    names, table = _matches(_beside(name))
    weights = table[names.index(name)]
    other = called(draw.random("recognise").choices(names, weights.tolist())[0])[0]
    return pair(
        chart, picture, draw, task="recognise", subtask="recognise",
        true={"first": chart.said, "second": other.said},
        false={"first": other.said, "second": chart.said},
        steps=(Step(f"The marks and axes are those of {chart.said}."),), kind="other_type",
        rests=tuple(mark.id for mark in picture.marks if mark.facts) if picture else (),
    )  # fmt: skip


def confusable(one: Chart, other: Chart) -> bool:
    """Whether a chart of one type may be called the other as well."""
    return (
        one.name == other.name
        or bool({other.name, other.family} & set(one.kin))
        or bool({one.name, one.family} & set(other.kin))
    )


@cache
def _beside(name: str) -> tuple[str, ...]:
    """Names that are drawn as often as this one: ours, or ChartBench's with values written or not.

    A type that ChartBench has under two names is drawn twice as often, and must be offered so.
    """
    known = charts()
    if name in known:
        return tuple(known)
    written = called(name)[1] is True
    return tuple(
        alias
        for chart in known.values()
        for alias, labelled in chart.aliases.items()
        if (labelled is True) == written
    )


@cache
def _matches(
    names: tuple[str, ...],
) -> tuple[list[str], np.ndarray[tuple[int, ...], np.dtype[np.float64]]]:
    """Symmetric table with rows that sum to 1: how often types are set against each other."""
    known = [called(name)[0] for name in names]
    table = np.array([[float(not confusable(a, b)) for b in known] for a in known], dtype=float)
    for _ in range(_ROUNDS):
        scale = 1 / np.sqrt(np.maximum(table.sum(axis=1), 1e-9))
        table = scale[:, None] * table * scale[None, :]
    return list(names), table
