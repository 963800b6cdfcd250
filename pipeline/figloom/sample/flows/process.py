"""Processes: steps, decisions, loops and parallels of a story, from start to end."""

from __future__ import annotations

from random import Random

from figloom.sample.flows.parts import Parts, actors, cast, cost, taken
from figloom.sample.flows.structures import Structure, Wish
from figloom.sample.flows.words import Words
from figloom.sample.flows.writing import Writer
from figloom.stories import Story
from figloom.types import Declined, Flow

_TRIES = 12
"""Choices of parts, of which the one nearest to the wanted size is taken."""


def _made(story: Story, random: Random, wish: Wish) -> Flow | Declined:
    parts = chosen(story, random, wish)
    if isinstance(parts, Declined):
        return parts
    return Writer(Words(story, random)).process(parts, "process", wish.lanes)


def chosen(story: Story, random: Random, wish: Wish) -> Parts | Declined:
    """Parts of the story of about the wanted size."""
    whole = cast(story.parts, "") if wish.lanes else story.parts
    best: Parts = ()
    for turn in range(_TRIES):
        parts = taken(whole, wish, random)
        if wish.lanes and len(actors(parts)) < 2:
            continue
        if abs(cost(parts) + 2 - wish.size) < abs(cost(best) + 2 - wish.size) or not best:
            best = parts
        if best and abs(cost(best) + 2 - wish.size) <= turn // 3:
            break
    if not best and wish.lanes:
        return Declined("the parts taken have one actor")
    if not wish.fits(cost(best) + 2):
        return Declined("the story gives no chart of that size")
    return best


PROCESS = Structure("process", "a process", lambda story: bool(story.parts), _made, laned=True)
