"""Summaries: of the whole, of the steps, of the decisions, of what each lane does.

The answer is a list of facts with weights; a telling made from the structure stands beside it as an
accepted form, for judges that want a reference.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from figloom.ask.flows import telling
from figloom.ask.flows.asking import Asked, Claim, Pattern, Said, asked
from figloom.ask.flows.reading import Reading
from figloom.registry import plugin
from figloom.seeds import Draw
from figloom.types import Facts, Picture, Scoring

_DONE = ("process", "retry", "program")
"""Structures whose nodes are things done, one after the other."""
_LEAST = 3
"""Facts that are worth a summary."""


@plugin()
def summarise_process(facts: Facts, picture: Picture | None, draw: Draw) -> Asked:
    """What the flowchart describes, from start to end."""
    return asked(_PROCESS, facts, picture, draw)


@plugin()
def summarise_steps(facts: Facts, picture: Picture | None, draw: Draw) -> Asked:
    """What is done, in order, without the decisions."""
    return asked(_STEPS, facts, picture, draw)


@plugin()
def summarise_decisions(facts: Facts, picture: Picture | None, draw: Draw) -> Asked:
    """What is decided, and what each answer leads to."""
    return asked(_DECISIONS, facts, picture, draw)


@plugin()
def summarise_lanes(facts: Facts, picture: Picture | None, draw: Draw) -> Asked:
    """What each lane does."""
    return asked(_LANES, facts, picture, draw)


def _claim(
    here: Reading, held: telling.Weighted, tell: Callable[[Reading], str]
) -> Iterator[Claim]:
    if len(held) >= _LEAST:
        ids, told = tuple(node.id for node in here.named), tell(here)
        why = (Said(told, ids),)
        # A fact on one step may name another: all that names it must go.
        lost = [node.text for node in here.named[1::2]]
        half = tuple(fact for fact in held if not any(text in fact[0] for text in lost))
        yield Claim({}, held, ids, why, ((half or held[:1], "half_of_it"),), accepted=(told,))


def _process(here: Reading) -> Iterator[Claim]:
    return _claim(here, telling.checklist(here), telling.told)


def _steps(here: Reading) -> Iterator[Claim]:
    if here.flow.structure not in _DONE:
        return iter(())
    return _claim(here, telling.steps(here), telling.told_steps)


def _decisions(here: Reading) -> Iterator[Claim]:
    return _claim(here, telling.branches(here), telling.told_decisions)


def _lanes(here: Reading) -> Iterator[Claim]:
    return _claim(here, telling.lanes(here), telling.told_lanes)


_HELD = Scoring("checklist")
_PROCESS = Pattern("summarise", "summarise_process", "checklist", _HELD, _process)
_STEPS = Pattern("summarise", "summarise_steps", "checklist", _HELD, _steps)
_DECISIONS = Pattern("summarise", "summarise_decisions", "checklist", _HELD, _decisions)
_LANES = Pattern("summarise", "summarise_lanes", "checklist", _HELD, _lanes)
