"""Questions about flowcharts read back: what their wordings were filled with."""

from __future__ import annotations

import re
from typing import Any

from figloom.audit import wordings
from figloom.audit.flows_case import Case
from figloom.audit.labels import Faulty
from figloom.flows import BORDERS, COLOURS, FIGURES

_QUOTED = r"“[^“”]+”"
_TURN = rf"{_QUOTED} is answered {_QUOTED}"
_SAID = {"left": "to the left of", "right": "to the right of", "above": "above", "below": "below"}
_MOST = {"left": "leftmost", "right": "rightmost", "above": "topmost", "below": "lowest"}
_FIGURES = dict.fromkeys(FIGURES.values(), "one") | {f"{n}s": "many" for n in FIGURES.values()}
_LISTS = ("_one", "_many")


def slots(case: Case, question: dict[str, Any]) -> dict[str, str]:
    """What fills the places of a question's text; Faulty when the text is not of its wording."""
    file, subtask = question["wording"].partition("/")[0], question["subtask"]
    if file != subtask and file.removeprefix(subtask) not in _LISTS:
        raise Faulty(f"a wording of {file!r}")
    names = [variable["name"] for variable in case.shown["variables"]]
    tags = [node["tag"] for node in case.named if node["tag"]]
    shapes = dict.fromkeys(
        ("step", "first", "then", "second", "late", "early", "source", "target", "decision",
         "answer", "reply", "lane", "end", "box", "more", "less"),
        _QUOTED,
    ) | {
        "colour": _either([*COLOURS, *BORDERS]),
        "figure": _either([*_FIGURES]),
        "which": "first|last|before|after|enter|leave",
        "side": _either([*_SAID.values(), *_MOST.values()]),
        "word": r"“[A-Za-z]+”",
        "quantity": _either(names),
        "value": r"[^ “”].*?",
        "tag": _either(tags),
        "count": r"\d+",
        "inputs": r"\w+ = -?\d+(?: and \w+ = -?\d+)*",
        "conditions": rf"{_TURN}(?:, {_TURN})* and {_TURN}",
    }  # fmt: skip
    return wordings.slots("flows", question, shapes)


def figure(said: str) -> str:
    """The name of a figure, whether one is meant or several."""
    return said if _FIGURES[said] == "one" else said.removesuffix("s")


def side(said: str) -> str:
    """Left, right, above or below, as a question says it."""
    known = {phrase: name for phrases in (_SAID, _MOST) for name, phrase in phrases.items()}
    return known[said]


def turns(said: str) -> list[tuple[str, str]]:
    """Decisions and answers that a question gives in turn, both quoted."""
    found = re.finditer(rf"({_QUOTED}) is answered ({_QUOTED})", said)
    return [(match[1], match[2]) for match in found]


def number(question: dict[str, Any], said: dict[str, str]) -> str:
    """`one`, `many` or nothing: what number the words of a question speak in."""
    file = question["wording"].partition("/")[0]
    told: str = file.removeprefix(question["subtask"]).removeprefix("_")
    if told and "figure" in said and _FIGURES[said["figure"]] != told:
        raise Faulty(f"{said['figure']!r} in a wording for {told}")
    return told


def _either(texts: list[str]) -> str:
    if not texts:
        return r"(?!)"
    return "|".join(map(re.escape, sorted({*texts}, key=len, reverse=True)))
