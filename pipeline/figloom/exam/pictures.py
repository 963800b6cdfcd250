"""Pictures as they are sent: made smaller where a limit asks for it, never larger."""

from __future__ import annotations

import io
import math
from dataclasses import replace
from functools import lru_cache

from figloom.errors import DatasetError
from figloom.exam.call import Call, Image

_MIMES = {b"\x89PNG": "image/png", b"\xff\xd8\xff": "image/jpeg", b"GIF8": "image/gif",
          b"RIFF": "image/webp", b"BM": "image/bmp"}  # fmt: skip


def mime(data: bytes) -> str:
    """MIME type by the first bytes; DatasetError for what is no picture a server takes."""
    for start, name in _MIMES.items():
        if data.startswith(start):
            return name
    raise DatasetError("A picture is neither PNG, JPEG, GIF, WebP nor BMP: convert it first.")


def image_of(data: bytes) -> Image:
    """An encoded picture with its type and size."""
    from PIL import Image as Pillow

    name = mime(data)
    try:
        with Pillow.open(io.BytesIO(data)) as opened:
            width, height = opened.size
    except (OSError, ValueError, Pillow.DecompressionBombError) as error:
        raise DatasetError(f"A picture cannot be read ({error}): replace or remove it.") from None
    return Image(data, name, width, height)


def size_within(width: int, height: int, max_pixels: int) -> tuple[int, int]:
    """Width and height of at most so many pixels in the same aspect; 0 sets no limit."""
    if not max_pixels or width * height <= max_pixels:
        return width, height
    scale = math.sqrt(max_pixels / (width * height))
    return max(1, math.floor(width * scale)), max(1, math.floor(height * scale))


def resized(call: Call, max_pixels: int) -> list[list[int]]:
    """Width and height before and after of each picture of a call that is made smaller."""
    found = []
    for turn in call.turns:
        for image in turn.images if max_pixels else ():
            seen = image if image.width else image_of(image.data)
            size = size_within(seen.width, seen.height, max_pixels)
            if size != (seen.width, seen.height):
                found.append([seen.width, seen.height, *size])
    return found


@lru_cache(maxsize=8)
def fitted(image: Image, max_pixels: int) -> Image:
    """The picture itself, or a smaller PNG of it; the questions of one picture share it."""
    if not max_pixels:
        return image
    seen = image if image.width else image_of(image.data)
    size = size_within(seen.width, seen.height, max_pixels)
    if size == (seen.width, seen.height):
        return image
    from PIL import Image as Pillow

    with Pillow.open(io.BytesIO(image.data)) as opened:
        plain = opened if opened.mode in ("L", "RGB", "RGBA") else opened.convert("RGBA")
        small = plain.resize(size, Pillow.Resampling.LANCZOS)
    buffer = io.BytesIO()
    small.save(buffer, "PNG", compress_level=1)
    return replace(image, data=buffer.getvalue(), mime="image/png", width=size[0], height=size[1])
