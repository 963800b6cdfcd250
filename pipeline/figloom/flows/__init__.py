"""What flowcharts mean: names of colours and figures, and the grammar tree behind a process.

Samplers build by these, renderers draw by them, questions name things by them.
"""

from __future__ import annotations

import ast
import operator
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from itertools import pairwise
from typing import Annotated, Any, Literal

from pydantic import Discriminator

from figloom import codec
from figloom.types import Figure, Flow

COLOURS: Mapping[str, tuple[str, ...]] = {
    "green": ("#a8e6a1", "#8fd694", "#b5e8a8"),
    "pink": ("#ffc0cb", "#ffb3c6", "#fbb4cf"),
    "yellow": ("#fff2a8", "#ffec99", "#fdf0a0"),
    "orange": ("#ffb347", "#ffa94d", "#fdb462"),
    "blue": ("#a7c7f9", "#91b9f5", "#9ec5fe"),
    "red": ("#f28b82", "#ef7a72", "#f47c7c"),
    "purple": ("#c9b1f0", "#c4a7eb", "#cdb4f4"),
    "grey": ("#c8ccd2", "#c4c8cc", "#cdcdcd"),
}
"""Grounds by the name that a person would call them; dark text is read on every one."""

BORDERS: Mapping[str, str] = {
    "green": "#2b8a3e",
    "red": "#c92a2a",
    "blue": "#1c5fd4",
    "orange": "#e8710a",
    "purple": "#7a3fd0",
}
"""Colours of borders, likewise, on white."""

FIGURES: Mapping[Figure, str] = {
    "stadium": "oval",
    "ellipse": "oval",
    "rectangle": "rectangle",
    "rounded": "rounded rectangle",
    "diamond": "diamond",
    "parallelogram": "parallelogram",
    "hexagon": "hexagon",
    "cylinder": "cylinder",
    "document": "document shape",
    "double": "double-sided rectangle",
    "circle": "circle",
}
"""What questions call a figure. One chart never has two figures of one name, nor both rectangles
and rounded ones where figures are asked about."""


@dataclass(frozen=True, slots=True)
class Do:
    """One step."""

    node: str
    sort: Literal["do"] = "do"


@dataclass(frozen=True, slots=True)
class Way:
    """What follows one arrow out of a decision; `end` is the end of its own where it has one."""

    edge: str
    block: tuple[Part, ...] = ()
    end: str = ""


@dataclass(frozen=True, slots=True)
class Choose:
    """A decision whose ways join again, but for those with an end of their own."""

    node: str
    ways: tuple[Way, ...]
    sort: Literal["choose"] = "choose"


@dataclass(frozen=True, slots=True)
class Repeat:
    """A loop; the arrows out of its decision that lead round again and on."""

    node: str
    again: str
    done: str
    block: tuple[Part, ...]
    """What is repeated, in order; runs at least once where `first` is `block`."""
    first: Literal["test", "block"] = "test"
    sort: Literal["repeat"] = "repeat"


@dataclass(frozen=True, slots=True)
class Split:
    """Branches that all run, in any order, between a fork and a join."""

    fork: str
    join: str
    branches: tuple[tuple[Part, ...], ...]
    sort: Literal["split"] = "split"


Part = Annotated[Do | Choose | Repeat | Split, Discriminator("sort")]


@dataclass(frozen=True, slots=True)
class Grammar:
    """The process between its entry and its main end."""

    block: tuple[Part, ...]
    end: str
    """Id of the main end."""


def grammar(flow: Flow) -> Grammar | None:
    """The tree of a flow that was made by one, else None."""
    return codec.loads(flow.program, Grammar) if flow.language == "tree" else None


_LOGIC: Mapping[type[ast.AST], Callable[[Any, Any], bool]] = {
    ast.Lt: operator.lt,
    ast.LtE: operator.le,
    ast.Gt: operator.gt,
    ast.GtE: operator.ge,
    ast.Eq: operator.eq,
    ast.NotEq: operator.ne,
}


def holds(condition: str, values: Mapping[str, float]) -> bool:
    """Whether a condition over variables is met: comparisons of names and numbers, `and`, `or`,
    `not`. ValueError for anything else, and for a name without a value."""
    return bool(_value(ast.parse(condition, mode="eval").body, values))


def numbers(condition: str) -> tuple[float, ...]:
    """The numbers that a condition compares with."""
    found = ast.walk(ast.parse(condition, mode="eval"))
    return tuple(
        float(part.value)
        for part in found
        if isinstance(part, ast.Constant) and isinstance(part.value, int | float)
    )


def _value(tree: ast.expr, values: Mapping[str, float]) -> float | bool:
    match tree:
        case ast.Compare(left, operators, rights):
            sides = [_value(side, values) for side in (left, *rights)]
            return all(
                _LOGIC[type(sign)](a, b)
                for sign, (a, b) in zip(operators, pairwise(sides), strict=True)
            )
        case ast.BoolOp(ast.And(), parts):
            return all(_value(part, values) for part in parts)
        case ast.BoolOp(ast.Or(), parts):
            return any(_value(part, values) for part in parts)
        case ast.UnaryOp(ast.Not(), part):
            return not _value(part, values)
        case ast.UnaryOp(ast.USub(), part):
            return -_value(part, values)
        case ast.Constant(int() | float() as number):
            return number
        case ast.Name(name) if name in values:
            return values[name]
    raise ValueError(f"{ast.unparse(tree)!r} is no comparison of variables and numbers")
