"""Pictures drawn here and now, of which every word and line is known."""

from __future__ import annotations

import io
from collections.abc import Callable

from PIL import Image, ImageDraw, ImageFont
from rendercv_fonts import paths_to_font_folders

BLUE, ORANGE = (31, 119, 180), (255, 127, 14)


def font(size: int) -> ImageFont.FreeTypeFont:
    """A plain sans serif that comes in a package."""
    places = (file for folder in paths_to_font_folders for file in sorted(folder.rglob("*.ttf")))
    return ImageFont.truetype(
        next(str(file) for file in places if file.stem == "OpenSans-Regular"), size
    )


def _png(size: tuple[int, int], draw: Callable[[ImageDraw.ImageDraw], None]) -> bytes:
    image = Image.new("RGB", size, "white")
    draw(ImageDraw.Draw(image))
    sheet = io.BytesIO()
    image.save(sheet, "PNG")
    return sheet.getvalue()


def bars(values: dict[str, float]) -> bytes:
    """An upright bar chart from 0 to 40; a value is ten pixels high a unit."""

    def draw(pen: ImageDraw.ImageDraw) -> None:
        plain = font(18)
        for tick in range(0, 41, 10):
            y = 450 - 10 * tick
            pen.text((70, y), str(tick), "black", plain, anchor="rm")
            pen.line((80, y, 700, y), (220, 220, 220))
        for place, (name, value) in enumerate(values.items()):
            x = 140 + 150 * place
            pen.rectangle((x - 35, 450 - 10 * value, x + 35, 449), BLUE)
            pen.text((x, 475), name, "black", plain, anchor="mm")

    return _png((720, 500), draw)


def flow() -> bytes:
    """Start leads to a question, which leads on by Yes and No."""

    def draw(pen: ImageDraw.ImageDraw) -> None:
        plain = font(18)

        def arrow(x: int, top: int, bottom: int) -> None:
            pen.line((x, top, x, bottom), "black", 2)
            pen.polygon([(x, bottom), (x - 6, bottom - 12), (x + 6, bottom - 12)], "black")

        pen.rectangle((300, 30, 500, 80), (168, 230, 161), "black", 2)
        pen.text((400, 55), "Weigh the parcel", "black", plain, anchor="mm")
        arrow(400, 82, 150)
        pen.polygon([(400, 150), (560, 230), (400, 310), (240, 230)], "white", "black", 2)
        pen.text((400, 230), "Too heavy?", "black", plain, anchor="mm")
        pen.line((241, 230, 140, 230), "black", 2)
        arrow(140, 230, 380)
        pen.text((180, 214), "Yes", "black", plain, anchor="mm")
        pen.line((559, 230, 660, 230), "black", 2)
        arrow(660, 230, 380)
        pen.text((620, 214), "No", "black", plain, anchor="mm")
        pen.rectangle((40, 380, 240, 430), "white", "black", 2)
        pen.text((140, 405), "Pay the difference", "black", plain, anchor="mm")
        pen.rectangle((560, 380, 760, 430), "white", "black", 2)
        pen.text((660, 405), "Stick on a stamp", "black", plain, anchor="mm")

    return _png((800, 460), draw)


def map_() -> bytes:
    """Three entities and three arrows, of two relations."""

    def draw(pen: ImageDraw.ImageDraw) -> None:
        plain = font(18)
        for x, y, text in (
            (150, 60, "Kenya"), (600, 60, "Nairobi"), (150, 400, "Lake Victoria"),
            (375, 40, "has capital"), (150, 230, "borders"), (420, 250, "borders"),
        ):  # fmt: skip
            pen.text((x, y), text, "black", plain, anchor="mm")

    return _png((740, 460), draw)
