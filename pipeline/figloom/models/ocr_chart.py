"""A flowchart as read off its pixels, and how rules on its steps are made."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import lru_cache

import networkx as nx

from figloom.models.asking import Asked
from figloom.models.ocr_arrows import chart
from figloom.models.ocr_boxes import Layout, layout
from figloom.models.ocr_short import numbers
from figloom.models.ocr_words import like, seen

SAME = 0.7
"""How alike a box's text and one in the question are, at least."""


class Seen:
    """A flowchart as read: boxes by number, and the arrows between them."""

    def __init__(self, found: Layout, graph: nx.DiGraph) -> None:
        self.boxes, self.loose, self.graph = found.boxes, found.loose, graph

    def named(self, text: str) -> int | None:
        """The box whose text is most like a name in the question."""
        alike = [(like(text, box.text), -at) for at, box in enumerate(self.boxes)]
        best = max(alike, default=(0.0, 0))
        return -best[1] if best[0] >= SAME else None

    def texts(self, numbers: Iterable[int]) -> str:
        """Texts of boxes, a line each, from the top."""
        those = sorted(numbers, key=lambda at: (self.boxes[at].y, self.boxes[at].x))
        return "\n".join(self.boxes[at].text for at in those)

    def reach(self, tail: int, head: int, without: int | None = None) -> bool:
        """Whether arrows lead from one box to another."""
        graph = self.graph if without is None else self.graph.subgraph(
            at for at in self.graph if at != without
        )  # fmt: skip
        if tail not in graph or head not in graph:
            return False
        return tail != head and nx.has_path(graph, tail, head)

    def starts(self) -> list[int]:
        """Boxes that arrows leave and none enters."""
        return [at for at in self.graph if not self.graph.in_degree(at) and self.graph[at]]


@lru_cache(maxsize=64)
def read(image: bytes) -> Seen:
    """A flowchart read from its pixels."""
    pixels, words = seen(image)
    found = layout(pixels, (*words, *numbers(pixels, words)))
    return Seen(found, chart(pixels, found))


def said(yes: bool) -> str:
    """A reply to a statement."""
    return "Yes" if yes else "No"


def two(question: Asked, chart_: Seen, *places: str) -> tuple[int, int] | None:
    """The boxes that two places name; None where one is not found."""
    found = [
        chart_.named(name) for place in places for name in (question.quoted(place) or [""])[:1]
    ]
    if len(found) != 2 or found[0] is None or found[1] is None:
        return None
    return found[0], found[1]


def statement(
    first: str, then: str, holds: Callable[[Seen, int, int], bool]
) -> Callable[[Asked, Seen], str | None]:
    """A rule for a statement on two boxes."""

    def rule(question: Asked, chart_: Seen) -> str | None:
        pair = two(question, chart_, first, then)
        return said(holds(chart_, *pair)) if pair else None

    return rule


def required(chart_: Seen, first: int, then: int) -> bool:
    """Whether no way from a start to the second box misses the first."""
    starts = [at for at in chart_.starts() if at != first]
    return not any(at == then or chart_.reach(at, then, first) for at in starts)


def one(
    place: str, find: Callable[[Seen, int, Asked], Iterable[int] | str | None]
) -> Callable[[Asked, Seen], str | None]:
    """A rule on the one box that a place names."""

    def rule(question: Asked, chart_: Seen) -> str | None:
        names = question.quoted(place)
        at = chart_.named(names[0]) if names else None
        if at is None:
            return None
        found = find(chart_, at, question)
        if found is None or isinstance(found, str):
            return found
        return chart_.texts(found) or None

    return rule


def branch(chart_: Seen, at: int, question: Asked) -> list[int] | None:
    """Where the arrow leads that bears an answer; None where there is none."""
    wanted = (question.quoted("answer") or [question.words.get("answer", "")])[0]
    near = {head: like(wanted, told["text"]) for head, told in chart_.graph[at].items()}
    best = max(near, key=near.__getitem__, default=None)
    return [best] if best is not None and near[best] >= SAME else None
