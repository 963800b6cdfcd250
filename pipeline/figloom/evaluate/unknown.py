"""That the picture does not tell what was asked, as an answer; any number is a wrong one.

It must be said of the picture ("the chart does not show it"), not of the speaker: "I don't know"
and "I can't assist with that" are no answer.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from figloom.evaluate.extraction import extract, judged, misfit, unmarked
from figloom.evaluate.numerals import Numeral, numerals
from figloom.evaluate.separators import decimal_mark, legible
from figloom.evaluate.spelling import readable
from figloom.registry import plugin
from figloom.types import Question, Verdict

UNTOLD = "cannot be told"

_KNOWN = (
    r"(?:determin|tell|told|said|say|known|infer|read|found|find|deriv|deduc|establish|identif|given"
    r"|provid|stat|calculat|comput|estimat|extract|locat|obtain|ascertain|discern|see\b|seen)"
)
_SHOWN = (
    r"(?:shown|given|included|present|displayed|available|provided|listed|depicted|visible|plotted"
    r"|drawn|mentioned|specified|represented|covered|stated|indicated|part of|found|known|told"
    r"|determinable|applicable|reported|recorded|labell?ed|answerable|there\b|(?:in|on) the)"
)
_SHOW = (
    r"(?:show|give|include|contain|display|provide|list|depict|cover|have|mention|specify|tell|say"
    r"|exist|appear|indicate|feature|present|state|report|represent|plot|see)\b"
)
_THING = (
    r"(?:data|information|values?|bars?|entr(?:y|ies)|marks?|such|figures?|numbers?|records?|lines?"
    r"|points?|slices?|wedges?|segments?|categor(?:y|ies)|rows?|readings?|indication|mention|box)"
)
_IMAGE = r"(?!(?:\s+\w+)?\s+(?:images?|pictures?|attachments?|files?)\s*[.!,]?\s*$)"
_PHRASE = re.compile(
    rf"\b(?:(?:can(?:not|\s?n't|'t|\s+not)|could(?:n't|\s+not)|(?:impossible|unable|no way|not possible)"
    rf"\s+to)\s+(?:\w+ly\s+)?(?:be\s+(?:\w+ly\s+)?)?{_KNOWN}\w*{_IMAGE}|can(?:not|'t)\s+be\s+answered"
    rf"|(?:not|n't|never)\s+(?:be\s+)?(?:\w+ly\s+)?{_SHOWN}"
    rf"|(?:does|do|did)(?:\s+not|n't)\s+(?:\w+ly\s+)?{_SHOW}{_IMAGE}|\bno\s+(?:\w+\s+)?{_THING}\b"
    r"(?!\s+labels?)|(?:insufficient|not\s+enough|too\s+little)\s+(?:\w+\s+)?(?:information|data)"
    r"|lacks?\b|lacking\b|(?:is|are)\s+(?:missing|absent|unknown|unclear|unavailable)\b|unanswerable"
    r"|(?:undetermined|indeterminate|undefined)\b|nothing\s+(?:\w+\s+)?(?:of|for|about|shown|to)\b"
    r"|leaves?\s+(?:it|this|that)\s+open|left\s+open)",
    re.IGNORECASE,
)
_BARE = re.compile(
    r"[\W_]*(?:n/?a|n\.a\.|none|unknown|null|nan|unclear|unavailable|undefined|nothing)[\W_]*", re.I
)
_EXACT = re.compile(r"\b(?:exact|precise|explicit|specific)(?:ly)?\b|\blabell?ed\b", re.IGNORECASE)
_ESTIMATE = re.compile(
    r"\b(?:but|however|though|although|still|yet)\b[^.]*?(?:about|approx|around|rough|estimat|~|≈"
    r"|appears|seems|looks|close to|near|would|likely|probably|about)"
    r"|\b(?:estimat\w*|approximately|roughly|appears to be|looks like|best guess)\b[^.\n]*\d"
    r"|(?:\b(?:is|be|at|of)|,)\s+(?:about|around)\s+\S?\d",
    re.IGNORECASE,
)
_ANNOUNCED = re.compile(r"\b(?:answer|ans\.?)\b.*?(?:\bis\b|[:=])", re.IGNORECASE)


@plugin()
def unknown(question: Question, reply: str) -> Verdict:
    """Judge a reply where the picture does not tell: right if it says so, wrong if it has a number.

    Saying so counts in any words; what only speaks of the speaker ("I'm not sure") is unscored.
    """
    if question.answer is not None:
        raise misfit("unknown", question, "no answer at all")
    reading = Reading(question, reply)

    def search(text: str) -> frozenset[str]:
        found = reading.given(text)
        if untold(text, bool(found)):
            return frozenset({UNTOLD})
        return frozenset({"a number"} if found else ())

    def complete(line: str) -> frozenset[str]:
        said = search(line)
        return said if reading.is_alone(line, said == {UNTOLD}) else frozenset()

    found = extract(legible(reply), complete, search)
    return judged(found, lambda said: said == UNTOLD, str)


def untold(text: str, numbered: bool) -> bool:
    """Whether a text says that the picture does not tell.

    `numbered` says whether it also holds a number of its own: then "the exact value is not shown"
    and "it is not labelled, but looks like 50" only hedge that number.
    """
    text = text.replace("’", "'")
    if _BARE.fullmatch(text):
        return True
    if not _PHRASE.search(text):
        return False
    return not (numbered and (_EXACT.search(text) or _ESTIMATE.search(text)))


_LEAD = re.compile(
    r"(?:[\W_]|\b(?:about|approximately|approx|around|roughly|nearly|almost|circa|ca|some|just|over"
    r"|under|above|below|slightly|between|from|minus|negative|it|is|it's|value|estimated?|ungefähr"
    r"|etwa|environ|rund)\b)*",
    re.IGNORECASE,
)
_STATES = re.compile(r"(?:\b(?:is|was|equals|shows|reaches|about|around|approximately)|[=:≈~])\s*\S?$")
_WORDS_AFTER = 5


@dataclass(frozen=True, slots=True)
class Reading:
    """A reply as the answer to one question."""

    question: Question
    reply: str

    def given(self, text: str) -> list[Numeral]:
        """Numbers of a text that the question did not name itself, unless nothing else is there."""
        found = numerals(text, self.question.unit, decimal_mark(readable(legible(self.reply))))
        named = {number.low for number in numerals(self.question.text)}
        own = [number for number in found if number.low not in named]
        if own or len(found) != 1:
            return own
        before = text[: found[0].start]
        return found if _LEAD.fullmatch(before) or _STATES.search(before) else []

    def is_alone(self, line: str, says_untold: bool) -> bool:
        """Whether a line is an answer and little else: a number, or the reply's last word."""
        if says_untold:
            lines = unmarked(readable(legible(self.reply))).strip().splitlines()
            last = bool(lines) and lines[-1].strip() in (line.strip(), unmarked(line).strip())
            return (last or len(line.split()) <= _WORDS_AFTER) and not _ANNOUNCED.search(line)
        found = self.given(line)
        if len(found) != 1 or not _LEAD.fullmatch(line[: found[0].start]):
            return False
        return len(line[found[0].end :].split()) <= _WORDS_AFTER
