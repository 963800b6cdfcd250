"""Whether the conditions of a story's branches can be tested, and exactly one always holds."""

from __future__ import annotations

import ast
import itertools
import math
import re
from collections.abc import Iterator, Mapping, Sequence
from string import Formatter
from types import CodeType

from figloom.errors import unknown
from figloom.read.stories_parts import walk
from figloom.stories import Decision, Quantity, Story

MOST = 20_000
"""Values, or pairs of values, that a decision is tested with."""
_ORDERS = (ast.Lt, ast.LtE, ast.Gt, ast.GtE, ast.Eq, ast.NotEq)


def faults(story: Story) -> Iterator[str]:
    """What is wrong, each as "place: what; what to do"."""
    wrong = [fault for name, q in story.variables.items() for fault in _quantity(name, q)]
    yield from wrong
    if wrong:
        return
    used: set[str] = set()
    for place, part in walk(story.parts):
        if isinstance(part, Decision) and any(branch.when for branch in part.branches):
            told = [branch.when for branch in part.branches]
            used |= {word for when in told for word in re.findall(r"\w+", when)}
            yield from _decision(place, part, story.variables)
    for name in story.variables:
        if name not in used:
            yield f"variables.{name}: no `when` tests it; use it in one, or leave it out"


def number(value: float) -> str:
    """A limit as conditions write it."""
    return str(int(value)) if value == int(value) else repr(value)


def values(quantity: Quantity) -> list[float]:
    """Every value that a variable may have, ascending."""
    many = round((quantity.high - quantity.low) / quantity.step)
    return [round(quantity.low + n * quantity.step, 9) for n in range(many + 1)]


def _quantity(name: str, quantity: Quantity) -> Iterator[str]:
    place = f"variables.{name}"
    if not name.isidentifier() or name in ("and", "or", "not", "in", "is", "if", "else"):
        yield f"{place}: a condition cannot hold this name; write it like order_total"
    if not quantity.name.strip() or "{" in quantity.name:
        yield f"{place}: name {quantity.name!r} is what questions call it; write plain words"
    if not quantity.low < quantity.high or quantity.step <= 0:
        yield f"{place}: low, high and step span no range; give low < high and step > 0"
        return
    if (quantity.high - quantity.low) / quantity.step > MOST:
        yield f"{place}: it has more than {MOST:,} values; give a larger step"
        return
    if not quantity.limits:
        yield f"{place}: limits is empty; give at least one"
    known = set(values(quantity))
    for end in ("low", "high"):
        if abs(getattr(quantity, end) / quantity.step % 1 - 0.5) < 0.499999:
            yield f"{place}: {end} is no multiple of step; change one of them"
    for limit in quantity.limits:
        if round(limit, 9) not in known:
            yield f"{place}: limit {limit:g} is no value from low to high by step; give another"


def _decision(place: str, decision: Decision, variables: Mapping[str, Quantity]) -> Iterator[str]:
    for n, branch in enumerate(decision.branches):
        if not branch.when:
            yield f"{place}.branches[{n}]: others have a `when`, this has none; give all or none"
            return
    told = []
    try:
        open_ = sorted({name for b in decision.branches for name in _limits(b.when, variables)})
        for limits in itertools.product(*(variables[name].limits for name in open_)):
            filling = {name: number(limit) for name, limit in zip(open_, limits, strict=True)}
            told.append(
                [_compiled(b.when.format_map(filling), variables) for b in decision.branches]
            )
    except ValueError as fault:
        yield f"{place}: {fault}"
        return
    yield from _hidden(place, decision, open_)
    for tests in told:
        names = sorted(set().union(*(names for _, names in tests)))
        if wrong := _tested([code for code, _ in tests], names, variables):
            yield f"{place}: {wrong}"
            return


def _hidden(place: str, decision: Decision, limits: Sequence[str]) -> Iterator[str]:
    """Limits and numbers of conditions that a reader of the chart cannot see."""
    labels = " ".join(text for branch in decision.branches for text in branch.label)
    for name in limits:
        if f"{{{name}}}" not in labels and not all(f"{{{name}}}" in t for t in decision.decision):
            yield f"{place}: no text shows the limit {{{name}}}; put it in the question or labels"
    for branch in decision.branches:
        for said in re.findall(r"(?<![\w.])\d+(?:\.\d+)?", branch.when):
            shown = f"{float(said):,.10g}"
            if shown not in labels and not all(shown in text for text in decision.decision):
                yield f"{place}: no text shows the number {shown}; put it in the question or labels"


def _limits(when: str, variables: Mapping[str, Quantity]) -> set[str]:
    """Names of the variables whose limits a condition holds."""
    try:
        found = {name for _, name, spec, how in Formatter().parse(when) if name is not None}
    except ValueError:
        raise ValueError(f"`when` {when!r} has a stray brace; write {{name}}") from None
    for name in sorted(found - set(variables)):
        raise ValueError(f"`when` {when!r}: {unknown('variable', name, variables)}")
    return found


def _compiled(when: str, variables: Mapping[str, Quantity]) -> tuple[CodeType, set[str]]:
    """A condition without slots, ready to evaluate, and the variables that it tests."""
    try:
        tree = ast.parse(when, mode="eval")
    except SyntaxError:
        raise ValueError(f"`when` {when!r} is no condition; write it like 'x > {{x}}'") from None
    for node in ast.walk(tree):
        if isinstance(node, ast.Name) and node.id not in variables:
            raise ValueError(f"`when` {when!r}: {unknown('variable', node.id, variables)}")
    if not _is_test(tree.body):
        raise ValueError(
            f"`when` {when!r} may only compare variables with numbers, by and / or; simplify it"
        )
    names = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
    return compile(tree, "<when>", "eval"), names


def _is_test(node: ast.expr) -> bool:
    if isinstance(node, ast.BoolOp):
        return all(map(_is_test, node.values))
    return (
        isinstance(node, ast.Compare)
        and all(isinstance(order, _ORDERS) for order in node.ops)
        and all(map(_is_operand, (node.left, *node.comparators)))
    )


def _is_operand(node: ast.expr) -> bool:
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        node = node.operand
    return isinstance(node, ast.Name) or (
        isinstance(node, ast.Constant) and type(node.value) in (int, float)
    )


def _tested(
    codes: Sequence[CodeType], names: Sequence[str], variables: Mapping[str, Quantity]
) -> str:
    """What is wrong with the conditions of one decision, by trying every value."""
    ranges = [values(variables[name]) for name in names]
    if math.prod(map(len, ranges)) > MOST:
        return f"its variables have more than {MOST:,} values together; give larger steps"
    taken = [False] * len(codes)
    for point in itertools.product(*ranges):
        scope = {"__builtins__": {}, **dict(zip(names, point, strict=True))}
        held = [n for n, code in enumerate(codes) if eval(code, scope)]
        if len(held) != 1:
            at = " and ".join(f"{n} = {number(v)}" for n, v in zip(names, point, strict=True))
            many = "no branch holds" if not held else f"branches {held[0]} and {held[1]} both hold"
            return f"at {at} {many}; make exactly one hold"
        taken[held[0]] = True
    if not all(taken):
        return f"branches[{taken.index(False)}] never holds; change its `when`, or the limits"
    return ""
