"""The flowchart of a Python function, read from its syntax tree."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from dataclasses import dataclass, field

from figloom.flows.chart import Arrow, Chart
from figloom.flows.programs import function
from figloom.types import Flow, Variable


@dataclass(slots=True)
class _Loop:
    """A loop being written: its test, and the arrows that break out of it."""

    test: str
    breaks: list[Arrow] = field(default_factory=list)


class _Reader:
    def __init__(self, answers: tuple[str, str]) -> None:
        self.answers, self.chart = answers, Chart()
        self.loops: list[_Loop] = []
        self.returns: list[Arrow] = []

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
        if isinstance(node, ast.Break):
            self.loops[-1].breaks += coming
            return []
        if isinstance(node, ast.Continue):
            for arrow in coming:
                arrow.target = self.loops[-1].test
            return []
        io = isinstance(node, ast.Return | ast.Expr)
        made = self.chart.node(
            ast.unparse(node), "io" if io else "process", coming, line=node.lineno
        )
        leaving = [self.chart.arrow(made)]
        if isinstance(node, ast.Return):
            self.returns += leaving
            return []
        return leaving

    def _test(self, text: str, line: int, coming: list[Arrow]) -> tuple[Arrow, Arrow]:
        node = self.chart.node(text, "decision", coming, line=line)
        return self.chart.arrow(node, self.answers[0]), self.chart.arrow(node, self.answers[1])

    def _loop(self, text: str, node: ast.While | ast.For, coming: list[Arrow]) -> list[Arrow]:
        yes, no = self._test(text, node.lineno, coming)
        self.loops.append(_Loop(yes.source))
        for arrow in self.block(node.body, [yes]):
            arrow.target = yes.source
        return [no, *self.loops.pop().breaks]


def charted(
    source: str, answers: tuple[str, str] = ("True", "False"), variables: tuple[Variable, ...] = ()
) -> Flow:
    """The chart of the function that a source consists of; what is assigned is a process, what is
    put in, printed or returned is input and output, every test a decision."""
    what, reader = function(source), _Reader(answers)
    names = [argument.arg for argument in what.args.args]
    coming = [reader.chart.arrow(reader.chart.node("Start", "start", []))]
    if names:
        told = ", ".join(names[:-1]) + " and " * (len(names) > 1) + names[-1]
        coming = [
            reader.chart.arrow(reader.chart.node(f"Input {told}", "io", coming, line=what.lineno))
        ]
    leaving = reader.block(what.body, coming)
    reader.chart.node("End", "end", reader.returns + leaving)
    return reader.chart.flow(
        f"{what.name}({', '.join(names)})",
        "program",
        program=source,
        language="python",
        variables=variables,
    )
