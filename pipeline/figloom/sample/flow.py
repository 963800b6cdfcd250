"""One story, some of its parts, a dress: the facts of one flowchart."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

from figloom.errors import RecipeError
from figloom.flows.invariants import misdrawn
from figloom.registry import plugin
from figloom.sample.flows.dress import checked, dressed
from figloom.sample.flows.fitting import DECISIONS, LOOPS, SIZES, Sizes, able, carried, drawn
from figloom.sample.flows.repeats import repeated
from figloom.sample.flows.structures import Structure, Wish, called, scheduled
from figloom.seeds import Draw
from figloom.stories import CodedStory, Parallel, Stories, Story
from figloom.types import Declined, Flow, Provenance

Names = str | tuple[str, ...]

_LANED = 18
"""Nodes of the largest chart with lanes where smaller ones will do too: most steps have a row of
their own, and lanes are wide, so that the text of larger ones is too small to read."""


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
    """Lacking when no story of the split has the words for any of the structures."""
    checked(colours, tags)
    carried(source, split, _named(structure), nodes, lanes)


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
    names = carried(source, split, _named(structure), nodes, lanes)
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

    Of several structures, each comes as often as it is named, but for those that no story of the
    split has the words for, or that nothing can be made of. `lanes` says whether it has swimlanes,
    `parallel` whether it parts and joins again where its story does (stories that do are taken
    before others), `measured` that decisions on a number are taken before others, `meant` that
    figures tell what steps are (one chart in seven outlines all alike), `colours` what fills go by
    (role, stage, accent, lane, border, none), `tags` whether steps bear numbers (steps, numerals,
    none); what is left open is scheduled. Raises Lacking when the split has no story with the words
    for any.
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
    names = carried(source, draw.split, names, nodes, lanes)
    kind = called(names[_turn(draw, len(names))])
    stories = able(source, draw.split, kind.name, nodes, lanes)
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


def _turn(draw: Draw, many: int) -> int:
    """Place of the structure that is due, or of any where what comes after refused the slot's own
    unit: it may do so for the structure's sake."""
    if draw.unit == draw.slot:
        return draw.level("flow/structure", many)
    return draw.random("flow/structure").randrange(many)


def _parts(story: Story | CodedStory) -> bool:
    """Whether a story tells of things done side by side."""
    return isinstance(story, Story) and any(isinstance(part, Parallel) for part in story.parts)


def _named(structure: Names) -> tuple[str, ...]:
    """The structures, each as often as it is named."""
    names = (structure,) if isinstance(structure, str) else structure
    if not names:
        raise RecipeError("`structure` is an empty list: name one structure at least.")
    return tuple(names)


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
        decisions=min(DECISIONS[scheduled(draw, "flow/decisions", len(DECISIONS))], size // 4),
        loops=min(LOOPS[scheduled(draw, "flow/loops", len(LOOPS))], size // 6),
        parallel=(scheduled(draw, "flow/parallel", 3) == 0 if parallel is None else parallel)
        and size >= 8,
        split=draw.split,
    )
