"""Intervals against their definitions, and how often they hold what they should."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from figloom.scores.intervals import bootstrap, effective_size, share, t_quantile, wilson

Z = 1.959963984540054


@given(st.integers(1, 3000), st.data())
def test_the_ends_of_wilson_are_where_the_score_test_turns(n: int, data: st.DataObject) -> None:
    right = data.draw(st.integers(0, n))
    found = wilson(right, n)
    assert found is not None
    for end in found:
        p = end / 100
        if 1e-9 < p < 1 - 1e-9:
            assert abs(right / n - p) / math.sqrt(p * (1 - p) / n) == pytest.approx(Z, rel=1e-6)
    assert found[0] - 1e-9 <= 100 * right / n <= found[1] + 1e-9


def test_students_t() -> None:
    known = {1: 12.706, 2: 4.3027, 3: 3.1824, 4: 2.7764, 9: 2.2622, 30: 2.0423, 1000: 1.9623}
    for degrees, value in known.items():
        assert t_quantile(degrees) == pytest.approx(value, rel=0.01)


@settings(deadline=None)
@given(st.lists(st.tuples(st.integers(0, 9), st.integers(1, 9)), min_size=1, max_size=40))
def test_a_cluster_tells_at_least_as_much_as_one_question(told: list[tuple[int, int]]) -> None:
    asked = np.array([float(n) for _, n in told])
    right = np.array([float(min(k, n)) for k, n in told])
    size = effective_size(right, asked)
    least = asked.sum() ** 2 / (asked**2).sum()
    assert least - 1e-9 <= size <= asked.sum() + 1e-9
    low, high = share(right, asked) or (math.nan, math.nan)
    assert low - 1e-9 <= 100 * right.sum() / asked.sum() <= high + 1e-9


def test_single_questions_have_the_plain_interval() -> None:
    right = np.array([1.0, 0.0, 1.0, 1.0])
    assert share(right, np.ones(4)) == wilson(3, 4)
    assert share(np.zeros(0), np.zeros(0)) is None
    assert share(np.ones(1), np.ones(1)) == wilson(1, 1)


@pytest.mark.parametrize("alike", [0.0, 0.5, 1.0])
@pytest.mark.parametrize(("part", "clusters"), [(0.5, 30), (0.8, 60), (0.95, 60)])
def test_shares_of_clusters_are_covered(alike: float, part: float, clusters: int) -> None:
    held, times = 0, 600
    for turn in range(times):
        right, asked = _clustered(np.random.default_rng(turn), clusters, part, alike)
        low, high = share(right, asked) or (math.nan, math.nan)
        held += low <= 100 * part <= high
    assert 0.90 <= held / times <= 0.99


@pytest.mark.parametrize("alike", [0.0, 1.0])
def test_the_bootstrap_covers_means_of_clusters(alike: float) -> None:
    held, times = 0, 250
    for turn in range(times):
        right, asked = _clustered(np.random.default_rng(turn), 60, 0.6, alike)
        totals = np.column_stack([right, asked])
        low, high = bootstrap(totals, lambda s: 100 * s[:, 0] / s[:, 1], f"cover/{turn}") or (1, 0)
        held += low <= 60 <= high
    assert 0.90 <= held / times <= 0.99


def test_unclustered_intervals_would_be_too_narrow() -> None:
    right, asked = _clustered(np.random.default_rng(3), 50, 0.5, 1.0)
    clustered, plain = share(right, asked), wilson(right.sum(), asked.sum())
    assert clustered is not None
    assert plain is not None
    assert clustered[1] - clustered[0] > 1.5 * (plain[1] - plain[0])


def test_the_bootstrap_repeats_by_its_key() -> None:
    totals = np.column_stack([np.arange(20.0), np.full(20, 20.0)])

    def of(key: str) -> object:
        return bootstrap(totals, lambda s: s[:, 0] / s[:, 1], key)

    assert of("a") == of("a") != of("b")


def test_a_figure_that_most_draws_lack_has_no_interval() -> None:
    totals = np.zeros((40, 2))
    totals[0] = 1.0
    assert bootstrap(totals[:1], lambda s: s[:, 0], "one") is None
    assert bootstrap(np.zeros((5, 2)), lambda s: s[:, 0] / s[:, 1], "none") is None


def test_pictures_that_all_agree_have_no_interval() -> None:
    assert bootstrap(np.full((30, 2), 4.0), lambda s: s[:, 0] / s[:, 1], "agreed") is None


def _clustered(
    random: np.random.Generator, clusters: int, part: float, alike: float
) -> tuple[np.ndarray, np.ndarray]:
    """Right and asked of pictures with 1 to 8 questions, a share of the pictures wholly alike."""
    asked = random.integers(1, 9, clusters)
    whole = random.random(clusters) < alike
    right = np.where(whole, asked * (random.random(clusters) < part), random.binomial(asked, part))
    return right.astype(float), asked.astype(float)
