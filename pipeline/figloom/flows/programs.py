"""Small Python functions, run statement by statement within a bound: what they return, and how."""

from __future__ import annotations

import ast
import operator
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from figloom.errors import SourceError
from figloom.types import Variable

BUDGET = 2000
"""Statements and tests that a run may take."""
FOLLOWED = 90
"""Steps that a run may take for somebody to follow it."""
EVAL_SHARE = 0.25
"""Part of the skeletons that are shown in eval only."""

TWO: Mapping[type[ast.AST], Callable[[Any, Any], Any]] = {
    ast.Add: operator.add, ast.Sub: operator.sub, ast.Mult: operator.mul, ast.Mod: operator.mod,
    ast.FloorDiv: operator.floordiv, ast.Div: operator.truediv,
    ast.Lt: operator.lt, ast.LtE: operator.le, ast.Gt: operator.gt, ast.GtE: operator.ge,
    ast.Eq: operator.eq, ast.NotEq: operator.ne,
}  # fmt: skip
ONE: Mapping[type[ast.AST], Callable[[Any], Any]] = {
    ast.USub: operator.neg, ast.Not: operator.not_,
}  # fmt: skip
CALLS: Mapping[str, Callable[..., Any]] = {"abs": abs, "min": min, "max": max, "len": len}
_LARGEST = 10**12


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
    called = f"{what.name}({', '.join(map(repr, arguments))})"
    machine = _Machine(called, dict(zip(names, arguments, strict=True)), budget)
    try:
        machine.block(what.body)
    except _Returned:
        pass
    except (ArithmeticError, TypeError, ValueError) as error:
        raise SourceError(f"{called} fails ({error}): give a program that runs.") from None
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
            while self._asked(node, node.test) and self._round(node.body):
                pass
            return
        if isinstance(node, ast.If):
            self.block(node.body if self._asked(node, node.test) else node.orelse)
            return
        self._step(node)
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
            self._set(node.targets[0], self._value(node.value))
        elif isinstance(node, ast.AugAssign) and isinstance(node.target, ast.Name):
            before, joined = self._value(node.target), TWO.get(type(node.op))
            if joined is None:
                raise self._strange(node)
            self._set(node.target, _apply(joined, before, self._value(node.value)))
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
            and _called(node.value) == "print"
        ):
            self.printed.append(" ".join(str(self._value(told)) for told in node.value.args))
        else:
            raise self._strange(node)

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
        known = isinstance(call, ast.Call) and _called(call) == "range"
        if not known or not isinstance(call, ast.Call) or not isinstance(node.target, ast.Name):
            raise self._strange(node)
        for value in range(*(self._value(end) for end in call.args)):
            self._step(node)
            self._test(node, True)
            self._set(node.target, value)
            if not self._round(node.body):
                return
        self._step(node)
        self._test(node, False)

    def _set(self, target: ast.Name, value: Any) -> None:
        if isinstance(value, int | float) and abs(value) > _LARGEST:
            raise ArithmeticError(f"{target.id} grows beyond {_LARGEST}")
        self.values[target.id] = value

    def _value(self, node: ast.expr) -> Any:
        if isinstance(node, ast.Constant):
            return node.value
        if isinstance(node, ast.Name):
            if node.id not in self.values:
                raise ValueError(f"{node.id} has no value yet")
            return self.values[node.id]
        if isinstance(node, ast.BinOp) and type(node.op) in TWO:
            left, right = self._value(node.left), self._value(node.right)
            return _apply(TWO[type(node.op)], left, right)
        if isinstance(node, ast.UnaryOp) and type(node.op) in ONE:
            return ONE[type(node.op)](self._value(node.operand))
        if isinstance(node, ast.BoolOp):
            value: Any = None
            for part in node.values:
                value = self._value(part)
                if bool(value) == isinstance(node.op, ast.Or):
                    break
            return value
        if isinstance(node, ast.Compare) and all(type(op) in TWO for op in node.ops):
            left, *sides = [self._value(side) for side in (node.left, *node.comparators)]
            for op, side in zip(node.ops, sides, strict=True):
                if not TWO[type(op)](left, side):
                    return False
                left = side
            return True
        if isinstance(node, ast.Call) and _called(node) in CALLS and not node.keywords:
            return CALLS[_called(node)](*(self._value(told) for told in node.args))
        raise self._strange(node)

    def _strange(self, node: ast.stmt | ast.expr) -> SourceError:
        return SourceError(
            f"Line {node.lineno} of the program, {ast.unparse(node).splitlines()[0]!r}, is not "
            "known here: use assignments, if, while, for over range, print and return."
        )


def _apply(joined: Callable[[Any, Any], Any], left: Any, right: Any) -> Any:
    # However many times over: it need not fit into memory.
    if joined is operator.mul and (isinstance(left, str) or isinstance(right, str)):
        raise ValueError("a text is multiplied")
    return joined(left, right)


def _called(call: ast.Call) -> str:
    """Name of what is called; "" where it has none."""
    return call.func.id if isinstance(call.func, ast.Name) else ""
