"""An exact test of two runs on the same questions, with pictures as the units."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable

import numpy as np

from figloom.scores.intervals import Floats


def flipped(differences: Iterable[int]) -> float:
    """Two-sided p value of a sum of differences, each of which could as well have the other sign.

    The distribution over all sign changes is computed exactly. Where every difference is 1, 0 or
    -1, as with one question a picture, this is McNemar's exact test.
    """
    seen = [difference for difference in differences if difference]
    sizes = Counter(map(abs, seen))
    chances = np.ones(1)
    for size, many in sizes.items():
        step = np.zeros(2 * size * many + 1)
        step[:: 2 * size] = _binomial(many)
        chances = np.convolve(chances, step)
    middle = len(chances) // 2
    least = abs(sum(seen))
    return min(1.0, 2 * float(chances[middle + least :].sum())) if least else 1.0


def _binomial(n: int) -> Floats:
    """Chances of 0 to n heads among n coins."""
    whole = math.lgamma(n + 1) - n * math.log(2)
    return np.array(
        [math.exp(whole - math.lgamma(k + 1) - math.lgamma(n - k + 1)) for k in range(n + 1)]
    )
