from __future__ import annotations

import io

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from figloom.render.png import encode


@given(st.integers(1, 70), st.integers(1, 70), st.sampled_from([3, 4]))
def test_pixels_survive(height: int, width: int, channels: int) -> None:
    pixels = np.random.default_rng(height * width).integers(0, 255, (height, width, channels), "u1")
    image = Image.open(io.BytesIO(encode(pixels)))
    assert image.mode == "RGB"
    assert (np.array(image) == pixels[:, :, :3]).all()


def test_pixels_survive_in_strips() -> None:
    pixels = np.random.default_rng(1).integers(0, 255, (700, 1000, 4), "u1")
    assert (np.array(Image.open(io.BytesIO(encode(pixels)))) == pixels[:, :, :3]).all()


def test_flat_ground_is_small() -> None:
    assert len(encode(np.full((600, 900, 4), 250, np.uint8))) < 20_000
