"""Several texts, in any order: FlowCE's effective factor, or F1.

Source of the factor: arXiv 2406.10057, section 3.3; s cancels, and d is 0.8 for every item anew.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from itertools import islice
from typing import Literal

from figloom.evaluate.extraction import misfit, refuses, silent, spoken, unmarked
from figloom.evaluate.spelling import core, readable
from figloom.evaluate.text import mentioned
from figloom.registry import plugin
from figloom.types import Question, Verdict

_PENALTY = 0.8
_BULLET = re.compile(r"^\s*(?:[-+*•–]|\(?\d{1,3}[.)])\s+")
_QUOTED = re.compile(r"“([^“”\n]+)”|\"([^\"\n]+)\"")
_ARRAY = re.compile(r"\[[^\[\]]*\]", re.DOTALL)
_BREAKS = re.compile(r"\s*;\s*|\s*,\s*(?:(?:and|or|then)\s+){0,2}|\s+(?:and(?:\s+then)?|or|/)\s+")
_NUMBERED = re.compile(r"(?:^|\s)\(?\d{1,3}[.)]\s+")
_LEAD = re.compile(r"(?:\b(?:is|are|include|includes|either|both|namely|then)|:)\s+", re.I)
_LEADS = 6
"""Places in a line at which a text may begin after words of the reply's own."""
_ANNOUNCED = re.compile(
    r"\W*(?:(?:the\s+)?(?:(?:final|correct)\s+)?answers?(?:\s+(?:is|are))?|答案)\s*:\s*",
    re.IGNORECASE,
)
_NOTE = re.compile(r"\([^()]*\)$")
_ROW = re.compile(r"^\s*\|(.*)\|\s*$")
_RULE = re.compile(r"[\s|:-]*")
_LINE_BREAK = re.compile(r"<br\s*/?>", re.IGNORECASE)


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
    told = spoken(readable(reply))
    if not told.strip():
        return Verdict("unscored", 0.0, "", silent(reply).why)
    said = listed(told, known)
    if not said:
        return Verdict("unscored", 0.0, "", "no text found in the reply")
    if refuses(told) and not known & {*said}:
        return Verdict("unscored", 0.0, "", "the reply declines to answer")
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
    text = _LINE_BREAK.sub("\n", readable(reply).strip())
    for array in _ARRAY.findall(text):
        items = _json(array)
        if items:
            return items
    plain = unmarked(text).strip()
    announced = _ANNOUNCED.match(plain)
    rows = _rows(plain[announced.end() if announced else 0 :].splitlines())
    if len(rows) == 1 and _NUMBERED.match(rows[0]):
        rows = _NUMBERED.split(rows[0])
    lines = [_BULLET.sub("", line).strip() for line in rows]
    lines = [line for line in lines if core(line) and not line.endswith(":")]
    if len(lines) == 1 and core(lines[0]) not in known:
        return _parted(lines[0], known)
    return [_bare(line, known) for line in lines]


def _rows(lines: list[str]) -> list[str]:
    """The lines, of a Markdown table what stands in its rows without its head."""
    rules = [at for at, line in enumerate(lines) if "-" in line and _RULE.fullmatch(line)]
    heads = {at - 1 for at in rules if _ROW.match(lines[at])} | {*rules}
    kept = [line for at, line in enumerate(lines) if at not in heads]
    return [row[1] if (row := _ROW.match(line)) and rules else line for line in kept]


def _bare(line: str, known: set[str]) -> str:
    """A text, without the words before it or the note behind it if it is known without them."""
    said = core(line)
    if said in known:
        return said
    texts = [line]
    for lead in islice(_LEAD.finditer(line), _LEADS):
        if mentioned(core(line[: lead.end()]), sorted(known)):
            break
        texts.append(line[lead.end() :])
    forms = [form for text in texts for form in (core(text), core(_NOTE.sub("", text)))]
    return next((form for form in forms if form in known), said)


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
    whole, cut = _pieces(line, known), line.rpartition(": ")[2]
    return whole if {*whole} <= known or not core(cut) else _pieces(cut, known)


def _pieces(line: str, known: set[str]) -> list[str]:
    """What stands between the breaks of a line; a break inside a known text is none."""
    pieces = [piece for piece in _BREAKS.split(line) if core(piece)]
    seps = _BREAKS.findall(line)
    found: list[str] = []
    most = 1 + max((len(_BREAKS.findall(text)) for text in known), default=0)
    at = 0
    while at < len(pieces):
        # The longest run of pieces that is one known text; else the piece alone.
        for stop in range(min(len(pieces), at + most), at, -1):
            joined = pieces[at]
            for place in range(at, stop - 1):
                joined += seps[place] + pieces[place + 1] if place < len(seps) else ""
            if stop == at + 1 or _bare(joined, known) in known:
                break
        said = _bare(joined, known)
        inside = {said} if said in known or len(pieces) > 1 else mentioned(said, sorted(known))
        found += inside if len(inside) == 1 else [said]
        at = stop
    return found
