"""A part of a dataset is a fair one, keeps together what is scored together, and repeats."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))
from quiz import questions

from figloom.errors import DatasetError
from figloom.exam.sample import Sample
from figloom.exam.selection import select


def samples(pictures: int = 500) -> Iterator[Sample]:
    for number in range(pictures):
        for place, question in enumerate(questions(number)):
            yield Sample(f"q/{number}/{place}", question, f"q/{number}", f"q/{number}")


def test_all_of_it() -> None:
    chosen = select(samples(5))
    assert chosen.ids == {sample.id for sample in samples(5)}
    assert chosen.total == 20


def test_spread_over_the_whole() -> None:
    ids = select(samples(), limit=400).ids
    assert len(ids) == 400
    tenths = Counter(int(name.split("/")[1]) // 50 for name in ids)
    assert len(tenths) == 10
    assert min(tenths.values()) > 20
    places = Counter(name.split("/")[2] for name in ids)
    assert min(places.values()) > 70


def test_pairs_are_asked_whole() -> None:
    for limit in (3, 10, 57):
        ids = select(samples(), limit=limit).ids
        assert limit - 1 <= len(ids) <= limit
        for name in ids:
            picture, place = name.rpartition("/")[::2]
            if place in "01":
                assert f"{picture}/{1 - int(place)}" in ids


def test_the_same_again_and_another_by_seed() -> None:
    assert select(samples(), limit=50) == select(samples(), limit=50)
    assert select(samples(), limit=50).ids != select(samples(), limit=50, seed=1).ids


def test_a_larger_part_holds_the_smaller() -> None:
    small, large = (select(samples(), limit=limit).ids for limit in (50, 200))
    assert len(small & large) >= 49


def test_tasks_and_subtasks() -> None:
    ids = select(samples(9), tasks=("count", "letter")).ids
    assert {name.rpartition("/")[2] for name in ids} == {"2", "3"}


@pytest.mark.parametrize(
    ("words", "part"),
    [({"tasks": ("coutn",)}, "Did you mean 'count'"), ({"limit": 1, "tasks": ("detect",)}, "room")],
)
def test_mistakes(words: dict[str, int], part: str) -> None:
    with pytest.raises(DatasetError, match=part):
        select(samples(3), **words)


def test_nothing_to_ask() -> None:
    with pytest.raises(DatasetError, match="no question"):
        select(())
