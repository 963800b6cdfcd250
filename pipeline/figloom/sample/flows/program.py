"""Flowcharts of programs: a person's own, or small functions from a grammar, tried out before they
are shown."""

from __future__ import annotations

import re
from itertools import product
from random import Random

from figloom.errors import SourceError
from figloom.flows.code_chart import charted
from figloom.flows.programs import EVAL_SHARE, FOLLOWED, run, skeleton
from figloom.sample.flows.code_grammar import Stuck, unnamed, written
from figloom.sample.flows.content import content
from figloom.sample.flows.structures import Structure, Wish
from figloom.seeds import share
from figloom.stories import CodedStory, Story
from figloom.types import Declined, Flow, Variable

_TRIES = 80
_ANSWERS = (("True", "False"), ("Yes", "No"))
_LARGEST = 18
"""Nodes from which on few functions make sense."""
_LOW, _HIGH = 1, 12
_VALUES = (1, 2, 4, 7, 9, 12)
"""Inputs that are tried."""


def _made(story: Story, random: Random, wish: Wish) -> Flow | Declined:
    if not isinstance(story, CodedStory):
        return _invented(random, wish)
    made = charted(story.program, random.choice(_ANSWERS), story.inputs)
    if not wish.fits(len(made.nodes)):
        return Declined("the program has more or fewer nodes")
    return made


def spoken(story: CodedStory) -> int:
    """How many charts a person's program has: one for each way to word its answers."""
    charts = (charted(story.program, answers, story.inputs) for answers in _ANSWERS)
    return len({repr(content(chart)) for chart in charts})


def _invented(random: Random, wish: Wish) -> Flow | Declined:
    size = wish.size
    if size > _LARGEST:
        size = random.randint(max(wish.nodes[0], _LARGEST // 2), max(wish.nodes[0], _LARGEST))
    why = "no program of that size comes out"
    for _ in range(_TRIES):
        try:
            # Start, input and end are no statements.
            source = written(random, max(3, size - 3))
        except Stuck:
            continue
        if not wish.fits(count := _nodes(source)) or abs(count - size) > 3:
            continue
        mine = share(f"program/{skeleton(source)}") < EVAL_SHARE
        if mine != (wish.split == "eval"):
            continue
        if not _sound(source):
            why = "no program makes use of all its lines"
            continue
        inputs = source.partition("(")[2].partition(")")[0].split(", ")
        return charted(
            source,
            random.choice(_ANSWERS),
            tuple(Variable(i, f"the input {i}", _LOW, _HIGH) for i in inputs),
        )
    return Declined(why)


def _bare(flow: Flow) -> tuple[str, int]:
    told, ways = unnamed(flow.program)
    return told, ways * len(_ANSWERS)


def _nodes(source: str) -> int:
    """Nodes of its chart: every line but those with `else`, with start, input and end."""
    return 2 + sum(line.strip() != "else:" for line in source.splitlines())


def _sound(source: str) -> bool:
    """Whether it ends soon, uses its inputs, and every line is of use to what it returns."""
    inputs = source.partition("(")[2].partition(")")[0].split(", ")
    if not all(re.search(rf"\b{name}\b", source.partition("\n")[2]) for name in inputs):
        return False
    many = len(inputs)
    sets = list(product(_VALUES, repeat=many))
    wanted, decided = set[int](), set[int]()
    for number, line in enumerate(source.splitlines()[1:], 2):
        wanted |= {number} if line.strip() != "else:" else set()
        decided |= {number} if line.endswith(":") and number in wanted else set()
    if not decided:
        return False
    returned, lines, tests = set[int](), set[int](), set[tuple[int, bool]]()
    # Of the largest values a loop makes the most rounds: what does not end soon shows at once.
    for given in reversed(sets[:: max(1, len(sets) // 9)]):
        try:
            one = run(source, given, FOLLOWED)
        except SourceError:
            return False
        returned.add(one.returned)
        lines |= set(one.lines)
        tests |= set(one.tests)
    both = all((line, outcome) in tests for line in decided for outcome in (True, False))
    return wanted <= lines and both and len(returned) >= 3


PROGRAM = Structure(
    "program", "the chart of a program", lambda story: True, _made, worded=False, bare=_bare
)
