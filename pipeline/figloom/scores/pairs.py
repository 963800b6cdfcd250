"""The figures of a build: verdicts of its questions, joined by record and group."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass

from figloom.errors import DatasetError
from figloom.scores.figures import Figures, Said, tally
from figloom.types import Question, Verdict

BY = ("family", "type", "task", "labels")
"""What figures are broken down by; all but the task are tags such as `type:pie`."""


@dataclass(frozen=True, slots=True)
class Judged:
    """One question of a build with the verdict on its reply."""

    record: str
    """Key of the record; group ids are unique within a record only."""
    question: Question
    verdict: Verdict


def figures(judged: Iterable[Judged]) -> Figures:
    """Figures of all yes/no pairs and number questions given; other kinds do not enter.

    Yes/no questions with the same record and group are a pair, one of either polarity;
    DatasetError if more than two share a group or both have the same polarity. One without a
    partner counts as a single answer only.
    """
    pairs: defaultdict[tuple[str, str], dict[bool, Said]] = defaultdict(dict)
    numbers, lone = [], []
    for one in judged:
        question, right = one.question, _right(one.verdict)
        if question.kind == "number":
            numbers.append(right)
        elif question.kind == "yes_no" and question.group and question.polarity is not None:
            pair = pairs[one.record, question.group]
            if question.polarity in pair:
                raise DatasetError(
                    f"Record {one.record!r} has more than one {question.polarity} statement in "
                    f"group {question.group!r}: give each question's verdict once."
                )
            pair[question.polarity] = right
        elif question.kind == "yes_no":
            lone.append(right)
    whole = [_said(pair[True], pair[False]) for pair in pairs.values() if len(pair) == 2]
    lone += [right for pair in pairs.values() if len(pair) == 1 for right in pair.values()]
    return tally(whole, numbers, lone)


def broken_down(judged: Iterable[Judged]) -> dict[str, dict[str, Figures]]:
    """Figures by family, type, task and whether values are written, each by its name."""
    groups: dict[str, defaultdict[str, list[Judged]]] = {by: defaultdict(list) for by in BY}
    for one in judged:
        for by, name in _places(one.question).items():
            groups[by][name].append(one)
    return {
        by: {name: figures(members) for name, members in sorted(found.items())}
        for by, found in groups.items()
    }


def _places(question: Question) -> dict[str, str]:
    tags = dict(tag.partition(":")[::2] for tag in question.tags)
    return {"task": question.task} | {by: tags[by] for by in BY if by in tags}


def _right(verdict: Verdict) -> Said:
    return None if verdict.outcome == "unscored" else verdict.outcome == "right"


def _said(true: Said, false: Said) -> tuple[Said, Said]:
    """From rightness to what was said: the false statement is answered rightly by No."""
    return true, None if false is None else not false
