"""False numbers that no mark has, where a chart offers no other number for one."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from statistics import median

from figloom.ask.charts.phrases import number, rounded
from figloom.ask.charts.ruler import NEAR, STEPS, Ruler

_TRIES = 200


def beside(
    truth: float, scale: Ruler, like: Sequence[float], least: float, nearer: bool, random: Random
) -> float | None:
    """A number at least so far off that is nearer to the middle than the truth, or farther from it,
    as the schedule wants: the middle of the axis and that of all marks alike.

    It is as round and as long as the truth. None if that cannot be had either way: then the truth
    would be told by being the only number that could be true.
    """
    like = tuple(like)
    middles = [(scale.low + scale.high) / 2, *([median(like)] if len(like) > 1 else [])]
    sides = {truth < middle for middle in middles}
    if len(sides) > 1 or truth in middles:
        return None
    inwards = 1 if sides == {True} else -1
    shape = _shape(rounded(truth, like), like)
    for _ in range(_TRIES):
        gap = random.uniform(least, max(least, NEAR * scale.span))
        towards, away = (rounded(truth + way * gap, like) for way in (inwards, -inwards))
        closer = all(abs(towards - middle) < abs(truth - middle) for middle in middles)
        if closer and all(
            _fits(wrong, truth, scale, least) and _shape(wrong, like) == shape
            for wrong in (towards, away)
        ):
            return towards if nearer else away
    return None


def _fits(wrong: float, truth: float, scale: Ruler, least: float) -> bool:
    low, high = sorted((scale.low, scale.high))
    gap = abs(wrong - truth)
    return (
        low <= wrong <= high
        and wrong * truth > 0
        and gap >= max(least, STEPS * scale.step)
        and scale.near(truth, wrong)
    )


def _shape(value: float, like: Sequence[float]) -> tuple[int, int]:
    """How long a number is when written, and how many zeros it ends in."""
    written = number(value, "", like).replace(",", "")
    return len(written), len(written) - len(written.rstrip("0"))
