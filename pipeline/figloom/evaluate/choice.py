"""One of up to 26 lettered options, named by its letter, its text, or both in agreement.

A reply that is a letter alone is that letter, even where another option's text is that letter.
"""

from __future__ import annotations

import re
from string import ascii_uppercase

from figloom.evaluate.extraction import extract, judged, misfit
from figloom.evaluate.spelling import core, readable, same
from figloom.registry import plugin
from figloom.types import Question, Verdict

_BARE = re.compile(
    r"[\s(\[{\"'*]*(?:(?:option|choice|letter)\s+)?[(\[\"']?([A-Za-z])[\s)\]}\"'.:,;!*]*",
    re.IGNORECASE,
)
_LEADING = re.compile(
    r"\s*(?:(?:option|choice|letter)\s+)?"
    r"(?:[(\[]([A-Za-z])[)\]][.:]?\s*|([A-Za-z])\s*[).:\]–—-]+\s+)(\S.*)",
    re.IGNORECASE,
)
_MARKED = re.compile(
    r"\(([A-Za-z])\)|\b(?:option|choice|letter|answer)s?\s+[\"'(]?([A-Za-z])\b(?!['’])",
    re.IGNORECASE,
)
_LATIN = r"A-Za-zÀ-ɏ\d_"
_LOOSE = re.compile(rf"(?<![{_LATIN}'’.&-])([A-HJ-Z])(?![{_LATIN}'’&+#-])")
_ARTICLE = re.compile(r"\s+(?!(?:is|was|and|or|because|since|fits|seems)\b)\w")
_SENTENCE_START = re.compile(r"(?:^|[.!?:\n])\s*$")
_DENIED_BEFORE = re.compile(
    r"(?:\b(?:can)?not|n't|n’t|\bnor|\bneither|\bor|\brather than|\binstead of|\bexcept)\s+"
    r"(?:(?:be|an?|the|option|choice)\s+)*[(\"']?$",
    re.IGNORECASE,
)
_NEGATIVE = re.compile(r"\b(?:(?:can)?not|neither|n't|n’t)\b", re.IGNORECASE)
_DENIED_AFTER = re.compile(
    r"[)\]\"']?\s*(?:[-–—:]\s*)?(?:(?:is|was|are)\s+)?"
    r"(?:(?:not|isn't|isn’t|incorrect|wrong|false|ruled out|eliminated)\b|[×✗✘❌]"
    r"|no[.\s]*(?:\n|$))",
    re.IGNORECASE,
)
_CUE = (
    r"(?:correct|right|best|missing|hidden|masked)\s+"
    r"(?:option|choice|letter|entity|relation|node|label|edge)"
)


@plugin()
def choice(question: Question, reply: str) -> Verdict:
    """Judge a reply to a lettered question; letters beyond the options name nothing."""
    letters = ascii_uppercase[: len(question.choices)]
    if question.answer not in tuple(letters) or len(question.choices) > len(letters):
        raise misfit("choice", question, "2 to 26 choices and the letter of one as answer")
    texts = [(text, letters[place]) for place, text in enumerate(question.choices)]
    texts += [(text, str(question.answer)) for text in question.accepted]
    found = extract(
        reply,
        lambda line: _complete(line, texts, letters),
        lambda text: _mentions(text, texts, letters),
        _CUE,
    )
    return judged(found, lambda letter: letter == question.answer, str)


def _complete(line: str, texts: list[tuple[str, str]], letters: str) -> frozenset[str]:
    bare = _BARE.fullmatch(line)
    if bare:
        return frozenset({bare[1].upper()} & {*letters})
    spelt = frozenset(texts[place][1] for place in same(line, (text for text, _ in texts)))
    if spelt:
        return spelt
    leading = _LEADING.fullmatch(line)
    letter = (leading[1] or leading[2]).upper() if leading else ""
    if not leading or letter not in letters:
        return frozenset()
    spelt = frozenset(texts[place][1] for place in same(leading[3], (text for text, _ in texts)))
    own = dict(zip(letters, (text for text, _ in texts), strict=False))[letter]
    rest = re.sub(rf"^{re.escape(own)}", "", leading[3], flags=re.IGNORECASE)
    if not spelt and _DENIED_AFTER.match(rest):
        return frozenset()
    return frozenset({letter}) | (spelt or _mentions(leading[3], texts, letters))


def _mentions(text: str, texts: list[tuple[str, str]], letters: str) -> frozenset[str]:
    found: set[str] = set()
    for option, letter in sorted(texts, key=lambda pair: -len(pair[0])):
        text = _take(text, option, letter, found)
    for match in _MARKED.finditer(text):
        _note(text, match, (match[1] or match[2]).upper(), found)
    for match in _LOOSE.finditer(text):
        if match[1] != "A" or not _is_article(text, match):
            _note(text, match, match[1], found)
    return frozenset(found & {*letters})


def _take(text: str, option: str, letter: str, found: set[str]) -> str:
    """Note where an option's text is mentioned and blank it, so that no part is read again."""
    words = readable(option).split()
    if not core(option).strip():
        return text
    # short names are also words in lower case: US, It
    flags = re.IGNORECASE if len(option) > 3 else re.NOFLAG
    pattern = r"(?<!\w)" + r"\s+".join(map(re.escape, words)) + r"(?!\w)"
    for match in re.finditer(pattern, text, flags):
        _note(text, match, letter, found)
    return re.sub(pattern, "•", text, flags=flags)


def _note(text: str, match: re.Match[str], letter: str, found: set[str]) -> None:
    before = text[max(0, match.start() - 40) : match.start()]
    denied = _DENIED_BEFORE.search(before)
    if denied and denied[0].lower().startswith("or") and not _NEGATIVE.search(before):
        denied = None
    if not denied and not _DENIED_AFTER.match(text, match.end()):
        found.add(letter)


def _is_article(text: str, match: re.Match[str]) -> bool:
    starts = _SENTENCE_START.search(text[max(0, match.start() - 5) : match.start()])
    return bool(starts or match.start() == 0) and bool(_ARTICLE.match(text, match.end()))
