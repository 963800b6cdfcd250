"""A summary against weighted facts: what it holds, in what order, and what it makes up."""

from __future__ import annotations

import re
from collections.abc import Iterable
from difflib import SequenceMatcher
from itertools import combinations

from figloom.evaluate.extraction import misfit, silent, spoken, unmarked
from figloom.evaluate.spelling import fold, readable
from figloom.registry import plugin
from figloom.types import Question, Verdict

_ALIKE = 0.85
"""Ratio of matching characters from which words are held to be the same."""
_REACH = 45
"""Words behind a decision within which an answer and its step are looked for."""
_MENTIONS = 100
"""Mentions of one decision that are looked at."""
_ENOUGH = 0.9
_WORD = re.compile(r"\w+(?:['’]\w+)?|(?<=\s)[-+*/%<>=]+(?=\s)")
_QUOTED = re.compile(r"“([^“”\n]{3,60})”|\"([^\"\n]{3,60})\"")


@plugin()
def checklist(question: Question, reply: str) -> Verdict:
    """Judge a summary: (0.6 recall + 0.2 order + 0.2 branches) * (1 - invented), right from 0.9.

    Recall is by weight. Order is the share of pairs of steps that are told in the answer's order.
    Branches are decisions told with an answer and its step behind it. Invented is the share of
    quoted texts that the chart does not hold. Where the answer has no two steps or no branch, the
    recall stands in for order and branches. One to ten, as FlowCE's judge has it, is 1 + 9 times
    the score.
    """
    facts = _facts(question)
    plain = unmarked(spoken(readable(reply)))
    words = _words(plain)
    if not words:
        return Verdict("unscored", 0.0, "", silent(reply).why)
    texts = frozenset(" ".join(_words(part)) for _, parts, _ in facts for part in parts)
    answers: dict[str, list[str]] = {}
    for sort, parts, _ in facts:
        if sort == "branch":
            answers.setdefault(parts[0], []).append(parts[1])
    held, total, order, ways = 0.0, 0.0, list[int](), list[bool]()
    for sort, parts, weight in facts:
        if sort == "branch":
            at = _branch(words, parts, [a for a in answers[parts[0]] if a != parts[1]], texts)
            ways.append(at is not None)
        else:
            places = [_place(words, part, texts=texts) for part in parts]
            at = None if None in places else places[-1]
        held += weight if at is not None else 0.0
        total += weight
        if sort == "step" and at is not None:
            order.append(at)
    recall = held / total
    turns = list(combinations(order, 2))
    kept = sum(one < other for one, other in turns) / len(turns) if turns else recall
    told = sum(ways) / len(ways) if ways else recall
    score = (0.6 * recall + 0.2 * kept + 0.2 * told) * (1 - _invented(plain, facts))
    why = f"recall {recall:.2f}, order {kept:.2f}, branches {told:.2f}"
    return Verdict("right" if score >= _ENOUGH else "wrong", score, f"{score:.2f}", why)


def _facts(question: Question) -> list[tuple[str, list[str], float]]:
    """Sort, parts and weight of each fact."""
    given = question.answer if isinstance(question.answer, tuple) else ()
    found = []
    for one in given:
        match one:
            case (str(fact), int() | float() as weight):
                sort, _, rest = fact.partition(": ")
                found.append((sort, rest.split(" | "), float(weight)))
    if not found or len(found) != len(given):
        raise misfit("checklist", question, "(fact, weight) pairs as answer")
    return found


def _words(text: str) -> list[str]:
    return _WORD.findall(fold(text))


def _branch(
    words: list[str], parts: list[str], others: list[str], texts: frozenset[str]
) -> int | None:
    """Where a decision is told with the answer behind it, and behind that, before any other answer
    to it, the step."""
    decision, answer, step = parts
    start, long = 0, len(_words(decision))
    for _ in range(_MENTIONS):
        at = _place(words, decision, start, texts)
        if at is None:
            return None
        behind = words[at + long : at + long + _REACH]
        reply = _place(behind, answer, 0, texts)
        while reply is not None:
            after = reply + len(_words(answer))
            stops = [_place(behind, other, after, texts) for other in others]
            stop = min([s for s in stops if s is not None], default=len(behind))
            told = _place(behind, step, after, texts)
            # A step may itself begin with the word of another answer: "No further loans".
            if told is not None and told <= stop:
                return at
            reply = _place(behind, answer, reply + 1, texts)
        start = at + 1
    return None


def _place(
    words: list[str], label: str, start: int = 0, texts: frozenset[str] = frozenset()
) -> int | None:
    """The first place from `start` on where a run of words is the label, or else much like it and
    none of the other `texts`: lines of a program may differ in a sign."""
    wanted = _words(label)
    if not wanted:
        return None
    length, target = len(wanted), " ".join(wanted)
    places = range(start, len(words) - length + 1)
    exact = next((at for at in places if words[at : at + length] == wanted), None)
    if exact is not None or (length == 1 and len(target) <= 6):
        return exact
    matcher = SequenceMatcher(autojunk=False)
    matcher.set_seq2(target)
    for at in places:
        said = " ".join(words[at : at + length])
        matcher.set_seq1(said)
        if (
            said not in texts
            and matcher.real_quick_ratio() >= _ALIKE
            and matcher.quick_ratio() >= _ALIKE
            and matcher.ratio() >= _ALIKE
        ):
            return at
    return None


def _invented(plain: str, facts: Iterable[tuple[str, list[str], float]]) -> float:
    """Share of the quoted texts that the chart does not hold; the first may be its title."""
    quoted = [one or other for one, other in _QUOTED.findall(plain)]
    known = _words(" ".join(part for _, parts, _ in facts for part in parts))
    unknown = [one for one in quoted[1:] if _place(known, one) is None]
    return len(unknown) / len(quoted) if quoted else 0.0
