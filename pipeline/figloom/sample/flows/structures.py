"""What a structure of flowcharts is, and all of them, found by walking this folder."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from random import Random

from figloom.errors import RecipeError, unknown
from figloom.seeds import Draw
from figloom.stories import Story
from figloom.types import Declined, Flow


@dataclass(frozen=True, slots=True)
class Wish:
    """What a chart shall be like, as far as the schedule decides."""

    size: int
    """How many nodes it shall have; anything in `nodes` will do."""
    nodes: tuple[int, int]
    lanes: bool
    decisions: int
    loops: int
    parallel: bool
    split: str = "train"
    measured: bool = False
    """Whether decisions on a number come first."""

    def fits(self, count: int) -> bool:
        """Whether so many nodes will do."""
        return self.nodes[0] <= count <= self.nodes[1]


@dataclass(frozen=True, slots=True)
class Structure:
    """A kind of flowchart; a new file with one in this folder is a new kind."""

    name: str
    said: str
    """What errors call it: "a participant flow"."""
    fits: Callable[[Story], bool]
    """Whether a story has the words for it."""
    made: Callable[[Story, Random, Wish], Flow | Declined]
    """Nodes without figures, fills and tags: the dress comes later."""
    laned: bool = False
    """Whether it may have swimlanes."""
    worded: bool = True
    """Whether it has the story's words in it, so that two stories never give one chart."""
    bare: Callable[[Flow], tuple[str, int]] | None = None
    """What a chart without a story's words says apart from names, and how many ways there are to
    name it, all about as likely."""


def scheduled(draw: Draw, factor: str, levels: int) -> int:
    """The slot's level of a factor at its first attempt, then any: what is asked of a chart may
    not go with every level."""
    if draw.attempt == 0 and draw.unit == draw.slot:
        return draw.level(factor, levels)
    return draw.random(factor).randrange(levels)


@cache
def structures() -> Mapping[str, Structure]:
    """All structures by name, in order of name."""
    package = importlib.import_module("figloom.sample.flows")
    found: dict[str, Structure] = {}
    for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
        for value in vars(importlib.import_module(module.name)).values():
            if isinstance(value, Structure) and found.setdefault(value.name, value) is not value:
                raise RuntimeError(f"two structures are called {value.name!r}")
    return dict(sorted(found.items()))


def called(name: str) -> Structure:
    """The structure of that name; a RecipeError that lists the known ones where there is none."""
    known = structures()
    if name not in known:
        raise RecipeError(unknown("structure of flowcharts", name, known))
    return known[name]
