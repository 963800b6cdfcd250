"""One story, some of its parts, a dress: the facts of one flowchart."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache
from random import Random

from figloom.errors import Lacking, RecipeError
from figloom.flows.invariants import faults, misdrawn
from figloom.registry import plugin
from figloom.sample.flows.content import content
from figloom.sample.flows.dress import checked, dressed
from figloom.sample.flows.structures import Structure, Wish, called, scheduled
from figloom.seeds import Draw
from figloom.stories import CodedStory, Parallel, Stories, Story
from figloom.types import Declined, Flow, Provenance

Sizes = tuple[int, int]
Names = str | tuple[str, ...]

SIZES = (5, 30)
"""Nodes that a flowchart may have."""
_TRIALS = 6
"""Charts that are tried before a draw declines."""
_DECISIONS = (0, 1, 1, 2, 2, 3, 4, 6)
_LOOPS = (0, 0, 1, 1, 2)
_LISTED = 5
"""Stories that an error names."""
_LANED = 18
"""Nodes of the largest chart with lanes where smaller ones will do too: most steps have a row of
their own, and lanes are wide, so that the text of larger ones is too small to read."""
_SEEN = 3
"""Times that a chart of a story is tried to see whether it has the words."""
_JUDGED = 8
"""Stories that a chance of repeats is judged by."""
_DRAWS = 40
"""Charts of each, at most."""
_ENOUGH = 30_000
"""A block for which two draws agree less often than once in so many has hardly a repeat among as
many pictures as builds have of one block."""


def _require(
    source: Stories,
    split: str,
    *,
    structure: Names,
    nodes: Sizes,
    lanes: bool | None,
    parallel: bool | None = None,
    measured: bool = False,
    meant: bool = False,
    colours: str | None = None,
    tags: str | None = None,
) -> None:
    """Lacking when no story of the split has the words for such a chart."""
    checked(colours, tags)
    for name in _named(structure):
        _able(source, split, name, nodes, lanes)


def _collision(
    source: Stories,
    split: str,
    *,
    structure: Names = "process",
    nodes: Sizes = SIZES,
    lanes: bool | None = None,
    parallel: bool | None = None,
    measured: bool = False,
    meant: bool = False,
    colours: str | None = None,
    tags: str | None = None,
) -> float:
    """Chance that two draws agree in every label and arrow."""
    names = _named(structure)
    # Both must be of one structure, and then agree.
    parts = {name: (names.count(name) / len(names)) ** 2 for name in sorted(set(names))}
    return sum(
        part * repeated(source, split, name, nodes, lanes, part * len(parts))
        for name, part in parts.items()
    )


@plugin(collision=_collision, require=_require)
def flow(
    source: Stories,
    draw: Draw,
    *,
    structure: Names = "process",
    nodes: Sizes = SIZES,
    lanes: bool | None = None,
    parallel: bool | None = None,
    measured: bool = False,
    meant: bool = False,
    colours: str | None = None,
    tags: str | None = None,
) -> Flow | Declined:
    """Facts for one flowchart of the structure, from parts of the unit's story in their order.

    Of several structures, each comes as often as it is named. `lanes` says whether it has
    swimlanes, `parallel` whether it parts and joins again where its story does (stories that do are
    taken before others), `measured` that decisions on a number are taken before others,
    `meant` that figures tell what steps are (one chart in seven outlines all alike), `colours`
    what fills go by (role, stage, accent, lane, border, none), `tags` whether steps bear numbers
    (steps, numerals, none); what is left open is scheduled. Raises Lacking when the split has no
    story with the words.
    """
    checked(colours, tags)
    return _sampled(
        source, draw, _named(structure), nodes, lanes, parallel, measured, meant, colours, tags
    )


# Planning samples the first slots of every block, and the build once more.
@lru_cache(maxsize=1024)
def _sampled(
    source: Stories,
    draw: Draw,
    names: tuple[str, ...],
    nodes: Sizes,
    lanes: bool | None,
    parallel: bool | None,
    measured: bool,
    meant: bool,
    colours: str | None,
    tags: str | None,
) -> Flow | Declined:
    kind = called(names[draw.level("flow/structure", len(names))])
    stories = _able(source, draw.split, kind.name, nodes, lanes)
    if parallel:
        stories = tuple(story for story in stories if _parts(story)) or stories
    turn, place = divmod(draw.unit, len(stories))
    story = stories[draw.walk(f"story/{turn}", place, len(stories))]
    random = draw.random("sample")
    wish = replace(_wish(kind, story, draw, nodes, lanes, parallel), measured=measured)
    made = drawn(kind, story, wish, random)
    if isinstance(made, Declined):
        return made
    told = replace(made, provenance=Provenance(source.name, source.licence, (story.id,)))
    done = dressed(told, draw, colours, tags, meant)
    return Declined("the dress does not fit") if misdrawn(done) else done


def _parts(story: Story | CodedStory) -> bool:
    """Whether a story tells of things done side by side."""
    return isinstance(story, Story) and any(isinstance(part, Parallel) for part in story.parts)


def _named(structure: Names) -> tuple[str, ...]:
    """The structures, each as often as it is named."""
    names = (structure,) if isinstance(structure, str) else structure
    if not names:
        raise RecipeError("`structure` is an empty list: name one structure at least.")
    return tuple(names)


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


def _wish(
    kind: Structure,
    story: Story,
    draw: Draw,
    nodes: Sizes,
    lanes: bool | None,
    parallel: bool | None,
) -> Wish:
    low, high = nodes
    size = low + scheduled(draw, "flow/size", high - low + 1)
    laned = kind.laned and len(story.actors) >= 2
    laned = laned and (scheduled(draw, "flow/lanes", 3) == 0 if lanes is None else lanes)
    if laned and low <= _LANED < high:
        size = low + (size - low) * (_LANED - low) // (high - low)
        nodes = low, _LANED
    return Wish(
        size=size,
        nodes=nodes,
        lanes=laned,
        decisions=min(_DECISIONS[scheduled(draw, "flow/decisions", len(_DECISIONS))], size // 4),
        loops=min(_LOOPS[scheduled(draw, "flow/loops", len(_LOOPS))], size // 6),
        parallel=(scheduled(draw, "flow/parallel", 3) == 0 if parallel is None else parallel)
        and size >= 8,
        split=draw.split,
    )


def _able(
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
        lack = f"a story of {source.name!r} in split {split!r} with the words for {what}"
        raise Lacking(
            f"there is no story of {source.name!r} in split {split!r} with the words for {what}. "
            "Give another source, or a recipe of your own without this block.",
            lack,
        )
    return found


def _elsewhere(source: Stories, split: str) -> Lacking:
    """For a split without any story: where they all are, and what to do."""
    other = source.stories[0].split
    named = [repr(story.id) for story in source.stories]
    if len(named) == 1:
        which = f"the one story of {source.name!r}, {named[0]}, is"
    else:
        shown = ", ".join([*named[:_LISTED], "..."][: len(named)])
        which = f"all {len(named)} stories of {source.name!r} ({shown}) are"
    return Lacking(
        f"{which} in split {other!r}, and {split!r} has none: build with --split {other}, or "
        "give more of them.",
        f"{source.name!r} has no story in split {split!r}",
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
    # What one invents, all do.
    free = [story.id for story in some if _invented(kind, story)]
    able = any(_carries(kind, s, nodes, lanes, split) for s in some if s.id in free)
    return tuple(
        story
        for story in some
        if (able if story.id in free else _carries(kind, story, nodes, lanes, split))
    )


def _carries(kind: Structure, story: Story, nodes: Sizes, lanes: bool, split: str) -> bool:
    """Whether one of some charts of the story comes out."""
    random = Random(f"carries/{story.id}")
    # The smallest, and with all that there is, comes out most easily.
    wish = Wish(nodes[0], nodes, lanes, max(_DECISIONS), max(_LOOPS), True, split)
    made = (drawn(kind, story, wish, random) for _ in range(_SEEN))
    return any(not isinstance(one, Declined) for one in made)


def _any(nodes: Sizes, lanes: bool, split: str, random: Random) -> Wish:
    size = random.randint(*nodes)
    decisions, loops = min(random.choice(_DECISIONS), size // 4), random.choice(_LOOPS)
    return Wish(size, nodes, lanes, decisions, min(loops, size // 6), random.random() < 0.3, split)


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
    of those that agree so, one in the number of ways to name them agrees in all.
    """
    stories = _able(source, split, structure, nodes, lanes)
    # A person's program has one chart, which no other of them has.
    own = called(structure).worded or all(isinstance(story, CodedStory) for story in stories)
    many = len(stories) if own else 1
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
    stories = _able(source, split, structure, nodes, lanes)
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
            free = _invented(kind, story)
            said, ways = kind.bare(made) if kind.bare and free else (repr(content(made)), 1)
            others = told["" if free else story.id]
            same += others[said] / ways
            pairs += others.total()
            others[said] += 1
            fewest = min(fewest or ways, ways)
        yield same / max(pairs, 1), 1 / max(pairs * fewest, 1)


def _invented(kind: Structure, story: Story) -> bool:
    """Whether charts have nothing of their story in them."""
    return not kind.worded and not isinstance(story, CodedStory)
