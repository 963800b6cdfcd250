"""A reply as the answer to a question for a number: its numbers, and which lines are answers."""

from __future__ import annotations

import re
from dataclasses import dataclass
from decimal import Decimal

from figloom.evaluate.extraction import unmarked
from figloom.evaluate.numerals import Numeral, numerals
from figloom.evaluate.separators import decimal_mark, legible, readings
from figloom.evaluate.spelling import readable
from figloom.evaluate.untold import hedges
from figloom.types import Question

_ANNOUNCED = re.compile(r"\b(?:answer|ans\.?)\b.{0,60}?(?:\bis\b|[:=])", re.IGNORECASE)
_FIGURES = re.compile(r"\d+(?:[.,]\d+)*")
_LISTED = re.compile(r"^[ \t]*(\d+)[.)][ \t]+(?=\S)", re.MULTILINE)
_LEAD = re.compile(
    r"(?:[\W_]|\b(?:about|approximately|approx|around|roughly|nearly|almost|circa|ca|some|just|over"
    r"|under|above|below|slightly|between|from|minus|negative|it|is|it's|value|estimated?|ungefähr"
    r"|etwa|environ|rund|could|would|be|maybe|perhaps|possibly|then|either|actually"
    r"|or|and|but|first|i|think|thought|guess|final|answer|boxed|答案)\b)*",
    re.IGNORECASE,
)
_CLAUSE = re.compile(r"[.,](?=\s)|[;:\n/→<>{}。，]|\b(?:or|and|but)\b")
_STATES = re.compile(
    r"(?:\b(?:is|was|equals|shows|reaches|about|around|approximately)|[=:≈~])\s*\S?$"
)
_WORDS_AFTER = 5
_FIRST = 400
"""Characters within which a text can begin with its number."""


@dataclass(frozen=True, slots=True)
class Reading:
    """A reply as the answer to one question."""

    text: str
    """The reply without the numbers of its lists, and with its fractions in digits."""
    unit: str
    mark: str
    """The decimal mark, where the reply tells it."""
    named: frozenset[Decimal]
    """Figures in the question, dates too, which a reply may repeat."""
    last: str
    """The reply's last line."""

    def given(self, text: str) -> list[Numeral]:
        """Numbers of a text that the question did not name, or else those stated as a value."""
        found = numerals(text, self.unit, self.mark)
        own = [number for number in found if number.low[0] not in self.named]
        return own or [number for number in found if _is_stated(text, number.start)]

    def stands(self, text: str) -> bool:
        """Whether a clause of a text is a number and nothing else, so that the text gives it,
        whatever else it says; in "42 for Oslo, Rome is not shown" none is."""
        for clause in _CLAUSE.split(text):
            found = self.given(clause) if re.search(r"\d", clause) else []
            leads = found and _LEAD.fullmatch(clause[: found[0].start])
            if leads and len(clause[found[0].end :].split()) <= 1:
                return True
        return False

    def is_alone(self, line: str, says_untold: bool) -> bool:
        """Whether a line is an answer and little else: a number, or the reply's last word."""
        is_last = self.last in (line.strip(), unmarked(line).strip())
        if says_untold:
            short = len(line.split()) <= _WORDS_AFTER
            return (short or is_last) and not _ANNOUNCED.search(line)
        found = self.given(line)
        if len(found) != 1:
            return False
        if not _LEAD.fullmatch(line[: found[0].start]):
            return is_last and hedges(line)
        return len(line[found[0].end :].split()) <= _WORDS_AFTER


def read(question: Question, reply: str) -> Reading:
    """Prepare a reply to a question for a number."""
    text = _unlisted(legible(reply))
    plain = readable(text)
    return Reading(
        text=text,
        unit=question.unit,
        mark=decimal_mark(plain),
        named=frozenset(
            value for body in _FIGURES.findall(question.text) for value in readings(body)
        ),
        last=unmarked(plain).strip().rpartition("\n")[2].strip(),
    )


def _is_stated(text: str, start: int) -> bool:
    leads = start < _FIRST and _LEAD.fullmatch(text[:start])
    return bool(leads or _STATES.search(text[max(0, start - 40) : start]))


def _unlisted(text: str) -> str:
    found = [match[1] for match in _LISTED.finditer(text)]
    if len(found) < 2 or found != [str(place) for place in range(1, len(found) + 1)]:
        return text
    return _LISTED.sub("", text)
