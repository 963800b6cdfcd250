"""The checksum of a shard's contents sees every pixel, and no other byte of a picture."""

from __future__ import annotations

import io

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from figloom.contents import content
from figloom.render.png import encode
from figloom.types import Facts, Graph, Picture, Provenance, Record, Trace

GRAPH = Graph((), (), (), "", Provenance("none", "none"))


def summed(png: bytes) -> str:
    picture = Picture(png, 40, 30, ())
    trace = Trace(11, "test", "block", 0, 0, 0, 1)
    return content([Record("a/b/0", "main", "train", Facts(GRAPH, GRAPH), (), trace, "", picture)])


def packed(pixels: NDArray[np.uint8], level: int) -> bytes:
    """By another encoder, at some level of compression."""
    file = io.BytesIO()
    Image.fromarray(pixels).save(file, "PNG", compress_level=level)
    return file.getvalue()


def test_another_pixel_is_another_checksum() -> None:
    pixels = np.random.default_rng(3).integers(0, 255, (30, 40, 3), np.uint8)
    whole = summed(encode(pixels))
    assert summed(encode(pixels)) == whole
    for place in ((0, 0, 0), (29, 39, 2), (15, 20, 1)):
        changed = pixels.copy()
        changed[place] ^= 1
        assert summed(encode(changed)) != whole


def test_how_pixels_are_packed_does_not_matter() -> None:
    pixels = np.random.default_rng(3).integers(0, 255, (30, 40, 3), np.uint8)
    assert summed(packed(pixels, 1)) == summed(packed(pixels, 9))
