"""Steps by their arrows, found again: next, previous, around, common, neighbours, how many."""

from __future__ import annotations

from figloom.audit.flows_case import BARS, Case, only
from figloom.audit.flows_found import Routine, Said
from figloom.audit.labels import Faulty


def _texts(case: Case, steps: list[str]) -> list[str]:
    if not steps:
        raise Faulty("there is no such step")
    return [case.text(step) for step in steps]


def _next(case: Case, said: Said) -> list[str]:
    return _texts(case, case.after(case.step(said["step"])))


def _previous(case: Case, said: Said) -> list[str]:
    return _texts(case, case.before(case.step(said["step"])))


def _around(case: Case, said: Said) -> dict[str, str]:
    step = case.step(said["step"])
    before, after = only("previous steps", case.before(step)), only("next ones", case.after(step))
    return {"previous": case.text(before), "next": case.text(after)}


def _common(case: Case, said: Said) -> str:
    both = [{*case.before(case.step(said[name]))} for name in ("first", "second")]
    return case.text(only("steps directly before both", both[0] & both[1]))


def _neighbours(case: Case, said: Said) -> list[str]:
    step = case.step(said["step"])
    return _texts(case, sorted({*case.before(step), *case.after(step)} - {step}))


def _arrows(case: Case, said: Said) -> int:
    step = case.step(said["step"])
    edges = {"enter": case.into, "leave": case.out}[said["which"]](step)
    return len(edges)


def _connected(case: Case, said: Said) -> bool:
    one, other = case.step(said["first"]), case.step(said["second"])
    if one == other:
        raise Faulty("both are one step")
    ends = [{edge["source"], edge["target"]} for edge in case.edges.values()]
    if {one, other} in ends:
        return True
    bars = {name for name, node in case.nodes.items() if node["kind"] in BARS}
    joined = [{name for pair in ends if step in pair for name in pair} for step in (one, other)]
    if (
        joined[0] & joined[1] & bars
        or case.near.has_edge(one, other)
        or case.near.has_edge(other, one)
    ):
        raise Faulty("a bar stands between them")
    return False


def _lane(case: Case, said: Said) -> str:
    return case.lane_of(case.step(said["step"]))


ROUTINES: dict[str, Routine] = {
    "locate_next": _next,
    "locate_previous": _previous,
    "locate_around": _around,
    "locate_common": _common,
    "locate_neighbours": _neighbours,
    "locate_arrows": _arrows,
    "locate_connected": _connected,
    "locate_lane": _lane,
}
