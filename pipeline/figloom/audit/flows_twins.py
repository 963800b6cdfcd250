"""Twins: two flowcharts that differ in one thing, asked the same, with different answers."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from figloom.audit.questions import Fault

Row = dict[str, Any]

_LISTS = ("nodes", "edges", "lanes")
_SAME = ("question", "wording", "subtask", "kind", "metric", "metric_args")
_MADE = ("program", "language", "variables")
"""What follows from the rest of a flowchart, or is lost where an edit contradicts it."""
_FREE = {"swap_labels": ({"text", "when"}, 2), "retarget": ({"target"}, 1),
         "recolour": ({"fill"}, 1)}  # fmt: skip
"""What each kind of edit may change, and in how many parts."""
_TOLD = {"swap_labels": "text", "retarget": "target", "recolour": "fill"}
"""The field that `before` and `after` of an edit tell of, or their ids."""


def faults(main: Row, twin: Row | None) -> Iterator[Fault]:
    """What is wrong with a flowchart and its twin, if it has one."""
    edited = bool(main["facts"]["edits"])
    if edited != (twin is not None):
        yield "edited without a twin, or a twin without an edit", main["key"]
    if twin is None:
        return
    told = [[{name: q[name] for name in _SAME} for q in row["questions"]] for row in (main, twin)]
    if told[0] != told[1]:
        yield "twins are asked differently", main["key"]
    for one, other in zip(main["questions"], twin["questions"], strict=False):
        if _told(one["answer"]) == _told(other["answer"]):
            yield "twins have one answer", f"{one['subtask']}: {one['answer']!r}"
    for row, other in ((main, twin), (twin, main)):
        if row["facts"]["shown"] != other["facts"]["truth"]:
            yield "truth is not what the twin shows", row["role"]
        yield from _edit(row)


def _told(answer: Any) -> Any:
    """An answer as it is compared: of several texts the order says nothing."""
    return sorted(answer) if isinstance(answer, list) else answer


def _edit(row: Row) -> Iterator[Fault]:
    """The one edit told is the one difference there is."""
    facts, edits = row["facts"], row["facts"]["edits"]
    if len(edits) != 1:
        yield "edited more than once", str(len(edits))
        return
    edit, changed = edits[0], list(_changes(facts["shown"], facts["truth"]))
    allowed, many = _FREE.get(edit["operation"], (set[str](), 0))
    if {name for _, name in changed} - allowed or len({part for part, _ in changed}) != many:
        yield "the edit told is not that between the twins", f"{edit['operation']}: {changed}"
    elif {part for part, _ in changed} != {*edit["facts"]}:
        yield "the edit told is of other facts", str(edit["facts"])
    elif _stood(facts, edit) != [edit["before_id"] or edit["before"],
                                 edit["after_id"] or edit["after"]]:  # fmt: skip
        yield "the edit told is not that between the twins", f"{edit['before']}, {edit['after']}"
    elif edit["operation"] == "swap_labels" and not _swapped(facts):
        yield "the edit told is not that between the twins", "labels are not swapped"


def _stood(facts: Row, edit: Row) -> list[str]:
    """What the first of the facts is in the truth, and as shown."""
    field = _TOLD[edit["operation"]]
    parts = [{part["id"]: part for name in _LISTS for part in facts[side][name]}
             for side in ("truth", "shown")]  # fmt: skip
    return [str(known[edit["facts"][0]][field]) for known in parts]


def _changes(shown: Row, truth: Row) -> Iterator[tuple[str, str]]:
    """Id and field of each difference; a part that only one has differs in `id`."""
    for name in shown.keys() | truth.keys():
        if name not in _LISTS and name not in _MADE and shown.get(name) != truth.get(name):
            yield name, name
    for name in _LISTS:
        here, there = ({part["id"]: part for part in flow[name]} for flow in (shown, truth))
        for part in here.keys() ^ there.keys():
            yield part, "id"
        for part in here.keys() & there.keys():
            for field in here[part]:
                if here[part][field] != there[part].get(field):
                    yield part, field


def _swapped(facts: Row) -> bool:
    """Whether two arrows of one decision have each other's words and conditions."""
    pairs = zip(facts["shown"]["edges"], facts["truth"]["edges"], strict=False)
    changed = [(one, other) for one, other in pairs if one != other]
    words = [[(e["text"], e["when"]) for e in side] for side in zip(*changed, strict=True)]
    return words[0] == words[1][::-1] and len({one["source"] for one, _ in changed}) == 1
