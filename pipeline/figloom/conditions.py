"""Conditions on the arrows of a decision: read strictly, evaluated at every value that matters."""

from __future__ import annotations

import ast
import operator
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from itertools import product
from typing import Any

from figloom.types import Variable

_COMPARE: Mapping[type[ast.cmpop], Callable[[Any, Any], bool]] = {
    ast.Lt: operator.lt, ast.LtE: operator.le, ast.Gt: operator.gt, ast.GtE: operator.ge,
    ast.Eq: operator.eq, ast.NotEq: operator.ne,
}  # fmt: skip


def holds(condition: str, values: Mapping[str, float]) -> bool:
    """Whether a condition holds; ValueError where it is none over these variables."""
    return bool(_value(_parsed(condition), values))


@lru_cache(maxsize=4096)
def _parsed(condition: str) -> ast.expr:
    try:
        return ast.parse(condition, mode="eval").body
    except SyntaxError:
        raise ValueError(f"{condition!r} is no condition") from None


def _value(node: ast.expr, values: Mapping[str, float]) -> Any:
    if isinstance(node, ast.Constant) and isinstance(node.value, int | float):
        return node.value
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        return -_value(node.operand, values)
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        return not _value(node.operand, values)
    if isinstance(node, ast.Name) and node.id in values:
        return values[node.id]
    if isinstance(node, ast.BoolOp):
        parts = (_value(part, values) for part in node.values)
        return all(parts) if isinstance(node.op, ast.And) else any(parts)
    if isinstance(node, ast.Compare) and all(type(op) in _COMPARE for op in node.ops):
        sides = [_value(side, values) for side in (node.left, *node.comparators)]
        return all(_COMPARE[type(op)](sides[i], sides[i + 1]) for i, op in enumerate(node.ops))
    raise ValueError(f"{ast.unparse(node)!r} is neither a comparison nor a variable of the chart")


@lru_cache(maxsize=4096)
def exclusive(conditions: tuple[str, ...], variables: tuple[Variable, ...]) -> str:
    """Why not exactly one of the conditions holds whatever the values; "" where it does."""
    if not all(conditions):
        return "some of its arrows have a condition and some have none"
    try:
        trees = [_parsed(condition) for condition in conditions]
        names = {n.id for tree in trees for n in ast.walk(tree) if isinstance(n, ast.Name)}
        some = [variable for variable in variables if variable.id in names]
        for values in product(*(_trials(variable, trees) for variable in some)):
            given = {variable.id: value for variable, value in zip(some, values, strict=True)}
            many = sum(holds(condition, given) for condition in conditions)
            if many != 1:
                return f"{many} of its conditions hold where {given}"
        idle = [c for c in conditions if not _sometimes(c, some, trees)]
        return f"{idle[0]!r} never holds" if idle else ""
    except ValueError as error:
        return str(error)


def _sometimes(condition: str, some: Sequence[Variable], trees: Sequence[ast.expr]) -> bool:
    return any(
        holds(condition, dict(zip((v.id for v in some), values, strict=True)))
        for values in product(*(_trials(variable, trees) for variable in some))
    )


def _trials(variable: Variable, trees: Sequence[ast.expr]) -> list[float]:
    """Its ends, and the constants within them and their neighbours: between these nothing
    changes."""
    step, found = variable.step, {variable.low, variable.high}
    for constant in (n for tree in trees for n in ast.walk(tree) if isinstance(n, ast.Constant)):
        if isinstance(constant.value, int | float):
            for value in (constant.value, -constant.value):
                found |= {value - step, value, value + step}
    return sorted(value for value in found if variable.low <= value <= variable.high)


