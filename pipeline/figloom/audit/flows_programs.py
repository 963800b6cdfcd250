"""Programs drawn as flowcharts, run step by step from what stands in the steps.

The source that the facts hold is never read: a run follows arrows, works out the tests of
decisions, and carries out assignments.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from figloom.audit.flows_case import Case, folded, only
from figloom.audit.flows_expressions import several, worth
from figloom.audit.flows_found import Routine, Said
from figloom.audit.labels import Faulty

_MOST = 20_000
"""Steps of a run, beyond which it is held not to end."""
_INPUTS = re.compile(r"([A-Za-z_]\w*) = (-?\d+)")
_ASSIGNED = re.compile(r"([A-Za-z_]\w*) (\+|-|\*\*|\*|//|%|/)?= ([^=].*)")
_SEVERAL = re.compile(r"([A-Za-z_]\w*(?:, [A-Za-z_]\w*)+) = ([^=].*)")
_NEXT = re.compile(r"next ([A-Za-z_]\w*) in (.+)")
_RETURNED = re.compile(r"return (.+)", re.IGNORECASE)
_YES, _NO = frozenset({"yes", "true"}), frozenset({"no", "false"})


class _Run:
    """A run for some inputs: the steps that it does in turn, and what it returns."""

    def __init__(self, case: Case, inputs: dict[str, Any]) -> None:
        self.case, self.values = case, dict(inputs)
        self.waiting: dict[str, Iterator[Any]] = {}
        self.returned: Any = None
        self.done = list(self._steps())

    def _steps(self) -> Iterator[str]:
        step = self.case.shown["entry"]
        for _ in range(_MOST):
            yield step
            out = self.case.out(step)
            if self.case.nodes[step]["kind"] == "decision":
                answers = _YES if self._tested(step) else _NO
                out = [edge for edge in out if folded(edge["text"]) in answers]
            else:
                self._do(step)
            if not out:
                return
            step = only("arrows to follow", out)["target"]
        raise Faulty("the program does not end")

    def _tested(self, step: str) -> bool:
        text = self.case.text(step).removesuffix("?").strip()
        each = _NEXT.fullmatch(text)
        if each is None:
            return bool(worth(text, self.values))
        if step not in self.waiting:
            self.waiting[step] = iter(worth(each[2], self.values))
        for value in self.waiting[step]:
            self.values[each[1]] = value
            return True
        # Begins anew when it is come to again.
        del self.waiting[step]
        return False

    def _do(self, step: str) -> None:
        text, kind = self.case.text(step), self.case.nodes[step]["kind"]
        if kind in ("start", "end"):
            return
        if made := _ASSIGNED.fullmatch(text):
            name, sign, right = made.groups()
            self.values[name] = worth(f"{name} {sign} ({right})" if sign else right, self.values)
        elif found := _SEVERAL.fullmatch(text):
            targets, given = found[1].split(", "), several(found[2], self.values)
            if len(targets) != len(given):
                raise Faulty(f"{text!r} sets {len(targets)} to {len(given)} values")
            self.values |= zip(targets, given, strict=True)
        elif found := _RETURNED.fullmatch(text):
            self.returned = worth(found[1], self.values)
        elif kind != "io":
            raise Faulty(f"{text!r} cannot be carried out")


def _run(case: Case, said: Said) -> _Run:
    inputs = {name: int(number) for name, number in _INPUTS.findall(said["inputs"])}
    known = {one["id"]: one for one in case.shown["variables"]}
    if inputs.keys() != known.keys():
        raise Faulty(f"{said['inputs']!r} are not its inputs")
    for name, number in inputs.items():
        if not known[name]["low"] <= number <= known[name]["high"]:
            raise Faulty(f"{number} is no value of {name}")
    return _Run(case, inputs)


def _output(case: Case, said: Said) -> int:
    found = _run(case, said).returned
    if type(found) is not int:
        raise Faulty(f"{found!r} is returned, which is no whole number")
    return found


def _times(case: Case, said: Said) -> int:
    return _run(case, said).done.count(case.step(said["step"]))


ROUTINES: dict[str, Routine] = {
    "reason_output": _output,
    "reason_times": _times,
}
