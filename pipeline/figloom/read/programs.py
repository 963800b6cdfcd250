"""A person's own programs: the functions of Python files, which are parsed and never executed."""

from __future__ import annotations

import ast
import warnings
from collections.abc import Container, Iterator, Sequence
from pathlib import Path
from typing import Literal

from figloom.errors import Faults, SourceError
from figloom.flows.programs import EVAL_SHARE, skeleton
from figloom.flows.subset import Fault, outside
from figloom.read.own_files import own_files, own_text
from figloom.read.programs_checks import inputs, unsound
from figloom.read.programs_plain import plain, undocumented
from figloom.registry import plugin
from figloom.seeds import share
from figloom.stories import CodedStory, Stories

_MOST = 1000
"""Functions of a file."""
_SAID = 100
"""Characters of Python's own words on what is no Python."""


@plugin()
def programs(*, path: Path) -> Stories:
    """Small functions of a person's own, from a Python file or from all in a folder.

    They are drawn as flowcharts, and run by the syntax tree within a bound: assignments, if, while,
    for over range, print, return, and numbers as inputs. SourceError tells all that is wrong.
    """
    found, wrong = list[CodedStory](), list[str]()
    for file in own_files(path, ".py", "a Python file with functions"):
        made, faults = _read(file)
        found += made
        wrong += [f"{file}{f', line {line}' if line else ''}: {said}" for line, said in faults]
    if wrong:
        raise Faults(wrong)
    if not found:
        raise SourceError(f"{path} holds no function. Write one `def` or more.")
    return Stories("programs", "unknown", found, notes=(_note(found),))


def _read(file: Path) -> tuple[list[CodedStory], list[Fault]]:
    """The functions of a file, and everything wrong in it; line 0 where the whole file is."""
    found, wrong = list[CodedStory](), list[Fault]()
    try:
        text = own_text(file)
        with warnings.catch_warnings(action="ignore"):
            body = undocumented(ast.parse(text).body)
        if len(body) > _MOST:
            return [], [(0, f"there are {len(body):,} functions; keep a file to {_MOST:,}")]
        names = set[str]()
        for node in body:
            faults = list(_misplaced(node, names))
            names.add(getattr(node, "name", ""))
            if not faults and isinstance(node, ast.FunctionDef):
                made = _function(file, node)
                if isinstance(made, CodedStory):
                    found.append(made)
                else:
                    faults = made
            wrong += faults
    except SyntaxError as error:
        wrong = [_broken(error)]
    except ValueError:
        wrong = [(0, "this is no text; save it as UTF-8")]
    except (RecursionError, MemoryError):
        wrong = [(0, "this is nested too deep; write shorter expressions")]
    return found, sorted(wrong, key=lambda fault: fault[0])


def _broken(error: SyntaxError) -> Fault:
    said = error.msg if len(error.msg) <= _SAID else f"{error.msg[: _SAID - 3]}..."
    return error.lineno or 0, f"this is no Python ({said}); mend it"


def _misplaced(node: ast.stmt, names: Container[str]) -> Iterator[Fault]:
    if not isinstance(node, ast.FunctionDef):
        what = ast.unparse(node).splitlines()[0]
        yield node.lineno, f"`{what}` is no function; keep only functions in the file"
    elif node.name in names:
        yield node.lineno, f"there is a second {node.name!r}; give it another name"


def _function(file: Path, node: ast.FunctionDef) -> CodedStory | list[Fault]:
    """The function without what no chart shows, or why it will not do."""
    plain(node)
    if not node.body:
        return [(node.lineno, f"{node.name!r} does nothing; write its steps")]
    if wrong := list(outside(node)):
        return wrong
    try:
        with warnings.catch_warnings(action="ignore"):
            compile(ast.fix_missing_locations(ast.Module([node], [])), str(file), "exec")
    except SyntaxError as error:
        # What the grammar alone does not tell: a `break` outside of loops, a parameter twice.
        return [_broken(error)]
    lines = [part.lineno for part in _statements(node)]
    for given in node.args.args:
        given.annotation = None
    node.returns = None
    source = f"{ast.unparse(node)}\n"
    new = dict(zip((part.lineno for part in _statements(ast.parse(source).body[0])), lines,
                   strict=True))  # fmt: skip
    if wrong := list(unsound(node, source, new)):
        return wrong
    ends = inputs(node, source)
    if isinstance(ends, str):
        return [(node.lineno, ends)]
    split: Literal["train", "eval"] = (
        "eval" if share(f"program/{skeleton(source)}") < EVAL_SHARE else "train"
    )
    title = f"{node.name}({', '.join(one.arg for one in node.args.args)})"
    return CodedStory(f"{file.stem}.{node.name}", split, (title,), program=source, inputs=ends)


def _statements(node: ast.AST) -> Iterator[ast.stmt]:
    return (part for part in ast.walk(node) if isinstance(part, ast.stmt))


def _note(found: Sequence[CodedStory]) -> str:
    """What a person should know of how functions were split."""
    evaluates = sum(story.split == "eval" for story in found)
    told = (
        "Functions are drawn as the structure 'program' alone, and split by the hash of their "
        f"shape: {len(found) - evaluates} to train, {evaluates} to eval."
    )
    empty = "eval" if not evaluates else "train" if evaluates == len(found) else ""
    return told + f" The {empty} split has none; give more functions." * bool(empty)
