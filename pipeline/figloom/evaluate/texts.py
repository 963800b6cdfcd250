"""Several texts, in any order: FlowCE's effective factor, or F1.

Source of the factor: arXiv 2406.10057, section 3.3; s cancels, and d is 0.8 for every item anew.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from typing import Literal

from figloom.evaluate.extraction import misfit, unmarked
from figloom.evaluate.spelling import core, readable
from figloom.evaluate.text import mentioned
from figloom.registry import plugin
from figloom.types import Question, Verdict

_PENALTY = 0.8
_BULLET = re.compile(r"^\s*(?:[-+*•–]|\(?\d{1,3}[.)])\s+")
_QUOTED = re.compile(r"“([^“”\n]+)”|\"([^\"\n]+)\"")
_ARRAY = re.compile(r"\[[^\[\]]*\]", re.DOTALL)
_BREAKS = re.compile(r"\s*;\s*|\s*,\s*(?:and\s+)?|\s+and\s+")


@plugin()
def texts(question: Question, reply: str, *, by: Literal["factor", "f1"] = "factor") -> Verdict:
    """Judge a list of texts: right when it holds all of them and nothing else.

    The score is (i/n) * 0.8^t with n texts in the answer, i of them given (each as often as it is
    in the answer) and t others given; or the F1 of the two multisets. A JSON list, one text a
    line, quoted texts, or texts between commas are read; a comma inside a known text is no break.
    """
    answer = question.answer
    if (
        not isinstance(answer, tuple)
        or not all(isinstance(one, str) for one in answer)
        or not answer
    ):
        raise misfit("texts", question, "texts as answer")
    gold = Counter(core(str(one)) for one in answer)
    known = {*gold}
    for negative in question.negatives:
        if isinstance(negative.answer, tuple):
            known |= {core(str(one)) for one in negative.answer}
    said = listed(reply, known)
    if not said:
        return Verdict("unscored", 0.0, "", "no text found in the reply")
    given = Counter(said)
    found = sum((gold & given).values())
    wrong = sum(many for form, many in given.items() if form not in gold)
    total, shown = sum(gold.values()), "; ".join(said)
    if by == "factor":
        score = found / total * _PENALTY**wrong
    else:
        score = 2 * found / (total + sum(given.values()))
    if found == total and not wrong and (by == "factor" or given == gold):
        return Verdict("right", 1.0, shown)
    why = f"{found} of {total} given, {wrong} others"
    return Verdict("wrong", score, shown, why)


def listed(reply: str, known: set[str]) -> list[str]:
    """The texts that a reply lists, folded, in their order."""
    plain = unmarked(readable(reply).strip())
    for array in _ARRAY.findall(readable(reply)):
        items = _json(array)
        if items:
            return items
    lines = [_BULLET.sub("", line).strip() for line in plain.splitlines()]
    lines = [line for line in lines if core(line) and not line.endswith(":")]
    if len(lines) == 1 and core(lines[0]) not in known:
        return _parted(lines[0], known)
    return [core(line) for line in lines]


def _json(array: str) -> list[str]:
    try:
        items = json.loads(array)
    except ValueError:
        return []
    return [core(item) for item in items if isinstance(item, str) and core(item)]


def _parted(line: str, known: set[str]) -> list[str]:
    """One line with several texts: after a colon, in quotes, or between commas."""
    quoted = [core(one or other) for one, other in _QUOTED.findall(line)]
    if quoted:
        return quoted
    line = line.rpartition(": ")[2] if core(line.rpartition(": ")[2]) else line
    pieces = [piece for piece in _BREAKS.split(line) if core(piece)]
    seps = _BREAKS.findall(line)
    found: list[str] = []
    at = 0
    while at < len(pieces):
        # The longest run of pieces that is one known text; else the piece alone.
        for stop in range(len(pieces), at, -1):
            joined = pieces[at]
            for place in range(at, stop - 1):
                joined += seps[place] + pieces[place + 1] if place < len(seps) else ""
            if stop == at + 1 or core(joined) in known:
                break
        inside = mentioned(core(joined), sorted(known)) if core(joined) not in known else set()
        found += sorted(inside) if len(inside) == 1 and len(pieces) == 1 else [core(joined)]
        at = stop
    return found
