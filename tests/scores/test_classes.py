"""Balanced accuracy, MCC and confusion against their definitions."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from judged_samples import result
from sklearn.metrics import balanced_accuracy_score, confusion_matrix, matthews_corrcoef

from figloom.scores.classes import OTHER, balanced, classes, mcc

matrices = st.integers(2, 5).flatmap(
    lambda size: st.lists(
        st.lists(st.integers(0, 6), min_size=size, max_size=size), min_size=size, max_size=size
    )
)


@settings(deadline=None)
@given(matrices)
def test_of_any_matrix(rows: list[list[int]]) -> None:
    matrix = np.array(rows, dtype=float)
    truth = [at for at, row in enumerate(rows) for _ in range(sum(row))]
    said = [at for row in rows for at, n in enumerate(row) for _ in range(n)]
    if not truth:
        return
    found = mcc(matrix[None])[0]
    if len({*truth}) > 1 and len({*said}) > 1:
        assert (confusion_matrix(truth, said, labels=range(len(rows))) == matrix).all()
        assert found == pytest.approx(matthews_corrcoef(truth, said))
    else:
        assert np.isnan(found)
    recalls = [row[at] / sum(row) for at, row in enumerate(rows) if sum(row)]
    assert balanced(matrix[None])[0] == pytest.approx(100 * sum(recalls) / len(recalls))
    if {*said} <= {*truth} and len({*truth}) > 1:
        expected = balanced_accuracy_score(truth, said)
        assert balanced(matrix[None])[0] == pytest.approx(100 * expected)


def test_yes_and_no() -> None:
    told = [(True, "Yes"), (True, "No"), (True, ""), (False, "No"), (False, "No, it is not.")]
    found = classes("yes_no", [result(str(at), truth, "yes_no", said)
                               for at, (truth, said) in enumerate(told)], "k")  # fmt: skip
    assert found is not None
    assert found.labels == ("Yes", "No")
    assert found.matrix == ((1, 1, 1), (0, 2, 0))
    assert found.balanced == pytest.approx(75)
    assert found.mcc == pytest.approx(2 / np.sqrt(12))
    assert (found.yes_rate, found.yes_labels) == (25, 50)


def test_always_the_same_answer_has_no_correlation() -> None:
    found = classes("yes_no", [result(str(at), at < 3, "yes_no", "Yes") for at in range(5)], "k")
    assert found is not None
    assert (found.balanced, found.mcc, found.yes_rate) == (50, None, 100)


def test_counts_never_right_are_one_class() -> None:
    told = [(2, "2"), (3, "2"), (3, "3.0"), (3, "17"), (2, "2.5")]
    found = classes("integer", [result(str(at), truth, "integer", said)
                                for at, (truth, said) in enumerate(told)], "k")  # fmt: skip
    assert found is not None
    assert found.labels == ("2", "3", OTHER)
    assert found.matrix == ((1, 0, 1, 0), (1, 1, 1, 0), (0, 0, 0, 0))


def test_kinds_without_classes() -> None:
    assert classes("text", [result("1", "a", "text", "a")], "k") is None
    assert (
        classes("integer", [result(str(n), n, "integer", str(n)) for n in range(30)], "k") is None
    )
    assert classes("yes_no", [], "k") is None


def test_pictures_that_all_agree_have_no_interval() -> None:
    found = classes("yes_no", [result(str(at), at < 2, "yes_no", "Yes" if at < 2 else "No",
                                      picture=str(at)) for at in range(3)], "k")  # fmt: skip
    assert found is not None
    assert (found.balanced, found.mcc) == (100, pytest.approx(1))
    assert (found.balanced_interval, found.mcc_interval) == (None, None)
