"""Rules for what is true of a flowchart's ways: order, branches, answers, arrows."""

from __future__ import annotations

from collections.abc import Callable

import networkx as nx

from figloom.models.asking import Asked
from figloom.models.ocr_chart import Seen, branch, one, required, said, statement, two

Rule = Callable[[Asked, Seen], str | None]


def _before(chart_: Seen, first: int, then: int) -> bool:
    """No way to the second box that misses the first."""
    return chart_.reach(first, then) and required(chart_, first, then)


def _arrows(chart_: Seen, at: int, question: Asked) -> str:
    enters = "enter" in question.words["which"] or "arriv" in question.words["which"]
    return str(chart_.graph.in_degree(at) if enters else chart_.graph.out_degree(at))


def _verify_branch(question: Asked, chart_: Seen) -> str | None:
    pair = two(question, chart_, "decision", "step")
    head = branch(chart_, pair[0], question) if pair else None
    return said(head == [pair[1]]) if pair and head else None


def _verify_unavoidable(question: Asked, chart_: Seen) -> str | None:
    """No way from that answer to the end that misses the step."""
    pair, on = two(question, chart_, "step", "end"), two(question, chart_, "decision", "end")
    heads = branch(chart_, on[0], question) if on else None
    if not (pair and heads):
        return None
    step, end = pair
    missed = heads == [end] or chart_.reach(heads[0], end, step)
    return said(heads == [step] or not missed)


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
    for decision, reply in zip(names[::2], names[1::2], strict=False):
        at = chart_.named(decision)
        if at is None:
            return None
        told = Asked("flows", "", {"answer": f"“{reply}”"})
        heads = branch(chart_, at, told)
        at = heads[0] if heads else None
    return chart_.boxes[at].text if at is not None else None


def _around(chart_: Seen, at: int, question: Asked) -> str | None:
    before, after = [*chart_.graph.predecessors(at)], [*chart_.graph.successors(at)]
    if len(before) != 1 or len(after) != 1:
        return None
    return f"previous: {chart_.boxes[before[0]].text}\nnext: {chart_.boxes[after[0]].text}"


def _between(question: Asked, chart_: Seen) -> str | None:
    pair = two(question, chart_, "first", "then")
    if not pair or not chart_.reach(*pair):
        return None
    return str(max(0, nx.shortest_path_length(chart_.graph, *pair) - 1))


def _common(question: Asked, chart_: Seen) -> str | None:
    pair = two(question, chart_, "first", "second")
    if not pair:
        return None
    both = {*chart_.graph.predecessors(pair[0])} & {*chart_.graph.predecessors(pair[1])}
    return chart_.texts(both) or None


def _edge(chart_: Seen, tail: int, head: int) -> bool:
    return bool(chart_.graph.has_edge(tail, head))


def _passed(chart_: Seen, at: int, question: Asked) -> list[int]:
    """Steps without which a box is not reached, but for the start."""
    starts = chart_.starts()
    return [
        before
        for before in chart_.graph
        if before != at and before not in starts and chart_.reach(before, at)
        and required(chart_, before, at)
    ]  # fmt: skip


def _outcome(question: Asked, chart_: Seen) -> str | None:
    """Whether two answers, one after the other, lead to a step."""
    names = [question.quoted(place) for place in ("first", "answer", "second", "reply", "step")]
    if not all(names):
        return None
    first, answer, second, reply, step = (found[0] for found in names)
    ways = [(first, answer), (second, reply)]
    heads: list[int] | None = None
    for decision, told in ways:
        at = chart_.named(decision)
        heads = (
            branch(chart_, at, Asked("flows", "", {"answer": f"“{told}”"}))
            if at is not None
            else None
        )
        if not heads:
            return None
    return said(heads == [chart_.named(step)])


RULES: dict[str, Rule] = {
    "verify_direct": statement("step", "then", _edge),
    "verify_reach": statement("first", "then", Seen.reach),
    "verify_return": statement("late", "early", Seen.reach),
    "verify_before": statement("first", "then", _before),
    "verify_required": statement("first", "then", required),
    "verify_unavoidable": _verify_unavoidable,
    "verify_branch": _verify_branch,
    "verify_outcome": _outcome,
    "locate_connected": statement(
        "first", "second", lambda here, a, b: _edge(here, a, b) or _edge(here, b, a)
    ),
    "locate_arrows": one("step", _arrows),
    "locate_next": one("step", lambda here, at, _: [*here.graph.successors(at)]),
    "locate_previous": one("step", lambda here, at, _: [*here.graph.predecessors(at)]),
    "locate_neighbours": one("step", lambda here, at, _: {*nx.all_neighbors(here.graph, at)}),
    "locate_around": one("step", _around),
    "locate_common": _common,
    "reason_between": _between,
    "reason_branch": one("decision", branch),
    "reason_conditions": _conditions,
    "reason_inverse": one("decision", _inverse),
    "reason_next": one("step", lambda here, at, _: [*here.graph.successors(at)]),
    "reason_passed": one("step", _passed),
    "extract_ends": lambda question, here: here.texts(
        at for at in here.graph if here.graph.in_degree(at) and not here.graph[at]
    ) or None,
}  # fmt: skip
"""By subtask, whether one thing is asked for or many."""
