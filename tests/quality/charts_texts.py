"""What a blind reader gets out of a chart question: the slots of its wording, names, numbers."""

from __future__ import annotations

import re
from datetime import datetime
from functools import cache

from charts_made import Pair

from figloom.ask.charts import FAMILY
from figloom.types import Question
from figloom.wording import wordings

NAME = re.compile("“([^”]*)”")
NUMBER = re.compile(r"[−-]?\d[\d,]*(?:\.\d+)?")
_TIMES = ("%Y", "%b %Y", "%B %Y", "%d %b %Y", "%Y-%m-%d", "%d %B %Y", "%b %d", "%H:%M",
          "%d %b %H:%M", "%Y-%m-%d %H:%M")  # fmt: skip
_PLACE = r"“[^”]*”(?: (?:in|at) “[^”]*”)?|[^“”]*? from \S+ to \S+?|an? [^“”]*?"
_FORMS = {
    "where": _PLACE,
    "first": _PLACE,
    "second": _PLACE,
    "value": r"[−-]?\d[\d,.]*(?:%| [^,“”]*?)?",
    "among": r"(?: (?:of|in|at|within) “[^”]*”| among the main groups)?"
    r"(?: over all marks| over “[^”]*”(?:, “[^”]*”)* and “[^”]*”)?(?: \(sums left out\))?",
    "word": "higher|lower",
    "direction": "risen|fallen",
}
"""What slots are filled with that a text alone does not tell from what stands beside them."""


@cache
def _pattern(wording: str) -> re.Pattern[str]:
    subtask, _, name = wording.partition("/")
    text = next(one.text for one in wordings(FAMILY, subtask) if one.id == name)
    pieces = re.split(r"\$(\w+)", text)
    seen: set[str] = set()
    made = ""
    for place, piece in enumerate(pieces):
        if place % 2 == 0:
            made += re.escape(piece.replace("$$", "$"))
        elif piece in seen:
            made += f"(?P={piece})"
        else:
            seen.add(piece)
            made += f"(?P<{piece}>{_FORMS.get(piece, '.*?')})"
    return re.compile(made, re.DOTALL)


def slots(question: Question) -> dict[str, str]:
    """What fills the places of the wording, read back from the text."""
    found = _pattern(question.wording).fullmatch(question.text)
    if found is None:
        raise ValueError(f"{question.wording} does not read {question.text!r}")
    return found.groupdict()


def claims(pair: Pair) -> tuple[str, str] | None:
    """What each statement holds to be so: the place that wins, the number, the type."""
    first, second = (slots(question) for question in pair.questions)
    if "word" in first:
        # The first named is higher, or the second is, where it says "lower".
        one = first["first"] if first["word"] == "higher" else first["second"]
        other = second["first"] if second["word"] == "higher" else second["second"]
        return differing(one, other)
    slot = next(name for name in first if first[name] != second[name])
    return differing(first[slot], second[slot])


def differing(one: str, other: str) -> tuple[str, str]:
    """The names in which two places differ, without those that they share; else both whole."""
    names, others = NAME.findall(one), NAME.findall(other)
    apart = [(a, b) for a, b in zip(names, others, strict=False) if a != b]
    return apart[0] if len(apart) == 1 and len(names) == len(others) else (one, other)


def moment(name: str) -> float | None:
    """A time as a number, if the name is one."""
    quarter = re.fullmatch(r"Q([1-4]) (\d{4})", name) or re.fullmatch(r"(\d{4}) Q([1-4])", name)
    if quarter:
        numbers = sorted(map(int, quarter.groups()))
        return numbers[1] + numbers[0] / 10
    for form in _TIMES:
        try:
            return datetime.strptime(name, form).replace(tzinfo=None).timestamp()
        except (ValueError, OverflowError, OSError):
            continue
    return None


def numeral(text: str) -> float | None:
    """The first number in a text."""
    found = NUMBER.search(text)
    return float(found[0].replace(",", "").replace("−", "-")) if found else None


def roundness(text: str) -> float | None:
    """Zeros at the end of a number; fewer than none for decimals."""
    found = NUMBER.search(text)
    if not found:
        return None
    digits = found[0].replace(",", "").lstrip("−-")
    if "." in digits:
        return -float(len(digits.rstrip("0").partition(".")[2]))
    return float(len(digits) - len(digits.rstrip("0")))
