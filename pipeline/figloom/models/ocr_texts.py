"""Rules for what is written and drawn on a flowchart: texts, figures, colours, numbers."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from figloom.models.asking import Asked
from figloom.models.ocr_boxes import Box
from figloom.models.ocr_chart import Seen, one, said, two

Rule = Callable[[Asked, Seen], str | None]

_FIGURES = {
    "circle": "circle", "diamond": "diamond", "oval": "oval", "parallelogram": "parallelogram",
    "hexagon": "hexagon", "cylinder": "cylinder", "document": "document shape",
    "double-sided": "double-sided rectangle", "rounded": "rounded rectangle",
    "rectangle": "rectangle",
}  # fmt: skip


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
    pair = two(question, chart_, "source", "target")
    if not pair or not chart_.graph.has_edge(*pair):
        return None
    return chart_.graph.edges[pair]["text"] or None


def _tag(question: Asked, chart_: Seen) -> str | None:
    wanted = question.words["tag"].strip("“”")
    return next((box.text for box in chart_.boxes if box.tag == wanted), None)


def _summary(question: Asked, chart_: Seen) -> str | None:
    """All boxes, and what each answer to a decision leads to."""
    lines = [box.text for box in sorted(chart_.boxes, key=lambda box: (box.y, box.x))]
    for tail, head, told in chart_.graph.edges(data=True):
        if told["text"]:
            one, other = chart_.boxes[tail].text, chart_.boxes[head].text
            lines.append(f"{one} {told['text']}: {other}")
    return "\n".join(lines) or None


def _number_in(chart_: Seen, at: int, question: Asked) -> str | None:
    found: Sequence[str] = re.findall(r"\d+", chart_.boxes[at].text)
    return found[-1] if found else None


def _verify_count(question: Asked, chart_: Seen) -> str | None:
    at = chart_.named((question.quoted("box") or [""])[0])
    found = _number_in(chart_, at, question) if at is not None else None
    return said(float(found) == question.number("count")) if found else None


def _difference(question: Asked, chart_: Seen) -> str | None:
    pair = two(question, chart_, "more", "less")
    found = [_number_in(chart_, at, question) for at in pair] if pair else []
    more, less = found if len(found) == 2 else (None, None)
    return str(int(more) - int(less)) if more and less else None


RULES: dict[str, Rule] = {
    "verify_count": _verify_count,
    "reason_difference": _difference,
    "extract_all": _those(lambda box, _: True),
    "extract_answers": one(
        "decision", lambda here, at, _: "\n".join(e["text"] for e in here.graph[at].values())
    ),
    "extract_arrow": _arrow,
    "extract_beside": _beside,
    "extract_colour": _those(_is_colour),
    "extract_colour_figure": _those(lambda box, q: _is_colour(box, q) and _is_figure(box, q)),
    "extract_count": one("box", _number_in),
    "extract_figure": _those(_is_figure),
    "extract_first": _first,
    "extract_tag": _tag,
    "extract_word": _those(_has_word),
    "summarise_process": _summary,
    "summarise_steps": _summary,
    "summarise_decisions": _summary,
}
"""By subtask, whether one thing is asked for or many."""
