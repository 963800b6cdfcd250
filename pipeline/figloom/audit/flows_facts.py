"""Whether a flowchart's facts make sense by themselves: nothing ambiguous or unreachable."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from itertools import combinations

from figloom.audit import flows_expressions, flows_when
from figloom.audit.flows_case import BARS, Case, folded
from figloom.audit.labels import Faulty
from figloom.audit.questions import Fault
from figloom.flows import BORDERS, COLOURS, FIGURES

_MANY = ("participants", "architecture")
"""Structures in which several arrows may leave what is no decision."""


def faults(case: Case) -> Iterator[Fault]:
    """Everything about the facts that leaves more than one reading."""
    for check in _CHECKS:
        yield from check(case)


def _texts(case: Case) -> Iterator[Fault]:
    words = {n["id"]: re.findall(r"\w+|[^\w\s]", folded(n["text"])) for n in case.named}
    for node in case.nodes.values():
        if (node["kind"] in BARS) == bool(node["text"].strip()):
            yield "step without a text, or bar with one", node["id"]
    for one, other in combinations(words, 2):
        short, long = sorted((words[one], words[other]), key=len)
        starts = range(len(long) - len(short) + 1)
        if short and any(long[at : at + len(short)] == short for at in starts):
            yield "text stands within another", f"{case.text(one)!r}, {case.text(other)!r}"
    tags = Counter(node["tag"] for node in case.nodes.values() if node["tag"])
    yield from (("two steps have one number", tag) for tag, many in tags.items() if many > 1)


def _arrows(case: Case) -> Iterator[Fault]:
    for name, node in case.nodes.items():
        out = case.out(name)
        texts = {folded(edge["text"]) for edge in out}
        if node["kind"] == "decision" and (len(texts) < max(2, len(out)) or "" in texts):
            yield "answers of a decision are not distinct", node["text"]
        if len({edge["target"] for edge in out}) < len(out):
            yield "two arrows lead to one step", name
        free = node["kind"] in ("decision", "fork") or case.shown["structure"] in _MANY
        if len(out) > 1 and not free:
            yield "several arrows leave what is no decision", name
        if any(edge["target"] == name for edge in out):
            yield "arrow leads back to its own step", name
        if node["kind"] == "end" and out:
            yield "arrow leaves an end", name


def _ways(case: Case) -> Iterator[Fault]:
    import networkx as nx

    entry = case.shown["entry"]
    if not entry:
        yield from (("step stands alone", name) for name in nx.isolates(case.arrows))
        return
    if entry not in case.nodes:
        yield "process begins nowhere", entry
        return
    reached = {entry, *nx.descendants(case.arrows, entry)}
    ends = {name for name in case.nodes if not case.out(name)}
    ending = ends.union(*(nx.ancestors(case.arrows, end) for end in ends))
    for name in sorted(case.nodes.keys() - (reached & ending)):
        yield "step that is never reached, or never left", name
    if case.shown["structure"] in _MANY:
        return
    try:
        for name in sorted(reached - case.runs.done):
            yield "step that no run comes to", name
    except Faulty as fault:
        yield "runs cannot be followed", str(fault)


def _looks(case: Case) -> Iterator[Fault]:
    for node in case.named:
        for part, known in (("fill", COLOURS), ("border", BORDERS)):
            if node[part] and node[part] not in known:
                yield "colour without a name", f"{node['id']}: {node[part]}"
        if node["figure"] not in FIGURES:
            yield "figure without a name", f"{node['id']}: {node['figure']}"
    lanes = {node["lane"] for node in case.nodes.values()}
    if lanes != ({*case.lanes} or {""}):
        yield "lanes do not hold the steps", str(sorted(lanes))


def _conditions(case: Case) -> Iterator[Fault]:
    known = {variable["id"]: variable for variable in case.shown["variables"]}
    for node in case.named:
        edges = case.out(node["id"])
        told = [edge for edge in edges if edge["when"]]
        if not told:
            continue
        try:
            used = {*()}.union(*(flows_expressions.names(edge["when"]) for edge in told))
            if len(told) < len(edges) or node["kind"] != "decision" or not used <= known.keys():
                yield "conditions are not those of a decision", node["id"]
            elif len(used) == 1 and (gaps := flows_when.gaps(edges, known[min(used)])):
                yield "conditions overlap or leave gaps", f"{node['text']}: {gaps[0]:g}"
        except Faulty as fault:
            yield "conditions are not those of a decision", f"{node['id']}: {fault}"


def _counts(case: Case) -> Iterator[Fault]:
    """Participants: what comes out of each box is what went in."""
    if case.shown["language"] != "counts":
        return
    counts: dict[str, int] = json.loads(case.shown["program"])
    if counts.keys() != case.nodes.keys():
        yield "counts are not those of the boxes", str(sorted(counts.keys() ^ case.nodes.keys()))
        return
    flow: dict[str, int] = {}
    for edge in case.edges.values():
        if len(case.into(edge["target"])) == 1:
            flow[edge["id"]] = counts[edge["target"]]
    for name, many in counts.items():
        if str(many) not in re.findall(r"\d+", case.text(name).replace(",", "")):
            yield "box says another count", f"{case.text(name)!r}: {many}"
        rest = [edge["id"] for edge in case.out(name) if edge["id"] not in flow]
        if len(rest) == 1:
            known = (flow.get(edge["id"], 0) for edge in case.out(name))
            flow[rest[0]] = many - sum(known)
    for name, many in counts.items():
        for edges in (case.out(name), case.into(name)):
            if edges and _sum(flow, (edge["id"] for edge in edges)) not in (None, many):
                yield "counts do not add up", case.text(name)


def _sum(flow: dict[str, int], edges: Iterable[str]) -> int | None:
    """None where some is not known."""
    parts = [flow.get(edge) for edge in edges]
    return None if None in parts else sum(part for part in parts if part is not None)


_CHECKS: tuple[Callable[[Case], Iterator[Fault]], ...] = (
    _texts, _arrows, _ways, _looks, _conditions, _counts,
)  # fmt: skip
