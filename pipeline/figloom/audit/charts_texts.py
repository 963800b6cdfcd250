"""Questions read back: which wording a text was made from, and what was put into it."""

from __future__ import annotations

import re
import tomllib
from functools import cache
from typing import Any

from figloom import files
from figloom.audit.labels import Faulty

_SLOT = re.compile(r"\$(\w+)")
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
    subtask, _, name = question["wording"].partition("/")
    template = _templates(subtask).get(name)
    if template is None:
        raise Faulty(f"there is no wording {question['wording']!r}")
    shapes = dict(_SHAPES, what=_either(measures))
    if subtask == "recognise":
        shapes |= {"first": _either(types), "second": _either(types)}
    found = _pattern(template, tuple(shapes.items())).fullmatch(question["question"])
    if found is None:
        raise Faulty(f"the text is not of its wording {question['wording']!r}")
    return found.groupdict()


def _either(texts: tuple[str, ...]) -> str:
    return "|".join(map(re.escape, sorted({*texts}, key=len, reverse=True)))


@cache
def _pattern(template: str, shapes: tuple[tuple[str, str], ...]) -> re.Pattern[str]:
    known, seen, parts, at = dict(shapes), set[str](), [], 0
    for slot in _SLOT.finditer(template):
        name = slot[1]
        parts.append(re.escape(template[at : slot.start()].replace("$$", "$")))
        parts.append(f"(?P={name})" if name in seen else f"(?P<{name}>{known[name]})")
        seen.add(name)
        at = slot.end()
    parts.append(re.escape(template[at:].replace("$$", "$")))
    return re.compile("".join(parts), re.DOTALL)


@cache
def _templates(subtask: str) -> dict[str, str]:
    """Text by id, of one file of wordings; none where there is no such file."""
    path = files.templates() / "wording" / "charts" / f"{subtask}.toml"
    if not re.fullmatch(r"\w+", subtask) or not path.is_file():
        return {}
    with path.open("rb") as file:
        return {entry["id"]: entry["text"].strip() for entry in tomllib.load(file)["wording"]}
