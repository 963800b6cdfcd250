"""What is asked of a chart when neither names nor times may tell the truth."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from random import Random
from typing import Generic, TypeVar

from figloom.ask.charts.readings import Reading

Told = TypeVar("Told")


@dataclass(frozen=True, slots=True)
class Case(Generic[Told]):
    """Something that could be asked, of which one end wins over the other."""

    told: Told
    later: bool
    """Whether the winner comes later: in time, else by the letters of the names."""
    gap: tuple[int, int]
    """Along which names they differ, and about how many places of time lie between: 0 for names."""


def case(winner: Reading, loser: Reading, found: Sequence[Reading], told: Told) -> Case[Told]:
    """A case of two readings among all those found."""
    at = 0 if winner.rows[0] != loser.rows[0] else 1
    one, other = winner.keys[at], loser.keys[at]
    later = max((one, other), key=_key) == one
    gap = 0
    if timed(winner, loser):
        places = _places(tuple(reading.keys[at] for reading in found))
        # Next to each other, 2 or 3 apart, 4 to 7, ...
        gap = abs(places[one] - places[other]).bit_length()
    return Case(told, later, (at, gap))


def timed(one: Reading, other: Reading) -> bool:
    """Whether two readings differ in time, or in the place of their bin, rather than by name."""
    return one.rows[0] != other.rows[0] and (one.time or not isinstance(one.keys[0], str))


def evenly(cases: Sequence[Case[Told]], later: bool, random: Random) -> Told | None:
    """What to ask so that the winner comes later, or earlier, as is wanted; None if it cannot be.

    Of times and bins, only cases may be taken of which the chart has another one in the other order
    and about as many places apart: so what is asked, and how far apart, never tells which of the
    two wins. Of names, whose letters have nothing to do with values, any in the order wanted.
    """
    kinds: dict[tuple[int, int], dict[bool, list[Told]]] = {}
    for one in cases:
        kinds.setdefault(one.gap, {False: [], True: []})[one.later].append(one.told)
    even = [
        (kind[later], min(len(kind[later]), len(kind[not later]) if gap else len(kind[later])))
        for (_, gap), kind in kinds.items()
    ]
    able = [(told, weight) for told, weight in even if weight]
    if not able:
        return None
    # As often as it has cases, so that short gaps do not crowd out long ones.
    chosen = random.choices([told for told, _ in able], [weight for _, weight in able])[0]
    return random.choice(chosen)


@lru_cache(maxsize=64)
def _places(keys: tuple[float | str, ...]) -> Mapping[float | str, int]:
    """Where each key stands in their order."""
    return {key: place for place, key in enumerate(sorted(set(keys), key=_key))}


def _key(key: float | str) -> tuple[bool, float, str]:
    return (True, 0.0, key) if isinstance(key, str) else (False, float(key), "")
