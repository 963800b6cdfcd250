"""Labels broken into balanced lines: no line much longer than the others."""

from __future__ import annotations

import itertools
import re
from functools import lru_cache

from figloom.render.fonts import Line, clusters, shape

_EM_PER_CHARACTER = 0.52
"""Mean advance of Latin text, to turn a count of characters into a width."""
_BREAKS = re.compile(
    r"\s+|(?<=[/_.,;:\-–—])(?!(?<=\d[.,:])\d)(?=\w)|(?<=[\u3000-\u9fff\uac00-\ud7af])"
)
"""Where a line may break: never within a number such as 2,000."""
_TOLERANCE = 1.5
"""A single word may be this much wider than the limit before it is cut."""


def clean(text: str) -> str:
    """The text with every run of white space as one space: what is drawn and recorded."""
    return " ".join(text.split())


@lru_cache(maxsize=4096)
def wrap(text: str, family: str, bold: bool, characters: int) -> tuple[Line, ...]:
    """Lines of a clean, drawable text, about `characters` long at most, as equal as can be."""
    whole = shape(text, family, bold)
    limit = characters * _EM_PER_CHARACTER
    if whole.width <= limit:
        return (whole,)
    parts = _parts(text, family, bold, limit)
    widths = [shape(part, family, bold).width for part in parts]
    lines = max(2, -int(-whole.width // limit))
    while True:
        best = _balance(widths, lines, limit)
        if best is not None or lines >= len(parts):
            break
        lines += 1
    cuts = best or list(range(1, len(parts)))
    edges = [0, *cuts, len(parts)]
    return tuple(
        shape("".join(parts[a:b]).strip(), family, bold) for a, b in itertools.pairwise(edges)
    )


def _parts(text: str, family: str, bold: bool, limit: float) -> list[str]:
    """Pieces between which a line may break, each with the space that follows it."""
    pieces, start = [], 0
    for found in _BREAKS.finditer(text):
        if found.end() > start and found.end() < len(text):
            pieces.append(text[start : found.end()])
            start = found.end()
    pieces.append(text[start:])
    parts: list[str] = []
    for piece in pieces:
        width = shape(piece, family, bold).width
        count = 1 if width <= limit * _TOLERANCE else -int(-width // limit)
        letters = clusters(piece)
        size = -(-len(letters) // count)
        parts.extend("".join(letters[at : at + size]) for at in range(0, len(letters), size))
    return parts


def _balance(widths: list[float], lines: int, limit: float) -> list[int] | None:
    """Where to cut so that the squares of the widths sum to least; None when a line overflows.

    Dynamic programming over prefixes; ties go to the earliest cut.
    """
    count = len(widths)
    if lines > count:
        return None
    total = [0.0]
    for width in widths:
        total.append(total[-1] + width)
    most = max(limit * 1.1, *widths)
    best = [[0.0 if i == 0 else float("inf") for i in range(count + 1)]]
    back: list[list[int]] = []
    for _ in range(lines):
        row, origin = [float("inf")] * (count + 1), [0] * (count + 1)
        for end in range(1, count + 1):
            for start in range(end):
                width = total[end] - total[start]
                cost = best[-1][start] + width * width
                if width <= most and cost < row[end] - 1e-9:
                    row[end], origin[end] = cost, start
        best.append(row)
        back.append(origin)
    if best[-1][count] == float("inf"):
        return None
    cuts, end = [], count
    for origin in reversed(back):
        end = origin[end]
        cuts.append(end)
    return cuts[-2::-1] if lines > 1 else []
