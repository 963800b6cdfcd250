"""Processes with a way back: where the result is not good enough, an arrow of its own kind leads
to what is to be done again."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from figloom.sample.flows.parts import Parts, loops
from figloom.sample.flows.process import chosen
from figloom.sample.flows.structures import Structure, Wish
from figloom.sample.flows.words import Words
from figloom.sample.flows.writing import Writer
from figloom.stories import Loop, Story, StoryPart
from figloom.types import Declined, Flow

_TRIES = 5


def _made(story: Story, random: Random, wish: Wish) -> Flow | Declined:
    wider = replace(wish, loops=max(1, wish.loops))
    for turn in range(_TRIES):
        if turn == _TRIES // 2:
            # There may be no room for both.
            wider = replace(wider, parallel=False)
        parts: Parts | Declined = chosen(story, random, wider)
        if isinstance(parts, Declined):
            return parts
        if any(map(_back, loops(parts))):
            return Writer(Words(story, random), retries=True).process(parts, "retry", wish.lanes)
    return Declined("nothing is tried again")


def _back(part: StoryPart) -> bool:
    """Whether things are done before anybody asks whether to do them again."""
    return isinstance(part, Loop) and part.first == "block"


RETRY = Structure(
    "retry",
    "a process with a way back",
    lambda story: any(map(_back, loops(story.parts))),
    _made,
    laned=True,
)
