"""Value axes: round ticks, nothing outside, texts that tell each tick exactly."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from figloom.render.plots import numerals
from figloom.render.plots.scales import logarithmic, measure, titled

VALUES = st.lists(
    st.floats(-1e9, 1e9, allow_nan=False).map(lambda v: round(v, 3)), min_size=1, max_size=30
)


@given(VALUES, st.booleans(), st.integers(3, 9))
def test_every_value_lies_on_the_axis(values: list[float], zero: bool, count: int) -> None:
    axis = measure(values, "Sales", "kg", "english", zero=zero, count=count)
    slack = 1e-9 * max(1.0, abs(axis.low), abs(axis.high))
    assert axis.low - slack <= min(values) <= max(values) <= axis.high + slack
    assert axis.low <= 0 <= axis.high or not zero
    gaps = [after - before for before, after in pairwise(axis.ticks)]
    assert gaps
    assert max(gaps) - min(gaps) <= 1e-6 * max(gaps)
    assert (axis.ticks[0], axis.ticks[-1]) == (axis.low, axis.high)
    assert len({*axis.texts}) == len(axis.texts)


def test_headroom_is_left_where_labels_stand() -> None:
    tight = measure([0, 100], "", "", "english", zero=True, count=5)
    wide = measure([0, 100], "", "", "english", zero=True, count=5, headroom=0.08)
    assert tight.high == 100
    assert wide.high >= 108


def test_a_log_axis_goes_from_power_to_power() -> None:
    axis = logarithmic([0.3, 4200], "Mass", "kg", "english")
    assert axis.ticks == (0.1, 1, 10, 100, 1000, 10000)
    assert axis.texts == ("0.1", "1", "10", "100", "1,000", "10,000")


@pytest.mark.parametrize(
    ("style", "told"),
    [("english", "1,234,567.5"), ("german", "1.234.567,5"), ("french", "1\u00a0234\u00a0567,5"),
     ("plain", "1234567.5"), ("short", "1,234,567.5")],
)  # fmt: skip
def test_values_are_written_exactly(style: numerals.Style, told: str) -> None:
    assert numerals.exact(1234567.5, 1, style) == told
    assert numerals.exact(-0.04, 1, style).startswith("0")


def test_short_ticks_are_told_apart() -> None:
    assert numerals.ticks((0, 2.5e6, 5e6), "short") == ("0", "2.5M", "5.0M")


def test_a_unit_is_said_once() -> None:
    assert titled("Sales", "USD") == "Sales (USD)"
    assert titled("Share in %", "%") == "Share in %"
    assert titled("Sales", "") == "Sales"
