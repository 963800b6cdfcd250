"""Answers to questions about a flowchart from its boxes and arrows as read off the pixels."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache

import networkx as nx

from figloom.models.asking import Asked
from figloom.models.ocr_arrows import chart
from figloom.models.ocr_boxes import Box, Layout, layout
from figloom.models.ocr_short import numbers
from figloom.models.ocr_words import like, seen

_SAME = 0.7
"""How alike a box's text and one in the question are, at least."""
_FIGURES = {
    "circle": "circle", "diamond": "diamond", "oval": "oval", "parallelogram": "parallelogram",
    "hexagon": "hexagon", "cylinder": "cylinder", "document": "document shape",
    "double-sided": "double-sided rectangle", "rounded": "rounded rectangle",
    "rectangle": "rectangle",
}  # fmt: skip
_SIDES = {
    "leftmost": ("x", min), "left": ("x", min), "rightmost": ("x", max), "right": ("x", max),
    "topmost": ("y", min), "top": ("y", min), "highest": ("y", min), "lowest": ("y", max),
    "bottom": ("y", max),
}  # fmt: skip


class Seen:
    """A flowchart as read: boxes by number, and the arrows between them."""

    def __init__(self, found: Layout, graph: nx.DiGraph) -> None:
        self.boxes, self.loose, self.graph = found.boxes, found.loose, graph

    def named(self, text: str) -> int | None:
        """The box whose text is most like a name in the question."""
        alike = [(like(text, box.text), -at) for at, box in enumerate(self.boxes)]
        best = max(alike, default=(0.0, 0))
        return -best[1] if best[0] >= _SAME else None

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


def answer(question: Asked, image: bytes) -> str | None:
    """A reply; None where this reader knows no way."""
    rule = _RULES.get(re.sub(r"_(?:one|many)$", "", question.subtask))
    return rule(question, read(image)) if rule else None


def _said(yes: bool) -> str:
    return "Yes" if yes else "No"


def _two(question: Asked, chart_: Seen, *places: str) -> tuple[int, int] | None:
    found = [
        chart_.named(name) for place in places for name in (question.quoted(place) or [""])[:1]
    ]
    if len(found) != 2 or found[0] is None or found[1] is None:
        return None
    return found[0], found[1]


def _statement(
    first: str, then: str, holds: Callable[[Seen, int, int], bool]
) -> Callable[[Asked, Seen], str | None]:
    def rule(question: Asked, chart_: Seen) -> str | None:
        pair = _two(question, chart_, first, then)
        return _said(holds(chart_, *pair)) if pair else None

    return rule


def _before(chart_: Seen, first: int, then: int) -> bool:
    """No way to the second box that misses the first."""
    return chart_.reach(first, then) and _required(chart_, first, then)


def _required(chart_: Seen, first: int, then: int) -> bool:
    starts = [at for at in chart_.starts() if at != first]
    return not any(at == then or chart_.reach(at, then, first) for at in starts)


