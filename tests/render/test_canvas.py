from __future__ import annotations

import dataclasses

import numpy as np
import pytest
from numpy.typing import NDArray

from figloom.render.canvas import Canvas, Colour, Text
from figloom.render.fonts import shape


def painted(*texts: Text) -> NDArray[np.uint8]:
    canvas = Canvas(300, 90, (1.0, 1.0, 1.0))
    canvas.texts(texts)
    return canvas.finish()[..., :3].copy()


def test_ink_left_of_the_origin_stays_with_its_own_text() -> None:
    marked = shape("\u0301", "Noto Sans")
    assert marked.ink[0] < -0.1
    black = (0.0, 0.0, 0.0)
    before: Text = (shape("before", "Lato"), 30.0, 20.0, 50.0, black)
    after: Text = (marked, 30.0, 200.0, 50.0, black)
    together, alone = painted(before, after), painted(before)
    left = 200 + int(marked.ink[0] * 30)
    assert (together[:, : left - 2] == alone[:, : left - 2]).all()
    assert (together[:, left - 2 : left + 2] < 200).any()


def test_a_line_of_text_is_the_sum_of_its_glyphs() -> None:
    black = (0.0, 0.0, 0.0)
    whole = shape("To fly", "Lato")
    parts: list[Text] = []
    for run, start in whole.runs:
        for glyph in run.glyphs:
            alone = dataclasses.replace(run, glyphs=(glyph,))
            line = dataclasses.replace(whole, runs=((alone, start),))
            parts.append((line, 33.0, 20.25, 50.0, black))
    together, apart = painted((whole, 33.0, 20.25, 50.0, black)), painted(*parts)
    assert (together < 128).any()
    # Where two glyphs share a pixel, paint over paint is a shade lighter than their sum.
    assert np.abs(together.astype(int) - apart).max() < 64
    assert (together != apart).mean() < 0.002


@pytest.mark.parametrize("ground", [(1.0, 1.0, 1.0), (0.2, 0.2, 0.2), (0.9, 0.6, 0.3)])
def test_the_ground_covers_all(ground: Colour) -> None:
    want = [round(255 * part) for part in ground]
    for width, height in ((31, 7), (3, 5), (200, 100)):
        assert (Canvas(width, height, ground).finish()[..., :3] == want).all()
