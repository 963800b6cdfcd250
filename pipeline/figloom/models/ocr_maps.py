"""Counts on a map from its texts: names of entities begin with a capital, those of relations not.

What is true of the world no pixel tells: of which statement is wrong, or which entity or relation
is hidden, this reader knows nothing, and only counts are answered.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

from figloom.models.asking import Asked
from figloom.models.ocr_words import Word, folded, same, seen

_LINE = 0.6
"""Gap between two lines of one text, in their height, at most."""

_NO_L = re.compile(r"^l(?=[b-df-hj-np-tv-z])")
_SURE, _SHORT = 0.8, 4
"""Texts of so few letters count from that score on: others are parts of a photograph or arrow."""


@lru_cache(maxsize=64)
def labels(image: bytes) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Texts of entities and of arrows."""
    words = [word for word in seen(image)[1] if word.score >= _SURE or len(word.text) > _SHORT]
    texts = [" ".join(word.text for word in lines) for lines in _texts(words)]
    # A flag may pass for a letter, and a capital I for a small l.
    texts = [_NO_L.sub("I", text) for text in texts if len(folded(text)) > 1]
    entities = tuple(text for text in texts if not text[:1].islower())
    return entities, tuple(text for text in texts if text[:1].islower())


def _texts(words: Sequence[Word]) -> list[list[Word]]:
    """Lines that stand right below each other, middle under middle, are one text; a line in
    small letters under one with a capital goes on with it or describes it."""
    found: list[list[Word]] = []
    for word in sorted(words, key=lambda one: one.y0):
        for lines in found:
            last = lines[-1]
            high = min(last.y1 - last.y0, word.y1 - word.y0)
            near = -0.5 * high < word.y0 - last.y1 < _LINE * high
            aligned = abs(word.x - last.x) < 0.15 * max(last.x1 - last.x0, word.x1 - word.x0, 40)
            if near and aligned:
                lines.append(word)
                break
        else:
            found.append([word])
    return found


def answer(question: Asked, image: bytes) -> str | None:
    """A reply; None where this reader knows no way."""
    if question.subtask not in ("count_entities", "count_relations", "count_triples"):
        return None
    entities, arrows = labels(image)
    match question.subtask:
        case "count_entities":
            return str(len(entities))
        case "count_triples":
            return str(len(arrows))
    kinds: list[str] = []
    for text in arrows:
        if not any(same(text, kind) for kind in kinds):
            kinds.append(text)
    return str(len(kinds))
