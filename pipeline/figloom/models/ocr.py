"""A reader of pixels: OCR and geometry, for maps, bar charts and flowcharts."""

from __future__ import annotations

from pathlib import Path
from random import Random

from figloom.models import Speak, ocr_bars, ocr_flows, ocr_maps
from figloom.models.asking import asked
from figloom.models.known import picture
from figloom.models.random import by_words
from figloom.registry import plugin

_READERS = {"maps": ocr_maps.answer, "charts": ocr_bars.answer, "flows": ocr_flows.answer}


@plugin()
def ocr(dataset: Path | None, *, seed: int = 0) -> Speak:
    """Reads words, boxes, arrows and bars from the pixels alone, and answers by what it found.

    It never opens the dataset. Where it finds no answer it guesses what the form of the question
    admits, as `random` does without a dataset; needs the extra `ocr`.
    """

    def speak(prompt: str, images: tuple[bytes, ...]) -> str:
        question = asked(prompt)
        if question and images:
            found = _READERS[question.family](question, images[0])
            if found:
                return found
        told = "/".join(picture(image).hex() for image in images)
        return by_words(prompt, Random(f"baseline/{seed}/{prompt}/{told}"))

    return speak
