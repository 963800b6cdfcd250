"""Pictures of entities: read once, scaled once to the drawn size, and kept in a bounded cache."""

from __future__ import annotations

import io
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np
from PIL import Image, UnidentifiedImageError

from figloom.errors import SourceError
from figloom.render.fonts import font_file
from figloom.render.surfaces import sheer

_KEPT = 512
"""Pictures kept; at 96 pixels square that is 19 MB."""
_MOST = 2 * (Image.MAX_IMAGE_PIXELS or 0)
"""Pixels from which on Pillow refuses a picture."""


class Scaled:
    """A picture at its drawn size, ready for a canvas."""

    __slots__ = ("height", "pixels", "surface", "width")

    def __init__(self, image: Image.Image) -> None:
        """Take over an image of mode RGBa."""
        self.width, self.height = image.size
        # Cairo wants colours multiplied by alpha; red stays first, as on the canvas.
        self.pixels = np.array(image)
        self.surface: Any = sheer(self.pixels)


@lru_cache(maxsize=_KEPT)
def scaled(path: Path, width: int, height: int) -> Scaled:
    """The picture in a file, as large as fits into width x height pixels, aspect kept.

    PNG, JPEG, WebP or SVG; SourceError when the file is none of them, or too large.
    """
    try:
        if path.suffix.lower() == ".svg":
            return Scaled(_fit(_vector(path, width, height), width, height))
        with Image.open(path) as image:
            image.draft("RGB", (2 * width, 2 * height))
            return Scaled(_fit(image.convert("RGBA"), width, height))
    except FileNotFoundError:
        raise SourceError(f"The picture {path} does not exist.") from None
    except Image.DecompressionBombError:
        raise SourceError(
            f"The picture {path} is too large: at most {_MOST:,} pixels can be read. Scale it down."
        ) from None
    except (UnidentifiedImageError, OSError, ValueError):
        raise SourceError(f"{path} is not a PNG, JPEG, WebP or SVG picture.") from None


def _fit(image: Image.Image, width: int, height: int) -> Image.Image:
    """Scaled with colours already multiplied by alpha, so that hidden colours stay hidden."""
    factor = min(width / image.width, height / image.height)
    size = max(1, round(image.width * factor)), max(1, round(image.height * factor))
    ready = image.convert("RGBa")
    if size == ready.size:
        return ready
    return ready.resize(size, Image.Resampling.LANCZOS, reducing_gap=3.0)


def _vector(path: Path, width: int, height: int) -> Image.Image:
    image = _rasterised(path, width, None)
    return image if image.height <= height else _rasterised(path, None, height)


def _rasterised(path: Path, width: int | None, height: int | None) -> Image.Image:
    import resvg_py

    data = resvg_py.svg_to_bytes(
        svg_path=str(path),
        skip_system_fonts=True,
        font_files=[str(font_file("Noto Sans"))],
        width=width,
        height=height,
    )
    return Image.open(io.BytesIO(bytes(data))).convert("RGBA")
