from __future__ import annotations

import io

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from figloom.render.png import encode


@given(st.integers(1, 70), st.integers(1, 70), st.sampled_from([3, 4]), st.booleans())
def test_pixels_survive(height: int, width: int, channels: int, alpha: bool) -> None:
    pixels = np.random.default_rng(height * width).integers(0, 255, (height, width, channels), "u1")
    image = Image.open(io.BytesIO(encode(pixels, alpha=alpha)))
    kept = 4 if alpha and channels == 4 else 3
    assert image.mode == ("RGBA" if kept == 4 else "RGB")
    assert (np.array(image) == pixels[:, :, :kept]).all()


def test_flat_ground_is_small() -> None:
    assert len(encode(np.full((600, 900, 4), 250, np.uint8))) < 20_000
