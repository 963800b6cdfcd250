"""Yes or No, said as such; only a question that declares what Yes means is read by its meaning."""

from __future__ import annotations

import re
from typing import Literal

from figloom.errors import FigloomError
from figloom.evaluate.extraction import extract, judged, misfit
from figloom.evaluate.spelling import core
from figloom.registry import plugin
from figloom.types import Question, Verdict

_WORDS = {"yes": True, "yeah": True, "yep": True, "yup": True} | dict.fromkeys(
    ("no", "nope", "nah"), False
)
_ALONE = (
    _WORDS
    | {"y": True, "n": False, "ja": True, "nein": False, "oui": True, "non": False}
    | dict.fromkeys(("是", "是的", "对", "对的", "正确"), True)
    | dict.fromkeys(("否", "不", "不是", "不是的", "不对", "不正确"), False)
)
_CLAUSE = re.compile(r"[\s,。.!?;、]+")
_WORD = re.compile(rf"(?<!not )\b(?:{'|'.join(_WORDS)})\b", re.IGNORECASE)
_ECHO = re.compile(r"\byes\s*(?:or|/|\|)\s*no\b", re.IGNORECASE)
_DETERMINER = re.compile(r"\s+(?!(?:because|since|as|or|and|but|yes)\b)\w")
_PHRASE = re.compile(r"\s+(?:doubt|question|problem|worries)\b", re.IGNORECASE)

_FAULT = (
    r"(?:\w+\s+){0,2}?(?:errors?|mistakes?|anomal(?:y|ies)|flaws?|falsehoods?|contradictions?"
    r"|inconsistenc(?:y|ies)|(?:wrong|false|incorrect|misplaced|mislabell?ed)\s+\w+)\b"
)
_THERE = (
    r"(?<!if )(?<!whether )\b(?:there\s+(?:is|are)|there's|(?:map|graph|it)\s+(?:has|contains))"
)
_NOT_THERE = (
    r"(?:\bthere\s+(?:isn't|aren't|is\s+not|are\s+not)"
    r"|\b(?:map|graph|it)\s+(?:doesn't|does\s+not)\s+(?:have|contain)"
    r"|\bi\s+(?:can't|cannot|can\s+not|don't|do\s+not|didn't)\s+(?:see|find|spot|detect|identify))"
)
_NONE = re.compile(
    rf"(?:{_THERE}|\bi\s+(?:can\s+)?(?:see|find|found|detect))\s+no\s+{_FAULT}"
    rf"|{_NOT_THERE}\s+(?:an?\s+|any\s+)?{_FAULT}",
    re.IGNORECASE,
)
_SOME = re.compile(rf"{_THERE}\s+(?:an?|one|some|at\s+least\s+one)\s+{_FAULT}", re.IGNORECASE)


@plugin()
def yes_no(question: Question, reply: str, *, yes_means: Literal["", "error"] = "") -> Verdict:
    """Judge a reply to a yes/no question.

    "no" before a noun ("no edge is ...") answers only at the start of the reply. With
    `yes_means = "error"`, "there is no error" without a Yes or No is read as No, "there is an
    error" as Yes, and a first sentence that contradicts its own Yes or No is unscored.
    """
    if not isinstance(question.answer, bool):
        raise _misfit(question)

    def search(text: str) -> frozenset[bool]:
        said = _said(text)
        if not yes_means:
            return said
        # later sentences speak of parts of the map: "Yes. There is no error in the labels, but"
        return said | _meant(re.split(r"[.\n]", text, maxsplit=1)[0] if said else text)

    found = extract(reply, _alone, search)
    return judged(found, lambda value: value is question.answer, lambda yes: "Yes" if yes else "No")


def _alone(line: str) -> frozenset[bool]:
    word = core(line)
    return frozenset({_ALONE[word]}) if word in _ALONE else frozenset()


def _said(text: str) -> frozenset[bool]:
    text = _ECHO.sub(" ", text).strip(" \n\t\"'([{:")
    # Chinese words answer as a clause of their own, and only where the first one does.
    clauses = _CLAUSE.split(text) if not text.isascii() else [""]
    if not clauses[0].isascii() and clauses[0] in _ALONE:
        return frozenset(_ALONE[word] for word in clauses if word in _ALONE)
    return frozenset(
        _WORDS[match[0].lower()]
        for match in _WORD.finditer(text)
        if match[0].lower() != "no" or _answers(text, match)
    )


def _answers(text: str, no: re.Match[str]) -> bool:
    if no.start() == 0:
        return not _PHRASE.match(text, no.end())
    return not _DETERMINER.match(text, no.end())


def _meant(text: str) -> frozenset[bool]:
    text = text.replace("’", "'")
    none, some = bool(_NONE.search(text)), bool(_SOME.search(text))
    return frozenset({False} if none else ()) | frozenset({True} if some else ())


def _misfit(question: Question) -> FigloomError:
    return misfit("yes_no", question, "an answer that is true or false")
