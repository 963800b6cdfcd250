"""Holm's test: which of many figures are further from chance than chance explains."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol, TypeVar

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
    ranked = sorted(found, key=lambda figure: figure.chance)
    for place, figure in enumerate(ranked):
        if figure.chance > LEVEL / (len(ranked) - place):
            return ranked[:place]
    return ranked
