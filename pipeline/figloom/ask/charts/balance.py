"""What is asked of two marks when the order of their names must tell nothing of the truth."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import TypeVar

from figloom.ask.charts.readings import Reading

Case = TypeVar("Case")


def follows(one: Reading, other: Reading) -> bool:
    """Whether a reading comes after another: in time, else by the letters of their names."""
    at = _apart(one, other)
    return str(one.keys[at]) > str(other.keys[at]) if isinstance(one.keys[at], str) else (
        float(one.keys[at]) > float(other.keys[at])
    )  # fmt: skip


def ordered(one: Reading, other: Reading) -> bool:
    """Whether two readings differ in time, or in the place of their bin, rather than by name."""
    at = _apart(one, other)
    return at == 0 and (one.time or not isinstance(one.keys[at], str))


def evenly(
    cases: Sequence[tuple[Reading, Reading, Case]],
    found: Sequence[Reading],
    later: bool,
    random: Random,
) -> tuple[Reading, Reading, Case] | None:
    """A case (winner, loser, ...) whose winner comes later, or earlier, as is wanted.

    Of times and bins, only cases may be taken of which the chart has another one in the other order
    and about as many places apart: so what is asked, and how far apart, never tells which of the
    two wins. Names may do without, and come in the order that there is, since their letters have
    nothing to do with values. None where there is no such case.
    """
    places = [
        {key: place for place, key in enumerate(sorted({r.keys[at] for r in found}, key=_key))}
        for at in (0, 1)
    ]
    kinds: dict[tuple[int, int], dict[bool, list[tuple[Reading, Reading, Case]]]] = {}
    for case in cases:
        winner, loser, _ = case
        at = _apart(winner, loser)
        gap = abs(places[at][winner.keys[at]] - places[at][loser.keys[at]])
        # Next to each other, 2 or 3 apart, 4 to 7, ...
        size = gap.bit_length() if ordered(winner, loser) else 0
        kind = kinds.setdefault((at, size), {False: [], True: []})
        kind[follows(winner, loser)].append(case)
    even = [kind for kind in kinds.values() if kind[False] and kind[True]]
    if not even:
        names = [kind for (_, size), kind in kinds.items() if not size]
        named = [case for kind in names for case in kind[later] or kind[not later]]
        return random.choice(named) if named else None
    # As often as it has cases, so that short gaps do not crowd out long ones.
    weights = [min(len(kind[False]), len(kind[True])) for kind in even]
    return random.choice(random.choices(even, weights)[0][later])


def _apart(one: Reading, other: Reading) -> int:
    return 0 if one.rows[0] != other.rows[0] else 1


def _key(key: float | str) -> tuple[bool, float, str]:
    return (True, 0.0, key) if isinstance(key, str) else (False, float(key), "")
