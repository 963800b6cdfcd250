"""Statements about flowcharts: the words alone do not tell which are true."""

from __future__ import annotations

import pytest
from flows_solvers import faults, figures, patterns, statements

QUICK, FULL = 600, 20_000


def test_no_solver_stands_out() -> None:
    found = figures(statements(QUICK, "train", 1), statements(QUICK, "eval", 2))
    assert {figure.about for figure in found} == {"all", *patterns()}
    # Too few for the limits of all together, which the long run holds.
    assert not [fault for fault in faults(found) if not fault.startswith("pooled")]


@pytest.mark.slow
def test_no_solver_in_full() -> None:
    found = figures(statements(FULL, "train", 1), statements(FULL, "eval", 2))
    assert not faults(found)
