"""Which stories have the words for a flowchart, and a sound chart of one of them."""

from __future__ import annotations

from functools import lru_cache
from random import Random

from figloom.errors import Lacking, RecipeError
from figloom.flows.invariants import faults
from figloom.sample.flows.structures import Structure, Wish, called
from figloom.stories import CodedStory, Stories, Story
from figloom.types import Declined, Flow

Sizes = tuple[int, int]

SIZES = (5, 30)
"""Nodes that a flowchart may have."""
DECISIONS = (0, 1, 1, 2, 2, 3, 4, 6)
LOOPS = (0, 0, 1, 1, 2)
_TRIALS = 6
"""Charts that are tried before a draw declines."""
_LISTED = 5
"""Stories that an error names."""
_SEEN = 3
"""Times that a chart of a story is tried to see whether it has the words."""


def drawn(kind: Structure, story: Story, wish: Wish, random: Random) -> Flow | Declined:
    """A sound chart of the story, still without figures; the last reason where none comes out."""
    last = Declined("nothing was tried")
    for _ in range(_TRIALS):
        made = kind.made(story, random, wish)
        if isinstance(made, Declined):
            last = made
        elif wrong := faults(made, figures=False):
            last = Declined("the chart is not sound", wrong[0])
        else:
            return made
    return last


def able(
    source: Stories, split: str, structure: str, nodes: Sizes, lanes: bool | None
) -> tuple[Story, ...]:
    """Stories of the split that have the words for such a chart."""
    kind = called(structure)
    if not SIZES[0] <= nodes[0] <= nodes[1] <= SIZES[1]:
        raise RecipeError(
            f"nodes = {list(nodes)} is no range of flowcharts: give two numbers from {SIZES[0]} to "
            f"{SIZES[1]}, the smaller first."
        )
    if lanes and not kind.laned:
        raise RecipeError(f"There are no lanes in {kind.said}: leave `lanes` out.")
    if not source.of(split):
        raise _elsewhere(source, split)
    found = _fitting(source, split, structure, nodes, bool(lanes))
    if not found:
        what = f"{kind.said} of {nodes[0]} to {nodes[1]} nodes{' with lanes' if lanes else ''}"
        thing = source.things[0]
        fit = "with the words for" if thing == "story" else "for"
        lack = f"{thing} of {source.name!r} in split {split!r} {fit} {what}"
        raise Lacking(
            f"there is no {lack}. Give another source, or a recipe of your own without this block.",
            f"a {lack}",
        )
    return found


@lru_cache(maxsize=256)
def carried(
    source: Stories, split: str, names: tuple[str, ...], nodes: Sizes, lanes: bool | None
) -> tuple[str, ...]:
    """Those of the structures that a story of the split has the words for, as often as they are
    named; Lacking, for the first, where there is none."""
    lacking: dict[str, Lacking] = {}
    for name in dict.fromkeys(names):
        try:
            able(source, split, name, nodes, lanes)
        except Lacking as lack:
            lacking[name] = lack
    found = tuple(name for name in names if name not in lacking)
    if not found:
        raise lacking[names[0]]
    return found


def _elsewhere(source: Stories, split: str) -> Lacking:
    """For a split without any story: where they all are, and what to do."""
    other, (thing, things) = source.stories[0].split, source.things
    named = [repr(story.id) for story in source.stories]
    if len(named) == 1:
        which = f"the one {thing} of {source.name!r}, {named[0]}, is"
    else:
        shown = ", ".join([*named[:_LISTED], "..."][: len(named)])
        which = f"all {len(named)} {things} of {source.name!r} ({shown}) are"
    return Lacking(
        f"{which} in split {other!r}, and {split!r} has none: build with --split {other}, or "
        "give more of them.",
        f"{source.name!r} has no {thing} in split {split!r}",
    )


@lru_cache(maxsize=256)
def _fitting(
    source: Stories, split: str, structure: str, nodes: Sizes, lanes: bool
) -> tuple[Story, ...]:
    kind = called(structure)
    some = [
        story
        for story in source.of(split)
        if kind.fits(story) and (not lanes or len(story.actors) >= 2)
    ]
    # What is invented for one, is for all.
    free = (story for story in some if storyless(kind, story))
    invented = any(_carries(kind, story, nodes, lanes, split) for story in free)
    return tuple(
        story
        for story in some
        if (invented if storyless(kind, story) else _carries(kind, story, nodes, lanes, split))
    )


def _carries(kind: Structure, story: Story, nodes: Sizes, lanes: bool, split: str) -> bool:
    """Whether one of some charts of the story comes out."""
    random = Random(f"carries/{story.id}")
    # The smallest, and with all that there is, comes out most easily.
    wish = Wish(nodes[0], nodes, lanes, max(DECISIONS), max(LOOPS), True, split)
    made = (drawn(kind, story, wish, random) for _ in range(_SEEN))
    return any(not isinstance(one, Declined) for one in made)


def storyless(kind: Structure, story: Story) -> bool:
    """Whether charts have nothing of their story in them."""
    return not kind.worded and not isinstance(story, CodedStory)
