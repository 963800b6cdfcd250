"""Pairs of statements on charts, each looked at twice: by the facts, and as `figloom audit` does.

`python tests/quality/charts_twice.py 20000` makes so many pairs of every type and source without
drawing, and prints what is wrong with them: answers that either look finds to be others, statements
that are identical, tied, both true or both false, and numbers too near to the truth.
"""

from __future__ import annotations

import sys
import time
from collections import Counter
from collections.abc import Iterable, Iterator
from math import ceil
from statistics import fmean

import pytest
from charts_made import SOURCES, Made, Pair, make, pairs, parts
from charts_shown import place, scope, shown
from charts_texts import numeral, slots

from figloom.ask.charts.ruler import TOLERANCE
from figloom.audit import charts_case, charts_rules, questions
from figloom.audit.labels import Faulty
from figloom.audit.shard import parsed
from figloom.charts import called, charts
from figloom.emit.rows import to_row
from figloom.types import Grid, Question, Shape


def holds(pair: Pair, question: Question) -> bool:
    """Whether a statement is true of the facts; an AssertionError where it is tied or unclear."""
    shape, told = pair.facts.shown, slots(question)
    kind = question.wording.partition("/")[0]
    if kind == "recognise":
        return told["first"] == called(shape.chart)[0].said and told["second"] != told["first"]
    if kind == "value":
        stated, truth = numeral(told["value"]), shown(shape, told["what"])[place(told["where"])]
        assert stated is not None
        return stated == pytest.approx(truth, rel=1e-9, abs=1e-12)
    if kind == "compare":
        found = shown(shape, told["what"])
        first, second = (found[place(told[slot])] for slot in ("first", "second"))
        assert first != second, "tied"
        return (first > second) == (told["word"] == "higher")
    return _of_the_whole(shape, kind.removeprefix("overall_"), told)


def _of_the_whole(shape: Shape, kind: str, told: dict[str, str]) -> bool:
    values = scope(shape, told["what"], told["among"])
    assert len(values) >= 3
    if kind in ("highest", "lowest"):
        best = (max if kind == "highest" else min)(values.values())
        assert list(values.values()).count(best) == 1, "tied"
        return values[place(told["where"])] == best
    if kind == "trend":
        # Candles are named by their times, which sort as they follow each other.
        categories = shape.categories if isinstance(shape, Grid) else ()
        when = {one.name: one.value or 0.0 for one in categories}
        first, *_, last = sorted(values, key=lambda names: (when.get(names[-1], 0.0), names[-1]))
        assert values[first] != values[last], "tied"
        return (values[last] > values[first]) == (told["direction"] == "risen")
    if kind == "count":
        bar = numeral(told["bar"])
        assert bar is not None
        # Counts may stand on the line: nothing is read off between two whole numbers.
        whole = told["what"] == "Count" or told["what"].startswith("Number of ")
        assert whole or bar not in values.values(), "tied"
        return sum(value > bar for value in values.values()) == int(told["count"])
    stated = numeral(told["value"])
    truth = (
        fmean(values.values()) if kind == "mean" else max(values.values()) - min(values.values())
    )
    assert stated is not None
    decimals = len(told["value"].split()[0].rstrip("%").partition(".")[2])
    return abs(stated - truth) <= 0.5001 * 10**-decimals


def wrongs(found: list[Pair]) -> list[str]:
    """Pairs that a second look at the facts does not bear out, each with the reason."""
    said = []
    for pair in found:
        first, second = pair.questions
        text = f"{pair.chart}: {first.text} | {second.text}"
        if first.text == second.text or first.wording != second.wording:
            said.append(f"identical or worded unlike: {text}")
            continue
        if first.answer == second.answer:
            said.append(f"both {first.answer}: {text}")
        for question in pair.questions:
            try:
                if holds(pair, question) != question.answer:
                    said.append(f"not {question.answer}: {text}")
            except (AssertionError, KeyError, StopIteration, ValueError) as error:
                said.append(f"{type(error).__name__} {error}: {text}")
        said += [f"within the tolerance: {text}" for near in [_near(pair)] if near]
    return said


def _near(pair: Pair) -> bool:
    """Whether two numbers that are offered differ by no more than an answer may be off."""
    told = [slots(question) for question in pair.questions]
    if "value" not in told[0]:
        return False
    one, other = (numeral(each["value"]) or 0.0 for each in told)
    known = shown(pair.facts.shown, told[0]["what"]).values()
    # Of an axis that leaves zero out, what counts is what it spans.
    size = min(max(abs(one), abs(other)), max(known) - min(known) or abs(one))
    return abs(one - other) <= TOLERANCE * size


def audited(made: Iterable[Made]) -> Iterator[str]:
    """What the audit's own path, which shares no code with the questions, finds in the rows that a
    build would store; all but the boxes of marks, which an undrawn chart has not."""
    for one in made:
        for record in one.records:
            row = parsed(to_row(record))
            where = f"{one.part.source}/{record.key}"
            try:
                found = list(charts_rules.faults(charts_case.case_of(row), row))
            except Faulty as fault:
                found = [("facts", str(fault))]
            for question in row["questions"]:
                found += questions.faults(question, row["key"], set())
                found += questions.judged(question)
            yield from (f"{where}: {kind}: {what}" for kind, what in found)


def main() -> None:
    """Print the counts: `python tests/quality/charts_twice.py [pairs]`."""
    wanted = int(sys.argv[1]) if len(sys.argv) > 1 else 20_000
    started = time.monotonic()
    # Four pairs of most types, two of a gauge.
    each = ceil(wanted / (3.9 * len(charts()) * len(SOURCES)))
    counted: Counter[str] = Counter()
    said: list[str] = []
    # One part after the other, so that no more than one is kept.
    for part in parts("eval", each, 3):
        made = make(part)
        found = list(pairs([made]))
        counted.update(pair.questions[0].wording.partition("/")[0] for pair in found)
        said += [*wrongs(found), *audited([made])]
    told = [f"{name:20} {count:6} pairs" for name, count in sorted(counted.items())]
    told += ["", *said[:40], f"{counted.total()} pairs, {len(said)} faults, "
             f"{time.monotonic() - started:.0f} s"]  # fmt: skip
    sys.stdout.write("\n".join(told) + "\n")
    sys.exit(bool(said))


if __name__ == "__main__":
    main()
