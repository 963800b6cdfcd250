"""Expressions of small Python functions, worked out on their syntax tree."""

from __future__ import annotations

import ast
import operator
from collections.abc import Callable, Mapping
from typing import Any

from figloom.errors import SourceError

LARGEST = 10**12
"""Largest number of a program, on either side of zero."""
_EXPONENT = 40
"""Largest exponent: beyond, a number outgrows any memory before it is found too large."""


def _power(base: Any, exponent: Any) -> Any:
    if not isinstance(exponent, int) or not 0 <= exponent <= _EXPONENT:
        raise ArithmeticError(f"an exponent is no whole number from 0 to {_EXPONENT}")
    return base**exponent


TWO: Mapping[type[ast.AST], Callable[[Any, Any], Any]] = {
    ast.Add: operator.add, ast.Sub: operator.sub, ast.Mult: operator.mul, ast.Mod: operator.mod,
    ast.FloorDiv: operator.floordiv, ast.Div: operator.truediv, ast.Pow: _power,
    ast.Lt: operator.lt, ast.LtE: operator.le, ast.Gt: operator.gt, ast.GtE: operator.ge,
    ast.Eq: operator.eq, ast.NotEq: operator.ne,
}  # fmt: skip
ONE: Mapping[type[ast.AST], Callable[[Any], Any]] = {
    ast.USub: operator.neg, ast.Not: operator.not_,
}  # fmt: skip
CALLS: Mapping[str, Callable[..., Any]] = {"abs": abs, "min": min, "max": max, "len": len}
WORDS = "use assignments, if, while, for over range, print and return"


def worth(node: ast.expr, values: Mapping[str, Any]) -> Any:
    """What an expression comes to; SourceError for what is not known here, and what Python raises
    where it fails."""

    def of(part: ast.expr) -> Any:
        return worth(part, values)

    if isinstance(node, ast.Constant):
        return node.value
    if isinstance(node, ast.Name):
        if node.id not in values:
            raise ValueError(f"{node.id} has no value yet")
        return values[node.id]
    if isinstance(node, ast.BinOp) and type(node.op) in TWO:
        return joined(node.op, of(node.left), of(node.right))
    if isinstance(node, ast.UnaryOp) and type(node.op) in ONE:
        return ONE[type(node.op)](of(node.operand))
    if isinstance(node, ast.IfExp):
        return of(node.body if of(node.test) else node.orelse)
    if isinstance(node, ast.BoolOp):
        value: Any = None
        for part in node.values:
            value = of(part)
            if bool(value) == isinstance(node.op, ast.Or):
                break
        return value
    if isinstance(node, ast.Compare) and all(type(op) in TWO for op in node.ops):
        left, *sides = map(of, (node.left, *node.comparators))
        for op, side in zip(node.ops, sides, strict=True):
            if not TWO[type(op)](left, side):
                return False
            left = side
        return True
    if isinstance(node, ast.Call) and called(node) in CALLS and not node.keywords:
        return CALLS[called(node)](*map(of, node.args))
    raise strange(node)


def joined(sign: ast.operator, left: Any, right: Any) -> Any:
    """What the sign makes of both; numbers that are too large, and texts that could be, fail."""
    kind = type(sign)
    # However many times over: it need not fit into memory.
    if kind is ast.Mult and (isinstance(left, str) or isinstance(right, str)):
        raise ValueError("a text is multiplied")
    # A sign between a text and values fills them in, to any width.
    if kind is ast.Mod and isinstance(left, str):
        raise ValueError("a text is divided")
    return sized(TWO[kind](left, right))


def sized(value: Any) -> Any:
    """The value, where it is no number beyond the largest and no text that is too long."""
    if isinstance(value, int | float) and abs(value) > LARGEST:
        raise ArithmeticError(f"a number grows beyond {LARGEST}")
    if isinstance(value, str) and len(value) > _LETTERS:
        raise ValueError(f"a text grows beyond {_LETTERS} letters")
    return value


_LETTERS = 1000


def said(node: ast.expr | None, values: Mapping[str, Any]) -> str:
    """What printing an expression shows; an f-string may stand here and nowhere else."""
    if isinstance(node, ast.JoinedStr):
        parts = (part.value if isinstance(part, ast.FormattedValue) else part
                 for part in node.values)  # fmt: skip
        return "".join(said(part, values) for part in parts)
    return "" if node is None else str(worth(node, values))


def called(call: ast.Call) -> str:
    """Name of what is called; "" where it has none."""
    return call.func.id if isinstance(call.func, ast.Name) else ""


def strange(node: ast.stmt | ast.expr) -> SourceError:
    """For what no program here may have."""
    return SourceError(
        f"Line {node.lineno} of the program, {ast.unparse(node).splitlines()[0]!r}, is not "
        f"known here: {WORDS}."
    )
