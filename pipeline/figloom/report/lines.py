"""Chance lines of groups of subtasks, from those of the subtasks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from figloom.exam.folder import Result
from figloom.scores.chance import Chance
from figloom.scores.summary import Summary


@dataclass(frozen=True, slots=True)
class Lines:
    """In percent; None where no subtask has a line."""

    chance: float | None
    majority: float | None


def lines(results: Sequence[Result], found: Summary) -> Lines:
    """Means over the questions; an open answer without a line is guessed by nobody."""
    told = [found.chance[f"{one.sample.question.family}/{one.sample.question.subtask}"]
            for one in results]  # fmt: skip
    return Lines(_mean(told, "line"), _mean(told, "majority"))


def _mean(told: Sequence[Chance], name: str) -> float | None:
    known: list[float] = [value for one in told if (value := getattr(one, name)) is not None]
    return sum(known) / len(told) if known else None
