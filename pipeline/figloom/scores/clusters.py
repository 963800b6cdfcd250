"""Questions of one picture put together, since they are right and wrong together."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np

from figloom.scores.intervals import Floats


def summed(told: Iterable[tuple[str, Sequence[float]]], width: int) -> Floats:
    """A row a picture: the sums of its questions' values, from each question's picture and values.

    Pictures stand in the order in which they first come.
    """
    told = list(told)
    place = {picture: at for at, picture in enumerate(dict.fromkeys(name for name, _ in told))}
    found = np.zeros((len(place), width))
    for picture, values in told:
        found[place[picture]] += values
    return found


def counted(told: Iterable[tuple[str, int]], width: int) -> Floats:
    """A row a picture: how many of its questions fall into each column."""
    told = list(told)
    place = {picture: at for at, picture in enumerate(dict.fromkeys(name for name, _ in told))}
    found = np.zeros((len(place), width))
    rows = [place[picture] for picture, _ in told]
    np.add.at(found, (rows, [column for _, column in told]), 1.0)
    return found
