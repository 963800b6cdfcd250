"""A person's own programs: the functions of Python files, which are parsed and never executed."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Sequence
from itertools import product
from pathlib import Path
from typing import Literal

from figloom.errors import SourceError
from figloom.flows.code_chart import charted
from figloom.flows.invariants import faults
from figloom.flows.programs import EVAL_SHARE, FOLLOWED, grid, run, skeleton
from figloom.flows.subset import outside
from figloom.read.own_files import own_files
from figloom.registry import plugin
from figloom.seeds import share
from figloom.stories import CodedStory, Stories
from figloom.types import Variable

_SIZES = (5, 30)
"""Boxes of a chart."""
_USUAL = (1, 12)
"""Inputs of a parameter that is compared with nothing."""
_NARROWER = ((1, 12), (1, 6), (2, 5))
"""Inputs of all parameters that are tried where others do not go."""


@plugin()
def programs(*, path: Path) -> Stories:
    """Small functions of a person's own, from a Python file or from all in a folder.

    They are drawn as flowcharts, and run by the syntax tree within a bound: assignments, if, while,
    for over range, print, return, and numbers as inputs.
    """
    found = [
        story
        for file in own_files(path, ".py", "a Python file with functions")
        for story in _functions(file)
    ]
    if not found:
        raise SourceError(f"{path} holds no function. Write one `def` or more.")
    return Stories("programs", "unknown", found, notes=(_note(found),))


def _functions(file: Path) -> Iterator[CodedStory]:
    names = set[str]()
    for node in _parsed(file):
        at = f"{file}, line {node.lineno}"
        if not isinstance(node, ast.FunctionDef):
            what = ast.unparse(node).splitlines()[0]
            raise SourceError(f"{at}: `{what}` is no function; keep only functions in the file.")
        if node.name in names:
            raise SourceError(f"{at}: there is a second {node.name!r}; give it another name.")
        names.add(node.name)
        yield _function(file, node)


def _parsed(file: Path) -> list[ast.stmt]:
    """Statements of a file, but for its docstring."""
    try:
        body = ast.parse(file.read_text("utf-8-sig")).body
    except SyntaxError as error:
        at = f"{file}, line {error.lineno}"
        raise SourceError(f"{at} is no Python ({error.msg}). Mend it.") from None
    except (UnicodeDecodeError, ValueError):
        raise SourceError(f"{file} is no text. Save it as UTF-8.") from None
    except OSError as error:
        raise SourceError(f"{file} cannot be read: {error.strerror or error}.") from None
    except (RecursionError, MemoryError):
        raise SourceError(f"{file} is nested too deep. Write shorter expressions.") from None
    return _undocumented(body)


def _undocumented(body: list[ast.stmt]) -> list[ast.stmt]:
    first = body[0] if body else None
    told = first.value if isinstance(first, ast.Expr) else None
    return body[1:] if isinstance(told, ast.Constant) and isinstance(told.value, str) else body


def _function(file: Path, node: ast.FunctionDef) -> CodedStory:
    """The function without comments, docstring, annotations; SourceError where it will not do."""
    node.body = _undocumented(node.body)
    if not node.body:
        raise SourceError(
            f"{file}, line {node.lineno}: {node.name!r} does nothing; write its steps."
        )
    for line, what in outside(node):
        raise SourceError(f"{file}, line {line}: {what}.")
    lines = [part.lineno for part in _statements(node)]
    for given in node.args.args:
        given.annotation = None
    node.returns = None
    source = f"{ast.unparse(node)}\n"
    new = dict(zip((part.lineno for part in _statements(ast.parse(source).body[0])), lines,
                   strict=True))  # fmt: skip
    _sound(file, node, source, new)
    split: Literal["train", "eval"] = (
        "eval" if share(f"program/{skeleton(source)}") < EVAL_SHARE else "train"
    )
    title = f"{node.name}({', '.join(one.arg for one in node.args.args)})"
    return CodedStory(
        f"{file.stem}.{node.name}",
        split,
        (title,),
        program=source,
        inputs=_inputs(file, node, source),
    )


def _statements(node: ast.AST) -> Iterator[ast.stmt]:
    return (part for part in ast.walk(node) if isinstance(part, ast.stmt))


def _sound(file: Path, node: ast.FunctionDef, source: str, lines: dict[int, int]) -> None:
    """SourceError for what would be no chart: too small or large, steps that are read alike."""
    flow = charted(source)
    if not _SIZES[0] <= len(flow.nodes) <= _SIZES[1]:
        raise SourceError(
            f"{file}, line {node.lineno}: the chart of {node.name!r} has {len(flow.nodes)} boxes; "
            f"give a function with {_SIZES[0]} to {_SIZES[1]}, start and end included."
        )
    text = {one.id: one.text for one in flow.nodes}
    for fault in faults(flow, figures=False):
        said = re.sub(r"\bn\d+\b", lambda at: f"`{text[at[0]]}`", fault)
        about = [one for one in flow.nodes if f"`{one.text}`" in said or repr(one.text) in said]
        line = max((lines.get(one.line or 0, node.lineno) for one in about), default=node.lineno)
        raise SourceError(f"{file}, line {line}: in {node.name!r}, {said}; write one otherwise.")


def _inputs(file: Path, node: ast.FunctionDef, source: str) -> tuple[Variable, ...]:
    """The parameters with numbers on both sides of those that they are compared with, as far as the
    function does what it should with them; SourceError where it never does."""
    names = [given.arg for given in node.args.args]
    wide = [_around(node, name) for name in names]
    first: SourceError | None = None
    for ends in (wide, *([narrow] * len(names) for narrow in _NARROWER)):
        found = tuple(
            Variable(name, f"the input {name}", low, high)
            for name, (low, high) in zip(names, ends, strict=True)
        )
        try:
            for given in product(*map(grid, found)):
                run(source, given, FOLLOWED)
        except SourceError as error:
            first = first or error
            continue
        return found
    raise SourceError(f"{file}, line {node.lineno}: {first}")


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


def _note(found: Sequence[CodedStory]) -> str:
    """What a person should know of how functions were split."""
    evaluates = sum(story.split == "eval" for story in found)
    told = (
        f"Functions are split by the hash of their shape: {len(found) - evaluates} to train, "
        f"{evaluates} to eval."
    )
    empty = "eval" if not evaluates else "train" if evaluates == len(found) else ""
    return told + f" The {empty} split has none; give more functions." * bool(empty)
