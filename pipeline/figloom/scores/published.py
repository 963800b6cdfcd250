"""The three papers' own figures of a run, where it has their subtasks.

M3STR (arXiv 2506.03557): plain mean of seven accuracies. ChartBench (arXiv 2312.15915): 0.8 Acc+
and 0.2 NQA. FlowCE (arXiv 2406.10057): plain mean of five. All in percent. M3STR and FlowCE count
a reply without an answer as wrong, and so it is here; what got no reply at all is in no figure.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from figloom.evaluate.judged import FREE
from figloom.exam.folder import Result
from figloom.scores import flowce, pairs
from figloom.scores.clusters import summed
from figloom.scores.intervals import Floats, Interval, bootstrap

M3STR = (
    "count_entities", "count_relations", "detect_entity", "detect_relation", "detect_any",
    "complete_entity", "complete_relation",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Published:
    """One paper's figures; None where the run asks nothing of the kind."""

    parts: dict[str, float | None]
    mean: float | None
    """The paper's overall figure; None where a part is missing."""
    interval: Interval | None
    """By bootstrap of pictures."""


def published(results: Sequence[Result]) -> dict[str, Published]:
    """Figures by paper, for those of which the run has at least one part."""
    replied = [one for one in results if not one.said.fault]
    found = {}
    for name, of in (("m3str", _m3str), ("chartbench", _chartbench), ("flowce", _flowce)):
        one = of(replied)
        if any(part is not None for part in one.parts.values()):
            found[name] = one
    return found


def _m3str(results: Sequence[Result]) -> Published:
    told = [one for one in results if one.sample.question.subtask in M3STR]
    columns = [(M3STR.index(one.sample.question.subtask), _right(one)) for one in told]
    return _averaged(M3STR, told, columns)


def _flowce(results: Sequence[Result]) -> Published:
    told = [one for one in results if one.sample.question.family == "flows"]
    # A dimension of free text that no judge has read has no figure, not a low one.
    unjudged = {one.sample.question.task for one in told if one.verdict.why == FREE}
    known = {*flowce.TASKS} - unjudged
    told = [one for one in told if one.sample.question.task in known]
    columns = [
        (
            flowce.TASKS.index(one.sample.question.task),
            flowce.points((one.sample.question, one.verdict)),
        )
        for one in told
    ]
    return _averaged(flowce.TASKS, told, columns)


def _averaged(
    names: Sequence[str], told: Sequence[Result], columns: Sequence[tuple[int, float]]
) -> Published:
    """Means of each column's values, and the plain mean of these."""
    wide = len(names)
    rows = []
    for one, (column, value) in zip(told, columns, strict=True):
        row = [0.0] * (2 * wide)
        row[column], row[wide + column] = value, 1.0
        rows.append((one.sample.picture, row))

    def mean(sums: Floats) -> Floats:
        found: Floats = 100 * (sums[:, :wide] / sums[:, wide:]).mean(1)
        return found

    totals = summed(rows, 2 * wide)
    asked = totals[:, wide:].sum(0)
    parts = {
        name: float(100 * totals[:, at].sum() / asked[at]) if asked[at] else None
        for at, name in enumerate(names)
    }
    return _whole(parts, totals, mean, names[0])


def _chartbench(results: Sequence[Result]) -> Published:
    by_picture: defaultdict[str, list[pairs.Judged]] = defaultdict(list)
    for one in results:
        if one.sample.question.family == "charts":
            picture = one.sample.picture
            judged = pairs.Judged(picture, one.sample.question, one.verdict)
            by_picture[picture].append(judged)
    figures = pairs.figures(one for judged in by_picture.values() for one in judged)
    single = (pairs.figures(judged) for judged in by_picture.values())
    totals = summed(
        ((str(at), (f.both, f.pairs, f.numbers_right, f.numbers)) for at, f in enumerate(single)), 4
    )

    def final(sums: Floats) -> Floats:
        found: Floats = 80 * sums[:, 0] / sums[:, 1] + 20 * sums[:, 2] / sums[:, 3]
        return found

    parts = {name: getattr(figures, name) for name in ("acc_plus", "nqa")}
    found = _whole(parts, totals, final, "chartbench")
    return Published({**parts, "cor": figures.cor}, found.mean, found.interval)


def _whole(
    parts: dict[str, float | None], totals: Floats, mean: Callable[[Floats], Floats], key: str
) -> Published:
    if None in parts.values():
        return Published(parts, None, None)
    return Published(parts, float(mean(totals.sum(0)[None])[0]), bootstrap(totals, mean, key))


def _right(one: Result) -> float:
    return float(one.verdict.outcome == "right")
