"""Checklists of summaries, drawn up again; and the tellings that stand beside them."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from typing import Any

from figloom.audit.flows_case import Case, folded
from figloom.audit.flows_found import Held, Routine, Said

_OUTER = ("start", "end", "decision")
_BRANCH, _LANE = 1.5, 0.5
"""Weights; all else weighs one."""


def _steps(case: Case, said: Said) -> Held:
    plain = [node["text"] for node in case.named if node["kind"] not in _OUTER]
    return tuple((f"step: {text}", 1.0) for text in plain)


def _decisions(case: Case, said: Said) -> Held:
    found: list[tuple[str, float]] = []
    for node in case.named:
        if node["kind"] == "decision":
            found.append((f"decision: {node['text']}", 1.0))
            for edge in case.out(node["id"]):
                found += [
                    (f"branch: {node['text']} | {edge['text']} | {case.text(step)}", _BRANCH)
                    for step in case.led(edge["id"])
                ]
    return tuple(found)


def _lanes(case: Case, said: Said) -> Held:
    return tuple(
        (f"lane: {case.lane_of(node['id'])} | {node['text']}", _LANE)
        for node in case.named
        if node["lane"] and node["kind"] not in ("start", "end")
    )


def _process(case: Case, said: Said) -> Held:
    return (*_frame(case), *_steps(case, said), *_decisions(case, said), *_abreast(case),
            *_lanes(case, said))  # fmt: skip


def _frame(case: Case) -> Iterator[tuple[str, float]]:
    entry = case.shown["entry"]
    if entry:
        yield f"start: {case.text(entry)}", 1.0
        for node in case.named:
            if not case.out(node["id"]):
                yield f"end: {node['text']}", 1.0


def _abreast(case: Case) -> Iterator[tuple[str, float]]:
    for name, node in case.nodes.items():
        if node["kind"] == "fork":
            yield f"side by side: {' | '.join(map(case.text, _opened(case, name)))}", 1.0


def _opened(case: Case, bar: str) -> list[str]:
    """Steps with which what a fork splits begins, in the order of its arrows."""
    found: dict[str, None] = {}
    for edge in case.out(bar):
        target = edge["target"]
        found |= dict.fromkeys([target] if target in case.near else _opened(case, target))
    return [*found]


def told(case: Case, held: Held, question: dict[str, Any]) -> Iterator[str]:
    """What is wrong with the telling: something left out, made up, or in another order."""
    texts = {folded(text) for text in re.findall(r"“([^“”]+)”", " ".join(question["accepted"]))}
    known = {folded(part) for fact, _ in held for part in fact.partition(": ")[2].split(" | ")}
    named = {folded(node["text"]) for node in case.named}
    if lost := (named & known) - texts:
        yield f"the telling leaves out {min(lost)!r}"
    words = [edge["text"] for edge in case.edges.values()]
    words += [lane["name"] for lane in case.lanes.values()] + [case.shown["title"]]
    if made := texts - named - {*map(folded, words)}:
        yield f"the telling makes up {min(made)!r}"
    stated = [case.texts.get(folded(fact.partition(": ")[2])) for fact, _ in question["answer"]
              if fact.startswith("step: ")]  # fmt: skip
    steps = [step for step in stated if step is not None]
    if not case.shown["entry"] or case.shown["structure"] == "participants":
        # There is no order that all runs have.
        return
    for at, later in enumerate(steps):
        for early in steps[:at]:
            if case.runs.before(later, early) and not case.reaches(early, later):
                yield f"{case.text(later)!r} comes before {case.text(early)!r}"
                return


def same(found: Held, stored: Any) -> bool:
    """Whether two checklists hold the same with the same weights."""
    return Counter(map(_plain, found)) == Counter(map(_plain, stored))


def _plain(fact: Any) -> tuple[str, float]:
    """A fact as it is compared: what is side by side has no order."""
    told, weight = fact
    sort, _, rest = told.partition(": ")
    parts = rest.split(" | ")
    return " | ".join([sort, *(sorted(parts) if sort == "side by side" else parts)]), float(weight)


ROUTINES: dict[str, Routine] = {
    "summarise_process": _process,
    "summarise_steps": _steps,
    "summarise_decisions": _decisions,
    "summarise_lanes": _lanes,
}
