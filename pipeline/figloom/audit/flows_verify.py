"""Statements about the course of a process, judged by its arrows and by its runs."""

from __future__ import annotations

from figloom.audit.flows_case import Case, only
from figloom.audit.flows_found import Routine, Said, sure, walked
from figloom.audit.labels import Faulty


def _branch(case: Case, said: Said) -> bool:
    decision = case.decision(said["decision"])
    steps = case.led(case.answered(decision, said["answer"]))
    return only("steps behind that answer", steps) == case.step(said["step"])


def _outcome(case: Case, said: Said) -> bool:
    turns = [(said["first"], said["answer"]), (said["second"], said["reply"])]
    return walked(case, turns) == case.step(said["step"])


def _direct(case: Case, said: Said) -> bool:
    return only("steps directly after that", case.after(case.step(said["step"]))) == case.step(
        said["then"]
    )


def _before(case: Case, said: Said) -> bool:
    first, then = case.step(said["first"]), case.step(said["then"])
    truth = case.runs.before(first, then)
    if case.reaches(*((then, first) if truth else (first, then))) or _aside(case, first, then):
        raise Faulty("both may come before the other")
    return truth


def _required(case: Case, said: Said) -> bool:
    first, then = case.step(said["first"]), case.step(said["then"])
    if case.reaches(then, first) or _aside(case, first, then):
        raise Faulty("the first may come again after the other")
    return case.runs.before(first, then)


def _reach(case: Case, said: Said) -> bool:
    first, then = case.step(said["first"]), case.step(said["then"])
    if _aside(case, first, then):
        raise Faulty("one may come after the other, though no arrow leads there")
    return case.reaches(first, then)


def _return(case: Case, said: Said) -> bool:
    late, early = case.step(said["late"]), case.step(said["early"])
    if not case.runs.before(early, late):
        raise Faulty("what it should come back to need not have come before")
    if _aside(case, late, early):
        raise Faulty("one may come after the other, though no arrow leads there")
    return case.reaches(late, early)


def _lane(case: Case, said: Said) -> bool:
    return bool(case.nodes[case.step(said["step"])]["lane"] == case.lane(said["lane"]))


def _parallel(case: Case, said: Said) -> bool:
    first, second = case.step(said["first"]), case.step(said["second"])
    runs = case.runs
    if runs.together(first, second):
        if runs.alone(first, second) or runs.alone(second, first):
            raise Faulty("they may run side by side, and one may be left out")
        return True
    return False


def _aside(case: Case, one: str, other: str) -> bool:
    """Whether two steps stand on parallel branches, where arrows do not tell the order."""
    forks = any(node["kind"] == "fork" for node in case.nodes.values())
    return forks and case.runs.together(one, other)


ROUTINES: dict[str, Routine] = {
    "verify_branch": _branch,
    "verify_outcome": _outcome,
    "verify_direct": _direct,
    "verify_before": _before,
    "verify_required": _required,
    "verify_reach": _reach,
    "verify_return": _return,
    "verify_unavoidable": sure,
    "verify_lane": _lane,
    "verify_parallel": _parallel,
}
