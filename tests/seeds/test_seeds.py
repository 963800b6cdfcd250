"""Named randomness: permutations permute, schedules balance, and no two keys meet."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from figloom.seeds import Draw, permute, share, stratum


@given(st.text(max_size=5), st.integers(1, 300))
@settings(max_examples=60, deadline=None)
def test_a_permutation_takes_every_place_once(key: str, size: int) -> None:
    assert sorted(permute(key, place, size) for place in range(size)) == list(range(size))


@given(st.text(max_size=5), st.integers(1, 9), st.integers(0, 60))
@settings(max_examples=60, deadline=None)
def test_levels_differ_by_at_most_one(key: str, levels: int, count: int) -> None:
    found = Counter(stratum(key, index, levels) for index in range(count))
    counts = [found[level] for level in range(levels)]
    assert max(counts) - min(counts) <= 1


def test_permutations_of_a_small_range_are_all_found() -> None:
    found = Counter(
        tuple(permute(f"key {number}", place, 3) for place in range(3)) for number in range(3000)
    )
    assert len(found) == 6
    assert min(found.values()) > 350


def test_large_ranges_cost_nothing() -> None:
    size = 2**200 + 7
    assert 0 <= permute("key", size - 1, size) < size
    with pytest.raises(ValueError, match="outside"):
        permute("key", size, size)


def test_neighbouring_seeds_share_nothing() -> None:
    def first(seed: int, slot: int) -> float:
        return Draw(seed, "r", "train", "b", slot, slot).random("sample").random()

    drawn = [first(seed, slot) for seed in range(50) for slot in range(50)]
    assert len(set(drawn)) == len(drawn)


def test_a_split_is_a_name_and_not_a_draw() -> None:
    assert share("split/paris") == share("split/paris")
    places = [share(f"split/{number}") for number in range(4000)]
    assert abs(sum(places) / 4000 - 0.5) < 0.03
