"""A triple: `head | relation | tail`, arrows, brackets, JSON, or a sentence that quotes one.

The triples that the question knows (its answer and its negatives) are looked for first; only what
resembles none of them is split at its separators.
"""

from __future__ import annotations

import json
import re
from typing import Any

from figloom.evaluate.extraction import Unclear, extract, judged, misfit
from figloom.evaluate.quotation import Names, quoted, resembles, spelt
from figloom.evaluate.spelling import core, fold, same
from figloom.registry import plugin
from figloom.types import Question, Verdict

_SLOTS = re.compile(
    r"\b(?:head|subject)\W{1,4}(?!relation|tail)(\w.{0,200}?)[\s,;|\"']*"
    r"\b(?:relation|predicate|edge)\W{1,4}(\w.{0,200}?)[\s,;|\"']*"
    r"\b(?:tail|object)\W{1,4}([^\n]+)",
    re.IGNORECASE | re.DOTALL,
)
_KEYS = (("head", "relation", "tail"), ("subject", "predicate", "object"), ("h", "r", "t"))
_BRACKETED = re.compile(r"\W*[(\[]([^()\[\]]*)[)\]]\W*")
_CUE = (
    r"(?:false|wrong|incorrect|untrue|erroneous|mistaken)\s+"
    r"(?:statement|triple|edge|fact|one|claim|connection|link)"
)
_NOTHING: frozenset[Names] = frozenset()


@plugin()
def triple(question: Question, reply: str) -> Verdict:
    """Judge a reply that should name one triple; a triple that the map lacks is wrong."""
    answer = _names(question.answer)
    if answer is None:
        raise misfit("triple", question, "head, relation and tail as answer")
    others = (_names(negative.answer) for negative in question.negatives)
    known = (answer, *dict.fromkeys(other for other in others if other and other != answer))
    whole = same(reply, (" | ".join(names) for names in known))
    if len(whole) == 1:
        return _verdict(known[min(whole)], answer)
    if fold(reply) in {fold(form) for form in question.accepted}:
        return _verdict(answer, answer)
    found = extract(reply, lambda line: _read(line, known), lambda text: _search(text, known), _CUE)
    return _verdict(found, answer)


def _verdict(found: Names | Unclear, answer: Names) -> Verdict:
    return judged(found, lambda names: names == answer, " | ".join)


def _names(value: Any) -> Names | None:
    if not isinstance(value, list | tuple) or len(value) != 3:
        return None
    head, relation, tail = value
    return (head, relation, tail) if all(isinstance(name, str) for name in value) else None


def _read(line: str, known: tuple[Names, ...]) -> frozenset[Names]:
    """The triples that a line quotes, else the unknown triple that it spells out."""
    line = line.strip(" \t|")
    return _object(line, known) or quoted(line, known) or _split(line, known)


def _search(text: str, known: tuple[Names, ...]) -> frozenset[Names]:
    slots = _SLOTS.search(text[:2000])
    if slots:
        return frozenset({spelt((slots[1], slots[2], slots[3]), known)})
    found = (_read(line, known) for line in text.splitlines() if line.strip())
    return _object(text, known) or _NOTHING.union(*found)


def _object(text: str, known: tuple[Names, ...]) -> frozenset[Names]:
    """A triple in JSON: an object or array, perhaps inside another or inside prose."""
    for opening, closing in ("{}", "[]"):
        start, end = text.find(opening), text.rfind(closing)
        if 0 <= start < end:
            names = _names(_unpacked(text[start : end + 1]))
            if names:
                return frozenset({spelt(names, known)})
    return _NOTHING


def _unpacked(text: str) -> Any:
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        return None
    while isinstance(value, list | dict) and len(value) == 1:
        value = value[0] if isinstance(value, list) else next(iter(value.values()))
    if not isinstance(value, dict):
        return value
    slots = {str(key).lower(): name for key, name in value.items()}
    return next(([slots[key] for key in keys] for keys in _KEYS if {*keys} <= {*slots}), None)


def _split(line: str, known: tuple[Names, ...]) -> frozenset[Names]:
    """The parts of a line with exactly two separators, unless they resemble a known triple."""
    parts = re.split(r"\||[-=–—]*>|→", line)
    bracketed = _BRACKETED.fullmatch(line)
    if bracketed and len(parts) == 1:
        # commas are common in prose: without a name of the map this is no triple
        seen = {core(name) for names in known for name in names}
        parts = re.split(r"[,;]\s", bracketed[1])
        parts = parts if seen.intersection(map(core, parts)) else []
    names = _names([core(part) for part in parts])
    if not names or names in _KEYS or not all(re.search(r"\w", name) for name in names):
        return _NOTHING
    backward = re.search(r"<[-=–—]|←", line)
    return _NOTHING if backward or resembles(names, known) else frozenset({names})
