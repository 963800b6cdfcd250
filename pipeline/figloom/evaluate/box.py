"""A box x0, y0, x1, y1, in the frame that the question asks for.

Nothing is converted: a reply in shares of the picture where pixels are asked for is another box.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator

from figloom.evaluate.extraction import Unclear, extract, misfit
from figloom.registry import plugin
from figloom.types import Question, Verdict

_Box = tuple[float, float, float, float]

_LEAST = 0.5
"""Intersection over union from which a box is right."""
_NUMBER = r"[-+−]?(?:\d+(?:\.\d+)?|\.\d+)(?:[eE][-+]?\d{1,2})?"
_GAP = r"\s*(?:px|pixels?|%)?(?:\s*[,;|]\s*(?:and\s+)?|\s+(?:and\s+)?)"
_RUN = re.compile(rf"(?<![\w.]){_NUMBER}(?:{_GAP}{_NUMBER})*")
_PAIR = rf"[\[({{<]\s*({_NUMBER}){_GAP}({_NUMBER})\s*(?:px|pixels?|%)?\s*[\])}}>]"
_CORNERS = re.compile(rf"{_PAIR}[^\d\[({{<]{{0,40}}{_PAIR}")
_KEYS = (
    ("x_?0", "y_?0", "x_?1", "y_?1"),
    ("x_?1", "y_?1", "x_?2", "y_?2"),
    ("x_?min", "y_?min", "x_?max", "y_?max"),
    ("min_?x", "min_?y", "max_?x", "max_?y"),
    ("left", "top", "right", "bottom"),
)
_SIZED = ("(?:x|left)", "(?:y|top)", "(?:w|width)", "(?:h|height)")
_LINK = rf"[\"']?(?:\s+(?:edge|side))?\s*(?:[:=]|\bis(?:\s+at)?\b|\bat\b|\s)\s*({_NUMBER})"
_AROUND = " \t\"'[](){}<>."
_CUE = r"(?:bounding[\s_-]*)?box(?:es)?|bbox(?:_2d)?|coordinates"


@plugin()
def box(question: Question, reply: str) -> Verdict:
    """Judge a box by its intersection over union with the true one: right from 0.5 on.

    Read are lists, two corners, and keys (x0, xmin, left, x with width ...), as text or JSON; a
    point is the decimal mark. Opposite corners may come in either order. The score is the
    intersection over union; several different boxes are unscored.
    """
    truth = _edges(question.answer)
    if truth is None or truth[0] >= truth[2] or truth[1] >= truth[3]:
        raise misfit("box", question, "x0 < x1 and y0 < y1 as answer")
    found = extract(reply, _complete, _boxes, _CUE)
    if isinstance(found, Unclear):
        return Verdict("unscored", 0.0, "", found.why)
    score = overlap(found, truth)
    shown = ", ".join(f"{edge:g}" for edge in found)
    if score >= _LEAST:
        return Verdict("right", score, shown)
    return Verdict("wrong", score, shown, f"intersection over union is {score:.2f}")


def overlap(one: _Box, other: _Box) -> float:
    """Intersection over union of two boxes, 0 to 1; 0 if either has no area."""
    width = min(one[2], other[2]) - max(one[0], other[0])
    height = min(one[3], other[3]) - max(one[1], other[1])
    common = max(0.0, width) * max(0.0, height)
    union = _area(one) + _area(other) - common
    return common / union if common and math.isfinite(union) else 0.0


def _area(edges: _Box) -> float:
    return (edges[2] - edges[0]) * (edges[3] - edges[1])


def _edges(answer: object) -> _Box | None:
    if not isinstance(answer, tuple) or len(answer) != 4:
        return None
    if not all(isinstance(edge, int | float) and math.isfinite(edge) for edge in answer):
        return None
    x0, y0, x1, y1 = map(float, answer)
    return (x0, y0, x1, y1)


def _complete(line: str) -> frozenset[_Box]:
    inside = line.strip(_AROUND)
    run = _RUN.fullmatch(inside)
    return frozenset(_listed(inside)) if run else frozenset()


def _boxes(text: str) -> frozenset[_Box]:
    """Boxes in the most explicit writing that the text has."""
    for way in (_keyed, _sized, _cornered, _listed):
        found = frozenset(way(text))
        if found:
            return found
    return frozenset()


def _keyed(text: str) -> Iterator[_Box]:
    for keys in _KEYS:
        yield from map(_sorted, _valued(text, keys))


def _sized(text: str) -> Iterator[_Box]:
    for x, y, width, height in _valued(text, _SIZED):
        left, top = _float(x), _float(y)
        yield _sorted((x, y, str(left + _float(width)), str(top + _float(height))))


def _cornered(text: str) -> Iterator[_Box]:
    for match in _CORNERS.finditer(text):
        yield _sorted(match.groups())


def _listed(text: str) -> Iterator[_Box]:
    for run in _RUN.finditer(text):
        numbers = re.findall(_NUMBER, run[0])
        if len(numbers) == 4:
            yield _sorted(tuple(numbers))


def _valued(text: str, keys: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    """The four values of keys that a text names equally often."""
    found = [re.findall(rf"(?<![A-Za-z0-9_]){key}{_LINK}", text, re.IGNORECASE) for key in keys]
    if len({len(values) for values in found}) == 1:
        yield from zip(*found, strict=True)


def _sorted(edges: tuple[str, ...]) -> _Box:
    x0, y0, x1, y1 = map(_float, edges)
    return (min(x0, x1), min(y0, y1), max(x0, x1), max(y0, y1))


def _float(text: str) -> float:
    return float(text.replace("−", "-"))
