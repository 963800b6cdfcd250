"""What is right by the facts: the audit's second path, asked as any model is."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache
from pathlib import Path
from typing import Any

from figloom.audit import answers, record
from figloom.audit.charts_case import Case as Chart
from figloom.audit.flows_case import Case as Flow
from figloom.audit.flows_found import Held
from figloom.audit.labels import Faulty
from figloom.audit.maps import Case
from figloom.audit.questions import reply as worded
from figloom.models import Speak, needed
from figloom.models.known import Known, Match
from figloom.registry import plugin

LOST = "I cannot answer this question."
"""Said of what the dataset does not ask: such a reply is unscored."""
UNTOLD = "It cannot be told from this picture."
_CASES = 512
"""Records kept at hand."""


@plugin()
def oracle(dataset: Path | None) -> Speak:
    """Answers from the stored facts as `figloom audit` finds them, never by the stored answer.

    Asked about another picture than the question was made for, it tells what is true of that one;
    asked without a picture or the facts in words, it says that it cannot answer.
    """
    known = Known(needed(dataset, "oracle"))

    @lru_cache(_CASES)
    def case(at: int) -> Case | Chart | Flow:
        return record.case_of(known.row(at))

    def speak(prompt: str, images: tuple[bytes, ...]) -> str:
        found = known.find(prompt, images)
        if found is None:
            return LOST
        said = {_told(case, at, found) for at in found.shown or known.told(found, prompt)}
        return said.pop() if len(said) == 1 else LOST

    return speak


def _told(case: Any, at: int, match: Match) -> str:
    try:
        here = case(at)
        kind, answer = answers.answer(here, match.asked.as_told(match.options))
    except Faulty:
        return UNTOLD
    return _telling(answer) if kind == "checklist" else worded(kind, answer)


def _telling(held: Held) -> str:
    """A checklist in sentences, in its own order; all that is said of one decision together."""
    sentences: list[str] = []
    ways: dict[str, list[str]] = {}
    for fact, _ in held:
        sort, _, rest = fact.partition(": ")
        parts = [f"“{part}”" for part in rest.split(" | ")]
        match sort:
            case "branch":
                decision, answer, step = parts
                ways.setdefault(decision, []).append(f"if {answer}, {step} comes next")
            case "decision":
                ways.setdefault(parts[0], [])
            case "lane":
                sentences.append(f"{parts[0]} does {parts[1]}.")
            case "side by side":
                sentences.append(f"{_listed(parts)} go on side by side.")
            case _:
                sentences.append(f"{_OPENS[sort]} {parts[0]}.")
    told = (f"At {name}, {'; '.join(on) or 'it is decided'}." for name, on in ways.items())
    return " ".join([*sentences, *told])


_OPENS = {"start": "It starts with", "end": "It ends with", "step": "A step is"}


def _listed(parts: Iterable[str]) -> str:
    return re.sub(r", ([^,]*)$", r" and \1", ", ".join(parts))
