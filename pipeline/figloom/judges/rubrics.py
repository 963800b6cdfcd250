"""What a judge is asked, and how its reply is read.

The scales of `answer` (0 to 5) and `summary` (1 to 10) are FlowCE's (arXiv 2406.10057, section
3.3 and figure 6); the words are ours.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from string import Template
from typing import Any

from figloom import files
from figloom.emit.answers import answer_text
from figloom.errors import RecipeError, unknown
from figloom.evaluate.extraction import unmarked
from figloom.exam.sample import Sample

_FIRST_NUMBER = re.compile(r"(?<![\d.])(\d{1,2}(?:\.\d+)?)(?![\d.]*\d)")
_LONGEST = 20_000
"""Characters of a reply that a judge is shown; the end of a reply holds its answer."""
_FORMS = {
    "yes_no": "as Yes or No",
    "choice": "as the letter of an option",
    "integer": "as a number in digits",
    "number": "as a number in digits with its unit",
    "texts": "one text per line",
    "ordered": "one text per line",
}


@dataclass(frozen=True, slots=True)
class Rubric:
    """One way to judge."""

    name: str
    about: str
    low: float
    high: float
    """Ends of the scale; equal where an answer is copied out and not valued."""
    read: Callable[[str], float | None]
    """Points in a judge's reply; None where there are none."""

    @property
    def version(self) -> str:
        """Of the words: figures of two versions are not to be compared."""
        return sha256(_text(self.name).encode()).hexdigest()[:8]

    @property
    def copies(self) -> bool:
        """Whether the judge copies an answer out, which the rule then scores."""
        return self.low == self.high

    def share(self, points: float) -> float:
        """Points as a part of the scale, 0 to 1."""
        return (points - self.low) / (self.high - self.low)

    def ask(self, sample: Sample, reply: str) -> str:
        """The prompt for one reply."""
        question = sample.question
        return Template(_text(self.name)).safe_substitute(
            question=question.text,
            answer=answer_text(question),
            reply=reply[-_LONGEST:],
            form=_FORMS.get(question.kind, "in the reply's own words"),
        )

    def schema(self) -> Mapping[str, Any] | None:
        """JSON schema of the judge's reply, where its form is fixed."""
        if self.copies:
            return None
        if self.name == "equal":
            values: list[Any] = ["Yes", "No"]
        else:
            values = list(range(int(self.low), int(self.high) + 1))
        return {
            "type": "object",
            "properties": {"answer": {"enum": values}},
            "required": ["answer"],
            "additionalProperties": False,
        }


def _points(low: float, high: float) -> Callable[[str], float | None]:
    def read(reply: str) -> float | None:
        """The one number of the scale that a reply gives; "4/5" and "4 out of 5" are 4."""
        said = re.sub(rf"(?:/|\bout of)\s*{high:g}\b", " ", unmarked(reply))
        found = {float(number) for number in _FIRST_NUMBER.findall(said)}
        return found.pop() if len(found) == 1 and low <= min(found) <= high else None

    return read


def _agrees(reply: str) -> float | None:
    said = {word.lower() for word in re.findall(r"\b(?:yes|no)\b", reply, re.IGNORECASE)}
    return float(said == {"yes"}) if len(said) == 1 else None


RUBRICS: Mapping[str, Rubric] = {
    one.name: one
    for one in (
        Rubric("equal", "Does the reply mean the same as the answer? Yes or No.", 0, 1, _agrees),
        Rubric("answer", "FlowCE's 0 to 5 points for an answer.", 0, 5, _points(0, 5)),
        Rubric("summary", "FlowCE's 1 to 10 points for a telling.", 1, 10, _points(1, 10)),
        Rubric("extract", "Copies the answer out of the reply; the rule scores it.", 0, 0,
               lambda reply: None),
    )
}  # fmt: skip
"""By name, as `--rubric` takes them."""

_BY_KIND = {"text": "equal", "summary": "summary", "checklist": "summary"}


def rubric(name: str, sample: Sample) -> Rubric:
    """The rubric of that name, or the one that suits a sample where there is no name."""
    chosen = name or _BY_KIND.get(sample.question.kind, "extract")
    if chosen not in RUBRICS:
        raise RecipeError(unknown("rubric", chosen, RUBRICS))
    return RUBRICS[chosen]


@cache
def _text(name: str) -> str:
    return (files.templates() / "prompts" / f"judge_{name}.md").read_text("utf-8").strip()
