"""Pictures are made smaller where that is asked, never larger, and always said."""

from __future__ import annotations

import io

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image as Pillow

from figloom.errors import DatasetError
from figloom.exam.call import Call, Image, Turn
from figloom.exam.pictures import fitted, image_of, mime, resized, size_within


def encoded(form: str, mode: str = "RGB", size: tuple[int, int] = (300, 100)) -> bytes:
    out = io.BytesIO()
    Pillow.new(mode, size).save(out, form)
    return out.getvalue()


@given(st.integers(1, 9000), st.integers(1, 9000), st.integers(1, 10**7))
def test_sizes(width: int, height: int, most: int) -> None:
    across, down = size_within(width, height, most)
    assert across <= width
    assert down <= height
    if width * height <= most:
        assert (across, down) == (width, height)
    else:
        assert across * down <= most or 1 in (across, down)
        assert (
            across == 1
            or down == 1
            or abs(across / down / (width / height) - 1) < 2 / min(across, down)
        )


@pytest.mark.parametrize("form", ["PNG", "JPEG", "GIF", "WEBP", "BMP"])
def test_types_are_told_by_the_bytes(form: str) -> None:
    image = image_of(encoded(form))
    assert (image.mime, image.width, image.height) == (f"image/{form.lower()}", 300, 100)


@pytest.mark.parametrize("data", [b"", b"%PDF", b"\x89PNG\r\n\x1a\nhalf", encoded("PNG")[:20]])
def test_what_is_no_picture_is_said(data: bytes) -> None:
    with pytest.raises(DatasetError, match="picture"):
        image_of(data)


@pytest.mark.parametrize("mode", ["RGB", "RGBA", "P", "L", "LA", "1", "I;16", "CMYK"])
def test_every_mode_is_made_smaller(mode: str) -> None:
    form = "TIFF" if mode == "CMYK" else "PNG"
    data = encoded("JPEG" if form == "TIFF" else form, mode)
    small = fitted(Image(data, mime(data)), 7500)
    assert (small.width, small.height) == (150, 50)
    assert image_of(small.data) == small
    call = Call((Turn("user", "?", (Image(data, mime(data)),)),))
    assert resized(call, 7500) == [[300, 100, 150, 50]]


def test_what_is_small_enough_keeps_its_bytes() -> None:
    image = image_of(encoded("JPEG"))
    assert fitted(image, 30_000) is image
    assert fitted(image, 0) is image
    call = Call((Turn("user", "?", (image,)),))
    assert resized(call, 30_000) == resized(call, 0) == []