def _one(
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


def _arrows(chart_: Seen, at: int, question: Asked) -> str:
    enters = "enter" in question.words["which"] or "arriv" in question.words["which"]
    return str(chart_.graph.in_degree(at) if enters else chart_.graph.out_degree(at))


def _branch(chart_: Seen, at: int, question: Asked) -> list[int] | None:
    wanted = (question.quoted("answer") or [question.words.get("answer", "")])[0]
    near = {head: like(wanted, told["text"]) for head, told in chart_.graph[at].items()}
    best = max(near, key=near.__getitem__, default=None)
    return [best] if best is not None and near[best] >= _SAME else None


def _verify_branch(question: Asked, chart_: Seen) -> str | None:
    pair = _two(question, chart_, "decision", "step")
    head = _branch(chart_, pair[0], question) if pair else None
    return _said(head == [pair[1]]) if pair and head else None


def _verify_unavoidable(question: Asked, chart_: Seen) -> str | None:
    """No way from that answer to the end that misses the step."""
    pair, on = _two(question, chart_, "step", "end"), _two(question, chart_, "decision", "end")
    heads = _branch(chart_, on[0], question) if on else None
    if not (pair and heads):
        return None
    step, end = pair
    missed = heads == [end] or chart_.reach(heads[0], end, step)
    return _said(heads == [step] or not missed)


def _inverse(chart_: Seen, at: int, question: Asked) -> str | None:
    names = question.quoted("step")
    goal = chart_.named(names[0]) if names else None
    if goal is None:
        return None
    return "\n".join(
        told["text"]
        for head, told in chart_.graph[at].items()
        if told["text"] and (head == goal or chart_.reach(head, goal, at))
    )


def _conditions(question: Asked, chart_: Seen) -> str | None:
    names = question.quoted("conditions")
    at = None
    for decision, said in zip(names[::2], names[1::2], strict=False):
        at = chart_.named(decision)
        if at is None:
            return None
        told = Asked("flows", "", {"answer": f"“{said}”"})
        heads = _branch(chart_, at, told)
        at = heads[0] if heads else None
    return chart_.boxes[at].text if at is not None else None


def _around(chart_: Seen, at: int, question: Asked) -> str | None:
    before, after = [*chart_.graph.predecessors(at)], [*chart_.graph.successors(at)]
    if len(before) != 1 or len(after) != 1:
        return None
    return f"previous: {chart_.boxes[before[0]].text}\nnext: {chart_.boxes[after[0]].text}"


def _between(question: Asked, chart_: Seen) -> str | None:
    pair = _two(question, chart_, "first", "then")
    if not pair or not chart_.reach(*pair):
        return None
    return str(max(0, nx.shortest_path_length(chart_.graph, *pair) - 1))


def _common(question: Asked, chart_: Seen) -> str | None:
    pair = _two(question, chart_, "first", "second")
    if not pair:
        return None
    both = {*chart_.graph.predecessors(pair[0])} & {*chart_.graph.predecessors(pair[1])}
    return chart_.texts(both) or None


def _outermost(question: Asked, chart_: Seen) -> str | None:
    side = next((side for side in _SIDES if side in question.words["side"].split()), None)
    if side is None or not chart_.boxes:
        return None
    along, pick = _SIDES[side]
    return pick(chart_.boxes, key=lambda box: getattr(box, along)).text


def _figure(words: str) -> str:
    return next((figure for word, figure in _FIGURES.items() if word in words), "")


def _those(
    keep: Callable[[Box, Asked], bool],
) -> Callable[[Asked, Seen], str | None]:
    def rule(question: Asked, chart_: Seen) -> str | None:
        found = [at for at, box in enumerate(chart_.boxes) if keep(box, question)]
        return chart_.texts(found) or None

    return rule


def _is_figure(box: Box, question: Asked) -> bool:
    wanted = _figure(question.words["figure"])
    return box.figure == wanted or {box.figure, wanted} == {"rectangle", "rounded rectangle"}


def _is_colour(box: Box, question: Asked) -> bool:
    return bool(box.colour) and box.colour in question.words["colour"]


def _has_word(box: Box, question: Asked) -> bool:
    word = (question.quoted("word") or [question.words["word"]])[0]
    return re.search(rf"(?<!\w){re.escape(word)}(?!\w)", box.text, re.IGNORECASE) is not None


def _first(question: Asked, chart_: Seen) -> str | None:
    wanted = _figure(question.words["figure"])
    those = [box for box in chart_.boxes if box.figure == wanted]
    if not those:
        return None
    last = "last" in question.words["which"]
    return sorted(those, key=lambda box: (box.y, box.x))[-1 if last else 0].text


def _beside(question: Asked, chart_: Seen) -> str | None:
    names = question.quoted("step")
    at = chart_.named(names[0]) if names else None
    if at is None:
        return None
    graph = chart_.graph
    near = graph.successors(at) if "after" in question.words["which"] else graph.predecessors(at)
    wanted = _figure(question.words["figure"])
    return chart_.texts(one for one in near if chart_.boxes[one].figure == wanted) or None


def _arrow(question: Asked, chart_: Seen) -> str | None:
    pair = _two(question, chart_, "source", "target")
    if not pair or not chart_.graph.has_edge(*pair):
        return None
    return chart_.graph.edges[pair]["text"] or None


def _tag(question: Asked, chart_: Seen) -> str | None:
    wanted = question.words["tag"].strip("“”")
    return next((box.text for box in chart_.boxes if box.tag == wanted), None)


def _number_in(chart_: Seen, at: int, question: Asked) -> str | None:
    found: Sequence[str] = re.findall(r"\d+", chart_.boxes[at].text)
    return found[-1] if found else None


def _summary(question: Asked, chart_: Seen) -> str | None:
    """All boxes, and what each answer to a decision leads to."""
    lines = [box.text for box in sorted(chart_.boxes, key=lambda box: (box.y, box.x))]
    for tail, head, told in chart_.graph.edges(data=True):
        if told["text"]:
            one, other = chart_.boxes[tail].text, chart_.boxes[head].text
            lines.append(f"{one} {told['text']}: {other}")
    return "\n".join(lines) or None


def _edge(chart_: Seen, tail: int, head: int) -> bool:
    return bool(chart_.graph.has_edge(tail, head))


def _back(chart_: Seen, late: int, early: int) -> bool:
    return chart_.reach(late, early)


_RULES: dict[str, Callable[[Asked, Seen], str | None]] = {
    "verify_direct": _statement("step", "then", _edge),
    "verify_reach": _statement("first", "then", Seen.reach),
    "verify_return": _statement("late", "early", _back),
    "verify_before": _statement("first", "then", _before),
    "verify_required": _statement("first", "then", _required),
    "verify_unavoidable": _verify_unavoidable,
    "verify_branch": _verify_branch,
    "locate_connected": _statement(
        "first", "second", lambda one, a, b: _edge(one, a, b) or _edge(one, b, a)
    ),
    "locate_arrows": _one("step", _arrows),
    "locate_next": _one("step", lambda one, at, _: [*one.graph.successors(at)]),
    "locate_previous": _one("step", lambda one, at, _: [*one.graph.predecessors(at)]),
    "locate_neighbours": _one("step", lambda one, at, _: [*nx.all_neighbors(one.graph, at)]),
    "locate_around": _one("step", _around),
    "locate_common": _common,
    "locate_outermost": _outermost,
    "reason_between": _between,
    "reason_branch": _one("decision", _branch),
    "reason_conditions": _conditions,
    "reason_inverse": _one("decision", _inverse),
    "reason_next": _one("step", lambda one, at, _: [*one.graph.successors(at)]),
    "extract_all": _those(lambda box, _: True),
    "extract_answers": _one(
        "decision", lambda one, at, _: "\n".join(e["text"] for e in one.graph[at].values())
    ),
    "extract_arrow": _arrow,
    "extract_beside": _beside,
    "extract_colour": _those(_is_colour),
    "extract_colour_figure": _those(lambda box, q: _is_colour(box, q) and _is_figure(box, q)),
    "extract_count": _one("box", _number_in),
    "extract_ends": lambda question, one: one.texts(
        at for at in one.graph if one.graph.in_degree(at) and not one.graph[at]
    ) or None,
    "extract_figure": _those(_is_figure),
    "extract_first": _first,
    "extract_tag": _tag,
    "extract_word": _those(_has_word),
    "summarise_process": _summary,
    "summarise_steps": _summary,
    "summarise_decisions": _summary,
}  # fmt: skip
"""By subtask, whether one thing is asked for or many."""
