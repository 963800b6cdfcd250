"""How often two flowcharts of a structure are one: the chance that a dataset's card tells."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator
from functools import lru_cache
from random import Random

from figloom.sample.flows.content import content
from figloom.sample.flows.fitting import DECISIONS, LOOPS, Sizes, able, drawn, storyless
from figloom.sample.flows.program import spoken
from figloom.sample.flows.structures import Structure, Wish, called
from figloom.stories import CodedStory, Stories, Story
from figloom.types import Declined

_JUDGED = 8
"""Stories that a chance of repeats is judged by."""
_DRAWS = 40
"""Charts of each, at most."""
_ENOUGH = 30_000
"""Where draws agree once in so many, two builds of a hundred pictures of a block have a third of a
picture in common: a smaller chance is not worth more charts."""


def repeated(
    source: Stories,
    split: str,
    structure: str,
    nodes: Sizes,
    lanes: bool | None,
    weight: float = 1.0,
) -> float:
    """Chance that two draws agree, judged by the pairs of ever more charts of some stories.

    Where two of them agree, an estimate from all rounds. Where none do, it is given as one in the
    number of pairs, and the truth is most likely smaller: drawing ends as soon as that, times
    `weight`, is below one in `_ENOUGH`. Invented programs are compared without their names, and
    of those that agree so, one in the number of ways to name them agrees in all. A person's own are
    counted: two draws agree in function and in the words of its answers.
    """
    stories = able(source, split, structure, nodes, lanes)
    coded = [story for story in stories if isinstance(story, CodedStory)]
    if len(coded) == len(stories):
        return sum(1 / spoken(story) for story in coded) / len(stories) ** 2
    many = len(stories) if called(structure).worded else 1
    seen, more = _judged(source, split, structure, nodes, bool(lanes))
    for turn in range(_DRAWS):
        if turn == len(seen):
            seen.append(next(more))
        same, none = seen[turn]
        if not same and none * weight * _ENOUGH <= many:
            break
    return (same or none) / many


Tally = tuple[float, float]
"""The part of pairs that agree, and what it may be where none do."""


@lru_cache(maxsize=256)
def _judged(
    source: Stories, split: str, structure: str, nodes: Sizes, lanes: bool
) -> tuple[list[Tally], Iterator[Tally]]:
    """The rounds drawn so far, and those still to be drawn: a block may want more than another."""
    stories = able(source, split, structure, nodes, lanes)
    random = Random(f"repeats/{source.name}/{split}/{structure}")
    some = random.sample(stories, min(_JUDGED, len(stories)))
    return [], _rounds(called(structure), some, split, nodes, lanes, random)


def _rounds(
    kind: Structure, stories: list[Story], split: str, nodes: Sizes, lanes: bool, random: Random
) -> Iterator[Tally]:
    """One more chart of every story each round. Charts are compared with those of their own story,
    or with all where they have nothing of a story in them."""
    same, pairs, fewest = 0.0, 0, 0
    told: dict[str, Counter[str]] = defaultdict(Counter)
    for _ in range(_DRAWS):
        for story in stories:
            made = drawn(kind, story, _any(nodes, lanes, split, random), random)
            if isinstance(made, Declined):
                continue
            free = storyless(kind, story)
            said, ways = kind.bare(made) if kind.bare and free else (repr(content(made)), 1)
            others = told["" if free else story.id]
            same += others[said] / ways
            pairs += others.total()
            others[said] += 1
            fewest = min(fewest or ways, ways)
        yield same / max(pairs, 1), 1 / max(pairs * fewest, 1)


def _any(nodes: Sizes, lanes: bool, split: str, random: Random) -> Wish:
    size = random.randint(*nodes)
    decisions, loops = min(random.choice(DECISIONS), size // 4), random.choice(LOOPS)
    return Wish(size, nodes, lanes, decisions, min(loops, size // 6), random.random() < 0.3, split)
