"""95 % intervals for figures whose questions share pictures.

A share (accuracy) gets Wilson's interval at its effective size: what lies near 0 or 100 %, or comes
from few pictures, has an interval there too, where a bootstrap collapses to a point. The effective
size is n over the design effect of the linearised ratio of cluster totals, shrunk for few clusters
by Student's t (Korn and Graubard 1998, "Confidence intervals for proportions with small expected
number of positive counts"). Everything else (means of scores,
balanced accuracy, means of subtasks, differences) gets the percentiles of a bootstrap that draws
whole pictures with replacement (Davison and Hinkley 1997, section 3.8). Both are in percent.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from statistics import NormalDist

import numpy as np
from numpy.typing import NDArray

from figloom.seeds import digest

Floats = NDArray[np.float64]
Interval = tuple[float, float]
"""Low and high end."""

DRAWS = 2000
_LEVEL = 0.95
_Z = NormalDist().inv_cdf(0.5 + _LEVEL / 2)
_AT_ONCE = 1 << 22
"""Numbers drawn at once: 32 MB."""


def wilson(right: float, n: float, z: float = _Z) -> Interval | None:
    """Wilson's interval of `right` of `n`, which need not be whole; None of nothing."""
    if n <= 0:
        return None
    part, spread = right / n, z * z / n
    middle = (part + spread / 2) / (1 + spread)
    half = z * math.sqrt(max(0.0, part * (1 - part)) / n + spread / (4 * n)) / (1 + spread)
    # Rounding must not push an end past the share itself.
    return 100 * max(0.0, min(middle - half, part)), 100 * min(1.0, max(middle + half, part))


def share(right: Floats, asked: Floats) -> Interval | None:
    """Interval of a share from each cluster's right and asked questions."""
    right, asked = right[asked > 0], asked[asked > 0]
    if not len(asked):
        return None
    size = effective_size(right, asked)
    return wilson(float(right.sum() / asked.sum()) * size, size)


def effective_size(right: Floats, asked: Floats) -> float:
    """How many unrelated questions tell as much of a share as these do.

    At most the number of questions; at least what it is if the questions of a cluster are always
    right or wrong together, which is also taken at 0 and 100 %, where no variance is seen.
    """
    n, clusters = float(asked.sum()), len(asked)
    least = n * n / float((asked * asked).sum())
    part = float(right.sum()) / n
    if clusters == n or clusters < 2 or part in (0.0, 1.0):
        return least
    rest = right - part * asked
    variance = clusters / (clusters - 1) * float((rest * rest).sum()) / (n * n)
    effect = max(1.0, variance * n / (part * (1 - part)))
    # The variance is known no better than the clusters with the rarer outcome are many.
    rarer = min(int((right > 0).sum()), int((right < asked).sum()))
    return max(least, n / effect * (_Z / t_quantile(min(rarer, clusters - 1))) ** 2)


def t_quantile(degrees: int) -> float:
    """Student's t that 97.5 % lie below: exact for one and two degrees, else Hill's series.

    Source: Abramowitz and Stegun 26.7.5, right to 1 % from three degrees on.
    """
    if degrees == 1:
        return math.tan(math.pi * (_LEVEL / 2))
    if degrees == 2:
        return _LEVEL * math.sqrt(2 / (1 - _LEVEL**2))
    z, v = _Z, degrees
    return (
        z
        + (z**3 + z) / (4 * v)
        + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * v**2)
        + (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / (384 * v**3)
    )


def resampled(totals: Floats, figure: Callable[[Floats], Floats], key: str) -> Floats:
    """A figure of each of 2000 draws of clusters, nan where it has no value.

    `totals` holds a row a cluster; `figure` maps sums of rows (draws, columns) to figures (draws,).
    The draws depend on the key and the number of clusters alone.
    """
    clusters = len(totals)
    generator = np.random.Generator(np.random.PCG64(digest(f"bootstrap/{key}")))
    found = []
    step = max(1, _AT_ONCE // max(1, clusters))
    for start in range(0, DRAWS, step):
        size = min(step, DRAWS - start)
        drawn = generator.integers(clusters, size=(size, clusters))
        places = drawn + clusters * np.arange(size)[:, None]
        often = np.bincount(places.ravel(), minlength=size * clusters).reshape(size, clusters)
        with np.errstate(divide="ignore", invalid="ignore"):
            found.append(figure(often @ totals))
    return np.concatenate(found)


def bootstrap(totals: Floats, figure: Callable[[Floats], Floats], key: str) -> Interval | None:
    """Percentile interval of a figure; None where half of the draws give it no value, and for a
    point: pictures that all agree do not tell how far others would."""
    if len(totals) < 2:
        return None
    found = resampled(totals, figure, key)
    known = found[np.isfinite(found)]
    if len(known) < DRAWS / 2:
        return None
    low, high = np.quantile(known, [(1 - _LEVEL) / 2, (1 + _LEVEL) / 2]).tolist()
    return None if math.isclose(low, high, abs_tol=1e-9) else (low, high)
