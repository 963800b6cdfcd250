"""Recognition: which type of chart this is."""

from __future__ import annotations

from functools import cache

import numpy as np

from figloom.ask.charts.phrases import pair
from figloom.ask.charts.readings import kind
from figloom.charts import Chart, charts
from figloom.registry import plugin
from figloom.seeds import Draw
from figloom.types import Facts, Picture, Question, Step

_ROUNDS = 200


@plugin()
def recognise(facts: Facts, picture: Picture | None, draw: Draw) -> tuple[Question, ...]:
    """Is this a T1 and not a T2? The false statement swaps the two types.

    T2 is never a type that the chart might rightly be called as well. Types are matched so that,
    all types being drawn equally often, a statement is true as often as false.
    """
    chart = kind(facts)
    names, table = _matches()
    weights = table[names.index(chart.name)]
    other = charts()[draw.random("recognise").choices(names, weights.tolist())[0]]
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
def _matches() -> tuple[list[str], np.ndarray[tuple[int, ...], np.dtype[np.float64]]]:
    """Symmetric table with rows that sum to 1: how often types are set against each other."""
    known = charts()
    names = list(known)
    table = np.array(
        [[float(not confusable(known[a], known[b])) for b in names] for a in names], dtype=float
    )
    for _ in range(_ROUNDS):
        scale = 1 / np.sqrt(np.maximum(table.sum(axis=1), 1e-9))
        table = scale[:, None] * table * scale[None, :]
    return names, table
