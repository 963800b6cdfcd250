"""Rounding keeps what it says: digits, scales and shares that add up."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from figloom.rounding import decimals, needed, rounded, rounded_array, scale, shares

values = st.lists(st.floats(-1e9, 1e9).filter(lambda v: abs(v) > 1e-5), min_size=1, max_size=20)


@given(values, st.integers(2, 5))
def test_the_largest_keeps_its_digits(found: list[float], digits: int) -> None:
    places = decimals(found, digits)
    largest = max(map(abs, found))
    assert abs(round(largest, places) - largest) <= 0.51 * 10**-places
    if places:
        assert 10 ** (digits - 1) <= largest * 10**places < 10**digits * 1.0001 or places == 6


@given(values, st.integers(0, 6))
def test_rounded_values_need_no_more_decimals(found: list[float], places: int) -> None:
    told = rounded(found, places)
    assert needed(told) <= places
    assert [round(value, needed(told)) for value in told] == told
    assert all(repr(value) != "-0.0" for value in told)


@given(
    st.lists(
        st.floats(allow_nan=False, allow_infinity=False)
        # Halves as decimals write them, which are a little more or less than that.
        | st.tuples(st.integers(-(10**6), 10**6), st.integers(0, 8)).map(
            lambda pair: (2 * pair[0] + 1) / 2 / 10 ** pair[1]
        )
    ),
    st.integers(0, 10),
)
def test_arrays_are_rounded_as_single_values_are(found: list[float], places: int) -> None:
    found = [value for value in found if abs(value) < 1e290]
    told = rounded_array(np.array(found, dtype=np.float64), places).tolist()
    assert list(map(repr, told)) == list(map(repr, rounded(found, places)))


@pytest.mark.parametrize(
    ("largest", "unit", "divisor", "told"),
    [
        (9999.0, "USD", 1, "USD"),
        (12_300.0, "USD", 1e3, "thousand USD"),
        (12.3e6, "", 1e6, "million"),
        (4e9, "people", 1e9, "billion people"),
        (45_000.0, "thousand t", 1e3, "million t"),
        (45_000.0, "thousand", 1e3, "million"),
        (45_000.0, "km/h", 1, "km/h"),
        (45_000.0, "m", 1, "m"),
        (45_000.0, "trillion USD", 1, "trillion USD"),
    ],
)
def test_scales(largest: float, unit: str, divisor: float, told: str) -> None:
    assert scale(largest, unit) == (divisor, told)


@given(st.lists(st.floats(0, 1e9), min_size=1, max_size=30).filter(lambda v: sum(v) > 1e-3))
def test_shares_add_up_to_a_hundred_and_are_near(found: list[float]) -> None:
    told = shares(found)
    assert sum(round(share * 10) for share in told) == 1000
    for share, value in zip(told, found, strict=True):
        assert abs(share - 100 * value / sum(found)) < 0.1001
