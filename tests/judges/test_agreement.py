"""Correlations against their definitions and known values."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from figloom.errors import DatasetError
from figloom.judges.agreement import agreement, labels

_POINTS = st.lists(st.tuples(st.integers(0, 5), st.integers(1, 10)), min_size=3, max_size=12)


def test_known_values() -> None:
    told = agreement([1, 2, 3, 4, 5], [2, 1, 4, 3, 5])
    assert told.pearson == pytest.approx(0.8)
    assert told.spearman == pytest.approx(0.8)
    assert agreement([1, 2, 3], [1, 10, 100]).spearman == pytest.approx(1.0)
    assert agreement([1, 2, 3], [3, 2, 1]).pearson == pytest.approx(-1.0)


def test_what_does_not_vary_has_no_correlation() -> None:
    told = agreement([1, 1, 1], [1, 2, 3])
    assert (told.pearson, told.spearman, told.pearson_interval) == (None, None, None)


@settings(deadline=None, max_examples=30)
@given(_POINTS)
def test_ranks_by_counting(pairs: list[tuple[int, int]]) -> None:
    def rank(values: list[int]) -> list[float]:
        return [sum(v < one for v in values) + (sum(v == one for v in values) + 1) / 2
                for one in values]  # fmt: skip

    one, other = [a for a, _ in pairs], [b for _, b in pairs]
    told = agreement(one, other)
    a, b = np.array(rank(one)), np.array(rank(other))
    if a.std() and b.std():
        assert told.spearman == pytest.approx(float(np.corrcoef(a, b)[0, 1]))
        assert told.pearson == pytest.approx(float(np.corrcoef(one, other)[0, 1]))
    else:
        assert told.spearman is None


def test_labels_of_people(tmp_path: Path) -> None:
    file = tmp_path / "people.csv"
    file.write_text("who,id,points\nx,a,4\ny,a,5\nx,b,1\n", "utf-8")
    assert labels(file) == {"a": 4.5, "b": 1.0}
    file.write_text("id, points\na, 4\n", "utf-8")
    assert labels(file) == {"a": 4.0}


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("id,mark\na,1\n", "columns id, mark: it needs id and points, with a comma between"),
        ("marks\n1\n", "column marks: it needs id and points"),
        ("id,points\na,x\n", "line 2: 'x' is no number of points"),
        ("id,points\na,nan\n", "no number of points"),
        ("id,points\na,1\nb\n", "line 3, has no points"),
        ("id,points\na, \n", "line 2, has no points"),
        ("points,id\n4\n", "line 2, has no id"),
        ("id,points\n,4\n", "line 2, has no id"),
        ("", "is empty: it needs the columns id and points"),
        ("id;points\na;1\n", "has semicolons between its columns: save it with commas"),
        ('"id"\t"points"\na\t1\n', "has tabs between its columns"),
        (f"id,points\n{'a' * 200_000},1\n", "line 1, is no CSV: field larger"),
    ],
)
def test_a_file_that_will_not_do(tmp_path: Path, text: str, said: str) -> None:
    file = tmp_path / "people.csv"
    file.write_text(text, "utf-8")
    with pytest.raises(DatasetError, match=said):
        labels(file)


def test_too_few() -> None:
    with pytest.raises(DatasetError, match="too few"):
        agreement([1, 2], [1, 2])
