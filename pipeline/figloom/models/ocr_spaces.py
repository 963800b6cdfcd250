"""Where a line of text has its spaces: the OCR model leaves many out, so gaps in its ink tell."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

_INK = 0.3
"""Part of the darkest ink from which on a column belongs to a letter."""
_SPACE = 0.21
"""Least gap between words, in ems."""
_APART = 0.75
"""Least gap between texts that only happen to stand on one line, in ems."""

_SLIP = 2
"""Letters by which a gap's place among the letters is guessed wrong, at most."""


def parts(text: str, grey: NDArray[np.float64]) -> list[tuple[str, int, int]]:
    """Texts that stand far apart on a line, with the columns where each begins and ends.

    `grey` is the line's picture, rows by columns. Each text has spaces where its ink has gaps.
    """
    letters = text.replace(" ", "")
    whole = [(text, 0, grey.shape[1])]
    if grey.size == 0 or len(letters) < 2:
        return whole
    depth = np.abs(grey - np.median(grey)).max(axis=0)
    depth = depth / max(float(depth.max()), 1.0)
    edges = np.flatnonzero(np.diff(np.concatenate(([0], (depth > _INK).astype(np.int8), [0]))))
    starts, ends = edges[::2], edges[1::2]
    if len(starts) < 2:
        return whole
    gaps = np.array([_gap(depth, *at) for at in zip(ends[:-1], starts[1:], strict=True)])
    widths = np.array([_WIDTHS.get(letter, _WIDTH) for letter in letters])
    spaces = text.count(" ")
    em = float(ends[-1] - starts[0]) / (float(widths.sum()) + 0.28 * spaces)
    wide = np.flatnonzero(gaps >= _SPACE * em)
    if not len(wide) or len(wide) < spaces or len(wide) >= len(letters):
        return whole
    known = [
        int(at) - number for number, at in enumerate(np.flatnonzero([*map(str.isspace, text)]))
    ]
    cuts = _cuts(letters, widths, starts, ends, wide)
    if len(starts) != len(letters):
        cuts = known if len(known) == len(wide) else _drawn(cuts, known)
    bounds = [0, *cuts, len(letters)]
    words = [letters[low:high] for low, high in pairwise(bounds)]
    found: list[tuple[str, int, int]] = []
    begin, said = 0, words[0]
    for at, word in zip(wide, words[1:], strict=True):
        if gaps[at] >= _APART * em and said and word:
            found.append((_joined(said), begin, int(ends[at])))
            begin, said = int(starts[at + 1]), word
        else:
            said = f"{said} {word}".strip()
    return [*found, (_joined(said), begin, grey.shape[1])]


def _drawn(cuts: list[int], known: Sequence[int]) -> list[int]:
    """Cuts, of which the one nearest to a space of the model's own is where that space is."""
    found = list(cuts)
    for space in known:
        nearest = min(range(len(cuts)), key=lambda at: abs(cuts[at] - space))
        if abs(cuts[nearest] - space) <= _SLIP:
            found[nearest] = int(space)
    return sorted(found)


def _joined(text: str) -> str:
    """A text without spaces where none can be: between figures, and inside of marks."""
    text = re.sub(r"(?<=\w)\( ", " (", text)
    return re.sub(r" (?=[?),.;:!])|(?<=\() |(?<=\d) (?=\d)", "", text)


def _gap(depth: NDArray[np.float64], end: int, start: int) -> float:
    """Pixels between two letters; of a column half inked, half counts."""
    return float((1 - depth[end - 1 : start + 1].clip(0, 1)).sum())


def _cuts(
    letters: str, widths: NDArray[np.float64], starts: NDArray[np.intp],
    ends: NDArray[np.intp], wide: NDArray[np.intp],
) -> list[int]:  # fmt: skip
    """How many letters stand before each wide gap, by how much ink that many letters need."""
    if len(starts) == len(letters):
        return [int(at) + 1 for at in wide]
    needed = np.concatenate(([0.0], np.cumsum(widths))) / widths.sum()
    # Ink from the first letter to the last, without the wide gaps.
    gaps = starts[1:] - ends[:-1]
    total = float(ends[-1] - starts[0] - gaps[wide].sum())
    found = []
    for number, at in enumerate(wide):
        spent = float(ends[at] - starts[0] - gaps[wide[:number]].sum()) / total
        found.append(int(np.abs(needed - spent).argmin()))
    return found


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
