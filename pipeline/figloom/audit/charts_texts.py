"""Questions read back: which wording a text was made from, and what was put into it."""

from __future__ import annotations

import re
from typing import Any

from figloom.audit import wordings

_SHAPES = {
    "where": r"“.+?”(?: (?:in|at) “.+?”)?|.+? from \S+ to \S+",
    "first": r"“.+?”(?: (?:in|at) “.+?”)?|.+? from \S+ to \S+",
    "second": r"“.+?”(?: (?:in|at) “.+?”)?|.+? from \S+ to \S+",
    "among": r"(?: (?:of|at|in|within) “.+?”| among the main groups)?"
    r"(?: over all marks| over “.+?”(?:, “.+?”)* and “.+?”)?(?: \(sums left out\))?",
    "word": r"higher|lower",
    "direction": r"risen|fallen",
    "count": r"\d+",
    "width": r"\d+",
    "height": r"\d+",
    "value": r"[\u2212\d].*?",
    "bar": r"[\u2212\d].*?",
}


def slots(
    question: dict[str, Any], measures: tuple[str, ...], types: tuple[str, ...]
) -> dict[str, str]:
    """What fills the wording's places in a question's text; Faulty when the text is not of it.

    `measures` are what the chart measures, `types` how types of charts are called.
    """
    shapes = dict(_SHAPES, what=_either(measures))
    if question["wording"].startswith("recognise/"):
        shapes |= {"first": _either(types), "second": _either(types)}
    return wordings.slots("charts", question, shapes)


def _either(texts: tuple[str, ...]) -> str:
    return "|".join(map(re.escape, sorted({*texts}, key=len, reverse=True)))
