"""Answers to questions about a flowchart from its boxes and arrows as read off the pixels.

Lanes and borders are not read, nor is a program run: such questions are left to chance.
"""

from __future__ import annotations

import re

from figloom.models import ocr_places, ocr_texts, ocr_ways
from figloom.models.asking import Asked
from figloom.models.ocr_chart import read

_RULES = ocr_ways.RULES | ocr_texts.RULES | ocr_places.RULES


def answer(question: Asked, image: bytes) -> str | None:
    """A reply; None where this reader knows no way."""
    rule = _RULES.get(re.sub(r"_(?:one|many)$", "", question.subtask))
    return rule(question, read(image)) if rule else None
