"""Words on a picture with their boxes, read from its pixels by an OCR model that needs no network.

RapidOCR (PP-OCRv4 on onnxruntime, Apache-2.0) carries its weights in its wheel.
"""

from __future__ import annotations

import io
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from itertools import pairwise
from threading import Lock
from typing import Any

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from figloom.errors import SetupError

Pixels = NDArray[np.uint8]
"""Height by width by red, green and blue."""

_KEPT = 64
"""Pictures whose words are kept: several questions are asked of each."""
_GAP = 0.14
"""Least gap between words, in heights of a line."""
_INK = 60
"""Least difference of a pixel of a letter from its ground, in grey levels."""
_READING = Lock()


@dataclass(frozen=True, slots=True)
class Word:
    """A line of text as it stands on the picture; pixels from the top left."""

    text: str
    x0: float
    y0: float
    x1: float
    y1: float

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
    return pixels, tuple(_word(box, str(text), pixels) for box, text, _ in found or ())


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


def _word(box: Sequence[Sequence[float]], text: str, pixels: Pixels) -> Word:
    across, down = [point[0] for point in box], [point[1] for point in box]
    word = Word(text.strip(), min(across), min(down), max(across), max(down))
    return replace(word, text=_spaced(word, pixels)) if word.upright else word


def _spaced(word: Word, pixels: Pixels) -> str:
    """The text with spaces where the picture has gaps, if those are more: the model leaves many
    out."""
    grey = pixels[int(word.y0) : int(word.y1) + 1, int(word.x0) : int(word.x1) + 1].mean(axis=2)
    if grey.size == 0:
        return word.text
    inked = (np.abs(grey - np.median(grey)) > _INK).any(axis=0)
    edges = np.flatnonzero(np.diff(np.concatenate(([0], inked.astype(np.int8), [0]))))
    starts, ends = edges[::2], edges[1::2]
    gaps = starts[1:] - ends[:-1]
    wide = np.flatnonzero(gaps >= max(3.0, _GAP * (word.y1 - word.y0)))
    letters = word.text.replace(" ", "")
    if not len(wide) or len(wide) <= word.text.count(" ") or len(wide) >= len(letters):
        return word.text
    if len(starts) == len(letters):
        cuts = [int(at) + 1 for at in wide]
    else:
        cuts = _cuts(letters, starts, ends, wide)
    bounds = [0, *cuts, len(letters)]
    return " ".join(letters[low:high] for low, high in pairwise(bounds) if high > low)


def _cuts(
    letters: str, starts: NDArray[np.intp], ends: NDArray[np.intp], wide: NDArray[np.intp]
) -> list[int]:
    """How many letters stand before each wide gap, by how much ink that many letters need."""
    widths = np.array([_WIDTHS.get(letter, _WIDTH) for letter in letters])
    needed = np.concatenate(([0.0], np.cumsum(widths))) / widths.sum()
    # Ink from the first letter to the last, without the wide gaps.
    gaps = starts[1:] - ends[:-1]
    total = float(ends[-1] - starts[0] - gaps[wide].sum())
    cuts, spent = [], 0.0
    for number, at in enumerate(wide):
        spent = float(ends[at] - starts[0] - gaps[wide[:number]].sum()) / total
        cuts.append(int(np.abs(needed - spent).argmin()))
    return cuts


_WIDTH = 0.55
_WIDTHS = (
    dict.fromkeys("iljI.,:;'|!", 0.27)
    | dict.fromkeys("ftr()-/", 0.37)
    | dict.fromkeys("cszxkyv", 0.5)
    | dict.fromkeys("mwM", 0.85)
    | dict.fromkeys("W", 0.95)
    | dict.fromkeys("ABCDEGHKNOPQRSTUVXYZ", 0.66)
)
"""Widths of letters in ems, as most sans serifs have them."""


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
