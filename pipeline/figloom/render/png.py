"""Pixels to PNG bytes, fast: rows unfiltered, deflate by ISA-L, a strip of rows at a time."""

from __future__ import annotations

import struct
import zlib
from functools import cache

import numpy as np
from isal import isal_zlib
from numpy.typing import NDArray

from figloom.render.buffers import borrow

_SIGNATURE = b"\x89PNG\r\n\x1a\n"
_TRUECOLOUR = 2
"""PNG's number for red, green and blue."""
_STRIP = 700_000
"""Bytes packed at a time: a strip is still in the processor's cache when it is compressed."""
_DEFLATE = (0, isal_zlib.DEFLATED, zlib.MAX_WBITS, zlib.DEF_MEM_LEVEL, zlib.Z_FIXED)
"""Level 0 with deflate's own code, a tenth smaller here than isal's. Levels 1 and 2 pack a tenth
better still at the same speed, but with isal 1.9.1 one picture in 300 or so gets a few other bytes
in another process (never with address randomisation off); level 0 gave equal bytes in every
process tried."""


def encode(pixels: NDArray[np.uint8]) -> bytes:
    """PNG of an array of shape (height, width, 3 or 4), red first; a fourth channel is dropped.

    Rows are left as they are: on drawings the filters cost more than they save.
    """
    height, width, channels = pixels.shape
    stride = 1 + width * 3
    rows = max(1, min(height, _STRIP // stride))
    # Three spare bytes: the last pixel is written with four.
    block = borrow("png strip", rows * stride + 3)
    strip = block[: rows * stride].reshape(rows, stride)
    # Pixels overwrite the first byte of the next row, so that it is set each time.
    packed, pieces = isal_zlib.compressobj(*_DEFLATE), []
    for top in range(0, height, rows):
        part = pixels[top : top + rows]
        if channels == 4:
            _drop_fourth(part, block)
        else:
            strip[: len(part), 1:] = part.reshape(len(part), -1)
        strip[:, 0] = 0
        pieces.append(packed.compress(strip[: len(part)]))
    pieces.append(packed.flush())
    header = struct.pack(">IIBBBBB", width, height, 8, _TRUECOLOUR, 0, 0, 0)
    return b"".join(
        (
            _SIGNATURE,
            *_chunk(b"IHDR", header),
            *_chunk(b"IDAT", b"".join(pieces)),
            *_chunk(b"IEND", b""),
        )
    )


def _drop_fourth(pixels: NDArray[np.uint8], block: NDArray[np.uint8]) -> None:
    """Rows of four bytes a pixel into rows of three, after a byte for the filter's number."""
    height, width, _ = pixels.shape
    stride = 1 + width * 3
    if _copies_upwards():
        # Every pixel as one word, each overwriting the fourth byte of the one before.
        words = np.ndarray((height, width), np.uint32, block.data, 1, (stride, 3))
        words[...] = pixels.view(np.uint32)[..., 0]
        return
    body = block[: height * stride].reshape(height, stride)[:, 1:]
    body.reshape(height, width, 3)[...] = pixels[..., :3]


@cache
def _copies_upwards() -> bool:
    """Whether this NumPy copies overlapping words one after the other, from low to high."""
    source = np.arange(4 * 4 * 1031, dtype=np.uint32).astype(np.uint8).reshape(4, -1)
    block = np.zeros(4 * (1 + 3 * 1031) + 3, np.uint8)
    words = np.ndarray((4, 1031), np.uint32, block.data, 1, (1 + 3 * 1031, 3))
    words[...] = source.view(np.uint32)
    want = source.reshape(4, 1031, 4)[:, :, :3].reshape(4, -1)
    return bool((block[:-3].reshape(4, -1)[:, 1:] == want)[:, :-1].all())


def _chunk(kind: bytes, data: bytes) -> tuple[bytes, bytes, bytes, bytes]:
    check = isal_zlib.crc32(data, isal_zlib.crc32(kind))
    return struct.pack(">I", len(data)), kind, data, struct.pack(">I", check)
