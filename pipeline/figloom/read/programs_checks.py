"""Whether the chart of a person's function can be drawn, told apart box by box, and followed."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping
from itertools import combinations, product

from figloom.errors import SourceError
from figloom.flows.code_chart import charted, worded
from figloom.flows.invariants import faults
from figloom.flows.labels import within
from figloom.flows.programs import FOLLOWED, grid, run
from figloom.flows.subset import Fault
from figloom.types import Flow, FlowNode, Variable

_SIZES = (5, 30)
"""Boxes of a chart."""
_USUAL = (1, 12)
"""Inputs of a parameter that is compared with nothing."""
_NARROWER = ((1, 12), (1, 6), (2, 5))
"""Inputs of all parameters that are tried where others do not go."""
_TURNED: Mapping[type[ast.cmpop], ast.cmpop] = {
    ast.Lt: ast.Gt(), ast.LtE: ast.GtE(), ast.Gt: ast.Lt(), ast.GtE: ast.LtE(),
    ast.Eq: ast.Eq(), ast.NotEq: ast.NotEq(),
}  # fmt: skip


def unsound(node: ast.FunctionDef, source: str, lines: Mapping[int, int]) -> Iterator[Fault]:
    """What would be no chart: too small or large, steps that are read alike, strange arrows.

    `lines` are those of the file by those of `source`."""
    flow = charted(source)
    if not _SIZES[0] <= len(flow.nodes) <= _SIZES[1]:
        yield (
            node.lineno,
            (
                f"the chart of {node.name!r} has {len(flow.nodes)} boxes; "
                f"give a function with {_SIZES[0]} to {_SIZES[1]}, start and end included"
            ),
        )
        return
    place = {one.id: lines.get(one.line or 0, node.lineno) for one in flow.nodes}
    if alike := list(_alike(node, flow, place)):
        yield from alike
        return
    text = {one.id: one.text for one in flow.nodes}
    for fault in faults(flow, figures=False):
        about = [one for one in flow.nodes if re.search(rf"\b{one.id}\b", fault)]
        said = re.sub(r"\bn\d+\b", lambda at: f"`{text[at[0]]}`", fault)
        said = re.sub(r"^e\d+\b", "an arrow", said)
        line = max((place[one.id] for one in about), default=node.lineno)
        yield line, f"in {node.name!r}, {said}; write one otherwise"


def _alike(node: ast.FunctionDef, flow: Flow, place: Mapping[str, int]) -> Iterator[Fault]:
    """Lines of which one is the other, or holds it word for word, and how to write one."""
    named = [one for one in flow.nodes if one.text]
    for one, other in combinations(named, 2):
        if within(other.text, one.text):
            one, other = other, one
        elif not within(one.text, other.text):
            continue
        here, there = sorted((place[one.id], place[other.id]))
        same = within(other.text, one.text)
        why = (
            f"`{one.text}` stands in line {here} too"
            if same
            else f"`{other.text}` of line {place[other.id]} holds all of `{one.text}` of line "
            f"{place[one.id]}"
        )
        yield (
            there,
            (
                f"{why}, and a question that quotes it could mean either; "
                f"{_otherwise(node, named, other, place[other.id])}"
            ),
        )


def _otherwise(node: ast.FunctionDef, named: list[FlowNode], wrong: FlowNode, line: int) -> str:
    """What to write instead of a line, as far as that is plain."""
    for part in ast.walk(node):
        if getattr(part, "lineno", 0) != line or not isinstance(part, ast.stmt | ast.Compare):
            continue
        for text in _ways(part):
            full = f"{text}?" if isinstance(part, ast.Compare) else text
            others = [one.text for one in named if one is not wrong]
            if not any(within(full, text) or within(text, full) for text in others):
                return f"write it as `{text}`"
    return "write one otherwise, or rename a variable"


def _ways(part: ast.stmt | ast.expr) -> Iterator[str]:
    """Other spellings of the same."""
    if isinstance(part, ast.AugAssign):
        longer = ast.BinOp(part.target, part.op, part.value)
        yield f"{ast.unparse(part.target)} = {ast.unparse(longer)}"
    elif isinstance(part, ast.Assign) and isinstance(part.value, ast.BinOp):
        sum_ = part.value
        name = ast.unparse(part.targets[0])
        if isinstance(sum_.op, ast.Add | ast.Mult):
            turned = ast.BinOp(sum_.right, sum_.op, sum_.left)
            yield worded(ast.Assign(part.targets, turned, lineno=part.lineno))
        if ast.unparse(sum_.left) == name:
            yield ast.unparse(ast.AugAssign(part.targets[0], sum_.op, sum_.right))  # type: ignore[arg-type]
    elif isinstance(part, ast.Return) and isinstance(part.value, ast.BinOp):
        sum_ = part.value
        if isinstance(sum_.op, ast.Add | ast.Mult):
            yield f"return {ast.unparse(ast.BinOp(sum_.right, sum_.op, sum_.left))}"
    elif isinstance(part, ast.Compare) and len(part.ops) == 1 and type(part.ops[0]) in _TURNED:
        turned_ = ast.Compare(part.comparators[0], [_TURNED[type(part.ops[0])]], [part.left])
        yield ast.unparse(turned_)


def inputs(node: ast.FunctionDef, source: str) -> tuple[Variable, ...] | str:
    """The parameters with numbers on both sides of those that they are compared with, as far as the
    function does what it should with them; why not, where it never does."""
    names = [given.arg for given in node.args.args]
    wide = [_around(node, name) for name in names]
    first = ""
    for ends in (wide, *([narrow] * len(names) for narrow in _NARROWER)):
        found = tuple(
            Variable(name, f"the input {name}", low, high)
            for name, (low, high) in zip(names, ends, strict=True)
        )
        try:
            for given in product(*map(grid, found)):
                run(source, given, FOLLOWED)
        except SourceError as error:
            first = first or str(error).rstrip(".")
            continue
        return found
    return first


def _around(node: ast.FunctionDef, name: str) -> tuple[int, int]:
    """Inputs of a parameter: the usual ones, and some beyond what it is compared with."""
    low, high = _USUAL
    for test in ast.walk(node):
        if isinstance(test, ast.Compare):
            sides = [test.left, *test.comparators]
            if any(isinstance(side, ast.Name) and side.id == name for side in sides):
                for number in map(_number, sides):
                    if number is not None:
                        beyond = max(2, abs(number) // 4)
                        low = min(low, number - beyond) if number < 1 else low
                        high = max(high, number + beyond)
    return low, high


def _number(node: ast.expr) -> int | None:
    try:
        value = ast.literal_eval(node)
    except ValueError:
        return None
    return int(value) if isinstance(value, int | float) else None
