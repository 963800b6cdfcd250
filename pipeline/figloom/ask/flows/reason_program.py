"""Programs drawn as flowcharts, run: what they return, and how often a step is done."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import product

from figloom.ask.flows.asking import Asked, Claim, Pattern, Said, asked
from figloom.ask.flows.reading import Reading
from figloom.flows.programs import Run, grid, run
from figloom.registry import plugin
from figloom.seeds import Draw
from figloom.types import Facts, Picture, Scoring

_MOST = 12
"""Times that a reader is asked to count up to."""


@plugin()
def reason_output(facts: Facts, picture: Picture | None, draw: Draw) -> Asked:
    """What a program returns for given inputs."""
    return asked(_OUTPUT, facts, picture, draw)


@plugin()
def reason_times(facts: Facts, picture: Picture | None, draw: Draw) -> Asked:
    """How often a step of a program is carried out for given inputs."""
    return asked(_TIMES, facts, picture, draw)


def _runs(here: Reading) -> Iterator[tuple[str, Run]]:
    """Inputs as a question gives them, and what the program does with them."""
    flow = here.flow
    if flow.language != "python" or not flow.variables:
        return
    for inputs in product(*map(grid, flow.variables)):
        told = [f"{v.id} = {value}" for v, value in zip(flow.variables, inputs, strict=True)]
        yield " and ".join(told), run(flow.program, inputs)


def _output(here: Reading) -> Iterator[Claim]:
    found = list(_runs(here))
    returned = sorted({made.returned for _, made in found if isinstance(made.returned, int)})
    for inputs, made in found:
        if not isinstance(made.returned, int) or isinstance(made.returned, bool):
            continue
        ids = _lined(here, made.lines)
        steps = " → ".join(here.text(one) for one in ids)
        why = (Said(f"The run goes {steps}.", ids), Said(f"It returns {made.returned}."))
        wrong = [(value, "other_input") for value in returned if value != made.returned][:3]
        wrong.append((made.returned + 1, "off_by_one"))
        yield Claim({"inputs": inputs}, made.returned, ids, why, tuple(wrong))


def _times(here: Reading) -> Iterator[Claim]:
    for inputs, made in _runs(here):
        often = Counter(made.lines)
        if not any(many > 1 for many in often.values()):
            continue
        for node in here.named:
            many = often[node.line] if node.line is not None else 0
            if node.kind == "process" and 1 < many <= _MOST:
                words = {"inputs": inputs, "step": here.text(node.id)}
                why = (Said(f"It is carried out {many} times.", (node.id,)),)
                wrong = ((many - 1, "off_by_one"), (many + 1, "off_by_one"))
                yield Claim(words, many, (node.id,), why, wrong, about=str(many))


def _lined(here: Reading, lines: tuple[int, ...]) -> tuple[str, ...]:
    """Steps that a run passes, each once, in their order."""
    step = {node.line: node.id for node in here.named if node.line is not None}
    # A return that stands in several lines is one box.
    box = {node.text: node.id for node in here.named if node.kind == "io"}
    said = [text.strip() for text in here.flow.program.splitlines()]
    passed = (step.get(line) or box.get(said[line - 1]) for line in lines)
    return tuple(dict.fromkeys(one for one in passed if one))


_WHOLE = Scoring("integer")
_OUTPUT = Pattern("reason", "reason_output", "integer", _WHOLE, _output)
_TIMES = Pattern("reason", "reason_times", "integer", _WHOLE, _times)
