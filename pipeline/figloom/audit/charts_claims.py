"""Answers of the family of charts, found again from the texts of the questions and the facts."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from figloom.audit import charts_facts, charts_texts
from figloom.audit.charts_axes import FAR, Ruler
from figloom.audit.charts_case import BODIES, Case
from figloom.audit.charts_facts import Told
from figloom.audit.charts_numbers import Number, number
from figloom.audit.labels import Faulty
from figloom.charts import Chart, charts

Slots = dict[str, str]
Fault = tuple[str, str]
Found = tuple[Any, list[Fault]]
"""The answer found, and what is wrong with how it was asked."""

TOO_NEAR, TOO_FAR, TIED = "negative too near", "negative too far", "too near to tell"


def answer(case: Case, question: dict[str, Any], said: Slots) -> Found:
    """The answer as its JSON says it; Faulty when the facts do not settle it."""
    name = question["wording"].partition("/")[0]
    if name not in _ROUTINES:
        raise Faulty(f"no routine finds the answer of {name!r} again")
    return _ROUTINES[name](case, said)


def slots(case: Case, question: dict[str, Any]) -> Slots:
    """What was put into the wording of a question; Faulty when the text is not of it."""
    types = tuple(chart.said for chart in charts().values())
    return charts_texts.slots(question, case.measures(), types)


def rests(case: Case, said: Slots) -> Iterator[Told]:
    """The numbers that a question names one by one."""
    for slot in ("where", "first", "second"):
        if slot in said and "what" in said:
            yield from charts_facts.named(case.known, said["what"], said[slot])


def task(question: dict[str, Any]) -> tuple[str, ...]:
    """The task that a subtask belongs to, and the kinds of answer that it may have."""
    return {
        "recognise": ("recognise", "yes_no"), "value": ("value", "yes_no"),
        "compare": ("compare", "yes_no"), "overall": ("global", "yes_no"),
        "read_number": ("number", "number"), "difference": ("number", "number"),
        "ratio": ("number", "number"), "untold": ("number", "number", "unknown"),
        "locate": ("locate", "box"),
    }.get(question["subtask"], ())  # fmt: skip


def _one(case: Case, said: Slots, slot: str = "where") -> Told:
    found = charts_facts.named(case.known, said["what"], said[slot])
    if len(found) != 1:
        raise Faulty(f"{len(found)} values are {said['what']!r} for {said[slot]}")
    return found[0]


def _number(text: str, unit: str) -> Number:
    found = number(text)
    if found.unit != unit:
        raise Faulty(f"{text!r} is not in {unit!r}")
    return found


def _recognise(case: Case, said: Slots) -> Found:
    called = {chart.said: chart for chart in charts().values()}
    if len(called) != len(charts()):
        raise Faulty("two types of charts are called the same")
    first, second = called[said["first"]], called[said["second"]]
    if (first.name == case.chart.name) == (second.name == case.chart.name):
        raise Faulty(f"neither or both of the types are {case.chart.said}")
    kin = _alike(first, second)
    return first.name == case.chart.name, (
        [("kin types set against each other", f"{first.name}, {second.name}")] if kin else []
    )


def _alike(one: Chart, other: Chart) -> bool:
    """Whether a chart may rightly be called either."""
    return any({b.name, b.family, *b.aliases} & {*a.kin} for a, b in ((one, other), (other, one)))


def _value(case: Case, said: Slots) -> Found:
    one = _one(case, said)
    claim = _number(said["value"], one.unit)
    if math.isclose(claim.value, one.value, rel_tol=1e-9, abs_tol=1e-12):
        return True, []
    return False, [*_distance(case.ruler(one), one.value, claim.value, said["where"])]


def _distance(scale: Ruler, truth: float, other: float, where: str) -> Iterator[Fault]:
    """Whether a false number is in the neighbourhood of the truth, and yet can be told from it."""
    what = f"{other:g} for {truth:g}, {where}"
    if not scale.apart(truth, other):
        yield TOO_NEAR, what
    if not scale.whole and not scale.near(truth, other):
        yield TOO_FAR, what


def _compare(case: Case, said: Slots) -> Found:
    first, second = _one(case, said, "first"), _one(case, said, "second")
    faults = []
    if (first.unit, first.dimension) != (second.unit, second.dimension):
        faults.append(("compared across two axes", f"{said['first']}, {said['second']}"))
    if not case.ruler(first).seen_apart(first.value, second.value):
        faults.append((TIED, f"{first.value:g} and {second.value:g}"))
    above = first.value > second.value
    return (above if said["word"] == "higher" else not above), faults


def _extreme(highest: bool) -> Callable[[Case, Slots], Found]:
    def found(case: Case, said: Slots) -> Found:
        looked = charts_facts.scope(case.known, said["what"], said["among"])
        ranked = sorted(looked, key=lambda one: one.value, reverse=highest)
        best, claimed = ranked[0], _one(case, said)
        if claimed not in looked:
            raise Faulty(f"{said['where']} is none of {said['what']}{said['among']}")
        scale, faults = case.ruler(best), []
        if not scale.seen_apart(best.value, ranked[1].value):
            faults.append((TIED, f"{best.value:g} and {ranked[1].value:g}"))
        far = not scale.whole and not scale.near(best.value, claimed.value)
        if far and claimed not in ranked[:2]:
            faults.append((TOO_FAR, f"{claimed.value:g} for {best.value:g}, {said['where']}"))
        return claimed is best, faults

    return found


def _computed(how: Callable[[list[float]], float]) -> Callable[[Case, Slots], Found]:
    def found(case: Case, said: Slots) -> Found:
        looked = charts_facts.scope(case.known, said["what"], said["among"])
        truth = how([one.value for one in looked])
        claim = _number(said["value"], looked[0].unit)
        if claim.is_rounded(truth):
            return True, []
        return False, [*_distance(case.ruler(looked[0]), truth, claim.value, said["what"])]

    return found


def _count(case: Case, said: Slots) -> Found:
    looked = charts_facts.scope(case.known, said["what"], said["among"])
    bar = _number(said["bar"], looked[0].unit).value
    nearest = min((one.value for one in looked), key=lambda value: abs(value - bar))
    faults = []
    # Whole numbers are counted, not measured: 2 is not above 2.
    if not looked[0].whole and abs(nearest - bar) < case.ruler(looked[0]).steps(1, bar):
        faults.append((TIED, f"{nearest:g} and the bar at {bar:g}"))
    return sum(one.value > bar for one in looked) == int(said["count"]), faults


def _trend(case: Case, said: Slots) -> Found:
    looked = charts_facts.scope(case.known, said["what"], said["among"])
    if any(one.order is None for one in looked):
        raise Faulty("a trend without time")
    ordered = sorted(looked, key=lambda one: one.order)  # type: ignore[arg-type,return-value]
    first, last = ordered[0].value, ordered[-1].value
    tied = not case.ruler(looked[0]).seen_apart(first, last)
    return (last > first) == (said["direction"] == "risen"), (
        [(TIED, f"{first:g} and {last:g}")] if tied else []
    )


def _two(case: Case, said: Slots) -> tuple[float, float]:
    first, second = _one(case, said, "first"), _one(case, said, "second")
    if first.value <= second.value:
        raise Faulty(f"{said['first']} is not above {said['second']}")
    if (first.unit, first.dimension) != (second.unit, second.dimension):
        raise Faulty("two values of different axes")
    return first.value, second.value


def _difference(case: Case, said: Slots) -> Found:
    high, low = _two(case, said)
    return round(high - low, 10), []


def _ratio(case: Case, said: Slots) -> Found:
    high, low = _two(case, said)
    return round(high / low, 3), []


def _untold(case: Case, said: Slots) -> Found:
    if charts_facts.named(case.known, said["what"], said["where"]):
        return _one(case, said).value, []
    absent = [name for name in case.shown.get("absent", ()) if f"“{name}”" in said["where"]]
    if not absent:
        raise Faulty(f"{said['where']} is neither shown nor told to be absent")
    shown = {part["name"] for part in case.shown["categories"]}
    hidden = max(absent, key=len)
    clash = hidden in shown or any(hidden in mark["text"].split() for mark in case.marks)
    return None, ([("what is not shown is shown", hidden)] if clash else [])


def _locate(case: Case, said: Slots) -> Found:
    if (int(said["width"]), int(said["height"])) != case.size:
        raise Faulty(f"the picture is not {said['width']} by {said['height']}")
    found = {
        one.fact
        for what in case.measures()
        for one in charts_facts.named(case.known, what, said["where"])
    }
    marks = [m for fact in found for m in case.showing(fact) if m["role"] in BODIES]
    if len(marks) != 1:
        raise Faulty(f"{len(marks)} marks stand for {said['where']}")
    return [round(edge, 1) for edge in marks[0]["box"]], []


def unit(case: Case, said: Slots) -> str:
    """The unit of what a question asks for."""
    return _one(case, said, "where" if "where" in said else "first").unit


def tolerance(case: Case, question: dict[str, Any], said: Slots) -> float:
    """By how much an answer may be off: 5 % or two resolvable steps, where that is more."""
    name, truth = question["subtask"], question["answer"]
    if name not in ("difference", "ratio"):
        return case.ruler(_one(case, said)).tolerance(truth)
    first, second = _one(case, said, "first"), _one(case, said, "second")
    scale, truth = case.ruler(first), float(truth)
    if name == "difference":
        return max(FAR * truth, scale.steps(2, first.value))
    # One step in either value.
    parts = (scale.steps(1, one.value) / one.value for one in (first, second))
    return max(FAR * truth, truth * sum(parts))


def _mean(values: list[float]) -> float:
    return sum(values) / len(values)


def _range(values: Iterable[float]) -> float:
    ordered = sorted(values)
    return ordered[-1] - ordered[0]


_ROUTINES: dict[str, Callable[[Case, Slots], Found]] = {
    "recognise": _recognise, "value": _value, "compare": _compare,
    "overall_highest": _extreme(True), "overall_lowest": _extreme(False),
    "overall_mean": _computed(_mean), "overall_range": _computed(_range),
    "overall_count": _count, "overall_trend": _trend, "read_number": _untold,
    "difference": _difference, "ratio": _ratio, "untold": _untold, "locate": _locate,
}  # fmt: skip
