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


def evenly(
    cases: Sequence[tuple[Reading, Reading, Case]],
    found: Sequence[Reading],
    later: bool,
    random: Random,
) -> tuple[Reading, Reading, Case] | None:
    """A case (winner, loser, ...) whose winner comes later, or earlier, as is wanted.

    Only cases of which the chart has another one in the other order, as many places apart, may be
    taken: so what is asked, and how far apart in time, never tells which of the two wins. Names may
    do without the other one, since their letters have nothing to do with values. None where there
    is no such case.
    """
    places: dict[int, dict[float | str, int]] = {
        at: {key: place for place, key in enumerate(sorted({r.keys[at] for r in found}, key=_key))}
        for at in (0, 1)
    }
    kinds: dict[tuple[int, int], dict[bool, list[tuple[Reading, Reading, Case]]]] = {}
    for case in cases:
        winner, loser, _ = case
        at = _apart(winner, loser)
        timed = not isinstance(winner.keys[at], str)
        gap = abs(places[at][winner.keys[at]] - places[at][loser.keys[at]]) if timed else 0
        kind = kinds.setdefault((at, gap), {False: [], True: []})
        kind[follows(winner, loser)].append(case)
    even = [kind for kind in kinds.values() if kind[False] and kind[True]]
    if not even:
        named = [case for (_, gap), kind in kinds.items() if not gap for case in kind[later]]
        return random.choice(named) if named else None
    # As often as it has cases, so that short gaps do not crowd out long ones.
    weights = [min(len(kind[False]), len(kind[True])) for kind in even]
    return random.choice(random.choices(even, weights)[0][later])


def _apart(one: Reading, other: Reading) -> int:
    return 0 if one.rows[0] != other.rows[0] else 1


def _key(key: float | str) -> tuple[bool, float, str]:
    return (True, 0.0, key) if isinstance(key, str) else (False, float(key), "")
