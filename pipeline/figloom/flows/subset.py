"""What of Python a program may use to be drawn, run and checked: the first thing outside of it."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Sequence

from figloom.flows.code_chart import worded
from figloom.flows.expressions import CALLS, LARGEST, ONE, TWO, WORDS
from figloom.flows.programs import endless

LONGEST = 40
"""Characters of a statement, which is one label."""
_QUOTED = 80
"""Characters of code that an error quotes."""
TITLE = 60
"""Characters of a function's name and parameters, which are the title."""
MOST = 4
"""Parameters."""
_KINDS = ("int", "float")
"""Annotations of parameters that whole numbers satisfy."""
_DIVIDING = (ast.Div, ast.FloorDiv, ast.Mod, ast.Pow)

Fault = tuple[int, str]
"""Line, and "what is wrong; what to do"."""


def outside(what: ast.FunctionDef) -> Iterator[Fault]:
    """Everything that keeps a function from being drawn, in the order of its lines."""
    yield from _head(what)
    for part in ast.walk(what):
        if isinstance(part, ast.Call) and ast.unparse(part.func) == what.name:
            yield part.lineno, f"{_quoted(part)} calls its own function; write a loop"
            return
    yield from _block(what.body)


def _head(what: ast.FunctionDef) -> Iterator[Fault]:
    given, line = what.args, what.lineno
    if what.decorator_list:
        yield line, f"{what.name!r} has a decorator; leave it out"
    if given.posonlyargs or given.vararg or given.kwonlyargs or given.kwarg:
        yield line, f"{what.name!r} has a *, ** or / among its parameters; name plain ones"
    if len(given.args) > MOST:
        yield line, f"{what.name!r} has {len(given.args)} parameters; give {MOST} at most"
    title = f"{what.name}({', '.join(one.arg for one in given.args)})"
    if len(title) > TITLE:
        yield line, f"{shortened(title)} has {len(title)} characters; keep a title to {TITLE}"
    for one in given.args:
        kind = ast.unparse(one.annotation) if one.annotation else "int"
        if kind not in _KINDS:
            yield line, f"{one.arg!r} is a {kind}; whole numbers alone are put in, so write int"
        yield from _name(line, one.arg)


def _name(line: int, name: str) -> Iterator[Fault]:
    if not name.isascii():
        yield line, f"the name {name!r} has other letters than a to z; rename it"
    elif name in CALLS or name in ("range", "print"):
        yield line, f"{name!r} is a function of Python's; give the variable another name"


def _block(block: Sequence[ast.stmt]) -> Iterator[Fault]:
    for n, node in enumerate(block):
        yield from _statement(node)
        if n + 1 < len(block) and not _falls(node):
            yield block[n + 1].lineno, f"{_said(block[n + 1])} is never reached; leave it out"


def _falls(node: ast.stmt) -> bool:
    """Whether what follows it may be reached from it."""
    if isinstance(node, ast.If):
        return not node.orelse or _falls(node.body[-1]) or _falls(node.orelse[-1])
    if endless(node):
        return any(_leaves(part) for part in node.body)  # type: ignore[attr-defined]
    return not isinstance(node, ast.Return | ast.Break | ast.Continue)


def _leaves(node: ast.stmt) -> bool:
    """Whether it may break out of the loop that it stands in."""
    if isinstance(node, ast.If):
        return any(map(_leaves, (*node.body, *node.orelse)))
    return isinstance(node, ast.Break)


def _statement(node: ast.stmt) -> Iterator[Fault]:
    line = node.lineno
    if isinstance(node, ast.If | ast.While):
        yield from _asking(node)
        return
    if isinstance(node, ast.For):
        yield from _for(node)
        return
    if isinstance(node, ast.Break | ast.Continue | ast.Pass):
        return
    yield from _label(line, worded(node))
    if isinstance(node, ast.Return):
        yield from _value(line, node.value) if node.value else ()
    elif isinstance(node, ast.Assign):
        yield from _assigned(node)
    elif isinstance(node, ast.AugAssign) and isinstance(node.target, ast.Name):
        if type(node.op) not in TWO:
            yield _strange(node)
        yield from _name(line, node.target.id)
        yield from _value(line, node.value)
    elif _prints(node):
        for part in node.value.args:  # type: ignore[attr-defined]
            yield from _printed(line, part)
    else:
        yield _strange(node)


def _asking(node: ast.If | ast.While) -> Iterator[Fault]:
    line = node.lineno
    if endless(node):
        if isinstance(node.body[0], ast.Break | ast.Continue | ast.Pass | ast.Return):
            yield node.body[0].lineno, f"{_said(node)} begins with no step; write one there"
        elif not any(isinstance(one, ast.Break | ast.Return) for one in ast.walk(node)):
            yield line, f"{_said(node)} never ends; add a `break`"
    else:
        yield from _label(line, f"{ast.unparse(node.test)}?")
        if not any(isinstance(part, ast.Name) for part in ast.walk(node.test)):
            yield line, f"{_said(node)} always has one answer; test a variable"
        yield from _value(line, node.test)
    yield from _block(node.body)
    if isinstance(node, ast.While) and node.orelse:
        yield node.orelse[0].lineno, "a loop has an else; put that after the loop"
    elif node.orelse:
        yield from _block(node.orelse)


def _prints(node: ast.stmt) -> bool:
    called = node.value if isinstance(node, ast.Expr) else None
    return (
        isinstance(called, ast.Call) and ast.unparse(called.func) == "print" and not called.keywords
    )


