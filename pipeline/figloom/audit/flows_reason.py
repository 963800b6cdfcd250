"""Where answers and whole ways lead, found again by runs, shortest paths and circles."""

from __future__ import annotations

from typing import Any

from figloom.audit import flows_expressions, flows_when
from figloom.audit.flows_case import Case, only
from figloom.audit.flows_found import Routine, Said, sure, walked
from figloom.audit.flows_texts import turns
from figloom.audit.labels import Faulty


def _branch(case: Case, said: Said) -> str:
    return case.text(walked(case, [(said["decision"], said["answer"])]))


def _conditions(case: Case, said: Said) -> str:
    given = turns(said["conditions"])
    if len({decision for decision, _ in given}) < len(given):
        raise Faulty("one decision is answered twice")
    return case.text(walked(case, given))


def _value(case: Case, said: Said) -> str:
    decision = case.decision(said["decision"])
    variable = only(
        "variables of that name",
        [one for one in case.shown["variables"] if one["name"] == said["quantity"]],
    )
    edges = case.out(decision)
    if any(flows_expressions.names(edge["when"]) != {variable["id"]} for edge in edges):
        raise Faulty(f"{said['quantity']!r} alone does not settle {said['decision']}")
    values = {variable["id"]: flows_when.value(said["value"], variable)}
    edge = only("answers with that value", flows_when.taken(edges, values))
    return case.text(only("steps behind that answer", case.led(edge["id"])))


def _inverse(case: Case, said: Said) -> list[str]:
    import networkx as nx

    decision, step = case.decision(said["decision"]), case.step(said["step"])
    if decision == step:
        raise Faulty("a decision is reached by all its answers")
    cut = case.arrows.copy()
    cut.remove_node(decision)
    found = [
        e for e in case.out(decision) if e["target"] in cut and nx.has_path(cut, e["target"], step)
    ]
    forks = any(node["kind"] == "fork" for node in case.nodes.values())
    if not found or (forks and case.runs.together(decision, step)):
        raise Faulty("that no answer leads there says nothing")
    return [edge["text"] for edge in found]


def _passed(case: Case, said: Said) -> list[str]:
    step = case.step(said["step"])
    found = [
        node["id"] for node in case.named
        if node["kind"] != "start" and node["id"] in case.runs.done
        and case.runs.before(node["id"], step)
    ]  # fmt: skip
    if any(case.reaches(step, one) for one in found):
        raise Faulty("some of it may come again afterwards")
    return [case.text(one) for one in found]


def _next(case: Case, said: Said) -> str:
    step = case.step(said["step"])
    if case.nodes[step]["kind"] == "decision":
        raise Faulty("what follows a decision depends on its answer")
    return case.text(only("steps directly after that", case.after(step)))


def _circle(case: Case, step: str) -> tuple[str, set[str]]:
    """The circle that a step stands in, and the one decision that leads out of it."""
    import networkx as nx

    circle: set[str] = next(c for c in nx.strongly_connected_components(case.arrows) if step in c)
    leaving = {a for a, b in case.arrows.out_edges(circle) if b not in circle}
    if len(circle) < 2 or len(leaving) != 1:
        raise Faulty(f"{len(leaving)} ways out of a circle of {len(circle)}")
    (decision,) = leaving
    if case.nodes[decision]["kind"] != "decision":
        raise Faulty("what leads out of the circle is no decision")
    return decision, circle


def _repeated(case: Case, said: Said) -> str:
    import networkx as nx

    step = case.step(said["step"])
    decision, circle = _circle(case, step)
    if step == decision:
        raise Faulty("it decides on itself")
    # On every round, or else another decision would have a say in it too.
    rounds = case.arrows.subgraph(circle - {step})
    inner = case.arrows.subgraph(circle - {decision})
    if any(len(c) > 1 for c in nx.strongly_connected_components(rounds)) or any(
        len(c) > 1 for c in nx.strongly_connected_components(inner)
    ):
        raise Faulty("other decisions too settle whether it is repeated")
    return case.text(decision)


def _leaving(case: Case, said: Said) -> str:
    decision = case.decision(said["decision"])
    found, circle = _circle(case, decision)
    if found != decision:
        raise Faulty("another decision leads out of that circle")
    edges = [edge for edge in case.out(decision) if edge["target"] not in circle]
    return str(only("answers that lead out", edges)["text"])


def _between(case: Case, said: Said) -> int:
    import networkx as nx

    first, then = case.step(said["first"]), case.step(said["then"])
    if first == then or not nx.has_path(case.near, first, then):
        raise Faulty("no way leads there")
    return int(nx.shortest_path_length(case.near, first, then)) - 1


def _waits(case: Case, said: Said) -> list[str]:
    step = case.step(said["step"])
    bar: Any = only("arrows into it", case.into(step))["source"]
    if case.nodes[bar]["kind"] != "join":
        raise Faulty("it waits at no bar")
    found = [edge["source"] for edge in case.into(bar)]
    if not {*found} <= {*case.near} or not all(case.runs.before(one, step) for one in found):
        raise Faulty("not all that leads into the bar need be done")
    return [case.text(one) for one in found]


def _who(case: Case, said: Said) -> str:
    return case.lane_of(only("steps directly after that", case.after(case.step(said["step"]))))


def _blocked(case: Case, said: Said) -> bool:
    return not sure(case, said)


ROUTINES: dict[str, Routine] = {
    "reason_branch": _branch,
    "reason_conditions": _conditions,
    "reason_value": _value,
    "reason_inverse": _inverse,
    "reason_passed": _passed,
    "reason_next": _next,
    "reason_repeated": _repeated,
    "reason_leaving": _leaving,
    "reason_between": _between,
    "reason_waits": _waits,
    "reason_who": _who,
    "reason_blocked": _blocked,
}
