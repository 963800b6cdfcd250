"""Processes in which a bad answer leads back: what is not good enough is done again."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from figloom.sample.flows.parts import Parts
from figloom.sample.flows.process import chosen
from figloom.sample.flows.structures import Structure, Wish
from figloom.sample.flows.words import Words
from figloom.sample.flows.writing import Retry, Writer
from figloom.stories import Branch, Decision, Parallel, Step, Story, StoryPart
from figloom.types import Declined, Flow

_STRETCH = 3
"""Parts before the decision, at most, that are gone through again."""
_TRIES = 5
_BAD = ("no", "false", "rejected", "failed", "fail", "refused", "invalid", "incomplete", "declined")


def _made(story: Story, random: Random, wish: Wish) -> Flow | Declined:
    # The end that is not reached any more makes room for one node.
    wider = replace(wish, size=wish.size + 1, nodes=(wish.nodes[0], wish.nodes[1] + 1))
    wider = replace(wider, decisions=max(2, wish.decisions))
    places: list[int] = []
    for _ in range(_TRIES):
        parts = chosen(story, random, wider)
        if isinstance(parts, Declined):
            return parts
        places = [n for n in range(1, len(parts)) if _bad(parts[n]) and _again(parts, n)]
        if places:
            break
    if not places:
        return Declined("no decision leads back")
    place = random.choice(places)
    test = parts[place]
    assert isinstance(test, Decision)
    bad = _bad(test)
    assert bad
    first = place - random.choice(_again(parts, place))
    good = next(way for way in test.branches if way is not bad)
    back = Retry(parts[first:place], test, bad, good)
    flow = Writer(Words(story, random)).process(
        (*parts[:first], back, *parts[place + 1 :]), "retry", wish.lanes
    )
    if not wish.fits(len(flow.nodes)):
        return Declined("the story gives no chart of that size")
    return flow


def _bad(part: StoryPart) -> Branch | None:
    """The answer of a two-way decision after which things may be tried again."""
    if not isinstance(part, Decision) or len(part.branches) != 2:
        return None
    if any(way.when for way in part.branches):
        return None
    ending = [way for way in part.branches if way.end]
    if len(ending) == 1:
        return ending[0]
    named = [way for way in part.branches if way.label[0].casefold() in _BAD and not way.end]
    return named[0] if len(named) == 1 and not ending else None


def _again(parts: Parts, place: int) -> list[int]:
    """How far back one may go from a decision: to a step, past nothing that forks."""
    found = []
    for back in range(1, min(_STRETCH, place) + 1):
        part = parts[place - back]
        if isinstance(part, Parallel):
            break
        if isinstance(part, Step) and part.kind != "preparation":
            found.append(back)
    return found


RETRY = Structure(
    "retry",
    "a process that goes back",
    lambda story: any(_bad(part) for part in story.parts),
    _made,
    laned=True,
)
