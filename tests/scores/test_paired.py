"""Two runs, several tests at once, several seeds."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from math import comb

import pytest
from hypothesis import given
from hypothesis import strategies as st
from judged_samples import given as judged

from figloom.scores.holm import holm
from figloom.scores.paired import paired
from figloom.scores.seeds import seeds, spread
from figloom.scores.signs import flipped
from figloom.scores.summary import summary


@given(st.integers(0, 40), st.integers(0, 40))
def test_single_questions_are_mcnemars_exact_test(only_one: int, only_two: int) -> None:
    n, least = only_one + only_two, min(only_one, only_two)
    exact = min(Fraction(1), 2 * sum(Fraction(comb(n, k), 2**n) for k in range(least + 1)))
    found = flipped([1] * only_two + [-1] * only_one + [0] * 5)
    assert found == pytest.approx(float(exact), rel=1e-9)


@given(st.lists(st.integers(-5, 5), max_size=10))
def test_clusters_are_all_sign_changes(differences: list[int]) -> None:
    reached = [
        abs(sum(sign * d for sign, d in zip(signs, differences, strict=True)))
        >= abs(sum(differences))
        for signs in product((1, -1), repeat=len(differences))
    ]
    assert flipped(differences) == pytest.approx(sum(reached) / len(reached), rel=1e-9)


def test_many_pictures_are_no_trouble() -> None:
    assert flipped([1] * 30_000 + [-1] * 29_000) < 0.001
    assert flipped([3, -3, 2, -2] * 500) == pytest.approx(1)


def test_holm() -> None:
    assert holm([0.01, 0.04, 0.03, 0.005]) == pytest.approx([0.03, 0.06, 0.06, 0.02])
    assert holm([0.6, 0.7]) == [1.0, 1.0]
    assert holm([]) == []


@given(st.lists(st.floats(0, 1), min_size=1, max_size=12), st.floats(0.001, 0.999))
def test_holm_rejects_what_its_steps_reject(p_values: list[float], level: float) -> None:
    rejected, left = set(), sorted(range(len(p_values)), key=lambda at: p_values[at])
    while left and p_values[left[0]] * len(left) <= level:
        rejected.add(left.pop(0))
    assert {at for at, p in enumerate(holm(p_values)) if p <= level} == rejected


def test_only_what_both_have_scored_counts() -> None:
    one = [judged("a", "right"), judged("b", "wrong"), judged("c", "unscored"),
           judged("d", "right"), judged("only", "right")]  # fmt: skip
    two = [judged("d", "wrong"), judged("c", "right"), judged("b", "right"), judged("a", "right")]
    found = paired(one, two)
    whole = found.whole
    assert (whole.n, whole.unscored, whole.only, found.alone) == (3, (1, 0), (1, 1), (1, 0))
    assert whole.accuracy == (pytest.approx(200 / 3), pytest.approx(200 / 3))
    assert (whole.difference, whole.p) == (0, 1)


def test_pictures_are_the_units() -> None:
    one = [judged(f"{p}/{q}", "wrong", str(p)) for p in range(5) for q in range(8)]
    two = [judged(f"{p}/{q}", "right", str(p)) for p in range(5) for q in range(8)]
    found = paired(one, two)
    assert found.whole.p == pytest.approx(2 / 2**5)
    assert found.whole.difference == 100
    assert found.subtasks["maps/s"].p_holm == pytest.approx(2 / 2**5)


def test_runs_with_nothing_in_common() -> None:
    found = paired([judged("a", "right")], [judged("b", "right")])
    assert (found.whole.n, found.whole.accuracy, found.whole.interval) == (0, None, None)
    assert found.alone == (1, 1)


def test_seeds() -> None:
    runs = [
        [judged(str(at), "right" if at < many else "wrong") for at in range(10)]
        for many in (4, 6, 8)
    ]
    found = seeds([summary(run) for run in runs])
    assert found.runs == 3
    assert found.whole is not None
    assert found.whole.values == (40, 60, 80)
    assert (found.whole.mean, found.whole.deviation) == (60, pytest.approx(20))
    assert found.whole.interval == pytest.approx((60 - 4.303 * 20 / 3**0.5, 100), rel=0.01)
    assert set(found.subtasks) == {"maps/s"}
    assert spread([50.0, None]) is None
    assert spread([]) is None
