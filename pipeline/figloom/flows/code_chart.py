"""The flowchart of a Python function, read from its syntax tree."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from dataclasses import dataclass, field

from figloom.flows.chart import Arrow, Chart
from figloom.flows.labels import within
from figloom.flows.programs import endless, function
from figloom.types import Flow, Variable

_STARTS = ("Start", "Begin", "Enter")
_ENDS = ("End", "Stop", "Finish")


@dataclass(slots=True)
class _Loop:
    """A loop being written: where a round begins, and the arrows that break out of it."""

    head: str
    breaks: list[Arrow] = field(default_factory=list)


class _Reader:
    def __init__(self, answers: tuple[str, str]) -> None:
        self.answers, self.chart = answers, Chart()
        self.loops: list[_Loop] = []
        self.returns: dict[str, str] = {}
        self.ends: list[Arrow] = []

    def block(self, statements: Sequence[ast.stmt], coming: list[Arrow]) -> list[Arrow]:
        for statement in statements:
            coming = self._statement(statement, coming)
        return coming

    def _statement(self, node: ast.stmt, coming: list[Arrow]) -> list[Arrow]:
        if isinstance(node, ast.If):
            yes, no = self._test(f"{ast.unparse(node.test)}?", node.lineno, coming)
            return self.block(node.body, [yes]) + self.block(node.orelse, [no])
        if isinstance(node, ast.While):
            return self._loop(f"{ast.unparse(node.test)}?", node, coming)
        if isinstance(node, ast.For):
            text = f"next {ast.unparse(node.target)} in {ast.unparse(node.iter)}?"
            return self._loop(text, node, coming)
        if isinstance(node, ast.Pass):
            return coming
        if isinstance(node, ast.Break):
            self.loops[-1].breaks += coming
            return []
        if isinstance(node, ast.Continue):
            _aim(coming, self.loops[-1].head)
            return []
        text = worded(node)
        if isinstance(node, ast.Return) and text in self.returns:
            # Wherever it stands it does the same: one box for all.
            _aim(coming, self.returns[text])
            return []
        io = isinstance(node, ast.Return | ast.Expr)
        made = self.chart.node(text, "io" if io else "process", coming, line=node.lineno)
        leaving = [self.chart.arrow(made)]
        if isinstance(node, ast.Return):
            self.returns[text] = made
            self.ends += leaving
            return []
        return leaving

    def _test(self, text: str, line: int, coming: list[Arrow]) -> tuple[Arrow, Arrow]:
        node = self.chart.node(text, "decision", coming, line=line)
        return self.chart.arrow(node, self.answers[0]), self.chart.arrow(node, self.answers[1])

    def _loop(self, text: str, node: ast.While | ast.For, coming: list[Arrow]) -> list[Arrow]:
        head, leaving = self.chart.next_id, list[Arrow]()
        if not endless(node):
            yes, no = self._test(text, node.lineno, coming)
            coming, leaving = [yes], [no]
        self.loops.append(_Loop(head))
        _aim(self.block(node.body, coming), head)
        return [*leaving, *self.loops.pop().breaks]


def _aim(arrows: Sequence[Arrow], target: str) -> None:
    for arrow in arrows:
        arrow.target = target


def worded(node: ast.stmt) -> str:
    """A statement as its box says it: `a, b = b, a` without the brackets that nobody writes."""
    text = ast.unparse(node)
    if isinstance(node, ast.Assign) and isinstance(node.value, ast.Tuple):
        names, _, values = text.partition(" = ")
        return f"{names} = {values[1:-1]}"
    return text


def _free(source: str, texts: Sequence[str]) -> str:
    """The first text that is no word of a program: it may well have a name such as `end`."""
    return next((text for text in texts if not within(text, source)), texts[0])


def charted(
    source: str, answers: tuple[str, str] = ("True", "False"), variables: tuple[Variable, ...] = ()
) -> Flow:
    """The chart of the function that a source consists of; what is assigned is a process, what is
    put in, printed or returned is input and output, every test a decision. Returns of one text
    are one box."""
    what, reader = function(source), _Reader(answers)
    names = [argument.arg for argument in what.args.args]
    coming = [reader.chart.arrow(reader.chart.node(_free(source, _STARTS), "start", []))]
    if names:
        told = ", ".join(names[:-1]) + " and " * (len(names) > 1) + names[-1]
        coming = [
            reader.chart.arrow(reader.chart.node(f"Input {told}", "io", coming, line=what.lineno))
        ]
    leaving = reader.block(what.body, coming)
    reader.chart.node(_free(source, _ENDS), "end", reader.ends + leaving)
    return reader.chart.flow(
        f"{what.name}({', '.join(names)})",
        "program",
        program=source,
        language="python",
        variables=variables,
    )
