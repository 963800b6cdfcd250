"""The annotation gap: charts with their values written beside the marks, and those without."""

from __future__ import annotations

from collections.abc import Sequence

from figloom.exam.folder import Result
from figloom.report.drawing import Point, forest
from figloom.report.runs import Run
from figloom.report.section import Drawing, Part, Section
from figloom.report.sections.controls import Compared
from figloom.report.table import Cell, Share, Table
from figloom.scores.clusters import summed
from figloom.scores.intervals import Floats, Interval, bootstrap

_SIDES = {"yes": "with", "no": "without"}
_DRAWN = {"labels": "values written on all charts", "no_labels": "values written on no chart"}


def section(runs: Sequence[Run], told: Sequence[Compared]) -> Section | None:
    """From the label `labels`, and from control runs that draw the same charts the other way."""
    known = [(at, run) for at, run in enumerate(runs)
             if {"yes", "no"} <= run.summary.by.get("labels", {}).keys()]  # fmt: skip
    parts: list[Part] = []
    if known:
        groups, rows = [], []
        for at, run in known:
            tallies = run.summary.by["labels"]
            shares = {side: Share(tallies[side].accuracy, tallies[side].interval)
                      for side in _SIDES}  # fmt: skip
            groups.append((run.label, [
                Point(words, shares[side].value, shares[side].interval, None, at,
                      shares[side].told)
                for side, words in _SIDES.items()
            ]))  # fmt: skip
            gap, interval = _gap(run.results, run.label)
            row: tuple[Cell, ...] = (
                run.label, tallies["yes"].n, tallies["no"].n, shares["yes"], shares["no"],
                Share(gap, interval, signed=True),
            )  # fmt: skip
            rows.append(row)
        head = ("Run", "Asked with", "Asked without", "With", "Without", "Gap")
        note = (
            "Different charts, whose types differ too. The interval of the gap is by bootstrap "
            "of pictures."
        )
        parts += [
            Drawing(forest(groups), "Accuracy with and without written values"),
            Table("labels", "With and without written values", head, rows, note),
        ]
    drawn = [one for one in told if one.second.control in _DRAWN]
    if drawn:
        again = [_redrawn(one) for one in drawn]
        head = ("Run", "Drawn again with", "Paired", "As built", "Drawn again", "Change")
        note = "The same charts and questions, drawn the other way and paired item by item."
        parts.append(Table("labels_drawn", "The same charts drawn again", head, again, note))
    if not parts:
        return None
    lead = "Whether a model reads values off the marks, or only where they are written out."
    return Section("labels", "Annotation gap", lead, parts)


def _redrawn(one: Compared) -> tuple[Cell, ...]:
    pair = one.found.whole
    first, second = pair.accuracy or (None, None)
    change = Share(pair.difference, pair.interval, signed=True)
    words = _DRAWN[one.second.control]
    return one.first.label, words, pair.n, Share(first), Share(second), change


def _gap(results: Sequence[Result], key: str) -> tuple[float | None, Interval | None]:
    """Accuracy with less without, in points."""
    totals = summed(
        ((one.sample.picture, _counts(one)) for one in results
         if one.verdict.outcome != "unscored" and dict(one.sample.tags).get("labels") in _SIDES),
        4,
    )  # fmt: skip

    def gap(sums: Floats) -> Floats:
        found: Floats = 100 * (sums[:, 0] / sums[:, 1] - sums[:, 2] / sums[:, 3])
        return found

    whole = totals.sum(0)
    if not (whole[1] and whole[3]):
        return None, None
    return float(gap(whole[None])[0]), bootstrap(totals, gap, f"labels/{key}")


def _counts(one: Result) -> tuple[float, float, float, float]:
    right = float(one.verdict.outcome == "right")
    with_ = dict(one.sample.tags)["labels"] == "yes"
    return (right, 1.0, 0.0, 0.0) if with_ else (0.0, 0.0, right, 1.0)
