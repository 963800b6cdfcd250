"""What a statement on the whole is about: which readings together, and how they are called."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from random import Random

from figloom.ask.charts.phrases import number
from figloom.ask.charts.readings import Reading
from figloom.ask.charts.ruler import Ruler, ruler
from figloom.seeds import Draw
from figloom.types import Picture, Step

BOTH = 2
LEAST = 3
"""Values that a scope must hold to be asked about as a whole."""


@dataclass(frozen=True, slots=True)
class Scope:
    """Readings that are looked at together, and how a question names them."""

    readings: tuple[Reading, ...]
    along: int
    """Which of their rows and keys differ: 0 for categories, 1 for series, BOTH."""
    head: str
    """Which of several such scopes it is; empty where all of the measure is meant."""
    beside: str
    """What is said of marks that might be meant as well, and are not."""
    scale: Ruler
    like: tuple[float, ...]

    @property
    def among(self) -> str:
        """What follows the measure in a question."""
        return self.head + self.beside

    def told(self, value: float) -> str:
        """A value as the chart would write it."""
        return number(value, self.readings[0].unit, self.like)


@dataclass(frozen=True, slots=True)
class Claim:
    """A true statement and a false one."""

    true: dict[str, str]
    false: dict[str, str]
    steps: list[Step]
    rests: tuple[Reading, ...]
    distance: float
    wrong: str
    """Kind of the false one."""


@dataclass(frozen=True, slots=True, eq=False)
class Kind:
    """One kind of statement."""

    name: str
    claim: Callable[[list[Scope], list[Reading], Draw, Random], Claim | None]
    """(scopes, all readings, draw, random) -> what to state; None where the chart is not fit for
    it, whatever the schedule wants."""


@cache
def kinds() -> Mapping[str, Kind]:
    """All kinds by name, in order of name."""
    package = importlib.import_module("figloom.ask.charts.whole")
    found: dict[str, Kind] = {}
    for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
        for value in vars(importlib.import_module(module.name)).values():
            if isinstance(value, Kind) and found.setdefault(value.name, value) is not value:
                raise RuntimeError(f"two kinds of statement are called {value.name!r}")
    return dict(sorted(found.items()))


def scopes(
    found: list[Reading], every: list[Reading], picture: Picture | None, beside: str = ""
) -> Iterator[Scope]:
    """All values of a series over its categories, of a category over the series, and of all series
    over all categories, if all can be seen.

    `beside` is said of what the chart shows besides them, where it does.
    """
    for at, along in ((1, 0), (0, 1), (BOTH, BOTH)):
        groups, whole = _grouped(found, at), _grouped(every, at)
        for key, group in groups.items():
            if len(group) < max(LEAST, len(whole[key])) or not _distinct(group, along):
                continue
            like = tuple(r.value for r in found if r.what == group[0].what)
            head = "" if at == BOTH else _head(group, groups, at)
            yield Scope(tuple(group), along, head, beside, ruler(picture, group[0], found), like)


def _grouped(found: list[Reading], at: int) -> dict[tuple[str, ...], list[Reading]]:
    groups: dict[tuple[str, ...], list[Reading]] = {}
    for reading in found:
        row = "" if at == BOTH else reading.rows[at]
        groups.setdefault((row, reading.what, reading.unit, reading.dimension), []).append(reading)
    return groups


def _distinct(group: list[Reading], along: int) -> bool:
    """Whether the readings differ along it; of both, whether they are of several series at all."""
    if along == BOTH:
        return len({one.rows[1] for one in group}) > 1 and all(one.scopes[0] for one in group)
    return len({one.rows[along] for one in group}) == len(group)


def _head(group: list[Reading], groups: dict[tuple[str, ...], list[Reading]], at: int) -> str:
    """How the scope is called beside its measure; empty where it is the whole chart."""
    same = [key for key in groups if key[1:] == (group[0].what, group[0].unit, group[0].dimension)]
    return group[0].scopes[at] if len(same) > 1 else ""
