"""A number to within a tolerance in the unit of the question.

A reply is never corrected by its unit, only by the scale it names: thousand, million, percent.
Where a mark leaves two readings ("1.234"), the one within the tolerance counts: a factor of 1000
is no slip of the eye. Of a range both ends must be within the tolerance.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from decimal import Decimal

from figloom.evaluate.extraction import Unclear, extract, judged, misfit
from figloom.evaluate.numerals import Numeral
from figloom.evaluate.replies import read
from figloom.evaluate.sums import result
from figloom.evaluate.untold import UNTOLD, untold
from figloom.registry import plugin
from figloom.types import Question, Verdict

_SLACK = 1e-12
"""Part of the larger number that binary fractions may err."""
_CUE = "difference|ratio|quotient|factor|result|estimate"


@dataclass(frozen=True, slots=True)
class _Amount:
    low: Decimal
    high: Decimal


@plugin()
def number(question: Question, reply: str, *, tolerance: float) -> Verdict:
    """Judge a reply to a question for a number; `tolerance` is absolute, in the question's unit.

    That the picture cannot tell is a wrong answer; several different numbers, none of them
    announced as the answer, are unscored, as is a bound such as "more than 50".
    """
    truth = question.answer
    if isinstance(truth, bool) or not isinstance(truth, int | float) or not math.isfinite(truth):
        raise misfit("number", question, "a finite number as answer")
    if not 0 <= tolerance < math.inf:
        raise misfit("number", question, f"a tolerance of zero or more, not {tolerance}")
    reading = read(question, reply)

    def fits(value: Decimal) -> bool:
        return within(float(value), float(truth), tolerance)

    def amount(found: Numeral) -> _Amount:
        low, high = (
            next((value for value in end if fits(value)), end[0]) for end in (found.low, found.high)
        )
        return _Amount(low, high)

    def search(text: str) -> frozenset[_Amount | None]:
        found = reading.given(text)
        if untold(text, bool(found)):
            return frozenset({None, *(map(amount, found) if reading.stands(text) else ())})
        results = reading.given(result(text)) if len(found) > 1 else []
        return frozenset(map(amount, results if len(results) == 1 else found))

    def complete(line: str) -> frozenset[_Amount | None]:
        said = search(line)
        return said if reading.is_alone(line, said == {None}) else frozenset()

    said = extract(reading.text, complete, search, _CUE)
    if said is None:
        return Verdict("wrong", 0.0, UNTOLD, "the reply says that it cannot be told")
    shown: _Amount | Unclear = said
    return judged(shown, lambda found: fits(found.low) and fits(found.high), _shown)


def within(value: float, truth: float, tolerance: float) -> bool:
    """Whether a value is at most the tolerance away from the truth."""
    slack = _SLACK * max(abs(value), abs(truth))
    return abs(value - truth) <= tolerance + slack and math.isfinite(value)


def _shown(found: _Amount) -> str:
    ends = [f"{float(end):.12g}" for end in (found.low, found.high)]
    return ends[0] if found.low == found.high else " to ".join(ends)
