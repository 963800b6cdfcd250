from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from figloom.render import frames
from figloom.render.canvas import Canvas

GROUND = (0.9, 0.95, 0.8)


def painted(*boxes: tuple[float, float, float, float], whole: bool = False,
            radius: float = 9.0, width: float = 1.5) -> NDArray[np.int64]:  # fmt: skip
    canvas = Canvas(120, 90, GROUND)
    for box in boxes:
        draw = frames._drawn if whole else frames.framed
        draw(canvas, box, (radius, radius), "#e9f0fa", "#4a6fa5", width)
    return canvas.finish()[..., :3].astype(np.int64)


@pytest.mark.parametrize("width", [0.0, 1.0, 1.5, 3.8])
@pytest.mark.parametrize("radius", [4.0, 7.75, 17.3])
@pytest.mark.parametrize("box", [(10.0, 12.0, 110.0, 60.0), (3.0, 2.0, 40.0, 88.0)])
def test_what_is_put_together_looks_as_if_drawn_at_once(
    width: float, radius: float, box: tuple[float, float, float, float]
) -> None:
    together = painted(box, radius=radius, width=width)
    apart = painted(box, whole=True, radius=radius, width=width)
    assert (together != np.round(255 * np.array(GROUND))).any()
    # Corners blend once with their ground, not twice.
    assert np.abs(together - apart).max() <= 32
    assert (np.abs(together - apart).max(axis=2) > 3).sum() <= 60


def test_a_frame_that_sticks_out_is_cut_off() -> None:
    for box in ((-20.0, 10.0, 60.0, 50.0), (50.0, 60.0, 140.0, 110.0)):
        assert (painted(box) == painted(box, whole=True)).all()


def test_a_frame_hides_what_is_under_it() -> None:
    box, under = (20.0, 20.0, 100.0, 70.0), (40.0, 10.0, 60.0, 80.0)
    assert (painted(under, box)[25:65, 25:95] == painted(box)[25:65, 25:95]).all()
