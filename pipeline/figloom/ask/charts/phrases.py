"""Numbers and pairs of statements as chart questions put them."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from math import ceil, gcd
from typing import Literal

from figloom.ask.charts import FAMILY
from figloom.ask.charts.readings import Reading
from figloom.charts import Chart
from figloom.seeds import Draw
from figloom.types import AnswerKind, Negative, Picture, Question, Scoring, Step
from figloom.wording import wordings

_MOST = 6
"""Decimals of a number, at most."""

Text = Literal["recognise", "value", "compare", "global"]


def number(value: float, unit: str = "", like: Iterable[float] = ()) -> str:
    """A number with thousands separated and its unit; with as many decimals as its like has."""
    told = f"{value:,.{places((value, *like))}f}".replace("-", "−")
    return f"{told}%" if unit == "%" else f"{told} {unit}".strip()


def places(values: Iterable[float]) -> int:
    """Fewest decimals, at most six, that tell all the values exactly."""
    return _places(tuple(values))


@lru_cache(maxsize=1024)
def _places(shown: tuple[float, ...]) -> int:
    slack = 1e-9 * max(1e-3, *map(abs, shown))
    least = 0
    for value in shown:
        while least < _MOST and abs(round(value, least) - value) > slack:
            least += 1
    return least


def rounded(value: float, like: Iterable[float]) -> float:
    """A number with as many decimals as its like has."""
    return round(value, places(like))


def regular(gap: float, like: Iterable[float], parts: int = 1, above: float = 0.0) -> float:
    """The gap as a multiple of what all values (or their mean over so many parts) are multiples of.

    So that a number which is that far off is as round as the values are; at least `above`.
    """
    shown = tuple(like)
    scale = 10.0 ** places(shown)
    grain = gcd(*(round(abs(value) * scale) for value in shown)) / scale / parts
    if not grain:
        return max(gap, above)
    return max(round(gap / grain), ceil(above / grain - 1e-9)) * grain


def phrase(draw: Draw, subtask: str, **values: str) -> tuple[str, str]:
    """Id and text of this slot's wording; all wordings of a subtask are used equally often."""
    known = wordings(FAMILY, subtask)
    chosen = known[draw.level(f"{subtask}/wording", len(known))]
    return f"{subtask}/{chosen.id}", chosen.fill(**values)


def marks(picture: Picture | None, *found: Reading) -> tuple[str, ...]:
    """Ids of the marks that show the readings, of their part where they name one."""
    if picture is None:
        return ()
    return tuple(
        mark.id
        for reading in found
        for mark in picture.showing((reading.fact,))
        if mark.role not in ("legend", "legend_key")
        and (not reading.part or not mark.part or mark.part == reading.part)
    )


def tags(chart: Chart, picture: Picture | None) -> tuple[str, ...]:
    """What scores are broken down by: family, type, renderer, and whether values are written."""
    told = [f"family:{chart.family}", f"type:{chart.name}"]
    if picture is not None:
        labelled = any(mark.role == "value" for mark in picture.marks)
        told += [f"labels:{'yes' if labelled else 'no'}", f"renderer:{picture.style.split('/')[0]}"]
    return tuple(told)


def pair(
    chart: Chart, picture: Picture | None, draw: Draw, *, task: str, subtask: str,
    true: dict[str, str], false: dict[str, str], steps: Iterable[Step], kind: str,
    rests: tuple[str, ...] = (), distance: float | None = None, wording: str = "",
) -> tuple[Question, Question]:  # fmt: skip
    """Two statements that differ in the truth alone, asked independently of each other.

    Which one comes first is balanced. `true` and `false` fill the same wording.
    """
    made = []
    steps = tuple(steps)
    for polarity, values in ((True, true), (False, false)):
        identity, text = phrase(draw, wording or subtask, **values)
        verdict = "So the statement is " + ("true." if polarity else "false.")
        made.append(
            Question(
                text=text, answer=polarity, kind="yes_no", scoring=Scoring("yes_no"),
                family=FAMILY, task=task, subtask=subtask, wording=identity, group=subtask,
                polarity=polarity, tags=tags(chart, picture), marks=rests,
                negatives=(Negative(not polarity, kind, distance),),
                rationale=(*steps, Step(verdict)),
            )
        )  # fmt: skip
    first, second = made
    return (second, first) if draw.level(f"{subtask}/order", 2) else (first, second)


def asked(
    chart: Chart, picture: Picture | None, *, task: str, subtask: str, wording: tuple[str, str],
    answer: float | int | str | tuple[float, ...] | None, kind: AnswerKind, scoring: Scoring,
    steps: Iterable[Step], unit: str = "", rests: tuple[str, ...] = (),
    negatives: tuple[Negative, ...] = (), accepted: tuple[str, ...] = (),
) -> Question:  # fmt: skip
    """An open question about a chart."""
    return Question(
        text=wording[1], answer=answer, kind=kind, scoring=scoring, family=FAMILY, task=task,
        subtask=subtask, wording=wording[0], unit=unit, group=subtask, tags=tags(chart, picture),
        marks=rests, negatives=negatives, accepted=accepted, rationale=tuple(steps),
    )  # fmt: skip
