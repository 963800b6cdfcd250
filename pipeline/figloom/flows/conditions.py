"""Whether the conditions on a decision's arrows leave exactly one way, whatever the values."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import product

from figloom.flows import holds, numbers
from figloom.types import Variable


@lru_cache(maxsize=4096)
def exclusive(conditions: tuple[str, ...], variables: tuple[Variable, ...]) -> str:
    """Why not exactly one of the conditions holds whatever the values; "" where it does."""
    if not all(conditions):
        return "some of its arrows have a condition and some have none"
    idle = set(conditions)
    try:
        for given in _trials(conditions, variables):
            met = [condition for condition in conditions if holds(condition, given)]
            if len(met) != 1:
                return f"{len(met)} of its conditions hold where {given}"
            idle -= set(met)
    except (ValueError, SyntaxError) as error:
        return str(error)
    return f"{min(idle)!r} never holds" if idle else ""


def _trials(conditions: Sequence[str], variables: Sequence[Variable]) -> Iterator[dict[str, float]]:
    """Values at the ends, at the numbers compared with and right beside them: between these
    nothing changes."""
    told = {number for condition in conditions for number in numbers(condition)}
    told |= {-number for number in told}
    names = set(re.findall(r"[A-Za-z_]\w*", " ".join(conditions)))
    some = [variable for variable in variables if variable.id in names]
    ranges = []
    for one in some:
        near = {number + side * one.step for number in told for side in (-1, 0, 1)}
        ranges.append(sorted(v for v in near | {one.low, one.high} if one.low <= v <= one.high))
    for values in product(*ranges):
        yield dict(zip((one.id for one in some), values, strict=True))
