"""Small Python functions, run statement by statement within a bound: what they return, and how."""

from __future__ import annotations

import ast
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from figloom.errors import SourceError
from figloom.flows.expressions import TWO, called, joined, said, sized, strange, worth
from figloom.types import Variable

BUDGET = 2000
"""Statements and tests that a run may take."""
FOLLOWED = 90
"""Steps that a run may take for somebody to follow it."""
EVAL_SHARE = 0.25
"""Part of the skeletons that are shown in eval only."""


@dataclass(frozen=True, slots=True)
class Run:
    """What one run did."""

    lines: tuple[int, ...]
    """Lines of the statements and tests, in the order in which they were executed."""
    tests: tuple[tuple[int, bool], ...]
    """Line and outcome of every test, in order; a `for` tests whether it has another value."""
    printed: tuple[str, ...]
    returned: Any
    values: Mapping[str, Any]
    """The variables when it ended."""


_GRID = 4
"""Values of an input that questions give."""


def grid(variable: Variable) -> list[int]:
    """The values of an input that questions give, its least and its largest among them."""
    wide = int(variable.high - variable.low)
    places = sorted({round(wide * part / (_GRID - 1)) for part in range(_GRID)})
    return [int(variable.low) + place for place in places]


def endless(node: ast.stmt) -> bool:
    """Whether it is a `while True`, which no test ends and a chart shows without a box."""
    test = node.test if isinstance(node, ast.While) else None
    return isinstance(test, ast.Constant) and bool(test.value)


class _Returned(Exception):
    pass


class _Broken(Exception):
    pass


class _Continued(Exception):
    pass


@lru_cache(maxsize=256)
def function(source: str) -> ast.FunctionDef:
    """The one function that a source consists of."""
    try:
        body = ast.parse(source).body
    except SyntaxError as error:
        raise SourceError(
            f"The program is no Python (line {error.lineno}: {error.msg}): give one function."
        ) from None
    if len(body) != 1 or not isinstance(body[0], ast.FunctionDef):
        raise SourceError("The program is not one function: give one `def` and nothing beside it.")
    return body[0]


def skeleton(source: str) -> str:
    """What a source looks like without names, numbers and signs: all of one skeleton are in one
    split."""

    def told(body: list[ast.stmt]) -> str:
        return "(" + " ".join(map(one, body)) + ")"

    def one(node: ast.stmt) -> str:
        if isinstance(node, ast.If):
            return f"if{told(node.body)}{told(node.orelse)}"
        if isinstance(node, ast.For | ast.While):
            return f"{type(node).__name__}{told(node.body)}"
        return type(node).__name__

    what = function(source)
    return f"{len(what.args.args)}{told(what.body)}"


def run(source: str, arguments: Sequence[Any], budget: int = BUDGET) -> Run:
    """Execute the function with these arguments.

    Raises SourceError where it does not end within the budget, takes other arguments, has what is
    not known here, or fails.
    """
    what = function(source)
    names = [argument.arg for argument in what.args.args]
    if len(names) != len(arguments):
        raise SourceError(
            f"Function {what.name!r} takes {len(names)} arguments, not {len(arguments)}: give one "
            f"value each for {', '.join(names) or 'none'}."
        )
    told = f"{what.name}({', '.join(map(repr, arguments))})"
    machine = _Machine(told, dict(zip(names, arguments, strict=True)), budget)
    try:
        machine.block(what.body)
    except _Returned:
        pass
    except (ArithmeticError, TypeError, ValueError) as error:
        raise SourceError(f"{told} fails ({error}): give a program that runs.") from None
    return Run(
        tuple(machine.lines), tuple(machine.tests), tuple(machine.printed), machine.returned,
        machine.values,
    )  # fmt: skip


class _Machine:
    def __init__(self, called: str, values: dict[str, Any], budget: int) -> None:
        self.called, self.values, self.budget = called, values, budget
        self.lines: list[int] = []
        self.tests: list[tuple[int, bool]] = []
        self.printed: list[str] = []
        self.returned: Any = None

    def block(self, statements: Sequence[ast.stmt]) -> None:
        for statement in statements:
            self._statement(statement)

    def _step(self, node: ast.stmt) -> None:
        self.lines.append(node.lineno)
        if len(self.lines) > self.budget:
            raise SourceError(
                f"{self.called} does not end within {self.budget} steps: give a program that ends."
            )

    def _test(self, node: ast.stmt, outcome: bool) -> bool:
        self.tests.append((node.lineno, outcome))
        return outcome

    def _statement(self, node: ast.stmt) -> None:
        if isinstance(node, ast.For):
            self._for(node)
            return
        if isinstance(node, ast.While):
            while self._again(node) and self._round(node.body):
                pass
            return
        if isinstance(node, ast.If):
            self.block(node.body if self._asked(node, node.test) else node.orelse)
            return
        self._step(node)
        if isinstance(node, ast.Assign):
            self._assign(node)
        elif isinstance(node, ast.AugAssign) and isinstance(node.target, ast.Name):
            if type(node.op) not in TWO:
                raise strange(node)
            before, by = self._value(node.target), self._value(node.value)
            self._set(node.target, joined(node.op, before, by))
        elif isinstance(node, ast.Return):
            self.returned = self._value(node.value) if node.value else None
            raise _Returned
        elif isinstance(node, ast.Break):
            raise _Broken
        elif isinstance(node, ast.Continue):
            raise _Continued
        elif (
            isinstance(node, ast.Expr)
            and isinstance(node.value, ast.Call)
            and called(node.value) == "print"
        ):
            self.printed.append(" ".join(said(told, self.values) for told in node.value.args))
        elif not isinstance(node, ast.Pass):
            raise strange(node)

    def _assign(self, node: ast.Assign) -> None:
        target = node.targets[0]
        if isinstance(target, ast.Name):
            self._set(target, self._value(node.value))
            return
        names = target.elts if isinstance(target, ast.Tuple) else []
        parts = node.value.elts if isinstance(node.value, ast.Tuple) else []
        if not names or len(names) != len(parts):
            raise strange(node)
        # All are worked out before the first is set.
        for name, value in zip(names, [self._value(part) for part in parts], strict=True):
            if not isinstance(name, ast.Name):
                raise strange(node)
            self._set(name, value)

    def _again(self, node: ast.While) -> bool:
        # Where no box asks whether to go on, it is no step.
        return endless(node) or self._asked(node, node.test)

    def _asked(self, node: ast.stmt, test: ast.expr) -> bool:
        self._step(node)
        return self._test(node, bool(self._value(test)))

    def _round(self, body: Sequence[ast.stmt]) -> bool:
        """One round of a loop; whether another may follow."""
        try:
            self.block(body)
        except _Continued:
            pass
        except _Broken:
            return False
        return True

    def _for(self, node: ast.For) -> None:
        call = node.iter
        known = isinstance(call, ast.Call) and called(call) == "range"
        if not known or not isinstance(call, ast.Call) or not isinstance(node.target, ast.Name):
            raise strange(node)
        for value in range(*(self._value(end) for end in call.args)):
            self._step(node)
            self._test(node, True)
            self._set(node.target, value)
            if not self._round(node.body):
                return
        self._step(node)
        self._test(node, False)

    def _set(self, target: ast.Name, value: Any) -> None:
        self.values[target.id] = sized(value)

    def _value(self, node: ast.expr) -> Any:
        return worth(node, self.values)
