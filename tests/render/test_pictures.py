from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from figloom.errors import SourceError
from figloom.render.canvas import Canvas
from figloom.render.pictures import scaled

SVG = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 20 10">'
    '<rect width="20" height="10" fill="#ff0000"/></svg>'
)


@pytest.mark.parametrize("form", ["PNG", "JPEG", "WEBP", "SVG"])
def test_every_format_at_its_drawn_size(tmp_path: Path, form: str) -> None:
    path = tmp_path / f"picture.{form.lower()}"
    if form == "SVG":
        path.write_text(SVG)
    else:
        Image.new("RGB", (200, 100), "#ff0000").save(path, form)
    art = scaled(path, 64, 64)
    assert (art.width, art.height) == (64, 32)
    assert scaled(path, 64, 64) is art
    canvas = Canvas(80, 60, (1.0, 1.0, 1.0))
    canvas.picture(art.surface, 8, 14)
    pixels = canvas.finish()[:, :, :3].astype(int)
    red = (np.abs(pixels - (255, 0, 0)) < 8).all(axis=2)
    rows, columns = np.nonzero(red)
    assert (rows.min(), rows.max(), columns.min(), columns.max()) == (14, 45, 8, 71)


def test_transparency_is_kept(tmp_path: Path) -> None:
    path = tmp_path / "half.png"
    Image.new("RGBA", (40, 40), (0, 0, 0, 128)).save(path)
    canvas = Canvas(40, 40, (1.0, 1.0, 1.0))
    canvas.picture(scaled(path, 40, 40).surface, 0, 0)
    assert abs(int(canvas.finish()[20, 20, 0]) - 127) <= 1


@pytest.mark.parametrize("name", ["text.png", "text.svg", "text.jpg"])
def test_what_is_no_picture(tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    path.write_text("not a picture")
    with pytest.raises(SourceError, match=rf"{name} is not a PNG, JPEG, WebP or SVG picture"):
        scaled(path, 32, 32)


def test_what_is_too_large(tmp_path: Path) -> None:
    path = tmp_path / "huge.png"
    Image.new("1", (16000, 12000)).save(path)
    with pytest.raises(SourceError, match=r"huge\.png is too large: at most 178,956,970 pixels"):
        scaled(path, 32, 32)


def test_what_does_not_exist(tmp_path: Path) -> None:
    with pytest.raises(SourceError, match=r"none\.png does not exist"):
        scaled(tmp_path / "none.png", 32, 32)
    with pytest.raises(SourceError, match=r"none\.svg"):
        scaled(tmp_path / "none.svg", 32, 32)
