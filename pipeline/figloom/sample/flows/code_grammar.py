"""Small Python functions made from a grammar: counters, tests, loops that end, a result."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import partial
from math import perm
from random import Random

from figloom.flows.labels import alike

_FUNCTIONS = (
    "tally", "score", "measure", "adjust", "combine", "evaluate", "walk_down", "sum_up", "reduce",
    "total_cost", "count_steps", "grade", "weigh", "collect", "rate", "sift", "balance", "shrink",
    "estimate", "charge", "points", "level_up", "mix", "distance", "digits",
)  # fmt: skip
_INPUTS = ("n", "x", "k", "m", "a", "b", "size", "limit", "speed", "age", "width", "hours")
_RESULTS = ("total", "count", "result", "points", "sum", "price", "cost", "steps", "value", "rank")
_EXTRAS = ("bonus", "step", "rest", "half", "extra", "gap", "shift", "fee", "part", "weight")
_SHORT_INPUTS = ("n", "x", "k", "m", "a", "b")
_SHORT_RESULTS = ("r", "s", "t", "y")
_SHORT_EXTRAS = ("c", "d", "f", "g", "h", "u", "v", "w", "z")
_LONG = 9
"""Statements from which on names are single letters, since lines with longer ones look alike."""
_INDICES = ("i", "j", "p", "q")
_TRIES = 6
_MISSES = 24
"""Blocks that are tried for one function."""


class Stuck(Exception):
    """No statement is left that reads unlike all others."""


@dataclass(slots=True)
class _Code:
    """A function being written."""

    random: Random
    inputs: list[str]
    result: str
    extras: tuple[str, ...]
    lines: list[str] = field(default_factory=list)
    labels: list[str] = field(default_factory=list)
    known: list[str] = field(default_factory=list)
    """Variables with a value."""
    fixed: set[str] = field(default_factory=set)
    """Variables that a loop counts by, and nothing else may change."""
    misses: int = 0

    def say(self, depth: int, make: Callable[[], str], frame: str = "{}") -> str:
        """Add a line that reads like no other; what it says without its frame."""
        for _ in range(_TRIES):
            text = make()
            if not any(map(partial(alike, text), self.labels)):
                self.labels.append(text)
                self.lines.append("    " * (depth + 1) + frame.format(text))
                return text
        raise Stuck

    def one(self, *names: str) -> str:
        return self.random.choice(names)

    def number(self, low: int = 2, high: int = 9) -> int:
        return self.random.randint(low, high)


def written(random: Random, size: int) -> str:
    """Source of a function of about so many statements. Raises Stuck."""
    short = size >= _LONG
    many = random.choice((1, 2, 2, 3) if short else (1, 1, 2))
    inputs = random.sample(_SHORT_INPUTS if short else _INPUTS, many)
    result = random.choice(_SHORT_RESULTS if short else _RESULTS)
    code = _Code(random, inputs, result, _SHORT_EXTRAS if short else _EXTRAS)
    code.known += inputs
    if random.random() < 0.3:
        _early(code)
    code.say(0, lambda: f"{code.result} = {random.choice((0, 0, 1, 10, code.inputs[0]))}")
    code.known.append(code.result)
    blocks = [_counted, _counted, _falling, _forked, _graded, _plain]
    while len(code.labels) < size - 1:
        code = _grown(code, random.choice(blocks), size - 1)
    code.say(0, lambda: f"return {_answer(code)}")
    head = f"def {random.choice(_FUNCTIONS)}({', '.join(inputs)}):"
    return "\n".join((head, *code.lines)) + "\n"


def unnamed(source: str) -> tuple[str, int]:
    """What a function that was written here does, without its own name and those of its inputs and
    its result; and how many ways there are to name these, all about as likely, since names are
    drawn before what is done with them."""
    head, _, body = source.partition("\n")
    inputs = head.partition("(")[2].partition(")")[0].split(", ")
    result = body.rpartition("return ")[2].split()[0]
    for number, name in enumerate((*inputs, result)):
        body = re.sub(rf"\b{name}\b", f"v{number}_", body)
    short = result in _SHORT_RESULTS
    names, results = (_SHORT_INPUTS, _SHORT_RESULTS) if short else (_INPUTS, _RESULTS)
    return f"{len(inputs)} {body}", perm(len(names), len(inputs)) * len(results)


def _grown(code: _Code, block: Callable[[_Code, int], None], most: int) -> _Code:
    """The function with one more block, or as it was where that does not go; Stuck in the end."""
    code.misses += 1
    if code.misses > _MISSES:
        raise Stuck
    more = replace(
        code,
        lines=[*code.lines],
        labels=[*code.labels],
        known=[*code.known],
        fixed={*code.fixed},
    )
    try:
        block(more, 0)
    except Stuck:
        return code
    return more if len(more.labels) <= most + 1 else code


def _answer(code: _Code) -> str:
    others = [name for name in code.known if name in code.extras]
    if others and code.random.random() < 0.4:
        return f"{code.result} {code.one('+', '-')} {others[-1]}"
    return code.result


def _early(code: _Code) -> None:
    name = code.inputs[0]
    code.say(0, lambda: f"{name} < {code.number(1, 3)}", "if {}:")
    code.say(1, lambda: f"return {code.one('0', '-1', name)}")


def _change(code: _Code, depth: int, by: str = "") -> None:
    """The result is changed by a variable or a number."""

    def make() -> str:
        kind, result = code.random.random(), code.result
        if by and kind < 0.4:
            return f"{result} {code.one('+', '-')}= {by}"
        if by and kind < 0.55:
            return f"{result} = {result} + {by} * {code.number(2, 5)}"
        if by and kind < 0.65:
            return f"{result} = {code.one('max', 'min')}({result}, {by})"
        if kind < 0.75:
            return f"{result} = {result} * 2 {code.one('+', '-')} {code.number(1)}"
        return f"{result} {code.one('+', '-')}= {code.number(1)}"

    code.say(depth, make)


def _plain(code: _Code, depth: int) -> None:
    """An assignment to a further variable, which later changes the result."""
    free = [name for name in code.extras if name not in code.known]
    if not free:
        _change(code, depth)
        return
    name = code.random.choice(free)
    from_ = code.random.choice([*code.inputs, *code.inputs, *code.known])
    code.say(depth, lambda: f"{name} = {from_} {code.one('+', '*', '//', '%')} {code.number()}")
    code.known.append(name)
    code.say(depth, lambda: f"{code.result} {code.one('+', '-')}= {name}")


def _test(code: _Code, name: str) -> str:
    if code.random.random() < 0.4:
        return f"{name} % {code.number(2, 4)} == {code.number(0, 1)}"
    others = [n for n in code.known if n != name]
    if others and code.random.random() < 0.3:
        return f"{name} {code.one('>', '<')} {code.random.choice(others)}"
    return f"{name} {code.one('>', '<', '>=', '<=')} {code.number(2, 8)}"


def _forked(code: _Code, depth: int, name: str = "") -> None:
    """If and else, or if alone."""
    tested = name or code.random.choice(code.known)
    code.say(depth, lambda: _test(code, tested), "if {}:")
    _change(code, depth + 1, tested if tested != code.result else "")
    if code.random.random() < 0.7:
        code.lines.append("    " * (depth + 1) + "else:")
        _change(code, depth + 1, tested if tested != code.result else "")


def _graded(code: _Code, depth: int) -> None:
    """A value by thresholds: if, elif and else."""
    free = [name for name in code.extras if name not in code.known]
    if not free:
        raise Stuck
    name, tested = code.random.choice(free), code.random.choice(code.known)
    high, low = code.number(7, 10), code.number(3, 5)
    worths = code.random.sample(range(0, 9), 3)
    code.say(depth, lambda: f"{tested} > {high}", "if {}:")
    code.say(depth + 1, lambda: f"{name} = {worths[0]}")
    code.say(depth, lambda: f"{tested} > {low}", "elif {}:")
    code.say(depth + 1, lambda: f"{name} = {worths[1]}")
    code.lines.append("    " * (depth + 1) + "else:")
    code.say(depth + 1, lambda: f"{name} = {worths[2]}")
    code.known.append(name)
    code.say(depth, lambda: f"{code.result} {code.one('+', '-')}= {name}")


def _counted(code: _Code, depth: int) -> None:
    """A loop over a range."""
    free = [name for name in _INDICES if name not in code.known]
    if not free:
        raise Stuck
    index, end = free[0], code.random.choice(code.inputs)
    ranges = (f"range({end})", f"range(1, {end} + 1)", f"range({code.number(3, 6)})")
    code.say(depth, lambda: f"{index} in {code.one(*ranges)}", "for {}:")
    _body(code, depth + 1, index)
    # Beyond the loop it is known only where the range was not empty.
    code.known = [name for name in code.known if name != index]


def _falling(code: _Code, depth: int) -> None:
    """A loop that takes an input down until it is small."""
    free = [name for name in code.inputs if name not in code.fixed]
    if not free:
        raise Stuck
    name = code.random.choice(free)
    code.fixed.add(name)
    code.say(depth, lambda: f"{name} > {code.number(0, 3)}", "while {}:")
    _body(code, depth + 1, name)
    code.say(
        depth + 1,
        lambda: code.one(f"{name} = {name} // 2", f"{name} -= {code.number(1, 3)}",
                         f"{name} = {name} - {code.number(1, 4)}"),
    )  # fmt: skip


def _body(code: _Code, depth: int, name: str) -> None:
    """What a loop does each round."""
    code.known.append(name)
    known = list(code.known)
    kind = code.random.random()
    if kind < 0.45:
        _forked(code, depth, name)
    elif kind < 0.75:
        _change(code, depth, name)
    else:
        _plain(code, depth)
    if kind > 0.9 and depth < 2:
        _forked(code, depth, name)
    # What is first set within a loop may have no value after it.
    code.known = known
