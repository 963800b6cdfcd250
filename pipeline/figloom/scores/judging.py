"""How a row of a ChartBench reply file is judged: as its authors do, or with faults corrected.

The authors' rules (`Stat/stat_all_metric.py`) are what is left when no fault is named.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import dataclass
from functools import lru_cache

from figloom.evaluate.number import number
from figloom.evaluate.yes_no import yes_no
from figloom.scores.chartbench import Exchange, Row
from figloom.scores.figures import Pair, Said
from figloom.types import AnswerKind, Question, Scoring, Verdict

REPEATED, IDENTICAL, SUBSTRING = "repeated rows", "identical pairs", "substring yes"
STRIP, DENOMINATOR, FORMATS = "character-set strip", "tolerance denominator", "number formats"
RING, LABELS = "ring_wi_anno", "value labels"

FAULTS = {
    REPEATED: "a resumed run asked them again; the first reply counts",
    IDENTICAL: "both statements are the same, so no pair of answers is right; they are left out",
    SUBSTRING: 'Yes was any reply with the letters "yes", No every other; now it must be said, '
    "and what says neither or both is unscored",
    STRIP: 'single letters were cut off the ends of replies, so that "Yes" became "Y"',
    DENOMINATOR: "5 % was taken of the reply; now of the truth",
    FORMATS: 'only bare figures were read as numbers; now "16.6M", "$5,300" or "about 12 %" are, '
    "without a language model; a reply without one number is unscored",
    RING: "it was missing from the pie charts and the regular ones",
    LABELS: "pie, line_err, scatter_2d and scatter_2d_smooth show their values",
}
"""Faults of the authors' code and data, in the order in which they are corrected."""

_STRIPPED = "<｜end▁of▁sentence｜>"
_TOLERANCE = 0.05
_REGULAR = ("line", "bar", "pie")
_WITH_LABELS = frozenset({
    "horizontal_single_wi_anno", "vertical_single_wi_anno", "pie_pie", "pie_bar",
    "radar_single_wi_anno", "node_link_dir", "node_link_undir", "ring_wi_anno",
    "line_multi_wi_anno", "line_single_wi_anno",
})  # fmt: skip
_ALSO_WITH_LABELS = frozenset({"pie", "line_err", "scatter_2d", "scatter_2d_smooth"})
_LABEL = re.compile(r"\s*([-+]?\d[\d,]*(?:\.\d+)?)\s*([%KMB]?)\s*")
_UNITS = {"%": ("%",), "K": ("thousand",), "M": ("million",), "B": ("billion",)}
_UNSAID = ("", "thousand", "million", "billion")


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a row adds to the figures, and where."""

    pairs: tuple[Pair, ...]
    numbers: tuple[Said, ...]
    """One of either; none at all if the row is left out."""
    places: frozenset[tuple[str, str]]
    """What is broken down by, and the name there: ("task", "VE"), ("all", "all") ..."""


def judge(row: Row, mended: Collection[str]) -> Outcome:
    """The outcome of a row by the authors' rules, with the named faults mended."""
    places = _places(row, mended)
    if (row.repeated and REPEATED in mended) or (row.is_identical and IDENTICAL in mended):
        return Outcome((), (), places)
    if row.is_pair:
        true, false = (_says_yes(one, SUBSTRING in mended) for one in row.exchanges)
        return Outcome(((true, false),), (), places)
    return Outcome((), (_is_right(row.exchanges[0], mended),), places)


def has_wrong_axis(row: Row) -> bool:
    """Whether the row's label is a share over the x axis, though the chart stacks series to 100."""
    return row.type.endswith(("area_percent", "percent_stacked")) and row.task != "CR"


def _places(row: Row, mended: Collection[str]) -> frozenset[tuple[str, str]]:
    labelled = _WITH_LABELS | (_ALSO_WITH_LABELS if LABELS in mended else frozenset())
    found = {("all", "all"), ("task", row.task), ("type", row.type)}
    found.add(("labels", "yes" if row.type in labelled else "no"))
    if row.type != "ring_wi_anno" or RING in mended:
        found |= {("family", row.chart), ("set", "regular" if row.chart in _REGULAR else "extra")}
    return frozenset(found)


def _says_yes(said: Exchange, mended: bool) -> Said:
    if not mended:
        return "yes" in said.answer.lower()
    verdict = _verdict(said, True)
    return None if verdict.outcome == "unscored" else verdict.outcome == "right"


def _is_right(said: Exchange, mended: Collection[str]) -> Said:
    if FORMATS in mended:
        verdicts = [verdict for label in said.labels for verdict in _verdicts(said, label)]
        outcomes = {verdict.outcome for verdict in verdicts}
        return None if outcomes == {"unscored"} else "right" in outcomes
    reply = (said.answer if said.filtered is None else said.filtered).strip()
    reply = _stripped(reply, STRIP in mended)
    return any(_matches(reply, label, DENOMINATOR in mended) for label in said.labels)


def _stripped(reply: str, mended: bool) -> str:
    return reply.removesuffix(_STRIPPED).strip() if mended else reply.strip(_STRIPPED)


def _matches(reply: str, label: str, of_truth: bool) -> bool:
    said, truth = _bare(reply), _bare(label)
    if said is None or truth is None:
        return reply.lower() == label.lower()
    values = (said, said / 100) if reply.endswith("%") else (said,)
    if of_truth:
        return any(abs(value - truth) <= _TOLERANCE * abs(truth) for value in values)
    return any(
        (abs(truth - value) / abs(value) if value else truth) <= _TOLERANCE for value in values
    )


def _bare(text: str) -> float | None:
    try:
        return float(text.rstrip("%"))
    except ValueError:
        return None


def _verdicts(said: Exchange, label: str) -> list[Verdict]:
    """Verdicts of our own metrics; where the label names no unit, its axis may have any scale."""
    if label.lower() in ("yes", "no"):
        return [_verdict(said, label.lower() == "yes")]
    told = _LABEL.fullmatch(label)
    if not told:
        return [Verdict("right" if label.lower() == said.answer.strip().lower() else "wrong", 0.0)]
    truth = float(told[1].replace(",", ""))
    units = _UNITS.get(told[2], _UNSAID)
    return [_verdict(said, truth, unit) for unit in units]


# Every fault is mended in turn, and most of them leave a row's verdict as it is.
@lru_cache(maxsize=1 << 16)
def _verdict(said: Exchange, answer: bool | float, unit: str = "") -> Verdict:
    """Verdict of our own metrics on the whole reply."""
    kind: AnswerKind = "yes_no" if isinstance(answer, bool) else "number"
    question = Question(
        text=said.query, answer=answer, kind=kind, scoring=Scoring(kind), unit=unit,
        family="charts", task="", subtask="", wording="",
    )  # fmt: skip
    if isinstance(answer, bool):
        return yes_no(question, said.answer)
    return number(question, said.answer, tolerance=_TOLERANCE * abs(answer))
