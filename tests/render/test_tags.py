"""Texts of edges find their places between edges that are looked at closely enough."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from figloom.render.graphs.curves import Trail
from figloom.render.graphs.outlines import Path
from figloom.render.graphs.tags import _misleading, _unclear, beside


def straight(*dots: tuple[float, float]) -> Path:
    """A path of one straight curve."""
    (x0, y0), (x1, y1) = dots
    inner = [(x0 + (x1 - x0) * t, y0 + (y1 - y0) * t) for t in (1 / 3, 2 / 3)]
    return Path((dots[0], *inner, dots[1]), dots[1])


def test_a_text_keeps_off_a_long_edge_that_passes_close_by() -> None:
    own, long = straight((0, 100), (300, 100)), straight((150, -1000), (150, 95))
    halves, inks = np.array([(40.0, 9.0)]), np.array([(-36.0, -6.0, 36.0, 6.0)])
    nowhere = np.array([(900.0, 900.0)]), np.array([(5.0, 5.0)])
    for shift in range(-60, 60, 7):
        passing = Path(tuple((x + shift, y + shift) for x, y in long.points), long.tip)
        ((x, y),) = beside([own, passing], [(150.0, 88.0)], nowhere, halves, inks)
        away = max(abs(x - 150 - shift) - 36, y - 6 - (95 + shift))
        assert away > 2, shift


@given(st.integers(0, 2**32 - 1))
def test_what_is_far_away_does_not_matter(seed: int) -> None:
    source = np.random.default_rng(seed)
    points = source.uniform(0, 900, (4, 60, 2))
    lines = Trail(points.reshape(-1, 2), np.repeat(np.arange(4), 60))
    # Places of a text stand close to its own line.
    spots = points[:2, source.integers(0, 60, 9)] + source.uniform(-20, 20, (2, 9, 2))
    inks, edges = np.array([(-30.0, -6.0, 30.0, 6.0)] * 2), np.arange(2)
    assert (_misleading(lines, inks, spots, edges) == _unclear(lines, inks, spots, edges)).all()
