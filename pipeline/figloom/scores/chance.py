"""What is reached without looking: by guessing, by the answers' frequencies, by one answer alone.

All are expectations in closed form from the questions of one subtask; nothing is drawn.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from figloom.emit.answers import answer_text
from figloom.types import Question

_GRADED = frozenset({"box", "checklist", "summary"})
"""Kinds where hardly two questions have the same answer and equality says nothing."""


@dataclass(frozen=True, slots=True)
class Chance:
    """Expected accuracies in percent; None where there is no such guess."""

    random: float | None
    """Guessing evenly: Yes or No, one of a question's k options, a whole number from the least to
    the greatest right answer of the subtask. None for open answers, and where all whole numbers
    are the same."""
    drawn: float | None
    """Guessing the right answer of another question of the subtask; None of a single one."""
    majority: float | None
    """Always giving the one answer that is right most often."""

    @property
    def line(self) -> float | None:
        """What a figure is held against: even guessing, else guessing as answers are spread."""
        return self.drawn if self.random is None else self.random


def chance(questions: Sequence[Question]) -> Chance:
    """Baselines of a subtask from its right answers."""
    if not questions or any(question.kind in _GRADED for question in questions):
        return Chance(None, None, None)
    pairs, majority = _hits(questions)
    n = len(questions)
    return Chance(
        random=_percent(_random(questions)),
        drawn=_percent(Fraction(pairs - n, n * (n - 1)) if n > 1 else None),
        majority=_percent(Fraction(majority, n)),
    )


def mean(parts: Sequence[tuple[Chance, int]]) -> Chance:
    """Baselines of several subtasks with so many questions each: means over the questions, where an
    open answer without a line is guessed by nobody."""
    evenly = all(one.random is not None for one, _ in parts)
    line = _mean([(one.line, n) for one, n in parts])
    majority = _mean([(one.majority, n) for one, n in parts])
    return Chance(line if evenly else None, None if evenly else line, majority)


def _mean(parts: Sequence[tuple[float | None, int]]) -> float | None:
    known = [value * n for value, n in parts if value is not None]
    return sum(known) / sum(n for _, n in parts) if known else None


def _random(questions: Sequence[Question]) -> Fraction | None:
    whole = [int(str(q.answer)) for q in questions if q.kind == "integer"]
    total = Fraction(0)
    for question in questions:
        match question.kind:
            case "yes_no":
                total += Fraction(1, 2)
            case "choice":
                total += Fraction(1, len(question.choices))
            case "integer" if max(whole) > min(whole):
                total += Fraction(1, max(whole) - min(whole) + 1)
            case _:
                return None
    return total / len(questions)


def _hits(questions: Sequence[Question]) -> tuple[int, int]:
    """Ordered pairs of questions, each with itself too, where the first's answer is right for the
    second, and the most questions that one answer is right for."""
    numbers = [q for q in questions if q.kind == "number"]
    others = Counter((q.kind, answer_text(q)) for q in questions if q.kind != "number")
    pairs, most = sum(n * n for n in others.values()), max(others.values(), default=0)
    values = sorted(_value(question) for question in numbers)
    ends: list[tuple[float, int]] = []
    for question in numbers:
        low, high = _reach(question)
        pairs += bisect_right(values, high) - bisect_left(values, low)
        # What opens at a place comes before what closes there: both ends belong to the reach.
        ends += [(low, -1), (high, 1)]
    held = 0
    for _, step in sorted(ends):
        held -= step
        most = max(most, held)
    return pairs, most


def _value(question: Question) -> float:
    return float(str(question.answer))


def _reach(question: Question) -> tuple[float, float]:
    tolerance = float(dict(question.scoring.args).get("tolerance", 0.0))
    return _value(question) - tolerance, _value(question) + tolerance


def _percent(part: Fraction | None) -> float | None:
    return None if part is None else float(100 * part)
