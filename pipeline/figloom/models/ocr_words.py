"""Words on a picture with their boxes, read from its pixels by an OCR model that needs no network.

RapidOCR (PP-OCRv4 on onnxruntime, Apache-2.0) carries its weights in its wheel.
"""

from __future__ import annotations

import io
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from math import atan2, degrees, hypot
from threading import Lock
from typing import Any
from unicodedata import normalize

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from figloom.errors import SetupError
from figloom.models.ocr_spaces import parts

Pixels = NDArray[np.uint8]
"""Height by width by red, green and blue."""

_KEPT = 64
"""Pictures whose words are kept: several questions are asked of each."""
_TURNED = 15
"""Degrees from which on a text is written aslant."""
_READING = Lock()


@dataclass(frozen=True, slots=True)
class Word:
    """A line of text as it stands on the picture; pixels from the top left."""

    text: str
    x0: float
    y0: float
    x1: float
    y1: float
    score: float = 1.0
    """How sure the OCR model is of it."""

    @property
    def x(self) -> float:
        """Its middle."""
        return (self.x0 + self.x1) / 2

    @property
    def y(self) -> float:
        """Its middle."""
        return (self.y0 + self.y1) / 2

    @property
    def upright(self) -> bool:
        """Whether it is written from left to right, and not turned."""
        return len(self.text) < 3 or self.x1 - self.x0 >= self.y1 - self.y0


@lru_cache(maxsize=_KEPT)
def seen(image: bytes) -> tuple[Pixels, tuple[Word, ...]]:
    """A picture's pixels and its lines of text."""
    with Image.open(io.BytesIO(image)) as opened:
        pixels: Pixels = np.asarray(opened.convert("RGB"))
    # The model is not made for several threads, and takes every core by itself.
    with _READING:
        found, _ = _reader()(np.ascontiguousarray(pixels[:, :, ::-1]))
    return pixels, tuple(
        replace(word, score=float(score))
        for box, text, score in found or ()
        for word in _words(box, _plain(str(text)), pixels)
    )


def _plain(text: str) -> str:
    """A text without wide marks, and without the ends of arrows that the model takes for marks."""
    return normalize("NFKC", text).strip(" →←↑↓")


def recognised(parts: Sequence[Pixels]) -> list[tuple[str, float]]:
    """Text and score of pictures in blue, green and red that hold a line of text each."""
    with _READING:
        found, _ = _reader().text_rec([*parts])
    return [(str(text).strip(), float(score)) for text, score in found]


@cache
def _reader() -> Any:
    try:
        from rapidocr_onnxruntime import RapidOCR
    except ImportError as error:
        if "libGL" in str(error) or "libg" in str(error):
            raise SetupError(
                f"baseline:ocr needs a library of the system ({error}). On Debian run: apt-get "
                "install libgl1 libglib2.0-0"
            ) from None
        raise SetupError(
            'baseline:ocr needs an OCR model. Run: pip install "figloom[ocr]"'
        ) from None
    return RapidOCR()


def _words(box: Sequence[Sequence[float]], text: str, pixels: Pixels) -> Iterator[Word]:
    """The texts of a line: one, mostly; of a turned one its upper end stands for the whole."""
    across, down = [point[0] for point in box], [point[1] for point in box]
    x0, y0, x1, y1 = min(across), min(down), max(across), max(down)
    turned = abs(degrees(atan2(box[1][1] - box[0][1], box[1][0] - box[0][0])))
    if _TURNED < turned < 90 - _TURNED:
        x, y = box[1] if box[1][1] < box[0][1] else box[0]
        yield Word(text.strip(), x - 1, y, x + 1, y + hypot(*np.subtract(box[3], box[0])))
    elif len(text) > 2 and x1 - x0 < y1 - y0:
        yield Word(text.strip(), x0, y0, x1, y1)
    else:
        grey = pixels[int(y0) : int(y1) + 1, int(x0) : int(x1) + 1].mean(axis=2)
        for part, first, last in parts(text.strip(), grey):
            yield Word(part, max(x0, int(x0) + first), y0, min(x1, int(x0) + last), y1)


def stacked(words: Sequence[Word]) -> list[Word]:
    """Texts of several lines that stand right below each other, middle under middle."""
    found: list[list[Word]] = []
    for word in sorted(words, key=lambda one: one.y0):
        for lines in found:
            last = lines[-1]
            high = min(last.y1 - last.y0, word.y1 - word.y0)
            if -0.5 * high < word.y0 - last.y1 < 0.6 * high and abs(word.x - last.x) < 0.5 * high:
                lines.append(word)
                break
        else:
            found.append([word])
    return [
        Word(
            " ".join(line.text for line in lines),
            min(line.x0 for line in lines), lines[0].y0,
            max(line.x1 for line in lines), lines[-1].y1,
        )
        for lines in found if len(lines) > 1
    ]  # fmt: skip


def folded(text: str) -> str:
    """A text as the model can be trusted to read it: without case, spaces and marks."""
    return re.sub(r"[\W_]+", "", text.casefold()).translate(_ALIKE)


_ALIKE = str.maketrans({"0": "o", "1": "l", "i": "l", "|": "l", "5": "s"})


def like(one: str, other: str) -> float:
    """How alike two texts are, 0 to 1, by letters in common order."""
    from difflib import SequenceMatcher

    a, b = folded(one), folded(other)
    if not a or not b:
        return 0.0
    return 1.0 if a == b else SequenceMatcher(None, a, b, autojunk=False).ratio()


_SLIP = 1.2
"""Letters by which a text may be misread."""


def same(one: str, other: str) -> bool:
    """Whether two texts are one, but for a letter misread."""
    letters = len(folded(one) + folded(other)) / 2
    return (1 - like(one, other)) * letters <= _SLIP
