"""Named slots, one a line: `left: …`, `right: …`."""

from __future__ import annotations

import json
import re

from figloom.evaluate.extraction import misfit, silent, spoken, unmarked
from figloom.evaluate.spelling import core, readable
from figloom.registry import plugin
from figloom.types import Question, Verdict

_NONE = frozenset({"none", "no step", "nothing", "no node", "n/a", "null", ""})


@plugin()
def slots(question: Question, reply: str) -> Verdict:
    """Judge a reply that fills slots: right when all are, the score is the share that is.

    `name: text` on lines of their own or in a JSON object; an empty slot is "none".
    """
    answer = question.answer
    pairs = answer if isinstance(answer, tuple) else ()
    gold = {str(pair[0]): str(pair[1]) for pair in pairs if isinstance(pair, tuple)}
    if not gold or len(gold) != len(pairs):
        raise misfit("slots", question, "(slot, text) pairs as answer")
    told = spoken(readable(reply))
    if not told.strip():
        return Verdict("unscored", 0.0, "", silent(reply).why)
    given = _object(told) or _lines(told, gold)
    if not given:
        return Verdict("unscored", 0.0, "", "no slot found in the reply")
    if any(len({*map(core, texts)}) > 1 for texts in given.values()):
        return Verdict("unscored", 0.0, "", "the reply fills a slot in two ways")
    said = {name: texts[-1] for name, texts in given.items()}
    good = sum(_same(said.get(core(name)), text) for name, text in gold.items())
    shown = "; ".join(f"{name}: {said[core(name)]}" for name in gold if core(name) in said)
    if good == len(gold):
        return Verdict("right", 1.0, shown)
    return Verdict("wrong", good / len(gold), shown, f"{good} of {len(gold)} slots are right")


def _same(said: str | None, text: str) -> bool:
    if said is None:
        return False
    both = (core(said), core(text))
    return both[0] == both[1] or all(form in _NONE for form in both)


def _object(reply: str) -> dict[str, list[str]]:
    start, end = reply.find("{"), reply.rfind("}")
    try:
        read = json.loads(reply[start : end + 1]) if 0 <= start < end else None
    except (ValueError, RecursionError):
        return {}
    if not isinstance(read, dict):
        return {}
    return {core(str(name)): ["none" if text is None else str(text)] for name, text in read.items()}


def _lines(reply: str, gold: dict[str, str]) -> dict[str, list[str]]:
    """What follows each mention of each slot's name with a colon, up to the line's end."""
    plain, found = unmarked(reply), dict[str, list[str]]()
    names = "|".join(re.escape(name) for name in gold)
    for match in re.finditer(
        rf"\b({names})\b[^\n:=]{{0,12}}[:=]\s*(.*?)(?=\s*[;,|]?\s*\b(?:{names})\b\s*[:=]|$)",
        plain,
        re.IGNORECASE | re.MULTILINE,
    ):
        # “left: …” is the question's own line, said again.
        if match[2].strip(' .…“”"') or not match[2]:
            found.setdefault(core(match[1]), []).append(match[2].strip())
    return found
