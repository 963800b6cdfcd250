"""Holm's test: which of many figures are further from chance than chance explains."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol, TypeVar

from figloom.scores.holm import holm as corrected

LEVEL = 0.01
"""Of significance."""


class Judged(Protocol):
    """What a solver reached."""

    @property
    def chance(self) -> float:
        """How likely chance alone is so far off."""


Figure = TypeVar("Figure", bound=Judged)


def holm(found: Sequence[Figure]) -> list[Figure]:
    """Those whose distance from chance is significant when all are judged together."""
    adjusted = corrected([figure.chance for figure in found])
    told = [figure for figure, chance in zip(found, adjusted, strict=True) if chance <= LEVEL]
    return sorted(told, key=lambda figure: figure.chance)
