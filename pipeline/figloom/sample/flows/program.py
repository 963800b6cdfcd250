"""Flowcharts of programs: small functions from a grammar, tried out before they are shown."""

from __future__ import annotations

from itertools import product
from random import Random

from figloom.errors import SourceError
from figloom.programs import Run, run
from figloom.sample.flows.code_chart import charted
from figloom.sample.flows.code_grammar import Stuck, skeleton, written
from figloom.sample.flows.structures import Structure, Wish
from figloom.seeds import share
from figloom.stories import Story
from figloom.types import Declined, Flow, FlowNode, Variable

_TRIES = 80
_EVAL = 0.25
"""Part of the skeletons that are shown in eval only."""
_LOW, _HIGH = 1, 12
_VALUES = (1, 2, 4, 7, 9, 12)
"""Inputs that are tried."""
_LONGEST = 90
"""Steps that a run may take for somebody to follow it."""


def _made(story: Story, random: Random, wish: Wish) -> Flow | Declined:
    why = "no program of that size comes out"
    for _ in range(_TRIES):
        try:
            # Start, input and end are no statements.
            source = written(random, max(3, wish.size - 3))
        except Stuck:
            continue
        mine = share(f"program/{skeleton(source)}") < _EVAL
        if mine != (wish.split == "eval"):
            continue
        flow = charted(source)
        if not wish.fits(len(flow.nodes)) or abs(len(flow.nodes) - wish.size) > 3:
            continue
        if not _sound(source, flow.nodes):
            why = "no program makes use of all its lines"
            continue
        answers = random.choice((("True", "False"), ("Yes", "No")))
        inputs = source.partition("(")[2].partition(")")[0].split(", ")
        return charted(
            source, answers, tuple(Variable(i, f"the input {i}", _LOW, _HIGH) for i in inputs)
        )
    return Declined(why)


def _sound(source: str, nodes: tuple[FlowNode, ...]) -> bool:
    """Whether it ends soon, its result depends on its inputs and every line is of use."""
    many = source.partition(")")[0].count(",") + 1
    sets = list(product(_VALUES, repeat=many))
    runs: list[Run] = []
    for given in sets[:: max(1, len(sets) // 9)]:
        try:
            runs.append(run(source, given, _LONGEST))
        except SourceError:
            return False
    lines = {line for one in runs for line in one.lines}
    tests = {test for one in runs for test in one.tests}
    wanted = {node.line for node in nodes if node.line and node.line > 1}
    decided = {node.line for node in nodes if node.kind == "decision"}
    return (
        wanted <= lines
        and all((line, outcome) in tests for line in decided for outcome in (True, False))
        and len({one.returned for one in runs}) >= 3
    )


PROGRAM = Structure(
    "program", "the chart of a program", lambda story: True, _made, worded=False
)