def _for(node: ast.For) -> Iterator[Fault]:
    line, call = node.lineno, node.iter
    counts = isinstance(call, ast.Call) and ast.unparse(call.func) == "range"
    if not (counts and isinstance(call, ast.Call) and isinstance(node.target, ast.Name)):
        yield line, f"{_said(node)} goes over no range; write `for i in range(...)`"
        return
    if call.keywords or not 1 <= len(call.args) <= 3:
        yield _strange(node)
    yield from _label(line, f"next {node.target.id} in {ast.unparse(call)}?")
    yield from _name(line, node.target.id)
    for end in call.args:
        yield from _value(line, end)
    yield from _block(node.body)
    if node.orelse:
        yield node.orelse[0].lineno, "a loop has an else; put that after the loop"


def _assigned(node: ast.Assign) -> Iterator[Fault]:
    line, (target, *more) = node.lineno, node.targets
    several = isinstance(target, ast.Tuple) and isinstance(node.value, ast.Tuple)
    names = target.elts if isinstance(target, ast.Tuple) else [target]
    parts = node.value.elts if isinstance(node.value, ast.Tuple) and several else [node.value]
    if more:
        yield line, "two variables are set at once; set one a line"
        return
    if len(names) != len(parts) or not all(isinstance(name, ast.Name) for name in names):
        yield _strange(node)
        return
    for name in names:
        yield from _name(line, ast.unparse(name))
    for part in parts:
        yield from _value(line, part)


def _printed(line: int, node: ast.expr) -> Iterator[Fault]:
    """An f-string is printed, and nothing is asked of what is printed."""
    if not isinstance(node, ast.JoinedStr):
        yield from _value(line, node)
        return
    for part in node.values:
        if isinstance(part, ast.FormattedValue):
            if part.format_spec or part.conversion != -1:
                yield line, f"{_quoted(node)} has a format; leave it out"
            yield from _value(line, part.value)
        else:
            yield from _value(line, part)


def _value(line: int, node: ast.expr) -> Iterator[Fault]:
    """What of an expression cannot be worked out, or not by everyone alike."""
    if isinstance(node, ast.Name):
        return
    if isinstance(node, ast.Constant):
        if isinstance(node.value, int | float) and abs(node.value) > LARGEST:
            yield line, f"{_quoted(node)} is larger than {LARGEST}; write a smaller number"
        elif not _plain(node.value):
            yield line, f"{_quoted(node)} is no number or plain text; write one of those"
        return
    parts: list[ast.expr] = []
    known = True
    if isinstance(node, ast.BinOp):
        parts, known = [node.left, node.right], type(node.op) in TWO
    elif isinstance(node, ast.UnaryOp):
        parts, known = [node.operand], type(node.op) in ONE
    elif isinstance(node, ast.Compare):
        parts, known = [node.left, *node.comparators], all(type(op) in TWO for op in node.ops)
    elif isinstance(node, ast.BoolOp | ast.IfExp):
        asks = isinstance(node, ast.IfExp)
        parts = [node.test, node.body, node.orelse] if isinstance(node, ast.IfExp) else node.values
        if any(_divides(part) for part in ast.walk(node)):
            beside = "an if; write an `if` of its own" if asks else "and / or; write two ifs"
            yield line, f"{_quoted(node)} divides beside {beside}"
    elif isinstance(node, ast.Call):
        parts = node.args
        known = ast.unparse(node.func) in CALLS and not node.keywords
    else:
        known = False
    if not known:
        yield line, f"{_quoted(node)} {_instead(node)}"
        return
    for part in parts:
        yield from _value(line, part)


def _instead(node: ast.expr) -> str:
    """Why an expression will not do, and what would."""
    if isinstance(node, ast.Call):
        return f"calls what is not known here; write its steps, or use {', '.join(sorted(CALLS))}"
    if isinstance(node, ast.JoinedStr):
        return "is an f-string, which may only be printed; write a number or plain text"
    if isinstance(node, ast.List | ast.Tuple | ast.Set | ast.Dict | ast.Subscript):
        return "holds several values, and a box shows one; use numbers and plain texts"
    return f"is not known here; {WORDS}"


def _plain(value: object) -> bool:
    if isinstance(value, str):
        return value.isprintable() and not re.search(r"[\\'\"]", value)
    # Others than Python read no exponents.
    return isinstance(value, bool | int) or (isinstance(value, float) and "e" not in f"{value!r}")


def _divides(node: ast.AST) -> bool:
    """Whether it may fail where `and` or `or` would never have come to it."""
    dividing = isinstance(node, ast.BinOp) and isinstance(node.op, _DIVIDING)
    return dividing and not isinstance(node.right, ast.Constant)  # type: ignore[attr-defined]


def _label(line: int, text: str) -> Iterator[Fault]:
    if "\n" not in text and len(text) > LONGEST:
        yield line, f"{shortened(text)} has {len(text)} characters; keep a statement to {LONGEST}"


def _strange(node: ast.stmt) -> Fault:
    return node.lineno, f"{_said(node)} is not known here; {WORDS}"


def _said(node: ast.stmt) -> str:
    return shortened(ast.unparse(node).splitlines()[0])


def _quoted(node: ast.expr) -> str:
    return shortened(ast.unparse(node))


def shortened(text: str) -> str:
    """Code as an error quotes it."""
    return f"`{text}`" if len(text) <= _QUOTED else f"`{text[: _QUOTED - 3]}...`"
