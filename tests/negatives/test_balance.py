"""Changes are weighted so that every state is entered as often as it is left."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from figloom.negatives.balance import Family, balanced


def net(left: list[int], entered: list[int], weights: np.ndarray) -> np.ndarray:
    size = 1 + max(left + entered)
    return np.bincount(entered, weights, size) - np.bincount(left, weights, size)


def test_a_change_and_its_reverse_are_made_equally_often():
    # Nine owners change 0 to 1, and one changes 1 to 0.
    left, entered = [0] * 9 + [1], [1] * 9 + [0]
    weights = balanced(np.arange(10), [Family(np.array(left), np.array(entered))])
    assert np.abs(net(left, entered, weights)).max() < 0.02
    assert (weights > 0).all()


def test_a_change_without_a_way_back_is_never_made():
    left, entered = [0, 1, 1, 2], [1, 0, 2, 3]
    weights = balanced(np.arange(4), [Family(np.array(left), np.array(entered))])
    assert (weights > 0).tolist() == [True, True, False, False]


def test_a_way_back_must_exist_in_every_family():
    there, back = np.array([0, 1]), np.array([1, 0])
    other = Family(np.array([5, 5]), np.array([6, 6]))
    assert not balanced(np.arange(2), [Family(there, back), other]).any()


def test_nothing_to_balance():
    none = np.array([], dtype=np.int64)
    assert not len(balanced(none, [Family(none, none)]))


@given(st.lists(st.tuples(st.integers(0, 5), st.integers(0, 5)), min_size=1, max_size=40))
def test_cycles_are_balanced(steps):
    left, entered = [a for a, _ in steps], [b for _, b in steps]
    weights = balanced(np.arange(len(steps)), [Family(np.array(left), np.array(entered))])
    assert (weights >= 0).all()
    assert np.abs(net(left, entered, weights)).max() < 0.1


def test_a_bridge_that_nothing_crosses_back_is_never_made():
    # 0 and 1 change into each other, and so do 2 and 3; only 1 to 2 leads across.
    left, entered = [0, 1, 2, 3, 1, 0], [1, 0, 3, 2, 2, 0]
    weights = balanced(np.arange(6), [Family(np.array(left), np.array(entered))])
    assert (weights > 0).tolist() == [True, True, True, True, False, True]
    assert np.abs(net(left, entered, weights)).max() < 1e-6
