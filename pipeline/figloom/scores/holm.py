"""Holm's correction of several p values judged together (Holm 1979)."""

from __future__ import annotations

from collections.abc import Sequence


def holm(p_values: Sequence[float]) -> list[float]:
    """Adjusted p values in the order given: one below a level is significant at that level, the
    chance of any false one among all being at most that level."""
    adjusted, highest = [0.0] * len(p_values), 0.0
    ranked = sorted(range(len(p_values)), key=lambda at: p_values[at])
    for place, at in enumerate(ranked):
        highest = max(highest, min(1.0, (len(p_values) - place) * p_values[at]))
        adjusted[at] = highest
    return adjusted
